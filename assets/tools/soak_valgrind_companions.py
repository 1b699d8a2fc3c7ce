#!/usr/bin/env python3
"""The companions of a clock under valgrind: soak_valgrind_companions.py PROGRAM.

That for MQTT joins the clock to a mosquitto. It is told commands and shared states by chance, good ones and inputs of its fuzzer, and its link
is cut every few seconds; at the end it is ended by a signal. The processes that have its connections are looked at like itself. That for calendars prints those of its fuzzer on some days, and then follows a file that is written again and again. What
fails is what fails of the clock (soak_valgrind.py). The seed says the same again."""

import argparse
import contextlib
import json
import random
import shutil
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_mqtt import Teller, mosquitto
from bench_processes import running, xvfb
from soak_commands import FACES, PERIODS, SIZE, SPANS, TEXTS, Failed, Link, boot, require
from soak_long import Cutter
from soak_valgrind import FAULTS, MEMORY, PATIENCE, checker, figures

CORPUS = Path(__file__).resolve().parents[2] / "Tests/Fuzz/corpus"
DAYS = ("2026-03-29", "2026-11-22", "2028-02-29")
# Seconds between two messages, and between two cuts of the link.
PAUSE, CUT = 0.1, 12
WRITTEN = 10
# EX_DATAERR of sysexits(3): no calendar.
DATA = 65


def until(holds, what):
    end = boot() + PATIENCE
    while not holds():
        require(boot() < end, what)
        time.sleep(0.05)


def is_clean(log):
    """A copy of the process, which comes later in the log, ends with all that it has been given: what is lost of that is no error."""
    ends = re.findall(r"^==(\d+)== ERROR SUMMARY: \d+ errors from (\d+) contexts", log, re.M)
    lost = lambda pid: len(re.findall(rf"^=={pid}== .* definitely lost in loss record", log, re.M))
    first = re.match(r"==(\d+)==", log)[1]
    return ends and all(int(contexts) == (0 if pid == first else lost(pid)) for pid, contexts in ends)


def verdict(path, of=""):
    """What valgrind says at the end, of each process, which is that all is well. A program that a signal has ended has no status of valgrind's, and may
    have lost one block (valgrind.supp)."""
    log = path.read_text(errors="replace")
    said = figures(log)
    is_more = any(re.match(r"suppressed: .* in (?!0 |1 )", line) for line in said)
    if is_more or not is_clean(log):
        print(log)
        raise Failed(f"valgrind has found something{of}")
    return said[-1]


class Broker:
    """Messages by chance for a wall named w of the group g."""

    def __init__(self, generator):
        self.random = generator
        self.inputs = [path.read_bytes() for path in sorted((CORPUS / "payload").iterdir())]

    def end(self):
        """A moment to come, as shared states have it."""
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + self.random.choice((5, 60, 3600))))

    def message(self):
        """A topic, a payload, and whether it is kept."""
        choice = self.random.choice
        where = choice(("w", "group/g", "all"))
        if self.random.random() < 0.3:
            kind = choice(("command/countdown/start", "command/message", "command/nonsense", "countdown", "message", "face", "agenda", "dim"))
            return f"colourclock/{where}/{kind}", choice(self.inputs), self.random.random() < 0.5
        if self.random.random() < 0.5:
            command, payload = choice((
                ("countdown/start", [choice(SPANS), choice(TEXTS)]), ("countdown/pause", []), ("countdown/reset", []),
                ("message", [choice(TEXTS), "--for", "5s"]), ("dismiss", []), ("face", [choice(FACES)]), ("get", ["face"]), ("status", []),
                ("help", []), ("set", ["title", choice(TEXTS)]), ("nonsense", [choice(TEXTS)])))
            return f"colourclock/{where}/command/{command}", json.dumps(payload).encode(), False
        state, payload = choice((
            ("countdown", json.dumps({"end": self.end(), "title": choice(TEXTS)})), ("countdown", self.end()), ("countdown", ""),
            ("message", json.dumps({"text": choice(TEXTS), "until": self.end()})), ("message", ""), ("face", choice(FACES)), ("face", ""),
            ("agenda", json.dumps([choice(PERIODS)])), ("agenda", ""), ("dim", "0.5"), ("dim", "")))
        return f"colourclock/group/g/{state}", payload.encode(), True


def rests(pid):
    """Whether a process has done nothing for half a second (Documentation/scheduler/sched-stats.rst of the kernel's)."""
    worked = lambda: Path(f"/proc/{pid}/schedstat").read_text().split()[0]
    before = worked()
    time.sleep(0.5)
    return worked() == before


