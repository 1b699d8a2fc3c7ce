#!/usr/bin/env python3
"""A month at a thousandfold speed, or hours in real time, of a clock with everything: soak_long.py PROGRAM --days N |
--hours N.

Like soak_commands.py, with a feed, changing monitors, and a broker whose link to the companion is cut each minute. At
up to a thousand random moments the window must equal a fresh paint. Figures are printed now and then. In real time
(--hours) each second must be reported and drawn exactly once, and none too early.

First the clock gets 100,000 commands without a pause. Then memory and resources are measured after a minute of rest
each time, because what a wall shows varies by more than a leak of an hour. The run fails if the slope over the last
three quarters exceeds 1 KiB or one resource for each hour shown, even at the lower end of its 99.9 % interval; with
--pause 0, for each 3,600 commands.

The same seed makes the same commands. After SIGTERM, the run of a seed continues with the rest of its time as another
part with a new clock. Each part is judged alone. One that is too short does not count, so the last part lasts at least
an hour and a half."""

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
from bench_processes import memory, running
from soak_commands import SPEED, START, Failed, Soak, boot, require
from soak_growth import fitted
from soak_seconds import Drawn, Told

MOMENTS = 1000
# In KiB an hour, or resources an hour.
STEEPEST = 1
# Figures measured at rest. Clean pages of files are not among them: the kernel keeps used ones up to a level, which has
# its own limit.
KEPT = ("clock allocated KiB", "clock private dirty KiB", "server RSS KiB", "X resources", "glyph sets", "descriptors")
# After so many commands everything was used once, even what one in thousands uses. By the 10,000th the clock's heap has
# grown by 0.3 MB and the server's by 1.5; by the 140,000th the clock's by 0.1 more, and from there to the 340,000th by
# nothing (Tests/README.md).
WARM = 100_000
# Seconds of a rest, longer than the 61 s after which the clock trims its heap; seconds between two rests; the least
# number of rests in the last three quarters for a fit.
REST, REST_EVERY, RESTS = 65, 300, 12
FEED = "echo Bus in $(($(date +%s) / 7 % 30)) min; echo Room 4"
# Seconds between two changes of the monitors, and with several monitors.
PLUGGED, APART = 20, 2
# Seconds between two cuts of the link to the broker. A short run has one too.
CUT_EVERY = 60
# Seconds for an open gallery to close.
CLOSING = 3
# In real time: seconds after a command until most movement has ended, and looks for a comparison. A fast clock shows
# another minute at nearly each look.
SETTLED, LOOKS = 1.2, 3
# The least seconds of a part if hours were asked for, so that it can be judged.
PART = 5400


class Progress:
    """The progress of a seed's run, in a file that is deleted at its end: seconds of each part."""

    def __init__(self, path, seconds):
        self.path = path
        self.past = json.loads(path.read_text()) if path.exists() else []
        self.seconds = seconds
        left = seconds - sum(self.past)
        require(left >= 1, f"its seed has come further than that already: {path} says so")
        self.left = max(left, min(PART, seconds))

    def end(self, seconds):
        """Records a part without a failure."""
        parts = [*self.past, seconds]
        if sum(parts) > self.seconds - 1:
            self.path.unlink(missing_ok=True)
        else:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.path.with_suffix(".new")
            fresh.write_text(json.dumps(parts))
            fresh.replace(self.path)
        return ", ".join(f"{part / 3600:.2f}" for part in parts)


class Cutter(threading.Thread):
    """A port in front of the broker's. All of its connections can be cut."""

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
        """Returns true if there was a link to cut: the companion has to reconnect first."""
        if not self.pairs:
            return False
        self.cuts += 1
        for end in [end for pair in list(self.pairs) for end in pair]:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        return True


