"""The hold button: the effect of a hold, and near misses without effect."""

import contextlib
import signal
import time

from Xlib import X
from Xlib.error import XError

from basics import asleep, eventually, never
from hands import HandCase

# During this minute digits are black; the button is white and its fill black.
TICKING = ("--at", "09:41:00", "--fade", "0", "--hold-button", "motion")
BUTTON = (241, 442)
# Columns that the fill reaches at its start, a little before its half, and at its end; and a row below the words.
START, MIDDLE, END, ROW = 248, 317, 393, 454
# 2.6 s to the mark. The fill reaches the middle after 1.5 s, with a margin for a busy machine.
SHORT = ("--hold-time", "3.2")
# A hold that is broken off later than this may be complete: the clock takes up to 0.4 s of its own pauses for a hold.
IN_TIME = 0.8 * 3.2 - 0.4


WHITE = 0xFFFFFF


class HoldCase(HandCase):
    def running(self, *options):
        clock = self.clock(*TICKING, *options)
        return clock, clock.painted()

    def button(self, window, column=START, row=ROW):
        """The button's state at that place; while it fades it looks filled."""
        pixels = self.viewer.pixels(window, 0, row, column + 1, 1)
        return {pixels[0]: "hidden", WHITE: "shown"}.get(pixels[-1], "filled")

    def await_button(self, window, wanted, column=START):
        eventually(lambda: self.button(window, column) == wanted, f"the button {wanted}")

    def hold(self, window):
        """Presses on the button when it is visible."""
        self.hand.move((300, 100), BUTTON)
        self.await_button(window, "shown")
        self.pressed = time.monotonic()
        self.hand.press()

    def half_hold(self, window):
        self.hold(window)
        self.await_button(window, "filled", MIDDLE)

    def half_key(self, window):
        self.pressed = time.monotonic()
        self.hand.press_key("q")
        self.await_button(window, "shown", END)
        self.await_button(window, "filled", MIDDLE)

    def break_off(self, clock, window, half, miss, options=SHORT):
        """Breaks off a hold at its half. If the machine delays that, the hold may be complete: then it does not count,
        and a new clock makes it anew. Returns the clock and its window."""
        for _ in range(20):
            self.pressed = time.monotonic()
            with contextlib.suppress(XError):  # The window may be gone.
                half(window)
                miss(window)
            if time.monotonic() - self.pressed < IN_TIME:
                return clock, window
            self.hand.let_go()
            self.ungrab()
            clock, window = self.running(*options)
        self.fail("no hold was broken off in time")

    def assert_nothing(self, clock, window):
        """The action does not happen at its time, nothing is left, and the clock continues."""
        before = self.viewer.colour(window)
        never(lambda: clock.process.poll() is not None, "an end", during=1.1)
        self.hand.let_go()
        eventually(lambda: self.button(window) != "filled", "the button at rest")
        eventually(lambda: self.viewer.colour(window) != before, "the next second")

    def grab(self):
        """Grabs the input like a screen locker."""
        self.assertEqual(self.viewer.root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime), 0)

    def ungrab(self):
        self.viewer.display.ungrab_keyboard(X.CurrentTime)
        self.viewer.display.sync()

    def hide(self, window):
        """Unmaps and maps the window; the hand is released meanwhile."""
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
            "released": lambda _: self.hand.release(),
            "slid off": lambda _: self.hand.move((140, 300)),
            "another button": lambda _: self.hand.press(3),
            "Escape": lambda _: self.viewer.tap("Escape"),
            "the focus lost": lambda _: self.focus(other),
            "the keyboard grabbed": lambda _: self.grab(),
            "resized": self.resize,
            "unmapped": self.hide,
        }
        for name, miss in misses.items():
            with self.subTest(name):
                clock, window = self.break_off(clock, window, self.half_hold, miss)
                self.assert_nothing(clock, window)
                self.ungrab()
                self.focus(window)
        self.hold(window)
        self.assertEqual(clock.end(), (0, ""))

    def test_let_go_while_the_clock_stands_still(self):
        """The clock stands still, as on a swapping machine. It reads a timely release only after a tick that would
        complete the hold."""
        clock, window = self.running(*SHORT)
        for name, begin in (("pointer", self.hold), ("key", lambda _: self.hand.press_key("q"))):
            with self.subTest(name):
                begin(window)
                time.sleep(0.3)
                with asleep(clock, 2.4):
                    self.hand.let_go()
                self.assert_nothing(clock, window)
                # It does not wait for a second press either.
                never(lambda: clock.process.poll() is not None, "an end", during=4)

    def test_a_press_beside_it(self):
        clock, window = self.running("--hold-time", "0.5")
        self.hand.move(BUTTON, (60, 442))
        self.await_button(window, "shown")
        self.hand.press()
        never(lambda: self.button(window) == "filled" or clock.process.poll() is not None, "a hold", during=1)

    def test_on_letting_go(self):
        """The action waits for the release; the hand can still move away."""
        clock, window = self.running("--hold-fires", "release", "--hold-time", "1")
        self.hold(window)
        self.await_button(window, "filled", END)
        never(lambda: clock.process.poll() is not None, "an end", during=0.5)
        self.hand.move((140, 300))
        self.assert_nothing(clock, window)
        self.hold(window)
        self.await_button(window, "filled", END)
        self.hand.release()
        self.assertEqual(clock.end(), (0, ""))

    def test_letting_go_too_early(self):
        options = ("--hold-fires", "release", *SHORT)
        clock, window = self.break_off(
            *self.running(*options), self.half_hold, lambda _: self.hand.release(), options)
        self.assert_nothing(clock, window)

    def test_a_command(self):
        """Once for each hold of any length; again after two seconds."""
        clock, window = self.running("--hold-action", self.command(), "--hold-time", "0.5")
        self.hold(window)
        self.assert_ran_once(during=2.5)
        self.hand.release()
        self.hold(window)
        eventually(lambda: len(self.runs()) == 2, "the second run")
        self.assertGreater(self.runs()[1] - self.runs()[0], 2)
        self.hand.release()

    def test_a_command_so_soon_after_it(self):
        """A hold in the two seconds after one does not count."""
        _, window = self.running("--hold-action", self.command(), "--hold-time", "0.5")
        for _ in range(20):
            count = len(self.runs())
            self.hold(window)
            self.await_button(window, "filled", END)
            self.hand.release()
            self.hand.press()
            # The first hold took at least 0.4 s.
            is_so_soon = time.monotonic() - self.pressed < 2.4
            eventually(lambda: len(self.runs()) > count, "a run")  # noqa: B023
            if is_so_soon:
                break
            self.hand.release()
            self.await_button(window, "hidden")
        else:
            self.fail("no second hold began soon enough")
        never(lambda: len(self.runs()) > count + 1, "a second run", during=1)
        self.hand.release()

    def test_other_actions(self):
        """Refresh acts like the pull, none has no effect; neither ends the clock."""
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
            # After two quick changes the clock would see only the last size, which might be its present size.
            eventually(lambda: self.button(window, MIDDLE) != "filled", "the hold given up")


