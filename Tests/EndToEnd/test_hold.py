"""The button that is held: what a hold does, and everything that comes near one and does nothing."""

import signal
import time

from Xlib import X

from basics import eventually, never
from hands import ControlCase

# The digits stay in black for this minute: the button is white, and its fill black.
TICKING = ("--at", "09:41:00", "--fade", "0", "--hold-button", "motion")
BUTTON = (212, 442)
# The places that the fill reaches when it has just begun, a little before its half, and at its end; all below the words.
START, MIDDLE, END, ROW = 222, 309, 416, 460
# 2.6 s to the mark; the fill is at the middle after 1.5 s, which leaves a busy machine time to miss it by a little.
SHORT = ("--hold-time", "3.2")


WHITE = 0xFFFFFF


class HoldCase(ControlCase):
    def running(self, *options):
        clock = self.clock(*TICKING, *options)
        return clock, clock.painted()

    def button(self, window, column=START, row=ROW):
        """What is seen of the button at that place; while it comes and goes it looks filled."""
        pixels = self.viewer.pixels(window, 0, row, column + 1, 1)
        return {pixels[0]: "hidden", WHITE: "shown"}.get(pixels[-1], "filled")

    def await_button(self, window, wanted, column=START):
        eventually(lambda: self.button(window, column) == wanted, f"the button {wanted}")

    def hold(self, window):
        """Presses on the button, once it is there."""
        self.hand.move((300, 100), BUTTON)
        self.await_button(window, "shown")
        self.hand.press()

    def half_hold(self, window):
        self.hold(window)
        self.await_button(window, "filled", MIDDLE)

    def half_key(self, window):
        self.hand.press_key("q")
        self.await_button(window, "shown", END)
        self.await_button(window, "filled", MIDDLE)

    def assert_nothing(self, clock, window):
        """It is not done when it would have been, nothing stays behind, and the clock goes on."""
        before = self.viewer.colour(window)
        never(lambda: clock.process.poll() is not None, "an end", during=1.1)
        self.hand.let_go()
        eventually(lambda: self.button(window) != "filled", "the button at rest")
        eventually(lambda: self.viewer.colour(window) != before, "the next second")

    def grab(self):
        """As a screen locker does."""
        self.assertEqual(self.viewer.root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime), 0)

    def ungrab(self):
        self.viewer.display.ungrab_keyboard(X.CurrentTime)
        self.viewer.display.sync()

    def hide(self, window):
        """Off the screen and back, the hand gone meanwhile."""
        window.unmap()
        self.viewer.display.sync()
        self.hand.let_go()
        window.map()
        eventually(lambda: self.viewer.is_viewable(window), "the window again")


