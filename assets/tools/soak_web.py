#!/usr/bin/env python3
"""An hour of a clock with `colourclock-web` and a hundred phones: soak_web.py PROGRAM.

A hundred phones hear events; some go and come back all the time. Programs send random commands of the wall's whole
table, ask how it is and for its picture, and load the page. Others guess codes and tokens, send what is no HTTP, bodies
that are too long, and half a request. Each minute all but the phones rest for some seconds. Then memory and descriptors
of the companion are measured.

The run fails

- if the clock or the companion ends, or an answer has a status that does not fit its request;
- if a phone that was there hears no tick for over 5 s;
- if memory or descriptors of the companion grow over the last three quarters (of twenty minutes and more), even at the
  lower end of the slope's 99.9 % interval.

The same seed makes the same requests."""

import argparse
import contextlib
import datetime
import http.client
import json
import random
import socket
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench_processes import memory, running, xvfb
from bench_web import Companion, Phones
from soak_commands import SIZE, Failed, Link, Orders, boot, require
from soak_growth import fitted
from soak_valgrind_companions import GARBAGE

COUNT, REST = 100, 5
# Growth an hour: KiB, and descriptors.
LIMITS = {"private dirty KiB": 128, "RSS KiB": 256, "descriptors": 0.5}
# The least measurements for a slope.
LEAST = 16
LONGEST_SILENCE = 5
# Commands that a program over HTTP has no use for, or that end the wall.
LEFT_OUT = ("quit", "snapshot", "observe", "trouble", "pairing", "sharing")


