"""Attempts to escape by modifiers and by changed key meanings."""

import contextlib
import subprocess

from Xlib import X, XK
from Xlib.ext import xtest

from basics import eventually, tool
from escapes import EscapeCase

MULTI_KEY, DEAD_ACUTE = 0xFF20, 0xFE51


class Modifiers(EscapeCase):
    def test_each_modifier_held_with_keys_that_quit(self):
        for modifier in ("Shift_L", "Shift_R", "Control_R", "Alt_R", "Super_R", "Meta_L", "Hyper_L", "ISO_Level3_Shift",
                         "Mode_switch"):
            code = self.hand.code(modifier)
            if code:
                self.type_codes_under(code, [self.hand.code(key) for key in ("q", "Escape", "Return", "F4", "c")])
        self.assert_only_the_hold_ends_it()

    def type_codes_under(self, held, codes):
        xtest.fake_input(self.viewer.display, X.KeyPress, held)
        self.type_codes(codes, times=2)
        xtest.fake_input(self.viewer.display, X.KeyRelease, held)
        self.viewer.display.sync()

    def test_locked_modifiers(self):
        """With Caps, Num and Scroll Lock on, keys that usually quit."""
        locks = ("Caps_Lock", "Num_Lock", "Scroll_Lock")
        for lock in locks:
            self.chord(lock)
        for key in ("q", "Escape", "Return", "F4"):
            self.chord(key)
            self.chord(key)
        self.assert_only_the_hold_ends_it()
        for lock in locks:
            self.chord(lock)

    def test_control_held_makes_no_hold_of_space(self):
        """A chord belongs to a window manager, so it is no hold."""
        for modifier in ("Control_L", "Alt_L", "Super_L"):
            self.hand.press_key(modifier)
            self.hand.press_key("space")
            self.assert_only_the_hold_ends_it()
            self.hand.let_go()

    def test_compose_sequences_and_dead_keys(self):
        with self.keyboard_changed(self.hand.code("Menu"), MULTI_KEY):
            for keys in (("Menu", "q", "q"), ("Menu", "Escape"), ("Menu", "space", "space")):
                for key in keys:
                    self.chord(key)
        with self.keyboard_changed(self.hand.code("Menu"), DEAD_ACUTE):
            self.chord("Menu")
            self.chord("q")
        self.assert_only_the_hold_ends_it()


class Sticky(EscapeCase):
    server_options = ("+accessx",)

    def test_sticky_keys(self):
        """Shift five times: with the server's accessibility help a modifier then stays down for the next key."""
        for _ in range(5):
            self.chord("Shift_L")
        self.chord("Control_L")
        eventually(lambda: self.viewer.root.query_pointer().mask & X.ControlMask, "a key that sticks")
        for key in ("q", "c", "Escape"):
            self.chord("Control_L")
            self.chord(key)
            self.chord(key)
        for key in ("Alt_L", "Alt_L", "F4", "F4"):
            self.chord(key)
        self.assert_only_the_hold_ends_it()


class Meanings(EscapeCase):
    """Key meanings change while the kiosk runs, with a MappingNotify each time."""

    def test_another_key_becomes_q(self):
        code = self.hand.code("a")
        with self.keyboard_changed(code, XK.XK_q, XK.XK_Q):
            self.type_codes([code], times=2)
            xtest.fake_input(self.viewer.display, X.KeyPress, code)
            self.viewer.display.sync()
            self.assert_only_the_hold_ends_it()
            xtest.fake_input(self.viewer.display, X.KeyRelease, code)

    def test_space_becomes_q_while_it_is_held(self):
        """The hold continues with its original meaning, so a release in time ends it."""
        code = self.hand.code("space")
        with contextlib.ExitStack() as meaning:
            def press():
                meaning.close()
                self.hand.press_key("space")

            def change_and_release():
                meaning.enter_context(self.keyboard_changed(code, XK.XK_q, XK.XK_Q))
                self.hand.down.clear()
                xtest.fake_input(self.viewer.display, X.KeyRelease, code)
                self.viewer.display.sync()

            self.break_off(press, change_and_release)
            self.type_codes([code], times=2)
            self.assert_only_the_hold_ends_it()

    def test_all_letters_become_escape(self):
        codes = [self.hand.code(letter) for letter in "asdfgh"]
        display = self.viewer.display
        before = [(code, [tuple(row) for row in display.get_keyboard_mapping(code, 1)]) for code in codes]
        for code, rows in before:
            display.change_keyboard_mapping(code, [(XK.XK_Escape,) * len(rows[0])])
        display.sync()
        self.type_codes(codes, times=3)
        self.assert_only_the_hold_ends_it()
        for code, rows in before:
            display.change_keyboard_mapping(code, rows)
        display.sync()

    def test_another_layout(self):
        for layout in ("ru", "us"):
            subprocess.run([tool("setxkbmap"), layout], env=self.variables(), check=True)
            self.type_codes([self.hand.code("Escape"), 24, 38, 52], times=2)
            self.assert_no_escape()
