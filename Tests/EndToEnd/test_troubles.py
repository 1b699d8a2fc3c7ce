"""An alarm, an agenda and a countdown of each kind, while the system's clock is set by seconds to years in both
directions, and the process is stopped like a sleeping machine: no event is repeated or lost. TimeTroubleTests does the
same thousands of times without a process."""

import datetime
import shlex
import signal

from basics import asleep, eventually, never
from control import Client
from troubles import LATE, TroubleCase

NOON = datetime.datetime(2026, 3, 10, 12, tzinfo=datetime.timezone.utc).timestamp()
DAY, YEAR = 86_400, 31_536_000


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
        eventually(
            lambda: len(self.told()) >= count, lambda: f"end {count}, only {self.told()}", moment - self.now() + LATE)
        last = self.told()[-1]
        self.assertTrue(moment <= last < moment + LATE, f"told {last - moment} s after it")
        self.assert_quiet(count, 0.3)
        self.client.ask("dismiss")

    def assert_quiet(self, count, during=4):
        never(lambda: len(self.told()) > count, lambda: f"another end: {self.told()}", during)

    def assert_period(self, title, turn):
        def is_so():
            periods = self.client.ask("status")["data"]["wall"]["agenda"]
            return any((period["title"], period.get("turn")) == (title, turn) for period in periods)

        eventually(is_so, f"{title} as {turn}", LATE)

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
        self.set(NOON + 3 * 3600 - 2)
        self.assert_period("Maths", "next")
        self.assert_quiet(2)
        self.assert_period("Maths", "now")
        # Set by years: each noon is a new one.
        for count, days in enumerate((800, -800, 3 * 365, 1), start=3):
            self.set(NOON + days * DAY - 2)
            self.assert_period("Lunch", "next")
            self.assert_told(NOON + days * DAY, count)
            self.assert_period("Lunch", "now")

    def test_stopped_over_an_end(self):
        """Like a sleeping machine: a due event is reported once, after the wake-up."""
        self.begin(NOON - 600, "--until", "12:00:04")
        self.set(NOON - 3)
        self.present.signal(signal.SIGSTOP)
        eventually(lambda: self.now() > NOON + 4.5, "the time at which both ends have passed")
        self.assertEqual(self.told(), [])
        self.present.signal(signal.SIGCONT)
        eventually(lambda: len(self.told()) == 2, lambda: f"two ends: {self.told()}", LATE)
        self.assert_quiet(2)
        self.assert_period("Lunch", "now")

    def test_again_and_again(self):
        """Ends by the machine's time, which is never set."""
        self.begin(NOON + 3600, "--every", "3s")
        eventually(lambda: self.told(), "the first end")
        for jump in (7, -7, 3600, -7200, 90_000, 3 * YEAR, -4 * YEAR, YEAR):
            start = self.now() + jump
            self.set(start)
            eventually(lambda: self.now() > start + 1.6, "half of a countdown")
        count = len(self.told())
        with asleep(self.present):
            never(lambda: len(self.told()) > count + 1, "an end of a stopped clock", during=7)
        eventually(lambda: len(self.told()) >= count + 3, "ends after the sleep")
        told = self.told(1)
        others = [moment - told[0] for moment in told[1:]]
        # At most as many as there were ends, with the log's lateness: so none is repeated.
        for number, moment in enumerate(others, 1):
            self.assertGreaterEqual(moment, 3 * number - LATE, others)
        # At most two are missing, those during the sleep.
        self.assertLessEqual(others[-1] - 3 * len(others), 2 * 3 + LATE, others)

    def test_by_the_minutes_of_the_wall(self):
        self.begin(NOON + 3600 - 90, "--every", "60s", "--aligned")
        count = 0
        for step in (0, 3600, -7200, 50 * DAY, 2 * YEAR, -3 * YEAR):
            minute = NOON + 3600 + step
            passed = self.now() < minute
            self.set(minute - 2)
            if passed:
                # The event that the clock was set over.
                count += 1
                eventually(lambda: len(self.told()) == count, lambda: f"end {count} at once: {self.told()}", LATE)
            count += 1
            self.assert_told(minute, count)
            # Set back by seconds; the minute comes again.
            self.set(minute - 2)
            self.assert_quiet(count, 3.5)
