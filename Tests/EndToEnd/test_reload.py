"""A changed options file is applied, however it is written, and the wall continues."""

import os
import shutil
import subprocess
import time

from basics import eventually, never, tool
from hands import CARRY, FULL, LITERAL, SCALED, HandCase
from shipping import ASSETS  # noqa: F401, sets the path for the next import

from bench_processes import STARVED, withheld

# Each face's colour on a wall frozen at 13:35:16.
COLOURS = {"scaled": SCALED, "literal": LITERAL, "full": FULL, "carry": CARRY}


class ReloadCase(HandCase):
    def setUp(self):
        super().setUp()
        self.path = self.home / "config/colourclock/colourclock.conf"
        self.log = self.home / "log"

    def write(self, text, path=None):
        path = path or self.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def begin(self, *options, **variables):
        """A frozen wall with its messages in a file."""
        self.log.write_text("")
        self.clock(
            "--utc", "--at", "13:35:16", "--speed", "0", *options, config=True,
            before=("/bin/sh", "-c", f'exec "$@" 2>>{self.log}', "sh"), **variables)
        self.window = self.present.painted()

    def said(self):
        return self.log.read_text().splitlines()

    def shows(self, face):
        return self.viewer.colour(self.window) == COLOURS[face]

    def assert_shows(self, face, text=None, path=None):
        if text is not None:
            self.write(text, path)
        eventually(lambda: self.shows(face), face)


class Ways(ReloadCase):
    def test_written_in_place(self):
        self.write("face literal\n")
        self.begin()
        self.assert_shows("literal")
        self.assert_shows("full", "face full\n")
        self.assert_shows("carry", "face carry\n")
        self.assertEqual(self.said(), [])

    def test_renamed_over(self):
        """As most editors do."""
        self.write("face literal\n")
        self.begin()
        for face in ("full", "carry"):
            other = self.path.with_name("other")
            self.write(f"face {face}\n", other)
            other.rename(self.path)
            self.assert_shows(face)

    def test_sed(self):
        self.write("face literal\n")
        self.begin()
        for old, new in (("literal", "full"), ("full", "carry")):
            subprocess.run(["sed", "-i", f"s/{old}/{new}/", self.path], check=True)
            self.assert_shows(new)

    def test_backup_and_rename(self):
        """Like vim with `backupcopy=no`: for a moment the file is missing, which changes nothing."""
        self.write("face literal\n")
        self.begin()
        backup = self.path.with_name("colourclock.conf~")
        missing = time.monotonic()
        self.path.rename(backup)
        while (look := time.monotonic()) < missing + 0.4:
            if not self.shows("literal"):
                # The clock waits for a second. A busy machine may look late.
                self.assertGreater(
                    time.monotonic() - missing, 1, f"another face, looked for after {look - missing:.2f} s")
        self.assert_shows("full", "face full\n")
        backup.unlink()
        never(lambda: not self.shows("full"), "another face", during=0.4)
        self.assertEqual(self.said(), [])

    def test_vim_itself(self):
        self.write("face literal\n")
        self.begin()
        for copies, face in (("no", "full"), ("yes", "carry")):
            subprocess.run(
                [tool("vim"), "-Nesu", "NONE", "--cmd", f"set backup writebackup backupcopy={copies}",
                 "-c", f"%s/face .*/face {face}/", "-c", "wq", self.path],
                env=self.variables(TERM="dumb"), stdin=subprocess.DEVNULL, check=True)
            self.assert_shows(face)

    def test_links(self):
        """A link to another file: a change of its target counts, and so does a new link."""
        real, other = self.home / "dotfiles/clock", self.home / "elsewhere/clock"
        self.write("face literal\n", real)
        self.write("face carry\n", other)
        self.path.parent.mkdir(parents=True)
        self.path.symlink_to("../../dotfiles/clock")
        self.begin()
        self.assert_shows("full", "face full\n", real)
        new = self.path.with_name("new")
        new.symlink_to(other)
        new.rename(self.path)
        self.assert_shows("carry")
        self.assert_shows("literal", "face literal\n", other)

    def test_a_folder_that_is_a_link(self):
        """As Kubernetes mounts a ConfigMap: the link `..data` moves to another folder."""
        folder = self.path.parent
        self.write("face literal\n", folder / "..first/colourclock.conf")
        self.write("face full\n", folder / "..second/colourclock.conf")
        (folder / "..data").symlink_to("..first")
        self.path.symlink_to("..data/colourclock.conf")
        self.begin()
        self.assert_shows("literal")
        (folder / "..new").symlink_to("..second")
        (folder / "..new").rename(folder / "..data")
        self.assert_shows("full")

    def test_a_file_that_appears_later(self):
        self.path.parent.mkdir(parents=True)
        self.begin()
        self.assert_shows("scaled")
        self.assert_shows("literal", "face literal\n")
        self.path.unlink()
        self.assert_shows("scaled")
        self.assert_shows("full", "face full\n")

    def test_a_folder_that_is_created_later(self):
        self.begin()
        self.assert_shows("scaled")
        self.assert_shows("literal", "face literal\n")
        shutil.rmtree(self.home / "config")
        self.assert_shows("scaled")
        self.assert_shows("full", "face full\n")

    def test_the_users_file_counts_more_than_the_systems(self):
        system = self.home / "xdg/colourclock/colourclock.conf"
        self.write("face literal\n", system)
        self.begin(XDG_CONFIG_DIRS=self.home / "xdg")
        self.assert_shows("full", "face full\n", system)
        self.assert_shows("carry", "face carry\n")

    def test_a_file_that_was_asked_for(self):
        path = self.home / "mine.conf"
        self.write("face literal\n", path)
        self.begin("--config", path)
        self.assert_shows("full", "face full\n", path)


