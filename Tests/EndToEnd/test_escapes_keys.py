"""Attempts to escape by the keyboard: none succeeds."""

import time

from Xlib import XK

from basics import eventually, never
from escapes import HOLD_TIME, EscapeCase

XK.load_keysym_group("xf86")


# Keys and chords that elsewhere quit, leave the full screen, open menus and dialogs, switch windows, become signals in
# a terminal (Ctrl+C, D, Z, backslash), or end the server (Ctrl+Alt+Backspace, with an option of the keyboard map).
CHORDS = (
    "q", "Escape", "Return", "f", "F11", "Menu", "Print", "Super_L", "Alt_L Print", "Alt_L F2", "Alt_L F4", "Alt_L Tab",
    "Alt_L space", "Control_L c", "Control_L d", "Control_L q", "Control_L w", "Control_L z", "Control_L backslash",
    "Control_L Escape", "Control_L Alt_L t", "Control_L Alt_L Delete", "Control_L Alt_L BackSpace")


class Keyboard(EscapeCase):
    def test_chords(self):
        """Twice in quick succession, which quits elsewhere; and held for the length of a hold."""
        for chord in CHORDS:
            with self.subTest(chord):
                if not self.is_running():
                    self.begin()
                keys = chord.split()
                self.chord(*keys)
                self.chord(*keys)
                for key in keys:
                    self.hand.press_key(key)
                self.assert_only_the_hold_ends_it()
                self.hand.let_go()
                self.assert_no_escape(during=0)

    def test_super_with_letters(self):
        for letter in "dlrevx":
            self.chord("Super_L", letter)
        self.assert_only_the_hold_ends_it()

    def test_ctrl_alt_function_keys(self):
        """Switching consoles; a server with consoles does that itself."""
        for number in range(1, 13):
            self.hand.press_key("Control_L")
            self.hand.press_key("Alt_L")
            self.chord(f"F{number}")
            self.hand.let_go()
        self.assert_only_the_hold_ends_it()

    def test_media_keys(self):
        """Sleep, power off, browser, terminal, mail and the like: no program but the clock gets them."""
        names = ("Sleep", "PowerOff", "WWW", "Mail", "Calculator", "HomePage", "Explorer", "AudioMute", "Eject",
                 "MonBrightnessDown", "Suspend", "Launch1", "Terminal")
        codes = [self.viewer.display.keysym_to_keycode(getattr(XK, f"XK_XF86_{name}")) for name in names]
        self.assertGreater(sum(code != 0 for code in codes), 8)
        self.type_codes([code for code in codes if code], times=2)
        self.assert_only_the_hold_ends_it()

    def test_every_key_that_the_kiosk_does_not_allow(self):
        """Gallery, countdown, stopwatch, refresh: they change neither picture nor state."""
        before = self.status()["wall"]
        for key in ("g", "Left", "Right", "c", "Up", "Down", "plus", "minus", "s", "l", "BackSpace", "r", "F5", "1",
                    "d", "t", "b"):
            self.chord(key)
        never(lambda: not self.is_whole(), "another picture", during=0.3)
        after = self.status()["wall"]
        for name in ("face", "countdown", "stopwatch"):
            self.assertEqual(after.get(name), before.get(name), name)

    def test_tab_to_hidden_items_and_enter(self):
        """There is no bar of controls to focus."""
        for _ in range(30):
            self.chord("Tab")
            self.chord("Return")
        self.chord("Shift_L", "Tab")
        self.chord("Return")
        self.assert_only_the_hold_ends_it()

    def test_help_tells_nothing_but_the_hold(self):
        """Help is the one thing that a key still shows; the next key closes it and does nothing else."""
        for key in ("question", "F1", "h"):
            self.chord(*(("Shift_L", "slash") if key == "question" else (key,)))
            eventually(lambda: not self.is_whole(), "the help")
            self.chord("Escape")
            self.assert_no_escape()


class Holds(EscapeCase):
    """A hold that is almost complete has no effect."""

    def test_space_let_go_too_early(self):
        for _ in range(3):
            self.break_off(lambda: self.hand.press_key("space"), self.let_go_late)
            never(lambda: not self.is_running(), "an end", during=HOLD_TIME * 1.2)
        self.assert_no_escape()

    def test_space_again_and_again(self):
        """Each press needs its own full time; like a keyboard that repeats by itself."""
        end = time.monotonic() + 2 * HOLD_TIME
        while time.monotonic() < end:
            self.chord("space")
            time.sleep(0.25 * HOLD_TIME)
        self.assert_no_escape()

    def test_another_key_spoils_it(self):
        self.break_off(lambda: self.hand.press_key("space"), lambda: [self.chord(key) for key in ("a", "Escape")])
        self.assert_only_the_hold_ends_it()

    def test_twenty_keys_at_once(self):
        for key in "qwertyuiopasdfghjklz":
            self.hand.press_key(key)
        self.assert_only_the_hold_ends_it()
        self.hand.press_key("space")
        self.hand.press_key("x")
        self.assert_only_the_hold_ends_it()

    def test_the_hold_itself(self):
        """A complete hold ends the kiosk."""
        self.hand.press_key("space")
        self.assert_ended(0)
