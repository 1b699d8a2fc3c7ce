"""Attempts to escape by touch: only a hold on the button succeeds."""

import time

from basics import eventually
from escapes import BUTTON, Hands, HoldAttempts
from test_escapes_pointer import CORNERS
from test_touch import Finger
from touchscreen import TouchScreen


class Fingers(HoldAttempts, Hands):
    @classmethod
    def serve(cls):
        return TouchScreen(cls.screen)

    def setUp(self):
        super().setUp()
        self.hand = Finger(self.viewer, self.server)
        self.addCleanup(self.hand.let_go)

    def begin(self):
        if not self.server.is_plugged:
            self.server.plug()
        super().begin()
        # A hold that was too long may have left it.
        self.server.up(1)
        # The clock selects touches after its first picture and its icon, and then answers.
        eventually(lambda: self.viewer.property(self.present_window, "_NET_WM_ICON"), "the icon")
        self.wait_for_clock()

    def come(self):
        self.hand.click(300, 300)

    def wait_for_clock(self):
        self.server.settle()
        self.viewer.display.sync()
        super().wait_for_clock()

    def test_taps_everywhere(self):
        for place in (*CORNERS, (320, 100), (100, 240), (320, 240)):
            for _ in range(3):
                self.hand.click(*place)
        self.assert_only_the_hold_ends_it()

    def test_swipes_from_the_edges(self):
        for start, end in (((0, 240), (300, 240)), ((639, 240), (300, 240)), ((320, 0), (320, 300)),
                           ((320, 479), (320, 100))):
            self.server.down(*start)
            for part in range(1, 11):
                self.server.drag(*(one + (other - one) * part / 10 for one, other in zip(start, end)))
            self.server.up()
            self.assert_no_escape()

    def test_two_taps_on_the_button(self):
        """Two taps confirm elsewhere, for users who cannot hold."""
        self.show_button()
        for _ in range(3):
            self.hand.tap()
            time.sleep(0.3)
        self.assert_only_the_hold_ends_it()

    def test_a_second_finger_during_the_hold(self):
        self.break_off(self.hand.press, lambda: self.server.down(100, 100, 1))
        self.assert_only_the_hold_ends_it()
        self.server.up(1)

    def test_the_second_finger_on_the_button(self):
        """While the first finger rests on the wall."""
        self.show_button()
        self.server.down(100, 100, 0)
        self.server.down(*BUTTON, 1)
        self.assert_only_the_hold_ends_it()
        self.server.up(1)
        self.server.up(0)

    def test_three_and_five_fingers(self):
        for count in (3, 5):
            for finger in range(count):
                self.server.down(100 + 60 * finger, 200, finger)
            for finger in range(count):
                self.server.drag(100 + 60 * finger, 60, finger)
            self.assert_no_escape()
            for finger in range(count):
                self.server.up(finger)
        self.assert_no_escape()

    def test_a_pinch(self):
        for finger, place in ((0, 300), (1, 340)):
            self.server.down(place, 240, finger)
        for step in range(1, 11):
            self.server.drag(300 - 20 * step, 240, 0)
            self.server.drag(340 + 20 * step, 240, 1)
        self.assert_no_escape()
        for finger in (0, 1):
            self.server.up(finger)

    def test_the_screen_is_unplugged_during_the_hold(self):
        self.break_off(self.hand.press, self.unplug)
        self.assert_only_the_hold_ends_it()
        self.server.plug()

    def unplug(self):
        self.server.unplug()
        self.hand.is_down = False
