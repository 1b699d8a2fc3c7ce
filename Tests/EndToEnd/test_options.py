"""The command line: help, wrong usage, and messages of requests that fail."""

import shutil
import subprocess

from basics import BINARY
from support import Case

FACES = ("scaled", "full", "literal", "carry", "hue", "analogue")


class Answers(Case):
    """Answers on standard output without an X server."""

    @classmethod
    def setUpClass(cls):
        cls.server = None

    def ask(self, *options):
        answer = self.run_clock(*options)
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        return answer.output

    def test_help_is_grouped_and_names_every_option(self):
        text = self.ask("--help")
        self.assertEqual(text, self.ask("-h"))
        groups = (
            "TIME:", "LOOK:", "COUNTDOWN:", "RING:", "REFRESH AND FEED:", "HOLD TO CONFIRM:", "GALLERY AND CONTROLS:",
            "WINDOW AND MONITORS:", "KIOSK:", "SCREENSAVER:", "PICTURES AND FILES:")
        for group in groups:
            self.assertIn(f"\n{group}\n", text)
        names = (
            "timezone utc at speed face list-faces font fade 12-hour 24-hour no-seconds no-time no-hex date display"
            " window geometry snapshot size config no-config version help"
            " countdown until every aligned overtime on-zero title ring-style ring-size ring-width ring-trail ring-cap"
            " ring-colour ring-grows ring-shrinks clockwise counterclockwise no-ring-knob ring-label no-pull "
            "pull-reveals pull-fires brightness"
            " gum pull-distance on-refresh feed feed-file refresh-every feed-timeout hold-button hold-action hold-label"
            " hold-time hold-fraction hold-fires hold-position variant reduced-motion preset kiosk root window-id"
            " exit-on-input monitor other-monitors grab no-grab inhibit no-inhibit above override iconic name fps")
        for name in names.split():
            self.assertRegex(text, rf"--{name}\b")
        self.assertLessEqual(max(map(len, text.splitlines())), 80)

    def test_version(self):
        self.assertRegex(self.ask("--version"), r"\A\d+\.\d+\.\d+\n\Z")

    def test_an_answer_that_cannot_be_written(self):
        with open("/dev/full", "w") as full:
            answer = subprocess.run([BINARY, "--version"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(answer.stderr, r"\Acolourclock: cannot write to standard output: No space left on device\n\Z")

    def test_faces(self):
        lines = self.ask("--list-faces").splitlines()
        self.assertEqual([line.split()[0] for line in lines], list(FACES))
        self.assertTrue(all(len(line.split()) > 3 for line in lines), lines)

    def test_completions(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell):
                text = self.ask("--generate-completion-script", shell)
                self.assertIn("list-faces", text)
                if shell == "bash":
                    # bash, the one shell that is on every Debian, must accept it.
                    check = subprocess.run(
                        [shutil.which("bash"), "-n"], input=text, capture_output=True, text=True, check=False)
                    self.assertEqual((check.returncode, check.stderr), (0, ""))


class Misuse(Case):
    """Exit status 64 and one line that names the option and its values."""

    @classmethod
    def setUpClass(cls):
        cls.server = None

    CASES = {
        ("--nope",): ["--nope"],
        ("stray",): ["stray"],
        ("hue",): ["hue", "--face hue"],
        ("--snapshot", "x.jpg"): ["--snapshot", "x.jpg", ".png"],
        ("--snapshot", "-"): ["--snapshot", ".png", "/dev/stdout"],
        ("--snapshot", "x"): ["--snapshot", ".png"],
        ("--snapshot", ""): ["--snapshot"],
        ("--speed", "1", "stray"): ["stray"],
        ("--face", "nix"): ["--face", "nix", *FACES],
        ("--face",): ["--face"],
        ("--geometry", "big"): ["--geometry", "big", "WxH"],
        ("--geometry", "300x"): ["--geometry", "WxH"],
        ("--geometry", "0x0+1+1"): ["--geometry", "WxH"],
        ("--geometry", "300x200+10"): ["--geometry", "WxH"],
        ("--size", "0x0"): ["--size", "0x0"],
        ("--size", "99999x1"): ["--size", "99999x1"],
        ("--size", "10x10+5+5"): ["--size", "WxH"],
        ("--size", "-3x4"): ["--size"],
        ("--size", "32767x32767"): ["--size", "32767x32767"],
        ("--speed", "7201"): ["--speed", "7200", "flash"],
        ("--speed=-1",): ["--speed", "7200"],
        ("--speed", "-1"): ["--speed", "7200"],
        ("--speed", "nan"): ["--speed", "7200"],
        ("--speed", "inf"): ["--speed", "7200"],
        ("--fade=-1",): ["--fade", "0 to"],
        ("--fade", "11"): ["--fade", "0 to"],
        ("--fade", "nan"): ["--fade", "0 to"],
        ("--fade", "soon"): ["--fade", "0 to"],
        ("--timezone", "Nowhere/City"): ["--timezone", "Nowhere/City", "Europe/Berlin"],
        ("--timezone", ""): ["--timezone"],
        ("--timezone", "../../etc/passwd"): ["--timezone"],
        ("--timezone", "/etc/passwd"): ["--timezone"],
        ("--timezone", "/usr/share/zoneinfo"): ["--timezone"],
        ("--at", "25:00:00"): ["--at", "25:00:00", "HH:MM"],
        ("--at", "2026-02-30T00:00:00"): ["--at", "2026-02-30"],
        ("--at", "23:59:60", "--utc"): ["--at", "leap second"],
        ("--at", ""): ["--at"],
        ("--utc", "--timezone", "UTC"): ["--utc", "--timezone"],
        ("--config", "somewhere", "--no-config"): ["--config", "--no-config"],
        ("--generate-completion-script", "tcsh"): ["tcsh"],
        ("--countdown", "soon"): ["--countdown", "soon", "25m", "12:30"],
        ("--countdown", "0"): ["--countdown", "1 second to ten years"],
        ("--countdown", "3654d"): ["--countdown", "1 second to ten years"],
        ("--until", "2027-02-30"): ["--until", "2027-02-30", "2027-01-01"],
        ("--until", "2027-01-01T25:00"): ["--until", "2027-01-01T17:30"],
        ("--warn", "1m", "--danger", "5m"): ["--danger", "--warn"],
        ("--every", "100h"): ["--every", "1 second to 99:59:59"],
        ("--countdown", "1h99m"): ["--countdown", "1h99m"],
        ("--countdown", "1:2:3"): ["--countdown", "1:00:00"],
        ("--countdown=-5",): ["--countdown", "25m"],
        ("--countdown", "99999999999999999999"): ["--countdown"],
        ("--until", "25:00"): ["--until", "25:00", "HH:MM"],
        ("--until", "17.30"): ["--until", "HH:MM"],
        ("--until", ""): ["--until", "HH:MM"],
        ("--every", "0s"): ["--every", "1 second to 99:59:59"],
        ("--every", "minute"): ["--every", "25m"],
        ("--countdown", "5m", "--until", "17:30"): ["--countdown", "--until", "exclude"],
        ("--countdown", "5m", "--every", "60s"): ["--countdown", "--every", "exclude"],
        ("--until", "17:30", "--every", "60s"): ["--until", "--every", "exclude"],
        ("--kiosk", "--window"): ["--kiosk", "--window", "exclude"],
        ("--fullscreen", "--kiosk"): ["--fullscreen", "--kiosk", "exclude"],
        ("--on-zero",): ["--on-zero"],
        ("--ring-style", "dotted"): ["--ring-style", "solid", "elements", "equal"],
        ("--ring-size", "big"): ["--ring-size", " to 1 of"],
        ("--ring-size", "1.1"): ["--ring-size", " to 1 of"],
        ("--ring-width", "0.2"): ["--ring-width", "0.005 to 0.15"],
        ("--ring-trail", "2"): ["--ring-trail", "0 to 1"],
        ("--ring-trail", "nan"): ["--ring-trail", "0 to 1"],
        ("--ring-cap", "sharp"): ["--ring-cap", "butt", "round"],
        ("--ring-colour", "#12"): ["--ring-colour", "#12", "444444", "red"],
        ("--ring-label", "days"): ["--ring-label", "minutes"],
        ("--pull-fires", "never"): ["--pull-fires", "crossing", "release", "dwell"],
        ("--gum", "chewing"): ["--gum", "head", "post"],
        ("--pull-distance", "19"): ["--pull-distance", "20 to 400"],
        ("--pull-distance", "inf"): ["--pull-distance", "20 to 400"],
        ("--feed", "date", "--feed-file", "here"): ["--feed", "--feed-file", "exclude"],
        ("--refresh-every", "0"): ["--refresh-every", "1 second"],
        ("--feed-timeout", "never"): ["--feed-timeout", "25m"],
        ("--feed-lines", "0"): ["--feed-lines", "1 to 20"],
        ("--feed-lines", "many"): ["--feed-lines", "1 to 20"],
        ("--feed-size", "huge"): ["--feed-size", "small", "medium", "large", "0.01 to 0.2"],
        ("--feed-size", "0.5"): ["--feed-size", "0.01 to 0.2"],
        ("--feed-place", "top"): ["--feed-place", "below", "beside", "bottom"],
        ("--also", "Mars/Base=Base"): ["--also", "Mars/Base", "Asia/Tokyo=Tokyo"],
        ("--also", "=Tokyo"): ["--also", "Asia/Tokyo=Tokyo"],
        ("--also", "Asia/Tokyo="): ["--also", "1 to 24"],
        ("--also", "../../etc/passwd=x"): ["--also", "Asia/Tokyo=Tokyo"],
        ("--kiosk", "--allow", "everything"): ["--allow", "countdown, stopwatch, gallery, look, refresh, scrub, sound"],
        ("--sound", "Gong!"): ["--sound", "complete", "/srv/gong.wav", "off"],
        ("--sound", "gong.wav"): ["--sound", "absolute path"],
        ("--hold-button", "sometimes"): ["--hold-button", "always", "motion", "auto", "never"],
        ("--hold-time", "0.1"): ["--hold-time", "0.15 to 60"],
        ("--hold-time", "61"): ["--hold-time", "0.15 to 60"],
        ("--hold-fraction", "0"): ["--hold-fraction", "0.05 to 1"],
        ("--hold-fires", "early"): ["--hold-fires", "fraction", "full", "release"],
        ("--hold-position", "1.5"): ["--hold-position", "0 to 1"],
        ("--hold-action",): ["--hold-action"],
        ("--variant", "kitchen"): ["--variant", "NAME"],
        ("--variant", "= face hue"): ["--variant", "NAME"],
        ("--variant", "kitchen = face nix"): ["--variant", "nix"],
        ("--variant", "kitchen = window"): ["--variant", "window"],
        ("--preset", "mine"): ["--preset", "standard", "seed"],
    }

    def test_misuse(self):
        for options, parts in self.CASES.items():
            with self.subTest(options):
                answer = self.run_clock(*options, *(() if "--config" in options else ("--no-config",)))
                self.assertEqual((answer.status, answer.output), (64, ""))
                self.assert_one_line(answer.complaints, *parts)

    def test_a_value_is_told_once(self):
        for option in ("--countdown", "--until", "--at", "--night", "--refresh-every"):
            with self.subTest(option):
                answer = self.run_clock("--no-config", option, "5min")
                self.assertEqual((answer.status, answer.complaints.count("5min")), (64, 1), answer.complaints)

    def test_line_breaks_stay_out_of_the_message(self):
        answer = self.run_clock("--no-config", "--timezone", "No\nwhere")
        self.assertEqual(answer.status, 64)
        self.assert_one_line(answer.complaints, "--timezone")


class Failures(Case):
    """Exit status 1 and one line: valid requests that cannot be carried out."""

    def test_no_display(self):
        displays = {None: "DISPLAY", ":987": ":987", "nonsense": "nonsense", "localhost:987": "localhost:987"}
        for display, named in displays.items():
            with self.subTest(display):
                answer = self.run_clock("--no-config", DISPLAY=display)
                self.assertEqual((answer.status, answer.output), (1, ""))
                self.assert_one_line(answer.complaints, named)

    def test_the_option_is_named_too(self):
        answer = self.run_clock("--no-config", "--display", ":987")
        self.assertEqual(answer.status, 1)
        self.assert_one_line(answer.complaints, ":987")

    def test_an_unknown_font_is_replaced_and_said(self):
        clock = self.clock("--font", "No Such Face", "--speed", "0")
        clock.painted()
        self.quit()
        self.assert_ends(clock, 0, "No Such Face", "using ")

    def test_an_unknown_font_is_replaced_by_the_usual_ones(self):
        usual = self.snapshot("--no-config", "--at", "12:34:56", "--size", "320x180").read_bytes()
        path = self.home / "other.png"
        answer = self.run_clock(
            "--no-config", "--at", "12:34:56", "--size", "320x180", "--font", "No Such Face", "--snapshot", path)
        self.assertEqual(answer.status, 0)
        self.assert_one_line(answer.complaints, "No Such Face", "using ")
        self.assertEqual(path.read_bytes(), usual)

    def test_one_dash_is_enough(self):
        usual = ("--no-config", "--at", "22:34:56", "--size", "320x180")
        shot = self.snapshot(*usual, "-12-hour", name="one.png").read_bytes()
        self.assertEqual(shot, self.snapshot(*usual, "--12-hour").read_bytes())
        self.assertNotEqual(shot, self.snapshot(*usual, "-24-hour").read_bytes())

    def test_colours_of_x(self):
        usual = ("--no-config", "--at", "12:34:56", "--size", "320x180", "--countdown", "30s", "--ring-colour")
        shot = self.snapshot(*usual, "red").read_bytes()
        self.assertEqual(shot, self.snapshot(*usual, "ff0000").read_bytes())
        self.assertNotEqual(shot, self.snapshot(*usual, "Dark Olive Green").read_bytes())
        answer = self.run_clock(*usual, "no such colour", "--window")
        self.assertEqual(answer.status, 64)
        self.assert_one_line(answer.complaints, "--ring-colour", "no such colour", "444444")
        self.write("wall.conf", "\nring-colour nothing\n")
        answer = self.run_clock("--config", self.home / "wall.conf")
        self.assertEqual(answer.status, 64)
        self.assert_one_line(answer.complaints, f"{self.home}/wall.conf:2: ", "nothing")
        # Also if another option overrides it.
        answer = self.run_clock("--config", self.home / "wall.conf", "--ring-colour", "red")
        self.assertEqual(answer.status, 64)
        self.assert_one_line(answer.complaints, f"{self.home}/wall.conf:2: ", "nothing")

    def test_options_without_effect_are_said(self):
        for options, name, needed in (
                (("--night-red",), "--night-red", "--night"),
                (("--night-brightness", "0.5"), "--night-brightness", "--night"),
                (("--aligned",), "--aligned", "--every"), (("--feed-timeout", "5s"), "--feed-timeout", "--feed")):
            with self.subTest(name):
                answer = self.run_clock(
                    "--no-config", *options, "--size", "64x64", "--snapshot", self.home / "idle.png")
                self.assertEqual(answer.status, 0)
                self.assert_one_line(answer.complaints, f"'{name}'", f"'{needed}'", "no effect")
        clock = self.clock("--size", "64x64", "--hold-button", "never")
        clock.painted()
        self.press("q")
        self.assert_ends(clock, 0, "'--size'", "'--snapshot'", "no effect")
        self.snapshot("--no-config", "--night", "22:00-07:00", "--night-red", "--every", "60s", "--aligned", "--size",
                      "64x64")

    def test_missing_monitors_are_listed(self):
        clock = self.clock("--monitor", "HDMI-9", "--hold-button", "never")
        clock.painted()
        self.press("q")
        self.assert_ends(clock, 0, "HDMI-9", "there are: screen")

    def write(self, name, text):
        (self.home / name).write_text(text)

    def test_a_known_font_is_not_remarked_upon(self):
        for pattern in ("DejaVu Sans:bold", "monospace", "No Such Face,DejaVu Sans"):
            with self.subTest(pattern):
                path = self.snapshot("--no-config", "--font", pattern, "--size", "64x64")
                self.assertTrue(path.exists())
