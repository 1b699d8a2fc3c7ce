"""Signals: the ending ones reach the clock's parent, at once in a host's window; two cause a repaint."""

import contextlib
import os
import re
import signal
import subprocess
import time
from pathlib import Path

from adopted import AdoptedCase
from basics import Watch, asleep, companion, eventually, mortal, never, tool
from colours import second_of_day
from control import ControlCase
from windows import FROZEN

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
# Some signals dump core.
# A shell that starts the tests in the background may have ignored SIGQUIT for them, and a clock leaves it ignored.
NO_CORE = ("/usr/bin/env", "--default-signal", "/bin/sh", "-c", "ulimit -c 0; exec \"$@\"", "sh")


class SignalCase(AdoptedCase):
    def modes(self):
        """The window in each of its modes, with the clock."""
        window = self.foreign()
        yield "adopted", self.adopt(window), window
        for mode in ("--fullscreen", "--kiosk"):
            clock = self.clock(*FROZEN, mode)
            yield mode, clock, clock.painted()


class End(SignalCase):
    def test_dies_by_the_signal(self):
        for number in ENDING:
            for mode, clock, window in self.modes():
                with self.subTest(number=number, mode=mode):
                    self.assert_whole(window)
                    self.assert_ends_at_once(clock, number)

    def test_soon_enough(self):
        """The best of several ends in a host's window: users do not notice a tenth of a second."""
        spans = []
        for _ in range(5):
            window = self.foreign()
            clock = self.adopt(window)
            self.assert_whole(window)
            watch = Watch(clock.pid, self.server.process.pid)
            clock.signal(signal.SIGTERM)
            spans.append(watch.look_at_end(clock.process))
        self.assertLess(min(spans), 0.05)

    def test_at_any_moment(self):
        """From its first instructions on: it ends by the signal, without a message."""
        window = self.foreign()
        for attempt in range(12):
            clock = self.adopt(window)
            time.sleep(attempt * 0.006)
            # Wait until `setpriv` has executed the clock.
            with self.subTest(attempt):
                self.assert_ends_at_once(clock)

    def test_in_the_midst_of_movement(self):
        for options in (("--speed", "3600", "--fade", "0.5"), ("--countdown", "5s", "--speed", "60")):
            with self.subTest(options):
                window = self.foreign()
                clock = self.clock("--window-id", hex(window.id), *options)
                before = self.viewer.colour(window)
                eventually(lambda: self.viewer.colour(window) != before, "the clock")
                self.assert_ends_at_once(clock)

    def test_while_the_server_does_not_answer(self):
        """Whatever it waits for."""
        window = self.foreign()
        clock = self.clock("--window-id", hex(window.id), "--speed", "3600")
        before = self.viewer.colour(window)
        eventually(lambda: self.viewer.colour(window) != before, "the clock")
        self.server.process.send_signal(signal.SIGSTOP)
        try:
            time.sleep(0.2)  # The connection's buffers may be full by then or not; both must work.
            self.assert_ends_at_once(clock)
        finally:
            self.server.process.send_signal(signal.SIGCONT)

    def test_what_it_has_started_ends_too(self):
        mark = "31415926"
        window = self.foreign()
        clock = self.clock("--window-id", hex(window.id), "--feed", f"sleep {mark}", "--feed-timeout", "60s")

        def feeds():
            return subprocess.run([tool("pgrep"), "-fx", f"sleep {mark}"], capture_output=True).stdout

        eventually(feeds, "the feed's command")
        self.assert_ends_at_once(clock)
        eventually(lambda: not feeds(), "an end of the feed's command")


