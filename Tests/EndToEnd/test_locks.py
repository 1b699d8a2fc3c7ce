"""The clock under tools that blank and lock: xss-lock with its notifier, and xautolock, which waits for its end."""

import time

from basics import eventually, never
from hands import Hand
from hosts import HostCase
from windows import FROZEN


class XssLock(HostCase):
    def test_notifier(self):
        """It starts with the server's saver and ends with the first key."""
        self.serve()
        self.order("xset", "s", "600", "600")
        self.options_file("at 13:35:16", "speed 0", "shift off", "no-sync-badge")
        self.host("xss-lock", "--ignore-sleep", "-n", str(self.program), "--", "true")
        # Only now, since xss-lock misses earlier events; and once, since without logind it ends itself after the
        # saver's end.
        eventually(lambda: self.viewer.property(self.viewer.root, "_MIT_SCREEN_SAVER_ID"), "xss-lock to listen")
        self.order("xset", "s", "1", "600")
        self.await_clocks(1)
        self.assert_clock_on((0, 0, 640, 480))
        self.press("space")
        self.await_clocks(0)


class ExitOnInput(HostCase):
    """`--exit-on-input`: any key, any button, or more than a jog of the pointer."""

    def setUp(self):
        super().setUp()
        self.serve()
        self.hand = Hand(self.viewer)
        self.addCleanup(self.hand.let_go)
        self.hand.move((300, 300))

    def ends(self, act, mode="--fullscreen"):
        clock = self.clock(*FROZEN, "--exit-on-input", mode)
        window = clock.painted()
        eventually(lambda: self.viewer.has_focus(window), "the focus")
        act()
        self.assertEqual(clock.end(), (0, ""))

    def test_a_key(self):
        for key in ("a", "shift", "F5", "g"):
            with self.subTest(key):
                self.ends(lambda: self.press(key))

    def test_a_button(self):
        for button in (1, 3, 4):
            with self.subTest(button):
                self.ends(lambda: self.hand.wheel(button))

    def test_a_movement(self):
        """Back and forth, as people wake a screen."""
        clock = self.clock(*FROZEN, "--exit-on-input")
        clock.painted()

        def has_ended():
            self.hand.move((300, 300), (312, 305))
            return clock.process.poll() is not None

        eventually(has_ended, "an end")
        self.assertEqual(clock.end(), (0, ""))

    def test_a_jog_is_none(self):
        """A few pixels, as when somebody leans on the table; or a window that opens under the pointer."""
        clock = self.clock(*FROZEN, "--exit-on-input")
        clock.painted()
        self.hand.move((303, 302), (300, 300), (304, 300))
        never(lambda: clock.process.poll() is not None, "an end", during=0.5)

    def test_xautolock(self):
        self.order("xset", "s", "off")
        locker = f"{self.program} --no-config {' '.join(FROZEN)} --exit-on-input"
        self.host("xautolock", "-time", "60", "-locker", locker)
        eventually(
            lambda: self.order("xautolock", "-locknow") is not None and (time.sleep(0.2) or self.clocks()),
            lambda: f"a lock: {self.said()}")
        self.assert_clock_on((0, 0, 640, 480))
        self.press("a")
        self.await_clocks(0)
