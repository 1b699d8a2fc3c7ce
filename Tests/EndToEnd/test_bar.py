"""The bar of controls, the ring and the help: each by pointer alone and by keyboard alone."""

import contextlib
import time

from Xlib.error import XError

from basics import eventually, never, promptly
from hands import FROZEN
from test_countdown import CENTRE, CountdownCase

# Centres of the controls at 640x480 and 96 dpi: without a timer, with a countdown that is set beside Undo, with one
# that is under way, with a stopwatch, and without a timer again.
ROW = 443
START, MINUTE, WATCH = 91, 146, 416
LESS, TOGGLE, MORE, RESET = 30, 71, 111, 152
SHORTEN, PAUSE, LENGTHEN, BACK = 63, 154, 245, 336
STOP, LAP = 134, 244
HELP, QUIT = 507, 548
# A place in the help's pill, above its sign.
VEIL = (513, 431)
# The area of the hint.
TOP = (200, 8, 240, 20)


class BarCase(CountdownCase):
    def shown(self, window, away=(320, 60)):
        """Moves the pointer, and waits for the bar."""
        self.hand.move((away[0] - 5, away[1]), away)
        eventually(lambda: self.has_bar(window), "the bar")
        self.still(window)

    def tap(self, column, window=None):
        """A slow machine may let the bar go before: if there is a window, it comes again."""
        if window and not self.has_bar(window):
            self.shown(window)
        self.hand.click(column, ROW)


class ByPointer(BarCase):
    def test_each_control(self):
        _, window = self.running(*FROZEN)
        self.shown(window)
        self.tap(START, window)
        self.await_state("running")
        self.await_rest(300)
        self.tap(LENGTHEN, window)
        self.await_rest(360)
        self.tap(SHORTEN, window)
        self.tap(SHORTEN, window)
        self.await_rest(240)
        self.tap(PAUSE, window)
        self.await_state("paused")
        self.tap(PAUSE, window)
        self.await_state("running")
        self.tap(BACK, window)
        self.await_state("idle")
        self.press("u")
        self.await_state("running")

    def test_hidden_there_is_none(self):
        """The first touch shows the bar and does nothing else."""
        _, window = self.running(*FROZEN)
        self.tap(MINUTE)
        never(lambda: self.state() != "none", "a start", during=0.5)
        self.still(window)
        self.tap(MINUTE)
        self.await_state("running")

    def test_slid_off(self):
        _, window = self.running(*FROZEN)
        self.shown(window)
        self.hand.move((MINUTE, ROW))
        self.hand.press()
        self.hand.move((MINUTE, 300))
        self.hand.release()
        never(lambda: self.state() != "none", "a start", during=0.5)

    def test_quit_is_held(self):
        """A press shows the hold hint; a release in time does nothing."""
        clock, window = self.quit_half()
        never(lambda: clock.process.poll() is not None, "an end", during=2.2)
        if not self.has_bar(window):
            self.shown(window)
        self.hand.move((300, 60), (QUIT, ROW))
        self.hand.press()
        self.assertEqual(clock.end(), (0, ""))

    def quit_half(self):
        """Holds Quit until the words are there. If the machine delays the release, the hold may be complete: then a new
        clock does it anew. Returns the clock and its window."""
        for _ in range(20):
            clock, window = self.running(*FROZEN)
            self.shown(window)
            before = self.viewer.pixels(window, 422, 453, 1, 1)
            self.hand.move((QUIT, ROW))
            start = time.monotonic()
            with contextlib.suppress(XError):  # The window may be gone.
                self.hand.press()
                eventually(lambda: self.viewer.pixels(window, 422, 453, 1, 1) != before, "the words")  # noqa: B023
            self.hand.release()
            # Up to 0.4 s of its own pauses count for the clock.
            if time.monotonic() - start < 1.2:
                return clock, window
        return self.fail("nothing was let go in time")

    def test_the_ring(self):
        """A tap on the ring or inside it pauses and resumes."""
        _, window = self.running("--countdown", "25m")
        self.await_state("running")
        # A click that comes before the bar only shows the bar.
        self.shown(window)
        self.hand.click(*CENTRE)
        self.await_state("paused")
        if not self.has_bar(window):
            self.shown(window)
        self.hand.click(*self.place(0.3))
        self.await_state("running")

    def test_the_knob_stays_under_the_finger(self):
        """A quarter turn from a full ring of five minutes adds a quarter."""
        self.running()
        self.press("c")
        self.turn(0, 0.25)
        self.await_state("running")
        self.await_rest(375, delta=8)

    def test_help(self):
        _, window = self.running(*FROZEN)
        before = self.viewer.picture(window)
        self.shown(window)
        self.tap(HELP)
        self.assert_help(window)
        self.hand.click(320, 200)
        self.assert_back(window, before)

    def assert_help(self, window):
        """The help hides the time in the middle and the bar at the edge."""
        eventually(lambda: len(set(self.viewer.pixels(window, 0, ROW, 140, 1))) == 1, "no bar")


