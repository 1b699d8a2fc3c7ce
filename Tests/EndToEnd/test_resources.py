"""X resources: their sources, which ones are the clock's, and what they may set."""

import os
import re
import socket
import subprocess

from basics import eventually, tool
from shipping import ASSETS
from support import OwnServer, picture

AT = "13:35:16"
COLOURS = {"scaled": "8a9544", "full": "909745", "literal": "133516", "carry": "909544"}


class ResourceCase(OwnServer):
    """A new server each time, since resources persist in it."""

    def setUp(self):
        super().setUp()
        self.serve("64x64x24")

    def load(self, *lines, screen=False):
        """Loads resources into the server or its screen."""
        text = "".join(f"{line}\n" for line in lines)
        command = [tool("xrdb"), "-nocpp", "-screen" if screen else "-global", "-merge"]
        subprocess.run(command, input=text, env=self.variables(), text=True, check=True)

    def write(self, name, *lines):
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines))
        return path

    def shown(self, *options, **variables):
        """The face of a snapshot with the resources and these options."""
        path = self.snapshot("--no-config", "--at", AT, "--size", "8x8", *options, **variables)
        colour = picture(path)[2][:3].hex()
        return next(face for face, its in COLOURS.items() if its == colour)

    def refusal(self, *options, **variables):
        answer = self.run_clock("--no-config", "--snapshot", self.home / "none.png", *options, **variables)
        self.assertEqual((answer.status, answer.output), (64, ""))
        self.assert_one_line(answer.complaints)
        self.assertFalse((self.home / "none.png").exists())
        return answer.complaints


class Sources(ResourceCase):
    def test_each_is_stronger_than_those_before(self):
        """X(7): system defaults, user defaults, server, screen, host, command line; later ones override."""
        host = f".Xdefaults-{socket.gethostname()}"
        path = {"XFILESEARCHPATH": f"{self.home}/none/%L/%T/%N%S:{self.home}/sys/%L/%T/%N%C%S"}
        self.assertEqual(self.shown(**path), "scaled")
        line = "ColourClock.face: {}".format
        steps = [
            ("full", lambda face: self.write("sys/app-defaults/ColourClock", line(face))),
            ("literal", lambda face: self.write("ColourClock", line(face))),
            ("carry", lambda face: self.write(".Xdefaults", line(face))),
            ("full", lambda face: self.load(line(face))),
            ("literal", lambda face: self.load(line(face), screen=True)),
            ("carry", lambda face: self.write(host, line(face))),
        ]
        for index, (face, lay) in enumerate(steps):
            with self.subTest(index):
                lay(face)
                self.assertEqual(self.shown(**path), face)
        self.assertEqual(self.shown("-xrm", line("full"), **path), "full")
        self.assertEqual(self.shown("-xrm", line("full"), "-xrm", line("literal"), **path), "literal")
        self.assertEqual(self.shown("-xrm", line("full"), "--face", "scaled", **path), "scaled")

    def test_app_defaults_of_the_user(self):
        self.write("home/ColourClock", "ColourClock.face: full")
        places = {"HOME": self.home / "home", "XAPPLRESDIR": self.home / "mine"}
        self.assertEqual(self.shown(**places), "full")
        self.write("mine/ColourClock", "ColourClock.face: literal")
        self.assertEqual(self.shown(**places), "literal")
        self.write("other/ColourClock.ad", "ColourClock.face: carry")
        self.assertEqual(self.shown(**places, XUSERFILESEARCHPATH=f"{self.home}/other/%N.ad"), "carry")

    def test_a_folder_of_the_name_of_the_class_is_none(self):
        (self.home / "ColourClock").mkdir()
        self.assertEqual(self.shown(), "scaled")

    def test_the_environment_names_a_file_instead_of_the_machines(self):
        self.write(f".Xdefaults-{socket.gethostname()}", "ColourClock.face: carry")
        file = self.write("env", '#include "more"')
        self.write("more", "ColourClock*face: literal")
        self.assertEqual(self.shown(XENVIRONMENT=file), "literal")
        self.assertEqual(self.shown(XENVIRONMENT="/nonexistent"), "scaled")

    def test_a_pipe_holds_nothing_up(self):
        os.mkfifo(self.home / "pipe")
        self.assertEqual(self.shown(XENVIRONMENT=self.home / "pipe"), "scaled")

    def test_above_the_options_file(self):
        self.write("config/colourclock/colourclock.conf", "face full", f"at {AT}", "size 8x8", "no-seconds")
        self.load("ColourClock.face: literal")
        path = self.snapshot()
        self.assertEqual(picture(path)[2][:3].hex(), COLOURS["literal"])

    def test_none_without_a_server(self):
        """Answers need no server, and errors are reported without one."""
        nowhere = {"DISPLAY": None}
        for option in ("--help", "--version", "--list-faces"):
            self.assertEqual(self.run_clock(option, **nowhere).status, 0)
        self.assertIn("Nowhere", self.run_clock("--timezone", "Nowhere", **nowhere).complaints)
        self.assertEqual(self.run_clock("-xrm", "nonsense", **nowhere).status, 1)


