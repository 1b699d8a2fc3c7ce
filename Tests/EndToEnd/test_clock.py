"""The shown time is right to the second, whatever happens to the process, the zone and the system's clock."""

import bisect
import glob
import os
import signal
import subprocess
import time

from basics import Watch, eventually, promptly, tool
from colours import hex_of, scaled, second_of_day, time_of
from support import Case

CALM = True

DAY = 86_400
# Seconds that a picture may be late, for a busy machine's scheduling.
LATE = 0.25


class Samples:
    """The successive colours of a window, each with the moments just before and after it was first seen. The time for
    which the machine withheld a processor from these processes is recorded."""

    def __init__(self, viewer, window, *processes):
        self.viewer, self.window = viewer, window
        self.changes = []
        self.watch, self.waits = Watch(*processes), []

    def take(self):
        before = time.time()
        colour = self.viewer.colour(self.window)
        self.watch.look()
        self.waits.append((time.time(), self.watch.lost))
        if not self.changes or self.changes[-1][0] != colour:
            self.changes.append((colour, before, time.time()))
        return colour

    def withheld(self, start, end):
        """The seconds that were withheld within these moments."""
        at = lambda moment: self.waits[min(bisect.bisect(self.waits, (moment,)), len(self.waits) - 1)][1]
        return at(end) - self.waits[max(0, bisect.bisect(self.waits, (start,)) - 1)][1]

    def take_for(self, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.take()

    def take_until(self, count):
        """Samples until there were so many colours."""
        eventually(lambda: self.take() and len(self.changes) >= count, f"{count} colours")

    @property
    def colours(self):
        return [colour for colour, _, _ in self.changes]

    @property
    def seconds(self):
        return [second_of_day(colour) for colour in self.colours]

    @property
    def times(self):
        return [time_of(colour) for colour in self.colours]


def local(variables, moment):
    """The local time by the C library: the oracle for zones."""
    text = subprocess.run(
        [tool("date"), "-d", f"@{int(moment)}", "+%H %M %S"], env={"PATH": "/usr/bin", **variables},
        capture_output=True, text=True, check=True).stdout
    return tuple(map(int, text.split()))


class ClockCase(Case):
    screen = "320x240x24"

    def samples(self, *options, **more):
        window = self.clock("--fade", "0", *options, **more).window()
        samples = Samples(self.viewer, window, self.present.pid, self.server.process.pid)
        # Skips the second of the start.
        samples.take_until(2)
        del samples.changes[0]
        return samples

    def assert_steps(self, samples):
        """Each second follows the one before. One may be missing only if a processor was withheld for it."""
        for (_, _, start), (_, _, end), one, other in zip(
                samples.changes, samples.changes[1:], samples.seconds, samples.seconds[1:]):
            step = (other - one) % DAY
            self.assertTrue(step == 1 or 1 < step < 1.75 + samples.withheld(start, end), (one, other))

    def assert_soon(self, samples, condition):
        """It is so in the next second."""
        promptly(condition, lambda: f"another time than {samples.times[-1]}", 1 + LATE, self.present.pid,
                 self.server.process.pid)

    def faked(self, moment, **variables):
        """An environment with a fake time."""
        libraries = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
        self.assertTrue(libraries, "libfaketime is missing: apt-get install libfaketime")
        # With faked times of files fontconfig would find its caches old, read all fonts and write the caches anew.
        return {"LD_PRELOAD": libraries[0], "FAKETIME": moment, "NO_FAKE_STAT": "1", **variables}


class Seconds(ClockCase):
    def test_never_early_never_skipped_never_repeated(self):
        samples = self.samples("--utc")
        samples.take_for(5)
        self.assertGreaterEqual((samples.seconds[-1] - samples.seconds[0]) % DAY, 4)
        self.assert_steps(samples)
        for second, (_, _, after) in zip(samples.seconds, samples.changes):
            # A picture before its second would be late by nearly a day.
            late = (after - second) % DAY
            self.assertLess(late, LATE + (samples.withheld(after - late, after) if late < 60 else 0))

    def test_right_again_after_a_stop_and_no_replay(self):
        clock = self.clock("--utc", "--fade", "0")
        samples = Samples(self.viewer, clock.window(), clock.pid, self.server.process.pid)
        samples.take_until(2)
        clock.signal(signal.SIGSTOP)
        samples.take_for(3)
        self.assertLessEqual(len(samples.changes), 3)
        samples.changes.clear()
        samples.take()
        clock.signal(signal.SIGCONT)
        promptly(
            lambda: second_of_day(samples.take()) in {int(time.time()) % DAY, int(time.time() - 0.01) % DAY},
            "the present second after the stop", 0.3, clock.pid, self.server.process.pid)
        samples.take_for(1.2)
        eventually(lambda: samples.take() and len(samples.changes) >= 3, "the next second")
        self.assertGreaterEqual((samples.seconds[1] - samples.seconds[0]) % DAY, 2)
        del samples.changes[0]
        self.assert_steps(samples)

    def test_labels_say_what_the_colour_says(self):
        """A live picture equals the snapshot of its second: time, code and colour agree."""
        window = self.clock("--utc", "--fade", "0").painted()
        planes = self.viewer.planes(window)
        shown = time_of(tuple(plane[0] for plane in planes))
        width, height = self.viewer.box(window)[2:]
        path = self.snapshot("--no-config", "--at", "%02d:%02d:%02d" % shown, "--size", f"{width}x{height}")
        self.assertTrue(planes == self.planes_of(path), f"another picture than that of {shown}")


class Zones(ClockCase):
    def assert_shows(self, options, variables, oracle):
        samples = self.samples(*options, **variables)
        _, before, after = samples.changes[0]
        self.assertIn(samples.times[0], {local(oracle, moment) for moment in (before - LATE, after)})

    def test_zones(self):
        cases = {
            ("--timezone", "Asia/Kolkata"): "Asia/Kolkata", ("--timezone", "right/UTC"): "right/UTC",
            ("--timezone", "America/St_Johns"): "America/St_Johns", ("--timezone", "EST5EDT"): "EST5EDT",
            ("--timezone", "<+0545>-5:45"): "<+0545>-5:45", ("--utc",): "UTC",
        }
        for options, zone in cases.items():
            with self.subTest(options):
                # The option has precedence over the environment.
                self.assert_shows(options, {"TZ": "Pacific/Chatham"}, {"TZ": zone})

    def test_environment(self):
        for zone in ("", "Asia/Kolkata", ":Australia/Lord_Howe", "<-0330>3:30"):
            with self.subTest(zone):
                self.assert_shows((), {"TZ": zone}, {"TZ": zone})

    def test_the_machines_own_zone(self):
        self.assert_shows((), {}, {})

    def test_another_zone_file(self):
        """/etc/localtime is replaced by renaming another link over it."""
        link, other = self.home / "localtime", self.home / "other"
        link.symlink_to("/usr/share/zoneinfo/UTC")
        samples = self.samples(TZ=f":{link}")
        other.symlink_to("/usr/share/zoneinfo/Asia/Kolkata")
        os.rename(other, link)
        kolkata = lambda: {local({"TZ": "Asia/Kolkata"}, time.time() - late) for late in (0, LATE)}
        self.assert_soon(samples, lambda: samples.take() and samples.times[-1] in kolkata())

    def test_unknown_zones(self):
        for options, variables in ((("--timezone", "Nowhere/City"), {}), ((), {"TZ": "Nowhere/City"})):
            answer = self.run_clock("--no-config", *options, **variables)
            self.assertEqual(answer.status, 64)
            self.assert_one_line(answer.complaints, "Nowhere/City")


class Jumps(ClockCase):
    def test_summer_time_begins(self):
        samples = self.samples(**self.faked("@2026-03-29 01:59:50", TZ="Europe/Berlin"))
        eventually(lambda: samples.take()[1:] == scaled(3, 0, 2)[1:], "three o'clock", within=20)
        self.assertEqual(samples.times[-4:], [(1, 59, 59), (3, 0, 0), (3, 0, 1), (3, 0, 2)])

    def test_options_under_a_library_that_moves_the_environment(self):
        """A preloaded library moves the environment before `main`; Swift's runtime looks for the command line beside
        it."""
        answer = self.run_clock("--nonsense", **self.faked("-1h"))
        self.assertEqual(answer.status, 64)
        self.assert_one_line(answer.complaints, "--nonsense")

    def test_leap_second(self):
        samples = self.samples("--timezone", "right/UTC", "--at", "2016-12-31T23:59:53")
        eventually(lambda: samples.take() and samples.times[-1] == (0, 0, 0), "the new year")
        self.assertEqual(samples.times[-4:], [(23, 59, 58), (23, 59, 59), (23, 59, 60), (0, 0, 0)])
        self.assertEqual(samples.colours[-2][2], 255)

    def test_clock_set(self):
        shift = self.home / "shift"
        shift.write_text("+0\n")
        samples = self.samples(
            "--utc", **self.faked(None, FAKETIME_TIMESTAMP_FILE=shift, FAKETIME_NO_CACHE="1"))
        for offset in (3600, -7200):
            shift.write_text(f"{offset:+d}\n")
            present = lambda: {int(time.time() + offset - late) % DAY for late in (0, LATE)}  # noqa: B023
            self.assert_soon(samples, lambda: samples.take() and samples.seconds[-1] in present())  # noqa: B023

    def test_the_kernel_wakes_it_when_the_clock_is_set(self):
        """A test may not set this machine's clock, but the timer's flag can be seen."""
        log = self.home / "calls"
        strace = (tool("strace"), "-D", "-o", log, "-e", "trace=timerfd_create,timerfd_settime")
        self.clock("--utc", before=strace).window()
        eventually(lambda: "TFD_TIMER_ABSTIME|TFD_TIMER_CANCEL_ON_SET" in log.read_text(), log.read_text)
        self.assertIn("timerfd_create(CLOCK_REALTIME,", log.read_text())


class Played(ClockCase):
    def test_frozen(self):
        window = self.clock("--at", "13:35:16", "--speed", "0").window()
        samples = Samples(self.viewer, window)
        samples.take_for(1.5)
        self.assertEqual([hex_of(colour) for colour in samples.colours], ["#8a9544"])

    def test_a_minute_a_second(self):
        samples = self.samples("--at", "12:00:00", "--speed", "60")
        samples.take_for(2)
        self.assertEqual(samples.seconds, sorted(samples.seconds))
        (_, _, start), (_, _, end) = samples.changes[0], samples.changes[-1]
        shown = samples.seconds[-1] - samples.seconds[0]
        late = LATE + max(samples.withheld(moment - 2, moment) for moment in (start, end))
        self.assertAlmostEqual(shown, 60 * (end - start), delta=60 * late)
        self.assertGreater(shown, 60)

    def test_a_date_and_a_zone(self):
        window = self.clock("--at", "2026-07-01T12:00:00Z", "--timezone", "Asia/Kolkata", "--speed", "0").window()
        self.assertEqual(time_of(self.viewer.colour(window)), (17, 30, 0))

    def test_time_without_seconds(self):
        window = self.clock("--at", "07:05", "--speed", "0").window()
        self.assertEqual(self.viewer.colour(window), scaled(7, 5, 0))
