"""Part 3 of assets/tools/bench: the cost of a tick in numbers that do not depend on the machine's load."""

import contextlib
import math
import re
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from bench_layout import composed
from bench_lines import NAMES, touched
from bench_processes import fail, running, sleep_until, wakeups, xvfb
from bench_x11 import Proxy

LIMITS = {"instructions, counted": 150_000, "system calls": 7, "bytes": 300, "wake-ups": 1, "threads": 1,
          "round trips": 0, **dict(zip(NAMES, (17_085, 497, 245, 69, 57)))}
# A clock at rest records coming seconds one to three times a minute, and does other work once a minute. So instructions
# are counted over a whole minute: 20 ticks had one recording or three, and 56,000 or 153,000 instructions a tick.
MINUTE = 60
# Wake-ups are a rate. A few random ones, as at the change of a minute, must not miss the limit.
TOLERANCE = 0.05
# From this time of day the ink stays the same for some minutes. The clock gets it by a zone's rule, so that ticks stay
# on the true seconds.
PLAIN = "00:10"
START_LIMIT, TOP = 60, 12
# A ring of an hour moves with its numbers: a second has a tick and a number, whatever the rest of the list says.
ONE = ("--countdown", "61m")
EIGHT = tuple(word for index in range(8) for word in ("--countdown", f"Pot {index + 1}={61 + index}m"))
# A second with eight countdowns costs at most so much more than one with a single countdown.
MOST_FOR_EIGHT = 2
# A tick of the analogue face, which draws the dial and three hands on a new colour.
DIAL = ("--face", "analogue")
DIAL_LIMITS = {"instructions": 3_500_000, "system calls": 12, "wake-ups": 1, "requests": 400, "bytes": 15_000}
# Instructions to compose a crowded wall, which must not cost a tick.
MOST_TO_COMPOSE = 150_000_000


class Figure(NamedTuple):
    """A measured figure and its limit. A missed limit of a count fails the bench; that of a time only with --strict."""

    name: str
    value: float
    limit: float
    is_count: bool = True
    tolerance: float = 0

    @property
    def is_missed(self):
        return not self.value <= self.limit + self.tolerance  # NaN misses the limit too.

    def row(self):
        verdict = "ok" if not self.is_missed else "MISSED" if self.is_count else "missed, noisy"
        limited = {"at most": f"{self.limit:,}", "": verdict} if self.limit < math.inf else {"at most": "-", "": "-"}
        return {"figure": self.name, "measured": f"{self.value:,.2f}".removesuffix(".00"), **limited}


