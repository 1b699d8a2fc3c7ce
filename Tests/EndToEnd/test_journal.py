"""Messages in the system's journal, when standard error leads there, and the saved health of a wall."""

import json
import os
import random
import re
import signal
import subprocess

from basics import eventually, never, tool
from hands import FROZEN
from screens import ScreenCase
from support import Case, OwnServer


class Lines:
    """A file as standard error that passes for the journal, by its device and inode."""

    def __init__(self, path):
        self.path = path
        path.touch()
        status = os.stat(path)
        self.stream = f"{status.st_dev}:{status.st_ino}"

    def read(self):
        return self.path.read_text().splitlines()


class JournalCase(Case):
    def journal(self, *options, stream=None, **variables):
        """A clock with a file as standard error and `JOURNAL_STREAM` set to it or to `stream`. Returns the lines."""
        lines = Lines(self.home / f"journal-{random.getrandbits(40)}")
        before = (tool("sh"), "-c", f'exec "$@" 2>{lines.path}', "sh")
        self.clock(*options, before=before, JOURNAL_STREAM=stream or lines.stream, **variables)
        self.present.painted()
        return lines


class Journal(JournalCase):
    def test_the_start_is_a_line_with_version_mode_and_monitors(self):
        version = self.run_clock("--version").output.strip()
        lines = self.journal(*FROZEN)
        eventually(lambda: lines.read(), "a line")
        self.assertEqual(len(lines.read()), 1)
        self.assertRegex(
            lines.read()[0],
            rf"^<6>version {version}, full screen on {self.server.name}, monitors: \S+ 640x480\+0\+0$")
        for mode in ("kiosk", "window"):
            lines = self.journal(*FROZEN, f"--{mode}")
            self.assertIn(f", {mode} on ", eventually(lines.read, "a line")[0])

    def test_nothing_on_a_stream_that_is_not_the_journal(self):
        lines = self.journal(*FROZEN, stream="1:1")
        never(lambda: lines.read(), "a line", during=1)

    def test_messages_have_priorities_and_no_name(self):
        lines = self.journal(*FROZEN, "--monitor", "none such")
        warning = eventually(lambda: [line for line in lines.read() if "none such" in line], "the warning")
        self.assertRegex(warning[0], "^<4>no monitor 'none such', using the primary one; there are: ")
        stream = Lines(self.home / "errors")
        with open(stream.path, "w") as errors:
            status = subprocess.run(
                [os.environ["COLOURCLOCK"], "--no-config", "--face", "none"], stderr=errors,
                env=self.variables(JOURNAL_STREAM=stream.stream)).returncode
        self.assertEqual(status, 64)
        self.assertEqual([line[:3] for line in stream.read()], ["<3>"])

    def test_a_feed_that_fails_and_recovers(self):
        switch = self.home / "works"
        lines = self.journal(
            "--utc", "--feed", f"test -e {switch} && echo fine", "--refresh-every", "1s")

        def said(part):
            return [line for line in lines.read() if part in line]

        eventually(lambda: said("<4>feed: "), "the failure")
        never(lambda: len(said("<4>feed: ")) > 1, "the same again", during=2.5)
        switch.touch()
        eventually(lambda: said("<5>feed: it answers again"), "the recovery")
        never(lambda: len(said("again")) > 1, "the recovery again", during=2.5)


class Monitors(ScreenCase, OwnServer, JournalCase):
    def test_changes_of_monitors_are_lines(self):
        self.serve()
        lines = self.journal(*FROZEN)

        def said(what):
            return [line for line in lines.read()[1:] if re.match(f"<5>monitors: .*{what}", line)]

        self.split((0, 0, 320, 480), (320, 0, 320, 480), output="screen")
        eventually(lambda: said(re.escape("M0 320x480+0+0, M1 320x480+320+0")), "two monitors")
        self.unsplit()
        eventually(lambda: said(re.escape("640x480+0+0")), "one monitor")


class Silence(OwnServer, JournalCase):
    def test_a_server_that_hangs(self):
        """The clock notices within a minute, continues, and reports it once, on the wall too."""
        self.serve()
        lines = self.journal("--utc", "--fade", "0", "--health-badge", "always", "--no-sync-badge")
        self.let_tick(self.present.window(), 4)
        self.server.process.send_signal(signal.SIGSTOP)
        try:
            eventually(lambda: any("<4>the X server has not answered for " in line for line in lines.read()),
                       "word of it", within=90)
        finally:
            self.server.process.send_signal(signal.SIGCONT)
        eventually(lambda: any("<5>the X server answers again, after " in line for line in lines.read()), "its answer")
        self.assertEqual(sum("answer" in line for line in lines.read()), 2)
        window = self.present.window()
        eventually(lambda: self.badge(window), "the sign in the corner")
        self.quit()
        self.assertEqual(self.present.end()[0], 0)

    def badge(self, window):
        width = self.server.width
        return len(set(self.viewer.pixels(window, width // 2, 0, width // 2, 60))) > 1


class Kept(Case):
    def test_starts_and_wear_are_kept(self):
        """A start is saved at once, the wear at the end, by key or by signal."""
        for start, end in ((1, lambda: self.quit()), (2, lambda: self.present.signal(signal.SIGTERM))):
            clock = self.clock("--utc", "--fade", "0")
            window = clock.painted()
            [file] = eventually(lambda: self.written(start), "the file")
            before = self.seconds(file)
            self.let_tick(window, 4)
            end()
            self.assertEqual(clock.end(), (0 if start == 1 else -signal.SIGTERM, ""))
            self.assertGreaterEqual(self.seconds(file), before + 2)

    def seconds(self, file):
        """The seconds for which the only screen's wear was counted."""
        [wear] = json.loads(file.read_text())["wear"].values()
        self.assertEqual(len(wear["cells"]), 32 * 18)
        return wear["seconds"]

    def written(self, start):
        files = (self.home / "state" / "colourclock").glob("health-*[0-9]")
        return [file for file in files if json.loads(file.read_text())["starts"] == start]

    def test_a_window_keeps_nothing(self):
        clock = self.clock("--utc", "--window")
        clock.painted()
        never((self.home / "state").exists, "a file of its health", during=12)
        self.quit()
        self.assertEqual(clock.end(), (0, ""))
        self.assertFalse((self.home / "state").exists())