class OwnWall(ControlCase):
    """A wall in its own window shuts down first, and then ends by the signal."""

    def test_it_says_so_and_leaves_nothing_behind(self):
        for number in ENDING:
            with self.subTest(number=number):
                clock = self.running(*FROZEN)
                client = self.client()
                self.assertEqual(client.ask("observe", "quit")["error"], "success")
                clock.signal(number)
                self.assertEqual(client.read(), {"event": "quit"})
                self.assertIsNone(client.read())
                self.assertEqual(clock.end(), (-number, ""))
                self.assertFalse(self.path.exists())

    def test_what_is_ignored_stays_so(self):
        """As under nohup(1)."""
        clock = self.running(*FROZEN, before=("/bin/sh", "-c", "trap '' HUP; exec \"$@\"", "sh"))
        clock.signal(signal.SIGHUP)
        client = self.client()
        never(lambda: client.ask("get", "face")["error"] != "success", "an end", during=0.5)
        clock.signal(signal.SIGTERM)
        self.assertEqual(clock.end(), (-signal.SIGTERM, ""))

    def test_a_server_that_does_not_answer_does_not_hold_it_up(self):
        for again in (False, True):
            with self.subTest(again=again):
                clock = self.running("--speed", "3600")
                self.server.process.send_signal(signal.SIGSTOP)
                try:
                    time.sleep(0.5)
                    clock.signal(signal.SIGTERM)
                    if again:
                        # Two pending signals of one kind count as one, so wait until the first was received.
                        eventually(lambda: not self.pending(clock), "the first to be taken")
                        watch = Watch(clock.pid)
                        clock.signal(signal.SIGTERM)
                        self.assertLess(watch.look_at_end(clock.process), 1.5)
                    self.assertEqual(clock.end()[0], -signal.SIGTERM)
                finally:
                    self.server.process.send_signal(signal.SIGCONT)

    def pending(self, clock):
        lines = open(f"/proc/{clock.pid}/status").read().splitlines()
        waiting = next(line for line in lines if line.startswith("ShdPnd")).split()[1]
        return int(waiting, 16) >> signal.SIGTERM - 1 & 1


