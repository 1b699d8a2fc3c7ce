"""A simulated mouse and keyboard, and helpers for the tests of the controls."""

import shlex
import time

from Xlib import XK, X
from Xlib.ext import xtest

from basics import eventually, never
from shipping import ASSETS  # noqa: F401, sets the path for the next import
from support import Case

from bench_processes import of_tasks

FROZEN = ("--at", "13:35:16", "--speed", "0")
# The colours of 13:35:16 on the faces.
SCALED, FULL, LITERAL, CARRY = (0x8A, 0x95, 0x44), (0x90, 0x97, 0x45), (0x13, 0x35, 0x16), (0x90, 0x95, 0x44)


class Hand:
    """Sends input by the XTEST extension, which looks like input of a device."""

    def __init__(self, viewer):
        self.display = viewer.display
        self.down = []

    def move(self, *places):
        """Moves through these places without a pause."""
        for x, y in places:
            xtest.fake_input(self.display, X.MotionNotify, x=x, y=y)
        self.display.sync()

    def press(self, button=1):
        self.begin(X.ButtonPress, X.ButtonRelease, button)

    def release(self, button=1):
        self.end(X.ButtonRelease, button)

    def tap(self, button=1):
        """Presses and releases without a pause, so that a slow machine does not turn a tap into a hold."""
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self.display, kind, button)
        self.display.sync()

    def click(self, x, y):
        self.move((x, y))
        self.tap()

    def wheel(self, button, notches=1):
        """Notches in one direction: 4 up, 5 down, 6 left, 7 right. The server itself pauses for 20 ms between them, so
        that a slow machine does not split them."""
        for index in range(notches):
            xtest.fake_input(self.display, X.ButtonPress, button, 20 if index else 0)
            xtest.fake_input(self.display, X.ButtonRelease, button)
        self.display.sync()

    def press_key(self, name):
        self.begin(X.KeyPress, X.KeyRelease, self.code(name))

    def release_key(self, name):
        self.end(X.KeyRelease, self.code(name))

    def flick(self, start, *places):
        """Presses, moves and releases without pauses, so that a slow machine does not change the speed."""
        for kind, x, y in [(X.MotionNotify, *start), (X.ButtonPress, 0, 0), *((X.MotionNotify, *to) for to in places)]:
            xtest.fake_input(self.display, kind, detail=int(kind == X.ButtonPress), x=x, y=y)
        xtest.fake_input(self.display, X.ButtonRelease, 1)
        self.display.sync()

    def let_go(self):
        for kind, detail in list(self.down):
            self.end(kind, detail)

    def code(self, name):
        return self.display.keysym_to_keycode(XK.string_to_keysym(name))

    def begin(self, kind, ending, detail):
        xtest.fake_input(self.display, kind, detail)
        self.display.sync()
        self.down.append((ending, detail))

    def end(self, kind, detail):
        self.down.remove((kind, detail))
        xtest.fake_input(self.display, kind, detail)
        self.display.sync()


class HandCase(Case):
    """A test that operates a clock."""

    def setUp(self):
        super().setUp()
        self.hand = Hand(self.viewer)
        self.addCleanup(self.hand.let_go)

    def has_bar(self, window):
        """True if the bar of controls is visible, at 640x480: the left part of its row has more than one colour."""
        return len(set(self.viewer.pixels(window, 0, 443, 140, 1))) > 1

    def may_be_late(self, base=0.5):
        """How late a command may be, in seconds: `base`, and the time since its start for which the clock waited for a
        processor."""
        return base + self.queued()

    def queued(self):
        return sum(of_tasks([self.present.pid], "schedstat", r"^\d+ (\d+)").values()) / 1e9

    def command(self, name="ran"):
        """A command that logs the times of its runs."""
        return f"date +%s.%N >> {shlex.quote(str(self.home / name))}"

    def runs(self, name="ran"):
        """The times at which that command has run."""
        path = self.home / name
        return [float(line) for line in path.read_text().splitlines()] if path.exists() else []

    def assert_ran_once(self, name="ran", during=0.5):
        """The command has run exactly once."""
        eventually(lambda: self.runs(name), f"a run of {name}")
        never(lambda: len(self.runs(name)) > 1, "a second run", during)

    def assert_ticks(self, clock, window):
        """The clock runs and shows successive seconds."""
        self.let_tick(window)
        self.assertIsNone(clock.process.poll())

    def assert_colour(self, window, colour):
        eventually(lambda: self.viewer.colour(window) == colour, lambda: f"{colour}, but {self.viewer.colour(window)}")

    def still(self, window):
        """The picture, as soon as nothing moves any more. A clock without a processor does not rest."""

        def has_stopped():
            before, waited = self.viewer.picture(window), self.queued()
            time.sleep(0.15)
            after = self.viewer.picture(window)
            return after if after == before and self.queued() < waited + 0.1 else None

        return eventually(has_stopped, "an end of the movement")

    def assert_back(self, window, picture):
        eventually(lambda: self.viewer.picture(window) == picture, "the picture of before")

    def assert_quits(self, clock, complaints=""):
        self.quit()
        self.assertEqual(clock.end(), (0, complaints))