class Holding(HoldCase):
    def test_held_by_the_mouse(self):
        for fires, least in (("fraction", 1.6), ("full", 2)):
            with self.subTest(fires):
                clock, window = self.running("--hold-fires", fires)
                start = time.monotonic()
                self.hold(window)
                self.assertEqual(clock.end(), (0, ""))
                self.assertGreater(time.monotonic() - start, least)
                self.hand.let_go()

    def test_near_misses_by_the_mouse(self):
        clock, window = self.running(*SHORT)
        other = self.other_window()
        misses = {
            "released": self.hand.release,
            "slid off": lambda: self.hand.move((140, 300)),
            "another button": lambda: self.hand.press(3),
            "Escape": lambda: self.press("Escape"),
            "the focus lost": lambda: self.focus(other),
            "the keyboard grabbed": self.grab,
            "resized": lambda: self.resize(window),
            "unmapped": lambda: self.hide(window),
        }
        for name, miss in misses.items():
            with self.subTest(name):
                self.half_hold(window)
                miss()
                self.assert_nothing(clock, window)
                self.ungrab()
                self.focus(window)
        self.hold(window)
        self.assertEqual(clock.end(), (0, ""))

    def test_let_go_while_the_clock_stands_still(self):
        """As on a machine that swaps: what was let go of in time is read too late, and after a tick that would be late enough."""
        clock, window = self.running()
        for name, begin in (("pointer", self.hold), ("key", lambda _: self.hand.press_key("q"))):
            with self.subTest(name):
                begin(window)
                time.sleep(0.3)
                clock.process.send_signal(signal.SIGSTOP)
                self.hand.let_go()
                time.sleep(2.4)
                clock.process.send_signal(signal.SIGCONT)
                self.assert_nothing(clock, window)
                # Neither does it wait for a second press.
                never(lambda: clock.process.poll() is not None, "an end", during=4)

    def test_a_press_beside_it(self):
        clock, window = self.running("--hold-time", "0.5")
        self.hand.move(BUTTON, (60, 442))
        self.await_button(window, "shown")
        self.hand.press()
        never(lambda: self.button(window) == "filled" or clock.process.poll() is not None, "a hold", during=1)

    def test_on_letting_go(self):
        """It waits for the hand, which can still slide off."""
        clock, window = self.running("--hold-fires", "release", "--hold-time", "1")
        self.hold(window)
        self.await_button(window, "filled", END)
        never(lambda: clock.process.poll() is not None, "an end", during=0.5)
        self.hand.move((140, 300))
        self.assert_nothing(clock, window)
        self.half_hold(window)
        self.hand.release()
        self.assert_nothing(clock, window)
        self.hold(window)
        self.await_button(window, "filled", END)
        self.hand.release()
        self.assertEqual(clock.end(), (0, ""))

    def test_a_command(self):
        """Once for each hold, however long; and again when two seconds have passed."""
        clock, window = self.running("--hold-action", self.command(), "--hold-time", "0.5")
        self.hold(window)
        self.assert_ran_once(during=2.5)
        self.hand.release()
        self.hold(window)
        eventually(lambda: len(self.runs()) == 2, "the second run")
        self.assertGreater(self.runs()[1] - self.runs()[0], 2)
        # A hold so soon after does not count.
        self.hand.release()
        self.hand.press()
        never(lambda: len(self.runs()) > 2, "a third run", during=1)
        self.hand.release()

    def test_other_actions(self):
        """Refresh does what the pull does, none does nothing; either way it is no end."""
        for action, count in (("refresh", 1), ("none", 0)):
            with self.subTest(action):
                name = f"refreshed by {action}"
                options = ("--hold-action", action, "--hold-time", "0.5", "--on-refresh", self.command(name))
                clock, window = self.running(*options)
                self.hold(window)
                self.await_button(window, "filled", END)
                eventually(lambda: len(self.runs(name)) == count, f"{count} runs")
                never(lambda: len(self.runs(name)) > count, "another run", during=0.5)
                self.hand.release()
                self.assert_ticks(clock, window)

    def other_window(self):
        window = self.viewer.root.create_window(600, 9, 9, 9, 0, X.CopyFromParent, override_redirect=True)
        window.map()
        self.viewer.display.sync()
        self.addCleanup(window.destroy)
        return window

    def focus(self, window):
        window.set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
        self.viewer.display.sync()

    def resize(self, window):
        for width in (self.server.width - 40, self.server.width):
            window.configure(width=width)
            eventually(lambda: self.viewer.box(window)[2] == width, "the size")
            # Of two sizes that come at once a clock sees the last, which would be the one it has.
            eventually(lambda: self.button(window, MIDDLE) != "filled", "the hold given up")


