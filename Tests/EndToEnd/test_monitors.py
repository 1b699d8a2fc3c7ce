"""A whole clock on each monitor, however monitors appear, disappear and rotate."""

import os
import random
import re
import signal
import threading
import time

from basics import eventually, never, tool
from hosts import HostCase, Vnc
from shipping import ASSETS  # noqa: F401, sets the path for the last import
from support import Server
from windows import COLOUR, FROZEN

from bench_processes import withheld

# Different sizes, and an area below the smaller ones that no monitor shows.
LEFT, MIDDLE, RIGHT = (0, 0, 320, 240), (320, 0, 240, 200), (560, 0, 160, 240)
MARK = (0x12, 0x34, 0x56)


class Choice(HostCase):
    def setUp(self):
        super().setUp()
        self.serve("720x240x24")
        self.split(LEFT, MIDDLE, RIGHT, output="screen")
        self.viewer.root.change_attributes(background_pixel=0x123456)
        self.viewer.root.clear_area()
        self.viewer.display.sync()

    def test_which(self):
        """Numbers and names as `xrandr --listmonitors` prints them, with the primary one first."""
        every = LEFT, MIDDLE, RIGHT
        for options, chosen in (
                ((), (LEFT,)), (("--kiosk",), every), (("--monitor", "all"), every),
                (("--monitor", "primary"), (LEFT,)), (("--monitor", "M1"), (MIDDLE,)), (("--monitor", "2"), (RIGHT,)),
                (("--monitor", "0"), (LEFT,)), (("--kiosk", "--other-monitors", "leave", "--monitor", "1"), (MIDDLE,))):
            with self.subTest(options):
                self.clock(*FROZEN, *options)
                self.assert_clocks_on(*chosen)
                for box in every:
                    if box not in chosen:
                        self.assert_plain(box, MARK)

    def test_the_root(self):
        """On a window over all monitors nothing is split, and nothing of a removed monitor is left."""
        self.clock(*FROZEN, "--root")
        self.assert_clocks_on(LEFT, MIDDLE, RIGHT)
        self.assert_plain((320, 200, 240, 40), (0, 0, 0))
        self.xrandr("--delmonitor", "M1")
        self.assert_plain(MIDDLE, (0, 0, 0))
        self.assert_clocks_on(LEFT, RIGHT)
        self.monitors.remove("M1")
        self.unsplit()
        self.assert_clock_on((0, 0, 720, 240))

    def test_the_others(self):
        for options, colour in (
                (("--monitor", "M1", "--other-monitors", "black"), (0, 0, 0)),
                (("--monitor", "M1", "--other-monitors", "colour"), COLOUR),
                (("--monitor", "M1", "--other-monitors", "leave"), MARK),
                (("--monitor", "M1", "--kiosk"), (0, 0, 0))):
            with self.subTest(options):
                self.clock(*FROZEN, *options)
                self.assert_clock_on(MIDDLE)
                for box in (LEFT, RIGHT):
                    self.assert_plain(box, colour)

    def test_all_tick_together(self):
        """All clocks and colours show the same second at any time."""
        self.clock("--utc", "--fade", "0", "--monitor", "all")
        self.assert_ticks_together((2, 2), (322, 2), (562, 2))
        self.clock("--utc", "--fade", "0", "--monitor", "1", "--other-monitors", "colour")
        self.assert_ticks_together((2, 2), (322, 2), (562, 2))

    def assert_ticks_together(self, *points):
        def colours():
            self.viewer.display.grab_server()
            seen = [self.viewer.colour(self.viewer.root, *point) for point in points]
            self.viewer.display.ungrab_server()
            self.viewer.display.sync()
            return seen

        eventually(lambda: len(set(colours())) == 1 and colours()[0] != MARK, lambda: f"one colour, but {colours()}")
        seen, apart = set(), 0.0
        parties = self.present.pid, self.server.process.pid, os.getpid()
        waited = withheld(*parties)
        start = time.monotonic()
        while (begin := time.monotonic()) < start + 2.5 or len(seen) < 3:
            self.assertLess(begin, start + 20, seen)
            now = colours()
            apart += time.monotonic() - begin if len(set(now)) > 1 else 0
            seen.add(now[0])
        # The milliseconds between painting one and the other, and the time for which the machine withheld processors.
        self.assertLess(apart, 0.03 + withheld(*parties) - waited)

    def test_one_that_goes_and_comes_back(self):
        """Without output events: the server only reports a new configuration of the root."""
        self.clock(*FROZEN, "--monitor", "M2", "--other-monitors", "colour")
        self.assert_clock_on(RIGHT)
        self.xrandr("--delmonitor", "M2")
        self.assert_clock_on(LEFT)
        self.assert_plain(MIDDLE, COLOUR)
        self.xrandr("--setmonitor", "M2", "160/100x240/100+560+0", "none")
        self.assert_clock_on(RIGHT)
        self.assert_plain(LEFT, COLOUR)

    def test_one_that_is_not_there(self):
        """One line, once, whatever happens to the layout; the clock moves to the monitor when it appears."""
        for option, name in (("M9", "M9"), ("3", "M9")):
            with self.subTest(option):
                clock = self.clock(*FROZEN, "--monitor", option, "--other-monitors", "black")
                self.assert_clock_on(LEFT)
                self.xrandr("--delmonitor", "M2")
                self.assert_plain(RIGHT, MARK)
                self.xrandr("--setmonitor", "M2", "160/100x240/100+560+0", "none")
                self.assert_plain(RIGHT, (0, 0, 0))
                self.xrandr("--setmonitor", name, "160/100x40/100+320+200", "none")
                self.assert_clock_on((320, 200, 160, 40))
                self.xrandr("--delmonitor", name)
                self.assert_clock_on(LEFT)
                clock.signal(signal.SIGTERM)
                self.assert_ends(clock, -signal.SIGTERM, f"no monitor '{option}'")

    def test_another_layout(self):
        """With the same number of monitors, and with fewer."""
        self.clock(*FROZEN, "--kiosk")
        self.assert_clocks_on(LEFT, MIDDLE, RIGHT)
        for name in ("M0", "M1", "M2"):
            self.xrandr("--delmonitor", name)
        self.assert_clock_on((0, 0, 720, 240))
        top, bottom = (0, 0, 720, 100), (0, 100, 720, 140)
        self.split(top, bottom, output="screen")
        self.assert_clocks_on(top, bottom)


