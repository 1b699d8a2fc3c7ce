"""Checks in real time that a clock reports and draws each second once, and none too early."""

import os
import threading
import time

from bench_processes import STARVED, withheld
from soak_commands import STALLS, Failed, Link, boot, require

# However busy the machine was, `STALLS` seconds may be missed, and one in so many.
MISSED = 600
# Seconds after a full hour in which its fade may last.
FADED = 5
# Seconds between two looks at the screen.
LOOK = 0.01


class Told(threading.Thread):
    """Receives every tick event with its time, and records errors."""

    def __init__(self, path, processes):
        super().__init__(daemon=True)
        self.link, self.processes, self.waited = Link(path), processes, withheld(*processes)
        self.count, self.missed, self.starved, self.latest = 0, 0, 0, 0.0
        self.first = self.last = self.text = self.wrong = None
        # A tick is recorded completely or not at all.
        self.lock = threading.Lock()
        require(self.link.ask("observe", "tick")["error"] == "success", "no seconds are told")
        self.link.socket.settimeout(None)

    def run(self):
        try:
            while not self.wrong:
                event = self.link.line()
                if event.get("event") == "tick":
                    with self.lock:
                        self.hear(event["data"]["time"], time.time())
        except (OSError, Failed, StopIteration) as failure:
            self.wrong = f"no second was told any more: {failure}"

    def hear(self, text, now):
        """Compares seconds only, since zones change by whole minutes."""
        second = int(text.split(":")[2])
        # The nearest moment with this second of the minute.
        moment = next(int(now) + step for step in (0, -1, 1, *range(-2, -30, -1), *range(2, 30))
                      if (int(now) + step) % 60 == second % 60)
        before, self.waited = self.waited, withheld(*self.processes)
        if moment == self.last and text != self.text:
            # The same second in a zone that was just set; the zone may be unset at once.
            self.text = text
            return
        if moment > now:
            self.wrong = f"{text} was told {moment - now:.4f} s too early"
        elif self.last is not None and moment != self.last + 1:
            missed = moment - self.last - 1
            self.starved, self.missed = self.starved + 1, self.missed + missed
            if missed < 0 or self.waited - before < missed - 1 + STARVED:
                self.wrong = (
                    f"after {self.last} came {moment}, told as {text}; "
                    f"the machine was busy for {self.waited - before:.3f} s")
        self.first = self.first or moment
        self.latest = max(self.latest, now - moment)
        self.last, self.text, self.count = moment, text, self.count + 1

    def check(self):
        """Checks that there was no error, and that the last tick is recent."""
        with self.lock:
            require(not self.wrong, self.wrong)
            require(self.missed <= STALLS + self.count / MISSED,
                    f"{self.missed} seconds of {self.count + self.missed} were missed")
            late = time.time() - (self.last or time.time())
            require(late < 2 or late < 2 + withheld(*self.processes) - self.waited,
                    f"the last second was told {late:.1f} s ago")
            require(not self.last or self.count + self.missed == self.last - self.first + 1,
                    f"{self.count} seconds were told from {self.first} to {self.last}")


class Drawn:
    """Watches a corner of a wall where only the seconds change. It must change once a second, to the colour of the face
    `scaled`."""

    def __init__(self, processes):
        self.processes = *processes, os.getpid()
        self.count, self.starved, self.latest = 0, 0, 0.0

    def look(self, screen, span):
        """Watches for so many seconds."""
        colour_now = lambda: screen.image((2, 2, 1, 1))[:3]
        end, shown, last, waited = boot() + span, colour_now(), None, withheld(*self.processes)
        while boot() < end:
            time.sleep(LOOK)
            if (colour := colour_now()) != shown:
                now, before, shown, waited = time.time(), waited, colour, withheld(*self.processes)
                self.take(int(now), last, waited - before)
                self.check(shown[0], now, waited - before)
                self.latest, last = max(self.latest, now % 1), int(now)
        self.take(int(time.time()), last, withheld(*self.processes) - waited, at_end=True)

    @staticmethod
    def check(blue, now, waited):
        """Checks the blue of a second: 255 parts of a minute. A full hour fades in."""
        wanted = int(255 * (int(now) % 60) / 60 + 0.5)
        require(blue == wanted or waited >= STARVED or now % 3600 < FADED,
                f"at {now:.3f} there was a blue of {blue}, not {wanted}")

    def take(self, second, last, waited, at_end=False):
        """Records a change in this second, after the one in `last`, or the end of watching."""
        if last is None:
            require(not at_end, "no second was drawn")
            return
        steps = (0, 1) if at_end else (1,)
        if second - last not in steps:
            require(
                waited >= STARVED,
                f"after a change in {last} came {'the end' if at_end else 'another one'} in {second}; the machine "
                f"was busy for {waited:.3f} s",
            )
            self.starved += 1
        self.count += not at_end
