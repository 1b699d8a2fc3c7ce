"""Part 8 of assets/tools/bench: the clock in hosts' windows, under screensavers, and with changing monitors."""

import contextlib
import hashlib
import os
import random
import shutil
import signal
import statistics
import struct
import subprocess
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench_processes import end_with_parent, fail, memory, running, xvfb
from bench_x11 import CREATE_WINDOW, Sampler

HOSTS = ("window", "xscreensaver", "xsecurelock", "monitors")
MAP_WINDOW, DESTROY_WINDOW = 8, 4
LIMITS = {"first paint": 60, "death": 50}
SAMPLES, ACTIVATIONS, CHANGES = 20, 200, 100
PATIENCE, STEP = 90, 0.0005
STILL = ["--at", "13:35:16", "--speed", "0", "--shift", "off", "--no-sync-badge"]
NOBODY = 65534
SCREENSAVER = """splash: False
lock: False
fade: False
unfade: False
dpmsEnabled: False
mode: one
selected: 0
timeout: 1:00:00
programs: "Saver" {command} \\n\\
"""
MODES = ("1024x768", "800x600", "640x480")
SPLITS = (((1, 1),), ((2, 1),), ((1, 2),))  # Columns and rows of monitors.


def until(condition, what):
    """The first true value of a condition, and the milliseconds until then."""
    start = time.monotonic()
    while not (value := condition()):
        if time.monotonic() - start > PATIENCE:
            fail(f"not within {PATIENCE} s: {what}")
        time.sleep(STEP)
    return value, (time.monotonic() - start) * 1e3


class Missed(str):
    """A conclusion that reports a missed requirement."""


def figures(values):
    return {"median ms": statistics.median(values), "max ms": max(values), "samples": len(values)}


# A host's window


