"""Attempts to escape by the pointer: only a hold on the button succeeds."""

import time

from Xlib import X
from Xlib.ext import xtest

from basics import never, tool
from escapes import BUTTON, EscapeCase, Hands, HoldAttempts

CORNERS = ((0, 0), (639, 0), (0, 479), (639, 479))


class Pointer(HoldAttempts, Hands):
    def come(self):
        self.hand.move((300, 300), (310, 310))

    def test_every_button_everywhere(self):
        """Buttons 1 to 15, twice each, on the wall, on the button and in the corners."""
        for place in (*CORNERS, (320, 200)):
            self.hand.move(place)
            for number in range(1, 16):
                for kind in (X.ButtonPress, X.ButtonRelease) * 2:
                    xtest.fake_input(self.viewer.display, kind, number)
        self.viewer.display.sync()
        self.assert_only_the_hold_ends_it()

    def test_other_buttons_held_on_the_button(self):
        for number in (2, 3, 8, 9):
            self.show_button()
            self.hand.press(number)
            self.assert_only_the_hold_ends_it()
            self.hand.release(number)

    def test_wheels(self):
        """No gallery and no refresh, in any direction and over any distance."""
        self.hand.move((320, 200))
        for number in (4, 5, 6, 7):
            for _ in range(30):
                self.hand.wheel(number)
        self.assert_no_escape(during=0.4)

    def test_right_click(self):
        self.hand.move((100, 100))
        self.hand.press(3)
        self.assert_no_escape()
        self.hand.release(3)
        self.assert_no_escape()

    def test_hot_corners_and_edges(self):
        for place in (*CORNERS, (320, 0), (0, 240), (639, 240), (320, 479)):
            self.hand.move((320, 240), place)
            self.hand.tap()
        self.assert_only_the_hold_ends_it()

    def test_dragged_out_of_the_screen(self):
        for place in ((-50, 240), (900, 240), (320, -50), (320, 900)):
            self.hand.move((320, 200))
            self.hand.press()
            self.hand.move((200, 200), place)
            self.assert_no_escape(during=0.1)
            self.hand.release()
        self.assert_no_escape()

    def test_dragged_sideways_and_down(self):
        """Drags that elsewhere open the gallery or refresh."""
        for way in ((-1, 0), (1, 0), (0, 1), (0, -1)):
            self.hand.move((320, 240))
            self.hand.press()
            self.hand.move(*((320 + way[0] * step, 240 + way[1] * step) for step in range(0, 200, 20)))
            never(lambda: not self.is_whole(), "another picture", during=0.1)
            self.hand.release()
        self.assert_no_escape()

    def test_double_and_triple_clicks_on_the_button(self):
        self.show_button()
        for _ in range(3):
            for _ in range(3):
                self.hand.tap()
            time.sleep(0.1)
        self.assert_only_the_hold_ends_it()

    def test_a_hundred_clicks_on_the_button(self):
        self.show_button()
        for _ in range(100):
            self.hand.tap()
        self.assert_no_escape()

    def test_a_second_button_during_the_hold(self):
        for number in (2, 3, 9):
            self.break_off(self.hand.press, lambda: self.hand.press(number))
            self.assert_only_the_hold_ends_it()
            self.hand.let_go()

    def test_a_key_during_the_hold(self):
        self.break_off(self.hand.press, lambda: self.chord("a"))
        self.assert_only_the_hold_ends_it()

    def test_moved_away_and_back_during_the_hold(self):
        self.break_off(self.hand.press, lambda: self.hand.move((320, 300)))
        self.hand.move(BUTTON)
        self.assert_only_the_hold_ends_it()

    def test_pressed_before_the_button_shows(self):
        """A press that makes the button appear does not press the button."""
        self.hand.move(BUTTON)
        self.begin()
        self.hand.press()
        self.assert_only_the_hold_ends_it()

    def test_pressed_beside_and_dragged_onto_the_button(self):
        self.show_button()
        self.hand.move((310, 310))
        self.hand.press()
        self.hand.move(BUTTON)
        self.assert_only_the_hold_ends_it()


class TwoMonitors(EscapeCase):
    """The pointer finds a wall on the other monitor too."""

    its_part = (0, 380, 640, 100)

    def begin(self):
        self.split()
        super().begin()

    def split(self):
        if not getattr(type(self), "is_split", False):
            for name, place, output in (("L", "320/80x480/120+0+0", "screen"), ("R", "320/80x480/120+320+0", "none")):
                self.xrandr("--setmonitor", name, place, output)
            type(self).is_split = True

    def xrandr(self, *arguments):
        self.assertEqual(self.run_command([tool("xrandr"), *arguments]).status, 0)

    def assert_full_screen(self, window):
        self.assert_box(window, (0, 0, 320, 480))

    def test_the_pointer_on_the_other_monitor(self):
        self.hand.move((100, 100), (500, 100))
        for number in (1, 2, 3):
            self.hand.press(number)
            self.hand.release(number)
        self.hand.press()
        self.hand.move((100, 100))
        self.assert_no_escape()

    def test_a_window_on_the_other_monitor(self):
        for x in (20, 340):
            self.window_of_others((x, 20, 200, 200), override=True)
        self.assert_no_escape()

    def test_the_cover_of_the_other_monitor_taken_away(self):
        """Unmapped, lowered or moved, the cover comes back like the main window."""
        others = self.window_of_others((330, 20, 200, 200))
        self.assert_no_escape()
        [cover] = [each for each in self.viewer.root.query_tree().children
                   if (each.get_wm_class() or ("", ""))[1] == "ColourClock" and each.id != self.its_window]
        for change in (cover.unmap, lambda: cover.configure(stack_mode=X.Below), lambda: cover.configure(x=0, width=9),
                       lambda: cover.reparent(others, 5, 5)):
            change()
            self.viewer.display.sync()
            self.assert_no_escape()
