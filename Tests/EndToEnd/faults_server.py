"""Faults of the X server and of the connection to it."""

import contextlib
import os
import resource
import signal
import time
import unittest
from pathlib import Path

from Xlib import X
from Xlib.error import BadDrawable, BadMatch, BadWindow

from colours import second_of_day
from faults import BOTH, PACED, SCREEN, Fault, Plan, Tries
from faults_left import Leaving
from x_proxy import Meddling

# Extensions that Xvfb can run without. Without XFIXES, Debian 12's Xvfb aborts as soon as a client leaves.
EXTENSIONS = ("Composite", "DAMAGE", "DOUBLE-BUFFER", "DPMS", "Present", "MIT-SCREEN-SAVER", "MIT-SHM", "RANDR",
              "RECORD",
              "RENDER", "SECURITY", "SYNC", "X-Resource", "XINERAMA", "XTEST", "XVideo")
# Extensions that Xvfb needs. The proxy display hides them: all of those that the clock or its libraries ask for.
HIDDEN = ("XFIXES", "XInputExtension", "XKEYBOARD", "BIG-REQUESTS")
LOST = "X server"


class Killed(Leaving):
    """The server is killed at any moment, from the clock's first instructions on. Then a new server and a new clock
    start."""

    name, note = "server killed", "exit 1, one line; nothing kept is lost"

    def attempt(self, number):
        self.wall("--inhibit")
        if number % 2:
            self.await_all()
        time.sleep(self.random.uniform(0, 0.12))
        self.kill_server()
        self.assert_ended(1, LOST)
        self.assert_nothing_runs()
        self.assert_state("--inhibit")
        self.serve_again()
        self.wall("--inhibit", kept=False)
        span = self.recovery("--inhibit")
        self.assert_state("--inhibit")
        self.close_clock()
        return span

    def kill_server(self):
        """Kills the server but reserves its number. Otherwise the clock could connect to another test's server."""
        lock, own = Path(f"/tmp/.X{self.server.number}-lock"), Path(f"/tmp/.X{self.server.number}-lock-{os.getpid()}")
        own.write_text(f"{os.getpid():10}\n")
        own.rename(lock)
        self.addCleanup(lock.unlink, missing_ok=True)
        self.server.close(kill=True)


class Restarted(Leaving):
    """The server ends as at log-out, and so do all clients. A new clock on a new server shows the same."""

    name, note = "server ended and started again", "exit 1, one line; the second clock is as the first"

    def attempt(self, number):
        self.wall("--kiosk")
        self.await_all()
        self.recovery("--kiosk")
        self.server.close()
        self.assert_ended(1, LOST)
        self.assert_nothing_runs()
        self.serve_again()
        self.wall("--kiosk", kept=False)
        span = self.recovery("--kiosk")
        self.prove_kiosk()
        self.close_clock()
        return span


class Stopped(Fault):
    """The server does not answer for a while."""

    name, note = "server stopped (SIGSTOP)", "0.02 to 1.5 s"
    is_fresh = False

    def begin(self):
        super().begin()
        self.clock("--utc", "--fade", "0", "--hold-button", "never", "--control", self.socket)
        self.window = self.present.painted()

    def attempt(self, number):
        self.server.process.send_signal(signal.SIGSTOP)
        try:
            time.sleep(self.random.uniform(0.02, 1.5))
        finally:
            self.go_on()
        return self.back()

    def go_on(self):
        self.server.process.send_signal(signal.SIGCONT)

    def back(self):
        return self.until(
            lambda: self.is_present() and self.is_fresh_paint(), "the present second, and all of its picture")

    def is_present(self):
        before = time.time()
        shown = second_of_day(self.viewer.colour(self.window))
        return shown in (int(before) % 86_400, int(time.time()) % 86_400)


