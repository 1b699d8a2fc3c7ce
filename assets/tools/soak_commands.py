#!/usr/bin/env python3
"""A day in 86 s of a clock that gets a command every 50 ms: soak_commands.py PROGRAM.

The clock runs at a thousandfold speed on its own server. A client sends it random valid commands. The run fails

- if the clock ends, or reports an error of its own;
- if a reply is neither success nor a refusal with a reason, or belongs to another request;
- if `status` contradicts itself or the passed time;
- if a tick is missed or not counted, or a frame dropped that the machine had time for;
- if memory, descriptors or server resources grow over the last three quarters (of a minute and more);
- if at the end the window differs from a fresh paint, before and after everything was covered.

The same seed makes the same commands."""

import argparse
import contextlib
import datetime
import errno
import itertools
import json
import os
import random
import re
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench_processes import memory, pressure, running, withheld, xvfb
from bench_x11 import GET_INPUT_FOCUS, Sampler
from soak_growth import slope

SIZE, SPEED, START = "640x360", 1000, "2026-03-28T12:00:00Z"  # On a weekend with a change to summer time.
FRAMES = 60  # Frames a second.
# Frames that may be dropped on an idle machine too: the layout of several full walls takes longer than a frame.
LAYOUTS = 60
# The clock's own X errors.
OWN_MISTAKE = "X error"
TICK = 0.06  # Seconds. At this speed the clock shows whole minutes.
# Permitted growth. Private dirty memory is not judged: the clock gives pages back when it rests, and a busy machine
# lets it rest seldom. The kernel's cached pages of font files vary. The server's heap grows to the peak of all glyphs;
# the clock's resources there are counted separately. Resident memory grows by up to 1.1 MB in this minute, because
# commands by chance use some code for the first time; the allocated memory shows a leak.
LIMITS = {"clock allocated KiB": 512, "clock RSS KiB": 2048, "server RSS KiB": 6144, "descriptors": 0.5,
          "X resources": 4, "glyph sets": 96}
# What a command opens and closes again is not growth: of descriptors, only the least number counts, in so many parts of
# the time.
PARTS = 6
# Seconds that a short run may miss if the machine was busy for as long. A loaded one may withhold three at once.
STALLS = 6
# Seconds. In a shorter time the growth comes from first uses.
WARM = 60
# The limit of GlyphCache, and the sizes of one larger frame.
MOST_GLYPH_SETS = 160
# The limit of PictureCache, and those for colours and canvases. Emoji of ever new sizes fill the cache slowly.
MOST_PICTURES = 256 + 32
# The wall's picture, prepared ones, and those of the gallery.
MOST_PIXMAPS = 5 * 900
TEXTS = ("Green tea", "Stand-up in room 4", "مرحبا بالعالم", "日本語の時計", "<b>bold</b> &amp; more", "word " * 60,
         "--on-zero ls",
         "two\nlines", "🕰 👩‍👩‍👧", "\u202eright to left", "e\u0301" * 30, "%s %d %%")
SPANS = ("1", "90", "5m", "1h30m", "12:30", "25h", "99:59:59")
LONG_SPANS = (*SPANS, "40d", "40d 4h", "3653d")
TIMES = ("08:30", "23:59:59", "00:00", "02:30", "12:00=Lunch", "17:30=Home@mon-fri", "06:15@sat,sun")
PERIODS = ("08:30-09:15 Maths", "22:00-06:00 Night #8a9544", "00:00-24:00 Day", "12:00-13:00 Lunch @mon-fri",
           "02:30-02:45 Gap",
           '[{"start": "02:30", "end": "02:15", "title": "Once", "seconds": [1700000000, 1900000000]}]',
           "[Work #3b6fb6]", "[Home]", "08:30 Take pills", "02:30 Gap bell #8a9544 @sun",
           '[{"start": "02:30", "title": "One", "seconds": [1792893600, 1792893600]}]')
DEVICES = ("[]", '[{"id": "a", "name": "Ann\'s phone", "since": "2026-11-26T12:00:00Z"}]')
PROGRAMS = ("Work 25m, Rest 5m, x4", "Welcome 1h hold, Talk 30m warn 5m; End 1h", "at 02:30, Gap 2h, Rest 1m, x9",
            "at 08:30 hold, Late 3h",
            "Warm up 5m\n\nRun 10m\nWalk 90s\nx6\n", "日本語 5m", "A 1s, x500")
