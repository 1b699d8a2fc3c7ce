"""`colourclock audit`: readability figures for given options, without a wall."""

import re

from basics import BINARY, tool
from support import Case, picture


class Audit(Case):
    screen = "1280x720x24"

    def audit(self, *options, status=0, **variables):
        """The lines of an audit by title."""
        answer = self.run_clock("audit", "--no-config", *options, **variables)
        self.assertEqual(answer.status, status, answer.output + answer.complaints)
        if status == 0:
            self.assertEqual(answer.complaints, "")
        else:
            self.assert_one_line(answer.complaints)
        self.complaints = answer.complaints
        lines = answer.output.splitlines()
        self.head = lines[0]
        return dict(line.split(": ", 1) for line in lines[1:])

    def test_the_usual_wall_is_good_enough(self):
        lines = self.audit()
        self.assertRegex(self.head, r"^face scaled, 1280x720, \S+, 96 dpi.*, level AA$")
        self.assertEqual(
            [title[5:] for title in lines],
            ["contrast by day", "lightness by day", "flashes", "ring by day", "phases", "hold", "letters", "code"])
        self.assertEqual(sum(title.startswith("ok ") for title in lines), 6)

    def test_the_size_is_that_of_the_wall(self):
        for options, size in (((), "1280x720"), (("--window",), "853x480"), (("--geometry", "640x360"), "640x360"),
                              (("--fullscreen", "--geometry", "640x360"), "1280x720")):
            with self.subTest(options):
                self.audit(*options)
                self.assertIn(f"face scaled, {size}, ", self.head)

    def test_the_figures_of_the_readme_of_the_tests(self):
        """3.08:1, Lc 46.2, 18.7 % of the day under 4.5:1, as ReadabilityTests computes."""
        lines = self.audit()
        self.assertRegex(
            lines["ok   contrast by day"], r"^3\.0:1 at .*, needs 3\.0:1 .* under 4\.5:1.* 19 % of the day$")
        self.assertRegex(lines["ok   lightness by day"], r"^Lc 46 at ")
        literal = self.audit("--face", "literal")
        self.assertIn("Lc 92", literal["ok   lightness by day"])
        self.assertIn(" 0 % of the day", literal["ok   contrast by day"])

    def test_nights(self):
        self.assertIn("ok   contrast by night", self.audit("--night", "22:00-07:00"))
        lines = self.audit("--night", "22:00-07:00", "--night-red", status=1)
        self.assertIn("LOW  lightness by night", lines)
        self.assertIn("does not meet level AA", self.complaints)
        self.assertIn("lightness by night", self.complaints)

    def test_letters_are_as_tall_as_they_are_painted(self):
        for size, options in ((1280, ()), (800, ("--geometry", "800x600"))):
            lines = self.audit("--no-hex", "--no-seconds", "--distance", "2m", *options)
            millimetres, minutes = map(float, re.match(r"'10:08' (\d+) mm, ([\d.]+)'", lines["ok   letters"]).groups())
            width, height, data = picture(self.snapshot(
                "--no-config", "--at", "10:08:42", "--no-hex", "--no-seconds", "--size",
                {1280: "1280x720", 800: "800x600"}[size]))
            red = data[0::3]
            # The middle of the 1, whose stem has the height of a digit.
            rows = [y for y in range(height) if len(set(red[y * width + width // 8:(y + 1) * width - width // 8])) > 2]
            tall = (rows[-1] - rows[0] + 1) * 25.4 / 96
            # Round figures are a little taller.
            self.assertLess(abs(millimetres - tall), 0.12 * tall)
            self.assertAlmostEqual(minutes, millimetres / 2000 * 10800 / 3.14159265, delta=0.02 * minutes)

    def test_distance_and_level(self):
        far = self.audit("--distance", "60m", status=1)
        self.assertIn("LOW  letters", far)
        near = self.audit("--distance", "80cm", "--level", "aaa", status=1)
        self.assertIn("needs 4.5:1 for large text", near["LOW  contrast by day"])
        self.assertIn(
            "needs 4.5:1 for large text", self.audit("--face", "literal", "--level", "aaa")["ok   contrast by day"])
        self.assertIn("needs 20'", near["ok   letters"])
        self.assertIn("at 4.8 m", self.audit("--distance", "16ft")["ok   letters"])

    def test_every_text_is_judged(self):
        """A title and further zones count with their own sizes, even if the largest letters pass."""
        lines = self.audit("--countdown", "25m", "--title", "Staff meeting", "--also", "Asia/Tokyo=Tokyo", "--distance",
                           "3m", status=1)
        self.assertIn("ok   letters", lines)
        judged = {title[5:]: text for title, text in lines.items() if " letters" in title}
        self.assertIn("'Staff meeting'", " ".join(judged.values()))
        self.assertIn("'Tokyo'", " ".join(judged.values()))
        low = [title for title in lines if title.startswith("LOW")]
        self.assertTrue(low and all("letters of level" in title for title in low), low)
        self.assertIn("letters of level", self.complaints)
        near = self.audit("--countdown", "25m", "--title", "Staff meeting", "--also", "Asia/Tokyo=Tokyo", "--distance",
                          "1m")
        self.assertEqual([title for title in near if title.startswith("LOW")], [])

    def test_a_faint_ring_is_low(self):
        lines = self.audit("--preset", "seed", status=1)
        self.assertIn("LOW  ring by day", lines)
        self.assertIn("LOW  phases", lines)

    def test_hold_times(self):
        self.assertRegex(self.audit()["     hold"], r"^1\.6 s, or two presses within 4 s")
        self.assertRegex(self.audit("--hold-time", "3", "--hold-fires", "full")["     hold"], r"^3\.0 s")

    def test_flashes(self):
        self.assertRegex(
            self.audit()["ok   flashes"],
            r"^changes of light 1, of red 1 within a second, allowed 6 .* at 0:00, is 95 % of white's light$")

    def test_without_a_server_it_says_what_it_assumes(self):
        self.audit(DISPLAY=None)
        self.assertRegex(self.head, r"1920x1080, no X server, 96 dpi assumed")

    def test_options_are_those_of_the_wall(self):
        path = self.home / "file"
        path.write_text("face literal\n")
        answer = self.run_clock("audit", "--config", path)
        self.assertTrue(answer.output.startswith("face literal,"), answer.output)

    def test_there_is_no_window(self):
        log = self.home / "requests"
        answer = self.run_command(
            [tool("xtrace"), "-n", "-d", self.server.name, "-D", f":{600 + self.server.number}", "-o", log, "--",
             BINARY,
             "audit", "--no-config"])
        self.assertEqual(answer.status, 0, answer.complaints)
        self.assertNotIn("CreateWindow", log.read_text())

    def test_mistakes_are_one_line(self):
        for options in (("audit", "--distance", "5"), ("audit", "--distance", "1cm"), ("audit", "--level", "a"),
                        ("audit", "--no-such"), ("audit", "more"), ("audit", "--night", "sun"), ("--distance", "5m"),
                        ("--level", "aa")):
            with self.subTest(options=options):
                answer = self.run_clock(*options)
                if options == ("audit", "--distance", "5"):
                    self.assertEqual(answer.status, 0)  # Metres are the default unit.
                    continue
                self.assertEqual((answer.status, answer.output), (64, ""))
                self.assert_one_line(answer.complaints)
