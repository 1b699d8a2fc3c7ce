"""Every control by fingers alone, and two fingers on a touchpad, on a server with a touch screen."""

import time

import test_bar
import test_gallery
import test_hold
import test_kiosk
import test_pull
import test_stopwatch
from basics import eventually, never
from hands import FROZEN, FULL, Hand
from test_countdown import CENTRE
from touchscreen import HORIZONTAL, TouchScreen
from windows import WindowCase


class Finger(Hand):
    """The hand's first finger, which exists only while it is down."""

    def __init__(self, viewer, screen):
        super().__init__(viewer)
        self.screen, self.place, self.is_down = screen, (0, 0), False

    def move(self, *places):
        for self.place in places:
            if self.is_down:
                self.screen.drag(*self.place)

    def press(self, button=1):
        self.screen.down(*self.place)
        self.is_down = True

    def release(self, button=1):
        self.screen.up()
        self.is_down = False

    def tap(self, button=1):
        with self.screen.compositor.at_once():
            self.press()
            self.release()

    def let_go(self):
        super().let_go()
        if self.is_down:
            self.release()


class Touched(WindowCase):
    """A test whose hand is a finger."""

    @classmethod
    def setUpClass(cls):
        cls.server = TouchScreen(cls.screen)
        cls.addClassCleanup(cls.server.close)

    def setUp(self):
        super().setUp()
        self.hand = Finger(self.viewer, self.server)
        self.addCleanup(self.hand.let_go)

    def running(self, *options, **more):
        result = super().running(*options, **more)
        self.await_touches(self.present.window())
        return result

    def await_touches(self, window):
        """Waits until the clock has selected touches, which it does after the icon and before it answers a ping."""
        eventually(lambda: self.viewer.property(window, "_NET_WM_ICON"), "the icon")
        self.assert_answers_ping(window)

    def second_finger(self):
        """Touches and lifts a second finger while the first one stays."""
        self.server.down(30, 300, 1)
        self.server.up(1)


class Bar(Touched, test_bar.ByPointer):
    def shown(self, window, away=(320, 60)):
        before = self.viewer.pixels(window, *test_bar.VEIL, 1, 1)
        self.hand.click(*away)
        eventually(lambda: self.viewer.pixels(window, *test_bar.VEIL, 1, 1) != before, "the bar")
        self.still(window)

    def test_a_second_finger(self):
        _, window = self.running(*FROZEN)
        self.shown(window)
        self.hand.move((test_bar.MINUTE, test_bar.ROW))
        self.hand.press()
        self.second_finger()
        self.hand.release()
        never(lambda: self.state() != "none", "a start", during=0.5)
        self.tap(test_bar.MINUTE)
        self.await_state("running")

    def test_the_ring(self):
        """The first tap shows the bar, the second one pauses, and a later one resumes at once."""
        self.running("--countdown", "25m")
        self.await_state("running")
        self.hand.click(*CENTRE)
        never(lambda: self.state() != "running", "a pause", during=0.5)
        self.hand.click(*CENTRE)
        self.await_state("paused")
        # Later than a double tap, and late enough for the bar to go.
        time.sleep(5)
        self.hand.click(*CENTRE)
        self.await_state("running")

    def test_the_screen_is_unplugged(self):
        """Unplugged with a finger on it, which presses nothing; plugged in again, all is as before."""
        _, window = self.running(*FROZEN, "--countdown", "25m")
        self.await_state("running")
        self.hand.move(CENTRE)
        self.hand.press()
        self.server.unplug()
        never(lambda: self.state() != "running", "a pause", during=0.5)
        self.server.plug()
        self.hand.is_down = False
        time.sleep(0.3)
        self.hand.click(*CENTRE)
        self.await_state("paused")


class Stopwatch(Touched, test_stopwatch.StopwatchCase):
    shown = Bar.shown

    def test_by_touch_alone(self):
        _, window = self.running(*FROZEN)
        self.by_hand(window)