FACES = ("scaled", "full", "literal", "carry", "hue", "analogue")
# Options that can be set, with values; a flag has none.
VALUES = {
    "allow": ("countdown,look", "gallery"), "also": ("Asia/Tokyo=Tokyo", "America/St_Johns"), "alarm": TIMES,
    "brightness": ("0.3", "0.75", "1"),
    "date-format": ("%a %-d %b", "week %-V"), "face": FACES, "fade": ("0", "0.3", "2"), "feed-lines": ("1", "5", "20"),
    "feed-place": ("below", "beside", "bottom"), "feed-size": ("small", "large", "0.1"), "feed-timeout": ("1", "30"),
    "gum": ("post", "head"), "health-badge": ("auto", "always", "never"),
    "hold-action": ("quit", "none", "reset", "refresh"),
    "hold-button": ("always", "auto", "never"), "hold-fires": ("fraction", "full", "release"),
    "hold-fraction": ("0.5", "1"),
    "hold-label": TEXTS, "hold-position": ("0.08", "0.5"), "hold-time": ("0.5", "3"),
    "language": ("en", "ar", "de", "es", "fr", "ja", "pt"), "night": ("22:00-07:00", "sun", "12:00-12:30"),
    "night-begins": ("sunset", "civil", "nautical"), "night-brightness": ("0", "0.3", "1"),
    "night-offset": ("0", "20m", "-1h"),
    "place": ("52.52,13.40", "69.65,18.96", "-33.87,151.21"), "preset": ("standard", "seed"),
    "presets": ("1m,5m", "90"),
    "program-end": ("moves", "kept"), "sound": ("off",),
    "pull-distance": ("20", "100"), "pull-fires": ("crossing", "release", "dwell"), "refresh-every": ("1m", "1h"),
    "ring-cap": ("butt", "round", "square"), "ring-colour": ("444444", "red"),
    "ring-label": ("automatic", "seconds", "minutes", "hours", "none"), "ring-place": ("around", "above"),
    "ring-size": ("0.2", "0.9"), "ring-style": ("solid", "elements", "equal"), "ring-trail": ("0", "0.5"),
    "ring-width": ("0.02", "0.1"), "shift": ("off", "subtle", "roam"), "time-format": ("%H.%M", "%I:%M %p"),
    "timezone": ("Europe/Berlin", "Asia/Kathmandu", "America/St_Johns", "Pacific/Apia"), "title": TEXTS,
    "warn": ("5m", "off", "90"), "danger": ("1m", "off", "10"),
    "variant": ("kitchen = face hue, 12-hour", "night = face literal, no-seconds"),
}
# The refusals of options that can never be set.
NEVER = ("cannot be changed while the clock runs", "runs commands or uses files", "can only stand on the command line")
# Commands that clear the wall are more frequent; else it would show urgent messages and ringing alarms most of the
# time.
OFTEN = {"dismiss": 12, "gallery": 8, "blank": 5, "face": 3, "set": 6, "unset": 3, "countdown new": 4,
         "program start": 3}
# The states of a program and, in events, of its steps.
PROGRAM, STEP = ("ready", "running", "paused", "waiting", "over"), ("passed", "running", "paused", "waiting", "over")
# `quit` ends the clock. `observe` changes the connection; a second connection observes from the start.
LEFT_OUT = {"quit", "observe"}


class Failed(Exception):
    pass


def require(holds, what):
    if not holds:
        raise Failed(what)


def boot():
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Link:
    """A connection to the clock's socket."""

    def __init__(self, path):
        self.socket, end = socket.socket(socket.AF_UNIX), boot() + 10
        # The socket file exists a moment before the clock listens.
        while (status := self.socket.connect_ex(str(path))) == errno.ECONNREFUSED and boot() < end:
            time.sleep(0.01)
        if status:
            raise OSError(status, os.strerror(status))
        self.socket.settimeout(10)
        self.pending, self.number = b"", 0

    def close(self):
        self.socket.close()

    def send(self, words):
        """Sends a command. Returns the number of its reply."""
        self.number += 1
        self.socket.sendall((json.dumps({"command": words, "request_id": self.number}) + "\n").encode())
        return self.number

    def line(self, waits=True):
        """The next line. Without `waits` it is `None` if no line has arrived."""
        while b"\n" not in self.pending:
            if not waits and not select.select([self.socket], [], [], 0)[0]:
                return None
            data = self.socket.recv(1 << 16)
            require(data, "the clock has closed a connection")
            self.pending += data
        line, _, self.pending = self.pending.partition(b"\n")
        return json.loads(line)

    def ask(self, *words):
        number = self.send(words)
        return self.checked(self.line(), number, words)

    @staticmethod
    def checked(reply, number, words):
        require(reply.get("request_id") == number, f"{words}: the reply is another one's: {reply}")
        error = reply.get("error")
        require(isinstance(error, str) and error and error.isprintable(), f"{words}: {reply}")
        return reply