class EverySignal(ControlCase):
    """All signals from other programs: those that end the clock properly, ignored ones, and those with their default
    action."""

    STOPPING = {signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU}
    ORDERLY = {*ENDING, signal.SIGQUIT, signal.SIGXCPU}
    FAULTS = {signal.SIGILL, signal.SIGTRAP, signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGSEGV,
              signal.SIGSYS}
    # 32 and 33 are reserved by the C library.
    OTHERS = set(range(1, signal.SIGRTMAX + 1)) - STOPPING - ORDERLY - FAULTS - {signal.SIGKILL}

    def test_what_is_for_others_is_not_noticed(self):
        clock = self.running(*FROZEN)
        client = self.client()
        for number in sorted(self.OTHERS):
            with self.subTest(number=number):
                clock.signal(number)
                self.assertEqual(client.ask("get", "face")["error"], "success")
        self.assertTrue(self.path.exists())
        clock.signal(signal.SIGTERM)
        self.assertEqual(clock.end(), (-signal.SIGTERM, ""))

    def test_no_other_hides_the_end(self):
        """All at once while it is stopped: other signals must not displace the ending one."""
        clock = self.running(*FROZEN)
        clock.signal(signal.SIGSTOP)
        for number in [*sorted(self.OTHERS), signal.SIGTERM, signal.SIGCONT]:
            clock.signal(number)
        self.assertEqual(clock.end(), (-signal.SIGTERM, ""))
        self.assertFalse(self.path.exists())

    def test_what_ends_it_in_order(self):
        for number in self.ORDERLY - set(ENDING):
            with self.subTest(number=number):
                clock = self.running(*FROZEN, before=NO_CORE)
                clock.signal(number)
                self.assertEqual(clock.end(), (-number, ""))
                self.assertFalse(self.path.exists())

    def test_an_error_of_its_own_keeps_its_action(self):
        """A core dump for its diagnosis; the next clock takes over the socket."""
        for number in self.FAULTS:
            with self.subTest(number=number):
                # A debug build would print a backtrace first.
                clock = self.running(*FROZEN, before=NO_CORE, SWIFT_BACKTRACE="enable=no")
                clock.signal(number)
                self.assertEqual(clock.end()[0], -number)

    def test_a_stop_is_no_end(self):
        clock = self.running(*FROZEN)
        client = self.client()
        for number in self.STOPPING:
            with self.subTest(number=number):
                clock.signal(number)
                clock.signal(signal.SIGCONT)
                self.assertEqual(client.ask("get", "face")["error"], "success")

    def test_companions(self):
        """They continue, and end by the same signals."""
        self.running(*FROZEN)
        (self.home / "day.ics").write_bytes(b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
        programs = {"agenda": [self.home / "day.ics", "--control", self.path],
                    "mqtt": ["--broker", "mqtt://127.0.0.1:1", "--control", self.path]}
        for name, options in programs.items():
            process = self.companion(name, *options)
            for number in sorted(self.OTHERS):
                with self.subTest(name=name, number=number):
                    process.send_signal(number)
                    never(lambda process=process: process.poll() is not None, "an end", during=0.02)
            process.send_signal(signal.SIGTERM)
            self.assertIn(process.wait(5), (0, -signal.SIGTERM))

    def companion(self, name, *options):
        process = subprocess.Popen(mortal([companion(name), *map(str, options)]), env=self.variables(),
                                   stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        # Wait until it has executed the program and installed its signal handling.
        ignored = 1 << signal.SIGALRM - 1

        def is_ready():
            lines = Path(f"/proc/{process.pid}/status").read_text()
            return int(re.search(r"SigIgn:\s*(\w+)", lines)[1], 16) & ignored

        eventually(is_ready, f"{name} to start")
        return process


class Repaint(SignalCase):
    def test_repaints(self):
        for number in (signal.SIGUSR1, signal.SIGCONT):
            for mode, clock, window in self.modes():
                with self.subTest(number=number, mode=mode):
                    self.assert_whole(window)
                    self.painted_again()
                    self.scribble(window)
                    clock.signal(number)
                    # It repaints by itself no more.
                    self.assert_whole(window)

    def test_many_at_once(self):
        window = self.foreign()
        clock = self.adopt(window)
        self.assert_whole(window)
        self.painted_again()
        self.scribble(window)
        for _ in range(200):
            clock.signal(signal.SIGUSR1)
        self.assert_whole(window)
        self.assert_sleeps(clock, 1)

    def test_before_its_first_picture(self):
        """A host may signal a saver that has only just connected to the server."""
        for attempt in range(8):
            with self.subTest(attempt):
                window = self.foreign()
                clock = self.adopt(window)
                eventually(lambda: self.has_socket(clock), "a connection")
                time.sleep(attempt * 0.005)
                clock.signal(signal.SIGUSR1)
                self.assert_whole(window)

    def has_socket(self, clock):
        """True if it has a socket besides the given pipes."""
        folder = f"/proc/{clock.pid}/fd"
        # Descriptors change during its start.
        with contextlib.suppress(FileNotFoundError):
            return any(os.readlink(f"{folder}/{number}").startswith("socket:") for number in os.listdir(folder))

    def test_the_present_after_a_stop(self):
        """Some hosts stop savers to throttle them: after SIGCONT the present second is shown, and foreign drawing is
        gone."""
        window = self.foreign()
        clock = self.clock("--window-id", hex(window.id), "--utc", "--fade", "0")
        eventually(lambda: self.viewer.colour(window) != (0, 0xFF, 1), "the clock")
        with asleep(clock, 1.5):
            self.scribble(window)
        watch = Watch(clock.pid, self.server.process.pid)

        def is_present():
            colour = self.viewer.colour(window)
            return colour != (0, 0xFF, 1) and second_of_day(colour) in {
                int(moment) % 86_400 for moment in (time.time(), time.time() - 0.1)}

        eventually(is_present, "the present second")
        self.assertLess(watch.look(), 0.5)
