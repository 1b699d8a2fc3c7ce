"""The seconds that a clock reports as ticks: each comes once, unless the machine withheld the time for it."""

import contextlib
import threading
import time
from typing import NamedTuple

from basics import eventually
from control import Client
from shipping import ASSETS  # noqa: F401, sets the path for the next import

from bench_processes import STARVED, withheld


class Tick(NamedTuple):
    second: int
    moment: float
    # The seconds withheld until then.
    waited: float

    @property
    def due(self):
        """Zones differ from UTC by whole minutes."""
        return self.moment - (self.moment - self.second) % 60


class Ticks:
    """Receives each tick of a clock. `processes` are those that the clock needs for a tick."""

    def __init__(self, case, path, *processes):
        self.processes, self.heard, self.start, self.begun = processes, [], withheld(*processes), time.time()
        client = Client(path)
        case.addCleanup(client.close)
        client.ask("observe", "tick")
        client.socket.settimeout(None)
        threading.Thread(target=self.listen, args=[client], daemon=True).start()

    def listen(self, client):
        with contextlib.suppress(OSError, ValueError):
            while event := client.read():
                if event["event"] == "tick":
                    self.hear(event["data"]["time"])

    def hear(self, text):
        hours, minutes, seconds = map(int, text.split(":"))
        self.heard.append(Tick(3600 * hours + 60 * minutes + seconds, time.time(), withheld(*self.processes)))

    def wait_for(self, count):
        """Waits for so many more ticks."""
        wanted = len(self.heard) + count
        eventually(lambda: len(self.heard) >= wanted, f"{count} ticks", 60)

    def assert_each_once(self):
        """Returns the number of seconds that are missing, which are only a few."""
        heard, missing = [*self.heard], 0
        for index, (before, after) in enumerate(zip(heard, heard[1:])):
            missed = (after.second - before.second) % 86_400 - 1
            since = next((each.waited for each in heard[index::-1] if each.moment < before.due), self.start)
            waited = after.waited - since
            assert missed == 0 or 0 < missed < waited + 1 - STARVED, (
                f"{before} is followed by {after}; the machine withheld {waited:.2f} s")
            missing += missed
        assert missing <= 2 + len(heard) / 10, heard
        waited, passed = withheld(*self.processes) - self.start, time.time() - self.begun
        assert len(heard) + missing + waited > passed - 3, f"{len(heard)} ticks in {passed:.1f} s"
        return missing