class Changes(HostCase):
    """A dozen layouts one after another, observed all the time."""

    LAYOUTS = (
        ((0, 0, 360, 120),), ((0, 0, 180, 120), (180, 0, 180, 120)), ((0, 0, 360, 50), (0, 50, 360, 70)),
        ((0, 0, 160, 120), (160, 0, 120, 100), (280, 0, 80, 120)))
    WALL, BARE = 0x8A9544, 0

    def test_nothing_wrong_in_between(self):
        """Each pixel belongs to the old layout, to the new one, or to an empty wall or screen."""
        self.serve("360x120x24")
        self.clock(*FROZEN, "--kiosk")
        self.assert_clocks_on(*self.LAYOUTS[0])
        old = self.frame(self.viewer)
        for layout in [random.choice(self.LAYOUTS[1:]), *self.LAYOUTS * 3][:12]:
            frames = self.change(layout)
            new = self.frame(self.viewer)
            for frame in frames - {old, new}:
                wrong = sum(pixel not in (was, now, self.WALL, self.BARE)
                            for pixel, was, now in zip(*map(self.numbers, (frame, old, new))))
                self.assertEqual(wrong, 0, f"pixels on the way to {layout}")
            old = new

    def change(self, layout):
        """All pictures on the way to that layout."""
        frames, watcher = set(), self.look(self.server)
        is_over = threading.Event()

        def watch():
            while not is_over.is_set():
                frames.add(self.frame(watcher))

        thread = threading.Thread(target=watch)
        thread.start()
        try:
            self.lay(layout)
            self.assert_clocks_on(*layout)
        finally:
            is_over.set()
            thread.join()
        return frames

    def lay(self, layout):
        """Sets the layout at once during a server grab; a slow machine might otherwise show the clock a part of it."""
        self.present.signal(signal.SIGSTOP)
        listed = self.run_command([tool("xrandr"), "--listmonitors"]).output
        for name in re.findall(r"\b(M\d+) ", listed):
            self.xrandr("--delmonitor", name)
        if len(layout) > 1:
            self.split(*layout, output="screen")
        self.present.signal(signal.SIGCONT)

    def frame(self, viewer):
        return bytes(viewer.picture(viewer.root))

    @staticmethod
    def numbers(frame):
        """The colours of its pixels, as numbers."""
        return [pixel & 0xFFFFFF for pixel in memoryview(frame).cast("I")]