class Contents(ReloadCase):
    def test_what_is_wrong_is_said_once_and_the_old_ones_stay(self):
        self.write("face literal\n")
        self.begin()
        self.write("face literal\nfade soon\n")
        line = (f"colourclock: {self.path}:2: The value 'soon' is invalid for '--fade <seconds>': "
                "it takes 0 to 2 seconds")
        eventually(lambda: self.said() == [line], line)
        never(lambda: not self.shows("literal") or self.said() != [line], "more words", during=1)
        # The same mistake in a new change is reported again.
        self.write("face full\nfade soon\n")
        eventually(lambda: self.said() == [line, line], "the second line")
        self.assertTrue(self.shows("literal"))
        self.assert_shows("full", "face full\nfade 0\n")

    def test_a_change_of_nothing_is_silent(self):
        self.write("face literal\nfade soon\n", self.home / "bad")
        self.write("face literal\n")
        self.begin()
        self.path.touch()
        (self.path.parent / "another.conf").write_text("fade soon\n")
        never(lambda: self.said(), "words", during=1)

    def test_what_cannot_change_is_said_once(self):
        self.write("face literal\n")
        self.begin()
        self.assert_shows("full", "face full\nname other\ngeometry 100x100\ncountdown 5m\ngrab\n")
        lines = [f"colourclock: '--{name}' cannot be changed while the clock runs"
                 for name in ("countdown", "geometry", "name", "grab")]
        eventually(lambda: self.said() == lines, lines)
        self.assert_shows("carry", "face carry\nname other\ngeometry 100x100\ncountdown 5m\ngrab\n")
        # Back to the start: nothing to report.
        self.assert_shows("literal", "face literal\n")
        self.assertEqual(self.said(), lines)

    def test_what_has_no_effect_is_said_once(self):
        self.write("face literal\n")
        self.begin()
        self.assert_shows("full", "face full\nnight-red\n")
        line = f"colourclock: {self.path}:2: '--night-red' has no effect without '--night'"
        eventually(lambda: self.said() == [line], line)
        self.assert_shows("carry", "face carry\nnight-red\n")
        self.assertEqual(self.said(), [line])

    def test_a_night_without_a_place_is_refused(self):
        self.write("face literal\n")
        self.begin()
        self.write("face full\nnight sun\n")
        line = f"colourclock: {self.path}:2: '--night sun' needs '--place', such as --place 52.52,13.40"
        eventually(lambda: self.said() == [line], line)
        self.assertTrue(self.shows("literal"))

    def test_no_second_is_lost(self):
        """While the file is rewritten again and again, each second is shown exactly once."""
        self.write("face literal\n")
        self.clock("--utc", "--at", "13:35:10", "--no-time", "--no-hex", config=True)
        window = self.present.window()
        processes = self.present.pid, self.server.process.pid, os.getpid()
        seen, waits = [], []

        def count():
            colour = self.viewer.colour(window)
            if not seen or seen[-1] != colour:
                seen.append(colour)
                waits.append(withheld(*processes))
                self.write(f"face literal\ntitle {len(seen)}\n")
            return len(seen) >= 9

        eventually(count, "nine seconds")
        seconds = [blue // 16 * 10 + blue % 16 for _, _, blue in seen[1:]]
        for index, (before, after) in enumerate(zip(seconds, seconds[1:])):
            # From the look before the first of the two on, since that one may have been seen late.
            waited, missed = waits[index + 2] - waits[index], after - before - 1
            self.assertTrue(missed == 0 or 0 < missed < waited + 1 - STARVED, (seconds, waited))
        self.assertTrue(all(colour[:2] == (0x13, 0x35) for colour in seen))


class Rest(ReloadCase):
    def test_a_watched_file_wakes_nobody(self):
        self.write("face literal\n")
        self.begin()
        before = self.present.sleeps()
        for index in range(20):
            (self.path.parent / f"other{index}").write_text("x")
        never(lambda: self.present.sleeps() > before + 45, "more wake-ups than names that have come", during=1)
        self.assert_sleeps(self.present, 2)

    def test_no_options_file_is_not_watched(self):
        self.write("face literal\n")
        self.begin("--no-config")
        self.write("face full\n")
        never(lambda: not self.shows("scaled"), "another face", during=1)
