"""Walls with a countdown of each kind, alarms, an agenda and a stopwatch, while their local time jumps: the zone file
is replaced, summer time begins and ends, a leap second passes. Every event comes once and at its time, by the C
library's zone rules."""

import calendar
import os
import time
import unittest

from basics import eventually
from control import Client
from support import Case
from troubles import LATE, ZONES, TroubleCase, Wall, local_times, rings, titles

HOUR = 3600
# On a crowded machine, its walls miss their moments for seconds.
CALM = True
# Seconds for which the walls run before and after the jump. Ends by the machine's time are due in the middle of a
# second: their timers do not ring under libfaketime, so they are reported with the next tick.
BEFORE, AFTER = 3.6, 7.4


class Jumps(TroubleCase):
    screen = "640x240x24"

    def begin(self, moment, zone, until, agenda, *alarms):
        """Walls of all kinds, started shortly before that local moment of the jump. One counts to the time of day
        `until`, six seconds after it."""
        (self.home / "agenda").write_text(agenda)
        self.replace_zone(zone)
        self.alarms, options = alarms, ["--agenda", self.home / "agenda", *(f"--alarm={alarm}" for alarm in alarms)]
        variables = self.believing(moment - 600, TZ=f":{self.home / 'zone'}")
        own = {"span": (), "instant": (), "day": ("--until", until), "again": ("--every", "1h"),
               "aligned": ("--every", "1h", "--aligned"), "paused": (), "over": ()}
        # Side by side, since a hidden wall reports no ticks.
        self.walls = {kind: Wall(self, kind, f"90x240+{90 * place}+0", (*options, *more), variables)
                      for place, (kind, more) in enumerate(own.items())}
        for wall in self.walls.values():
            wall.connect(self)
        over = self.walls["over"]
        over.order("countdown", "start", "1")
        eventually(lambda: over.told and over.ends(), "an end that is past")
        for kind in ("again", "aligned"):
            self.walls[kind].order("countdown", "reset")
        self.go(moment - BEFORE)
        self.start(moment + 6)

    def start(self, instant):
        """Starts what should run, and records the expected ends."""
        walls = self.walls
        for kind, period in (("again", "3"), ("aligned", "5")):
            walls[kind].order("countdown", "set", period)
        walls["aligned"].order("countdown", "start")
        walls["aligned"].step = 5
        self.begun = walls["again"].order("countdown", "start")
        walls["again"].spans += [(self.begun[0] + 3 * count, None) for count in range(1, 100)]
        walls["span"].spans.append((walls["span"].order("countdown", "start", "9")[0] + 9, "over"))
        walls["instant"].order("countdown", "until", self.written(instant))
        for kind in ("instant", "day"):
            walls[kind].instants.append((instant, "over"))
        walls["paused"].order("countdown", "start", "5")
        walls["paused"].order("countdown", "pause")
        self.rest = walls["paused"].status()["countdown"]["remaining"]
        self.watched = {kind: wall.watched_since() for kind, wall in walls.items()}

    def go(self, moment):
        """Continues to that moment; forgets what was due before."""
        self.set(moment)
        self.noted, self.passed = time.time(), self.now()
        for wall in self.walls.values():
            wall.forget()
            wall.agenda.append(titles(wall.status()["agenda"]))

    def written(self, instant):
        """An instant as a command writes it, with the zone's own seconds."""
        return time.strftime("%Y-%m-%dT%H:%M:%S%z", local_times(self.zone, [instant])[instant])

    def replace_zone(self, zone):
        """Like /etc/localtime: renames another link over it."""
        link = self.home / "new zone"
        link.symlink_to(f"{ZONES}/{zone}")
        os.rename(link, self.home / "zone")
        self.zone = zone

    def note(self):
        """Records everything due since the last call, by zone and clock of that time."""
        end = time.time()
        shown = local_times(self.zone, range(int(self.passed) - 2 * HOUR, int(end + self.shift) + 1))
        together = {}
        for alarm in self.alarms:
            for second in rings(alarm, shown):
                together.setdefault(second, []).append(alarm)
        for wall in self.walls.values():
            even = ((second, None) for second in wall.multiples(shown))
            own = [*wall.instants, *even, *((second, " ".join(those)) for second, those in together.items())]
            wall.due += [
                (second - self.shift, what) for second, what in own if self.passed < second <= end + self.shift]
            wall.due += [(moment, what) for moment, what in wall.spans if self.noted < moment <= end]
        self.noted, self.passed = end, max(self.passed, end + self.shift)

    def wait_for(self, moment):
        time.sleep(max(0, moment - self.now()))
        self.note()

    def assert_told(self, now, *changes):
        """Everything due was reported; the agenda's first state, and its changes with their local moments."""
        self.assert_all_there()
        self.assert_goes_on()
        # Nothing more may come.
        time.sleep(0.5)
        for kind, wall in self.walls.items():
            with self.subTest(kind):
                due = sorted(wall.due, key=lambda end: end[0])
                self.assertEqual(len(wall.ends()), len(due))
                # A shell must start first.
                self.assert_on_time(due, [(what, end) for (_, what), end in zip(due, wall.ends())],
                                    lambda wanted, moment: LATE + wall.late(wanted, moment))
                self.assert_on_time([end for end in due if end[1]], wall.told, wall.late)
                self.assertEqual(wall.agenda[0], now)
                self.assert_on_time([(moment - self.shift, what) for moment, what in changes], wall.agenda[1:],
                                    wall.late)

    def assert_all_there(self):
        self.note()
        lacking = lambda: {
            kind: (wall.due, wall.told, wall.ends()) for kind, wall in self.walls.items() if not wall.has_all()}
        # How late each came is judged afterwards: a busy machine delays some.
        eventually(lambda: not lacking(), lambda: f"all that was due, told and run: {lacking()}")
        self.note()

    def assert_goes_on(self):
        """Repeating countdowns run to their next end; then they are stopped."""
        ahead = local_times(self.zone, range(int(self.passed) + 1, int(self.passed) + 10))
        for kind, vague in (("again", self.begun[1] - self.begun[0]), ("aligned", 0)):
            wall = self.walls[kind]
            coming = [second - self.shift for second in wall.multiples(ahead)]
            coming += [moment for moment, _ in wall.spans if moment > self.noted]
            if coming:
                first, last = wall.next_end()
                self.assertTrue(first - vague - 0.01 <= min(coming) <= last + 0.01,
                                f"{kind}: {min(coming)}, but {first} to {last}")
                wall.order("countdown", "reset")

    def assert_on_time(self, due, told, late):
        """Each once, none early, none later than permitted."""
        self.assertEqual([what for _, what in due], [what for what, _ in told])
        for (wanted, what), (_, moment) in zip(due, told):
            self.assertTrue(wanted <= moment < wanted + late(wanted, moment),
                            f"{what} {moment - wanted} s after its time")

    def assert_kept(self):
        """Timers without an end: a paused countdown, an ended one, the stopwatches."""
        states = {kind: wall.status()["countdown"] for kind, wall in self.walls.items()}
        self.assertEqual((states["paused"]["state"], states["paused"]["remaining"]), ("paused", self.rest))
        self.assertEqual({kind for kind, countdown in states.items() if countdown["state"] == "over"},
                         {"span", "instant", "day", "over"})
        for kind, wall in self.walls.items():
            # The bounds of two readings overlap, so it has measured the machine's time alone.
            looks = (self.watched[kind], wall.watched_since())
            self.assertLess(max(low for low, _ in looks), min(high for _, high in looks) + 0.01, kind)

    def test_the_zones_file_is_replaced(self):
        """On a Friday: replaced by a zone where it is Saturday, and by one where it is early on Friday. Events already
        past in a new zone are skipped, and coming ones ring there."""
        one = calendar.timegm((2026, 6, 12, 11, 0, 0))
        self.begin(
            one, "Europe/Berlin", "13:00:06",
            "12:00-14:00 Berlin @fri\n00:30-02:00 Island @sat\n00:40-02:00 No @fri\n06:30-08:00 York @fri\n06:40-08:00 "
            "Dawn @sat\n",
            "12:59:58=Berlin", "15:00:00=Over", "01:00:03=Island@sat", "01:00:04=No@fri", "07:00:07=York@fri",
            "07:00:06=Not@sat")
        self.wait_for(one + 0.5)
        self.replace_zone("Pacific/Kiritimati")
        self.wait_for(one + 4.5)
        self.replace_zone("America/New_York")
        self.wait_for(one + AFTER)
        self.assert_told(("Berlin", None), (one + 0.5, ("Island", "Dawn")), (one + 4.5, ("York", "Berlin")))
        self.assert_kept()

    def test_summer_time_begins(self):
        """Two o'clock becomes three. Skipped events come at the end of the gap; a period within the gap does not
        occur."""
        three = calendar.timegm((2026, 3, 29, 1, 0, 0))
        self.begin(
            three, "Europe/Berlin", "03:00:06",
            "01:00-02:30 Night\n02:10-02:50 No\n03:00-04:00 Early\n05:00-06:00 Late\n",
            "01:59:58=Before", "02:00:00=Two", "02:30:00=Gap@sun", "02:40:00=No@mon", "03:00:03=After")
        self.wait_for(three + AFTER)
        self.assert_told(("Night", "Early"), (three, ("Early", "Late")))
        self.assert_kept()

    def test_summer_time_ends(self):
        """Three o'clock becomes two. A time that comes twice counts the first time."""
        two = calendar.timegm((2026, 10, 25, 1, 0, 0))
        self.begin(
            two, "Europe/Berlin", "02:00:06",
            "02:00-02:20 No\n02:30-03:30 Long\n02:45-02:59:59 First\n03:00-03:20 Three\n04:00-05:00 Four\n",
            "02:59:58=Once", "02:00:02=Before", "03:00:01=Three")
        self.wait_for(two + AFTER)
        self.assert_told(("First", "Three"), (two - 1, ("Long", "Three")))
        self.assert_kept()
        three = two + HOUR
        self.go(three - 3.5)
        self.wait_for(three + 1.5)
        self.assert_told(("Long", "Three"), (three, ("Three", "Four")))

    def test_a_leap_second_passes(self):
        """The leap second of 2016 in a zone whose file has it: 00:59:60, then one o'clock."""
        leap = calendar.timegm((2016, 12, 31, 23, 59, 60)) + 26
        self.begin(
            leap, "right/Europe/Berlin", "01:00:05", "00:30-01:00 Old\n01:00-02:00 New\n",
            "00:59:59=Last", "01:00:00=One", "01:00:03=After")
        self.wait_for(leap + AFTER)
        self.assert_told(("Old", "New"), (leap + 1, ("New", None)))
        self.assert_kept()

    def test_a_leap_second_as_the_kernel_inserts_it(self):
        """The kernel repeats the second before the leap second, as zones without leap seconds see it."""
        one = calendar.timegm((2017, 1, 1, 0, 0, 0))
        self.begin(
            one, "Europe/Berlin", "01:00:06", "00:30-01:00 Old\n01:00-02:00 New\n",
            "00:59:59=Last", "01:00:00=One", "01:00:03=After")
        # The walls' own reports may come later than this on a busy machine.
        self.wait_for(one - 0.4)
        self.set(self.now() - 1)
        self.wait_for(one + AFTER - 1)
        self.assert_told(("Old", "New"), (one, ("New", None)))
        self.assert_kept()


class EvenTimes(Case):
    def test_another_zone_has_other_ones(self):
        """Half an hour apart: from half past ten to four o'clock."""
        zone, other = self.home / "zone", self.home / "other"
        zone.symlink_to(f"{ZONES}/Etc/UTC")
        path = self.home / "clock.sock"
        self.clock("--at", "2026-06-10T10:29:30Z", "--every", "1h", "--aligned", "--control", path,
                   TZ=f":{zone}").painted()
        client = Client(path)
        self.addCleanup(client.close)
        wall = lambda: client.ask("status")["data"]["wall"]
        left = lambda: round(wall()["countdown"]["remaining"] + int(wall()["time"][-2:]))
        self.assertIn(left(), (1859, 1860, 1861))
        other.symlink_to(f"{ZONES}/Asia/Kolkata")
        os.rename(other, zone)
        eventually(lambda: wall()["zone"] == "IST", "the other zone")
        self.assertEqual(wall()["time"][:5], "15:59")
        self.assertIn(left(), (59, 60, 61))


if __name__ == "__main__":
    unittest.main()
