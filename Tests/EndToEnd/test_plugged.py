"""Several monitors under window managers, and monitors that appear and disappear there."""

import signal
import subprocess

import managers
from basics import eventually, never, tool
from hosts import Vnc
from managers import ManagerCase
from windows import FROZEN

WHOLE = 0, 0, 640, 480


class PluggedCase(ManagerCase):
    """A server with the events of real monitors."""

    output = "VNC-0"

    def begin(self):
        self.serve_by(Vnc("640x480"))

    def mode(self, name):
        self.xrandr("--output", self.output, "--mode", name)

    def assert_is_full_screen(self):
        """Full screen by the manager's list too."""
        window = self.viewer.find("ColourClock")
        if not window.get_attributes().override_redirect:
            eventually(lambda: self.is_full_screen(window), "the full screen state")


class Plugged:
    """Tests for every manager, whether it reacts to monitors or not."""

    def test_a_clock_on_each(self):
        """The manager's window may lie over all monitors."""
        halves = self.halves()
        for options in (("--kiosk",), ("--monitor", "all")):
            with self.subTest(options):
                self.clock(*FROZEN, *options)
                self.assert_clocks_on(*halves)

    def test_off_and_on_again(self):
        """A television that comes back in another mode, and then in its own."""
        for mode in ("--fullscreen", "--kiosk"):
            with self.subTest(mode):
                clock = self.clock(*FROZEN, mode)
                self.assert_clock_on(WHOLE)
                self.xrandr("--output", self.output, "--off")
                never(lambda: clock.process.poll() is not None, "an end", during=0.4)
                for name, box in (("800x600", (0, 0, 800, 600)), ("640x480", WHOLE)):
                    self.mode(name)
                    self.assert_clock_on(box)
                    self.assert_is_full_screen()

    def test_one_of_two_goes_and_comes_back(self):
        halves = self.halves()
        for options, shown in ((("--monitor", "primary"), halves[:1]), (("--kiosk",), halves)):
            with self.subTest(options):
                self.clock(*FROZEN, *options)
                self.assert_clocks_on(*shown)
                self.unsplit()
                self.assert_clock_on(WHOLE)
                self.halves()
                self.assert_clocks_on(*shown)
                self.assert_is_full_screen()


class Openbox(managers.Openbox, Plugged, PluggedCase):
    def test_not_the_primary_one(self):
        """The primary monitor stands in while the other one is away."""
        _, right = self.halves()
        self.clock(*FROZEN, "--monitor", "1")
        self.assert_clock_on(right)
        self.unsplit()
        self.assert_clock_on(WHOLE)
        self.halves()
        self.assert_clock_on(right)
        self.assert_is_full_screen()

    def test_a_manager_that_ends_full_screen(self):
        """The manager ends full screen when monitors change, before the clock reacts: that is no wish of the user, but
        later it is."""
        clock = self.clock(*FROZEN)
        window = clock.window()
        self.assert_clock_on(WHOLE)
        clock.signal(signal.SIGSTOP)
        self.mode("800x600")
        self.end_full_screen(window)
        clock.signal(signal.SIGCONT)
        self.assert_clock_on((0, 0, 800, 600))
        self.assert_is_full_screen()
        window = self.clock(*FROZEN).window()
        self.assert_clock_on((0, 0, 800, 600))
        self.end_full_screen(window)
        never(lambda: self.is_full_screen(window), "full screen again", during=0.5)

    def end_full_screen(self, window):
        eventually(lambda: self.is_full_screen(window), "full screen")
        order = tool("wmctrl"), "-r", "Colour Clock", "-b", "remove,fullscreen"
        subprocess.run(order, env=self.variables(), check=True)
        eventually(lambda: not self.is_full_screen(window), "an end of it")


class I3(managers.I3, Plugged, PluggedCase):
    pass


class Bspwm(managers.Bspwm, Plugged, PluggedCase):
    pass


class Matchbox(managers.Matchbox, Plugged, PluggedCase):
    pass


class Ratpoison(managers.Ratpoison, PluggedCase):
    """Its frame, within a border of a pixel, counts as the whole screen."""

    def test_a_clock_on_each(self):
        halves = self.halves()
        self.clock(*FROZEN, "--kiosk")
        self.assert_clocks_on(*halves)
        self.clock(*FROZEN, "--monitor", "all")
        self.assert_clocks_on((1, 1, 319, 478), (320, 1, 319, 478))
        self.unsplit()
        self.assert_clock_on((1, 1, 638, 478))

    def test_off_and_on_again(self):
        self.clock(*FROZEN, "--kiosk")
        self.assert_clock_on(WHOLE)
        self.xrandr("--output", self.output, "--off")
        for name, box in (("800x600", (0, 0, 800, 600)), ("640x480", WHOLE)):
            self.mode(name)
            self.assert_clock_on(box)
