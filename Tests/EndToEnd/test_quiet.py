"""A resting clock: one wake-up a second while it is visible, none otherwise, and no leftovers."""

import os
import re
import subprocess
import time

from basics import Watch, eventually, never, tool
from colours import second_of_day
from hands import FROZEN
from shipping import ASSETS  # noqa: F401, sets the path for the next import
from support import Case

from bench_processes import withheld

CALM = True


def kept(home):
    """The clock's saved starts; empty while the file is being written."""
    return [path for path in (home / "state/colourclock").glob("health-*") if path.suffix != ".part"]


class RestCase(Case):
    def running(self, *options):
        """A clock that only ticks: by its first tick it has saved its start."""
        clock = self.clock("--utc", "--fade", "0", *options)
        window = clock.painted()
        eventually(lambda: kept(self.home), "the count of the starts")
        start = clock.sleeps()
        eventually(lambda: clock.sleeps() >= start + 3, "three ticks")
        return clock, window

    def assert_one_wake_up_a_second(self, *options):
        clock, _ = self.running(*options)
        processes = clock.pid, self.server.process.pid
        before, start, waited = clock.sleeps(), time.monotonic(), withheld(*processes)
        too_many = lambda: clock.sleeps() - before - (time.monotonic() - start) - 1.5
        never(lambda: too_many() > 0, "more than a wake-up a second", during=5)
        # A clock without a processor misses ticks.
        self.assertGreater(too_many() + 3 + withheld(*processes) - waited, 0)


class Rest(RestCase):
    def test_one_wake_up_a_second(self):
        self.assert_one_wake_up_a_second()

    def test_one_also_by_night_where_labels_wander(self):
        self.assert_one_wake_up_a_second("--shift", "roam", "--night", "22:00-07:00")

    def test_one_thread(self):
        clock, _ = self.running()
        self.assertEqual(len(os.listdir(f"/proc/{clock.pid}/task")), 1)

    def test_a_frozen_clock_never_wakes(self):
        clock = self.clock(*FROZEN)
        clock.painted()
        self.assert_sleeps(clock)

    def test_covered(self):
        clock, window = self.running()
        cover = self.viewer.cover(self.server.width, self.server.height)
        self.assert_sleeps(clock)
        cover.destroy()
        self.assert_right_at_once(window)

    def test_half_covered(self):
        """A partly visible wall continues."""
        clock, window = self.running()
        cover = self.viewer.cover(self.server.width // 2, self.server.height)
        self.addCleanup(cover.destroy)
        before = self.viewer.colour(window, x=self.server.width - 3)
        eventually(lambda: self.viewer.colour(window, x=self.server.width - 3) != before, "another second")

    def test_unmapped(self):
        clock, window = self.running()
        window.unmap()
        self.viewer.display.sync()
        self.assert_sleeps(clock)
        window.map()
        eventually(lambda: self.viewer.is_viewable(window), "the window again")
        self.assert_right_at_once(window)

    def assert_right_at_once(self, window):
        """The present second with its labels."""

        def is_right():
            shown = second_of_day(self.viewer.colour(window))
            now = time.time()
            return shown in {int(now) % 86_400, int(now - 0.05) % 86_400}

        watch = Watch(self.present.pid, self.server.process.pid)
        eventually(is_right, "the present second")
        self.assertLess(watch.look(), 0.3)
        strip = self.viewer.pixels(window, 0, self.server.height // 3, self.server.width, 40)
        self.assertGreater(len(set(strip)), 2)

    def test_nothing_is_asked_of_the_server(self):
        """A tick sends a few requests and waits for no reply; it causes no events either."""
        log = self.trace("--utc", "--fade", "0")

        def ticks():
            return log.read_text().split("CopyArea")

        eventually(lambda: len(ticks()) > 7, "seven frames")
        at_rest = "".join(ticks()[3:7])
        self.assertNotIn(":>:", at_rest)
        self.assertLess(at_rest.count(":<:"), 4 * 25)


class Sizes(Case):
    def test_resized_again_and_again(self):
        """From one pixel to the whole screen fifty times: no X error, and finally the right picture."""
        clock = self.clock(*FROZEN, "--window")
        window = clock.painted()
        whole = (self.server.width, self.server.height)
        for size in ((1, 1), whole) * 50:
            order = f"windowmove {window.id} 0 0 windowsize {window.id} {size[0]} {size[1]}"
            subprocess.run([tool("xdotool"), *order.split()], env=self.variables(), check=True)
        path = self.snapshot("--no-config", "--at", "13:35:16", "--size", "{}x{}".format(*whole))
        wanted = self.planes_of(path)
        eventually(lambda: self.viewer.planes(window) == wanted, "the picture of the last size")
        self.quit()
        self.assertEqual(clock.end(), (0, ""))


class Traces(Case):
    def test_no_files_no_children(self):
        """It starts no program, and creates no file except the one of its starts and the screen's wear; fontconfig may
        write caches."""
        log = self.home / "calls"
        calls = "trace=execve,fork,vfork,clone,clone3,open,openat,creat,mkdir,mkdirat,rename,renameat,renameat2,symlink"
        clock = self.clock("--utc", before=(tool("strace"), "-D", "-f", "-o", log, "-e", calls))
        clock.painted()
        eventually(lambda: kept(self.home), "the count of the starts")
        self.quit()
        self.assertEqual(clock.end(), (0, ""))
        lines = eventually(lambda: "exited with 0" in log.read_text() and log.read_text(), "the trace").splitlines()
        self.assertEqual(sum("execve(" in line for line in lines), 1)
        created = [
            line for line in lines
            if "O_CREAT" in line or re.match(r"\d+ +(v?fork|clone3?|mkdir(at)?|rename(at2?)?|symlink|creat)\(", line)]
        self.assertEqual([line for line in created if "fontconfig" not in line and f'"{self.home}/state' not in line],
                         [])
        self.assertLessEqual({path.name for path in self.home.iterdir()}, {"calls", ".cache", "state"})
        self.assertEqual(list((self.home / "state").glob("*/*")), kept(self.home))
