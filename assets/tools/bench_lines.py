"""Counts what a tick touches with valgrind's lackey: instructions, cache lines and pages of code and data. Compares the
clock, xclock and a minimal program. A program that wakes once a second finds its caches cold, so these determine its
cost."""

import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from bench_processes import Client, fail, xvfb

HERE = Path(__file__).resolve().parent
NAMES = ("instructions", "lines of code", "lines of data", "pages of code", "pages of data")
LIBRARIES = ["x11-xcb", "xcb", "xrender", "freetype2", "fontconfig"]
# The first ticks belong to the start; then so many are needed.
FIRST, TICKS, LIMIT = 9, 12, 600


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
    line = '"$0" --tool=lackey --trace-mem=yes --log-fd=9 "$@" 9>&1 >/dev/null 2>/dev/null | "$COUNTER"'
    with xvfb(size) as (_, display), tempfile.NamedTemporaryFile() as found:
        client = Client(name, ["sh", "-c", f"COUNTER={counter}; ({line}) >{found.name}", "valgrind", *command], display)
        try:
            while len(rows := Path(found.name).read_text().splitlines()) < FIRST + TICKS:
                client.check()
                if time.time() - client.started > LIMIT:
                    fail(f"{name} did not tick {FIRST + TICKS} times under valgrind within {LIMIT} s")
                time.sleep(0.5)
        finally:
            client.stop()
    return [[int(number) for number in row.split()] for row in rows[FIRST:FIRST + TICKS]]


def touched(command, size):
    """The median of each figure, by program."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        counter = compiled("cold_lines.c", folder)
        programs = {"clock": [*command, "--control", f"{folder}/socket"],
                    "xclock": ["xclock", "-digital", "-update", "1"],
                    "least": [compiled("least_tick.c", folder, *LIBRARIES)]}
        return {name: dict(zip(NAMES, map(statistics.median, zip(*ticks(name, program, size, counter)))))
                for name, program in programs.items()}
