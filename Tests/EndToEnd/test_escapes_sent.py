"""Synthetic events sent to a kiosk by another client have no effect."""

import time

from Xlib import X
from Xlib.protocol import event

from basics import eventually
from escapes import BUTTON, EscapeCase


class Sent(EscapeCase):
    """Events by XSendEvent are no input and do not change what the clock knows of its window."""

    def send(self, kind, **fields):
        window = self.present_window
        usual = {"window": window, "event": window, "time": X.CurrentTime, "root": self.viewer.root, "child": X.NONE}
        window.send_event(kind(**{**usual, **fields}), event_mask=X.NoEventMask)
        self.viewer.display.sync()

    def key(self, kind, name):
        self.send(kind, detail=self.hand.code(name), root_x=9, root_y=9, event_x=9, event_y=9, state=0, same_screen=1)

    def button(self, kind, number, place=BUTTON):
        x, y = place
        self.send(kind, detail=number, root_x=x, root_y=y, event_x=x, event_y=y, state=0, same_screen=1)

    def test_a_key_that_is_held(self):
        self.key(event.KeyPress, "space")
        self.assert_only_the_hold_ends_it()
        self.key(event.KeyRelease, "space")

    def test_a_button_that_is_held(self):
        self.hand.move((300, 300), (301, 301))
        time.sleep(0.3)
        self.button(event.ButtonPress, 1)
        self.assert_only_the_hold_ends_it()
        self.button(event.ButtonRelease, 1)

    def test_the_release_of_a_hold(self):
        """A sent release neither ends nor completes a hold in progress."""
        self.hand.press_key("space")
        self.key(event.KeyRelease, "space")
        self.assert_ended(0)

    def test_it_is_destroyed(self):
        self.send(event.DestroyNotify)
        self.assert_no_escape(during=0.4)

    def test_it_is_not_on_the_screen(self):
        """A sent UnmapNotify must not stop the wall."""
        self.send(event.UnmapNotify, from_configure=0)
        self.send(event.VisibilityNotify, state=X.VisibilityFullyObscured)
        self.assertEqual(self.sent("face", "literal"), (0, ""))
        eventually(lambda: self.viewer.colour(self.present_window) == (0x13, 0x35, 0x16), "the other face")
        self.assertEqual(self.sent("face", "scaled"), (0, ""))
        self.assert_no_escape()

    def test_another_place(self):
        self.send(event.ConfigureNotify, x=300, y=200, width=10, height=10, border_width=0,
                  above_sibling=X.NONE, override=1)
        self.assert_no_escape()

    def test_the_keyboard_is_lost(self):
        """The clock checks its grab after the event, and still has it."""
        for kind in (event.FocusOut, event.FocusIn):
            for mode in (X.NotifyNormal, X.NotifyGrab, X.NotifyUngrab):
                self.send(kind, mode=mode, detail=X.NotifyNonlinear)
        self.assert_no_escape()

    def test_another_keyboard(self):
        self.send(event.MappingNotify, request=X.MappingKeyboard, first_keycode=8, count=248)
        self.assert_no_escape()