class Hold(Touched, test_hold.HoldCase):
    def hold(self, window):
        self.hand.click(300, 100)
        self.await_button(window, "shown")
        self.hand.move(test_hold.BUTTON)
        self.hand.press()

    def test_held(self):
        clock, window = self.running()
        self.hold(window)
        self.assertEqual(clock.end(), (0, ""))

    def test_a_second_finger(self):
        """Whichever of the two is lifted first."""
        for ends in ((1, 0), (0, 1)):
            with self.subTest(ends):
                clock, window = self.running("--hold-time", "5")
                self.hold(window)
                self.await_button(window, "filled")
                self.server.down(30, 300, 1)
                eventually(lambda: self.button(window) != "filled", "the hold given up")
                never(lambda: clock.process.poll() is not None, "an end", during=4.5)
                for finger in ends:
                    self.server.up(finger)
                self.hand.is_down = False

    def test_two_taps(self):
        clock, window = self.running()
        self.hand.click(300, 100)
        self.await_button(window, "shown")
        time.sleep(0.3)
        self.hand.click(*test_hold.BUTTON)
        never(lambda: clock.process.poll() is not None, "an end", during=0.5)
        self.hand.click(*test_hold.BUTTON)
        self.assertEqual(clock.end(), (0, ""))


class Pull(Touched, test_pull.PullCase):
    def test_pulled(self):
        _, window, picture = self.running()
        self.pull(60, test_pull.ENOUGH + 5)
        self.hand.release()
        self.assert_ran_once()
        # The pointer's bar is visible for a while.
        self.assert_back(window, picture)

    def test_a_second_finger(self):
        _, window, picture = self.running()
        self.pull(60, 250)
        self.second_finger()
        self.hand.release()
        never(self.runs, "a refresh", during=0.5)
        self.assert_back(window, picture)


class Gallery(Touched, test_gallery.GalleryCase):
    def test_dragged_and_tapped(self):
        _, window = self.running()
        self.drag(-test_gallery.HALF - 40)
        self.assert_open(window)
        self.hand.release()
        self.still(window)
        self.hand.click(*test_gallery.MIDDLE)
        self.assert_colour(window, FULL)
        eventually(lambda: self.kept() == "full", "what is kept")


class Day(Touched, test_gallery.DayCase):
    def test_by_touch_alone(self):
        _, window = self.running()
        self.by_hand(window)


class Touchpad(Touched, test_pull.PullCase):
    """Two fingers in fractions of a notch: no movement is lost, or doubled by the server's emulated buttons."""

    def test_they_pull(self):
        _, window, picture = self.running()
        self.server.point(100, 100)
        self.server.scroll(-1)
        for _ in range(200):
            self.server.scroll(-2)
            time.sleep(0.01)
            if self.runs():
                break
        self.assert_ran_once()

    def test_sideways(self):
        _, window, _ = self.running()
        self.server.point(100, 100)
        self.server.scroll(1, HORIZONTAL)
        for _ in range(4):
            self.server.scroll(2, HORIZONTAL)
        never(lambda: max(self.viewer.colour(window)) < 0x30, "a gallery after eight tenths", during=0.3)
        for _ in range(5):
            self.server.scroll(2, HORIZONTAL)
        eventually(lambda: max(self.viewer.colour(window)) < 0x30, "the gallery")


class Kiosk(Touched, test_kiosk.KioskCase):
    def setUp(self):
        super().setUp()
        self.hand = Finger(self.viewer, self.server)

    def test_held(self):
        """Within its grabs, where the server sends the first finger as a pointer."""
        clock, window = self.kiosk("--no-inhibit", "--hold-button", "motion", "--hold-time", "5")
        self.await_grabs()
        x, y = test_kiosk.BUTTON
        area = x - 60, y, 120, 20
        bare = self.viewer.picture(window, *area)
        is_shown = lambda: self.viewer.picture(window, *area) != bare
        self.press_button(is_shown)
        time.sleep(0.3)
        self.server.down(30, 300, 1)
        never(lambda: clock.process.poll() is not None, "an end", during=5.5)
        self.server.up(1)
        self.hand.release()
        self.press_button(is_shown)
        status, complaints = clock.end()
        self.assertEqual(status, 0)
        self.assertRegex(complaints, r"\Acolourclock: :\d+ is an Xwayland: [^\n]+\n\Z")


    def press_button(self, is_shown):
        """The button takes presses when it has been visible for 150 ms."""
        self.hand.click(300, 100)
        eventually(is_shown, "the button")
        time.sleep(0.3)
        self.hand.move(test_kiosk.BUTTON)
        self.hand.press()


class Saver(Touched, test_pull.PullCase):
    def test_a_touch_ends_it(self):
        clock = self.clock(*FROZEN, "--exit-on-input")
        self.await_touches(clock.painted())
        self.server.down(200, 200)
        self.assertEqual(clock.end(), (0, ""))
        self.server.up()
