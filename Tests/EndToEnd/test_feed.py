"""The feed: its text, and malicious commands and files."""

import contextlib
import os
import shlex
import signal
from pathlib import Path

from basics import Watch, eventually, never, tool
from colours import second_of_day
from hands import FROZEN, HandCase

# During this minute the digits stay black on every background.
TICKING = ("--at", "13:35:00", "--fade", "0", "--hold-button", "never")
# The screen rows of the feed's two lines.
ROWS = (188, 92)
TEXT = r"printf 'alpha\nbeta\n'"
OTHER = r"printf 'gamma\ndelta\n'"


class FeedCase(HandCase):
    texts = {}

    def running(self, *options, **more):
        clock = self.clock(*TICKING, *options, **more)
        return clock, clock.painted()

    def text(self, window):
        """The white pixels: during this minute the ink of the feed's lines, on every background."""
        top, height = ROWS
        pixels = self.viewer.pixels(window, 0, top, self.server.width, height)
        return {place for place, pixel in enumerate(pixels) if pixel == 0xFFFFFF}

    def is_shown(self, window, text):
        """True if these lines are shown; a few edge pixels depend on the background."""
        shown = self.text(window)
        return len(shown ^ text) * 5 < len(shown | text)

    def text_of(self, command):
        """The picture of the lines of a harmless command, computed once."""
        if command not in self.texts:
            clock, window = self.running("--feed", f"{command}; {self.command('example')}")
            eventually(lambda: self.runs("example"), "the feed")
            # It is complete in the second after the next.
            self.assert_ticks(clock, window)
            self.assert_ticks(clock, window)
            self.texts[command] = self.text(window)
        return self.texts[command]

    def await_text(self, window, text):
        eventually(lambda: self.is_shown(window, text), "the right text")

    def children(self):
        """The clock's direct children, including zombies."""
        return Path(f"/proc/{self.present.pid}/task/{self.present.pid}/children").read_text().split()


class Texts(FeedCase):
    def test_is_shown(self):
        """Different lines look different, equal ones equal."""
        text = self.text_of(TEXT)
        _, window = self.running("--feed", OTHER, "--on-refresh", self.command())
        eventually(lambda: not self.is_shown(window, text), "other lines")
        never(lambda: self.is_shown(window, text), "the same lines", during=1.2)
        _, window = self.running("--feed", TEXT)
        self.await_text(window, text)

    def test_is_cleaned(self):
        """Escape codes, blanks and other forbidden characters: each looks like the plain text."""
        text = self.text_of(TEXT)
        dirty = {
            "escape codes": r"printf '\033[31;1malpha\033[0m\n\033]0;title\007beta\n'",
            "blanks": r"printf '\n\n   alpha \r\n\n\tbeta\n\n'",
            "control characters": r"printf 'al\001pha\n\177be\bta\n'",
            "complaints": TEXT + "; echo gamma >&2",
            "a daemon": TEXT + "; sleep 1000 &",
        }
        for name, command in dirty.items():
            with self.subTest(name):
                _, window = self.running("--feed", command)
                self.await_text(window, text)

    def test_what_went_wrong_is_said(self):
        """An unchanged problem is reported once, with the last line of the command's error output."""
        clock, window = self.running(
            "--feed", f"{self.command()}; echo first >&2; exec ./no/such/weather.sh", "--refresh-every", "1s")
        eventually(lambda: len(self.runs()) >= 3, "three runs")
        self.press("q")
        status, complaints = clock.end()
        self.assertEqual((status, complaints.count("\n")), (0, 1), complaints)
        self.assertIn("feed: the command was not found (127): ", complaints)
        self.assertRegex(complaints, r"\(.*no/such/weather\.sh.*not found\)")

    def test_where_and_how_many(self):
        """Lines beside the time have another place; so have fewer or larger ones."""
        text = self.text_of("seq 3")
        for options in (("--feed-place", "beside"), ("--feed-lines", "1"), ("--feed-size", "large")):
            with self.subTest(options):
                clock, window = self.running("--feed", f"seq 3; {self.command('lines')}", *options)
                self.assert_ticks(clock, window)
                self.assert_ticks(clock, window)
                self.assertFalse(self.is_shown(window, text))

    def test_the_last_good_text_stays(self):
        """After any failure the old text stays, until the next good one."""
        text, other = self.text_of(TEXT), self.text_of(OTHER)
        script = self.home / "feed"
        script.write_text(TEXT)
        _, window = self.running("--feed", f". {script}", "--refresh-every", "1s", "--feed-timeout", "1s")
        self.await_text(window, text)
        for command in ("exit 3", "yes", "cat /bin/true", "sleep 1000"):
            with self.subTest(command):
                (self.home / "new").write_text(f"{self.command(command[:4])}\n{command}\n")
                (self.home / "new").rename(script)
                # When the command runs for the second time, its first result was handled.
                eventually(lambda: len(self.runs(command[:4])) >= 2, "the bad feed twice")
                never(lambda: not self.is_shown(window, text), "another text", during=0.2)
        (self.home / "new").write_text(OTHER)
        (self.home / "new").rename(script)
        self.await_text(window, other)

    def test_refreshed_every_so_often(self):
        self.running("--feed", self.command(), "--refresh-every", "1s")
        eventually(lambda: len(self.runs()) >= 4, "four runs")
        times = self.runs()[:4]
        gaps = [after - before for before, after in zip(times, times[1:])]
        # On a busy machine one run is late and the next one then comes sooner.
        self.assertAlmostEqual(min(gaps), 1, delta=self.may_be_late(), msg=gaps)
        self.assertGreater(sum(gaps), 3 - self.may_be_late())

    def test_refreshed_by_hand(self):
        _, window = self.running("--feed", self.command(), "--on-refresh", self.command("by hand"))
        self.assert_ran_once(during=1.5)
        self.press("r")
        eventually(lambda: (len(self.runs()), len(self.runs("by hand"))) == (2, 1), "the feed's second run")


