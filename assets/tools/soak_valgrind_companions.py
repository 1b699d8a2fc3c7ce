#!/usr/bin/env python3
"""The companions of a clock under valgrind: soak_valgrind_companions.py PROGRAM.

The MQTT companion joins the clock to a mosquitto. It gets random commands and shared states, both valid ones and inputs
of its fuzzer. Its link is cut every few seconds, and a signal ends it. Its connection processes are checked like
itself. The calendar companion prints its fuzzer's calendars for some days, and then follows a file that is rewritten
again and again. The remote's server gets random requests of programs, phones that come and go, and what hostile clients
send. The criteria are those of soak_valgrind.py. The same seed makes the same input."""

import argparse
import contextlib
import http.client
import json
import os
import random
import shutil
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench_mqtt import Teller, mosquitto
from bench_processes import running, xvfb
from soak_commands import FACES, PERIODS, PROGRAMS, SIZE, SPANS, TEXTS, Failed, Link, boot, require
from soak_long import Cutter
from soak_valgrind import FAULTS, MEMORY, PATIENCE, checker, figures

CORPUS = Path(__file__).resolve().parents[2] / "Tests/Fuzz/corpus"
DAYS = ("2026-03-29", "2026-11-22", "2028-02-29")
# Seconds between two messages, and between two cuts of the link.
PAUSE, CUT = 0.1, 12
WRITTEN = 10
# The most objects with weak references that a companion has when it forks.
SIDE_TABLES = 4
# What is no request, or no good one.
GARBAGE = (
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"\0" * 4096,
    b"POST /api/v1/pair HTTP/1.1\r\nHost: a",
    b"GET /" + b"a" * 40_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST /api/v1/pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n",
)
# EX_DATAERR of sysexits(3): not a calendar.
DATA = 65


def until(holds, what):
    end = boot() + PATIENCE
    while not holds():
        require(boot() < end, what)
        time.sleep(0.05)


def is_clean(log):
    """A forked copy, later in the log, exits with everything it inherited: lost blocks there are no error."""
    ends = re.findall(r"^==(\d+)== ERROR SUMMARY: \d+ errors from (\d+) contexts", log, re.M)
    lost = lambda pid: len(re.findall(rf"^=={pid}== .* definitely lost in loss record", log, re.M))
    first = re.match(r"==(\d+)==", log)[1]
    return ends and all(int(contexts) == (0 if pid == first else lost(pid)) for pid, contexts in ends)


def hidden(log):
    """The blocks that valgrind.supp hides, as pairs of a process and their number."""
    found = re.findall(r"^==(\d+)==\s+suppressed: [\d,]+ bytes in ([\d,]+) blocks", log, re.M)
    return [(pid, int(blocks.replace(",", ""))) for pid, blocks in found]


def verdict(path, of=""):
    """Checks valgrind's summary for each process. A program ended by a signal lacks valgrind's exit status and may have
    lost one block (valgrind.supp). A forked copy uses no object of its parent, so that valgrind may find the side table
    of none of them."""
    log = path.read_text(errors="replace")
    first = re.match(r"==(\d+)==", log)[1]
    is_more = any(blocks > (1 if pid == first else SIDE_TABLES) for pid, blocks in hidden(log))
    if is_more or not is_clean(log):
        print(log)
        raise Failed(f"valgrind has found something{of}")
    return figures(log)[-1]