class Keys(HoldCase):
    def test_held_with_repeats(self):
        """The server says a held key again and again: that is one press."""
        clock, window = self.running()
        self.viewer.display.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOn)
        window.change_attributes(event_mask=X.KeyPressMask)
        start = time.monotonic()
        self.hand.press_key("q")
        self.assertEqual(clock.end(), (0, ""))
        self.assertGreater(time.monotonic() - start, 1.6)
        self.hand.let_go()
        self.assertGreater(self.count_presses(), 5)

    def count_presses(self):
        count = 0
        while event := self.viewer.next_event(X.KeyPress):
            count += event.type == X.KeyPress
        return count

    def test_near_misses(self):
        clock, window = self.running(*SHORT)
        misses = {
            "released": lambda: self.hand.release_key("q"),
            "Escape": lambda: self.press("Escape"),
            "a click": lambda: self.hand.click(300, 100),
            "the keyboard grabbed": self.grab,
            "unmapped": lambda: self.hide(window),
        }
        for name, miss in misses.items():
            with self.subTest(name):
                self.half_key(window)
                miss()
                self.assert_nothing(clock, window)
                self.ungrab()
        self.hand.press_key("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_still_held_when_the_keyboard_comes_back(self):
        """What repeats then is no new press."""
        clock, window = self.running(*SHORT)
        self.half_key(window)
        self.grab()
        eventually(lambda: self.button(window) != "filled", "an end of the hold")
        self.ungrab()
        never(lambda: clock.process.poll() is not None, "an end", during=2)

    def test_pressed_again_as_soon_as_the_keyboard_comes_back(self):
        """Before the clock has even looked."""
        clock, window = self.running(*SHORT)
        self.half_key(window)
        self.grab()
        eventually(lambda: self.button(window) != "filled", "an end of the hold")
        self.hand.let_go()
        clock.signal(signal.SIGSTOP)
        self.ungrab()
        self.hand.press_key("q")
        clock.signal(signal.SIGCONT)
        self.assertEqual(clock.end(), (0, ""))

    def test_twice(self):
        """For those who cannot hold: the same key twice, or Enter after any."""
        for keys in (("q", "q"), ("Escape", "Escape"), ("space", "space"), ("Return", "Return"), ("q", "Return")):
            with self.subTest(keys):
                clock, window = self.running()
                self.press(keys[0])
                self.await_button(window, "shown")
                never(lambda: clock.process.poll() is not None, "an end", during=0.3)
                self.press(keys[1])
                self.assertEqual(clock.end(), (0, ""))

    def test_not_quite_twice(self):
        """Two keys once each, or one twice with more than four seconds between."""
        clock, window = self.running()
        self.press("q", "Escape")
        self.await_button(window, "shown")
        self.await_button(window, "hidden")
        self.press("Escape")
        self.assert_nothing(clock, window)
        self.press("Escape")
        self.assertEqual(clock.end(), (0, ""))

    def test_chords_are_others(self):
        clock, window = self.running("--hold-button", "never")
        self.press("ctrl+q", "alt+q", "super+q")
        self.assert_ticks(clock, window)
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))


class Presence(HoldCase):
    def test_auto(self):
        """It comes when the pointer moves; it goes a while after that, for which `test_not_quite_twice` waits."""
        clock, window = self.running()
        self.assertEqual(self.button(window), "hidden")
        self.hand.move((100, 100), (101, 100))
        self.await_button(window, "shown")

    def test_by_default(self):
        """A pointer does not bring it. A held key does, and that is at the far end."""
        clock = self.clock(*TICKING[:-2])
        window = clock.painted()
        self.hand.move((100, 100), (101, 100))
        # Above the bar.
        never(lambda: self.button(window, MIDDLE, row=424) != "hidden", "a button", during=1)
        self.hand.press_key("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_always(self):
        _, window = self.running("--hold-button", "always")
        self.assertEqual(self.button(window), "shown")

    def test_never(self):
        """There is no button, and keys act at once."""
        for key, wait in (("q", 2), ("Escape", 0.2)):
            with self.subTest(key):
                clock, window = self.running("--hold-button", "never")
                self.hand.move((300, 100), BUTTON)
                self.hand.press()
                never(lambda: self.button(window, row=404) != "hidden" or clock.process.poll() is not None, "a hold", wait)
                self.hand.release()
                self.press(key)
                self.assertEqual(clock.end(), (0, ""))

    def test_elsewhere(self):
        """At the middle of the height instead; and nothing where it would be else."""
        clock, window = self.running("--hold-position", "0.5", "--hold-button", "always")
        self.assertEqual((self.button(window), self.button(window, row=258)), ("hidden", "shown"))
        self.hand.move((212, 240))
        self.hand.press()
        self.assertEqual(clock.end(), (0, ""))