class Orders:
    """Makes random commands from the clock's whole table."""

    def __init__(self, generator, table, flags, folder):
        self.random, self.flags, self.now = generator, flags, None
        choice, text = generator.choice, lambda: generator.choice(TEXTS)
        fixed = {"gallery": ("open", "close", "next", "previous", "choose"), "blank": ("on", *["off"] * 9),
                 "sound": ("on", "off")}
        self.arguments = {
            **{name: lambda values=values: [choice(values)] for name, values in fixed.items()},
            **{
                row["name"]: lambda: choice([[], [], ["--id", "1"], ["--id", "Tea"]])
                for row in table
                if row["arguments"] == "[--id ID|TITLE]"
            },
            "get": lambda: [choice([*VALUES, *flags])],
            "face": lambda: choice([[], *([name] for name in FACES)]),
            "countdown start": lambda: choice([[], [choice(LONG_SPANS)], [choice(LONG_SPANS), text()]]),
            "countdown until": lambda: [
                choice((self.instant(), self.instant(), "12:40")),
                *choice([[], [text()]]),
                *choice([[], ["--from", self.instant()]]),
            ],
            "countdown add": lambda: [choice(("", "+", "-")) + choice(LONG_SPANS)],
            "countdown set": lambda: [choice(LONG_SPANS)],
            "countdown warn": lambda: [choice((*LONG_SPANS, "off"))],
            "countdown danger": lambda: [choice((*LONG_SPANS, "off"))],
            "program load": lambda: [choice(PROGRAMS)],
            "program start": lambda: choice([[], [], [choice(PROGRAMS)]]),
            "program add": lambda: [choice(("", "+", "-")) + choice(SPANS)],
            "countdown new": lambda: [choice(SPANS), *choice([[], [text()]])],
            "countdown title": lambda: choice([[], [text()]]),
            "countdown choose": lambda: [choice(("next", "previous", "1", "2", "Tea"))],
            "stopwatch laps": lambda: choice([[], ["--csv"]]),
            "program list": lambda: choice([[], ["--csv"]]),
            "countdown list": lambda: choice([[], ["--csv"]]),
            "snooze": lambda: choice([[], ["3"]]),
            "message": self.message,
            "dismiss": lambda: choice([[], [], [], ["a"], ["Lunch"]]),
            "alarm add": lambda: [choice(TIMES)],
            "alarm remove": lambda: [choice(("Lunch", "08:30", "Home", "02:30"))],
            "agenda set": lambda: generator.sample(PERIODS, generator.randint(1, len(PERIODS))),
            "feed": lambda: [text()],
            "dim": lambda: [choice(("0.05", "0.5", "1")), *choice([[], ["--for", choice(SPANS)]])],
            "set": self.setting,
            "unset": lambda: [choice([*VALUES, *flags])],
            "snapshot": lambda: [f"{folder}/shot.png"],
            "trouble": lambda: choice([["clear"], [text()]]),
            "pair": lambda: choice([[], ["--list"], ["--revoke", "a"]]),
            "pairing devices": lambda: [choice(DEVICES)],
            "share": lambda: choice(
                [["face", "hue"], ["countdown", "start", "5m", "Tea"], ["message", text()], ["countdown", "clear"]]
            ),
            "sharing announce": lambda: choice([[], ["floor 2"]]),
            "pairing show": lambda: ["123456", "http://wall.example:8080/", choice(SPANS[:2]), *self.modules()],
        }
        self.names = [
            row["name"] for row in table if row["name"] not in LEFT_OUT for _ in range(OFTEN.get(row["name"], 1))]
        for row in table:
            name = row["name"]
            require(not row["arguments"] or name in self.arguments or name in LEFT_OUT,
                    f"'{name}' takes arguments that are not known here")

    def modules(self):
        """The rows of a QR code of the size for a short address."""
        return ["".join(self.random.choice("01") for _ in range(25)) for _ in range(25)]

    def instant(self):
        """An instant relative to the shown time, mostly in the future."""
        later = datetime.timedelta(seconds=self.random.choice((-60, 1, 5_000, 90_000.25, 359_000, 400_000)))
        return (self.now + later).isoformat(timespec="milliseconds")

    def message(self):
        choice = self.random.choice
        return [choice(TEXTS), *choice([[], ["--for", choice(("1", "3", "1h"))]]),
                *choice([[], ["--id", choice("ab")]]),
                *choice([[], ["--priority", choice(("info", "notice", "urgent"))]])]

    def setting(self):
        name = self.random.choice([*VALUES, *self.flags])
        return [name, self.random.choice(VALUES[name])] if name in VALUES else [name]

    def next(self):
        name = self.random.choice(self.names)
        return [*name.split(), *self.arguments.get(name, list)()]


