"""The options file: its places, its syntax, and files that are none."""

import os
import shutil

from basics import BINARY, tool
from support import Case, picture

LITERAL = "face literal\nat 13:35:16\nsize 8x8\n"


class ConfigCase(Case):
    screen = "64x64x24"

    def write(self, folder, text):
        """Writes an options file in a folder of the test's home, as the user or the system would."""
        path = self.home / folder / "colourclock/colourclock.conf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def shown(self, *options, **variables):
        """The colour of a snapshot with these options, as six digits."""
        width, height, data = picture(self.snapshot(*options, **variables))
        self.assertEqual((width, height), (8, 8))
        return data[:3].hex()

    def refusal(self, *options, status=64, **variables):
        """A run fails quickly with one line. Returns the line."""
        answer = self.run_clock("--snapshot", self.home / "none.png", *options, **variables)
        self.assertEqual((answer.status, answer.output), (status, ""))
        self.assert_one_line(answer.complaints)
        self.assertLess(answer.seconds, 1)
        self.assertFalse((self.home / "none.png").exists())
        return answer.complaints


class Places(ConfigCase):
    def test_order(self):
        """The user's file, else the system's; only one of them."""
        faces = {"config": "literal", "home/.config": "full", "first": "carry", "second": "scaled"}
        colours = {"literal": "133516", "full": "909745", "carry": "909544", "scaled": "8a9544"}
        for folder, face in faces.items():
            self.write(folder, f"face {face}\nat 13:35:16\nsize 8x8\n")
        system, other = f"{self.home}/first:{self.home}/second", f"{self.home}/none:{self.home}/second"
        order = [
            ("config", {}),
            ("home/.config", {"XDG_CONFIG_HOME": None}),
            ("home/.config", {"XDG_CONFIG_HOME": ""}),
            ("first", {"XDG_CONFIG_HOME": f"{self.home}/empty"}),
            ("first", {"XDG_CONFIG_HOME": None, "HOME": None}),
            ("second", {"XDG_CONFIG_HOME": None, "HOME": None, "XDG_CONFIG_DIRS": other}),
        ]
        for folder, variables in order:
            with self.subTest(folder, **variables):
                places = {"HOME": f"{self.home}/home", "XDG_CONFIG_DIRS": system, **variables}
                self.assertEqual(self.shown(**places), colours[faces[folder]])

    def test_relative_folders_do_not_count(self):
        self.write("config", LITERAL)
        self.write("home/.config", LITERAL.replace("literal", "full"))
        before = os.getcwd()
        self.addCleanup(os.chdir, before)
        os.chdir(self.home)
        relative = {"XDG_CONFIG_HOME": "config", "HOME": f"{self.home}/home"}
        self.assertEqual(self.shown(**relative), "909745")

    def test_no_config_and_another_one(self):
        path = self.write("config", LITERAL)
        line = ("--at", "13:35:16", "--size", "8x8")
        self.assertEqual(self.shown("--no-config", *line), "8a9544")
        path.rename(self.home / "mine")
        self.assertEqual(self.shown("--config", self.home / "mine"), "133516")

    def test_none_at_all(self):
        self.assertEqual(self.shown("--at", "13:35:16", "--size", "8x8"), "8a9544")


