"""Shared by tests in which the clock's time is set or jumps: the right local times, and observed walls."""

import contextlib
import os
import shlex
import subprocess
import threading
import time

from basics import BINARY, environment, eventually, mortal
from control import Client
from shipping import ASSETS  # noqa: F401, from where the last is taken
from test_clock import ClockCase

from bench_processes import withheld

ZONES = "/usr/share/zoneinfo"
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# How late a busy machine may be, in seconds.
LATE = 2.5
# The limit for events of an observed wall, without the time for which it had no processor: less than a tick.
SOON = 0.8


class TroubleCase(ClockCase):
    def believing(self, moment, **variables):
        """The environment of clocks with a fake time, which can be set later. Durations follow the machine's time."""
        self.file = self.home / "shift"
        self.set(moment)
        return self.faked(
            None, FAKETIME_TIMESTAMP_FILE=self.file, FAKETIME_NO_CACHE="1", FAKETIME_DONT_FAKE_MONOTONIC="1",
            **variables)

    def set(self, moment):
        """Sets the fake time. The file is replaced atomically, because libfaketime reads it again and again."""
        self.shift, new = round(moment - time.time(), 3), self.home / "new"
        new.write_text(f"{self.shift:+.3f}\n")
        new.rename(self.file)

    def now(self):
        return time.time() + self.shift


def local_times(zone, seconds):
    """Local times of a zone at these seconds by the C library: the oracle, with leap seconds."""
    with environment(TZ=f"{ZONES}/{zone}"):
        time.tzset()
        shown = {second: time.localtime(second) for second in seconds}
    time.tzset()
    return shown


def rings(alarm, shown):
    """The seconds at which the alarm rings: on each of its days the first with its time, or the next one if that time
    is skipped.

    On the first day it may have been before."""
    first, (clock, _, weekday) = {}, alarm.partition("@")
    wanted = tuple(map(int, clock.partition("=")[0].split(":")))
    for second, local in shown.items():
        if local[3:6] >= wanted and weekday in ("", WEEKDAYS[local.tm_wday]):
            first.setdefault(local[:3], second)
    return first.values()


class Wall:
    """A clock that logs the machine time of each run of its command, and a client that observes all events."""

    def __init__(self, case, kind, place, options, variables):
        self.log, self.socket = case.home / f"{kind}.log", case.home / f"{kind}.sock"
        # Expected ends: by the machine's time, by the wall's time, and at multiples of `step` seconds of the wall's
        # time.
        self.spans, self.instants, self.step = [], [], None
        # Due events by the machine's time, received events, and the agenda over time.
        self.due, self.told, self.agenda, self.ringing = [], [], [], []
        # The times without a processor, and until when they were measured.
        self.waits, self.server = [], case.server.process.pid
        self.process = subprocess.Popen(
            mortal(
                [BINARY, "--no-config", "--no-hint", "--geometry", place, "--reduced-motion", "--fade", "0",
                 "--stopwatch",
                    "--control", self.socket, "--on-zero", f"LD_PRELOAD= date +%s.%N >> {shlex.quote(str(self.log))}",
                    *options]),
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
        if topic == "alarm":
            # An alarm that rings already goes on beside a new one.
            new = [name for name in data or [] if name not in self.ringing]
            self.ringing = data or []
            if new:
                self.told.append((" ".join(new), moment))
        elif topic == "countdown" and data and data["state"] == "over":
            self.told.append(("over", moment))
        elif topic == "agenda":
            self.agenda.append((titles(data), moment))

    def wait(self, moment):
        """Records the time without a processor until then."""
        self.waits.append((moment, withheld(self.process.pid, self.server, os.getpid())))

    def late(self, due, moment):
        """The permitted lateness of an event due at that time."""
        before, after = ([wait for when, wait in self.waits if when <= end] for end in (due, moment))
        return SOON + after[-1] - before[-1]

    def order(self, *words):
        """Sends a command. Returns the times before and after it."""
        before = time.time()
        answer = self.client.ask(*words)
        assert answer["error"] == "success", answer
        return before, time.time()

    def next_end(self):
        """The bounds of the countdown's next end, from the shown number."""
        before = time.time()
        left = self.status()["countdown"]["remaining"]
        return before + left, time.time() + left

    def status(self):
        return self.client.ask("status")["data"]["wall"]

    def watched_since(self):
        """The bounds of the stopwatch's start, from the shown time."""
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
        """Forgets everything recorded so far."""
        self.step = None
        self.log.unlink(missing_ok=True)
        for those in (self.spans, self.instants, self.due, self.told, self.agenda, self.waits):
            those.clear()
        self.wait(time.time())


def titles(periods):
    """The titles of the present and of the next periods."""
    turns = {period["turn"]: period["title"] for period in periods if "turn" in period}
    return turns.get("now"), turns.get("next")