class StoppedLong(Tries, unittest.TestCase):
    """Dozens of stopped servers with a clock each, for a minute at the same time, since one after another would take
    hours. They continue one by one, so that each clock is checked alone."""

    name = "server stopped for a minute (SIGSTOP)"
    note = "40 servers at once, each with its clock, which go on one after the other"
    together = 40
    kind = Stopped

    def begin(self):
        self.kind.setUpClass()
        self.parts = []

    def attempt(self, number):
        if not self.parts:
            self.stop(min(self.together, Plan.first + Plan.tries - number))
        part = self.parts.pop(0)
        part.go_on()
        span = part.back()
        part.doCleanups()
        return span

    def stop(self, count):
        """Stops so many more servers, and waits until they have been stopped for a minute."""
        for _ in range(count):
            part = self.kind("test_tries")
            self.addCleanup(part.doCleanups)
            part.setUp()
            part.begin()
            self.parts.append(part)
        for part in self.parts:
            part.server.process.send_signal(signal.SIGSTOP)
            part.addCleanup(part.go_on)
        time.sleep(Plan.minute)


class ProxyFault(Fault):
    """A fault of the display between clock and server."""

    def through(self, **more):
        self.proxy = Meddling(self.server.number, **more)
        self.addCleanup(self.close_proxy)

    def close_proxy(self):
        with contextlib.suppress(FileNotFoundError):
            self.proxy.close()

    def keep(self, *options):
        """For the clock's display."""
        super().keep(*options)
        self.state_file.write_text(self.state_file.read_text().replace(self.walls()[0], self.walls()[0].replace(
            self.server.name, self.proxy.name)))


class NoExtensions(ProxyFault):
    """A server without a random set of extensions, with one or all of the indispensable ones hidden."""

    name = "server without extensions"
    note = "half of them, by chance, and one or all of the four others that are asked for"
    # Hide none of them, each alone, or all.
    hidden = ((), *((each,) for each in HIDDEN), HIDDEN)

    def begin(self):
        self.without = [each for each in EXTENSIONS if self.random.random() < 0.5]
        self.serve(SCREEN, *(word for each in self.without for word in ("-extension", each)))

    def attempt(self, number):
        self.through(hides=self.hidden[number % len(self.hidden)])
        options = ("--kiosk",) if self.random.random() < 0.5 else ()
        # Without RENDER letters have different edges. Without RANDR the size of the monitor in millimetres is not
        # known, so the controls have another size, and leave a ring on a small wall another room. Options without
        # effect tell these pictures apart.
        key = (*options, *("--no-config" for each in self.without if each == "RENDER"),
               *("--hex" for each in self.without if each == "RANDR"))
        self.wall(*key, DISPLAY=self.proxy.name)
        span = self.recovery(*key)
        if options:
            self.assert_grabs()
        self.prove(*key)
        self.await_state(*key)
        # Only a kiosk hides the pointer.
        unasked = set(self.proxy.hides) - self.proxy.hidden - (set() if options else {"XFIXES"})
        assert not unasked, f"{unasked} were not asked for"
        self.close_clock()
        return span


class Cut(Leaving, ProxyFault):
    """The connection is cut after so many bytes of either side, mostly in the middle of a request or reply."""

    name, note = "connection cut in the middle", "after 1 to 200,000 bytes of either side; exit 1, one line"

    def attempt(self, number):
        limit = round(10 ** self.random.uniform(0, 5.3))
        self.through(edits=False, limits=(limit, None) if self.random.random() < 0.5 else (None, limit))
        self.wall("--inhibit", DISPLAY=self.proxy.name)
        end = time.monotonic() + 0.6
        while self.present.process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        # The clock has sent fewer bytes than the cut needs.
        self.proxy.cut()
        self.assert_ended(1, LOST)
        self.assert_state("--inhibit")
        self.assert_nothing_left()


class NoPixmaps(ProxyFault):
    """The server has no memory for pixmaps, from the start or later. Afterwards it has enough again."""

    name, note = "no memory for pixmaps (BadAlloc)", "for all or some requests; right again at the next repaint"
    is_fresh = True

    def attempt(self, number):
        self.through()
        chance = self.random.choice((0.1, 0.5, 1))
        self.starving = number % 2 == 0
        self.proxy.starves = lambda: self.starving and self.random.random() < chance
        self.wall(DISPLAY=self.proxy.name)
        window = self.present.window()
        if number % 2:
            self.recovery()
            self.starving = True
            window.configure(width=self.random.randint(1, 600), height=self.random.randint(1, 400))
            self.viewer.display.sync()
        watch = self.watch()
        while not self.proxy.starved:
            window.configure(width=self.random.randint(1, 600), height=self.random.randint(1, 400))
            self.viewer.display.sync()
            self.ask("status")
            assert watch.look() < 20, "no pixmap was refused"
        self.starving = False
        window.configure(x=0, y=0, width=self.server.width, height=self.server.height)
        self.viewer.display.sync()
        # A frozen wall does not paint by itself, and after a failed attempt it waits for a second.
        span = self.until(self.repainted, "the right picture", within=PACED)
        self.assert_state()
        return span

    def repainted(self):
        self.present.signal(signal.SIGUSR1)
        time.sleep(0.02)
        return self.shown() == self.known[()][0]


