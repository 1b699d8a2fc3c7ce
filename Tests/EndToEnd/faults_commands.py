"""Faults of the feed's command and of other commands."""

import contextlib
import os
import shlex
import signal
import time

from basics import eventually
from faults import PROMISE, Fault

GOOD = r"printf 'alpha\nbeta\n'"
# Commands that hang, flood, fork, fail, ignore signals or leave something behind; `{n}` is a new number each time.
BAD = {
    "hang": "sleep 1000", "hang, SIGTERM ignored": "trap '' TERM INT HUP QUIT; sleep 1000 & wait; sleep 1000",
    "stopped": "kill -STOP $$",
    "flood": "yes", "flood of zeros": "head -c 300000000 /dev/zero", "flood of errors": "yes alas >&2",
    "noise": "head -c {n} /dev/urandom",
    "no end of a line": "head -c {n} /dev/zero | tr '\\0' x",
    "escapes": r"while :; do printf '\033[31m\377\000\033]0;'; done",
    "forks": "for each in 1 2 3 4 5 6 7 8 9; do (sleep 1000 & sleep 1000) & done; wait",
    "daemon": "(sleep 1000 &); exit 3",
    "daemon with the pipe": "sleep 1000 & exit 0", "forks for ever": "f() { sleep 0.05; f & }; f; sleep 1000",
    "killed": "kill -{s} $$", "status": "exit {n}", "closed": "exec >&- 2>&-; sleep 1000",
    "no program": "exec ./no/such/program",
    "not a shell's": "if then fi ((", "half": r"printf alpha; sleep 1000",
}
# Only a new session outlives the command, as the manual says.
DAEMON = "setsid sleep 1000 >/dev/null 2>&1 & "


class CommandFault(Fault):
    """A wall with commands."""

    def bad(self):
        name = self.random.choice(sorted(BAD))
        text = BAD[name].replace(
            "{n}", str(self.random.randint(1, 255) if name == "status" else self.random.randint(2000, 200_000)))
        return text.replace("{s}", self.random.choice(("TERM", "KILL", "SEGV", "HUP", "USR1")))

    def write(self, text):
        """Replaces the command's script atomically."""
        new = self.home / "new"
        new.write_text(f"echo >> {shlex.quote(str(self.home / 'runs'))}\n{text}\n")
        new.rename(self.home / "script")

    def count(self):
        path = self.home / "runs"
        return path.stat().st_size if path.exists() else 0

    def daemons(self):
        """Processes in their own sessions."""
        return [pid for pid in self.descendants() if self.leads(pid)]

    @staticmethod
    def leads(pid):
        """True if the process leads a session; it may have just ended."""
        with contextlib.suppress(ProcessLookupError):
            return os.getsid(pid) == pid
        return False

    def end_daemons(self):
        for pid in self.daemons():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.assert_no_process()