class Watch:
    """Checks `status` for consistency, and tracks the passed time."""

    def __init__(self, status, before, after, speed):
        self.first, self.before, self.after, self.speed = self.shown(status), before, after, speed

    @staticmethod
    def shown(status):
        """The shown instant."""
        wall = status["wall"]
        local = datetime.datetime.fromisoformat(f"{wall['date']}T{wall['time']}+00:00")
        return local - datetime.timedelta(seconds=wall["offset"])

    def check(self, status, before, after):
        wall, options = status["wall"], status["options"]
        passed = (self.shown(status) - self.first).total_seconds()
        # A fast clock shows whole minutes, each at its beginning.
        step, speed = 60 if self.speed > 120 else 1, self.speed
        require(speed * (before - self.after) - step - speed * 0.1 <= passed <= speed * (after - self.before) + step,
                f"{passed} s were shown between {before - self.after:.3f} and {after - self.before:.3f} s")
        require(re.fullmatch("#[0-9a-f]{6}", wall["colour"]), wall["colour"])
        require(0.05 <= wall["dim"] <= 1, f"dim {wall['dim']}")
        require(len({option["name"] for option in options}) == len(options), "an option is there twice")
        require(all(option["origin"] in ("command line", "set", "chosen") for option in options), f"origins: {options}")
        self.check_countdowns(wall)
        if program := wall.get("program"):
            self.check_program(program)
        for message in wall["messages"]:
            lines = message["lines"]
            require(1 <= len(lines) <= 8 and all(0 < len(line) <= 400 for line in lines), f"message {message}")
        # A removed alarm that already rings goes on ringing until it is dismissed.
        titles = {time.partition("=")[2].partition("@")[0] for time in TIMES}
        require(set(wall["ringing"]) <= titles, f"{wall['ringing']} ring")
        turns = Counter(period.get("turn") for period in wall["agenda"])
        require(turns["now"] <= 1 and turns["next"] <= 1, f"agenda {wall['agenda']}")
        if stopwatch := wall.get("stopwatch"):
            require(stopwatch["elapsed"] >= 0 and stopwatch["laps"] >= 0, f"stopwatch {stopwatch}")
        return self.shown(status)

    def check_countdowns(self, wall):
        """Eight at the most, each with an ID of its own, and one of them chosen. Those that have ended are first, then
        one that may have been begun or chosen last, then the others in the order of their ends."""
        countdowns, chosen = wall["countdowns"], [each for each in wall["countdowns"] if each["isChosen"]]
        for countdown in countdowns:
            self.check_countdown(countdown)
        ids = {each["id"] for each in countdowns}
        require(len(ids) == len(countdowns) <= 8, f"countdowns {countdowns}")
        alone = [wall["countdown"]] if "countdown" in wall else []
        require(chosen == alone, f"chosen: {chosen}, and {alone}")
        states = ("over", "running", "paused", "idle")
        ended = sum(each["state"] == "over" for each in countdowns)
        # The first one may have been begun or chosen last.
        others = countdowns[ended + 1:]
        order = [states.index(each["state"]) for each in others]
        rests = [each["remaining"] for each in others if each["state"] == "running"]
        # The clock reads the time of day and the uptime one after the other. A pause between the two is seen here.
        pause = 0.1 * self.speed
        require(order == sorted(order) and all(one <= next + pause for one, next in zip(rests, rests[1:])),
                f"the order of countdowns {countdowns}")

    @staticmethod
    def check_program(program):
        state, step, steps = (program[name] for name in ("state", "step", "steps"))
        require(state in PROGRAM and 1 <= step <= steps <= 500, f"program {program}")
        require(program["left"] >= 0 and ("next" in program) == (step < steps), f"program {program}")
        require(state != "over" or step == steps, f"program {program}")

    @staticmethod
    def check_countdown(countdown):
        state, remaining, length = (countdown[name] for name in ("state", "remaining", "length"))
        require(state in ("idle", "running", "paused", "over"), f"countdown {countdown}")
        require(0 <= length <= 315_619_200 and remaining <= 315_619_200, f"countdown {countdown}")
        require(state == "over" or remaining >= 0, f"countdown {countdown}")
        require(state != "idle" or remaining == length, f"countdown {countdown}")
        require((countdown["phase"] == "over") == (state == "over"), f"countdown {countdown}")
        require(state != "idle" or countdown["phase"] == "calm", f"countdown {countdown}")


