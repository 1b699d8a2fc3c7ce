"""An alarm, an agenda and a countdown of each kind, while the system's clock is set by seconds to years in both
directions, and the process is stopped like a sleeping machine: no event is repeated or lost. TimeTroubleTests does the
same thousands of times without a process."""

import datetime
import math
import os
import shlex
import signal
import time

from basics import asleep, eventually, never
from control import Client
from troubles import LATE, TroubleCase

from bench_processes import pressure, withheld

NOON = datetime.datetime(2026, 3, 10, 12, tzinfo=datetime.timezone.utc).timestamp()
DAY, YEAR = 86_400, 31_536_000
# Seconds that the machine may withhold from one event at the most.
MOST_WITHHELD = 5


class Troubles(TroubleCase):
    def begin(self, moment, *options):
        """A clock with this fake time; each end is logged with its own time and the machine's."""
        self.log, path = self.home / "log", self.home / "day"
        path.write_text("12:00-12:30 Lunch\n15:00-16:00 Maths\n")
        log = shlex.quote(str(self.log))
        self.clock(
            "--utc", "--fade", "0", "--alarm", "12:00=Noon", "--agenda", path, "--control", self.home / "clock.sock",
            "--on-zero", f"echo $(date +%s.%N) $(cut -d ' ' -f 1 /proc/uptime) >> {log}", *options,
            **self.believing(moment))
        self.present.painted()
        self.client = Client(self.home / "clock.sock")
        self.addCleanup(self.client.close)

    def told(self, column=0):
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [float(line.split()[column]) for line in lines if len(line.split()) == 2]

    def assert_told(self, moment, count):
        """One more event, at that time and not before; then it is dismissed."""
        waited = self.withheld()
        eventually(
            lambda: len(self.told()) >= count, lambda: f"end {count}, only {self.told()}", moment - self.now() + 20)
        late = self.told()[-1] - moment
        self.assertTrue(0 <= late < self.may_be_late(waited), f"told {late} s after it")
        self.assert_quiet(count, 0.3)
        self.client.ask("dismiss")

    def withheld(self):
        """Seconds so far for which the machine delayed the clock, its server, this process or any command."""
        return max(withheld(self.present.pid, self.server.process.pid, os.getpid()), pressure("cpu"))

    def may_be_late(self, waited):
        """The greatest lateness in seconds of what has happened since `withheld` was `waited`."""
        return LATE + min(MOST_WITHHELD, self.withheld() - waited)

    def soon(self, condition, what):
        """Waits for the condition, which must not be late."""
        start, waited = time.monotonic(), self.withheld()
        eventually(condition, what)
        self.assertLess(time.monotonic() - start, self.may_be_late(waited), what() if callable(what) else what)

    def assert_quiet(self, count, during=4):
        never(lambda: len(self.told()) > count, lambda: f"another end: {self.told()}", during)

    def assert_period(self, title, turn):
        def is_so():
            periods = self.client.ask("status")["data"]["wall"]["agenda"]
            return any((period["title"], period.get("turn")) == (title, turn) for period in periods)

        self.soon(is_so, f"{title} as {turn}")

    def test_up_to_a_time_of_day(self):
        """The alarm of noon and the countdown's end 20 s later: each comes once, whatever happens between."""
        self.begin(NOON - 60, "--until", "12:00:20")
        self.set(NOON - 2)
        self.assert_told(NOON, 1)
        self.assert_period("Lunch", "now")
        # Set back by seconds; noon comes again.
        self.set(NOON - 3)
        self.assert_quiet(1, 5)
        self.set(NOON + 18)
        self.assert_told(NOON + 20, 2)
        self.set(NOON + 17)
        self.assert_quiet(2, 5)
        # Set by hours, past events that were reported already.
        self.set(NOON + 5 * 3600)
        self.set(NOON + 3 * 3600 - 5)
        self.assert_period("Maths", "next")
        self.assert_quiet(2)
        self.assert_period("Maths", "now")
        # Set by years: each noon is a new one.
        for count, days in enumerate((800, -800, 3 * 365, 1), start=3):
            self.set(NOON + days * DAY - 5)
            self.assert_period("Lunch", "next")
            self.assert_told(NOON + days * DAY, count)
            self.assert_period("Lunch", "now")

    def test_stopped_over_an_end(self):
        """Like a sleeping machine: a due event is reported once, after the wake-up."""
        self.begin(NOON - 600, "--until", "12:00:04")
        self.set(NOON - 6)
        self.present.signal(signal.SIGSTOP)
        eventually(lambda: self.now() > NOON + 4.5, "the time at which both ends have passed")
        self.assertEqual(self.told(), [])
        self.present.signal(signal.SIGCONT)
        self.soon(lambda: len(self.told()) == 2, lambda: f"two ends: {self.told()}")
        self.assert_quiet(2)
        self.assert_period("Lunch", "now")

    def test_again_and_again(self):
        """Ends by the machine's time, which is never set."""
        self.begin(NOON + 3600, "--every", "3s")
        waited = self.withheld()
        eventually(lambda: self.told(), "the first end")
        late_at_first = self.may_be_late(waited)
        for jump in (7, -7, 3600, -7200, 90_000, 3 * YEAR, -4 * YEAR, YEAR):
            start = self.now() + jump
            self.set(start)
            eventually(lambda: self.now() > start + 1.6, "half of a countdown")
        count, start = len(self.told()), time.monotonic()
        with asleep(self.present):
            never(lambda: len(self.told()) > count + 1, "an end of a stopped clock", during=7)
        slept, waited = time.monotonic() - start, self.withheld()
        eventually(lambda: len(self.told()) >= count + 3, "ends after the sleep")
        told = self.told(1)
        others = [moment - told[0] for moment in told[1:]]
        # At most as many as there were ends, with the log's lateness: so none is repeated.
        for number, moment in enumerate(others, 1):
            self.assertGreaterEqual(moment, 3 * number - late_at_first, others)
        # Of the ends during the sleep only one is told, after it; the others are missing: two in seven seconds.
        missing = math.ceil(slept / 3) - 1
        self.assertLessEqual(others[-1] - 3 * len(others), missing * 3 + self.may_be_late(waited), others)

    def test_by_the_minutes_of_the_wall(self):
        self.begin(NOON + 3600 - 90, "--every", "60s", "--aligned")
        count = 0
        for step in (0, 3600, -7200, 50 * DAY, 2 * YEAR, -3 * YEAR):
            minute = NOON + 3600 + step
            passed = self.now() < minute
            self.set(minute - 5)
            if passed:
                # The event that the clock was set over.
                count += 1
                self.soon(lambda: len(self.told()) >= count, lambda: f"end {count} at once: {self.told()}")
            count += 1
            self.assert_told(minute, count)
            # Set back by seconds; the minute comes again.
            self.set(minute - 2)
            self.assert_quiet(count, 3.5)
