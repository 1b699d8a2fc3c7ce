"""Part 10 of assets/tools/bench: many walls with the companion `colourclock-mqtt` on one broker."""

import contextlib
import json
import math
import os
import selectors
import signal
import socket
import subprocess
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from bench_commands import Socket, listening, spread, verdict
from bench_mqtt import Teller, mosquitto
from bench_processes import end_with_parent, fail, memory, processor_time, sleep_until, wakeups, xvfb
from bench_x11 import Sampler, with_priority

WALLS = ("pixels", "fleet")
# Milliseconds; messages a second for each wall.
LIMITS = {"pixels": 100, "messages": 0.1}
AREA, STEP, PATIENCE = (5, 5, 8, 8), 0.0003, 2
CHANGES, COMMANDS = 300, 50
START_LIMIT, SETTLE = 120, 5


@contextlib.contextmanager
def companion(program, port, name, path):
    """Starts a companion in the group `bench`."""
    process = subprocess.Popen(
        [program, "--no-config", "--broker", f"mqtt://127.0.0.1:{port}", "--name", name, "--group", "bench",
         "--control",
         str(path)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=end_with_parent)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def online(teller, count):
    """Waits until so many walls have published `online`."""
    start = time.time()
    while sum(value == b"online" for topic, value in [*teller.kept.items()] if topic.endswith("/availability")) < count:
        if time.time() > start + START_LIMIT:
            fail(f"not all of {count} walls are online after {START_LIMIT} s")
        time.sleep(0.01)


# From a publication to the pixels of three walls.


def pixels(options, program):
    """Publishes alternating faces to a group of three frozen walls. Time counts from the sending."""
    with contextlib.ExitStack() as stack:
        _, port = stack.enter_context(mosquitto())
        teller = Teller(port, "colourclock/+/availability", keep=lambda topic: True)
        stack.callback(teller.close)
        samplers = []
        for index in range(3):
            _, display = stack.enter_context(xvfb(options.size))
            still = ("--at", "13:35:16", "--speed", "0", "--fade", "0")
            _, path = stack.enter_context(listening(options.command, display, *still))
            stack.enter_context(companion(program, port, f"wall{index}", path))
            samplers.append(stack.enter_context(contextlib.closing(Sampler(display))))
        online(teller, 3)
        found = changes(teller, samplers)
    rows = [spread(name, found[name], LIMITS["pixels"]) for name in ("first wall", "last wall", "between them")]
    return "From a publication to the first changed pixels of three walls", rows, [
        verdict("publication to pixels on the last of three walls, p99 ms", rows[1]["p99 ms"], LIMITS["pixels"])]


def changes(teller, samplers):
    found, known = defaultdict(list), [sampler.image(AREA) for sampler in samplers]
    # The first one only sets the common start.
    for index in range(CHANGES + 1):
        start, seen = teller.tell("colourclock/group/bench/command/face", ("carry", "scaled")[index % 2]), {}
        while len(seen) < len(samplers) and time.time() < start + PATIENCE:
            for number, sampler in enumerate(samplers):
                if number not in seen and sampler.image(AREA) != known[number]:
                    seen[number] = (time.time() - start) * 1000
            time.sleep(STEP)
        known = [sampler.image(AREA) for sampler in samplers]
        spans = sorted(seen.values()) if len(seen) == len(samplers) else [math.inf] * 2
        if index:
            for name, span in zip(("first wall", "last wall", "between them"),
                                  (spans[0], spans[-1], spans[-1] - spans[0])):
                found[name].append(span)
        # Slow enough for the flash guard, and out of step with everything.
        time.sleep(0.4 + index % 7 / 50)
    return found


# 200 stand-ins for clocks: sockets with the recorded answers of a real clock.


def recorded(options):
    """Records a real clock's answers to a companion's questions."""
    with xvfb("640x480") as (_, display), listening(options.command, display) as (_, path), \
            contextlib.closing(Socket(path)) as client:
        answers = {}
        for question in ("status", "health", "help"):
            client.link.sendall(f"{question}\n".encode())
            answers[question] = json.loads(client.file.readline())
    return answers


class Fleet:
    """Control sockets without clocks, in a process of its own, which records the time of each command."""

    def __init__(self, folder, count, answers):
        self.paths, self.notes = [folder / f"{index}.sock" for index in range(count)], folder / "notes"
        listeners = []
        for path in self.paths:
            listeners.append(socket.socket(socket.AF_UNIX))
            listeners[-1].bind(str(path))
            path.chmod(0o600)
            listeners[-1].listen()
        self.notes.touch()
        self.pid = os.fork()
        if self.pid == 0:
            end_with_parent()
            # With priority, so that the recorded times are exact.
            with_priority()
            with contextlib.suppress(KeyboardInterrupt):
                self.serve(listeners, answers)
            os._exit(0)
        for listener in listeners:
            listener.close()

    def serve(self, listeners, answers):
        ready = selectors.DefaultSelector()
        for index, listener in enumerate(listeners):
            ready.register(listener, selectors.EVENT_READ, (index, None))
        with self.notes.open("a", buffering=1) as notes:
            while True:
                for key, _ in ready.select():
                    index, pending = key.data
                    if pending is None:
                        link, _ = key.fileobj.accept()
                        ready.register(link, selectors.EVENT_READ, (index, bytearray()))
                    elif not self.answer(key.fileobj, index, pending, answers, notes):
                        ready.unregister(key.fileobj)
                        key.fileobj.close()

    @staticmethod
    def answer(link, index, pending, answers, notes):
        """True if more may come."""
        moment, data = time.time(), link.recv(1 << 16)
        pending += data
        while b"\n" in pending:
            line, _, rest = pending.partition(b"\n")
            pending[:] = rest
            request = json.loads(line) if line.startswith(b"{") else {"command": line.decode().split()}
            words = request["command"] if isinstance(request["command"], list) else request["command"].split()
            reply = answers.get(words[0], {"error": "success"})
            if words[0] == "status":
                reply["data"]["wall"]["time"] = time.strftime("%H:%M:%S")
            if words[0] not in ("status", "health", "help", "observe"):
                notes.write(json.dumps([index, moment, words]) + "\n")
            if "request_id" in request:
                reply = {**reply, "request_id": request["request_id"]}
            link.sendall(json.dumps(reply).encode() + b"\n")
        return bool(data)

    def told(self, since):
        """The commands after that many records: wall, time and words of each."""
        return [json.loads(line) for line in self.notes.read_text().splitlines()[since:] if line.endswith("]")]

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def fan_out(teller, fleet, topic, payloads, retain):
    """Milliseconds from each publication to each wall, and to the last one."""
    each, last = [], []
    for payload in payloads:
        known = len(fleet.told(0))
        start = teller.tell(topic, payload, retain)
        told = []
        while len({wall for wall, _, _ in told}) < len(fleet.paths) and time.time() < start + START_LIMIT:
            time.sleep(0.05)
            told = fleet.told(known)
        moments = {wall: moment for wall, moment, _ in reversed(told)}
        if len(moments) < len(fleet.paths):
            fail(f"{len(fleet.paths) - len(moments)} walls were not told {payload}")
        each += [(moment - start) * 1000 for moment in moments.values()]
        last.append((max(moments.values()) - start) * 1000)
        time.sleep(1.5)
    return each, last


def usage(pids):
    return sum(processor_time(pids).values()), sum(wakeups(pids).values())


def at_rest(teller, groups, seconds):
    """The CPU use of each group of processes and the number of publications, a second."""
    messages, before, start = teller.messages, {name: usage(pids) for name, pids in groups.items()}, time.time()
    received = int(teller.kept["$SYS/broker/messages/received"])
    sleep_until(start + seconds)
    spent = time.time() - start
    rates = {
        name: [(new - old) / spent for new, old in zip(usage(pids), before[name])] for name, pids in groups.items()}
    packets = int(teller.kept["$SYS/broker/messages/received"]) - received
    return rates, (teller.messages - messages) / spent, packets / spent


def fleet(options, program):
    count = options.fleet
    answers = recorded(options)
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-")))
        broker, port = stack.enter_context(mosquitto())
        empty = memory([broker])
        walls = Fleet(folder, count, answers)
        stack.callback(walls.close)
        teller = Teller(port, "#", "$SYS/broker/messages/received",
                        keep=lambda topic: topic.endswith("/availability") or topic.startswith("$SYS"))
        stack.callback(teller.close)
        start = time.time()
        pids = [stack.enter_context(companion(program, port, f"wall{index}", path)).pid
                for index, path in enumerate(walls.paths)]
        online(teller, count)
        started = time.time() - start
        time.sleep(SETTLE)
        first = teller.messages
        groups = {"broker": [broker], "companions": pids, "stand-in": [walls.pid]}
        rates, messages, packets = at_rest(teller, groups, max(options.seconds, 65))
        sizes = {"broker": memory([broker]), "companion": memory(pids)}
        busy = {name: usage(each)[0] for name, each in groups.items()}
        orders = fan_out(teller, walls, "colourclock/group/bench/command/message",
                         [f"Order {index}" for index in range(COMMANDS)], False)
        busy = {name: (usage(each)[0] - busy[name]) / COMMANDS for name, each in groups.items()}
        faces = fan_out(teller, walls, "colourclock/group/bench/face",
                        [("carry", "hue")[index % 2] for index in range(COMMANDS)], True)
    rows = [
        {"": "CPU at rest, ms/s", "broker": rates["broker"][0], "a companion": rates["companions"][0] / count},
        {"": "wake-ups at rest, 1/s", "broker": rates["broker"][1], "a companion": rates["companions"][1] / count},
        {"": "published at rest, 1/s", "broker": messages, "a companion": messages / count},
        {"": "packets to the broker at rest, 1/s", "broker": packets, "a companion": packets / count},
        {"": "CPU of a group command, ms", "broker": busy["broker"], "a companion": busy["companions"] / count},
        {"": "PSS, KiB", "broker": sizes["broker"]["Pss"], "a companion": sizes["companion"]["Pss"] / count},
        {"": "private dirty, KiB", "broker": sizes["broker"]["Private_Dirty"],
         "a companion": sizes["companion"]["Private_Dirty"] / count},
        {"": "PSS for each wall, KiB", "broker": (sizes["broker"]["Pss"] - empty["Pss"]) / count, "a companion": "-"},
    ]
    yield f"{count} walls on one broker", rows, [
        f"until all of {count} were online: {started:.1f} s, {first / count:.0f} messages each",
        verdict("messages a second and wall at rest", messages / count, LIMITS["messages"])]
    times = [spread(f"{name}, {which}", found, "-") for name, both in (("command", orders), ("shared state", faces))
             for which, found in zip(("each wall", "the last wall"), both)]
    yield f"From a publication to {count} walls", times, [
        f"fan-out of a group command to {count} walls: p99 {times[0]['p99 ms']:.0f} ms, median "
        f"{times[0]['median ms']:.0f} ms"
    ]


def walls(options):
    """The title, rows and verdicts of each part asked for."""
    program = str(Path(options.command[0]).resolve().with_name("colourclock-mqtt"))
    if not os.access(program, os.X_OK):
        fail(f"{program} is missing: COLOURCLOCK_COMPANIONS=1 swift build -c release --product colourclock-mqtt", 2)
    with_priority()
    if "pixels" in options.walls:
        yield pixels(options, program)
    if "fleet" in options.walls:
        yield from fleet(options, program)
