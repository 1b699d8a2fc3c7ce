"""The gallery: opening and leaving it, choosing a card, and saving the choice."""

import time

from basics import eventually, never
from colours import scaled
from hands import CARRY, FROZEN, FULL, LITERAL, SCALED, HandCase

# A drag of half the way to the next card, in pixels: a slop of 12, and half of 0.355 of the width.
HALF = 12 + 114
# The centres of the switches at 640x480 and 96 dpi.
SWITCHES = [(column, 370) for column in (107, 193, 279, 364, 491)]
# The effect of turning each switch once.
TURNED = {"hex": False, "seconds": False, "date": True, "twelveHour": True, "brightness": 0.75}
OPTIONS = ("--no-hex", "--no-seconds", "--date", "--12-hour", "--brightness", "0.75")
MIDDLE = (320, 168)


class GalleryCase(HandCase):
    def running(self, *options, **more):
        clock = self.clock(*FROZEN, "--hold-button", "never", *options, **more)
        return clock, clock.painted()

    def kept(self):
        """The saved choice."""
        return self.saved().get("card")

    def open(self, window):
        """Opens it by its key. Returns when nothing moves."""
        self.press("g")
        self.assert_open(window)
        return self.still(window)

    def assert_open(self, window):
        """True if the background is darker than any face's colour at this time."""
        eventually(lambda: max(self.viewer.colour(window)) < 0x30, "the gallery")

    def await_kept(self, name):
        """Saved when nothing moves any more, or within a second."""
        eventually(lambda: self.kept() == name, lambda: f"{name} to be kept, but {self.kept()}")

    def drag(self, way, start=(400, 200)):
        """Moves so far to the right (negative: left) and rests there, so that it is no flick."""
        self.hand.move(start)
        self.hand.press()
        self.hand.move((start[0] + way // 2, start[1]), (start[0] + way, start[1]))
        time.sleep(0.3)


class Choosing(GalleryCase):
    def test_dragged_open(self):
        """The wall becomes a card that follows the hand and brings the next one; Enter chooses that."""
        clock, window = self.running()
        self.drag(-HALF - 40)
        self.assert_open(window)
        self.hand.release()
        self.still(window)
        self.assertIsNone(self.kept())
        self.press("Return")
        self.assert_colour(window, FULL)
        self.await_kept("full")
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_less_than_half_a_page(self):
        """It returns to the card before."""
        _, window = self.running()
        self.drag(40 - HALF)
        self.assert_open(window)
        self.hand.release()
        self.still(window)
        self.press("Return")
        self.assert_colour(window, SCALED)
        self.await_kept("scaled")

    def test_a_flick(self):
        """A flick moves by exactly one page, whatever its length."""
        for places in ([(380, 200), (340, 200)], [(300, 200), (200, 200), (80, 200)]):
            with self.subTest(places):
                _, window = self.running("--face", "scaled")
                self.hand.flick((400, 200), *places)
                self.assert_open(window)
                self.still(window)
                self.press("Return")
                self.assert_colour(window, FULL)

    def test_keys(self):
        chosen = {
            ("Right", "Right"): LITERAL, ("4", "Left", "Right"): CARRY, ("Left",): SCALED, ("2", "9"): FULL,
        }
        for keys, colour in chosen.items():
            with self.subTest(keys):
                _, window = self.running("--face", "scaled")
                self.open(window)
                self.press(*keys, "Return")
                self.assert_colour(window, colour)

    def test_wheel(self):
        """One notch moves by one card; a sideways notch opens the gallery."""
        _, window = self.running()
        self.hand.move(MIDDLE)
        self.hand.wheel(7)
        self.assert_open(window)
        self.still(window)
        self.hand.wheel(5)
        self.still(window)
        self.hand.wheel(4)
        self.still(window)
        self.hand.wheel(5)
        self.still(window)
        self.press("Return")
        self.assert_colour(window, LITERAL)

    def test_clicks(self):
        """A click on a neighbour centres it; a click on the centre chooses it."""
        _, window = self.running()
        before = self.open(window)
        self.hand.click(600, MIDDLE[1])
        eventually(lambda: self.viewer.picture(window) != before, "a movement")
        self.still(window)
        self.assert_open(window)
        self.hand.click(*MIDDLE)
        self.assert_colour(window, FULL)
        self.await_kept("full")

    def test_a_click_beside_the_cards(self):
        """It leaves without a choice. Below the cards it does not, since a click on a switch may have missed."""
        _, window = self.running()
        before = self.viewer.pixels(window, 0, 0, 640, 420)
        self.open(window)
        self.hand.click(320, 395)
        self.still(window)
        self.assert_open(window)
        self.hand.click(320, 14)
        eventually(lambda: self.viewer.pixels(window, 0, 0, 640, 420) == before, "the wall as it was")
        self.assertIsNone(self.kept())


class Leaving(GalleryCase):
    def test_without_a_choice(self):
        """The wall is as before, and nothing is saved."""
        clock, window = self.running()
        before = self.viewer.picture(window)
        for key in ("Escape", "g", "q"):
            with self.subTest(key):
                self.open(window)
                self.press("Right")
                self.still(window)
                self.press(key)
                self.assert_back(window, before)
                self.assertIsNone(self.kept())
        # Without the lower part, where any key shows the bar and hides the code.
        wall = self.viewer.pixels(window, 0, 0, 640, 300)
        self.press("Return")
        never(lambda: self.viewer.pixels(window, 0, 0, 640, 300) != wall, "a change", during=0.3)
        self.assertIsNone(self.kept())
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_drags_that_are_broken_off(self):
        """The card that was in the centre is back."""
        _, window = self.running()
        self.open(window)
        # Use a click, because the hint has other words after a key.
        self.hand.click(320, 395)
        before = self.still(window)
        for name, breach in {"another button": lambda: self.hand.press(3), "a key": lambda: self.press("x")}.items():
            with self.subTest(name):
                self.drag(-HALF - 40)
                breach()
                self.hand.let_go()
                self.assert_back(window, before)

    def test_a_drag_downwards_is_another_thing(self):
        """One gesture at a time: pulling down does not open the gallery, dragging aside does not refresh."""
        _, window = self.running("--on-refresh", self.command())
        blank = self.viewer.picture(window)
        self.hand.move((300, 60))
        # After the bar has appeared, only the wall can move.
        eventually(lambda: self.viewer.picture(window) != blank, "the bar")
        before = self.still(window)
        self.hand.press()
        self.hand.move((300, 110))
        eventually(lambda: self.viewer.picture(window) != before, "the wall pulled down")
        self.hand.move((330, 200), (20, 215))
        never(lambda: max(self.viewer.colour(window, y=20)) < 0x30, "the gallery", during=0.3)
        self.hand.release()
        self.assert_ran_once(during=0.2)
        self.still(window)
        self.drag(-HALF + 40)
        self.assert_open(window)
        self.hand.move((300, 460))
        self.hand.release()
        self.still(window)
        self.assertEqual(len(self.runs()), 1)


class Remembering(GalleryCase):
    def choose(self, digit, *options):
        clock, window = self.running(*options)
        self.open(window)
        self.press(digit, "Return")
        eventually(self.kept, "the choice kept")
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_at_the_next_start(self):
        self.choose("2")
        self.assertEqual(self.viewer.colour(self.running()[1]), FULL)

    def test_the_command_line_wins(self):
        self.choose("2")
        self.assertEqual(self.viewer.colour(self.running("--face", "literal")[1]), LITERAL)

    def test_a_variant(self):
        """A user's own card follows the program's; a missing one is forgotten."""
        own = ("--variant", "kitchen = face literal, 12-hour, no-seconds")
        self.choose("7", *own)
        self.await_kept("kitchen")
        _, window = self.running(*own)
        self.assertEqual(self.viewer.colour(window), LITERAL)
        wanted = self.planes_of(self.snapshot(
            "--no-config", *FROZEN, "--face", "literal", "--12-hour", "--no-seconds", "--hold-button", "never",
            "--size", "640x480"))
        eventually(lambda: self.viewer.planes(window) == wanted, "the variant's picture")
        self.assertEqual(self.viewer.colour(self.running()[1]), SCALED)

    def test_what_makes_no_sense(self):
        """For another name or invalid bytes the default face is used."""
        known = b'{"version":1,"card":"full"}'
        for content in (b"", b'{"version":1,"card":"no such card"}', b'{"version":1,"card":7}', b"\xff\xfe\0\n", known):
            with self.subTest(content):
                self.state_file.parent.mkdir(parents=True, exist_ok=True)
                self.state_file.write_bytes(content)
                _, window = self.running()
                self.assertEqual(self.viewer.colour(window), FULL if content == known else SCALED)


class DayCase(GalleryCase):
    """The day's bar, which shows the cards at another time; a place on the central card tells which."""

    PLACE = (200, 60)
    ROW, NOW = 434, (353, 410)

    def assert_time(self, window, hour, minute, second=0):
        eventually(
            lambda: self.viewer.colour(window, *self.PLACE) == scaled(hour, minute, second), f"{hour}:{minute:02}")

    def hour(self, hour):
        """The hour's place on the bar at 640x480."""
        return 64 + round(hour / 24 * 512), self.ROW

    def by_hand(self, window):
        self.drag(-40)
        self.hand.release()
        self.assert_open(window)
        self.still(window)
        self.hand.click(*self.hour(18))
        self.assert_time(window, 18, 0)
        self.hand.move(self.hour(18))
        self.hand.press()
        self.hand.move(self.hour(15), self.hour(6))
        self.assert_time(window, 6, 0)
        self.hand.release()
        self.still(window)
        self.assert_time(window, 6, 0)
        self.hand.click(*self.NOW)
        self.assert_time(window, 13, 35, 16)
        # The first tap on a neighbour centres it.
        self.hand.click(560, 150)
        eventually(lambda: self.viewer.colour(window, *self.PLACE) == FULL, "the neighbour in the middle")
        self.still(window)
        # A tap beside the cards leaves.
        self.hand.click(20, 20)
        self.assert_colour(window, SCALED)


class Day(DayCase):
    def test_by_pointer_alone(self):
        _, window = self.running()
        self.by_hand(window)

    def test_by_keyboard_alone(self):
        _, window = self.running()
        self.open(window)
        self.press("Up")
        self.assert_time(window, 13, 50)
        self.press("Up")
        self.assert_time(window, 14, 5)
        self.press("Down", "Down", "Down")
        self.assert_time(window, 13, 20)
        self.press("Escape")
        self.assert_colour(window, SCALED)


class Switching(GalleryCase):
    """Looks changed in the gallery are saved."""

    def kept_look(self):
        return self.saved().get("look")

    def await_look(self, wanted):
        eventually(lambda: self.kept_look() == wanted, lambda: f"{wanted}, but {self.kept_look()}")

    def assert_wall(self, window, *options):
        wanted = self.planes_of(self.snapshot(
            "--no-config", *FROZEN, "--hold-button", "never", "--size", "640x480", *options))
        eventually(lambda: self.viewer.planes(window) == wanted, f"the wall with {options}")

    def quit_and_start(self, clock, *options):
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))
        return self.running(*options)

    def test_by_pointer_alone(self):
        clock, window = self.running()
        self.drag(-40)
        self.hand.release()
        self.assert_open(window)
        self.still(window)
        for place, (name, value) in zip(SWITCHES, TURNED.items()):
            before = self.viewer.picture(window)
            self.hand.click(*place)
            eventually(lambda: self.kept_look() and self.kept_look().get(name) == value, name)
            eventually(lambda: self.viewer.picture(window) != before, "the cards in another look")
        self.await_look(TURNED)
        self.hand.click(*MIDDLE)
        self.assert_wall(window, *OPTIONS)
        self.assert_wall(self.quit_and_start(clock)[1], *OPTIONS)

    def test_by_keyboard_alone(self):
        """Changes options by Tab and Enter. They stay, whichever way the gallery is left."""
        clock, window = self.running()
        self.open(window)
        for _ in TURNED:
            self.press("Tab", "Return")
        self.await_look(TURNED)
        self.press("Escape")
        self.assert_wall(window, *OPTIONS)
        clock, window = self.quit_and_start(clock)
        self.assert_wall(window, *OPTIONS)
        # Use letters, and arrows on a chosen switch.
        self.open(window)
        self.press("c", "s", "d", "t", "Tab", "Left", "space", "Escape")
        self.await_look({**TURNED, "hex": True, "seconds": True, "date": False, "twelveHour": False, "brightness": 0.5})
        self.assert_wall(window, "--brightness", "0.5")

    def test_the_command_line_counts_more(self):
        clock, window = self.running()
        self.open(window)
        self.press("c", "d", "b", "Escape")
        self.await_look({"hex": False, "date": True, "brightness": 0.75})
        clock, window = self.quit_and_start(clock, "--hex", "--brightness", "1")
        self.assert_wall(window, "--date")
        # Nothing more than what is chosen from then on.
        self.open(window)
        self.press("c", "Escape")
        self.assert_wall(window, "--no-hex", "--date")
        self.press("r")
        never(lambda: self.kept_look() != {"hex": False, "date": True, "brightness": 0.75}, "a change", during=0.3)
        self.assert_wall(window, "--no-hex", "--date")

    def test_in_a_kiosk(self):
        """Without permission for the gallery nothing can be changed."""
        _, window = self.running("--kiosk", "--no-inhibit", "--allow", "refresh,scrub")
        self.press("g", "c", "s", "d", "t", "b", "Tab", "Return")
        never(self.kept_look, "another look", during=0.5)
        _, window = self.running("--kiosk", "--no-inhibit", "--allow", "gallery")
        self.open(window)
        self.press("c", "s", "d", "t", "b")
        for place in SWITCHES:
            self.hand.click(*place)
        never(self.kept_look, "another look", during=0.5)
        _, window = self.running("--kiosk", "--no-inhibit", "--allow", "gallery,look")
        self.open(window)
        self.press("s")
        self.await_look({"seconds": False})