class Names(ResourceCase):
    def test_those_for_all_programs_are_not_ours(self):
        self.load(
            "*face: full", "*font: No Such Font", "*background: white", "*Foreground: black", "*geometry: nonsense",
            "*seconds: maybe", "*root: true", "?.face: full", "XTerm*face: full", "ColourClock.label.face: full",
            "colourclocks.face: full")
        self.assertEqual(self.shown(), "scaled")

    def test_the_instance_is_closer_than_the_class(self):
        self.load("wall.face: literal")
        self.assertEqual(self.shown(), "scaled")
        self.assertEqual(self.shown("--name", "wall"), "literal")
        self.assertEqual(self.shown(RESOURCE_NAME="wall"), "literal")
        self.assertEqual(self.shown("--name", "other", RESOURCE_NAME="wall"), "scaled")
        self.assertEqual(self.shown("--name", "wall", "-xrm", "ColourClock.face: full"), "literal")
        self.load("colourclock*face: carry")
        self.assertEqual(self.shown(), "carry")

    def test_booleans(self):
        usual = ("--no-config", "--at", AT, "--size", "400x200")
        plain = self.snapshot(*usual).read_bytes()
        without = self.snapshot(*usual, "--no-seconds").read_bytes()
        self.assertNotEqual(plain, without)
        for line in ("seconds: false", "Seconds: off", "noSeconds: true", "no-seconds: Yes"):
            with self.subTest(line):
                shot = self.snapshot(*usual, "-xrm", f"ColourClock.{line}")
                self.assertEqual(shot.read_bytes(), without)
        shot = self.snapshot(*usual, "-xrm", "ColourClock.seconds: false", "--seconds")
        self.assertEqual(shot.read_bytes(), plain)

    def test_a_window_of_that_geometry(self):
        self.load("ColourClock.geometry: 40x30+5+7")
        clock = self.clock()
        self.assertEqual(self.viewer.box(clock.painted()), (5, 7, 40, 30))


class Refusals(ResourceCase):
    def test_bad_values_are_named(self):
        bad = {
            "face: nix": ["face", "hue"], "holdTime: 99": ["hold-time", "0.15 to 60"],
            "seconds: maybe": ["true or false"], "timezone: Nowhere/City": ["Nowhere/City"],
            "geometry: big": ["geometry"], "root: true": ["command line"],
            "windowId: 0x1": ["command line"], "config: x": ["command line"], "display: :0": ["display"],
        }
        for line, parts in bad.items():
            with self.subTest(line):
                text = self.refusal("-xrm", f"colourclock*{line}")
                for part in (f"resource colourclock*{line.split(':')[0]}: ", *parts):
                    self.assertIn(part, text)
        self.load("ColourClock.fade: soon")
        self.assertIn("resource ColourClock.fade: ", self.refusal())

    def test_what_is_no_resource(self):
        for line in ("", "nonsense", "! ColourClock.face: hue", ": hue"):
            with self.subTest(line):
                self.assertIn(f"'--xrm {line}'", self.refusal("-xrm", line))

    def test_unknown_names_are_said_and_passed_over(self):
        self.load("ColourClock.face: literal", "ColourClock.faec: full")
        answer = self.run_clock("--no-config", "--snapshot", self.home / "a.png", "--at", AT, "--size", "8x8")
        self.assertEqual(answer.status, 0)
        self.assert_one_line(answer.complaints, "ColourClock.faec")
        self.assertEqual(picture(self.home / "a.png")[2][:3].hex(), COLOURS["literal"])

    def test_the_server_cannot_have_commands_run(self):
        """Every client of the server could put them there."""
        for name, screen in (("feed", False), ("onRefresh", True), ("snapshot", False), ("feedFile", False)):
            with self.subTest(name):
                self.serve("64x64x24")
                self.load(f"ColourClock.{name}: {self.home}/ran", screen=screen)
                self.assertIn(f"resource ColourClock.{name}: ", self.refusal())
        self.serve("64x64x24")
        self.write(".Xdefaults", f"ColourClock.feed: touch {self.home}/ran")
        self.clock("--window")
        eventually((self.home / "ran").exists, "the command of the user's own file to run")


class Refresh(ResourceCase):
    def test_the_options_file_changes_and_resources_stay(self):
        """A refresh reads the options file again; resources keep their values from the start."""
        path = self.write("config/colourclock/colourclock.conf", "face full")
        self.load(
            "ColourClock.face: literal", "ColourClock.noTime: true", "ColourClock.noHex: true",
            "ColourClock.faec: x")
        clock = self.clock("--at", AT, "--speed", "0", "--fade", "0", config=True)
        window = clock.window()

        def colour():
            return f"{self.viewer.pixels(window)[0]:06x}"

        eventually(lambda: colour() == COLOURS["literal"], colour)
        self.load("ColourClock.face: carry")
        path.write_text("face full\non-refresh touch $HOME/refreshed\ntime\n")
        self.press("r")
        eventually((self.home / "refreshed").exists, "a refresh")
        self.assertEqual(colour(), COLOURS["literal"])
        self.quit()
        self.assert_ends(clock, 0, "faec")


class Remote(ResourceCase):
    def test_what_the_clock_asks_for_at_its_start(self):
        """The screen's resources take one request; the server's come with the connection."""
        log = self.trace("--window").read_text()
        self.assertEqual(log.count("name='SCREEN_RESOURCES'"), 1)


class Examples(ResourceCase):
    """Each line of the installed example file works when it is uncommented."""

    LINES = re.findall(r"(?m)^!((?:ColourClock|kitchen)\.\S.*)$", (ASSETS / "shipped/ColourClock.ad").read_text())

    def test_each_is_taken(self):
        self.assertGreater(len(self.LINES), 15)
        for line in self.LINES:
            with self.subTest(line):
                # A countdown's title needs a countdown.
                self.write("ColourClock", line, "ColourClock.countdown: 5m" if "title" in line else "")
                self.snapshot("--no-config", "--size", "64x64", "--name", line.partition(".")[0].lower())

    def test_all_together(self):
        self.write("ColourClock", *self.LINES, "kitchen.countdown: 5m")
        self.snapshot("--no-config", "--size", "64x64", "--name", "kitchen")
