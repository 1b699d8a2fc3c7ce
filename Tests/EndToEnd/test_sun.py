"""Nights by the sun of a place."""

import signal

from support import Case, picture

BERLIN = ("--night", "sun", "--place", "52.52,13.40")


class Sun(Case):
    def light(self, at, *options):
        """The maximum of the wall's red, green and blue at that time."""
        path = self.snapshot("--no-config", "--utc", "--at", at, "--no-time", "--no-hex", "--size", "8x8", *options)
        return max(picture(path)[2][:3])

    def test_it_is_dark_from_the_setting_to_the_rising(self):
        """In Berlin on 21 June from 19:33 to 02:43 UTC."""
        day = {
            at: self.light(f"2026-06-21T{at}Z") for at in ("19:20:30", "20:00:30", "21:00:30", "23:50:30", "03:00:30")}
        for at, options, is_dark in (
            ("19:20:30", (), False), ("20:00:30", (), True), ("23:50:30", (), True), ("03:00:30", (), False),
            ("20:00:30", ("--night-begins", "civil"), False), ("20:00:30", ("--night-offset", "45m"), False),
            ("19:20:30", ("--night-offset", "-45m"), True), ("21:00:30", ("--night-begins", "nautical"), False),
            ("21:00:30", ("--night-begins", "civil"), True),
        ):
            with self.subTest(at, options=options):
                self.assertEqual(self.light(f"2026-06-21T{at}Z", *BERLIN, *options) < day[at], is_dark)

    def test_the_walls_zone_does_not_matter(self):
        for zone in ("Asia/Tokyo", "America/New_York"):
            for at, is_dark in (("2026-06-21T20:00:30Z", True), ("2026-06-21T12:00:30Z", False)):
                colours = [
                    picture(self.snapshot(
                        "--no-config", "--timezone", zone, "--at", at, "--size", "8x8", "--no-time", "--no-hex",
                        *options))[2][:3] for options in ((), BERLIN)]
                self.assertEqual(max(colours[1]) < max(colours[0]), is_dark)

    def test_polar_days_and_nights_are_said_at_the_start(self):
        place = ("--no-config", "--night", "sun", "--place", "69.65,18.96", "--utc", "--speed", "0")
        for at, words in (
            ("2026-06-21T12:00:00Z", "colourclock: the sun does not set today at 69.65,18.96: there is no night"),
            ("2026-12-21T12:00:00Z", "colourclock: the sun does not rise today at 69.65,18.96: it is night all day"),
        ):
            clock = self.clock(*place, "--at", at)
            clock.window()
            clock.signal(signal.SIGTERM)
            self.assertEqual(clock.end()[1], words + "\n")

    def test_what_is_missing_or_out_of_range_is_one_line(self):
        needs = "colourclock: '--night sun' needs '--place', such as --place 52.52,13.40"
        self.assertEqual(self.refused("--night", "sun"), needs)
        for option, value in (
            ("--place", "91,0"), ("--place", "0,-181"), ("--place", "Berlin"), ("--place", "52.52"),
            ("--night-begins", "dusk"), ("--night-offset", "4h"), ("--night-offset", "soon"), ("--night", "moon")
        ):
            with self.subTest(option, value=value):
                line = self.refused("--night", "sun", "--place", "1,1", option, value)
                self.assertIn(option, line)
                self.assertIn(value, line)

    def refused(self, *options):
        answer = self.run_clock("--no-config", *options)
        self.assertEqual(answer.status, 64)
        self.assert_one_line(answer.complaints)
        return answer.complaints.strip()