class Feeds(CommandFault):
    """Whatever the feed's command does, the last good text stays, the clock answers, and no process is left."""

    name = "feed: hangs, floods, forks, ignores SIGTERM, daemons"
    note = "the last good text stays; right again with the next good answer"
    is_fresh = False

    def begin(self):
        super().begin()
        self.write(GOOD)
        self.wall_options = ("--feed", f". {self.home}/script", "--refresh-every", "1h", "--feed-timeout", "1s")
        self.log = self.home / "log"
        self.wall(*self.wall_options, before=("/bin/sh", "-c", f'exec "$@" 2>>{self.log}', "sh"))
        self.present.painted()
        self.recovery(*self.wall_options)

    def learn(self, options):
        """Records the picture with the feed's text."""
        _, state = super().learn(options)
        before, path = self.count(), self.home / "fed.png"
        clock = self.wall(*options, kept=False)
        clock.painted()
        eventually(lambda: self.count() > before and not self.descendants(), "a feed that was asked")

        def at_rest():
            """Waits until the refresh indicator is gone."""
            pictures = []
            for _ in range(2):
                self.order("snapshot", str(path))
                pictures.append(self.planes_of(path))
                time.sleep(0.3)
            return pictures[0] if pictures[0] == pictures[1] else None

        Fault.known[options] = eventually(at_rest, "a picture that stays"), state
        clock.close()
        return Fault.known[options]

    def attempt(self, number):
        before, has_daemon, said = self.count(), self.random.random() < 0.1, len(self.log.read_text())
        self.write((DAEMON if has_daemon else "") + self.bad())
        self.order("refresh")
        eventually(lambda: self.count() > before, "the bad command")
        watch = self.watch()
        while len(self.descendants()) > len(self.daemons()):
            self.answers()
            # The command may take all of its second.
            assert watch.look() < 1 + PROMISE, f"there still are {self.descendants()}"
            time.sleep(0.02)
        self.end_daemons()
        # The clock shows the error beneath the last good text.
        self.until(self.is_fresh_paint, "the window as it is painted anew")
        self.write(GOOD)
        self.order("refresh")
        # The refresh indicator turns for most of a second.
        span = self.recovery(*self.wall_options)
        self.assert_no_child()
        self.assert_state(*self.wall_options)
        self.assert_log(said)
        return span

    def answers(self):
        """The clock answers at once, whatever the command does."""
        watch = self.watch()
        self.ask("status")
        assert watch.look() < 0.5, "it does not answer"

    def assert_log(self, before):
        """The clock reports a failing feed once, and its recovery."""
        lines = self.log.read_text()[before:].splitlines()
        assert len(lines) <= 2, lines
        assert all(
            line.startswith("colourclock: feed: ") and line.isprintable() and len(line) < 1000 for line in lines), lines


class Hooks(CommandFault):
    """Whatever the command of a refresh, a countdown's end or a message does: the clock ends in time and kills the
    command."""

    name = "hooks: the same, ended in the midst of it"
    note = "at a refresh, at zero, for a message; by SIGTERM, SIGINT, SIGHUP or quit"
    # The trigger of each hook, and the most runs.
    ways = {"--on-refresh": (["refresh"], 10), "--on-zero": (["countdown", "start", "1"], 1),
            "--message-sound": (["message", "Hello"], 10)}

    def attempt(self, number):
        self.write(self.bad())
        option = self.random.choice(sorted(self.ways))
        self.hook, (words, most) = (option, f". {self.home}/script"), self.ways[option]
        # Discards a flood, which would fill a disk or keep it busy.
        self.wall(*self.hook, before=("/bin/sh", "-c", 'exec "$@" 2>/dev/null', "sh"))
        self.present.painted()
        self.recovery(*self.hook)
        for _ in range(self.random.randint(1, most)):
            self.order(*words)
        eventually(self.count, "the hook")
        self.look_right()
        time.sleep(self.random.uniform(0, 0.2))
        span = self.leave(self.random.choice((signal.SIGTERM, signal.SIGINT, signal.SIGHUP, None)))
        if option != "--on-zero":
            self.assert_state(*self.hook)
        return span

    def look_right(self):
        """The right picture, except where a message or an ended countdown is."""
        if self.hook[0] == "--on-refresh":
            return self.recovery(*self.hook)
        return self.until(self.is_fresh_paint, "the window as it is painted anew")

    def leave(self, number):
        """Ends the clock by a signal or a command. Returns the seconds until nothing is left."""
        watch = self.watch()
        if number is None:
            self.order("quit")
        else:
            self.present.signal(number)
        assert self.present.process.wait(3) == (-number if number else 0)
        while left := self.descendants():
            assert watch.look() < PROMISE, f"processes are left: {left}"
            time.sleep(0.002)
        seconds = watch.look()
        assert seconds < PROMISE, f"it has ended after {seconds:.2f} s"
        return seconds

    def keep(self, *options):
        """Hooks do not change the picture, so one state serves all homes."""
        if () not in self.known:
            self.learn(())
        Fault.known[options] = self.known[()]
        super().keep(*options)


FAULTS = (Feeds, Hooks)
