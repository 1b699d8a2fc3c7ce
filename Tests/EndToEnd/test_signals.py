"""Signals: three end the clock at once and by themselves, two make it paint again, in every kind of window."""

import contextlib
import os
import signal
import subprocess
import time

from adopted import AdoptedCase
from basics import eventually, never, tool
from colours import second_of_day
from windows import FROZEN

ENDING = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)


class SignalCase(AdoptedCase):
    def modes(self):
        """Its window in each of its uses, with the clock."""
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
        """The best of some deaths in a host's window: a tenth of a second is what hosts' users do not notice."""
        spans = []
        for _ in range(5):
            window = self.foreign()
            clock = self.adopt(window)
            self.assert_whole(window)
            start = time.monotonic()
            clock.signal(signal.SIGTERM)
            clock.process.wait(2)
            spans.append(time.monotonic() - start)
        self.assertLess(min(spans), 0.05)

    def test_at_any_moment(self):
        """From its first instructions on: never a status of its own, never a word."""
        window = self.foreign()
        for attempt in range(12):
            clock = self.adopt(window)
            time.sleep(attempt * 0.006)
            # Not before `setpriv` has become the clock.
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
            time.sleep(0.2)  # For the buffers of the connection to be filled, or not: both must do.
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


class Repaint(SignalCase):
    def test_repaints(self):
        for number in (signal.SIGUSR1, signal.SIGCONT):
            for mode, clock, window in self.modes():
                with self.subTest(number=number, mode=mode):
                    self.assert_whole(window)
                    self.scribble(window)
                    clock.signal(number)
                    self.assert_whole(window, within=1)

    def test_many_at_once(self):
        window = self.foreign()
        clock = self.adopt(window)
        self.assert_whole(window)
        self.scribble(window)
        for _ in range(200):
            clock.signal(signal.SIGUSR1)
        self.assert_whole(window)
        sleeps = [-1]

        def is_still():
            before, sleeps[0] = sleeps[0], clock.sleeps()
            return before == sleeps[0]

        eventually(is_still, "rest")
        never(lambda: clock.sleeps() > sleeps[0], "a wake-up of a frozen clock", during=0.5)

    def test_before_its_first_picture(self):
        """A host may send it to a saver that has only just begun to talk to the server."""
        for attempt in range(8):
            with self.subTest(attempt):
                window = self.foreign()
                clock = self.adopt(window)
                eventually(lambda: self.has_socket(clock), "a connection")
                time.sleep(attempt * 0.005)
                clock.signal(signal.SIGUSR1)
                self.assert_whole(window)

    def has_socket(self, clock):
        """Beside the pipes that it has been given."""
        folder = f"/proc/{clock.pid}/fd"
        # They come and go at the start.
        with contextlib.suppress(FileNotFoundError):
            return any(os.readlink(f"{folder}/{number}").startswith("socket:") for number in os.listdir(folder))

    def test_the_present_after_a_stop(self):
        """As some hosts throttle savers: on going on, the present second, with what was drawn over it gone."""
        window = self.foreign()
        clock = self.clock("--window-id", hex(window.id), "--utc", "--fade", "0")
        eventually(lambda: self.viewer.colour(window) != (0, 0xFF, 1), "the clock")
        clock.signal(signal.SIGSTOP)
        self.scribble(window)
        time.sleep(1.5)
        clock.signal(signal.SIGCONT)

        def is_present():
            colour = self.viewer.colour(window)
            return colour != (0, 0xFF, 1) and second_of_day(colour) in {
                int(moment) % 86_400 for moment in (time.time(), time.time() - 0.1)}

        eventually(is_present, "the present second", within=0.5)