class ByKeyboard(BarCase):
    def test_each_control(self):
        """Start is first; a countdown adds controls to shorten and reset it; quit is last."""
        clock, _ = self.running(*FROZEN)
        self.press("Tab", "Return")
        self.await_state("running")
        self.await_rest(300)
        self.press("Right", "space")
        self.await_rest(360)
        self.press("shift+Tab", "shift+Tab", "Return", "Return")
        self.await_rest(240)
        self.press("Tab", "Return")
        self.await_state("paused")
        self.press("Return")
        self.await_state("running")
        # Another one, for which the lengths open with the focus on the first; after that it is on the pause.
        self.press("Tab", "Tab", "Tab", "Return", "Return")
        lengths = lambda: [round(each["countdown"]["length"] / 1e9) for each in self.content().get("others", [])]
        eventually(lambda: lengths() == [60], lambda: f"another one, but {self.content()}")
        self.press("Tab", "Tab", "Return")
        states = lambda: [each["countdown"]["state"] for each in self.content().get("others", [])]
        eventually(lambda: states() == ["idle"], lambda: f"that one back at its length, but {self.content()}")
        self.press("Escape", "shift+Tab", "Return", "Return")
        self.assertEqual(clock.end(), (0, ""))

    def test_help(self):
        _, window = self.running(*FROZEN)
        before = self.viewer.picture(window)
        for keys in (("question",), ("h",), ("F1",), ("shift+Tab", "shift+Tab", "Return")):
            with self.subTest(keys):
                self.press(*keys)
                eventually(lambda: self.viewer.picture(window) != before, "the help")
                # The second key would show the bar for a shorter time than the pointer.
                self.press("Escape", "x")
                self.assert_back(window, before)

    def test_what_closes_the_help_does_not_begin_to_quit(self):
        """A key that closes the help and stays pressed starts no hold; it must be pressed again."""
        clock, window = self.running(*FROZEN)
        before = self.viewer.picture(window)
        for key in ("q", "Escape"):
            with self.subTest(key):
                self.press("question")
                eventually(lambda: self.viewer.picture(window) != before, "the help")
                self.hand.press_key(key)
                never(lambda: clock.process.poll() is not None, "an end", during=2.2)
                self.hand.release_key(key)
                self.assert_back(window, before)
        self.assert_quits(clock)


class Kiosk(BarCase):
    def test_nothing_is_allowed(self):
        clock, window = self.running(*FROZEN, "--kiosk", "--no-inhibit", "--countdown", "25m")
        self.await_state("running")
        self.press("c", "plus", "BackSpace", "Tab", "Return", "g", "Right")
        self.hand.move((300, 60), (305, 60))
        time.sleep(0.3)
        for column in (LESS, TOGGLE, MORE, RESET, MINUTE, QUIT):
            self.tap(column)
        self.hand.click(*CENTRE)
        never(lambda: self.state() != "running" or abs(self.rest() - 1500) > 30, "another time", during=0.5)
        self.assertIsNone(clock.process.poll())

    def test_what_is_allowed(self):
        _, window = self.running(*FROZEN, "--kiosk", "--no-inhibit", "--allow", "countdown,scrub")
        self.shown(window)
        self.tap(110, window)
        self.await_state("running")
        before = self.viewer.colour(window)
        self.press("g", "Right")
        never(lambda: self.viewer.colour(window) != before, "a gallery", during=0.5)

    def test_presets(self):
        _, window = self.running(*FROZEN, "--presets", "7m")
        self.shown(window)
        self.tap(201, window)
        self.await_state("running")
        self.await_rest(420)

    def test_without_it(self):
        """Without the bar there is nothing to tap, and keys work as before."""
        _, window = self.running(*FROZEN, "--no-bar")
        before = self.viewer.pixels(window, *VEIL, 1, 1)
        self.hand.move((300, 60), (305, 60))
        never(lambda: self.viewer.pixels(window, *VEIL, 1, 1) != before, "a bar", during=0.5)
        self.tap(MINUTE)
        self.press("Tab", "c")
        self.press("c")
        self.await_state("running")
        self.await_rest(300)


class FirstUse(BarCase):
    def first(self, *options):
        _, window = self.running(*FROZEN, *options, hint=True)
        return window

    def is_said(self, window):
        return len(set(self.viewer.pixels(window, *TOP))) > 1

    def test_it_is_said_once(self):
        """The hint is shown once, at the start, for ten seconds."""
        start = time.monotonic()
        window = self.first()
        eventually(lambda: self.is_said(window), "the hint")
        eventually(lambda: self.saved().get("hinted"), "its note")
        eventually(lambda: not self.is_said(window), "its end", within=60)
        self.assertGreater(time.monotonic() - start, 9)
        window = self.first()
        never(lambda: self.is_said(window), "a second hint", during=1.5)

    def test_it_leaves_when_the_controls_come(self):
        window = self.first()
        eventually(lambda: self.is_said(window), "the hint")
        self.shown(window)
        promptly(lambda: not self.is_said(window), "its end", 2, self.present.pid, self.server.process.pid)

    def test_not_where_nothing_is_allowed(self):
        window = self.first("--kiosk", "--no-inhibit")
        self.hand.move((300, 60), (305, 60))
        self.press("x")
        never(lambda: self.is_said(window), "a hint", during=0.7)