class Long(Soak):
    def __init__(self, program, progress, pause, seed, speed):
        super().__init__(program, progress.left, pause, f"{seed} {len(progress.past)}" if progress.past else seed)
        self.progress = progress
        signal.signal(signal.SIGTERM, self.stop_early)
        # A separate generator, so that the commands are the same on fast and slow machines.
        self.speed, self.chance = speed, random.Random(f"{seed} moments")
        self.moments, self.started, self.is_stopped = [], None, False
        # Enough rests for a fit also within a month; none in runs of minutes.
        self.at_rest, self.rest_every = [], min(REST_EVERY, self.seconds / (RESTS + 2) * 3 / 4)
        self.cut_every = min(CUT_EVERY, self.seconds / 3)
        self.parts, self.plugged, self.plugs, self.looks = [], 0, 0, []
        self.told_seconds = self.drawn = None

    @property
    def is_judged(self):
        return self.rest_every > REST

    def stop_early(self, *_):
        if not self.samples:
            sys.exit("soak_long.py: ended before anything was measured")
        self.is_stopped, self.seconds = True, min(self.seconds, boot() - self.started)

    def arguments(self):
        played = ["--at", START, "--speed", str(self.speed)] if self.speed != 1 else []
        lengths = [word for length in ("Pasta=8m", "Rice=12m", "Trip=40d") for word in ("--countdown", length)]
        return [*played, "--monitor", "all", "--feed", FEED, "--refresh-every", "7s", *lengths, "--warn", "5m",
                "--danger", "1m"]

    def join(self, stack, display, path, processes):
        self.display = f":{display}"
        _, port = stack.enter_context(mosquitto())
        self.cutter = Cutter(port)
        self.cutter.start()
        program = Path(self.program).with_name("colourclock-mqtt")
        self.companion = stack.enter_context(running("companion", [
            str(program), "--no-config", "--broker", f"mqtt://127.0.0.1:{self.cutter.port}", "--name", "soak",
            "--control", str(path)],
            display))
        if self.speed == 1:
            self.drawn = Drawn(processes)
            self.told_seconds = Told(path, processes)
            self.told_seconds.start()

    def hear(self, observer):
        """Does not judge gaps between ticks: comparisons block this loop for seconds."""
        super().hear(observer)
        self.longest = 0

    def warm_further(self, link, observer, orders, watch):
        """Uses everything that otherwise occurs once in hours, such as a message in Arabic below a gallery on three
        monitors."""
        for _ in range(WARM if self.is_judged else 0):
            self.plug(boot())
            self.tell_one(link, orders, watch)
            self.hear(observer)
        self.unplug()
        self.plugs = 0
        self.said.clear()
        self.link, self.rested = link, boot()

    def meanwhile(self, link, screen, folder):
        now = boot()
        if self.started is None:
            self.started = self.shown = self.latest_cut = now
            # Moments that fall into a rest are made up for, one after each later command.
            self.moments = sorted(
                (now + 0.95 * self.seconds * self.chance.random()
                 for _ in range(min(MOMENTS, round(self.seconds / 2.5)))),
                                  reverse=True)
        self.plug(now)
        if now - self.latest_cut > self.cut_every:
            self.latest_cut = now
            require(self.cutter.is_alive(), "there is nothing between companion and broker any more")
            require(self.cutter.cut() or self.cut_every < CUT_EVERY,
                    "the companion was not back at the broker in a minute")
        if self.told_seconds:
            self.told_seconds.check()
        if self.moments and now >= self.moments[-1] and not self.parts:
            self.moments.pop()
            self.compare(link, screen, folder)
        if now - self.shown >= min(3600, self.seconds / 30):
            self.shown = now
            self.tell_figures()

    def compare(self, link, screen, folder):
        """Compares a wall without pixel movement: the countdown's ring and the stopwatch are stopped."""
        ran = self.stop(link)
        if self.speed == 1:
            time.sleep(SETTLED)
        self.looks.append(screen.is_fresh(link, str(folder / "fresh.png"), LOOKS if self.speed == 1 else 30))
        require(self.looks[-1], f"at moment {len(self.looks)} the window is not what a fresh paint of it is")
        for each in ran:
            link.ask("countdown", "resume", "--id", each)

    def plug(self, now):
        """Splits the monitor into two or three for a moment; the clock must be on each."""
        if self.parts and now - self.plugged > APART:
            self.unplug()
        elif not self.parts and now - self.plugged > PLUGGED:
            self.plugged, self.plugs = now, self.plugs + 1
            count = self.chance.choice((2, 3))
            for index in range(count):
                self.parts.append(f"M{index}")
                width = 640 // count
                self.xrandr("--setmonitor", self.parts[-1], f"{width}/1x360/1+{index * width}+0",
                            "none" if index else "screen")

    def unplug(self):
        while self.parts:
            self.xrandr("--delmonitor", self.parts.pop())
        time.sleep(0.4)  # The clock needs this to take the layout as settled.

    def tell(self, *arguments):
        super().tell(*arguments)
        self.unplug()

    def xrandr(self, *arguments):
        subprocess.run(["xrandr", *arguments], env={**os.environ, "DISPLAY": self.display}, check=True,
                       capture_output=True)

    def sample(self, client, server, screen, others):
        # Resources for monitors about to go, or for a running feed, do not count.
        process = client.process.pid
        is_busy = lambda: self.parts or Path(f"/proc/{process}/task/{process}/children").read_text()
        rests = self.is_judged and boot() - self.rested > self.rest_every
        if rests:
            self.rest(screen, is_busy)
        if rests or not is_busy():
            super().sample(client, server, screen, others)
        if rests:
            self.at_rest.append((self.hours(), self.samples[-1][1]))
        self.companion.check()

    def rest(self, screen, is_busy):
        """Leaves the wall alone for long enough, with a face that shows each second."""
        self.rested = boot()
        self.unplug()
        self.stop(self.link)
        self.calm(self.link)
        self.link.ask("face", "scaled")
        if self.drawn:
            time.sleep(CLOSING)
            self.drawn.look(screen, REST - CLOSING)
        while is_busy() or boot() - self.rested < REST:
            require(boot() - self.rested < 3 * REST, "the feed's command, or another child, runs on")
            time.sleep(0.05)

    def hours(self):
        """The hours shown; without a pause, the hours that a command a second would take."""
        return (boot() - self.started) * self.speed / 3600 if self.pause else sum(self.said.values()) / 3600

    def tell_figures(self):
        figures = ", ".join(f"{name} {value}" for name, value in self.samples[-1][1].items())
        told = self.told_seconds
        seconds = (
            f", seconds told {told.count}, latest {told.latest:.3f} s, missed while starved {told.starved}"
            if told
            else ""
        )
        print(
            f"{(boot() - self.started) * self.speed / 3600:.2f} h: commands {sum(self.said.values())}, fresh "
            f"{len(self.looks)}, monitors changed {self.plugs}; {figures}, "
            f"companion PSS KiB {memory([self.companion.process.pid])['Pss']}, cuts {self.cutter.cuts}{seconds}",
            flush=True,
        )

    def report(self, health, lines):
        super().report(health, lines)
        require(self.is_stopped or len(self.moments) <= 0.01 * MOMENTS,
                f"{len(self.moments)} of the moments were left out")
        print(
            f"{len(self.looks)} random moments were as painted anew, {self.looks.count(1)} at the first look, all "
            f"by look {max(self.looks, default=0)}; monitors came and went {self.plugs} times, {self.cutter.cuts} "
            "links were cut"
        )
        if self.told_seconds:
            self.told_seconds.check()
            print(
                f"seconds told once: {self.told_seconds.count}, the latest {self.told_seconds.latest:.3f} s after "
                f"its time, {self.told_seconds.missed} missed; "
                f"seen to be drawn once: {self.drawn.count}, the latest {self.drawn.latest:.3f} s"
            )
            require(self.told_seconds.count > 0, "no second was told")
        if self.is_judged and not self.judge():
            require(self.is_stopped, "it was not at rest often enough to tell whether memory grows")
            print("it was too short to tell whether memory grows, and does not count")
            return
        print(f"hours that passed, part by part: {self.progress.end(self.seconds)}")

    def judge(self):
        """Judges the rests of the last three quarters. Returns false if there are too few."""
        late = [each for each in self.at_rest if each[0] >= self.hours() / 4]
        if len(late) < RESTS:
            return False
        hours, failures = [each for each, _ in late], []
        for name in KEPT:
            rate, width = fitted(hours, [figures[name] for _, figures in late])
            print(
                f"{name} at rest: {', '.join(str(figures[name]) for _, figures in self.at_rest)}; {rate:+.2f} ± "
                f"{width:.2f} an hour"
            )
            if rate - width > STEEPEST:
                failures.append(f"{name} grow by {rate - width:.2f} an hour at least")
            elif width <= STEEPEST < rate:
                failures.append(f"{name} grow by {rate:.2f} an hour")
        require(not failures, "; ".join(failures))
        return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    group = parser.add_mutually_exclusive_group(required=True)
    group.add_argument("--days", type=float, help="shown at a thousandfold speed, 86.4 s each")
    group.add_argument("--hours", type=float, help="as they pass")
    parser.add_argument("--pause", type=float,
                        help="seconds from one command to the next (0.05; 1 in hours as they pass)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of what happened before")
    parser.add_argument("--progress", type=Path, metavar="FOLDER",
                        default=Path(__file__).resolve().parents[2] / ".build/soak",
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
        pause = options.pause if options.pause is not None else 0.05 if options.days else 1
        Long(options.program, progress, pause, options.seed, speed).run()
    except (Failed, OSError, ValueError, subprocess.CalledProcessError) as failure:
        sys.exit(f"soak_long.py: FAILED with seed {options.seed}: {failure}")


if __name__ == "__main__":
    main()
