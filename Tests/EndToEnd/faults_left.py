"""Possible leftovers of an ended clock besides windows and grabs: a running command, and an inhibition of the session's
saver."""

import subprocess
import time

from basics import eventually, mortal, tool
from faults import PROMISE, Fault
from hosts import HostCase

# A feed that never answers.
FEED = ("--feed", "sleep 1000")


class Leaving(Fault):
    """A wall with a feed and a session bus. An inhibition there lasts as long as the clock's connection."""

    bus = HostCase.bus

    def begin(self):
        self.address = self.bus(mortal)
        super().begin()

    def wall(self, *options, **more):
        return super().wall(*options, *FEED, DBUS_SESSION_BUS_ADDRESS=self.address, **more)

    def recovery(self, *options, **more):
        return super().recovery(*options, *FEED, **more)

    def prove(self, *options):
        return super().prove(*options, *FEED)

    def is_kept(self, *options):
        return super().is_kept(*options, *FEED)

    def await_all(self):
        """Waits until everything that could be left exists."""
        self.present.painted()
        eventually(self.descendants, "the feed's command")
        eventually(lambda: self.names() == 2, "the clock on the bus")

    def assert_nothing_runs(self):
        """No process is left, and no inhibition."""
        self.assert_no_process()
        watch = self.watch()
        while (names := self.names()) != 1:
            assert watch.look() < PROMISE, f"{names - 1} connections to the bus are left"
            time.sleep(0.002)

    def assert_nothing_left(self, within=PROMISE):
        super().assert_nothing_left(within)
        self.assert_nothing_runs()

    def descendants(self):
        return [pid for pid in super().descendants() if pid != self.bus_process.pid]

    def names(self):
        """The number of bus connections, including the one that asks."""
        done = subprocess.run(
            [tool("dbus-send"), f"--bus={self.address}", "--print-reply", "--dest=org.freedesktop.DBus", "/",
             "org.freedesktop.DBus.ListNames"], capture_output=True, text=True, check=True)
        return done.stdout.count('string ":')