class Numbers(ProxyFault):
    """A client has a limited range of resource IDs, usually two million. When all were used, it asks the server for
    free ones. Here that happens after minutes instead of months."""

    name, note = "numbers of resources run out", "after 63 to 1,023 of two million"

    def attempt(self, number):
        self.through(numbers=2 ** self.random.randint(6, 10) - 1)
        self.wall(DISPLAY=self.proxy.name)
        self.recovery()
        watch = self.watch()
        while self.proxy.greatest <= self.proxy.numbers:
            for words in self.random.choice(((["message", f"{self.proxy.greatest}", "--id", "n"], ["dismiss", "n"]),
                                             (["gallery", "open"], ["gallery", "close"]),
                                             (["snapshot", str(self.home / "shot.png")],))):
                self.order(*words)
                time.sleep(self.random.uniform(0, 0.05))
            assert watch.look() < 60, f"{self.proxy.greatest} of {self.proxy.numbers} numbers were used"
        # The gallery and the message disappear.
        span = self.recovery()
        self.assert_state()
        self.close_clock()
        return span


class NoGrabs(Fault):
    """Another client has grabbed the keyboard, the pointer or both. The kiosk grabs them when they are free."""

    name, note = "grabs refused", "while a kiosk starts and for 0 to 0.6 s more; then it is until both are held"
    is_fresh = False

    def begin(self):
        super().begin()
        self.other = self.look(self.server)

    def attempt(self, number):
        self.keep("--kiosk")
        root, now = self.other.root, X.CurrentTime
        modes = self.random.choice([(X.GrabModeAsync, X.GrabModeAsync), (X.GrabModeSync, X.GrabModeSync)])
        held = self.random.choice(("keyboard", "pointer", "both"))
        taken = [] if held == "pointer" else [root.grab_keyboard(False, *modes, now)]
        taken += [] if held == "keyboard" else [root.grab_pointer(False, 0, *modes, X.NONE, X.NONE, now)]
        assert set(taken) == {X.GrabSuccess}, f"{held} could not be held: {taken}"
        self.wall("--kiosk", kept=False)
        self.recovery("--kiosk")
        assert self.grabs() != BOTH, "it says that it has what others hold"
        time.sleep(self.random.uniform(0, 0.6))
        for ungrab in (self.other.display.ungrab_keyboard, self.other.display.ungrab_pointer):
            ungrab(now)
        self.other.display.sync()
        span = self.until(lambda: self.grabs() == BOTH, "both grabs")
        self.prove_kiosk()
        self.close_clock()
        return span


class Starved(Fault):
    """Sizes from 1x1 to 32767x32767, dozens at once, on a server with limited memory; then the old size."""

    name, note = "resize storms, 1x1 to 32767x32767", "30 sizes at once; the server has 1 GB"
    is_fresh = False

    def begin(self):
        super().begin()
        resource.prlimit(self.server.process.pid, resource.RLIMIT_AS, (1 << 30, 1 << 30))
        self.wall()
        self.window = self.present.painted()
        self.window.configure(width=32767, height=32767)
        self.until(lambda: self.window.get_geometry().width == 32767, "a window of the greatest size")

    def attempt(self, number):
        for _ in range(30):
            width, height = (min(32767, round(2 ** self.random.uniform(0, 15.1))) for _ in "wh")
            self.window.configure(width=width, height=height)
            if self.random.random() < 0.1:
                self.viewer.display.sync()
                time.sleep(self.random.uniform(0, 0.02))
        self.window.configure(x=0, y=0, width=self.server.width, height=self.server.height)
        with contextlib.suppress(BadMatch, BadWindow, BadDrawable):
            self.viewer.display.sync()
        return self.recovery()


FAULTS = (Killed, Restarted, Stopped, StoppedLong, NoExtensions, Cut, NoPixmaps, Numbers, NoGrabs, Starved)
