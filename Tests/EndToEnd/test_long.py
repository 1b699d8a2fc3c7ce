"""A wall in use for a year: dark nights, wandering labels, and a badge for an unsynchronised clock."""

import ctypes
import itertools
import math

from basics import eventually, never
from colours import second_of_day
from hands import HandCase
from support import Case

NIGHT = ("--night", "22:00-07:00")
FROZEN = ("--utc", "--at", "03:30:16", "--speed", "0")


class Night(HandCase):
    def is_black(self, window):
        return not any(self.viewer.pixels(window, 0, 0, self.server.width, self.server.height))

    def test_nothing_is_drawn_until_a_visitor_comes(self):
        self.clock(*FROZEN, *NIGHT, "--night-brightness", "0")
        window = self.present.window()
        eventually(lambda: self.is_black(window), "a black screen")
        never(lambda: not self.is_black(window), "light", during=0.5)
        self.hand.move((100, 100), (120, 110))
        self.assert_colour(window, (0x20, 0x80, 0x44))

    def test_the_first_picture_is_dark(self):
        """Not even the empty window is bright at night."""
        clock = self.clock(*FROZEN, *NIGHT)
        self.assertLess(max(self.viewer.colour(clock.window())), 0x60)

    def test_snapshots_by_night(self):
        day, dark, red = (
            self.planes_of(self.snapshot("--no-config", *FROZEN, *options, name=f"{index}.png"))
            for index, options in enumerate(((), NIGHT, (*NIGHT, "--night-red"))))
        self.assertEqual([plane[0] for plane in day], [0x20, 0x80, 0x44])
        self.assertTrue(all(plane[0] < bright[0] for plane, bright in zip(dark, day)))
        self.assertEqual([max(plane) > 0 for plane in red], [True, False, False])

    def test_bad_options_are_one_line(self):
        for option, value in (
            ("--night", "22:00"), ("--night", "22:00-22:00"), ("--night-brightness", "2"), ("--shift", "jump")
        ):
            answer = self.run_clock("--no-config", option, value)
            self.assertEqual(answer.status, 64)
            self.assert_one_line(answer.complaints, option, value)


class Shift(Case):
    def test_labels_wander_at_ticks(self):
        """Each picture has its labels where its own second requires, with a drift of 3 pixels in 311 seconds."""
        start = 1_767_268_805
        self.clock(
            "--utc", "--at", "2026-01-01T12:00:05Z", "--speed", "4", "--fade", "0", "--no-seconds", "--no-hex",
            "--shift", "subtle")
        window = self.present.painted()
        seen = {}

        def has_wandered():
            second, left = self.second_and_left(window)
            drift = round(3 * math.sin(2 * math.pi * ((start + second - (12 * 3600 + 5)) % 311) / 311))
            seen.setdefault(left - drift, set()).add((second, drift))
            return len({drift for _, drift in itertools.chain(*seen.values())}) > 2

        eventually(has_wandered, lambda: f"three places: {seen}")
        self.assertEqual(len(seen), 1, seen)

    def second_and_left(self, window):
        """The shown second and the labels' first column, from one picture."""
        red, green, blue = self.viewer.planes(window)
        width = self.server.width
        rows = [green[start : start + width] for start in range(0, len(green), width)]
        ground = green[:1]
        left = min(width - len(row.lstrip(ground)) for row in rows)
        return second_of_day((red[0], green[0], blue[0])), left

    def test_it_asks_nothing(self):
        log = self.trace("--utc", "--at", "12:00:56", "--fade", "0", "--shift", "roam", *NIGHT)
        eventually(lambda: log.read_text().count("CopyArea") > 9, "frames before and after the minute")
        at_rest = "".join(log.read_text().split("CopyArea")[3:9])
        self.assertNotIn(":>:", at_rest)


class Badge(Case):
    def setUp(self):
        super().setUp()
        # struct timex has 208 bytes. Its fifth long, after modes, offset, freq and two errors, is the status.
        state = (ctypes.c_long * 32)()
        answer = ctypes.CDLL(None).adjtimex(state)
        self.is_synchronised = answer != 5 and not ctypes.c_int.from_buffer(state, 40).value & 0x40

    def corner(self, window):
        """The number of colours in the badge's corner."""
        width, height = self.server.width // 2, 24
        return len(set(self.viewer.pixels(window, width, 0, width, height)))

    def test_it_tells_when_no_service_keeps_the_clock_in_step(self):
        window = self.clock("--utc", "--sync-badge").painted()
        self.assertEqual(self.corner(window) > 1, not self.is_synchronised)

    def test_it_is_not_there_unasked(self):
        self.assertEqual(self.corner(self.clock("--utc").painted()), 1)

    def test_a_played_time_is_not_doubted(self):
        self.assertEqual(self.corner(self.clock("--at", "12:00:00", "--sync-badge").painted()), 1)