class Keys(HoldCase):
    def test_held_with_repeats(self):
        """The server repeats a held key; that is one press."""
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
            "released": lambda _: self.hand.release_key("q"),
            "Escape": lambda _: self.viewer.tap("Escape"),
            "a click": lambda _: self.hand.click(300, 100),
            "the keyboard grabbed": lambda _: self.grab(),
            "unmapped": self.hide,
        }
        for name, miss in misses.items():
            with self.subTest(name):
                clock, window = self.break_off(clock, window, self.half_key, miss)
                self.assert_nothing(clock, window)
                self.ungrab()
        self.hand.press_key("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_still_held_when_the_keyboard_comes_back(self):
        """A repeat after that is no new press."""
        clock, window = self.break_off(*self.running(*SHORT), self.half_key, lambda _: self.grab())
        eventually(lambda: self.button(window) != "filled", "an end of the hold")
        self.ungrab()
        never(lambda: clock.process.poll() is not None, "an end", during=2)

    def test_pressed_again_as_soon_as_the_keyboard_comes_back(self):
        """Before the clock has noticed it."""
        clock, window = self.break_off(*self.running(*SHORT), self.half_key, lambda _: self.grab())
        eventually(lambda: self.button(window) != "filled", "an end of the hold")
        self.hand.let_go()
        clock.signal(signal.SIGSTOP)
        self.ungrab()
        self.hand.press_key("q")
        clock.signal(signal.SIGCONT)
        self.assertEqual(clock.end(), (0, ""))

    def test_twice(self):
        """For users who cannot hold: the same key twice, or any key and then Enter."""
        for keys in (("q", "q"), ("Escape", "Escape"), ("space", "space"), ("Return", "Return"), ("q", "Return")):
            with self.subTest(keys):
                clock, window = self.running()
                self.viewer.tap(keys[0])
                self.await_button(window, "shown")
                never(lambda: clock.process.poll() is not None, "an end", during=0.3)
                self.viewer.tap(keys[1])
                self.assertEqual(clock.end(), (0, ""))

    def test_not_quite_twice(self):
        """Two different keys, or one key twice after more than four seconds."""
        clock, window = self.running()
        self.viewer.tap("q", "Escape")
        self.await_button(window, "shown")
        self.await_button(window, "hidden")
        self.viewer.tap("Escape")
        never(lambda: clock.process.poll() is not None, "an end", during=1.1)
        self.viewer.tap("Escape")
        self.assertEqual(clock.end(), (0, ""))

    def test_chords_are_others(self):
        clock, window = self.running("--hold-button", "never")
        self.press("ctrl+q", "alt+q", "super+q")
        self.assert_ticks(clock, window)
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))


class Presence(HoldCase):
    def test_auto(self):
        """The button appears with pointer motion and disappears later; `test_not_quite_twice` waits for that."""
        clock, window = self.running()
        self.assertEqual(self.button(window), "hidden")
        self.hand.move((100, 100), (101, 100))
        self.await_button(window, "shown")

    def test_by_default(self):
        """A pointer does not show it. A held key does, at the far end."""
        clock = self.clock(*TICKING[:-2])
        window = clock.painted()
        self.hand.move((100, 100), (101, 100))
        # The row above the bar.
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
                # The hint of the start may still fade.
                eventually(lambda: self.button(window, row=404) == "hidden", "an empty row above the bar")
                self.hand.press()
                never(lambda: self.button(window, row=404) != "hidden"
                      or clock.process.poll() is not None, "a hold", wait)
                self.hand.release()
                self.press(key)
                self.assertEqual(clock.end(), (0, ""))

    def test_elsewhere(self):
        """At half the height; there is nothing at the usual place."""
        clock, window = self.running("--hold-position", "0.5", "--hold-button", "always")
        self.assertEqual((self.button(window), self.button(window, row=252)), ("hidden", "shown"))
        self.hand.move((241, 240))
        self.hand.press()
        self.assertEqual(clock.end(), (0, ""))