class Companions:
    def __init__(self, program, options, seed):
        self.program, self.seconds, self.days = program, options.seconds, DAYS[:options.days]
        self.together, self.random = options.together, random.Random(seed)

    def companion(self, name):
        return str(Path(self.program).with_name(f"colourclock-{name}"))

    @contextlib.contextmanager
    def watched(self, name, display, folder, *options):
        """It, until it is ended by a signal; what valgrind then says is looked at."""
        log = Path(folder, f"{name}.valgrind")
        with running(name, [*checker(log, MEMORY, children=True), self.companion(name), *options], display) as client:
            yield client
            client.check()
            client.process.send_signal(signal.SIGTERM)
            status = client.process.wait(PATIENCE)
        require(status in (0, FAULTS, -signal.SIGTERM), f"{name} ended with status {status}")
        self.said = verdict(log)

    def join(self, display, folder, path):
        with mosquitto() as (_, port), contextlib.closing(Teller(port, "colourclock/#", keep=lambda topic: True)) as teller:
            cutter = Cutter(port)
            cutter.start()
            options = ("--no-config", "--broker", f"mqtt://127.0.0.1:{cutter.port}", "--name", "w", "--group", "g", "--control", path)
            with self.watched("mqtt", display, folder, *options) as client:
                until(lambda: teller.kept.get("colourclock/w/availability") == b"online", "it does not join")
                sent = self.tell(client, teller, cutter)
                until(lambda: teller.kept.get("colourclock/w/availability") == b"online", "it does not come back")
                heard = sum("/result" in topic or "/status" in topic for topic in teller.kept)
            print(f"colourclock-mqtt: {sent} messages sent to it, {teller.messages} heard of all, {cutter.cuts} cuts; {self.said}")
            require(heard, "nothing was heard of it")

    def tell(self, client, teller, cutter):
        broker, start, sent = Broker(self.random), boot(), 0
        while boot() < start + self.seconds:
            teller.tell(*broker.message())
            sent += 1
            if boot() > start + CUT * (cutter.cuts + 1):
                cutter.cut()
            client.check()
            time.sleep(PAUSE)
        return sent

    def print_calendars(self, folder):
        inputs = sorted((CORPUS / "calendar").iterdir())
        calendars = Path(folder, "calendars")
        calendars.mkdir()
        for path in inputs:
            shutil.copy(path, calendars / f"{path.name}.ics")
        for each in [calendars] if self.together else sorted(calendars.iterdir()):
            for day in self.days:
                self.print_calendar(folder, each, day)
        print(f"colourclock-agenda: {len(inputs)} calendars, {'together' if self.together else 'each'} on {len(self.days)} days")

    def print_calendar(self, folder, path, day):
        """A file, or all of a folder."""
        log = Path(folder, "print.valgrind")
        status = subprocess.run([*checker(log), self.companion("agenda"), "--print", "--all-day", "--date", day, path],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE).returncode
        # A trap of Swift's is no error to valgrind.
        require(status in (0, DATA), f"{path.name} on {day}: status {status}")
        verdict(log, f" in {path.name} on {day}")

    def follow(self, display, folder, path):
        """A file that is written again with another event, until the wall has that."""
        file = Path(folder, "calendar.ics")

        def write(number):
            today = time.strftime("%Y%m%d")
            lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//soak//EN", "BEGIN:VEVENT", f"UID:{number}", f"SUMMARY:Event {number}",
                     f"DTSTART:{today}T000000", f"DTEND:{today}T235900", "RRULE:FREQ=DAILY;COUNT=3", "END:VEVENT", "END:VCALENDAR", ""]
            file.with_suffix(".new").write_text("\r\n".join(lines))
            file.with_suffix(".new").replace(file)

        write(0)
        with contextlib.closing(Link(path)) as link, self.watched("agenda", display, folder, "--control", path, str(file)) as client:
            for number in range(1, WRITTEN + 1):
                write(number)
                until(lambda number=number: f"Event {number}" in json.dumps(link.ask("status")), f"event {number} does not come")
            # It asks the wall once more; what it does just then would be lost with it.
            until(lambda: rests(client.process.pid), "it does not come to rest")
        print(f"colourclock-agenda: followed a file that was written {WRITTEN} times; {self.said}")

    def run(self):
        with contextlib.ExitStack() as stack:
            _, display = stack.enter_context(xvfb(SIZE))
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-"))
            path = Path(folder, "clock.sock")
            stack.enter_context(running("clock", [self.program, "--no-config", "--no-hint", "--fullscreen", "--control", str(path)], display))
            until(path.exists, "the clock does not open its socket")
            self.print_calendars(folder)
            self.follow(display, folder, str(path))
            self.join(display, folder, str(path))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=180, help="for which that for MQTT is told something (180)")
    parser.add_argument("--days", type=int, choices=range(1, len(DAYS) + 1), default=len(DAYS), help="on which calendars are printed (3)")
    parser.add_argument("--together", action="store_true", help="print all calendars in one run, which takes a fifth of the time")
    parser.add_argument("--seed", type=int, help="of what it is told; by chance unless given")
    options = parser.parse_args()
    seed = random.randrange(1 << 32) if options.seed is None else options.seed
    try:
        Companions(options.program, options, seed).run()
    except (Failed, OSError, subprocess.TimeoutExpired) as failure:
        sys.exit(f"soak: seed {seed}: {failure}")
    print(f"nothing wrong with seed {seed}")


if __name__ == "__main__":
    main()