class Broker:
    """Random messages for a wall named w of the group g."""

    def __init__(self, generator):
        self.random = generator
        self.inputs = [path.read_bytes() for path in sorted((CORPUS / "payload").iterdir())]

    def end(self):
        """A future moment, in the form of shared states."""
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + self.random.choice((5, 60, 3600))))

    def message(self):
        """A topic, a payload, and the retain flag."""
        choice = self.random.choice
        where = choice(("w", "group/g", "all"))
        if self.random.random() < 0.3:
            kind = choice(
                ("command/countdown/start", "command/message", "command/nonsense", "countdown", "message", "face",
                 "agenda", "dim"))
            return f"colourclock/{where}/{kind}", choice(self.inputs), self.random.random() < 0.5
        if self.random.random() < 0.5:
            command, payload = choice((
                ("countdown/start", [choice(SPANS), choice(TEXTS)]), ("countdown/pause", []), ("countdown/reset", []),
                ("message", [choice(TEXTS), "--for", "5s"]), ("dismiss", []), ("face", [choice(FACES)]),
                ("get", ["face"]), ("status", []),
                ("help", []), ("set", ["title", choice(TEXTS)]), ("nonsense", [choice(TEXTS)])))
            return f"colourclock/{where}/command/{command}", json.dumps(payload).encode(), False
        state, payload = choice((
            ("countdown", json.dumps({"end": self.end(), "title": choice(TEXTS)})), ("countdown", self.end()),
            ("countdown", ""), ("program", ""), ("sound", "off"), ("sound", ""),
            ("program", json.dumps({"start": self.end(), "steps": choice(PROGRAMS)})),
            ("message", json.dumps({"text": choice(TEXTS), "until": self.end()})), ("message", ""),
            ("face", choice(FACES)), ("face", ""),
            ("agenda", json.dumps([choice(PERIODS)])), ("agenda", ""), ("dim", "0.5"), ("dim", "")))
        return f"colourclock/group/g/{state}", payload.encode(), True


