"""Part 2 of assets/tools/bench: the times of the first picture and of each second's picture."""

import contextlib
import math
import re
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from bench_processes import fail, running, sleep_until
from bench_x11 import Sampler, with_priority

BEFORE, AFTER, STEP = 0.010, 0.060, 0.0003
STARTS, START = 9, 0.5
# Rows with digits, in shares of the screen's height; each row spans the screen.
ROWS = (0.35, 0.45, 0.5, 0.55)
# The system calls by which libxcb may send requests.
SENDING = "writev,sendmsg,sendto,write"


def first_paint(name, command, display):
    """Milliseconds from exec to the picture that stays for the rest of the second: the median of several starts."""
    times = []
    with contextlib.closing(Sampler(display)) as sampler:
        areas = [(0, round(sampler.height * row), sampler.width, 1) for row in ROWS]
        for _ in range(STARTS):
            sleep_until(math.floor(time.time()) + 1.1)
            before, seen = sampler.images(areas), []
            with running(name, command, display) as client:
                while time.time() < client.started + START:
                    seen.append((sampler.images(areas), (time.time() - client.started) * 1e3))
                    time.sleep(STEP)
                client.check()
            if seen[-1][0] == before:
                fail(f"{name} drew nothing within {START} s")
            times.append(next(moment for picture, moment in seen if picture == seen[-1][0]))
            time.sleep(0.1)  # The server needs time to clean up after the client.
    return statistics.median(times)


def request(name, command, display, seconds):
    """Milliseconds from each whole second to the first sending after it: the median."""
    with TemporaryDirectory(prefix="bench-") as folder:
        log = Path(folder, "log")
        watched = ["strace", "-f", "--seccomp-bpf", "-ttt", "-e", f"trace={SENDING}", "-o", str(log), *command]
        with running(name, watched, display) as client:
            start = math.floor(time.time()) + 4
            sleep_until(start + seconds - 0.5)
            client.check()
        times = [float(time) for time in re.findall(r"^(?:\d+ +)?(\d+\.\d+) \w+\(", log.read_text(), re.MULTILINE)]
    firsts = {math.floor(time): time % 1 * 1e3 for time in sorted(times, reverse=True) if time >= start}
    return statistics.median(firsts.values()) if firsts else math.nan


class Frames:
    """Reads whole frames and counts torn ones."""

    def __init__(self, sampler):
        right, bottom, third = sampler.width - 1, sampler.height - 1, sampler.width // 3
        middle = (third, sampler.height * 5 // 12, third, sampler.height // 6)
        self.areas = [*((x, y, 1, 1) for x in (0, right) for y in (0, bottom)), middle]
        self.sampler, self.seen, self.torn = sampler, 0, 0

    def __call__(self):
        *corners, middle = self.sampler.images(self.areas)
        colour = corners[0][:3]
        blank = middle == middle[:4] * (len(middle) // 4)
        self.seen += 1
        self.torn += blank or colour not in middle or any(corner[:3] != colour for corner in corners)


def changing_area(sampler):
    """The bounding box of the differences between two frames a second apart."""
    stride, images = 4 * sampler.width, []
    for _ in range(2):
        sleep_until(math.floor(time.time()) + 1.5)
        images.append(sampler.image((0, 0, sampler.width, sampler.height)))
    differences = {}  # By row: the differing bits, with the leftmost pixel lowest.
    for y in range(sampler.height):
        first, second = (int.from_bytes(image[y * stride : (y + 1) * stride], "little") for image in images)
        if first != second:
            differences[y] = first ^ second
    if not differences:
        fail("nothing on the screen changed within a second")
    left = min((bits & -bits).bit_length() - 1 for bits in differences.values()) // 32
    right = max(bits.bit_length() - 1 for bits in differences.values()) // 32
    return left, min(differences), right - left + 1, max(differences) - min(differences) + 1


def watch(look, seconds):
    """Milliseconds from each whole second to the changes around it, and the number of changes at other times."""
    with_priority()
    first = math.floor(time.time()) + 2
    sleep_until(first - 0.6)
    around, outside, known = [], 0, look()
    for second in range(first, first + round(seconds)):
        for moment in (second - 0.5, second - BEFORE):
            sleep_until(moment)
            value = look()
            outside += value != known
            known = value
        around.append([])
        while time.time() < second + AFTER:
            value, seen = look(), time.time()
            if value != known:
                around[-1].append((seen - second) * 1e3)
            known = value
            time.sleep(STEP)
    return around, outside


def phase(name, command, display, seconds):
    """The row of the phase table."""
    paint, sent = first_paint(name, command, display), request(name, command, display, seconds)
    with running(name, command, display) as client, contextlib.closing(Sampler(display)) as sampler:
        time.sleep(3)
        client.check()
        area, frames = (5, 5, 1, 1) if name == "clock" else changing_area(sampler), Frames(sampler)
        around, outside = watch(lambda: sampler.image(area), seconds)
        if name == "clock":
            watch(frames, seconds)
        client.check()
    firsts = sorted(changes[0] for changes in around if changes) or [math.nan]
    return {
        "client": name, "first paint ms": paint, "request ms": sent, "seconds": len(around),
        "median ms": statistics.median(firsts),
        "p95 ms": firsts[math.ceil(0.95 * len(firsts)) - 1], "max ms": firsts[-1],
        "before": sum(first < 0 for first in firsts), "missing": around.count([]),
        "several": sum(len(changes) > 1 for changes in around), "outside": outside,
        **({"frames": frames.seen, "torn": frames.torn} if name == "clock" else {"frames": "-", "torn": "-"}),
    }
