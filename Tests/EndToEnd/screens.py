"""Monitors of a server without real ones, and the pixels on each."""

import subprocess

from basics import eventually, tool


class ScreenCase:
    """Shared by the tests with several monitors. A mix-in for test cases."""

    def setUp(self):
        super().setUp()
        self.shots = {}
        self.monitors = []

    def split(self, *boxes, output="none"):
        """Splits the screen into monitors: x, y, width and height of each. The first may own the server's output and is
        then primary. No monitor reports a size in millimetres, so all have the usual resolution, like snapshots."""
        for number, (x, y, width, height) in enumerate(boxes):
            self.xrandr("--setmonitor", f"M{number}", f"{width}/1x{height}/1+{x}+{y}",
                        output if number == 0 else "none")
            self.monitors.append(f"M{number}")

    def unsplit(self):
        """Restores the single monitor."""
        while self.monitors:
            self.xrandr("--delmonitor", self.monitors.pop())

    def xrandr(self, *arguments):
        subprocess.run([tool("xrandr"), *arguments], env=self.variables(), check=True, capture_output=True)

    def mode(self, name):
        """Sets the mode of the output of a server of kind `Vnc`."""
        self.xrandr("--output", "VNC-0", "--mode", name)

    def area(self, box):
        """The colour planes of a part of the screen."""
        x, y, width, height = box
        data = self.viewer.root.get_image(x, y, width, height, 2, 0xFFFFFFFF).data
        return data[2::4], data[1::4], data[0::4]

    def shot(self, width, height, *options):
        """The snapshot of a wall of that size, frozen at the common time of the tests."""
        key = width, height, *options
        if key not in self.shots:
            self.shots[key] = self.planes_of(self.snapshot(
                "--no-config", "--at", "13:35:16", "--size", f"{width}x{height}", *options))
        return self.shots[key]

    def assert_clock_on(self, box, *options, within=20.0):
        """This part of the screen shows a whole clock."""
        wanted = self.shot(*box[2:], *options)
        eventually(lambda: self.area(box) == wanted, f"a whole clock on {box}", within)

    def assert_clocks_on(self, *boxes, within=20.0):
        for box in boxes:
            self.assert_clock_on(box, within=within)

    def assert_plain(self, box, colour):
        """This part of the screen has only that colour."""
        def is_plain():
            return all(set(plane) == {value} for plane, value in zip(self.area(box), colour))

        eventually(is_plain, f"nothing but {colour} on {box}")