class Remote:
    """Random requests to the remote's server."""

    def __init__(self, generator, port, token):
        self.random, self.port, self.token, self.count, self.garbage = generator, port, token, 0, 0

    def ask(self, method, path, body=None, token=None):
        """The status of the answer. A stream is left after its first bytes."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        data = None if body is None else json.dumps(body)
        with contextlib.closing(link):
            link.request(
                method,
                path,
                data,
                {"Authorization": f"Bearer {token or self.token}", "Content-Type": "application/json"},
            )
            answer = link.getresponse()
            answer.read(20 if path.endswith("/events") else None)
            self.count += 1
            return answer.status

    def next(self):
        choice = self.random.choice
        command, body = choice(
            (
                ("face", {"name": choice(FACES)}),
                ("message", {"text": choice(TEXTS), "for": "5s"}),
                ("countdown/start", [choice(SPANS)]),
                ("agenda/set", {"periods": [choice(PERIODS)]}),
                ("dismiss", {}),
                ("get", {"option": "feed"}),
                ("set", ["face", "hue"]),
                ("none", {}),
                ("dim", {"share": None}),
                ("stopwatch/laps", {"csv": True}),
            )
        )
        kind = self.random.randrange(8)
        if kind < 3:
            self.ask("POST", f"/api/v1/commands/{command}", body)
        elif kind == 3:
            self.ask("GET", "/api/v1/" + choice(("status", "health", "openapi.json", "snapshot.png", "events", "none")))
        elif kind == 4:
            self.ask("GET", choice(("/", "/remote.js", "/none", "/%2e%2e/a")))
        elif kind == 5:
            self.ask("POST", "/api/v1/pair", {"code": "000000"}, "0" * 64)
        else:
            self.garbage += 1
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=2) as link:
                link.sendall(choice(GARBAGE))
                link.shutdown(socket.SHUT_WR)
                link.recv(4096)


def rests(pid):
    """True if a process has done nothing for half a second (Linux: scheduler/sched-stats.rst)."""
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
        """Runs the companion until a signal ends it, then checks valgrind's log."""
        log = Path(folder, f"{name}.valgrind")
        with running(name, [*checker(log, MEMORY, children=True), self.companion(name), *options], display) as client:
            yield client
            client.check()
            client.process.send_signal(signal.SIGTERM)
            status = client.process.wait(PATIENCE)
        require(status in (0, FAULTS, -signal.SIGTERM), f"{name} ended with status {status}")
        self.said = verdict(log)

    def join(self, display, folder, path):
        with mosquitto() as (_, port), contextlib.closing(
            Teller(port, "colourclock/#", keep=lambda topic: True)
        ) as teller:
            cutter = Cutter(port)
            cutter.start()
            options = ("--no-config", "--broker", f"mqtt://127.0.0.1:{cutter.port}", "--name", "w", "--group", "g",
                       "--control", path)
            with self.watched("mqtt", display, folder, *options) as client:
                until(lambda: teller.kept.get("colourclock/w/availability") == b"online", "it does not join")
                sent = self.tell(client, teller, cutter)
                until(lambda: teller.kept.get("colourclock/w/availability") == b"online", "it does not come back")
                heard = sum("/result" in topic or "/status" in topic for topic in teller.kept)
            print(
                f"colourclock-mqtt: {sent} messages sent to it, {teller.messages} heard of all, {cutter.cuts} "
                f"cuts; {self.said}"
            )
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
        print(
            f"colourclock-agenda: {len(inputs)} calendars, {'together' if self.together else 'each'} on "
            f"{len(self.days)} days"
        )

    def print_calendar(self, folder, path, day):
        """Prints a file, or all files of a folder."""
        log = Path(folder, "print.valgrind")
        status = subprocess.run([*checker(log), self.companion("agenda"), "--print", "--all-day", "--date", day, path],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE).returncode
        # Valgrind does not count a Swift trap as an error.
        require(status in (0, DATA), f"{path.name} on {day}: status {status}")
        verdict(log, f" in {path.name} on {day}")

    def follow(self, display, folder, path):
        """Rewrites a file with a new event each time, until the wall shows it."""
        file = Path(folder, "calendar.ics")

        def write(number):
            today = time.strftime("%Y%m%d")
            lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//soak//EN", "BEGIN:VEVENT", f"UID:{number}",
                     f"SUMMARY:Event {number}",
                     f"DTSTART:{today}T000000", f"DTEND:{today}T235900", "RRULE:FREQ=DAILY;COUNT=3", "END:VEVENT",
                     "END:VCALENDAR", ""]
            file.with_suffix(".new").write_text("\r\n".join(lines))
            file.with_suffix(".new").replace(file)

        write(0)
        with contextlib.closing(Link(path)) as link, self.watched(
            "agenda", display, folder, "--control", path, str(file)
        ) as client:
            for number in range(1, WRITTEN + 1):
                write(number)
                until(
                    lambda number=number: f"Event {number}" in json.dumps(link.ask("status")),
                    f"event {number} does not come")
            # The companion asks the wall once more; blocks in use just then would count as lost.
            until(lambda: rests(client.process.pid), "it does not come to rest")
        print(f"colourclock-agenda: followed a file that was written {WRITTEN} times; {self.said}")

    def serve(self, display, folder, path):
        with self.watched(
            "web", display, folder, "--no-config", "--control", path, "--listen", "127.0.0.1:0"
        ) as client:
            said = lambda: os.pread(client.errors.fileno(), 1 << 16, 0).decode()
            until(lambda: "listens at" in said(), "it does not listen")
            port = int(said().split("listens at")[1].split("/")[2].rpartition(":")[2])
            token = subprocess.run(
                [self.companion("web"), "--no-config", "--new-token", "soak"],
                check=True,
                capture_output=True,
                text=True,
                env={**os.environ, "XDG_STATE_HOME": client.state.name},
            ).stdout.strip()
            remote = Remote(self.random, port, token)
            until(lambda: remote.ask("GET", "/api/v1/status") == 200, "it does not find the clock")
            until(lambda: remote.ask("GET", "/api/v1/openapi.json") == 200, "it does not know the commands")
            start = boot()
            while boot() < start + self.seconds:
                remote.next()
                client.check()
            until(lambda: rests(client.process.pid), "it does not come to rest")
        print(f"colourclock-web: {remote.count} requests, of which {remote.garbage} were none; {self.said}")

    def run(self):
        with contextlib.ExitStack() as stack:
            _, display = stack.enter_context(xvfb(SIZE))
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-"))
            path = Path(folder, "clock.sock")
            stack.enter_context(
                running("clock", [self.program, "--no-config", "--no-hint", "--fullscreen", "--control", str(path)],
                        display))
            until(path.exists, "the clock does not open its socket")
            self.print_calendars(folder)
            self.follow(display, folder, str(path))
            self.serve(display, folder, str(path))
            self.join(display, folder, str(path))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=180, help="for which that for MQTT is told something (180)")
    parser.add_argument("--days", type=int, choices=range(1, len(DAYS) + 1), default=len(DAYS),
                        help="on which calendars are printed (3)")
    parser.add_argument("--together", action="store_true",
                        help="print all calendars in one run, which takes a fifth of the time")
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