class Contents(ConfigCase):
    def test_forms(self):
        texts = (
            LITERAL,
            "face=literal\nat=13:35:16\nsize=8x8",
            "# all of it\n\n  face   literal   # the digits\n\tat = 13:35:16\n\nsize =8x8\n#\n",
            LITERAL.replace("\n", "\r\n"),
            "face full\n" + LITERAL + "no-seconds\ndate\n12-hour\n",
            "--face literal\n-at=13:35:16\n--size = 8x8\n",
            "\ufeff" + LITERAL + "title one\u2028face full\n",
            "face \"literal\"  # in quotes\nat='13:35:16'\nsize = \"8x8\"\ntitle 'My # Tea'\n",
        )
        for text in texts:
            with self.subTest(text):
                self.write("config", text)
                self.assertEqual(self.shown(), "133516")

    def test_the_command_line_wins(self):
        self.write("config", LITERAL)
        self.assertEqual(self.shown("--face", "full"), "909745")
        self.assertEqual(self.shown("--at", "20:01:02"), "200102")

    def test_flags_of_the_command_line_win(self):
        """Each flag in the file and its opposite on the command line give the same picture as neither."""
        base = f"{LITERAL}fade 0\n".replace("8x8", "200x100")
        plain = self.snapshot("--config", self.file("plain", base)).read_bytes()
        opposites = {
            "no-seconds": "--seconds", "no-time": "--time", "no-hex": "--hex", "date": "--no-date",
            "12-hour": "--24-hour"}
        for flag, opposite in opposites.items():
            with self.subTest(flag):
                file = self.file("flags", base + flag)
                self.assertNotEqual(self.snapshot("--config", file).read_bytes(), plain)
                self.assertEqual(self.snapshot("--config", file, opposite).read_bytes(), plain)

    def test_the_zone_of_the_command_line_wins(self):
        base = "face literal\nsize 8x8\nat 2026-07-01T12:00:00Z\n"
        self.write("config", base + "utc\n")
        self.assertEqual(self.shown(), "120000")
        self.assertEqual(self.shown("--timezone", "Asia/Kolkata"), "173000")
        self.write("config", base + "timezone Asia/Kolkata\n")
        self.assertEqual(self.shown("--utc"), "120000")

    def test_bad_lines_are_named(self):
        bad = {
            "face nix": ["face", "scaled"], "nonsense": ["nonsense"], "--nonsense": ["'--nonsense'"], "face": ["face"],
            "utc yes": ["utc"], "speed 9000": ["speed"], "config other": ["config"], "help": ["help"],
            "version": ["version"], "list-faces": ["list-faces"], "generate-completion-script bash": ["generate"],
            "at 99:00": ["at"], "timezone Nowhere/City": ["Nowhere/City"],
        }
        for line, parts in bad.items():
            with self.subTest(line):
                path = self.write("config", f"# first\n\n{line}\n")
                text = self.refusal()
                for part in (f"{path}:3: ", *parts):
                    self.assertIn(part, text)

    def file(self, name, text):
        path = self.home / name
        path.write_text(text)
        return path


class NoFiles(ConfigCase):
    """Files without options: one line at once, and nothing is left behind."""

    def test_missing(self):
        self.assertIn("/nonexistent", self.refusal("--config", "/nonexistent", status=1))

    def test_directory(self):
        self.assertIn(str(self.home), self.refusal("--config", self.home, status=1))
        path = self.write("config", "")
        path.unlink()
        path.mkdir()
        self.assertIn(str(path), self.refusal(status=1))

    def test_a_pipe(self):
        """A pipe in the usual place is refused; one that `--config` names is read."""
        path = self.write("config", "")
        path.unlink()
        os.mkfifo(path)
        self.assertIn(str(path), self.refusal(status=1))

    def test_links_that_lead_nowhere(self):
        """A circular or dangling link is an error; no other file silently replaces it."""
        path = self.write("config", "")
        for target in (path.name, "elsewhere"):
            path.unlink()
            path.symlink_to(target)
            self.assertIn(str(path), self.refusal(status=1))

    def test_binary(self):
        for content in (b"\0\1\2", b"\x7fELF\xff\xfe", b"face scaled\0", b"face \xff\n"):
            path = self.home / "binary"
            path.write_bytes(content)
            self.assertIn(str(path), self.refusal("--config", path, status=1))

    def test_a_gigabyte(self):
        path = self.home / "large"
        path.touch()
        os.truncate(path, 1 << 30)
        self.assertIn(str(path), self.refusal("--config", path, status=1))
        self.assertLess(self.run_clock("--config", path).peak, 60 << 20)

    def test_endless(self):
        self.assertIn("/dev/zero", self.refusal("--config", "/dev/zero", status=1))

    def test_unreadable(self):
        path = self.home / "secret"
        path.write_text(LITERAL)
        path.chmod(0)
        binary = shutil.copy(BINARY, self.home / "colourclock")
        # Root can read everything.
        other_user = [tool("setpriv"), "--reuid", "65534", "--clear-groups"] if os.geteuid() == 0 else []
        answer = self.run_command([*other_user, binary, "--config", path])
        self.assertEqual(answer.status, 1)
        self.assert_one_line(answer.complaints, str(path), "Permission denied")
