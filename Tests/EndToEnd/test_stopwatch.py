"""The stopwatch: by keys, by pointer alone, and over restarts."""

import time

from basics import eventually, never
from hands import FROZEN
from test_countdown import CountdownCase


class Stopwatch(CountdownCase):
    def watch(self):
        """What the state file has of it."""
        return self.content().get("stopwatch", {})

    def await_watch(self, holds, what):
        eventually(lambda: holds(self.watch()), lambda: f"{what}, but {self.watch()}")

    def age(self):
        return time.clock_gettime(time.CLOCK_BOOTTIME) - self.watch()["uptime"] / 1e9

    def test_by_keys(self):
        _, window = self.running(*FROZEN)
        before = self.viewer.picture(window)
        self.press("s")
        self.await_watch(lambda watch: "uptime" in watch, "one that runs")
        self.assertLess(self.age(), 5)
        eventually(lambda: self.viewer.picture(window) != before, "its number")
        self.press("l", "l")
        self.await_watch(lambda watch: watch["laps"] == 2, "two laps")
        self.press("s")
        self.await_watch(lambda watch: 0 < watch.get("elapsed", 0) < 10e9, "one that is stopped")
        stopped = self.viewer.picture(window)
        never(lambda: self.viewer.picture(window) != stopped, "another number", during=1.2)
        self.press("BackSpace", "BackSpace")
        self.await_watch(lambda watch: not watch, "none")
        self.assert_back(window, before)

    def test_it_counts_on_a_wall_that_stands_still(self):
        _, window = self.running(*FROZEN, "--hold-button", "never", "--stopwatch")
        seen = {self.viewer.picture(window)}

        def is_counting():
            seen.add(self.viewer.picture(window))
            return len(seen) > 3

        eventually(is_counting, "four numbers")

    def assert_back(self, window, before):
        eventually(lambda: self.viewer.picture(window) == before, "the wall as it was", within=12)

    def test_it_goes_on_after_a_restart(self):
        clock, _ = self.running(*FROZEN, "--stopwatch")
        self.await_watch(lambda watch: "uptime" in watch, "one that runs")
        start = self.watch()["uptime"]
        self.kill(clock)
        # Without the option, too: it is there until it is taken away.
        for options in (["--stopwatch"], []):
            clock, window = self.running(*FROZEN, *options)
            self.assertEqual(self.watch()["uptime"], start)
            self.press("s")
            self.await_watch(lambda watch: watch.get("elapsed", 0) > 0, "one that is stopped")
            self.press("s")
            self.await_watch(lambda watch: "uptime" in watch, "one that runs")
            # Between the two it stood still.
            start = self.watch()["uptime"]
            self.kill(clock)

    def test_it_waits_from_the_end_of_the_program(self):
        """And not from the last key, which may have been days ago."""
        clock, _ = self.running(*FROZEN, "--stopwatch")
        self.await_watch(lambda watch: "uptime" in watch, "one that runs")
        kept = self.content()["stopwatchKept"]
        self.change(stopwatchKept=kept - 90_000)
        self.press("q", "q")
        self.assertEqual(clock.end()[0], 0)
        self.assertEqual(self.content()["stopwatchKept"], kept)

    def test_a_kiosk_keeps_it_from_visitors(self):
        self.running(*FROZEN, "--kiosk", "--no-inhibit", "--allow", "countdown")
        self.press("s", "l")
        never(self.watch, "a stopwatch", during=1)

    def test_a_kiosk_allows_it(self):
        self.running(*FROZEN, "--kiosk", "--no-inhibit", "--allow", "stopwatch")
        self.press("s", "c")
        self.await_watch(lambda watch: "uptime" in watch, "one that runs")
        self.assertEqual(self.kept(), {})
