"""Part 9 of assets/tools/bench: the clock's control socket."""

import bisect
import contextlib
import json
import math
import os
import select
import signal
import socket
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from bench_processes import processor_time, running, wakeups, xvfb
from bench_x11 import Proxy, Sampler, with_priority

COMMANDS = ("send", "pixels", "observers", "attack")
# In milliseconds.
LIMITS = {"send": 15, "pixels": 16, "observers": 0.1, "attack": 1}
AREA, STEP, PATIENCE = (5, 5, 8, 8), 0.0003, 2
SETTLE = 5


class Socket:
    """A line-based client of the clock."""

    def __init__(self, path):
        self.link = socket.socket(socket.AF_UNIX)
        self.link.connect(str(path))
        self.file = self.link.makefile("rb")

    def ask(self, *words):
        self.link.sendall((json.dumps({"command": words}) + "\n").encode())
        reply = json.loads(self.file.readline())
        if reply["error"] != "success":
            raise ConnectionError(f"{' '.join(words)}: {reply['error']}")

    def close(self):
        self.file.close()
        self.link.close()


@contextlib.contextmanager
def listening(command, display, *options):
    """Starts a clock with a control socket. Returns the clock and the socket's path."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        path = Path(folder, "clock.sock")
        with running("clock", [*command, "--control", str(path), *options], display) as client:
            end = time.time() + 20
            while not path.exists() and time.time() < end:
                time.sleep(0.01)
            time.sleep(SETTLE)
            client.check()
            yield client, path


def lateness(draws, start, end):
    """Milliseconds from each whole second between `start` and `end` to the first drawing request after it."""
    draws = [*draws, math.inf]
    return [(draws[bisect.bisect_left(draws, second)] - second) * 1e3
            for second in range(math.ceil(start), math.floor(end))]


def spread(name, found, limit):
    found = sorted(found)
    return {"figure": name, "samples": len(found), "median ms": statistics.median(found),
            "p99 ms": found[math.ceil(0.99 * len(found)) - 1], "max ms": found[-1], "limit ms": limit}


def verdict(label, value, limit):
    return f"{label}: {value:.3f}, limit {limit}: {'met' if value <= limit else 'MISSED'}"


# The parts. Each returns its title, rows and verdicts.


def send(options, display):
    """The time of `colourclock send` from exec to its end, each in a new process."""
    with listening(options.command, display) as (_, path):
        command, spans = [options.command[0], "send", "--control", str(path), "get", "face"], []
        for _ in range(100):
            start = time.perf_counter()
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            spans.append((time.perf_counter() - start) * 1000)
    row = spread("send", spans, LIMITS["send"])
    return "A command from a cold start", [row], [verdict("send, median ms", row["median ms"], LIMITS["send"])]


def pixels(options, display):
    """1,000 commands in a row, each of which changes the face of a frozen wall."""
    spans = []
    with listening(options.command, display, "--at", "13:35:16", "--speed", "0", "--fade", "0") as (_, path), \
            contextlib.closing(Sampler(display)) as sampler, contextlib.closing(Socket(path)) as client:
        before = sampler.image(AREA)
        for index in range(1000):
            # Slow enough for the flash guard, which allows three such changes a second.
            face = ("scaled", "carry")[index % 2]
            start = time.perf_counter()
            client.ask("face", face)
            while (after := sampler.image(AREA)) == before and time.perf_counter() < start + PATIENCE:
                time.sleep(STEP)
            spans.append((time.perf_counter() - start) * 1000)
            before = after
    row = spread("command to pixels", spans[1:], LIMITS["pixels"])
    return "From a command to the first changed pixel", [row], [
        verdict("pixels, p99 ms", row["p99 ms"], LIMITS["pixels"])]


def busy(client, seconds):
    def total():
        return sum(processor_time(client.tree()).values()), sum(wakeups(client.tree()).values())

    before = total()
    time.sleep(seconds)
    return [(after - earlier) / seconds for earlier, after in zip(before, total())]


def bare_sends():
    """Milliseconds for sending an event to 16 sleeping readers in any program here, including the wake-ups by the
    kernel."""
    pairs = [socket.socketpair() for _ in range(16)]
    pid = os.fork()
    if pid == 0:
        for _, reader in pairs:
            threading.Thread(target=lambda file: [None for _ in file], args=[reader.makefile("rb")],
                             daemon=True).start()
        signal.pause()
    spans, event = [], b'{"data":{"colour":"#8a9544","time":"10:08:42"},"event":"tick"}\n'
    for _ in range(5):
        time.sleep(1)
        start = time.process_time()
        for writer, _ in pairs:
            writer.send(event)
        spans.append((time.process_time() - start) * 1000)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return statistics.median(spans)


def observers(options, display):
    """The clock's CPU time and wake-ups a second, without clients and with 16 observers."""
    with listening(options.command, display) as (client, path):
        rows, clients = [], []
        for name, count in (("no client", 0), ("16 that observe", 16)):
            while len(clients) < count:
                clients.append(Socket(path))
                clients[-1].ask("observe")
                threading.Thread(target=lambda file: [None for _ in file], args=[clients[-1].file], daemon=True).start()
            time.sleep(2)
            cpu, wakes = busy(client, options.seconds)
            rows.append({"clients": name, "CPU ms/s": cpu, "wake-ups/s": wakes})
        for each in clients:
            each.link.shutdown(socket.SHUT_RDWR)
    rows.append({"clients": "16 bare sends", "CPU ms/s": bare_sends(), "wake-ups/s": 0})
    more = rows[1]["CPU ms/s"] - rows[0]["CPU ms/s"]
    return "Observers", rows, [verdict("16 observers, CPU ms a tick more", more, LIMITS["observers"])]


