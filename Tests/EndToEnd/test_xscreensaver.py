"""The clock as a hack of the real xscreensaver, and in the preview of its settings dialog."""

import contextlib
import os
import signal
import time
from pathlib import Path

from Xlib import X
from Xlib.error import BadDrawable, BadMatch, BadWindow

from basics import eventually, never
from hands import Hand
from hosts import SAVER_PATH, Vnc
from installed import InstalledCase
from windows import FROZEN

LEFT, RIGHT = (0, 0, 320, 240), (320, 0, 240, 240)


class Xscreensaver(InstalledCase):
    def setUp(self):
        super().setUp()
        self.serve("560x240x24")
        self.present = None

    def configure(self, *options, **resources):
        """Configures the clock as the chosen saver."""
        command = " ".join(["colourclock", "--root", *options])
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
        """Presses a key again and again, as a user does: the daemon reads the keyboard only after grabbing it."""
        def woken():
            self.press("space")
            return not self.clocks()

        eventually(woken, lambda: f"an end of the clocks: {self.said()}")


class Saver(Xscreensaver):
    def setUp(self):
        super().setUp()
        self.split(LEFT, RIGHT, output="screen")

    def test_a_clock_on_each_monitor(self):
        """Twice: each clock appears whole on its monitor, and goes with a key."""
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

    def test_nothing_is_left_of_a_dozen(self):
        """Neither a clock nor server resources of one are left, after the daemon's graphics process has ended."""
        self.configure(*FROZEN)
        daemon = self.daemon()
        children = Path(f"/proc/{daemon.pid}/task/{daemon.pid}/children")
        before = None
        for is_painted in [True, False] * 6:
            self.activate(2)
            if is_painted:  # The first too: see the same test of xsecurelock.
                self.assert_clocks_on(LEFT, RIGHT)
            self.command("-deactivate")
            self.await_clocks(0)
            # The daemon ignores an earlier order.
            eventually(lambda: not children.read_text() or self.nudge(), "the end of xscreensaver-gfx")
            # By now the daemon has created what it creates once.
            before = before or self.held()
        eventually(lambda: not self.held() - before, lambda: f"left: {self.held() - before}, beside {before}")
        self.assertNotRegex(self.said(), "crashed|abnormally")

    def nudge(self):
        """The daemon reaps a child that ends between two of its checks only when something else happens."""
        self.command("-deactivate")

    def test_it_stays_until_it_is_sent_away(self):
        """Neither input that the host keeps nor a countdown's end ends it."""
        self.configure("--utc", "--countdown", "1s")
        self.daemon()
        before = set(self.activate(2))
        never(lambda: set(self.clocks()) != before, "another process", during=2.5)
        self.command("-deactivate")
        self.await_clocks(0)
        self.assertNotIn("crashed", self.said())

    def test_its_windows_go(self):
        """Killing the process with the windows sends no signal; the daemon restarts it, with new clocks."""
        self.configure(*FROZEN)
        self.daemon()
        before = self.activate(2)
        # A clock still looking for its window would take the new one, to which the server gives the same number.
        self.assert_clock_on(LEFT)
        self.assert_clock_on(RIGHT)
        parent = Path(f"/proc/{before[0]}/stat").read_text().rpartition(")")[2].split()[1]
        os.kill(int(parent), signal.SIGKILL)
        eventually(lambda: not {*before} & {*self.clocks()}, "an end of both")
        self.assertNotIn("crashed", self.said())

    def test_a_visual_of_its_own(self):
        """The entry may ask for windows with another visual than the screen's default."""
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
    """Monitors change while it is blanked: it resizes, creates or removes windows."""

    def setUp(self):
        super().setUp()
        self.server.close()
        self.serve_by(Vnc("640x480"))

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
    """xscreensaver-settings, which runs the chosen hack in a small window."""

    def settings(self, *options):
        """The dialog with this command of the clock."""
        self.configure(*options)
        self.server.close()
        self.serve("1024x768x24")
        return self.host("xscreensaver-settings", "--debug", PATH=SAVER_PATH, XDG_RUNTIME_DIR=self.home,
                         GDK_BACKEND="x11")

    def preview(self):
        """The dialog, and the preview window of a clock."""
        self.options_file("at 13:35:16", "speed 0", "shift off", "no-sync-badge")
        dialog = self.settings()
        return dialog, eventually(self.window_shown, lambda: f"the preview: {self.said()}")

    def window_shown(self):
        """The window with a whole clock; the dialog may start another clock for a new window."""
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
        """Then no signal comes: the missing window must end the clock."""
        dialog, _ = self.preview()
        dialog.kill()
        self.await_clocks(0)

    def test_it_keeps_the_options(self):
        """It rewrites the command from its own fields, without unknown options and defaults."""
        kept = {
            "--face hue", "--font Inter:bold", "--timezone Asia/Tokyo", "--fade 1.5", "--shift roam",
            "--night 22:00-07:00", "--night-brightness 0.5", "--no-seconds", "--no-time", "--no-hex", "--12-hour",
            "--date", "--utc", "--night-red", "--sync-badge", "--reduced-motion", "--fps", "--until 17:30",
            "--countdown 25m", "--every 60s", "--aligned", "--no-overtime", "--title \"A cup of tea\"",
            "--ring-style equal", "--ring-label minutes", "--ring-colour ffcc00", "--ring-grows", "--counterclockwise",
            "--feed \"date; uptime\"", "--feed-file /etc/motd"}
        self.settings(*kept, "--ring-cap butt")
        window = self.opened(813, 541)
        self.assertNotRegex(self.said(), r"no match for (?!--ring-cap)")
        _, _, width, height = self.viewer.box(window)
        # A small screen without a window manager's frame.
        self.assertLessEqual((width, height), (1024, 720))
        self.click_on(window, width - 57, height - 20)
        eventually(lambda: "butt" not in self.written(), self.written)
        for option in kept:
            self.assertIn(f" {option} ", f"{self.written()} ")

    def opened(self, x, y):
        """The second dialog, opened by a button of the first."""
        def second():
            first, *more = self.dialogs() or [None]
            if first and not more:
                self.click_on(first, x, y)
            return more and more[0]

        return eventually(second, lambda: f"the settings: {self.said()}")

    def dialogs(self):
        """Its visible windows, the first one first."""
        names = ((window, window.get_wm_name()) for window in self.viewer.root.query_tree().children)
        return sorted((window for window, name in names if name == "XScreenSaver: Colour Clock Settings"
                       and self.viewer.is_viewable(window)), key=lambda window: window.id)

    def click_on(self, window, x, y):
        """Clicks in a window wherever it is; without a window manager it may be off the screen."""
        window.configure(x=0, y=0, stack_mode=X.Above)
        self.viewer.display.sync()
        time.sleep(0.3)
        Hand(self.viewer).click(x, y)
        time.sleep(0.3)

    def written(self):
        """The clock's command in the settings file."""
        text = (self.home / ".xscreensaver").read_text().replace("\\\n", " ")
        return " ".join(next(line for line in text.split("\\n") if "Colour Clock" in line).split())
