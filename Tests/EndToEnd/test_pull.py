"""Pulling the wall down: what refreshes it, near misses, and the effects of a refresh."""


from basics import eventually, never
from hands import FROZEN, FULL, LITERAL, SCALED, HandCase

# The start of a pull, and its distance on a screen of 480 pixels: 12 for the slop, then a fifth of the height.
START = (100, 60)
ENOUGH = 12 + 96


class PullCase(HandCase):
    def running(self, *options, **more):
        """A wall that only a pull changes, and its picture."""
        clock = self.clock(*FROZEN, "--hold-button", "never", "--on-refresh", self.command(), *options, **more)
        window = clock.painted()
        return clock, window, self.still(window)

    def sheet(self, window):
        """The picture without the lower part: there the bar of controls appears, and the code goes."""
        return self.viewer.pixels(window, 0, 0, 640, 300)

    def pull(self, *ways):
        """Drags the wall down by these distances, one after the other."""
        self.hand.move(START)
        self.hand.press()
        for way in ways:
            self.hand.move((START[0], START[1] + way // 2), (START[0], START[1] + way))

    def wheel(self, notches):
        self.hand.wheel(4, notches)

    def await_sheet(self, window, picture):
        eventually(lambda: self.viewer.picture(window) != picture, "the wall pulled down")


class Pulling(PullCase):
    def test_beyond_the_threshold(self):
        _, window, picture = self.running()
        self.pull(60, ENOUGH + 5)
        self.still(window)
        self.assertEqual(self.runs(), [])
        self.hand.release()
        self.assert_ran_once()
        self.assert_back(window, picture)
        self.pull(60, 300)
        self.hand.release()
        eventually(lambda: len(self.runs()) == 2, "the second refresh")

    def test_near_misses(self):
        """The wall follows each of them and returns as if nothing had happened."""
        clock, window, picture = self.running()
        misses = {
            "five pixels short": (ENOUGH - 5, lambda: None),
            "pushed back": (250, lambda: self.hand.move((START[0], START[1] + 60))),
            "another button": (250, lambda: self.hand.press(3)),
            "Escape": (250, lambda: self.press("Escape")),
            "another key": (250, lambda: self.press("x")),
            "unmapped": (250, lambda: self.hide(window)),
        }
        for name, (way, miss) in misses.items():
            with self.subTest(name):
                self.pull(60, way)
                self.await_sheet(window, picture)
                miss()
                self.hand.let_go()
                self.assert_back(window, picture)
                never(self.runs, "a refresh", during=0.1)
        self.assertIsNone(clock.process.poll())

    def test_upwards(self):
        _, window, _ = self.running()
        sheet = self.sheet(window)
        self.hand.move((100, 400))
        self.hand.press()
        self.hand.move((100, 300), (100, 20))
        never(lambda: self.sheet(window) != sheet, "a movement", during=0.3)
        # A drag that began upwards is no pull.
        self.hand.move((100, 470))
        never(lambda: self.sheet(window) != sheet, "a movement", during=0.3)
        self.hand.release()
        self.assertEqual(self.runs(), [])

    def test_on_crossing(self):
        """Refreshes before the release, once however often the threshold is crossed."""
        _, window, picture = self.running("--pull-fires", "crossing")
        self.pull(ENOUGH - 5)
        never(self.runs, "a refresh", during=0.3)
        self.hand.move((START[0], START[1] + ENOUGH + 5))
        eventually(self.runs, "a refresh")
        self.hand.move((START[0], START[1] + 30), (START[0], START[1] + 200))
        self.hand.release()
        self.assert_back(window, picture)
        self.assertEqual(len(self.runs()), 1)

    def test_on_a_dwell(self):
        _, window, picture = self.running("--pull-fires", "dwell")
        # Released at once.
        self.hand.flick(START, (START[0], START[1] + ENOUGH // 2), (START[0], START[1] + ENOUGH + 30))
        never(self.runs, "a refresh", during=0.6)
        self.assert_back(window, picture)
        self.pull(ENOUGH + 30)
        eventually(self.runs, "a refresh")
        self.hand.release()
        self.assert_back(window, picture)
        self.assertEqual(len(self.runs()), 1)

    def test_distance(self):
        _, window, picture = self.running("--pull-distance", "70")
        self.pull(12 + 65)
        self.await_sheet(window, picture)
        self.hand.release()
        self.assert_back(window, picture)
        self.assertEqual(self.runs(), [])
        self.pull(12 + 75)
        self.hand.release()
        self.assert_ran_once(during=0.1)

    def hide(self, window):
        window.unmap()
        window.map()
        eventually(lambda: self.viewer.is_viewable(window), "the window again")


class Otherwise(PullCase):
    """Refreshing by wheel and keys."""

    def test_one_notch(self):
        _, window, picture = self.running()
        self.hand.move(START)
        self.wheel(1)
        self.await_sheet(window, picture)
        self.assert_back(window, picture)
        self.assertEqual(self.runs(), [])

    def test_eight_notches(self):
        _, window, picture = self.running()
        self.hand.move(START)
        self.wheel(8)
        self.assert_ran_once()
        self.assert_back(window, picture)
        self.assertEqual(len(self.runs()), 1)

    def test_keys(self):
        _, window, picture = self.running()
        for count, key in ((1, "r"), (2, "F5")):
            self.press(key)
            eventually(lambda: len(self.runs()) == count, f"a refresh by {key}")
            self.assert_back(window, picture)
        self.assertEqual(len(self.runs()), 2)

    def test_not_pulled(self):
        """With --no-pull the wall does not move; the keys still refresh."""
        _, window, _ = self.running("--no-pull")
        sheet = self.sheet(window)
        self.pull(60, 300)
        self.wheel(8)
        never(lambda: self.sheet(window) != sheet, "a movement", during=0.5)
        self.hand.release()
        self.assertEqual(self.runs(), [])
        self.press("r")
        self.assert_ran_once(during=0.1)

    def test_only_revealed(self):
        """A pull or a wheel shows the ring at the upper edge without a refresh; without a ring nothing moves."""
        above = ("--countdown", "25m", "--ring-place", "above")
        for options in (("--pull-reveals", *above), ("--no-pull", *above), ("--preset", "seed", "--countdown", "25m")):
            with self.subTest(options):
                _, window, picture = self.running(*options)
                self.pull(60, 300)
                self.await_sheet(window, picture)
                self.hand.release()
                self.wheel(8)
                never(self.runs, "a refresh", during=1)
        _, window, _ = self.running("--pull-reveals")
        sheet = self.sheet(window)
        self.pull(60, 300)
        never(lambda: self.sheet(window) != sheet, "a movement", during=0.5)

    def test_the_seeds_pull_without_a_countdown(self):
        """Without a countdown it refreshes at the threshold."""
        self.running("--preset", "seed")
        self.pull(60, 300)
        self.assert_ran_once()


class Refreshing(PullCase):
    """The options file is read again."""

    def setUp(self):
        super().setUp()
        self.file = self.home / "config/colourclock/colourclock.conf"
        self.file.parent.mkdir(parents=True)

    def refresh(self, count):
        self.press("r")
        eventually(lambda: len(self.runs()) == count, f"refresh {count}")

    def test_another_face(self):
        clock, window, _ = self.running(config=True)
        self.assertEqual(self.viewer.colour(window), SCALED)
        self.file.write_text("face full\n")
        self.refresh(1)
        self.assert_colour(window, FULL)
        self.file.unlink()
        self.refresh(2)
        self.assert_colour(window, SCALED)
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_broken_files(self):
        """One line, the old face, and the clock continues."""
        self.file.write_text("face full\n")
        clock, window, picture = self.running(config=True)
        self.file.write_text("\nface nix\n")
        self.refresh(1)
        self.assert_back(window, picture)
        self.file.write_text("face literal\n")
        self.refresh(2)
        self.assert_colour(window, LITERAL)
        self.press("q")
        self.assert_ends(clock, 0, f"{self.file}:2: ", "face", "nix")

    def test_another_zone(self):
        noon = ("--at", "2026-07-01T12:00:00Z", "--face", "literal")
        self.file.write_text("timezone UTC\n")
        clock, window, _ = self.running(*noon, config=True)
        self.assertEqual(self.viewer.colour(window), (0x12, 0, 0))
        self.file.write_text("timezone Asia/Kolkata\n")
        self.refresh(1)
        self.assert_colour(window, (0x17, 0x30, 0))
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_the_command_fails(self):
        """Its error message is shown; a failing, hanging or missing command does no harm."""
        commands = {"exit 3": "", "no-such-program 2> /dev/null": "", "echo so >&2": "so\n", "sleep 1000": ""}
        for command, said in commands.items():
            with self.subTest(command):
                clock = self.clock("--utc", "--fade", "0", "--hold-button", "never", "--on-refresh", command)
                window = clock.painted()
                self.press("r")
                self.assert_ticks(clock, window)
                self.press("q")
                self.assertEqual(clock.end(), (0, said))
