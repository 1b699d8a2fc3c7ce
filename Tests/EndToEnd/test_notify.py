"""Notifications to a service manager: ready after the first paint, and signs of life while painting works."""

import signal
import socket
import time

from Xlib import X

from basics import Watch, eventually, never
from screens import ScreenCase
from support import OwnServer
from windows import COLOUR, FROZEN


class Notify(ScreenCase, OwnServer):
    def setUp(self):
        super().setUp()
        self.serve()

    def listen(self, name=None):
        """A service manager's socket. Returns its name for the clock."""
        self.listener = self.enterContext(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
        name = name or str(self.home / "notify")
        self.listener.bind(name.replace("@", "\0", 1))
        self.listener.setblocking(False)
        return name

    def message(self):
        try:
            return self.listener.recv(4096).decode()
        except BlockingIOError:
            return None

    def await_message(self, wanted):
        def comes():
            text = self.message()
            return text is not None and wanted in text.split("\n")

        eventually(comes, wanted)

    def test_ready_once_painted(self):
        for mode in ("--kiosk", "--fullscreen"):
            for name in (str(self.home / f"socket{mode}"), f"@colourclock-e2e-{time.time_ns()}"):
                with self.subTest(mode=mode, name=name):
                    self.clock(*FROZEN, mode, NOTIFY_SOCKET=self.listen(name))
                    self.await_message("READY=1")
                    window = self.viewer.find("ColourClock")
                    self.assertTrue(self.viewer.is_viewable(window))
                    self.assertEqual(self.viewer.colour(window), COLOUR)
                    never(self.message, "a message of a clock that has no supervisor", during=0.3)

    def test_not_ready_before(self):
        """Not ready while there is no window to paint on."""
        window = self.viewer.root.create_window(0, 0, 200, 100, 0, X.CopyFromParent, override_redirect=True)
        self.viewer.display.sync()
        self.clock(*FROZEN, "--window-id", hex(window.id), NOTIFY_SOCKET=self.listen())
        never(self.message, "a message", during=0.7)
        window.map()
        self.viewer.display.sync()
        self.await_message("READY=1")
        self.assertEqual(self.viewer.colour(window), COLOUR)

    def test_fed(self):
        """At least twice within the watchdog's timeout."""
        clock = self.clock("--kiosk", NOTIFY_SOCKET=self.listen(), WATCHDOG_USEC=4_000_000, WATCHDOG_PID=1)
        self.await_message("READY=1")
        self.await_message("WATCHDOG=1")
        for _ in range(2):
            watch = Watch(clock.pid, self.server.process.pid)
            self.await_message("WATCHDOG=1")
            self.assertLess(watch.look(), 3.1)
        clock.signal(signal.SIGTERM)
        self.assertEqual(clock.end(), (-signal.SIGTERM, ""))

    def test_a_wall_that_stands_still_is_alive(self):
        """Without ticks and new frames it paints its frame again."""
        address = self.listen()
        for options in (("--at", "13:35:16", "--speed", "0"),
                        ("--at", "23:00:00", "--night", "22:00-07:00", "--night-brightness", "0")):
            with self.subTest(options):
                self.clock("--kiosk", *options, NOTIFY_SOCKET=address, WATCHDOG_USEC=2_000_000)
                for _ in range(4):
                    self.await_message("WATCHDOG=1")

    def test_a_monitor_that_goes_takes_no_life_with_it(self):
        """The unpainted frames of a removed monitor's wall do not count."""
        self.xrandr("--setmonitor", "L", "320/100x480/100+0+0", "screen")
        self.xrandr("--setmonitor", "R", "320/100x480/100+320+0", "none")
        clock = self.clock("--kiosk", NOTIFY_SOCKET=self.listen(), WATCHDOG_USEC=3_000_000)
        self.await_message("READY=1")
        for _ in range(150):
            # Each signal causes a frame on both monitors.
            clock.signal(signal.SIGUSR1)
            time.sleep(0.005)
        self.xrandr("--delmonitor", "R")
        for _ in range(3):
            self.await_message("WATCHDOG=1")

    def test_not_fed_when_nothing_is_painted(self):
        """If the server hangs or the process is stopped, the manager must notice."""
        clock = self.clock("--kiosk", NOTIFY_SOCKET=self.listen(), WATCHDOG_USEC=2_000_000)
        self.await_message("WATCHDOG=1")
        for stop, go_on in ((lambda: self.server.process.send_signal(signal.SIGSTOP),
                             lambda: self.server.process.send_signal(signal.SIGCONT)),
                            (lambda: clock.signal(signal.SIGSTOP), lambda: clock.signal(signal.SIGCONT))):
            stop()
            try:
                self.pass_by(1.2)
                never(self.message, "a sign of life", during=2.5)
            finally:
                go_on()
            self.await_message("WATCHDOG=1")

    def test_not_fed_off_the_screen(self):
        """The user has iconified the window."""
        clock = self.clock(*FROZEN, NOTIFY_SOCKET=self.listen(), WATCHDOG_USEC=2_000_000)
        window = clock.painted()
        self.await_message("WATCHDOG=1")
        window.unmap()
        self.viewer.display.sync()
        self.pass_by(1.2)
        never(self.message, "a sign of life", during=2.5)
        window.map()
        self.viewer.display.sync()
        self.await_message("WATCHDOG=1")

    def test_fed_while_others_cover_it(self):
        """While it is covered it paints only for the sign of life."""
        for options in (FROZEN, ("--utc",)):
            with self.subTest(options):
                self.clock(*options, NOTIFY_SOCKET=self.listen(str(self.home / options[0])),
                           WATCHDOG_USEC=2_000_000).painted()
                self.await_message("WATCHDOG=1")
                cover = self.viewer.cover(self.server.width, self.server.height)
                self.pass_by(1.2)
                for _ in range(2):
                    self.await_message("WATCHDOG=1")
                cover.destroy()

    def pass_by(self, seconds):
        """Waits and drops messages, since some may still be under way."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.message()
            time.sleep(0.01)

    def test_no_supervisor_there(self):
        """One line, once, and the clock continues."""
        for name in (str(self.home / "missing"), "relative", "@missing-e2e"):
            with self.subTest(name):
                clock = self.clock("--kiosk", "--utc", "--fade", "0", NOTIFY_SOCKET=name, WATCHDOG_USEC=1_000_000)
                window = clock.painted()
                self.let_tick(window, 2)
                clock.signal(signal.SIGTERM)
                self.assert_ends(clock, -signal.SIGTERM, name)

    def test_it_is_kept_from_children(self):
        """Programs started by the clock must not notify the service manager."""
        self.clock("--kiosk", "--feed", "echo notify=$NOTIFY_SOCKET. > \"$HOME/told\"; echo text",
                   NOTIFY_SOCKET=self.listen(), WATCHDOG_USEC=4_000_000)
        told = self.home / "told"
        eventually(lambda: told.exists() and told.read_text(), "the feed")
        self.assertEqual(told.read_text(), "notify=.\n")