class BadCommands(FeedCase):
    BAD = (
        "yes", "cat /dev/zero", "sleep 1000", "kill -9 $$", "head -c 65536 /dev/urandom",
        "(sleep 1000 &); " + TEXT, "trap '' TERM INT HUP; sleep 1000", "exec >&-; sleep 1000",
        "for each in 1 2 3 4 5 6 7 8 9; do sleep 1000 & done; wait", "kill -STOP $$",
        r"while :; do printf '\033[31m\377\000'; done")

    def test_no_second_is_missed(self):
        """The wall shows every second, and no process is left over."""
        for number, command in enumerate(self.BAD):
            (self.home / f"bad{number}").write_text(command)
        feed = f"cd {self.home}; n=$(wc -l < asked); {self.command('asked')}; . ./bad$n"
        (self.home / "asked").touch()
        clock, window = self.running("--feed", feed, "--refresh-every", "1s", "--feed-timeout", "1s")
        seen, lost, parties = [second_of_day(self.viewer.colour(window))], [], Watch(clock.pid, self.server.process.pid)

        def watch():
            shown = second_of_day(self.viewer.colour(window))
            if shown != seen[-1]:
                before = parties.lost
                parties.look()
                seen.append(shown)
                lost.append(parties.lost - before)
            return len(self.runs("asked")) > len(self.BAD)

        eventually(watch, "all bad commands", within=120)
        for second, after, waited in zip(seen, seen[1:], lost):
            # A second may be missed only if the machine withheld a processor for it.
            self.assertTrue(after == second + 1 or second < after < second + 1.5 + waited, (second, after, waited))
        self.assertGreater(len(seen), 10)
        self.press("q")
        status, complaints = clock.end()
        self.assertEqual(status, 0)
        self.assertTrue(all(line.startswith("colourclock: feed: ") for line in complaints.splitlines()), complaints)
        eventually(lambda: not self.descendants(), lambda: f"no process left of {self.descendants()}")

    def test_nothing_is_left_at_the_end(self):
        """However it ends, while a feed and a refresh are running."""
        ends = {
            "a key": (lambda window: self.press("q"), 0),
            "closed": (self.close, 0),
            "the window destroyed": (lambda window: self.destroy(window), 1),
        }
        self.assert_nothing_left(ends)

    def test_nothing_is_left_by_a_signal(self):
        """The signals by which sessions and services end programs."""
        ends = {
            each.name: (lambda window, each=each: self.present.signal(each), -each)
            for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
        self.assert_nothing_left(ends)

    def assert_nothing_left(self, ends):
        for name, (end, status) in ends.items():
            with self.subTest(name):
                clock, window = self.running("--feed", "sleep 1000 & sleep 1000", "--on-refresh", "sleep 1000")
                self.press("r")
                eventually(lambda: len(self.descendants()) >= 4, "the commands")
                end(window)
                self.assertIn(clock.process.wait(20), (status, 0))
                try:
                    eventually(lambda: not self.descendants(), "an end of the commands")
                finally:
                    self.kill(self.descendants())

    def test_nothing_is_left_of_what_has_just_begun(self):
        """The signal comes after the fork and before the clock knows the process number."""
        late = (tool("strace"), "-D", "-o", "/dev/null", "-e", "inject=clone,clone3,vfork:delay_exit=500000")
        begun = self.home / "begun"
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name):
                clock = self.clock(
                    *TICKING, "--feed", f"echo $$ > {shlex.quote(str(begun))}; exec sleep 1000", before=late)
                pid = eventually(lambda: begun.exists() and begun.read_text().strip(), "a command")
                clock.signal(number)
                self.assertEqual(clock.process.wait(20), -number)
                self.addCleanup(self.kill, [int(pid)] if Path("/proc", pid).exists() else [])
                eventually(lambda: not Path("/proc", pid).exists(), "an end of the command")
                begun.unlink()

    def close(self, window):
        protocol = self.viewer.atom("WM_DELETE_WINDOW")
        self.viewer.send(window, window, "WM_PROTOCOLS", [protocol], 0)

    def destroy(self, window):
        window.destroy()
        self.viewer.display.sync()

    def kill(self, pids):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


