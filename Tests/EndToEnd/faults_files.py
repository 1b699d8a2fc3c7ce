"""Faults of the saved state and of the options file."""

import json
import os
import subprocess
import time
from pathlib import Path

from basics import tool
from faults import STILL, Fault, Plan
from test_reload import COLOURS

# A small file system of its own for the saved state, damaged at the start or later.
MOUNT = 'mount -t tmpfs -o size=64k none "$1" && cp -r "$2"/. "$1" && eval "$3" && shift 3 && exec "$@"'
SPOIL = {"full": 'head -c 1000000 /dev/zero > "{0}/filler" 2>/dev/null || :', "read-only": 'mount -o remount,ro "{0}"',
         "removed": 'rm -rf "{0}/colourclock"'}
HEAL = {"full": 'rm -f "{0}/filler"', "read-only": 'mount -o remount,rw "{0}"', "removed": ":"}


class Folder(Fault):
    """The state cannot be saved: this is reported once, the old file stays whole, and the next successful write has
    everything."""

    name = "state folder full, read-only, removed"
    note = "from the start or later; one line each; whole again with the next change"

    def attempt(self, number):
        kind, is_late = self.random.choice(sorted(SPOIL)), self.random.random() < 0.5
        self.folder, log = self.home / "state", self.home / "log"
        self.keep()
        kept = self.home / "kept"
        self.folder.rename(kept)
        self.folder.mkdir()
        spoil = ":" if is_late else SPOIL[kind].format(self.folder)
        self.wall(kept=False,
                  before=("/bin/sh", "-c", f'exec "$@" 2>>{log}', "sh", tool("unshare"), "--mount", "--map-root-user",
                                      "/bin/sh", "-c", MOUNT, "sh", self.folder, kept, spoil))
        self.present.painted()
        if kind != "removed" or is_late:
            self.recovery()
        if is_late:
            self.do(SPOIL[kind])
        before = self.content()
        self.change(self.random.randint(1, 5))
        assert kind == "removed" or self.content() == before, "another file, though it could not be written"
        self.do(HEAL[kind])
        title = self.change(1)
        span = self.until(lambda: title in self.content(), lambda: f"{title} in {self.content()}")
        assert json.loads(self.content())
        said = log.read_text().splitlines()
        assert len(said) <= 1 and all("cannot write" in line for line in said), said
        assert bool(said) == (kind != "removed"), said
        return span

    def inside(self, path):
        """The path as the clock sees it."""
        return Path(f"/proc/{self.present.pid}/root{path}")

    def content(self):
        path = self.inside(self.state_file)
        return path.read_text() if path.exists() else ""

    def do(self, command):
        user = ["--user", "--preserve-credentials"]
        subprocess.run([tool("nsenter"), "--target", str(self.present.pid), *user, "--mount", "/bin/sh", "-c",
                        command.format(self.folder)], check=True, env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin"})

    def change(self, count):
        """Commands that change the saved state. Returns a text to expect in the file."""
        for _ in range(count):
            title = f"Tea {self.random.randrange(1 << 30)}"
            for words in (["face", self.random.choice(("hue", "full", "carry"))], ["countdown", "start", "50m", title],
                          ["countdown", "pause"]):
                self.order(*words)
        return title


class Damaged(Fault):
    """The file cut at each length, and with each bit flipped: in random order, none twice before all were tried."""

    name = "state file cut or a bit of it turned"
    note = "set aside with a line, read, or left as a later version's; 3000 tries have all of them"
    is_fresh = False
    share = 15

    def attempt(self, number):
        self.keep()
        data = bytearray(self.state_file.read_bytes())
        everything = list(range(9 * len(data)))
        # A full run must try all of them.
        share = len(Plan.numbers(self.share))
        assert Plan.tries < 200 or len(everything) <= share, f"{len(everything)} are more than the tries"
        self.random.seed("the same order for all")
        self.random.shuffle(everything)
        place = everything[number % len(everything)]
        if place < len(data):
            del data[place:]
        else:
            data[(place - len(data)) // 8] ^= 1 << place % 8
        aside = self.state_file.with_name("state.json.damaged")
        aside.unlink(missing_ok=True)
        self.state_file.write_bytes(data)
        self.wall(kept=False)
        span = self.until(self.has_its_colour, "a wall of the colour that it tells")
        # The clock may save valid content again at once, for example after a restart of the machine.
        assert aside.read_bytes() == data if aside.exists() else json.loads(self.state_file.read_bytes())
        self.order("countdown", "start", "5m", "After it")
        if self.version(data) > 1:
            expected = "a later version of the clock"
            time.sleep(0.2)
            assert self.state_file.read_bytes() == data
        else:
            expected = "is damaged and was renamed" if aside.exists() else None
            # The clock saves it a little later, together with other changes.
            self.until(lambda: "After it" in self.state_file.read_text(), "what is kept then")
            assert self.kept()["version"] == 1
        self.present.signal(15)
        status, said = self.present.end()
        assert status == -15
        # A number may be valid JSON but not a valid countdown. Then the rest of the state must stay.
        if expected is None and said:
            expected = "forgotten, because"
        if expected:
            self.assert_one_line(said, expected)
        return span

    @staticmethod
    def version(data):
        try:
            return json.loads(data)["version"]
        except (ValueError, KeyError, TypeError):
            return 0

    def has_its_colour(self):
        colour = self.ask("status")["data"]["wall"]["colour"]
        window = self.viewer.find("ColourClock")
        # A new window is not on the screen yet.
        return window and self.viewer.is_viewable(window) and colour == "#%02x%02x%02x" % self.viewer.colour(window)


class Options(Fault):
    """The file is replaced again and again by random content while it is read; in the end it is valid."""

    name = "options file swapped while it is read"
    note = "3 to 40 files, folders, pipes, links and noise; some of them are read"
    is_fresh = False

    def begin(self):
        super().begin()
        self.path = self.home / "options/clock.conf"
        self.path.parent.mkdir()
        self.path.write_text("face literal\n")
        self.log = self.home / "log"
        self.keep()
        # A face chosen by hand would override the file.
        self.state = {name: value for name, value in self.kept().items() if name != "card"}
        self.state_file.write_text(json.dumps(self.state))
        self.clock(*STILL, "--config", self.path, "--control", self.socket, config=True,
                   before=("/bin/sh", "-c", f'exec "$@" 2>>{self.log}', "sh"))
        self.window = self.present.painted()

    def attempt(self, number):
        said = len(self.log.read_text())
        count = self.random.randint(3, 40)
        for _ in range(count):
            self.random.choice(
                (self.renamed, self.written, self.halves, self.gone, self.folder, self.pipe, self.loop, self.noise,
                 self.great))()
            if self.random.random() < 0.3:
                time.sleep(self.random.uniform(0, 0.03))
            elif self.random.random() < 0.2:
                # About the time that reading the file takes.
                time.sleep(self.random.uniform(0.1, 0.4))
        self.take_away()
        face = self.random.choice(("literal", "full", "carry"))
        self.write_last(f"face {face}\n")
        span = self.until(lambda: self.viewer.colour(self.window) == COLOURS[face], face)
        assert self.kept() == self.state, self.state_file.read_text()
        # The errors that the clock reports for each version that it reads.
        lines = self.log.read_text()[said:].splitlines()
        assert all(
            line.startswith("colourclock: ") and f"{self.path}" in line and line.isprintable() for line in lines), lines
        assert len(lines) <= count, lines
        return span

    def write_last(self, text):
        """Writes the version whose face must be shown."""
        self.random.choice((self.renamed, self.written, self.halves))(text)

    def take_away(self):
        if self.path.is_dir() and not self.path.is_symlink():
            self.path.rmdir()
        else:
            self.path.unlink(missing_ok=True)

    def text(self):
        return self.random.choice(
            ("face hue\n", "face scaled\nfade 0.3\n", "face soon\n", "no option\n", "", "face full\n" * 500))

    def renamed(self, text=None):
        other = self.path.with_name("other")
        other.write_text(self.text() if text is None else text)
        if self.path.is_dir():
            self.take_away()
        other.rename(self.path)

    def written(self, text=None):
        self.take_away()
        self.path.write_text(self.text() if text is None else text)

    def halves(self, text=None):
        text = self.text() if text is None else text
        self.take_away()
        with self.path.open("w") as file:
            for part in (text[: len(text) // 2], text[len(text) // 2 :]):
                file.write(part)
                file.flush()
                time.sleep(0.01)

    def gone(self):
        self.take_away()

    def folder(self):
        self.take_away()
        self.path.mkdir()

    def pipe(self):
        self.take_away()
        os.mkfifo(self.path)

    def loop(self):
        self.take_away()
        self.path.symlink_to(self.path)

    def noise(self):
        self.take_away()
        self.path.write_bytes(self.random.randbytes(self.random.choice((1, 100, 10_000))))

    def great(self):
        self.take_away()
        self.path.touch()
        os.truncate(self.path, 1 << 33)


FAULTS = (Folder, Damaged, Options)
