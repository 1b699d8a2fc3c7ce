"""Whether a clock tells and draws each second once, and none before its time, while time passes as it does."""

import os
import threading
import time

from bench_processes import withheld
from soak_commands import Failed, Link, boot, require

# A missed second is forgiven if clock and server waited for the machine for so long; of several, for all the others besides.
STARVED = 0.3
# However busy the machine was: no more than two seconds, and one of so many.
MISSED = 600
# Seconds after a full hour in which its colour may still be on its way.
FADED = 5
# Seconds between two looks at the screen.
LOOK = 0.01


class Told(threading.Thread):
    """Hears every second that the clock tells, and when; what was wrong is kept."""

    def __init__(self, path, processes):
        super().__init__(daemon=True)
        self.link, self.processes, self.waited = Link(path), processes, withheld(*processes)
        self.count, self.missed, self.starved, self.latest = 0, 0, 0, 0.0
        self.first = self.last = self.text = self.wrong = None
        # A second is taken up as a whole, or not yet.
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
            missed = moment - self.last - 1
            self.starved, self.missed = self.starved + 1, self.missed + missed
            if missed < 0 or self.waited - before < missed - 1 + STARVED:
                self.wrong = f"after {self.last} came {moment}, told as {text}; the machine was busy for {self.waited - before:.3f} s"
        self.first = self.first or moment
        self.latest = max(self.latest, now - moment)
        self.last, self.text, self.count = moment, text, self.count + 1

    def check(self):
        """That all was right until now, and the last second was told just now."""
        with self.lock:
            require(not self.wrong, self.wrong)
            require(self.missed <= 2 + self.count / MISSED, f"{self.missed} seconds of {self.count + self.missed} were missed")
            late = time.time() - (self.last or time.time())
            require(late < 2 or late < 2 + withheld(*self.processes) - self.waited, f"the last second was told {late:.1f} s ago")
            require(not self.last or self.count + self.missed == self.last - self.first + 1,
                    f"{self.count} seconds were told from {self.first} to {self.last}")


class Drawn:
    """Looks at a corner of a wall of which nothing but the seconds moves: it has to change once in each of them, to what the face `scaled` has for
    it."""

    def __init__(self, processes):
        self.processes = *processes, os.getpid()
        self.count, self.starved, self.latest = 0, 0, 0.0

    def look(self, screen, span):
        """For so many seconds."""
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
        """The blue of a second: 255 parts of a minute. A full hour comes by a fade."""
        wanted = int(255 * (int(now) % 60) / 60 + 0.5)
        require(blue == wanted or waited >= STARVED or now % 3600 < FADED, f"at {now:.3f} there was a blue of {blue}, not {wanted}")

    def take(self, second, last, waited, at_end=False):
        """A change in that second, after one in `last`, or the end of looking."""
        if last is None:
            require(not at_end, "no second was drawn")
            return
        steps = (0, 1) if at_end else (1,)
        if second - last not in steps:
            require(waited >= STARVED, f"after a change in {last} came {'the end' if at_end else 'another one'} in {second}; the machine was busy for {waited:.3f} s")
            self.starved += 1
        self.count += not at_end
