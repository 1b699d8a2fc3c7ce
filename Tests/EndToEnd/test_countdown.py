"""The countdown: zero, its saved state, and its controls."""

import json
import math
import os
import signal
import time
from math import cos, pi, sin

from basics import asleep, eventually, never, tool
from hands import FROZEN, HandCase

# The middle of the ring's stroke at 640x480 while the bar is there.
CENTRE, RADIUS = (320, 235), 149


class CountdownCase(HandCase):
    def running(self, *options, **more):
        clock = self.clock("--utc", "--fade", "0", *options, **more)
        return clock, clock.painted()

    def setUp(self):
        super().setUp()
        self.begun = time.monotonic()

    def content(self):
        """The state file's entry of the only wall."""
        return next(iter(self.saved().get("walls", {}).values()), {})

    def change(self, **more):
        """Changes that entry."""
        state = self.saved()
        next(iter(state["walls"].values())).update(more)
        self.state_file.write_text(json.dumps(state))

    def kept(self):
        """The saved countdown."""
        return self.content().get("countdown", {})

    def state(self):
        return self.kept().get("state", "none")

    def deadline(self):
        """On the boot-time clock, in nanoseconds."""
        kept = self.kept()
        self.assertEqual(kept["clock"], "uptime")
        return kept["uptime"]

    def rest(self):
        """The remaining seconds by the state file."""
        kept = self.kept()
        if kept["state"] == "paused":
            return kept["left"] / 1e9
        return self.deadline() / 1e9 - time.clock_gettime(time.CLOCK_BOOTTIME)

    def await_state(self, wanted):
        eventually(lambda: self.state() == wanted, lambda: f"the state {wanted}, but {self.kept()}")

    def await_rest(self, wanted, delta=6):
        """So much is left, less what has passed since the start if the countdown runs."""

        def is_left():
            passed = time.monotonic() - self.begun if self.state() == "running" else 0
            return -delta - passed < self.rest() - wanted < delta

        eventually(is_left, lambda: f"{wanted} s left, but {self.rest()}")

    def kill(self, clock):
        """SIGKILL, like a power failure."""
        clock.signal(signal.SIGKILL)
        clock.process.wait()

    def place(self, turns):
        """A point on the ring, so many turns from twelve o'clock."""
        angle = 2 * pi * turns
        return round(CENTRE[0] + RADIUS * sin(angle)), round(CENTRE[1] - RADIUS * cos(angle))

    def turn(self, start, end):
        """Drags the ring from one place to another in small steps."""
        window = self.present.window()
        self.hand.move(self.place(start))
        # The bar comes, and the ring makes room for it.
        eventually(lambda: self.has_bar(window), "the bar")
        time.sleep(0.5)
        self.hand.press()
        count = 10
        for step in range(1, count + 1):
            self.hand.move(self.place(start + (end - start) * step / count))
            # Small steps, so that the direction is clear even if some events are skipped.
            time.sleep(0.02)
        self.hand.release()


