"""What tests share whose clocks are set while they run, or jump: the oracle of local times, and walls that are watched."""

import contextlib
import os
import shlex
import subprocess
import threading
import time

from basics import BINARY, environment, eventually, mortal
from shipping import ASSETS  # noqa: F401, from where the last is taken
from test_clock import ClockCase
from test_control import Client

from bench_processes import withheld

ZONES = "/usr/share/zoneinfo"
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# How late a busy machine may make it.
LATE = 2.5
# The same for what a watched wall tells, but for the time for which there is no processor: less than from one tick to the next.
SOON = 0.8


class TroubleCase(ClockCase):
    def believing(self, moment, **variables):
        """The environment of clocks that believe it is then, until they are set. Spans go by the machine's own time."""
        self.file = self.home / "shift"
        self.set(moment)
        return self.faked(
            None, FAKETIME_TIMESTAMP_FILE=self.file, FAKETIME_NO_CACHE="1", FAKETIME_DONT_FAKE_MONOTONIC="1", **variables)

    def set(self, moment):
        """Sets their clock; libfaketime reads the file again and again, so that it is put there whole."""
        self.shift, new = round(moment - time.time(), 3), self.home / "new"
        new.write_text(f"{self.shift:+.3f}\n")
        new.rename(self.file)

    def now(self):
        return time.time() + self.shift


def local_times(zone, seconds):
    """What clocks of that zone show at these seconds, by the C library: the oracle, which has leap seconds too."""
    with environment(TZ=f"{ZONES}/{zone}"):
        time.tzset()
        shown = {second: time.localtime(second) for second in seconds}
    time.tzset()
    return shown


def rings(alarm, shown):
    """The seconds at which it rings: the first on each of its days that shows its time, or a later one where that is left out.

    On the first day it may have been before."""
    first, (clock, _, weekday) = {}, alarm.partition("@")
    wanted = tuple(map(int, clock.partition("=")[0].split(":")))
    for second, local in shown.items():
        if local[3:6] >= wanted and weekday in ("", WEEKDAYS[local.tm_wday]):
            first.setdefault(local[:3], second)
    return first.values()


class Wall:
    """A clock that notes by the machine's own time when its command is run, and a client that is told of all that happens there."""

    def __init__(self, case, kind, place, options, variables):
        self.log, self.socket = case.home / f"{kind}.log", case.home / f"{kind}.sock"
        # What it must reach: by the machine's time, by its own, and at each multiple of so many seconds of its own.
        self.spans, self.instants, self.step = [], [], None
        # All that was due by the machine's time, what was told then, and what the agenda said from when on.
        self.due, self.told, self.agenda = [], [], []
        # By when there had been no processor for so long.
        self.waits, self.server = [], case.server.process.pid
        self.process = subprocess.Popen(
            mortal([BINARY, "--no-config", "--no-hint", "--geometry", place, "--reduced-motion", "--fade", "0", "--stopwatch",
                    "--control", self.socket, "--on-zero", f"LD_PRELOAD= date +%s.%N >> {shlex.quote(str(self.log))}", *options]),
            env=case.variables(XDG_STATE_HOME=case.home / kind, **variables))
        case.addCleanup(self.process.wait)
        case.addCleanup(self.process.kill)

    def connect(self, case):
        self.client, observer = eventually(self.reach, "a socket that listens"), Client(self.socket)
        observer.ask("observe")
        listener = threading.Thread(target=self.listen, args=(observer,))
        listener.start()
        for ending in (self.client.close, observer.close, listener.join, self.process.wait, self.process.kill):
            case.addCleanup(ending)

    def reach(self):
        with contextlib.suppress(OSError):
            return Client(self.socket)

    def listen(self, observer):
        with contextlib.suppress(OSError):
            while event := observer.read():
                self.hear(event["event"], event.get("data"), time.time())

    def hear(self, topic, data, moment):
        self.wait(moment)
        if topic == "alarm" and data:
            self.told.append((" ".join(data), moment))
        elif topic == "countdown" and data and data["state"] == "over":
            self.told.append(("over", moment))
        elif topic == "agenda":
            self.agenda.append((titles(data), moment))

    def wait(self, moment):
        """Notes how long there has been no processor until then."""
        self.waits.append((moment, withheld(self.process.pid, self.server, os.getpid())))

    def late(self, due, moment):
        """How late it may have told then what was due."""
        before, after = ([wait for when, wait in self.waits if when <= end] for end in (due, moment))
        return SOON + after[-1] - before[-1]

    def order(self, *words):
        """Tells it that: between which moments."""
        before = time.time()
        answer = self.client.ask(*words)
        assert answer["error"] == "success", answer
        return before, time.time()

    def next_end(self):
        """Between which moments it is, by what its countdown shows."""
        before = time.time()
        left = self.status()["countdown"]["remaining"]
        return before + left, time.time() + left

    def status(self):
        return self.client.ask("status")["data"]["wall"]

    def watched_since(self):
        """Between which moments its stopwatch was started, by what that shows."""
        before = time.time()
        elapsed = self.status()["stopwatch"]["elapsed"]
        return before - elapsed, time.time() - elapsed

    def multiples(self, shown):
        return [second for second, local in shown.items() if self.step and local.tm_sec in range(0, 60, self.step)]

    def has_all(self):
        return len(self.ends()) >= len(self.due) and len(self.told) >= sum(what is not None for _, what in self.due)

    def ends(self):
        return [float(line) for line in self.log.read_text().split()] if self.log.exists() else []

    def forget(self):
        """What has been so far."""
        self.step = None
        self.log.unlink(missing_ok=True)
        for those in (self.spans, self.instants, self.due, self.told, self.agenda, self.waits):
            those.clear()
        self.wait(time.time())


def titles(periods):
    """What is on, and what comes next."""
    turns = {period["turn"]: period["title"] for period in periods if "turn" in period}
    return turns.get("now"), turns.get("next")