class Host(Sampler):
    """A client that creates windows for others to draw in."""

    def __init__(self, display):
        super().__init__(display)
        self.last = self.own

    def create(self):
        """Creates a mapped window over the whole screen that leaves the screen's content visible."""
        self.last += 1
        values = struct.pack("<II", 0, 1)  # No background; override-redirect.
        body = struct.pack("<IIhhHHHHII", self.last, self.root, 0, 0, self.width, self.height, 0, 1, 0, 1 | 1 << 9)
        self.link.sendall(self.request(CREATE_WINDOW, 0, body + values)
                          + self.request(MAP_WINDOW, 0, struct.pack("<I", self.last)))
        return self.last

    def destroy(self, window):
        self.link.sendall(self.request(DESTROY_WINDOW, 0, struct.pack("<I", window)))

    def is_painted(self):
        """True if the corners have one colour and the middle has labels."""
        right, bottom, third = self.width - 1, self.height - 1, self.width // 3
        corners = [(x, y, 1, 1) for x in (0, right) for y in (0, bottom)]
        *ends, middle = self.images([*corners, (third, self.height * 9 // 20, third, self.height // 30)])
        colour = ends[0][:3]
        return any(colour) and all(end[:3] == colour for end in ends) and len(set(middle[::4])) > 1


def window(command, size):
    """The first paint and the end of a clock in an existing window."""
    paints, deaths = [], []
    with xvfb(size) as (_, display), contextlib.closing(Host(display)) as host:
        for _ in range(SAMPLES):
            number = host.create()
            with running("clock", [*command, *STILL, "--window-id", str(number)], display) as client:
                until(host.is_painted, "a painted window")
                paints.append((time.time() - client.started) * 1e3)
                start = time.monotonic()
                client.process.terminate()
                client.process.wait()
                deaths.append((time.monotonic() - start) * 1e3)
            host.destroy(number)
    yield "A host's window", [{"figure": "first full paint after exec", **figures(paints)},
                              {"figure": "death after SIGTERM", **figures(deaths)}]
    yield verdict("first full paint", statistics.median(paints), LIMITS["first paint"])
    yield verdict("death after SIGTERM", statistics.median(deaths), LIMITS["death"])


def verdict(what, value, limit):
    if value <= limit:
        return f"{what}: {value:.1f} ms, within {limit} ms"
    return Missed(f"{what}: {value:.1f} ms, NOT within {limit} ms")


# Screensavers


class House:
    """A home folder with a copy of the saver's program, and its processes; run by `nobody` if we are root."""

    def __init__(self, program, display, *arguments):
        self.folder = tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True)
        self.home, self.display = Path(self.folder.name), display
        self.program = Path(shutil.copy(shutil.which(program), self.home))
        (self.home / ".xscreensaver").write_text(SCREENSAVER.format(command=" ".join([str(self.program), *arguments])))
        self.log = self.home / "log"
        self.log.touch()
        for path in (self.home, *self.home.iterdir()):
            path.chmod(0o755)
            if os.getuid() == 0:
                os.chown(path, NOBODY, NOBODY)

    def options(self, **variables):
        user = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
        environment = {"PATH": "/usr/libexec/xscreensaver:/usr/bin:/bin", "HOME": str(self.home),
                       "DISPLAY": f":{self.display}", "XDG_RUNTIME_DIR": str(self.home), **variables}
        return {"env": environment, "cwd": self.home, "stdin": subprocess.DEVNULL, **user}

    def start(self, *command, **variables):
        with open(self.log, "ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True,
                                    **self.options(**variables))

    def order(self, *command):
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              **self.options()).stdout

    def savers(self):
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                if os.readlink(f"/proc/{pid}/exe") == str(self.program):
                    found.append(int(pid))
        return found

    def close(self):
        for pid in self.savers():
            os.kill(pid, signal.SIGKILL)
        self.folder.cleanup()


def resources(sampler):
    """All server resources of clients other than the sampler."""
    counts = Counter()
    for base in sampler.clients():
        counts.update(sampler.resources(base))
    return sum(counts.values())


def activations(title, house, server, sampler, activate, deactivate, rest, is_there=None):
    """Repeated activations: what is left afterwards, and the cost for the server. By default a clock counts as there
    when it is painted."""
    comings, goings = [], []
    before = {}
    for number in range(ACTIVATIONS):
        if number == 10:  # By now everything that is created once exists.
            before = {"server RSS KiB": memory([server])["Rss"], "server resources": resources(sampler)}
        start = time.monotonic()
        activate()
        until(is_there or sampler.is_painted, "a saver on the screen")
        comings.append((time.monotonic() - start) * 1e3)
        start = time.monotonic()
        deactivate()
        until(lambda: not house.savers(), "the end of a saver")
        goings.append((time.monotonic() - start) * 1e3)
        rest()
    after = {"server RSS KiB": memory([server])["Rss"], "server resources": resources(sampler)}
    yield title, [{"figure": "it is there", **figures(comings)}, {"figure": "it has gone", **figures(goings)}]
    yield f"{title}, growth", [{"figure": name, "before": before[name], "after": after[name],
                                "growth": after[name] - before[name]} for name in before]
    log = house.log.read_text(errors="replace")
    complaints = sum(word in line for line in log.splitlines() for word in ("crashed", "abnormally", "child killed"))
    left = len(house.savers())
    conclusion = f"{title}: {left} savers left after {ACTIVATIONS} activations, {complaints} complaints of the host"
    yield Missed(conclusion) if left or complaints else conclusion


def xscreensaver(command, size):
    """With the clock, and with a saver that draws nothing: what is left then belongs to the daemon."""
    yield from under_xscreensaver("xscreensaver", size, command[0], "--root", "--no-config")
    yield from under_xscreensaver("xscreensaver without a picture", size, "sleep", "1000000", draws=False)


def under_xscreensaver(title, size, program, *arguments, draws=True):
    with xvfb(size) as (server, display), contextlib.closing(Host(display)) as host:
        with contextlib.closing(House(program, display, *arguments)) as house:
            daemon = house.start("xscreensaver", "--no-splash", "--verbose")
            children = Path(f"/proc/{daemon.pid}/task/{daemon.pid}/children")

            def deactivate():
                return house.order("xscreensaver-command", "-deactivate")

            def rest():
                """Sends another order. The daemon ignores an order that comes while its graphics process ends. It reaps
                a child that ends between two of its checks only when something else happens."""
                until(lambda: not children.read_text() or deactivate() and False, "the end of xscreensaver-gfx")

            try:
                until(lambda: "screen" in house.order("xscreensaver-command", "-time"), "xscreensaver")
                yield from activations(
                    title, house, server, host,
                    lambda: until(lambda: "blanking" in house.order("xscreensaver-command", "-activate"), "blanking"),
                    deactivate, rest,
                    None if draws else house.savers)
            finally:
                daemon.terminate()
                daemon.wait()


def xsecurelock(command, size):
    with xvfb(size) as (server, display), contextlib.closing(Host(display)) as host:
        with contextlib.closing(House(command[0], display)) as house:
            locker = None

            def lock():
                nonlocal locker
                locker = house.start("xsecurelock", XSECURELOCK_SAVER=str(house.program),
                                     XSECURELOCK_NO_COMPOSITE="1", XSECURELOCK_BLANK_TIMEOUT="600")

            yield from activations("xsecurelock", house, server, host, lock, lambda: locker.terminate(),
                                   lambda: locker.wait())


# Monitors


@contextlib.contextmanager
def vnc(size):
    """Starts a server whose monitor accepts any mode. Returns its process and display numbers."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        reader, writer = os.pipe()
        process = subprocess.Popen(
            ["Xtigervnc", "-displayfd", str(writer), "-geometry", size, "-depth", "24", "-SecurityTypes", "None",
             "-rfbport", "-1", "-rfbunixpath", f"{folder}/socket", "-nolisten", "tcp", "-noreset"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=[writer], preexec_fn=end_with_parent)
        try:
            os.close(writer)
            with open(reader) as file:
                display = file.readline()
            yield process.pid, int(display or fail("Xtigervnc did not start"))
        finally:
            process.terminate()
            process.wait()


class Layouts:
    """The layouts of a screen, and the pictures in them."""

    def __init__(self, display, sampler):
        self.display, self.sampler = display, sampler
        self.all = [(mode, columns, rows) for mode in MODES for ((columns, rows),) in SPLITS]
        self.monitors = []
        self.expected = {}

    def xrandr(self, *arguments):
        subprocess.run(["xrandr", *arguments], env={**os.environ, "DISPLAY": f":{self.display}"}, check=True,
                       capture_output=True)

    def set(self, layout):
        mode, columns, rows = layout
        width, height = map(int, mode.split("x"))
        for name in self.monitors:
            self.xrandr("--delmonitor", name)
        self.monitors = []
        self.xrandr("--output", "VNC-0", "--mode", mode)
        if columns * rows > 1:
            for number in range(columns * rows):
                wide, high = width // columns, height // rows
                x, y = number % columns * wide, number // columns * high
                self.xrandr("--setmonitor", f"M{number}", f"{wide}/100x{high}/100+{x}+{y}",
                            "none" if number else "VNC-0")
                self.monitors.append(f"M{number}")
        self.size = width, height

    def picture(self):
        return hashlib.sha1(self.sampler.image((0, 0, *self.size))).digest()

    def still(self):
        """The picture, when it has not changed for a while."""
        last, since = self.picture(), time.monotonic()
        while time.monotonic() - since < 0.5:
            time.sleep(0.02)
            if (picture := self.picture()) != last:
                last, since = picture, time.monotonic()
        return last


def monitors(command, size):
    """A clock that has seen the layout change must show the same as a newly started one."""
    kiosk = [*command, *STILL, "--kiosk"]
    with vnc("640x480") as (server, display), contextlib.closing(Sampler(display)) as sampler:
        layouts = Layouts(display, sampler)
        for layout in layouts.all:
            layouts.set(layout)
            with running("clock", kiosk, display):
                layouts.expected[layout] = layouts.still()
        if len(set(layouts.expected.values())) < len(layouts.all):
            fail("two layouts show the same")
        others = sampler.clients()
        with running("clock", kiosk, display) as client:
            layouts.still()

            def change(layout):
                layouts.set(layout)
                return until(lambda: layouts.picture() == layouts.expected[layout], f"the right picture of {layout}")[1]

            def costs():
                held = Counter()
                for base in sampler.clients() - others:
                    held.update(sampler.resources(base))
                return {"clock RSS KiB": memory([client.process.pid])["Rss"], "server RSS KiB": memory([server])["Rss"],
                        **held}

            for layout in layouts.all:
                change(layout)
            before = costs()
            spans, present = [], layouts.all[-1]
            for _ in range(CHANGES):
                present = random.choice([layout for layout in layouts.all if layout != present])
                spans.append(change(present))
            change(layouts.all[-1])
            after = costs()
            client.check()
    yield "Monitors", [{"figure": "the right picture after the last request", **figures(spans)}]
    yield "Monitors, growth", [{"figure": name, "before": before.get(name, 0), "after": after.get(name, 0),
                                "growth": after.get(name, 0) - before.get(name, 0)} for name in {**before, **after}]
    yield f"monitors: {CHANGES} changes of layout, each with the right picture within {max(spans):.0f} ms"


def hosts(options):
    """Titles with rows, and conclusions, some of them `Missed`."""
    for name, part in zip(HOSTS, (window, xscreensaver, xsecurelock, monitors)):
        if name in options.hosts:
            yield from part(options.command, options.size)
