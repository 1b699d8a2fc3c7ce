"""Counts what a tick touches: instructions, cache lines and pages of code and data, by stepping through ticks of the
running program (tick_steps.c). Compares the clock, xclock and a minimal program. A program that wakes once a second
finds its caches cold, so these determine its cost."""

import json
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from bench_processes import Client, fail, xvfb

HERE = Path(__file__).resolve().parent
NAMES = ("instructions", "lines of code", "lines of data", "pages of code", "pages of data")
LIBRARIES = ["x11-xcb", "xcb", "xrender", "freetype2", "fontconfig"]
# Seconds from the start until only time passes, and the ticks that are counted then.
SETTLE, TICKS, LIMIT = 30, 12, 120
# Seconds. A clock that was late by one, as on a busy machine at its start, shows that for five minutes, and does more
# at each tick meanwhile.
LATE, LATE_SHOWN = 1, 310
# Instructions. A longer tick prepares the coming minute. Stepping through all of it would make the clock late.
MOST, MOST_OF_XCLOCK = 15_000, 40_000


def compiled(source, folder, *libraries):
    """Compiles one of our C programs for this run."""
    program, flags = Path(folder) / Path(source).stem, []
    if libraries:
        asked = ["pkg-config", "--cflags", "--libs", *libraries]
        flags = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()
    subprocess.run(["gcc", "-O2", "-o", program, HERE / source, *flags], check=True)
    return program


def ticks(name, command, size, counter):
    """The counts of some ticks of a program in its own server."""
    with xvfb(size) as (_, display):
        client = Client(name, command, display)
        try:
            time.sleep(SETTLE)
            client.check()
            if "--control" in command and was_late(command):
                time.sleep(LATE_SHOWN)
            most = MOST_OF_XCLOCK if name == "xclock" else MOST
            stepped = [counter, str(client.process.pid), str(TICKS), str(most)]
            counted = subprocess.run(stepped, capture_output=True, text=True, timeout=LIMIT)
            client.check()
        finally:
            client.stop()
    if counted.returncode:
        fail(f"{name}: {counted.stderr.strip()}")
    return [[int(number) for number in row.split()] for row in counted.stdout.splitlines()]


def was_late(command):
    socket = command[command.index("--control") + 1]
    health = subprocess.run(
        [command[0], "send", "--control", socket, "health"], capture_output=True, text=True, check=True
    )
    return json.loads(health.stdout)["sent"]["worst"] >= LATE


def touched(command, size):
    """The median of each figure, by program."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        counter = compiled("tick_steps.c", folder, "capstone")
        programs = {"clock": [*command, "--control", f"{folder}/socket"],
                    "xclock": ["xclock", "-digital", "-update", "1"],
                    "least": [compiled("least_tick.c", folder, *LIBRARIES)]}
        return {name: dict(zip(NAMES, map(statistics.median, zip(*ticks(name, program, size, counter)))))
                for name, program in programs.items()}
