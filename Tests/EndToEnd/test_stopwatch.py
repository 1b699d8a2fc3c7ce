"""The stopwatch: by keys alone, by pointer alone, and over restarts; by touch alone in test_touch.py."""

import time

from basics import eventually, never
from hands import FROZEN
from test_bar import LAP, STOP, WATCH, BarCase

# A second lap by hand within this time, in seconds, is not taken.
DOUBLE = 0.35
# The place of its number at 640x480: alone, and above the laps.
NUMBER, NUMBER_ABOVE_LAPS = (200, 190), (200, 100)


class StopwatchCase(BarCase):
    def watch(self):
        """Its entry in the state file."""
        return self.content().get("stopwatch", {})

    def await_watch(self, holds, what):
        eventually(lambda: holds(self.watch()), lambda: f"{what}, but {self.watch()}")

    def age(self):
        return time.clock_gettime(time.CLOCK_BOOTTIME) - self.watch()["uptime"] / 1e9

    def assert_stopped(self):
        self.await_watch(lambda watch: 0 < watch.get("elapsed", 0) < 60e9, "one that is stopped")

    def assert_runs(self):
        self.await_watch(lambda watch: "uptime" in watch, "one that runs")

    def by_hand(self, window):
        """Starts it, takes laps, stops it, resumes by its number, resets and removes it, without a key."""
        self.shown(window)
        self.tap(WATCH, window)
        self.assert_runs()
        self.tap(LAP, window)
        self.await_watch(lambda watch: watch["laps"] == 1, "a lap")
        time.sleep(DOUBLE)
        self.tap(LAP, window)
        self.await_watch(lambda watch: watch["laps"] == 2, "two laps")
        self.tap(STOP, window)
        self.assert_stopped()
        self.hand.click(*NUMBER_ABOVE_LAPS)
        self.assert_runs()
        self.hand.click(*NUMBER_ABOVE_LAPS)
        self.assert_stopped()
        self.tap(LAP, window)
        self.await_watch(lambda watch: not watch, "one at zero, which is not kept")
        self.hand.click(*NUMBER)
        self.assert_runs()
        self.tap(STOP, window)
        self.assert_stopped()
        self.tap(LAP, window)
        self.tap(LAP, window)
        self.await_watch(lambda watch: not watch, "none")


class Stopwatch(StopwatchCase):
    def test_by_pointer_alone(self):
        _, window = self.running(*FROZEN)
        before = self.viewer.picture(window)
        self.by_hand(window)
        self.assert_back(window, before)

    def test_by_the_keys_of_the_bar(self):
        """Tab to its control, after those of a countdown; Enter there; the next control takes laps and resets it."""
        self.running(*FROZEN)
        self.press(*["Tab"] * 7, "Return")
        self.assert_runs()
        self.press("Tab", "Return")
        self.await_watch(lambda watch: watch["laps"] == 1, "a lap")
        time.sleep(DOUBLE)
        self.press("Return")
        self.await_watch(lambda watch: watch["laps"] == 2, "two laps")
        self.press("shift+Tab", "Return")
        self.await_watch(lambda watch: watch.get("elapsed", 0) > 0, "one that is stopped")
        self.press("Tab", "Return", "Return")
        self.await_watch(lambda watch: not watch, "none")

    def test_by_keys(self):
        _, window = self.running(*FROZEN)
        before = self.viewer.picture(window)
        self.press("s")
        self.await_watch(lambda watch: "uptime" in watch, "one that runs")
        self.assertLess(self.age(), 5)
        eventually(lambda: self.viewer.picture(window) != before, "its number")
        self.press("l")
        self.await_watch(lambda watch: watch["laps"] == 1, "a lap")
        time.sleep(DOUBLE)
        self.press("l")
        self.await_watch(lambda watch: watch["laps"] == 2, "two laps")
        self.press("s")
        self.await_watch(lambda watch: 0 < watch.get("elapsed", 0) < 10e9, "one that is stopped")
        # The file is written just before the wall shows it.
        stopped = self.still(window)
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
        eventually(lambda: self.viewer.picture(window) == before, "the wall as it was", within=30)

    def test_it_goes_on_after_a_restart(self):
        clock, _ = self.running(*FROZEN)
        self.press("s")
        self.await_watch(lambda watch: "uptime" in watch, "one that runs")
        start = self.watch()["uptime"]
        self.kill(clock)
        # Also with the option: it stays until it is removed.
        for options in ([], ["--stopwatch"], []):
            clock, window = self.running(*FROZEN, *options)
            self.assertEqual(self.watch()["uptime"], start)
            self.press("s")
            self.await_watch(lambda watch: watch.get("elapsed", 0) > 0, "one that is stopped")
            self.press("s")
            self.await_watch(lambda watch: "uptime" in watch, "one that runs")
            # Between the two it was stopped.
            start = self.watch()["uptime"]
            self.kill(clock)

    def test_what_the_option_began_comes_back_by_the_option(self):
        clock, _ = self.running(*FROZEN, "--stopwatch")
        self.await_watch(lambda watch: "uptime" in watch, "one that runs")
        start = self.watch()["uptime"]
        self.kill(clock)
        clock, window = self.running(*FROZEN)
        plain = self.viewer.picture(window)
        self.press("s")
        self.await_watch(lambda watch: watch.get("uptime", start) != start, "one of its own")
        eventually(lambda: self.viewer.picture(window) != plain, "a stopwatch that was not there before")
        self.kill(clock)

    def test_it_goes_on_by_the_option(self):
        clock, _ = self.running(*FROZEN, "--stopwatch")
        self.await_watch(lambda watch: "uptime" in watch, "one that runs")
        start = self.watch()["uptime"]
        self.kill(clock)
        self.running(*FROZEN, "--stopwatch")
        self.assertEqual(self.watch()["uptime"], start)

    def test_it_waits_from_the_end_of_the_program(self):
        """The wait counts from the program's end, not from the last key, which may be days ago."""
        clock, _ = self.running(*FROZEN, "--stopwatch")
        self.await_watch(lambda watch: "uptime" in watch, "one that runs")
        kept = self.content()["stopwatchKept"]
        self.change(stopwatchKept=kept - 90_000)
        self.quit()
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
