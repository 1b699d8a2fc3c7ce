"""Monitors of a server that has none of its own, and what is seen on each."""

import subprocess

from basics import eventually, tool


class ScreenCase:
    """What the tests of several monitors share, beside a case."""

    def setUp(self):
        super().setUp()
        self.shots = {}
        self.monitors = []

    def split(self, *boxes, output="none"):
        """Divides the screen into monitors: x, y, width and height of each. The first may own the server's output, and
        is then the primary one. No monitor has a size of a millimetre: all have the usual resolution, as snapshots have."""
        for number, (x, y, width, height) in enumerate(boxes):
            self.xrandr("--setmonitor", f"M{number}", f"{width}/1x{height}/1+{x}+{y}",
                        output if number == 0 else "none")
            self.monitors.append(f"M{number}")

    def unsplit(self):
        """Makes it one monitor again."""
        while self.monitors:
            self.xrandr("--delmonitor", self.monitors.pop())

    def xrandr(self, *arguments):
        subprocess.run([tool("xrandr"), *arguments], env=self.variables(), check=True, capture_output=True)

    def area(self, box):
        """The planes of a part of the screen."""
        x, y, width, height = box
        data = self.viewer.root.get_image(x, y, width, height, 2, 0xFFFFFFFF).data
        return data[2::4], data[1::4], data[0::4]

    def shot(self, width, height, *options):
        """The picture of a wall of that size that is frozen at the time of all these tests."""
        key = width, height, *options
        if key not in self.shots:
            self.shots[key] = self.planes_of(self.snapshot(
                "--no-config", "--at", "13:35:16", "--size", f"{width}x{height}", *options))
        return self.shots[key]

    def assert_clock_on(self, box, *options, within=20.0):
        """A whole clock of its own on a part of the screen."""
        wanted = self.shot(*box[2:], *options)
        eventually(lambda: self.area(box) == wanted, f"a whole clock on {box}", within)

    def assert_clocks_on(self, *boxes, within=20.0):
        for box in boxes:
            self.assert_clock_on(box, within=within)

    def assert_plain(self, box, colour):
        """Nothing but that colour on a part of the screen."""
        def is_plain():
            return all(set(plane) == {value} for plane, value in zip(self.area(box), colour))

        eventually(is_plain, f"nothing but {colour} on {box}")