class Files(FeedCase):
    def test_replaced_and_edited(self):
        text, other = self.text_of(TEXT), self.text_of(OTHER)
        path = self.home / "feed"
        path.write_text("alpha\nbeta\n")
        _, window = self.running("--feed-file", path)
        self.await_text(window, text)
        (self.home / "new").write_text("gamma\ndelta\n")
        (self.home / "new").rename(path)
        self.await_text(window, other)
        path.write_text("alpha\nbeta\n")
        self.await_text(window, text)
        path.unlink()
        never(lambda: not self.is_shown(window, text), "another text", during=1.5)
        path.write_text("gamma\ndelta\n")
        self.await_text(window, other)

    def test_that_is_none(self):
        """Nothing, a pipe without a writer, a folder, a device, too much data: the clock continues, and reads a later
        file."""
        text = self.text_of(TEXT)
        path = self.home / "feed"
        clock, window = self.running("--feed-file", path)
        kinds = {
            "nothing": (lambda path: None, lambda path: None), "a FIFO": (os.mkfifo, os.unlink),
            "a folder": (os.mkdir, os.rmdir), "a device": (lambda path: os.symlink("/dev/zero", path), os.unlink),
            "too much": (lambda path: (path.touch(), os.truncate(path, 1 << 32)), os.unlink),
        }
        for name, (make, remove) in kinds.items():
            with self.subTest(name):
                make(path)
                self.assert_ticks(clock, window)
                self.assert_ticks(clock, window)
                remove(path)
        path.write_text("alpha\nbeta\n")
        self.await_text(window, text)
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_on_a_frozen_wall(self):
        """On a frozen wall the file is still checked at the refresh interval."""
        path = self.home / "feed"
        path.write_text("alpha\nbeta\n")
        text, other = self.text_of(TEXT), self.text_of(OTHER)
        clock = self.clock(*FROZEN, "--hold-button", "never", "--feed-file", path, "--refresh-every", "1s")
        window = clock.painted()
        self.await_text(window, text)
        path.write_text("gamma\ndelta\n")
        self.await_text(window, other)