class NoRandR(HostCase):
    def test_one_clock_over_all(self):
        self.serve("320x240x24", "-extension", "RANDR")
        for mode in ("--fullscreen", "--kiosk"):
            with self.subTest(mode):
                self.clock(*FROZEN, mode)
                self.assert_clock_on((0, 0, 320, 240))


class HotPlug(HostCase):
    """A server with the events of real monitors."""

    MODES = "800x600", "1024x768", "640x480"

    def setUp(self):
        super().setUp()
        self.serve_by(Vnc("640x480"))

    @staticmethod
    def box(mode):
        return (0, 0, *map(int, mode.split("x")))

    def test_modes(self):
        for options in (("--fullscreen",), ("--kiosk",)):
            clock = self.clock(*FROZEN, *options)
            for mode in self.MODES:
                with self.subTest(options=options, mode=mode):
                    self.mode(mode)
                    self.assert_clock_on(self.box(mode))
            self.assertIsNone(clock.process.poll())

    def test_bursts(self):
        """After several quick changes, only the last layout matters."""
        clock = self.clock(*FROZEN, "--kiosk")
        self.assert_clock_on((0, 0, 640, 480))
        for _ in range(3):
            for mode in ("800x600", "1024x768", "800x600", random.choice(self.MODES)):
                self.mode(mode)
            self.assert_clock_on(self.box(mode))
        self.assertIsNone(clock.process.poll())

    def test_switched_off_and_on_again(self):
        """No monitor for a while, like a TV that is off; then full screen as before."""
        for options in (("--fullscreen",), ("--kiosk",)):
            with self.subTest(options):
                clock = self.clock(*FROZEN, *options)
                self.assert_clock_on((0, 0, 640, 480))
                self.xrandr("--output", "VNC-0", "--off")
                never(lambda: clock.process.poll() is not None, "an end", during=0.6)
                self.mode("800x600")
                self.assert_clock_on((0, 0, 800, 600))
                self.mode("640x480")
                self.assert_clock_on((0, 0, 640, 480))

    def test_one_of_two(self):
        """A user-defined monitor over an output that changes its mode."""
        left, right = (0, 0, 320, 480), (320, 0, 320, 480)
        self.split(left, right, output="VNC-0")
        self.clock(*FROZEN, "--kiosk")
        self.assert_clocks_on(left, right)
        self.xrandr("--delmonitor", "M1")
        self.assert_clock_on(left)
        self.xrandr("--delmonitor", "M0")
        self.assert_clock_on((0, 0, 640, 480))

    def test_a_window_stays_a_window(self):
        clock = self.clock(*FROZEN, "--geometry", "200x100+10+20")
        self.assert_clock_on((10, 20, 200, 100))
        self.mode("800x600")
        self.assert_clock_on((10, 20, 200, 100))
        self.assertIsNone(clock.process.poll())


class Xephyr(Server):
    """A server in a window of another one, which can be rotated."""

    def __init__(self, outer, size="320x240"):
        super().__init__(f"{size}x24", program="Xephyr", geometry=("-screen", size, "-resizeable"),
                         environment={"DISPLAY": outer.name, "PATH": "/usr/bin:/bin"})


class Rotation(HostCase):
    def test_turned(self):
        outer = Server("800x800x24")
        self.addCleanup(outer.close)
        self.serve_by(Xephyr(outer))
        for options in (("--fullscreen",), ("--kiosk",)):
            self.clock(*FROZEN, *options)
            for way, box in (("left", (0, 0, 240, 320)), ("normal", (0, 0, 320, 240)), ("right", (0, 0, 240, 320)),
                             ("normal", (0, 0, 320, 240))):
                with self.subTest(options=options, way=way):
                    self.xrandr("--output", "default", "--rotate", way)
                    self.assert_clock_on(box)
