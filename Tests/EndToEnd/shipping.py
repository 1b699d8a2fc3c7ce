"""Shared by the tests of installation, package and manual. Runs the scripts of assets on the program under test."""

import atexit
import functools
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

from basics import BINARY, PACKAGES, tool
from support import Case

ASSETS = Path(__file__).resolve().parents[2] / "assets"
TOOLS = ASSETS / "tools"
sys.path[:0] = [str(ASSETS), str(TOOLS)]
import manual  # noqa: E402

ID = "io.github.colourclock.colourclock"
SHELLS = ("bash", "zsh", "fish")

PACKAGES.update({
    "appstreamcli": "appstream", "bash": "bash", "desktop-file-validate": "desktop-file-utils", "dpkg": "dpkg",
    "dpkg-deb": "dpkg", "fish": "fish", "lintian": "lintian", "man": "man-db", "mandoc": "mandoc",
    "readelf": "binutils",
    "sudo": "sudo", "systemd-analyze": "systemd", "xmllint": "libxml2-utils", "xscreensaver-settings": "xscreensaver",
    "zsh": "zsh",
})


def listing(folder):
    """Every path below a folder with its kind, permissions, link target and content."""

    def entry(path):
        mode = path.lstat().st_mode
        content = path.readlink() if path.is_symlink() else path.read_bytes() if path.is_file() else None
        return str(path.relative_to(folder)), stat.filemode(mode), content

    return sorted(map(entry, folder.rglob("*")), key=lambda entry: entry[0])


def every_option():
    """All options in the program's own table."""
    return manual.options_of(BINARY)


def options():
    """The options that `--help` shows."""
    return [option for option in every_option() if option.is_shown]


class Shipped(Case):
    """Tests of scripts without an X server. Everything is installed once for all tests of the class.
    With a blank, to test the quoting of every path."""

    # Blanks, so that every path has been through every kind of quoting.
    prefix = "/opt/colour clock"

    @classmethod
    def setUpClass(cls):
        cls.server = None
        cls.root = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="colourclock-ship-")))
        subprocess.run(
            ["sh", ASSETS / "install", cls.prefix], check=True, capture_output=True,
            env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "COLOURCLOCK": BINARY, "DESTDIR": str(cls.root)})
        cls.tree = cls.root / cls.prefix[1:]

    def script(self, name, *arguments, before=(), within=60.0, **variables):
        """Runs one of the scripts. Returns the result."""
        command = [*before, ASSETS / name, *arguments]
        return self.run_command(command, within, **{"COLOURCLOCK": BINARY, **variables})

    def succeeds(self, *command, **variables):
        """Runs a command that must succeed without an error message. Returns its output."""
        answer = self.run_command(command, 60.0, **variables)
        self.assertEqual((answer.status, answer.complaints), (0, ""), answer.output)
        return answer.output

    def assert_said(self, answer, *parts):
        """The script has ended with one line that contains these parts."""
        self.assertEqual((answer.status, answer.output), (1, ""), answer.complaints)
        self.assertRegex(answer.complaints, r"\A\w+: .+\n\Z")
        self.assertEqual(answer.complaints.count("\n"), 1, answer.complaints)
        for part in parts:
            self.assertIn(part, answer.complaints)


class Packaged(Shipped):
    """Tests of the output of assets/package, made once for all tests of the process."""

    # The prefix of packages.
    prefix = "/usr"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.files = cls.made_once()
        cls.packages = {path.name.partition("_")[0]: path for path in cls.files if path.suffix == ".deb"}
        cls.path, cls.companions = cls.packages["colourclock"], [
            cls.packages[f"colourclock-{name}"] for name in ("agenda", "mqtt", "web")]

    @staticmethod
    @functools.cache
    def made_once():
        folder = tempfile.TemporaryDirectory(prefix="colourclock-packages-")
        atexit.register(folder.cleanup)
        return Packaged.made(folder.name)

    @classmethod
    def made(cls, folder):
        """Makes the packages. Returns the printed paths."""
        # Needs the caller's PATH, because it asks Swift which libraries are linked in.
        process = subprocess.run(
            [ASSETS / "package", folder], capture_output=True, text=True,
            env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "COLOURCLOCK": BINARY,
                 "SOURCE_DATE_EPOCH": "1700000000"})
        assert process.returncode == 0, process.stderr
        return [Path(line) for line in process.stdout.splitlines()]

    def field(self, name, package="colourclock"):
        return self.succeeds(tool("dpkg-deb"), "-f", self.packages.get(package, package), name).strip()