def zone_at(moment, now):
    """A POSIX rule of a zone in which it is now `moment` of the day, at the same second."""
    hours, minutes = map(int, moment.split(":"))
    west = (int(now) // 60 - 60 * hours - minutes) % 1440
    return f"BENCH{west // 60}:{west % 60:02}"


# Counters. Each begins and ends in the middle of a second, so that it counts whole ticks. Either may be repeated.


class Counted:
    """A clock behind a proxy, optionally run by a counting program."""

    def __init__(self, stack, command, display):
        self.proxy = stack.enter_context(contextlib.closing(Proxy(display)))
        self.client = stack.enter_context(running("clock", command, self.proxy.display))

    def wait(self):
        """Waits until the clock has drawn."""
        while not self.proxy.draws():
            self.client.check()
            if time.time() - self.client.started > START_LIMIT:
                fail(f"the clock drew nothing within {START_LIMIT} s")
            time.sleep(0.05)


class Wire(Counted):
    """Counts by proxy and kernel, of an otherwise undisturbed clock."""

    def snapshot(self):
        switches = wakeups(self.client.tree())
        return [*self.proxy.counts(), sum(switches.values()), len(switches)]

    def begin(self):
        self.before = self.snapshot()

    def end(self):
        self.after = self.snapshot()

    def figures(self):
        """Figures per tick, except the number of threads."""
        names = ("bytes", "requests", "round trips", "wake-ups")
        rates = {name: (new - old) / self.ticks for name, old, new in zip(names, self.before, self.after)}
        return {**rates, "threads": self.after[-1]}


class Calls(Counted):
    """Runs the clock under strace from its start, since not every user may attach later."""

    def __init__(self, stack, command, display):
        self.log = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-"))) / "calls"
        super().__init__(stack, ["strace", "-f", "-ttt", "-o", self.log, *command], display)

    def begin(self):
        self.start = time.time()

    def end(self):
        self.stop = time.time()

    def by_name(self):
        """Calls per tick, the most frequent first."""
        lines = re.findall(r"^\d+ +(\d+\.\d+) (\w+)\(", self.log.read_text(), re.MULTILINE)
        names = Counter(name for moment, name in lines if self.start <= float(moment) < self.stop)
        return {name: count / self.ticks for name, count in names.most_common()}


class Instructions(Counted):
    """Runs the clock under callgrind, which counts between `begin` and `end` only."""

    is_counting = False

    def __init__(self, stack, command, display):
        self.dump = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-"))) / "instructions"
        tool = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={self.dump}"]
        super().__init__(stack, [*tool, *command], display)

    def tell(self, *command):
        told = subprocess.run(["vgdb", f"--pid={self.client.process.pid}", *command], capture_output=True, text=True)
        if told.returncode:
            fail(f"callgrind does not do `{' '.join(command)}`: {told.stderr.strip()}")

    def begin(self):
        """A second call discards the counts so far."""
        if self.is_counting:
            self.tell("instrumentation", "off")
            self.tell("zero")
        self.tell("instrumentation", "on")
        self.is_counting = True

    def end(self):
        """Counts nothing after the first call."""
        self.tell("instrumentation", "off")

    def profile(self):
        self.tell("dump")
        return Profile(self.dump.with_name(f"{self.dump.name}.1").read_text(), self.ticks)


class Profile:
    """A dump of callgrind: the exclusive and inclusive instructions of each function.

    The format is that of "Callgrind Format Specification" in Valgrind's manual, with names compressed to numbers. A
    recursive function counts its inclusive cost at each level.
    """

    def __init__(self, text, ticks):
        self.own, self.whole, self.ticks, names = Counter(), Counter(), ticks, {}
        function, is_call = None, False
        for line in text.splitlines():
            if named := re.match(r"(c?)fn=\((\d+)\)(?: (.*))?", line):
                is_callee, number, name = named.groups()
                if name:
                    names[number] = name
                if not is_callee:
                    function = names[number]
            elif line.startswith("calls="):
                is_call = True
            elif function and (cost := re.fullmatch(r"[+\-*\d]\d* (\d+)", line)):
                self.whole[function] += int(cost[1])
                self.own[function] += 0 if is_call else int(cost[1])
                is_call = False
        self.total = sum(self.own.values())
        self.each = self.total / ticks

    def rows(self, costs):
        """The most expensive functions by `costs`."""
        top = costs.most_common(TOP)
        return [{"function": name, "a tick": f"{cost / self.ticks:,.0f}", "share": f"{cost / max(1, self.total):.1%}"}
                for name, (_, cost) in zip(readable([name for name, _ in top]), top)]


def readable(names):
    """Demangled names of Swift functions, if Swift is installed."""
    names = [re.sub(r"'\d+$", "", name) for name in names]
    with contextlib.suppress(OSError, subprocess.CalledProcessError):
        command = ["swift", "demangle", "--compact", "--simplified"]
        names = subprocess.run(command, input="\n".join(names), capture_output=True, text=True,
                               check=True).stdout.splitlines()
    return [name if len(name) <= 100 else f"{name[:97]}..." for name in names]


def between_ticks(act):
    """Calls `act` in the middle of a second and returns that second. May repeat in the next one on a busy machine."""
    for _ in range(20):
        sleep_until(math.floor(time.time()) + 1.2)
        second = math.floor(time.time())
        act()
        if time.time() < second + 0.97:
            return second
    fail("this machine is too busy to begin and end between two ticks")


def counts(options):
    """The tables and the figures with limits.

    Twelve clocks run at once, each in its own X server: none of these numbers depends on the load. All but two have a
    control socket without clients. Four of them count down, with one countdown and with eight. Three show a dial.
    """
    with contextlib.ExitStack() as stack:

        def start(kind, moment, *more):
            _, display = stack.enter_context(xvfb(options.size))
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="bench-"))
            control = () if "--no-control" in more else ("--control", f"{folder}/socket")
            command = [*options.command, "--timezone", zone_at(moment, time.time()), *control, *more]
            return kind(stack, command, display)

        plain = start(Wire, PLAIN)
        calls, calls_alone = start(Calls, PLAIN), start(Calls, PLAIN, "--no-control")
        instructions, instructions_alone = start(Instructions, PLAIN), start(Instructions, PLAIN, "--no-control")
        counting = {name: (start(Wire, PLAIN, *words), start(Instructions, PLAIN, *words))
                    for name, words in (("one", ONE), ("eight", EIGHT))}
        dial = start(Wire, PLAIN, *DIAL), start(Instructions, PLAIN, *DIAL), start(Calls, PLAIN, *DIAL)
        counters = [calls, calls_alone, instructions, instructions_alone, *counting["one"], *counting["eight"], *dial,
                    plain]
        for counter in counters:
            counter.wait()
        time.sleep(options.settle)
        if options.ticks < 50 and time.time() % 60 + options.ticks > 50:
            sleep_until(
                math.ceil(time.time() / 60) * 60 + 1)  # With few ticks, avoid the one at the turn of the minute.
        for counter in counters:
            counter.first = between_ticks(counter.begin)
        whole_minute = instructions, instructions_alone
        for counter in sorted(counters, key=lambda counter: counter in whole_minute):
            sleep_until(counter.first + (MINUTE if counter in whole_minute else options.ticks) - 0.5)
            counter.ticks = between_ticks(counter.end) - counter.first
            counter.client.check()
        profile, alone, names_alone = instructions.profile(), instructions_alone.profile(), calls_alone.by_name()
        names, rates = calls.by_name(), plain.figures()
        counted = {name: {"instructions": count.profile().each, **wire.figures()}
                   for name, (wire, count) in counting.items()}
        of_dial = {"instructions": dial[1].profile().each, "system calls": sum(dial[2].by_name().values()),
                   **dial[0].figures()}
    # Run alone and one after another, since stepping uses a whole processor.
    tables, composing = touched(options.command, options.size), composed(options.command[0])
    yield "A tick at rest, and what it touches (stepped through, medians)", [
        {"program": name, **{figure: f"{value:,.0f}" for figure, value in row.items()}} for name, row in tables.items()]
    yield f"Instructions a tick of {instructions.ticks}, with what is called", profile.rows(profile.whole)
    yield "Instructions a tick, of the function itself", profile.rows(profile.own)
    yield "System calls a tick", [{"call": name, "a tick": count} for name, count in names.items()]
    yield [
        Figure("instructions per tick of a minute (callgrind)", profile.each, LIMITS["instructions, counted"]),
        Figure("instructions per tick of a minute without a control socket", alone.each, math.inf),
        Figure("system calls per tick", sum(names.values()), LIMITS["system calls"]),
        Figure("system calls per tick without a control socket", sum(names_alone.values()), math.inf),
        Figure("wake-ups per tick", rates["wake-ups"], LIMITS["wake-ups"], tolerance=TOLERANCE),
        Figure("threads", rates["threads"], LIMITS["threads"]),
        # About once a minute the clock asks the server whether its tick is drawn.
        Figure("round trips per tick", rates["round trips"], LIMITS["round trips"], tolerance=TOLERANCE),
        Figure("bytes per tick", rates["bytes"], LIMITS["bytes"]),
        *(Figure(f"{name} per tick at rest", tables["clock"][name], LIMITS[name]) for name in NAMES),
        *(Figure(f"{name} per second with {each}", counted[count][name], limit)
          for name in ("instructions", "wake-ups", "requests", "bytes")
          for count, each, limit in (("one", "one countdown", math.inf),
                                     ("eight", "eight countdowns", MOST_FOR_EIGHT * counted["one"][name]))),
        *(Figure(f"{name} per tick of the analogue face", of_dial[name], limit,
                 tolerance=TOLERANCE if name == "wake-ups" else 0) for name, limit in DIAL_LIMITS.items()),
        *(Figure(f"instructions to compose a crowded wall of {size}", value, MOST_TO_COMPOSE)
          for size, value in composing.items()),
    ]
