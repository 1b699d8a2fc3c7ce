"""The clock as a hack of the real xscreensaver, and in the preview of its settings dialog."""

import contextlib
import os
import signal
from pathlib import Path

from Xlib.error import BadDrawable, BadMatch, BadWindow

from basics import eventually, never
from hosts import SAVER_PATH, HostCase, Vnc
from windows import FROZEN

LEFT, RIGHT = (0, 0, 320, 240), (320, 0, 240, 240)


class Xscreensaver(HostCase):
    def setUp(self):
        super().setUp()
        self.serve("560x240x24")
        self.present = None

    def configure(self, *options, **resources):
        """An entry for the clock, chosen."""
        command = " ".join([str(self.program), "--root", "--no-config", *options])
        values = {"splash": False, "lock": False, "fade": False, "unfade": False, "dpmsEnabled": False, "mode": "one",
                  "selected": 0, "timeout": "1:00:00", "cycle": "0:10:00", **resources}
        lines = [f"{name}:\t{value}\n" for name, value in values.items()]
        (self.home / ".xscreensaver").write_text(
            "".join(lines) + f'programs:\t\\\n\t"Colour Clock"\t{command} \\n\\\n')
        self.own(self.home)

    def daemon(self):
        process = self.host(
            "xscreensaver", "--no-splash", "--verbose", PATH=SAVER_PATH, XDG_RUNTIME_DIR=self.home)
        eventually(
            lambda: self.viewer.property(self.viewer.root, "_SCREENSAVER_STATUS") is not None,
            lambda: f"the daemon: {self.said()}")
        return process

    def command(self, word):
        return self.order("xscreensaver-command", word, PATH=SAVER_PATH)

    def activate(self, count):
        eventually(lambda: "blanking" in self.command("-activate"), "activation")
        return self.await_clocks(count)

    def unblank(self):
        """As somebody at the keyboard does: the daemon reads the keyboard only once it has it."""
        def woken():
            self.press("space")
            return not self.clocks()

        eventually(woken, lambda: f"an end of the clocks: {self.said()}", within=10)


class Saver(Xscreensaver):
    def setUp(self):
        super().setUp()
        self.split(LEFT, RIGHT, output="screen")

    def test_a_clock_on_each_monitor(self):
        """Twice: they come, each whole on its own monitor, and go with a key."""
        self.configure(*FROZEN)
        self.daemon()
        for _ in range(2):
            pids = self.activate(2)
            self.assert_clock_on(LEFT)
            self.assert_clock_on(RIGHT)
            windows = {self.variable(pid, "XSCREENSAVER_WINDOW") for pid in pids}
            self.assertEqual(len(windows), 2, windows)
            for window in windows:
                self.assertRegex(str(window), "^0x")
            self.unblank()
        self.assertNotIn("crashed", self.said())
        self.assertNotIn("abnormally", self.said())

    def test_it_stays_until_it_is_sent_away(self):
        """The input that the host keeps to itself does not end it, nor does the end of a countdown."""
        self.configure("--utc", "--countdown", "1s")
        self.daemon()
        before = set(self.activate(2))
        never(lambda: set(self.clocks()) != before, "another process", during=2.5)
        self.command("-deactivate")
        self.await_clocks(0)
        self.assertNotIn("crashed", self.said())

    def test_its_windows_go(self):
        """The process that has them is killed, and can send no signal; the daemon starts it anew, with new clocks."""
        self.configure(*FROZEN)
        self.daemon()
        before = self.activate(2)
        # One that has not yet found its window would take the new one, which the server gives the same number.
        self.assert_clock_on(LEFT)
        self.assert_clock_on(RIGHT)
        parent = Path(f"/proc/{before[0]}/stat").read_text().rpartition(")")[2].split()[1]
        os.kill(int(parent), signal.SIGKILL)
        eventually(lambda: not {*before} & {*self.clocks()}, "an end of both", within=3)
        self.assertNotIn("crashed", self.said())

    def test_a_visual_of_its_own(self):
        """What the entry may ask for: windows that are not of the screen's default visual."""
        self.configure(*FROZEN)
        path = self.home / ".xscreensaver"
        visual = next(
            each.visual_id for depth in self.viewer.screen.allowed_depths if depth.depth == 24
            for each in depth.visuals if each.visual_class == 4 and each.visual_id != self.viewer.screen.root_visual)
        path.write_text(path.read_text().replace('"Colour Clock"', f'{visual:#x}:  "Colour Clock"'))
        self.own(self.home)
        self.daemon()
        for pid in self.activate(2):
            number = int(self.variable(pid, "XSCREENSAVER_WINDOW"), 0)
            window = self.viewer.display.create_resource_object("window", number)
            self.assertEqual(window.get_attributes().visual, visual)
        self.assert_clock_on(LEFT)
        self.unblank()


class Layout(Xscreensaver):
    """Monitors that change while it is blanked: it resizes its windows, makes new ones or ends some."""

    def setUp(self):
        super().setUp()
        self.server.close()
        self.serve_by(Vnc("640x480"))

    def mode(self, name):
        self.xrandr("--output", "VNC-0", "--mode", name)

    def test_another_layout(self):
        self.configure(*FROZEN)
        left, right = (0, 0, 320, 480), (320, 0, 320, 480)
        self.split(left, right, output="VNC-0")
        self.daemon()
        self.activate(2)
        self.assert_clocks_on(left, right)
        self.unsplit()
        self.mode("800x600")
        self.assert_clock_on((0, 0, 800, 600))
        self.await_clocks(1)
        top, bottom = (0, 0, 640, 200), (0, 200, 640, 280)
        self.split(top, bottom, output="VNC-0")
        self.mode("640x480")
        self.assert_clocks_on(top, bottom)
        self.await_clocks(2)
        self.assertNotIn("crashed", self.said())


class Dialog(Xscreensaver):
    """xscreensaver-settings, which runs the chosen hack in a small window of its own."""

    def preview(self):
        """The dialog, and the window in it that a clock has been given."""
        self.configure(*FROZEN)
        self.server.close()
        self.serve("1280x800x24")
        dialog = self.host("xscreensaver-settings", PATH=SAVER_PATH, XDG_RUNTIME_DIR=self.home, GDK_BACKEND="x11")
        return dialog, eventually(self.window_shown, lambda: f"the preview: {self.said()}", within=20)

    def window_shown(self):
        """The window with the whole clock in it; the dialog may start a clock, and another one for a new window."""
        for arguments in map(self.arguments, self.clocks()):
            if "--window-id" in arguments:
                number = int(arguments[arguments.index("--window-id") + 1], 0)
                window = self.viewer.display.create_resource_object("window", number)
                with contextlib.suppress(BadDrawable, BadWindow, BadMatch):
                    _, _, width, height = self.viewer.box(window)
                    if self.viewer.planes(window) == self.shot(width, height):
                        return window
        return None

    def test_preview(self):
        self.preview()
        self.assertEqual(len(self.clocks()), 1)
        self.assertNotIn("crashed", self.said())

    def test_the_dialog_is_killed(self):
        """Then nobody sends a signal: the window is gone, and that has to do."""
        dialog, _ = self.preview()
        dialog.kill()
        self.await_clocks(0, within=3)
