#!/usr/bin/env python3
"""A month at a thousandfold speed, or hours as they pass, of a clock that has everything: soak_long.py PROGRAM --days N | --hours N.

As soak_commands.py, and further: a feed; monitors that come and go; a thousand random moments at which the window must be what a
fresh paint of it is; a line of figures now and then. In hours as they pass there are also a broker, whose link to the clock's
companion is cut each minute, and a look at every second: each is told once, and none before its time. Before anything is measured it is
told 10,000 commands without a pause. The clock's own memory and what the server keeps for it may not grow by more than 1 KiB, or by one of a kind, an hour
shown: that is the least that they grow by, with a confidence of 95 %, by a line through the last three quarters. They are looked at where the wall has
been brought to rest for a minute: what it shows, such as an agenda of a day, is more than what could be lost in an hour. The
seed makes the same commands again. Stopped, by SIGTERM or in any other way, the run of a seed goes on with what is left of its time, as another part
with a clock of its own: each part is judged by itself."""

import argparse
import contextlib
import json
import os
import random
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

from bench_mqtt import mosquitto
from bench_processes import memory, running, withheld
from soak_commands import SPEED, START, Failed, Link, Soak, boot, least_slope, require

MOMENTS = 1000
# An hour shown: KiB, or as many as that.
STEEPEST = 1
# What is the clock's own, here and at the server. Of its other pages, which are files', as of the server's heap, the kernel and malloc keep what has been used
# before: those come to a level, and are held to that.
OWN = ("clock private dirty KiB", "X resources", "glyph sets")
# Commands, by which all has been used once: until then the clock's heap grows by 0.3 MB, the server's by 1.5.
WARM = 10_000
# Seconds at rest, longer than the 61 after which the clock gives back what it has freed; from one rest to the next; and how many
# there have to be at least in the last three quarters, to draw a line through.
REST, REST_EVERY, RESTS = 65, 450, 12
FEED = "echo Bus in $(($(date +%s) / 7 % 30)) min; echo Room 4"
# Seconds between two changes of the monitors, and how long there are several.
PLUGGED, APART = 20, 2
# Seconds that the machine has to have been busy with something else for a clock to miss one.
STARVED = 0.3


class Progress:
    """How far the run of a seed has come, in a file that goes with its end: seconds of each part."""

    def __init__(self, path, seconds):
        self.path = path
        self.past = json.loads(path.read_text()) if path.exists() else []
        self.left = seconds - sum(self.past)
        require(self.left >= 1, f"its seed has come further than that already: {path} says so")

    def keep(self, *present):
        """Of a part that has failed nothing."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_suffix(".new")
        fresh.write_text(json.dumps([*self.past, *present]))
        fresh.replace(self.path)

    def end(self, seconds):
        self.keep(seconds)
        if self.left - seconds < 1:
            self.path.unlink()
        return ", ".join(f"{part / 3600:.2f}" for part in (*self.past, seconds))


class Cutter(threading.Thread):
    """A port before the broker's, all of whose connections end at a word."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.broker, self.pairs, self.cuts = port, [], 0
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]

    def run(self):
        while True:
            sources = [end for pair in self.pairs for end in pair]
            ready = select.select([self.listener, *sources], [], [], 0.1)[0]
            for end in ready:
                if end is self.listener:
                    self.pairs.append((end.accept()[0], socket.create_connection(("127.0.0.1", self.broker))))
                else:
                    self.pass_on(end)

    def pass_on(self, end):
        pair = next((pair for pair in self.pairs if end in pair), None)
        with contextlib.suppress(OSError):
            data = end.recv(1 << 16)
            if pair and data:
                return pair[pair[0] is end].sendall(data)
        self.end(pair)
        return None

    def end(self, pair):
        if pair in self.pairs:
            self.pairs.remove(pair)
            for end in pair:
                end.close()

    def cut(self):
        self.cuts += 1
        for end in [end for pair in list(self.pairs) for end in pair]:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Seconds(threading.Thread):
    """Hears every second that the clock tells, and when; what was wrong is kept. A second may be missed only while the machine is busy
    with something else."""

    def __init__(self, path, processes):
        super().__init__(daemon=True)
        self.link, self.processes, self.waited = Link(path), processes, withheld(*processes)
        self.count, self.last, self.text, self.wrong, self.latest, self.starved = 0, None, None, None, 0.0, 0
        self.link.ask("observe", "tick")
        self.link.socket.settimeout(None)

    def run(self):
        with contextlib.suppress(OSError, Failed):
            while not self.wrong:
                event = self.link.line()
                if event.get("event") == "tick":
                    self.hear(event["data"]["time"], time.time())

    def hear(self, text, now):
        """By their seconds alone: zones are changed by whole minutes."""
        second = int(text.split(":")[2])
        # The second whose number that is, of those about now.
        moment = next(int(now) + step for step in (0, -1, 1, *range(-2, -30, -1), *range(2, 30)) if (int(now) + step) % 60 == second % 60)
        before, self.waited = self.waited, withheld(*self.processes)
        if moment == self.last and text != self.text:
            # The same second, of a zone that was set just now; it may be taken back at once.
            self.text = text
            return
        if moment > now:
            self.wrong = f"{text} was told {moment - now:.4f} s too early"
        elif self.last is not None and moment != self.last + 1:
            self.starved += 1
            if moment <= self.last or self.waited - before < STARVED:
                self.wrong = f"after {self.last} came {moment}, told as {text}; the machine was busy for {self.waited - before:.3f} s"
        self.latest = max(self.latest, now - moment)
        self.last, self.text, self.count = moment, text, self.count + 1