def flood(path, data, reads):
    """Sends the same data for ever, and reconnects when the clock closes the connection."""
    while True:
        with contextlib.suppress(OSError), contextlib.closing(socket.socket(socket.AF_UNIX)) as link:
            link.connect(str(path))
            link.setblocking(False)
            while True:
                _, writable, _ = select.select([link] if reads else [], [link], [], 1)
                if writable:
                    link.send(data)
                if reads:
                    with contextlib.suppress(BlockingIOError):
                        link.recv(1 << 20)


def attack(options, display):
    """The lateness of each second's first drawing request during attacks. No attack changes the picture, so each
    drawing request belongs to a tick."""
    kinds = {"quiet": None, "a flood of questions": (b"get face\n" * 1000, True), "garbage": (b"\xff{[\n" * 2000, True),
             "one that does not read": (b"help\n" * 500, False), "half a line": (b"x", True),
             "status": (b"status\n" * 200, True), "health": (b"health\n" * 200, True),
             "set": (b"set hold-time 3\nset hold-time 2\n" * 200, True), "snapshot": (b"snapshot %s.png\n", True)}
    rows = []
    with contextlib.closing(Proxy(display)) as proxy:
        for name, kind in kinds.items():
            proxy.forget()
            with listening(options.command, proxy.display) as (client, path):
                pid = os.fork() if kind else None
                if pid == 0:
                    data, reads = kind
                    flood(path, data.replace(b"%s", bytes(path)), reads)
                    os._exit(0)
                start = time.time()
                time.sleep(options.seconds)
                rows.append(spread(name, lateness(proxy.draws(), start, start + options.seconds), LIMITS["attack"]))
                if pid:
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                client.check()
    return "Lateness of ticks under attack", rows, [
        verdict(f"{row['figure']}: lateness, median ms", row["median ms"], LIMITS["attack"]) for row in rows]


def commands(options):
    """The title, rows and verdicts of each part asked for."""
    with_priority()
    parts = dict(zip(COMMANDS, (send, pixels, observers, attack)))
    with xvfb(options.size) as (_, display):
        for name in options.commands:
            yield parts[name](options, display)
