"""Part 12 of assets/tools/bench: phones with `colourclock-web` beside the clock."""

import contextlib
import http.client
import json
import os
import re
import select
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from bench_commands import Socket, lateness, listening, spread, verdict
from bench_processes import end_with_parent, fail, memory, processor_time, wakeups, xvfb
from bench_x11 import Proxy, Sampler, with_priority

PHONES = ("told", "tick", "pixels", "rest")
COUNT, TOLD, TAPS = 100, 100, 300
# Of one token, of which the server takes 16: it learns a moment later that a phone has gone.
STREAMS = 12
# Milliseconds; wake-ups; KiB resident with a hundred phones.
LIMITS = {"told": 50, "tick": 1, "pixels": 60, "rest": 0, "memory": 40 * 1024}
AREA, STEP, PATIENCE = (5, 5, 8, 8), 0.0003, 2
STILL = ("--at", "13:35:16", "--speed", "0", "--fade", "0")
START_LIMIT = 20


class Companion:
    """A `colourclock-web` beside a clock, and tokens for it, each for as many streams as one may have."""

    def __init__(self, program, path, folder, prefix=(), patience=START_LIMIT):
        self.program, self.environment = program, {**os.environ, "XDG_STATE_HOME": str(folder)}
        self.errors = Path(folder, "web.log").open("w+")
        self.process = subprocess.Popen(
            [*prefix, program, "--no-config", "--control", str(path), "--listen", "127.0.0.1:0"],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self.errors,
            preexec_fn=end_with_parent,
        )
        self.port = int(
            self.wait(patience, lambda: re.search(r"listens at http://[\d.]+:(\d+)/", self.said()), "an address")[1]
        )

    def said(self):
        return Path(self.errors.name).read_text()

    def wait(self, patience, holds, what):
        end = time.time() + patience
        while not (value := holds()):
            if self.process.poll() is not None or time.time() > end:
                fail(f"colourclock-web: no {what} after {patience} s: {self.said()}")
            time.sleep(0.01)
        return value

    def token(self, name, *allowed):
        allow = ["--allow", ",".join(allowed)] if allowed else []
        return subprocess.run(
            [self.program, "--no-config", "--new-token", name, *allow],
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()

    def tokens(self, count):
        """So many that `count` streams may be open."""
        found = [self.token(f"phones{index}") for index in range(-(-count // STREAMS))]
        self.wait(START_LIMIT, lambda: self.ask("GET", "/api/v1/openapi.json", found[0])[0] == 200, "clock")
        return found

    def ask(self, method, path, token, body=None, connection=None):
        """Status and bytes of an answer."""
        link = connection or http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        data = None if body is None else json.dumps(body)
        link.request(method, path, data, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
        with link.getresponse() as answer:
            found = answer.status, answer.read()
        if not connection:
            link.close()
        return found

    def close(self):
        self.process.kill()
        self.process.wait()
        self.errors.close()


class Phones(threading.Thread):
    """Clients that hear events, each with an address of its own. Each event is dated when it has arrived."""

    def __init__(self, companion, tokens, count):
        super().__init__(daemon=True)
        self.port, self.tokens, self.count = companion.port, tokens, count
        self.poll, self.links, self.pending, self.is_closed = select.epoll(), {}, {}, False
        self.bytes, self.events, self.last = 0, 0, {}
        # The places of those whose stream the server has ended.
        self.ended = []
        # What is waited for, when it has come to whom, and the lock of the links.
        self.awaited, self.seen, self.lock = None, {}, threading.Lock()
        for index in range(count):
            self.join_one(index)

    def join_one(self, index):
        link = socket.create_connection(
            ("127.0.0.1", self.port), timeout=START_LIMIT, source_address=(f"127.0.0.{2 + index % 200}", 0)
        )
        last = f"Last-Event-ID: {self.last[index]}\r\n" if index in self.last else ""
        link.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\n{last}"
                     f"Authorization: Bearer {self.tokens[index // STREAMS]}\r\n\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            data = link.recv(4096)
            if not data:
                fail("colourclock-web: a stream was refused")
            head += data
        if not head.startswith(b"HTTP/1.1 200"):
            fail(f"colourclock-web: {head.splitlines()[0].decode()}")
        with self.lock:
            self.links[link.fileno()], self.pending[link.fileno()] = (index, link), head.partition(b"\r\n\r\n")[2]
            self.poll.register(link, select.EPOLLIN)

    def leave(self, index):
        with self.lock:
            number = next(number for number, (each, _) in self.links.items() if each == index)
            self.drop(number)

    def drop(self, number):
        self.poll.unregister(number)
        self.links.pop(number)[1].close()
        del self.pending[number]

    def run(self):
        with_priority()
        while not self.is_closed:
            ready = self.poll.poll(0.2)
            moment = time.time()
            with self.lock:
                for number, _ in ready:
                    if number in self.links:
                        self.receive(number, moment)

    def receive(self, number, moment):
        index, link = self.links[number]
        data = b""
        with contextlib.suppress(OSError):
            data = link.recv(1 << 16)
        if not data:
            self.ended.append(index)
            return self.drop(number)
        if self.awaited and index not in self.seen and self.awaited in self.pending[number] + data:
            self.seen[index] = moment
        whole, _, rest = (self.pending[number] + data).rpartition(b"\n")
        self.pending[number] = rest
        self.bytes += len(data)
        for line in whole.split(b"\n"):
            if line.startswith(b"id: "):
                self.events, self.last[index] = self.events + 1, line[4:].decode()
        return None

    def told(self, text, action):
        """Milliseconds from an action until each phone has an event with that text."""
        self.seen, self.awaited = {}, text.encode()
        start = time.time()
        action()
        end = start + PATIENCE
        while len(self.seen) < self.count and time.time() < end:
            time.sleep(0.005)
        self.awaited = None
        return [
            (self.seen[index] - start) * 1000 if index in self.seen else PATIENCE * 1000 for index in range(self.count)
        ]

    def close(self):
        self.is_closed = True
        self.join()
        for _, link in self.links.values():
            link.close()
        self.poll.close()


@contextlib.contextmanager
def joined(program, path, **more):
    with tempfile.TemporaryDirectory(prefix="bench-") as folder, \
            contextlib.closing(Companion(program, path, folder, **more)) as companion:
        yield companion


@contextlib.contextmanager
def hundred(companion):
    tokens = companion.tokens(COUNT)
    with contextlib.closing(Phones(companion, tokens, COUNT)) as phones:
        phones.start()
        time.sleep(2)
        yield tokens[0], phones


# The parts. Each returns its title, rows and verdicts.


def told(options, program, display):
    """Changes on the wall until each of a hundred phones is told, and the memory that these take."""
    spans = []
    with listening(options.command, display) as (_, path), joined(program, path) as companion, \
            hundred(companion) as (_, phones), contextlib.closing(Socket(path)) as client:
        for index in range(TOLD):
            spans += phones.told(
                f"Order {index}.", lambda index=index: client.ask("message", f"Order {index}.", "--id", "a")
            )
            time.sleep(0.05 + index % 7 / 50)
        kib = memory([companion.process.pid])
    row = spread(f"a change to each of {COUNT} phones", spans, LIMITS["told"])
    return "From a change on the wall to phones", [row], [
        verdict("told, p99 ms", row["p99 ms"], LIMITS["told"]),
        verdict(f"resident with {COUNT} phones, KiB", kib["Rss"], LIMITS["memory"]),
        f"private dirty with {COUNT} phones: {kib['Private_Dirty']} KiB, for each {kib['Private_Dirty'] / COUNT:.0f}"]


def tick(options, program, display):
    """The lateness of each second's first drawing request, alone, and with a hundred phones."""
    rows = []
    with contextlib.closing(Proxy(display)) as proxy:
        def measure(name):
            start = time.time()
            time.sleep(options.seconds)
            rows.append(spread(name, lateness(proxy.draws(), start, start + options.seconds), "-"))

        with listening(options.command, proxy.display) as (client, path):
            measure("alone")
            with joined(program, path) as companion, hundred(companion):
                measure(f"{COUNT} phones")
            client.check()
    more = rows[1]["median ms"] - rows[0]["median ms"]
    return "Lateness of ticks", rows, [verdict(f"{COUNT} phones, median ms more", more, LIMITS["tick"])]


def pixels(options, program, display):
    """Commands over HTTP, on one connection, each of which changes the face of a frozen wall."""
    spans = []
    with listening(options.command, display, *STILL) as (_, path), joined(program, path) as companion, \
            hundred(companion) as (token, _), contextlib.closing(Sampler(display)) as sampler, \
            contextlib.closing(http.client.HTTPConnection("127.0.0.1", companion.port, timeout=30)) as link:
        before = sampler.image(AREA)
        for index in range(TAPS + 1):
            # Slow enough for the flash guard, which allows three such changes a second.
            face, start = ("scaled", "carry")[index % 2], time.perf_counter()
            status, _ = companion.ask("POST", "/api/v1/commands/face", token, {"name": face}, link)
            if status != 204:
                fail(f"colourclock-web: status {status} for a face")
            while (after := sampler.image(AREA)) == before and time.perf_counter() < start + PATIENCE:
                time.sleep(STEP)
            spans.append((time.perf_counter() - start) * 1000)
            before = after
            time.sleep(0.4 + index % 7 / 50)
    row = spread("tap to pixels", spans[1:], LIMITS["pixels"])
    return (
        "From a tap to the first changed pixel",
        [row],
        [verdict("tap to pixels, p99 ms", row["p99 ms"], LIMITS["pixels"])],
    )


def usage(pid):
    return sum(processor_time([pid]).values()), sum(wakeups([pid]).values())


def rest(options, program, display):
    """The companion with nothing to do, and with a hundred phones at rest."""
    rows = []
    with listening(options.command, display) as (_, path), joined(program, path) as companion:
        def measure(name):
            before, start = usage(companion.process.pid), time.time()
            time.sleep(options.seconds)
            cpu, wakes = ((new - old) / (time.time() - start) for new, old in zip(usage(companion.process.pid), before))
            kib = memory([companion.process.pid])
            rows.append(
                {
                    "phones": name,
                    "CPU ms/s": cpu,
                    "wake-ups/s": wakes,
                    "RSS KiB": kib["Rss"],
                    "dirty KiB": kib["Private_Dirty"],
                }
            )

        companion.tokens(1)
        time.sleep(2)
        measure("none")
        with hundred(companion):
            measure(str(COUNT))
        # It has to notice that they are gone.
        time.sleep(35)
        measure("none any more")
    wakes = max(rows[0]["wake-ups/s"], rows[2]["wake-ups/s"])
    return "At rest", rows, [verdict("wake-ups a second without phones", wakes, LIMITS["rest"])]


def phones(options):
    """The title, rows and verdicts of each part asked for."""
    program = str(Path(options.command[0]).resolve().with_name("colourclock-web"))
    if not os.access(program, os.X_OK):
        fail(f"{program} is missing: COLOURCLOCK_COMPANIONS=1 swift build -c release --product colourclock-web", 2)
    with_priority()
    parts = dict(zip(PHONES, (told, tick, pixels, rest)))
    with xvfb(options.size) as (_, display):
        for name in options.phones:
            yield parts[name](options, program, display)