class Long(Soak):
    def __init__(self, program, progress, pause, seed, speed):
        super().__init__(program, progress.left, pause, f"{seed} {len(progress.past)}" if progress.past else seed)
        self.progress = progress
        signal.signal(signal.SIGTERM, self.stop_early)
        # Apart from that of the commands, which are the same then however fast the machine is.
        self.speed, self.chance = speed, random.Random(f"{seed} moments")
        self.moments, self.started = [], None
        # As many as are needed also in a month, and none in minutes.
        self.at_rest, self.rest_every = [], min(REST_EVERY, self.seconds / RESTS * 3 / 4)
        self.parts, self.plugged, self.plugs, self.fresh = [], 0, 0, 0
        self.cutter = self.companion = self.seconds_told = None

    @property
    def is_judged(self):
        return self.rest_every > REST

    def stop_early(self, *_):
        if not self.samples:
            sys.exit("soak_long.py: ended before anything was measured")
        self.seconds = min(self.seconds, boot() - self.started)

    def arguments(self):
        played = ["--at", START, "--speed", str(self.speed)] if self.speed != 1 else []
        return [*played, "--monitor", "all", "--feed", FEED, "--refresh-every", "7s"]

    def join(self, stack, display, path, processes):
        self.display = f":{display}"
        if self.speed != 1:
            return
        _, port = stack.enter_context(mosquitto())
        self.cutter = Cutter(port)
        self.cutter.start()
        program = Path(self.program).with_name("colourclock-mqtt")
        self.companion = stack.enter_context(running("companion", [
            str(program), "--no-config", "--broker", f"mqtt://127.0.0.1:{self.cutter.port}", "--name", "soak", "--control", str(path)],
            display))
        self.seconds_told = Seconds(path, processes)
        self.seconds_told.start()

    def hear(self, observer):
        """What else there is to do takes seconds, so that this tells nothing of when ticks came."""
        super().hear(observer)
        self.longest = 0

    def warm_further(self, link, observer, orders, watch):
        """All that is used for the first time only once in hours, such as a message in Arabic below a gallery."""
        for _ in range(WARM if self.is_judged else 0):
            self.tell_one(link, orders, watch)
            self.hear(observer)
        self.said.clear()
        self.link, self.rested = link, boot()

    def meanwhile(self, link, screen, folder):
        now = boot()
        if self.started is None:
            self.started = self.shown = now
            self.moments = sorted((now + self.seconds * self.chance.random() for _ in range(min(MOMENTS, round(self.seconds / 2.5)))),
                                  reverse=True)
        self.plug(now)
        if self.cutter and now - self.started > 60 * (self.cutter.cuts + 1):
            self.cutter.cut()
        if self.seconds_told:
            require(not self.seconds_told.wrong, self.seconds_told.wrong)
        if self.moments and now >= self.moments[-1] and not self.parts:
            while self.moments and now >= self.moments[-1]:
                self.moments.pop()
                self.fresh += 1
                self.compare(link, screen, folder)
        if now - self.shown >= min(3600, self.seconds / 30):
            self.shown = now
            self.progress.keep(now - self.started)
            self.tell_figures()

    def compare(self, link, screen, folder):
        """A wall of which nothing moves by the pixel."""
        was = (link.ask("status")["data"]["wall"].get("countdown") or {}).get("state")
        self.stop(link)
        require(screen.is_fresh(link, str(folder / "fresh.png")), f"at moment {self.fresh} the window is not what a fresh paint of it is")
        if was == "running":
            link.ask("countdown", "resume")

    def plug(self, now):
        """One monitor becomes two or three for a moment; the clock is on each."""
        if self.parts and now - self.plugged > APART:
            self.unplug()
        elif not self.parts and now - self.plugged > PLUGGED:
            self.plugged, self.plugs = now, self.plugs + 1
            count = self.chance.choice((2, 3))
            for index in range(count):
                self.parts.append(f"M{index}")
                width = 640 // count
                self.xrandr("--setmonitor", self.parts[-1], f"{width}/1x360/1+{index * width}+0", "none" if index else "screen")

    def unplug(self):
        while self.parts:
            self.xrandr("--delmonitor", self.parts.pop())
        time.sleep(0.4)  # Until the clock has taken them for settled.

    def tell(self, *arguments):
        super().tell(*arguments)
        self.unplug()

    def xrandr(self, *arguments):
        subprocess.run(["xrandr", *arguments], env={**os.environ, "DISPLAY": self.display}, check=True, capture_output=True)

    def sample(self, client, server, screen, others):
        # What it has for monitors that are about to go, or for a feed that is asked, is not what it keeps.
        process = client.process.pid
        is_busy = lambda: self.parts or Path(f"/proc/{process}/task/{process}/children").read_text()
        rests = self.is_judged and boot() - self.rested > self.rest_every
        if rests:
            self.rest(is_busy)
        if not is_busy():
            super().sample(client, server, screen, others)
            if rests:
                self.at_rest.append(self.samples[-1])
        if self.companion:
            self.companion.check()

    def rest(self, is_busy):
        """The wall as it is when nobody has told it anything, for long enough."""
        self.rested = boot()
        self.unplug()
        self.stop(self.link)
        self.calm(self.link)
        while is_busy() or boot() - self.rested < REST:
            time.sleep(0.05)

    def tell_figures(self):
        hours = (boot() - self.started) * self.speed / 3600
        figures = ", ".join(f"{name} {value}" for name, value in self.samples[-1][1].items())
        more = f", companion PSS KiB {memory([self.companion.process.pid])['Pss']}, cuts {self.cutter.cuts}" if self.companion else ""
        told = f", seconds told {self.seconds_told.count}, latest {self.seconds_told.latest:.3f} s, missed while starved {self.seconds_told.starved}" if self.seconds_told else ""
        print(f"{hours:.2f} h: commands {sum(self.said.values())}, fresh {self.fresh}, monitors changed {self.plugs}; {figures}{more}{told}",
              flush=True)

    def run(self):
        super().run()
        print(f"hours that passed, part by part: {self.progress.end(self.seconds)}")
        print(f"{self.fresh} random moments were as painted anew; monitors came and went {self.plugs} times")
        start = self.samples[0][0] + self.seconds / 4
        late = [(moment, figures) for moment, figures in self.at_rest if moment >= start]
        print(f"{OWN[0]} at rest: {', '.join(str(figures[OWN[0]]) for _, figures in self.at_rest) or 'not looked at'}")
        if len(late) < RESTS:
            return print("it was too short to tell whether memory grows")
        rates = {name: least_slope([moment for moment, _ in late], [figures[name] for _, figures in late]) * 3600 / self.speed for name in OWN}
        print(", ".join(f"{name} grow by {rate:+.2f} an hour shown at least" for name, rate in rates.items()))
        for name, rate in rates.items():
            require(rate <= STEEPEST, f"{name} grow by {rate:.2f} an hour shown at least")
        return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--days", type=float, help="shown at a thousandfold speed, 86.4 s each")
    group.add_argument("--hours", type=float, help="as they pass")
    parser.add_argument("--pause", type=float, help="from one command to the next (0.05; 1 in hours as they pass)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of what happened before")
    parser.add_argument("--progress", type=Path, metavar="FOLDER", default=Path(__file__).resolve().parents[1] / ".build/soak",
                        help="where it is kept how far each seed has come (.build/soak)")
    options = parser.parse_args()
    print(f"soak_long.py: seed {options.seed}", flush=True)
    speed, seconds = (SPEED, options.days * 86.4) if options.days else (1, options.hours * 3600)
    try:
        progress = Progress(options.progress / f"{'month' if options.days else 'hours'}-{options.seed}.json", seconds)
    except Failed as failure:
        sys.exit(f"soak_long.py: {failure}")
    if progress.past:
        print(f"soak_long.py: part {len(progress.past) + 1}, after {sum(progress.past) / 3600:.2f} h", flush=True)
    try:
        Long(options.program, progress, options.pause or (0.05 if options.days else 1), options.seed, speed).run()
    except (Failed, OSError, ValueError, subprocess.CalledProcessError) as failure:
        progress.keep()
        sys.exit(f"soak_long.py: FAILED with seed {options.seed}: {failure}")


if __name__ == "__main__":
    main()