class Screen(Sampler):
    """Reads the screen, and compares it with a fresh picture."""

    def __init__(self, display):
        super().__init__(display)
        self.area = (0, 0, self.width, self.height)

    def planes(self):
        image = self.image(self.area)
        return image[2::4], image[1::4], image[0::4]

    def cover(self):
        """Covers everything with a window for a moment, as xrefresh(1) does, so that all is repainted."""
        window = self.own + 2
        values = struct.pack("<IIhhHHHHIIII", window, self.root, 0, 0, self.width, self.height, 0, 1, 0, 0x202, 0, 1)
        self.link.sendall(self.request(1, 0, values) + self.request(8, 0, struct.pack("<I", window)))
        self.ask(GET_INPUT_FOCUS)
        self.link.sendall(self.request(4, 0, struct.pack("<I", window)))
        self.ask(GET_INPUT_FOCUS)

    def is_fresh(self, link, file, looks=30):
        """Compares the screen with the clock's snapshot. Returns the number of the first equal look; 0 if none is.
        Something that moves, such as a closing gallery, takes several looks. A snapshot shows no pairing code."""
        link.ask("pairing", "end")
        for look in range(1, looks + 1):
            number, seen = link.send(["snapshot", file]), [self.planes()]
            while (reply := link.line(waits=False)) is None:
                seen.append(self.planes())
            require(Link.checked(reply, number, "snapshot")["error"] == "success", f"snapshot: {reply}")
            seen += [self.planes(), self.planes()]
            data = subprocess.run(["pngtopnm", file], capture_output=True, check=True).stdout
            data = data[-3 * self.width * self.height:]
            if (data[0::3], data[1::3], data[2::3]) in seen:
                return look
            time.sleep(0.05)
        self.keep(file, seen[-1])
        return 0

    def keep(self, file, planes):
        """Keeps both pictures for whoever looks for the cause."""
        folder = tempfile.mkdtemp(prefix="soak-")
        shutil.copy(file, f"{folder}/fresh.png")
        pixels = bytes(itertools.chain.from_iterable(zip(*planes)))
        Path(folder, "window.ppm").write_bytes(b"P6 %d %d 255\n" % (self.width, self.height) + pixels)
        print(f"{folder} has fresh.png and window.ppm", flush=True)

    def has_colour(self, link):
        """True if the wall's corner has the colour in `status`, after a closing gallery has gone."""
        end = boot() + 5
        while boot() < end:
            seen = [self.image((2, 2, 1, 1))[:3]]
            colour = bytes.fromhex(link.ask("status")["data"]["wall"]["colour"][1:])[::-1]
            if colour in [*seen, self.image((2, 2, 1, 1))[:3]]:
                return True
        return False