class Zero(CountdownCase):
    def test_once(self):
        start = time.time()
        clock, window = self.running("--countdown", "2", "--on-zero", self.command())
        # The countdown begins before the window is there. A busy machine may take long to start the program.
        shown = time.time()
        self.assert_ran_once(during=1.5)
        self.assertGreaterEqual(self.runs()[0] - start, 2)
        self.assertLess(self.runs()[0] - shown, 2.1 + self.may_be_late())
        self.assert_ticks(clock, window)
        self.await_state("over")

    def test_until(self):
        target = int(time.time()) + 5
        wall = time.strftime("%H:%M:%S", time.gmtime(target))
        self.running("--until", wall, "--on-zero", self.command())
        self.assert_ran_once(during=1)
        self.assertGreaterEqual(self.runs()[0], target)
        self.assertLess(self.runs()[0], target + 0.5 + self.may_be_late())

    def test_every(self):
        """One end for each period, but only one after a sleep over several."""
        clock, _ = self.running("--every", "1s", "--on-zero", self.command())
        eventually(lambda: len(self.runs()) >= 3, "three times zero")
        times = self.runs()
        for step, moment in enumerate(times):
            self.assertAlmostEqual(moment - times[0], step, delta=self.may_be_late())
        with asleep(clock):
            # A command may have begun just before.
            time.sleep(0.5)
            count = len(self.runs())
            never(lambda: len(self.runs()) > count, "a run of a stopped clock", during=3.5)
        eventually(lambda: len(self.runs()) >= count + 3, "three times more")
        before, late, *after = self.runs()[count - 1 :][:4]
        # Late for the missed ones, then back to the original grid.
        self.assertGreater(late - before, 3.3)
        for earlier, moment in zip((late, after[0]), after):
            step = moment - times[0]
            self.assertAlmostEqual(step, round(step), delta=self.may_be_late(0.3))
            self.assertLess(moment - earlier, 1 + self.may_be_late())

    def test_aligned(self):
        """Aligned to the wall's even seconds, whenever it was started."""
        self.running("--every", "2s", "--aligned", "--on-zero", self.command())
        eventually(lambda: len(self.runs()) >= 2, "twice zero")
        for moment in self.runs():
            self.assertLess(moment % 2, 0.2 + self.may_be_late())

    def test_dismissed_by_a_hold(self):
        """A hold dismisses an ended countdown, and does nothing else at the same time."""
        socket = self.home / "clock.sock"
        clock, window = self.running("--countdown", "1", "--hold-time", "0.5", "--control", socket)
        self.await_state("over")
        self.press("c", "x")
        never(lambda: self.state() != "over", "an end of it in passing", during=0.3)
        self.hand.press_key("space")
        self.await_state("idle")
        self.hand.release_key("space")
        self.assert_ticks(clock, window)
        # It was dismissed; the next hold has its usual effect.
        rest = {"action": "quit", "prompt": "hold", "isHeld": False}
        status = lambda: json.loads(self.run_clock("status", "--control", socket, "--json").output)
        eventually(lambda: status()["wall"]["hold"] == rest, "a button at rest")
        self.hand.press_key("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_dismissed_by_a_tap_on_the_ring(self):
        _, window = self.running("--countdown", "1")
        self.await_state("over")
        self.hand.click(*CENTRE)
        self.await_state("idle")

    def test_escape_dismisses_and_does_not_quit(self):
        clock, window = self.running("--countdown", "1")
        self.await_state("over")
        self.press("Escape", "Escape")
        self.await_state("idle")
        self.assert_ticks(clock, window)

    def test_the_command_fails(self):
        clock, window = self.running("--countdown", "1", "--on-zero", "exit 3", "--hold-button", "never")
        self.await_state("over")
        self.assert_ticks(clock, window)


class Keeping(CountdownCase):
    """The saved state after a restart."""

    def start(self, *options):
        clock, _ = self.running(*options)
        self.await_state("running")
        return clock

    def test_goes_on(self):
        """With the same option the countdown continues."""
        self.kill(self.start("--countdown", "10m"))
        before = self.deadline()
        for options in (("--countdown", "600"), ("--countdown", "10m")):
            with self.subTest(options):
                self.kill(self.start(*options))
                self.assertEqual(self.deadline(), before)

    def test_comes_back_only_when_asked(self):
        """Without a countdown option it continues one started by hand less than a day ago, with its title only."""
        self.kill(self.start("--countdown", "10m"))
        clock, _ = self.running()
        never(lambda: self.kept().get("state") != "running", "a change of what is kept", during=0.3)
        self.press("c")
        self.press("c")
        eventually(lambda: self.content().get("plan") is None and self.state() == "running",
                   "one of its own")
        self.kill(clock)
        before = self.deadline()
        self.change(title="Tea")
        self.kill(self.start())
        self.assertEqual((self.deadline(), self.content()["title"]), (before, "Tea"))
        since = self.content()["since"] - 86_401
        self.change(since=since)
        clock, _ = self.running()
        time.sleep(0.3)
        self.assertEqual(self.content()["since"], since)
        self.assert_quits(clock)

    def test_another_plan_begins_anew(self):
        self.kill(self.start("--countdown", "10m"))
        self.kill(self.start("--countdown", "20m"))
        self.await_rest(1200)
        self.kill(self.start("--every", "5m"))
        self.await_rest(300)

    def test_zero_passed_meanwhile(self):
        """The missed zero is reported once, by a line and by the command; then the same option starts anew."""
        options = ("--countdown", "10m", "--on-zero", self.command())
        self.kill(self.start(*options))
        self.change(countdown={**self.kept(), "uptime": time.clock_gettime_ns(time.CLOCK_BOOTTIME) - 10**8})
        self.assertEqual(self.runs(), [])
        clock, _ = self.running(*options, "--hold-action", "none")
        self.assert_ran_once()
        self.quit()
        self.assert_ends(clock, 0, "countdown", "while the clock was not running")
        clock = self.start(*options, "--hold-action", "none")
        # A running countdown is saved within a second.
        self.await_rest(600)
        self.assertEqual(len(self.runs()), 1)
        self.assert_quits(clock)

    def test_paused(self):
        self.start("--countdown", "10m")
        self.press("c")
        self.await_state("paused")
        rest = self.rest()
        self.kill(self.present)
        clock, _ = self.running("--countdown", "10m")
        never(lambda: self.state() != "paused" or self.rest() != rest, "a change", during=0.3)
        self.assert_quits(clock)

    def test_damaged(self):
        """A damaged file is renamed and reported in one line; the countdown starts anew."""
        self.kill(self.start("--countdown", "10m"))
        good = self.state_file.read_bytes()
        damages = {
            "empty": b"", "cut off": good[:-20], "without its end": good[:-4], "other words": b"hello\n",
            "bytes": b"\xff\xfe\0" * 9, "another form": good.replace(b'"version":1', b'"version":0'),
            "too long": good + b" " * (1 << 24),
            "another kind of thing": good.replace(b'"state":"running"', b'"state":7'),
        }
        for name, content in damages.items():
            with self.subTest(name):
                self.assertNotEqual(content, good)
                self.assert_discarded(content, "damaged")
                self.assertEqual((self.state_file.parent / "state.json.damaged").read_bytes(), content)

    def test_one_that_makes_no_sense(self):
        """An invalid countdown is discarded and reported in one line."""
        self.kill(self.start("--countdown", "10m"))
        good = self.state_file.read_bytes()
        bad = good.replace(b'"length":6', b'"length":-6')
        self.assertNotEqual(bad, good)
        self.assert_discarded(bad, "a saved countdown is forgotten, because a value is wrong")
        self.assertFalse((self.state_file.parent / "state.json.damaged").exists())

    def assert_discarded(self, content, reason):
        """A new countdown begins, and one line says why the saved one does not continue."""
        self.state_file.write_bytes(content)
        clock = self.start("--countdown", "20m", "--hold-button", "never")
        self.await_rest(1200)
        self.press("q")
        self.assert_ends(clock, 0, reason, str(self.state_file))

    OLD = ("plan countdown 600\ncolourclock-countdown 1\nboot none\nlength 600000000000\nperiod 600000000000\n"
           "timing span\nrepeats no\novertime no\nstate paused 123000000000\nend\n")

    def test_the_files_of_version_0_1(self):
        """Files of version 0.1 are read once and removed after the new file is written; a damaged one is renamed."""
        folder = self.state_file.parent
        folder.mkdir(parents=True)
        (folder / "countdown").write_text(self.OLD)
        (folder / "card").write_text("full\n")
        clock, _ = self.running("--countdown", "10m", "--hold-button", "never")
        self.await_state("paused")
        # Except the wall's health, which the first tick saves.
        names = lambda: sorted(name for name in os.listdir(folder) if not name.startswith("health-"))
        eventually(lambda: names() == ["state.json"], names)
        self.assertEqual(self.rest(), 123)
        self.assertEqual(self.saved()["card"], "full")
        self.press("q")
        self.assertEqual(clock.end(), (0, ""))
        self.state_file.unlink()
        (folder / "countdown").write_text(self.OLD[:-4])
        clock, _ = self.running("--countdown", "20m", "--hold-button", "never")
        self.await_rest(1200)
        self.press("q")
        self.assert_ends(clock, 0, "damaged", str(folder / "countdown"))
        self.assertEqual(names(), ["countdown.damaged", "state.json"])

    def test_folders_that_cannot_be_written(self):
        """One line for each folder, however often it tries to save; the countdown runs."""
        (self.home / "a file").touch()
        os.symlink("a loop", self.home / "a loop")
        for name, reason in (("a file", "Not a directory"), ("a loop", "levels of symbolic links")):
            with self.subTest(name):
                clock, window = self.running(
                    "--countdown", "4", "--on-zero", self.command(f"zero with {name}"), "--hold-button", "never",
                    "--hold-action", "none", XDG_STATE_HOME=self.home / name)
                self.press("plus", "minus", "c", "c")
                self.assert_ran_once(f"zero with {name}", during=0.1)
                self.assert_ticks(clock, window)
                self.press("q")
                status, complaints = clock.end()
                self.assertEqual(status, 0)
                lines = complaints.splitlines(keepends=True)
                self.assertEqual(len(set(lines)), len(lines), lines)
                for line in lines:
                    self.assert_one_line(line, reason)

    def test_things_that_are_no_files(self):
        """A pipe or folder in place of the state file does not block the clock."""
        self.state_file.parent.mkdir(parents=True)
        for make, remove in ((os.mkfifo, os.unlink), (os.mkdir, os.rmdir)):
            with self.subTest(make):
                make(self.state_file)
                clock, window = self.running("--hold-button", "never")
                self.assert_ticks(clock, window)
                self.press("q")
                self.assert_ends(clock, 0, str(self.state_file))
                remove(self.state_file)


class Handling(CountdownCase):
    def test_keys(self):
        _, window = self.running("--hold-button", "never")
        self.press("c")
        never(lambda: self.state() not in ("none", "idle"), "a start", during=0.3)
        self.press("c")
        self.await_state("running")
        self.await_rest(300)
        self.press("plus")
        self.await_rest(360)
        self.press("minus", "minus")
        self.await_rest(240)
        self.press("c")
        self.await_state("paused")
        # Below five minutes, a step ends at the next quarter of a minute.
        wanted = 15 * (math.ceil(self.rest()) // 15 + 1)
        self.press("Up")
        self.await_rest(wanted, delta=0.1)
        self.press("c")
        self.await_state("running")
        self.press("BackSpace")
        self.await_state("idle")

    def test_keys_on_a_frozen_wall(self):
        """On a frozen wall the countdown appears, runs, is saved, and disappears without a trace."""
        window = self.clock(*FROZEN, "--hold-button", "never").painted()
        before = self.viewer.picture(window)
        self.press("c")
        eventually(lambda: self.viewer.picture(window) != before, "the ring")
        self.press("c")
        self.await_state("running")
        self.press("BackSpace", "BackSpace")
        self.assert_back(window, before)
        self.await_state("none")

    def test_less_than_nothing(self):
        """Shortened below zero, it reaches zero once."""
        self.running("--countdown", "90", "--on-zero", self.command())
        self.press("minus", "minus", "minus")
        self.assert_ran_once(during=0.5)
        self.await_state("over")

    def test_turned(self):
        """A turn changes it by the length of a full ring, in both directions and past twelve o'clock. Each drag is less
        than half a turn, since a busy clock may see only the last place and take the shorter way."""
        self.running("--countdown", "30m")
        for start, end, rest in ((0.1, 0.3, 36), (0.3, 0.1, 30), (0.9, 1.1, 36), (1.1, 0.7, 24)):
            with self.subTest((start, end)):
                self.turn(start, end)
                self.await_rest(rest * 60, delta=40)

    def test_not_turned(self):
        """A drag that begins inside the ring does not turn it, and the wheel beside it pulls the wall."""
        self.running("--countdown", "30m", "--no-pull")
        self.hand.move((320, 250))
        self.hand.press()
        self.hand.move((325, 290), (320, 330), (300, 340))
        never(lambda: abs(self.rest() - 1800) > 20, "another time", during=0.3)
        self.hand.release()

    def test_by_wheel(self):
        """The wheel on the ring and inside it changes the countdown in steps; beside it not."""
        self.paused("--countdown", "30m", "--no-pull")
        rest = self.rest()
        self.hand.move((30, 60))
        self.hand.wheel(4)
        never(lambda: self.rest() != rest, "another time", during=0.6)
        for place in (self.place(0.25), (320, 250)):
            self.hand.move(place)
            for notches, button, rest in ((1, 5, 29.5), (2, 5, 28.5), (1, 4, 29), (2, 4, 30)):
                with self.subTest(rest, place=place):
                    for _ in range(notches):
                        self.hand.wheel(button)
                    self.await_rest(rest * 60, delta=0.1)

    def paused(self, *options, **more):
        """A countdown that was paused a moment after its start."""
        self.running(*options, **more)
        self.await_state("running")
        self.press("c")
        self.await_state("paused")

    def test_kept_now_and_then(self):
        """A repeating key does not write to the disk each time; the final state is still saved."""
        log = self.home / "renames"
        spy = tool("strace"), "-D", "-o", log, "-e", "trace=rename,renameat,renameat2"
        self.paused("--countdown", "10m", before=spy)
        # Each step ends at the next half minute. On a busy machine the pause may come after a second or later.
        wanted = 30 * (math.ceil(self.rest()) // 30 + 30)
        self.press(*["Up"] * 30)
        self.await_rest(wanted, delta=0.1)
        self.assertLess(log.read_text().count("countdown"), 15)

    def test_steps_of_a_running_one(self):
        """Successive steps, although a little time passes between them."""
        for key, rest in (("Down", 555), ("Up", 660)):
            with self.subTest(key):
                self.running("--countdown", "598")
                self.await_state("running")
                self.press(key, key, key)
                self.await_rest(rest, delta=6)
                self.kill(self.present)
                self.state_file.unlink()
