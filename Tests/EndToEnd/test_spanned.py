"""Hosts' windows over several changing monitors, with and without a reaction of the hosts."""

import tempfile
from itertools import product
from pathlib import Path

from Xlib import X

from adopted import AdoptedCase
from basics import environment, eventually
from support import Server, xauth
from viewer import Viewer
from windows import FROZEN

LEFT, RIGHT = (0, 0, 320, 240), (320, 0, 320, 240)
BLACK = 0, 0, 0


class Spanned(AdoptedCase):
    """A window that the server never clears: each pixel stays until a client draws it."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.unsplit)

    def spanning(self, width, height, x=0, y=0):
        return self.foreign(width, height, x, y, background_pixmap=X.NONE, bit_gravity=X.NorthWestGravity)

    def grow(self, window, width, height):
        window.configure(width=width, height=height)
        self.viewer.display.sync()

    def test_the_monitors_go(self):
        """Monitors disappear alone, or with a host that resizes the window before or after that."""
        steps = {"unsplit": self.unsplit, "grow": lambda: self.grow(window, 640, 480)}
        for order in (("unsplit",), ("unsplit", "grow"), ("grow", "unsplit")):
            with self.subTest(order):
                self.split(LEFT, RIGHT, output="screen")
                window = self.spanning(640, 240)
                self.adopt(window)
                self.assert_clocks_on(LEFT, RIGHT)
                for step in order:
                    steps[step]()
                self.assert_whole(window)
                self.destroy(window)

    def test_monitors_come(self):
        """Monitors appear under an unchanged window."""
        window = self.spanning(640, 480)
        self.adopt(window)
        self.assert_whole(window)
        self.split(LEFT, (0, 240, 640, 240), output="screen")
        self.assert_clocks_on(LEFT, (0, 240, 640, 240))
        self.assert_plain((320, 0, 320, 240), BLACK)

    def test_larger_than_all_monitors(self):
        """The area between and around the monitors is black; also where the window extends beyond the screen."""
        self.split((20, 30, 300, 200), (340, 30, 200, 160), output="screen")
        window = self.spanning(700, 480, x=-10, y=10)
        self.adopt(window)
        self.assert_clocks_on((20, 30, 300, 200), (340, 30, 200, 160))
        for box in ((0, 10, 640, 20), (0, 30, 20, 450), (320, 30, 20, 450), (340, 190, 300, 290), (20, 230, 620, 250)):
            self.assert_plain(box, BLACK)

    def test_nothing_stays(self):
        """All corners change with the seconds, whatever happened to window and monitors."""
        self.split(LEFT, RIGHT, output="screen")
        window = self.spanning(640, 240)
        self.clock("--window-id", hex(window.id), "--utc", "--fade", "0", "--shift", "off", "--no-sync-badge")
        self.assert_goes(window, *product((2, 637), (2, 237)))
        self.grow(window, 640, 480)
        self.unsplit()
        self.assert_goes(window, *product((2, 637), (2, 237, 477)))
        self.split((0, 0, 640, 200), (0, 200, 640, 280), output="screen")
        self.assert_goes(window, *product((2, 637), (2, 197, 202, 477)))

    def assert_goes(self, window, *points):
        """All these points have one colour at any time, for three successive seconds."""
        seen = set()

        def has_gone_on():
            self.viewer.display.grab_server()
            colours = {self.viewer.colour(window, *point) for point in points}
            self.viewer.display.ungrab_server()
            self.viewer.display.sync()
            # The walls of one clock are painted a few milliseconds apart.
            if len(colours) == 1:
                seen.update(colours)
            return len(seen) >= 3

        eventually(has_gone_on, lambda: f"three colours, each on all of {points}, but {seen}")

    def test_moved_with_what_it_lies_in(self):
        """No event reports a moved parent; the place is read when the monitors change."""
        outer = self.foreign(640, 240, 0, 0)
        inner = outer.create_window(0, 0, 640, 240, 0, X.CopyFromParent)
        inner.map()
        self.viewer.display.sync()
        self.split(LEFT, RIGHT, output="screen")
        self.adopt(inner)
        self.assert_clocks_on(LEFT, RIGHT)
        outer.configure(x=0, y=240)
        self.viewer.display.sync()
        self.unsplit()
        low = (0, 240, 200, 240), (200, 240, 440, 240)
        self.split(*low, output="screen")
        self.assert_clocks_on(*low)


class Untrusted(AdoptedCase):
    """Host and clock are connected by `ssh -X`: they have hardly any rights and know no monitors."""

    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(tempfile.TemporaryDirectory(prefix="colourclock-e2e-"))
        cls.server = Server(cls.screen, authority=Path(folder, "trusted"))
        cls.addClassCleanup(cls.server.close)

    def test_one_clock(self):
        cookie = self.home / "untrusted"
        with environment(XAUTHORITY=str(self.server.authority)):
            xauth(cookie, "generate", self.server.name, ".", "untrusted")

        class Forwarded:
            name, authority = self.server.name, cookie

        self.host = Viewer(Forwarded)
        self.split(LEFT, RIGHT, output="screen")
        self.addCleanup(self.unsplit)
        # Without RENDER letters have harder edges.
        for size in ((640, 240), (640, 480)):
            self.shots[size] = self.planes_of(self.snapshot(
                "--no-config", "--at", "13:35:16", "--size", "{}x{}".format(*size), XAUTHORITY=cookie))
        window = self.foreign(640, 240, 0, 0)
        clock = self.clock("--window-id", hex(window.id), *FROZEN, XAUTHORITY=cookie)
        self.assert_whole(window)
        window.configure(height=480)
        self.viewer.display.sync()
        self.unsplit()
        self.assert_whole(window)
        self.assert_ends_at_once(clock)