class Soak:
    speed = SPEED

    def __init__(self, program, seconds, pause, seed):
        self.program, self.seconds, self.pause = program, seconds, pause
        self.random, self.samples, self.said, self.told = random.Random(seed), [], Counter(), []
        self.last_tick, self.longest, self.ticks, self.heard = None, 0, 0, Counter()
        # The processes that a tick needs, and for how long the machine withheld them until the last tick.
        self.parties, self.waited = (), 0

    def flags(self, link):
        """Checks that every settable option without a value is in the table here."""
        flags = []
        listed = subprocess.run([self.program, "--list-options"], capture_output=True, text=True, check=True).stdout
        for line in listed.splitlines():
            names, value = line.split("\t")[1:3]
            for name in names.split():
                if name in VALUES or len(name) == 1:
                    continue
                error = link.ask("set", name, *(["x"] if value else []))["error"]
                link.ask("unset", name)
                if any(reason in error for reason in NEVER):
                    continue
                require(not value, f"there are no values for '{name}' here: {error}")
                flags.append(name)
        return flags

    def sample(self, client, server, screen, others):
        client.check()
        clock, resources, pixmaps = memory([client.process.pid]), Counter(), 0
        require(clock["Rss"], "the kernel does not tell of its memory")
        for base in screen.clients() - others:
            try:
                resources.update(screen.resources(base))
                pixmaps += screen.pixmap_bytes(base)
            except ConnectionError:
                # It may have left since the clients were listed.
                require(base not in screen.clients(), "the server does not tell of a client's resources")
        allocated = self.link.ask("health")["data"]["memory"]["allocated"]
        self.samples.append((boot(), {
            "clock allocated KiB": round(allocated / 1024, 1),
            "clock private dirty KiB": clock["Private_Dirty"], "clock RSS KiB": clock["Rss"],
            "server RSS KiB": memory([server])["Rss"],
            "pixmaps KiB": pixmaps >> 10, "descriptors": len(os.listdir(f"/proc/{client.process.pid}/fd")),
            "glyph sets": resources.pop("GLYPHSET", 0), "pictures": resources.pop("PICTURE", 0),
            "X resources": sum(resources.values())}))
        require(pixmaps >> 10 <= MOST_PIXMAPS, f"{pixmaps >> 10} KiB of pixmaps")
        require(self.samples[-1][1]["glyph sets"] <= MOST_GLYPH_SETS, f"{self.samples[-1][1]['glyph sets']} glyph sets")
        require(self.samples[-1][1]["pictures"] <= MOST_PICTURES, f"{self.samples[-1][1]['pictures']} pictures")

    def hear(self, observer):
        """Reads the observer's events; a fast clock reports a tick a second."""
        while (event := observer.line(waits=False)) is not None:
            topic, data = event.get("event"), event.get("data")
            self.heard[topic] += 1
            if topic == "ended":
                require(data["state"] == "over", f"ended: {data}")
            elif topic == "phase":
                require(data["phase"] in ("soon", "last"), f"a phase: {data}")
            elif topic == "step":
                require(data["state"] in STEP and 1 <= data["step"] <= data["steps"], f"a step: {data}")
            elif topic == "tick":
                now, self.ticks = boot(), self.ticks + 1
                before, self.waited = self.waited, withheld(*self.parties)
                span = now - (self.last_tick or now) - (self.waited - before)
                self.longest, self.last_tick = max(self.longest, span), now

    @staticmethod
    def warm(link):
        """Uses all that is loaded at first use once: fonts of all scripts and sizes, all languages, the gallery."""
        for text in TEXTS:
            for words in (["message", text, "--priority", "urgent", "--id", "warm"], ["feed", text]):
                link.ask(*words)
                time.sleep(TICK)
        link.ask("dismiss", "warm")
        for words in (["set", "date"], *(["set", "language", name] for name in VALUES["language"]), ["gallery", "open"],
                      ["gallery", "next"], ["gallery", "choose"], ["face"], ["identify"]):
            require(link.ask(*words)["error"] == "success", f"warming up: {words}")
            time.sleep(4 * TICK)
        for name in ("language", "date"):
            link.ask("unset", name)

    def arguments(self):
        """Additional arguments of the clock."""
        return ["--at", START, "--speed", str(SPEED)]

    def join(self, stack, display, path, processes):
        """Starts what is needed beside the clock; it ends with the stack."""

    def warm_further(self, link, observer, orders, watch):
        """Further commands before the measurement."""

    def meanwhile(self, link, screen, folder):
        """Further actions between two commands."""

    def tell(self, link, observer, orders, watch, measure, meanwhile):
        """Sends commands at fixed times, not one after another."""
        start = boot()
        due = measured = start
        while (now := boot()) < start + self.seconds:
            self.tell_one(link, orders, watch)
            self.hear(observer)
            if now >= measured:
                measured += 1
                measure()
            meanwhile()
            # No catching up after a delay.
            due = max(due + self.pause, boot())
            time.sleep(max(0, due - boot()))

    def tell_one(self, link, orders, watch):
        words = ["status"] if self.random.random() < 0.1 else orders.next()
        self.told = [*self.told[-9:], words]
        before, reply = boot(), link.ask(*words)
        refusal = reply["error"] != "success"
        self.said[words[0], refusal] += 1
        if words == ["status"]:
            orders.now = watch.check(reply["data"], before, boot())
        elif words[0] == "set" and not refusal:
            origin = link.ask("get", words[1])["data"]["origin"]
            # A chosen card may have set another value.
            require(origin in ("set", "chosen"), f"{words}, and it comes from: {origin}")

    @staticmethod
    def stop(link):
        """Stops what moves by the pixel, since a moving ring never equals its snapshot. Returns the IDs of the
        countdowns that ran."""
        wall = link.ask("status")["data"]["wall"]
        if (wall.get("stopwatch") or {}).get("isRunning"):
            link.ask("stopwatch", "stop")
        ran = [str(countdown["id"]) for countdown in wall["countdowns"] if countdown["state"] == "running"]
        for each in ran:
            if link.ask("countdown", "pause", "--id", each)["error"] != "success":
                link.ask("countdown", "reset", "--id", each)
        return ran

    def calm(self, link):
        """Clears the wall and resets the options to those of the command line."""
        for words in (["blank", "off"], ["gallery", "close"], ["dim", "1"], ["message", "x", "--id", "x"],
                      ["agenda", "clear"]):
            link.ask(*words)
        while link.ask("countdown", "clear")["error"] == "success":
            pass
        while link.ask("dismiss")["error"] == "success":
            pass
        # An option that another one needs is unset after it.
        while options := [
            option["name"] for option in link.ask("status")["data"]["options"] if option["origin"] == "set"]:
            done = [link.ask("unset", name)["error"] == "success" for name in options]
            require(any(done), f"{options} cannot be unset")
        for alarm in link.ask("alarm", "list")["data"]:
            link.ask("alarm", "remove", re.split("[=@]", alarm)[0])

    def run(self):
        with contextlib.ExitStack() as stack:
            server, display = stack.enter_context(xvfb(SIZE))
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
            screen = stack.enter_context(contextlib.closing(Screen(display)))
            others, path = screen.clients(), folder / "clock.sock"
            command = [self.program, "--no-config", "--no-hint", "--fullscreen", *self.arguments(), "--fade", "0",
                       "--utc", "--control",
                       str(path)]
            client = stack.enter_context(running("clock", command, display))
            # Entered last, so that it runs before the clock is ended.
            stack.push(lambda kind, *_: kind and self.explain(client))
            while not path.exists():
                client.check()
                time.sleep(0.01)
            link, observer = (stack.enter_context(contextlib.closing(Link(path))) for _ in range(2))
            observer.ask("observe")
            self.link, self.parties = link, (client.process.pid, server, os.getpid())
            orders = Orders(self.random, link.ask("help")["data"], self.flags(link), folder)
            before = boot()
            watch = Watch(link.ask("status")["data"], before, boot(), self.speed)
            orders.now = watch.first
            self.join(stack, display, path, (client.process.pid, server))
            self.warm(link)
            self.warm_further(link, observer, orders, watch)
            # By chance alone, a minute of commands might hear of no end.
            link.ask("countdown", "new", "1")
            began, counted = boot(), self.counted(link, client.process.pid, server)
            self.tell(link, observer, orders, watch, lambda: self.sample(client, server, screen, others),
                      lambda: self.meanwhile(link, screen, folder))
            health = link.ask("health")["data"]
            self.check_seconds(boot() - began, counted, self.counted(link, client.process.pid, server))
            self.stop(link)
            require(screen.is_fresh(link, str(folder / "end.png")), "the window is not what a fresh paint of it is")
            screen.cover()
            require(screen.is_fresh(link, str(folder / "end.png")),
                    "covered and uncovered, it is not what a fresh paint is")
            self.calm(link)
            require(screen.has_colour(link), "status tells another colour than the wall has")
            client.check()
            client.errors.seek(0)
            lines = client.errors.read().decode(errors="replace").splitlines()
            self.report(health, lines)

    @staticmethod
    def counted(link, *processes):
        """The measured seconds and dropped frames so far, and for how long the machine withheld processors or was
        overloaded."""
        health = link.ask("health")["data"]
        return health["sent"]["count"], health["frames"]["dropped"], withheld(*processes), pressure("cpu")

    @staticmethod
    def check_seconds(span, before, after):
        """Checks that each second had a tick and was counted; the last hour is kept. A second may be missed only if the
        machine was busy for as long. Except for `LAYOUTS`, a frame may be dropped only if it was overloaded, since
        painting then takes longer too."""
        dropped, waited, crowded = (later - earlier for earlier, later in zip(before[1:], after[1:]))
        expected = min(before[0] + span, 3600)
        missed = abs(expected - after[0])
        print(
            f"{missed:.1f} of {expected:.0f} s missed and {dropped} frames dropped while the machine was busy for "
            f"{waited:.1f} s, and had too much to do for "
            f"{crowded:.1f} s",
            flush=True,
        )
        require(missed <= 2 + min(waited, max(STALLS, expected / 50)),
                f"{missed:.1f} s were missed, more than the machine was busy for")
        require(dropped <= LAYOUTS + max(waited, crowded) * FRAMES,
                f"{dropped} frames were dropped, more than the machine was busy for")

    def explain(self, client):
        """After a failure, prints the last commands, the clock's messages, and whether the clock ended by itself."""
        client.errors.seek(0)
        said = client.errors.read().decode(errors="replace").splitlines()
        print(f"told last: {self.told[-5:]}; it said {len(said)} lines, at last: {said[-5:]}", flush=True)
        client.check()

    def report(self, health, lines):
        done = sum(count for (_, refused), count in self.said.items() if not refused)
        refused = sum(self.said.values()) - done
        print(f"{sum(self.said.values())} commands in {self.seconds} s: {done} obeyed, {refused} refused in words; "
              f"{self.ticks} ticks told, {self.longest:.2f} s apart at the most without what the machine withheld; "
              + ", ".join(f"{self.heard[name]} {name}" for name in ("phase", "ended", "step", "program")) + " events")
        late = health.get("sent", {})
        print(
            "seconds sent late by (ms): " + ", ".join(
            f"{name} {late[name] * 1e3:.2f}" for name in ("p50", "p99", "worst") if name in late)
              + f"; frames {health['frames']}")
        for line, count in Counter(re.sub(r"\d+", "N", line) for line in lines).most_common(12):
            print(f"it said {count} times: {line}")
        failures = [f"ticks {self.longest:.2f} s apart"] if self.longest > 2.5 else []
        failures += [] if self.ticks else ["no tick was told"]
        missing = [name for name in ("phase", "ended", "step") if not self.heard[name]]
        failures += [f"no event of {', '.join(missing)}"] if missing and self.seconds >= WARM else []
        failures += [f"it said: {line}" for line in lines if OWN_MISTAKE in line][:1]
        start = self.samples[0][0] + self.seconds / 4
        late = [(moment, figures) for moment, figures in self.samples if moment >= start]
        for name, limit in LIMITS.items():
            values = [figures[name] for _, figures in late]
            moments = [moment for moment, _ in late]
            rate = slope(moments, lowest(values) if name == "descriptors" else values)
            growth = rate * (moments[-1] - moments[0])
            print(f"{name}: {self.samples[0][1][name]} at first, then {min(values)} to {max(values)}; "
                  f"{rate * 3600 / self.speed:+.3f} an hour shown, {growth:+.1f} in all, limit {limit:g}")
            failures += [f"{name} grow by {growth:.1f}"] if growth > limit and self.seconds >= WARM else []
        require(not failures, "; ".join(failures))


def lowest(values):
    """Each value replaced by the lowest one of its part of the time."""
    parts = [values[part * len(values) // PARTS:(part + 1) * len(values) // PARTS] for part in range(PARTS)]
    return [min(part) for part in parts for _ in part]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=86.4, help="of real time, a thousand shown in each (86.4)")
    parser.add_argument("--pause", type=float, default=0.05, help="from one command to the next (0.05)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of what happened before")
    options = parser.parse_args()
    print(f"soak_commands.py: seed {options.seed}", flush=True)
    try:
        Soak(options.program, options.seconds, options.pause, options.seed).run()
    except (Failed, OSError, ValueError) as failure:
        sys.exit(f"soak_commands.py: FAILED with seed {options.seed}: {failure}")


if __name__ == "__main__":
    main()