class Hour:
    def __init__(self, program, options):
        self.program, self.seconds, self.random = program, options.minutes * 60, random.Random(options.seed)
        self.pause, self.every = options.pause, options.every
        self.answers, self.samples, self.silence, self.ended = Counter(), [], 0.0, 0

    def run(self):
        with contextlib.ExitStack() as stack:
            _, display = stack.enter_context(xvfb(SIZE))
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
            path = folder / "clock.sock"
            self.clock = stack.enter_context(running(
                "clock", [self.program, "--no-config", "--no-hint", "--fullscreen", "--control", str(path)], display))
            end = boot() + 20
            while not path.exists():
                require(boot() < end, "the clock does not open its socket")
                time.sleep(0.05)
            web = Path(self.program).resolve().with_name("colourclock-web")
            self.companion = stack.enter_context(contextlib.closing(Companion(str(web), path, folder)))
            tokens = self.companion.tokens(COUNT)
            self.owner = self.companion.token(
                "owner", "read", "get", "set", "unset", "snapshot", "help", *self.names(path)
            )
            self.phones = stack.enter_context(contextlib.closing(Phones(self.companion, tokens, COUNT)))
            self.phones.start()
            self.link = http.client.HTTPConnection("127.0.0.1", self.companion.port, timeout=30)
            self.work()
            self.report()

    def names(self, path):
        """Makes the commands; returns their first words."""
        with contextlib.closing(Link(path)) as link:
            table = link.ask("help")["data"]
            options = link.ask("status")["data"]["options"]
        flags = [option["name"] for option in options if isinstance(option["value"], bool)]
        self.orders = Orders(self.random, table, flags, "/tmp")
        return sorted({row["name"].split()[0] for row in table if not row["name"].startswith(LEFT_OUT)})

    # What comes in.

    def work(self):
        start = self.measured = boot()
        kinds = (
            self.command,
            self.command,
            self.command,
            self.question,
            self.page,
            self.picture,
            self.guess,
            self.garbage,
            self.come_back,
        )
        events, heard = 0, boot()
        while boot() < start + self.seconds:
            self.random.choice(kinds)()
            time.sleep(self.pause)
            if self.phones.events > events + COUNT // 2:
                events, heard = self.phones.events, boot()
            self.silence = max(self.silence, boot() - heard)
            require(self.silence < LONGEST_SILENCE, "the phones hear nothing")
            if boot() - self.measured > self.every:
                time.sleep(REST)
                self.measure((boot() - start) / 3600)
                heard = boot()

    def ask(self, method, path, body=None, token=None, allowed=(200, 204)):
        try:
            status, data = self.companion.ask(method, path, token or self.owner, body, self.link)
        except (http.client.HTTPException, OSError):
            # Ended by the server, as by the time limit of a connection.
            self.link.close()
            status, data = self.companion.ask(method, path, token or self.owner, body, self.link)
        require(status in allowed, f"{method} {path} {body}: status {status}: {data[:200]}")
        self.answers[status] += 1
        return data

    def command(self):
        words = self.orders_next()
        name, arguments = next(
            (words[:count], words[count:]) for count in (2, 1) if " ".join(words[:count]) in self.orders.names
        )
        self.ask("POST", "/api/v1/commands/" + "/".join(name), arguments, allowed=(200, 204, 400, 409))

    def orders_next(self):
        self.orders.now = datetime.datetime.now(datetime.timezone.utc)
        while True:
            words = [str(word) for word in self.orders.next()]
            if not " ".join(words).startswith(LEFT_OUT):
                return words

    def question(self):
        data = self.ask("GET", "/api/v1/" + self.random.choice(("status", "health", "openapi.json")))
        json.loads(data)

    def page(self):
        self.ask(
            "GET",
            self.random.choice(("/", "/remote.js", "/remote.css", "/icon.svg", "/none", "/../a")),
            allowed=(200, 404),
        )

    def picture(self):
        # None is taken of a blank wall, of a pairing code, or by one that runs too fast.
        data = self.ask("GET", "/api/v1/snapshot.png", allowed=(200, 409))
        require(data.startswith((b"\x89PNG", b"{")), "the picture is none")

    def guess(self):
        self.ask(
            "POST",
            "/api/v1/pair",
            {"code": f"{self.random.randrange(10**6):06}", "name": "x" * 100},
            allowed=(403, 429),
        )
        self.ask("GET", "/api/v1/status", token="0" * 64, allowed=(401,))

    def garbage(self):
        with contextlib.suppress(OSError), socket.create_connection(
            ("127.0.0.1", self.companion.port), timeout=2
        ) as link:
            link.sendall(self.random.choice(GARBAGE))
            if self.random.random() < 0.5:
                link.recv(4096)
        self.answers["garbage"] += 1

    def come_back(self):
        index = self.random.randrange(COUNT)
        if index not in self.phones.ended:
            self.phones.leave(index)
            self.phones.ended.append(index)
        self.ended += len(self.phones.ended) - 1
        while self.phones.ended:
            self.phones.join_one(self.phones.ended.pop())
            self.answers["came back"] += 1

    # What it takes.

    def measure(self, hours):
        self.clock.check()
        pid = self.companion.process.pid
        require(self.companion.process.poll() is None, f"the companion has ended: {self.companion.said()}")
        kib = memory([pid])
        figures = {
            "private dirty KiB": kib["Private_Dirty"],
            "RSS KiB": kib["Rss"],
            "descriptors": len([*Path(f"/proc/{pid}/fd").iterdir()]),
        }
        self.samples.append((hours, figures))
        self.measured = boot()
        print(
            f"{hours:.2f} h: {', '.join(f'{name} {value}' for name, value in figures.items())}, clock private "
            "dirty KiB "
            f"{memory(self.clock.tree())['Private_Dirty']}, phones {len(self.phones.links)}, events "
            f"{self.phones.events}",
            flush=True,
        )

    def report(self):
        print(
            f"answers: {dict(sorted(self.answers.items(), key=str))}; {self.phones.events} events heard, "
            f"{self.phones.bytes / 1e6:.0f} MB, "
            f"{self.ended} streams ended by the server, the longest silence {self.silence:.1f} s"
        )
        said = self.companion.said().splitlines()
        print(f"the companion said {len(said)} lines: {said[-3:]}")
        late = [each for each in self.samples if each[0] >= self.samples[-1][0] / 4] if self.samples else []
        if len(late) < LEAST:
            return print("it was too short to tell whether memory grows")
        failures = []
        for name, limit in LIMITS.items():
            rate, width = fitted([hours for hours, _ in late], [figures[name] for _, figures in late])
            print(f"{name}: {rate:+.2f} ± {width:.2f} an hour, limit {limit}")
            if rate - width > limit:
                failures.append(f"{name} grow by {rate - width:.2f} an hour at least")
        require(not failures, "; ".join(failures))
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument(
        "--pause", type=float, default=0.2, help="seconds between two requests; less for a short and intense run"
    )
    parser.add_argument("--every", type=float, default=60, help="seconds between two measurements")
    options = parser.parse_args()
    print(f"soak_web.py: seed {options.seed}", flush=True)
    try:
        Hour(options.program, options).run()
    except (Failed, OSError, ValueError, http.client.HTTPException) as failure:
        sys.exit(f"soak_web.py: FAILED with seed {options.seed}: {failure!r}")


if __name__ == "__main__":
    main()
