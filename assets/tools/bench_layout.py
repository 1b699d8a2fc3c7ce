"""Counts the instructions to compose a crowded wall: a countdown and four more, date, zones, feed, agenda, stopwatch.
A wall composes anew at each event that changes what it shows, and must not miss a tick by it."""

import os
import re
import subprocess
import tempfile
from pathlib import Path

from bench_processes import fail, xvfb

SIZES = ("1920x1080", "320x240")
# Swift's mangled name of the function that tries the arrangements.
FUNCTION = "$s11ColourClock12WallComposerV11composition*"
DISHES = ("Eggs=8m", "Rice=12m", "Pasta=9m", "Tea=3m", "Bread=35m")
ZONES = ("America/New_York=New York", "Asia/Tokyo=Tokyo", "Europe/London=London")
AGENDA = """08:30-09:15 Maths
09:20-10:05 English and literature
10:20-11:05 Physics
11:10-11:55 History
13:00-14:00 Lunch
14:00-15:30 Sports
"""
FEED = "Sunny, 21 °C\na longer line of plain words that has to be broken into two\nthree\nfour\nfive\nsix\n"
LIMIT = 120


def composed(program):
    """By size of the wall, the instructions of its first composition."""
    with xvfb("640x480") as (_, display), tempfile.TemporaryDirectory(prefix="bench-") as name:
        folder = Path(name)
        (folder / "agenda").write_text(AGENDA)
        (folder / "feed").write_text(FEED)
        crowd = ["--at", "09:30:00", "--date", "--stopwatch", "--agenda", folder / "agenda", "--feed-file",
                 folder / "feed", *(f"--countdown={dish}" for dish in DISHES), *(f"--also={zone}" for zone in ZONES)]
        tool = ["valgrind", "--tool=callgrind", f"--toggle-collect={FUNCTION}",
                f"--callgrind-out-file={folder / 'counts'}"]
        return {size: collected([*tool, program, "--no-config", "--snapshot", folder / "wall.png", "--size", size,
                                 *crowd], display) for size in SIZES}


def collected(command, display):
    told = subprocess.run(
        command, capture_output=True, text=True, timeout=LIMIT, env={**os.environ, "DISPLAY": f":{display}"})
    found = re.search(r"Collected *: *(\d+)", told.stderr)
    if told.returncode or not found or int(found[1]) == 0:
        fail(f"callgrind counted nothing in {FUNCTION}: {told.stderr.strip()[-300:]}")
    return int(found[1])
