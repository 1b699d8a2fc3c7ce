"""The wall on Wayland compositors: its window, keeping the screen on, and the manual's configurations."""

import re
import shlex
import signal
import subprocess

from basics import eventually, never, tool
from bus_services import Bus, Login
from compositors import HEADLESS, HEIGHT, WIDTH, CompositorCase, Seen, Starts
from hosts import as_nobody
from shipping import ASSETS
from windows import COLOUR, FROZEN

PAGE = ASSETS / "shipped/colourclock-wayland.7"


def configuration(section):
    """The first configuration in that section of the page, as a reader copies it."""
    text = re.search(rf"(?ms)^\.Sh {section}$.*?^\.Bd -literal -offset indent\n(.*?)^\.Ed$", PAGE.read_text())[1]
    return text.replace("\\e", "\\").replace("\\-", "-")


class SwayCase(Seen, CompositorCase):
    command = ("sway", "-c", "{home}/sway.conf")
    environment = HEADLESS
    configuration = ""

    def files(self):
        self.environment = {**HEADLESS, "SWAYSOCK": self.runtime / "sway"}
        (self.home / "sway.conf").write_text(
            f"{self.configuration}\noutput HEADLESS-1 mode --custom {WIDTH}x{HEIGHT}\nexec {self.home}/tell\n")

    def tell(self, *words):
        answer = self.order("swaymsg", "--", *words, SWAYSOCK=self.runtime / "sway")
        assert "error" not in answer.lower(), answer
        return answer

    def type(self, *words):
        """Types keys like a real keyboard, which the compositor sees first."""
        self.order("wtype", *words, WAYLAND_DISPLAY=self.wayland)


class Sway(Starts, SwayCase):
    def test_full_screen_through_changes(self):
        self.compose()
        self.wall(*FROZEN)
        self.assert_whole("at first")
        one = "output HEADLESS-1"
        for change in (f"{one} mode --custom 1600x900", f"{one} scale 2", f"{one} scale 1", f"{one} transform 90",
                       f"{one} transform normal", "create_output", "workspace 2", "workspace 1",
                       f"{one} disable", f"{one} enable"):
            with self.subTest(change):
                before = self.places()
                self.tell(change)
                if change.startswith(one) and not change.endswith("able"):
                    eventually(lambda: self.places() != before, "other monitors")
                self.assert_whole(change)
        self.assertEqual(self.complaints(), [])

    def test_its_user_may_leave_the_full_screen(self):
        """A user's leaving is respected, however soon."""
        self.compose()
        self.wall(*FROZEN)
        window = self.assert_whole("at first")
        self.tell("fullscreen disable")
        eventually(lambda: self.status()["mode"] == "window", lambda: f"{self.status()['mode']}")
        never(lambda: self.viewer.has_state(window, "FULLSCREEN"), "a full screen", during=3.5)
        self.assertEqual((self.status()["mode"], self.complaints()), ("window", []))
        self.tell("fullscreen enable")
        self.assert_whole("again")

    def test_a_state_that_it_does_not_know(self):
        """An unsupported state is not reported as refused; the status tells the truth."""
        self.compose()
        self.wall(*FROZEN, "--window", "--above")
        eventually(lambda: self.status().get("mode") == "window", lambda: f"{self.status()}")
        never(lambda: self.complaints(), "a complaint", during=6)
        self.assertFalse(self.status()["isAbove"])
        self.assertNotIn("trouble", self.answer("health"))

    def idle(self, **variables):
        """A file that appears after two seconds without input, by swayidle."""
        dark = self.home / "dark"
        self.host("swayidle", "-w", "timeout", "2", f"touch {dark}", WAYLAND_DISPLAY=self.wayland, **variables)
        return dark

    def test_idleness_is_the_compositors(self):
        """Inhibitions at the Xwayland have no effect on the compositor, as the clock reports."""
        self.compose()
        self.wall(*FROZEN, "--inhibit")
        self.assert_whole()
        eventually(self.idle().exists, "darkness")
        self.assertEqual((self.status()["inhibitors"], len(self.status()["limits"])), ([], 1))

    def test_the_login_manager_keeps_the_screen_on(self):
        """swayidle respects the login manager's inhibition, until the clock ends."""
        bus = Bus(self.home, "system")
        self.addCleanup(bus.kill)
        login = Login(bus)
        self.addCleanup(login.close)
        self.compose()
        process = self.wall(*FROZEN, "--inhibit", DBUS_SYSTEM_BUS_ADDRESS=bus.address)
        eventually(lambda: self.status().get("inhibitors") == ["logind"], lambda: f"{self.status().get('inhibitors')}")
        self.assertEqual(self.status()["limits"], [])
        dark = self.idle(DBUS_SYSTEM_BUS_ADDRESS=bus.address)
        never(dark.exists, "darkness", during=4)
        process.send_signal(signal.SIGKILL)
        process.wait()
        eventually(dark.exists, "darkness after the end")


class SwayPage(SwayCase):
    """The manual's configuration."""

    def files(self):
        self.configuration = configuration("UNDER SWAY")
        super().files()

    def start_wall(self, *options):
        """Started by that configuration, whose clock reads the options file."""
        self.options_file("at 13:35:16", "speed 0", "shift off", "no-sync-badge", "no-hint", *options)
        self.compose(PATH=f"{self.home}/bin:/usr/bin:/bin")
        window = self.window()
        eventually(lambda: self.viewer.colour(window) == COLOUR, lambda: f"the wall: {self.said()}")
        return window

    def test_a_kiosk_that_no_key_leaves(self):
        self.start_wall()
        self.assert_seen()
        (clock,) = self.clocks()
        for keys in (["-M", "logo", "-k", "Return"], ["-M", "logo", "-M", "shift", "-k", "e"],
                     ["-M", "logo", "-k", "d"],
                     ["-M", "logo", "-M", "shift", "-k", "q"], ["-M", "logo", "-k", "f"], ["-M", "logo", "-k", "2"],
                     ["-M", "alt", "-k", "F4"], ["-M", "alt", "-k", "Tab"], ["-k", "F11"], ["-k", "q"],
                     ["-k", "Escape"]):
            self.type(*keys)
        self.assert_seen()
        self.assertEqual((self.clocks(), self.status()["mode"]), ([clock], "kiosk"))

    def test_it_is_started_again(self):
        self.start_wall()
        (clock,) = self.clocks()
        subprocess.run(as_nobody([tool("kill"), "-KILL", str(clock)]), check=True)
        eventually(lambda: [pid for pid in self.clocks() if pid != clock], "another clock")
        eventually(lambda: self.shown() == {COLOUR}, "the wall again")

    def test_no_idle_timer_runs_out_while_it_is_seen(self):
        """As a window of the compositor, which the page describes."""
        self.configuration = self.configuration.replace("--kiosk", "--fullscreen")
        SwayCase.files(self)
        self.start_wall()
        dark = self.home / "dark"
        self.host("swayidle", "-w", "timeout", "2", f"touch {dark}", WAYLAND_DISPLAY=self.wayland)
        never(dark.exists, "darkness", during=4)
        self.tell("workspace 2")
        eventually(dark.exists, "darkness where it is not seen")

    def test_two_outputs(self):
        self.start_wall("other-monitors colour")
        self.tell("create_output")
        eventually(lambda: len(self.places()) == 2, "two monitors")
        for output in ("HEADLESS-1", "HEADLESS-2"):
            eventually(lambda: self.shown(output) == {COLOUR}, lambda: f"{output}: {self.shown(output)}")


class Cage(Seen, Starts, CompositorCase):
    """Runs in a Sway, which shows its output: without a real display Cage 0.1.4 draws only once."""

    command = ("cage", "--", "{home}/tell")

    def files(self):
        (self.home / "sway.conf").write_text(
            f"xwayland disable\ndefault_border none\noutput HEADLESS-1 mode --custom {WIDTH}x{HEIGHT}\n"
            f"exec {self.home}/tell\n")

    def surround(self):
        """Starts that Sway, and waits for a display for Cage."""
        self.host("sway", "-c", self.home / "sway.conf", **HEADLESS)
        lines = eventually(lambda: self.told.exists() and self.told.read_text(), lambda: f"sway: {self.said()}")
        self.outer = re.search(r"(?m)^WAYLAND_DISPLAY=(.*)$", lines)[1]
        self.told.unlink()
        self.environment = {"WLR_BACKENDS": "wayland", "WLR_RENDERER": "pixman", "WAYLAND_DISPLAY": self.outer}
        self.await_number()

    def shown(self, output=None):
        inner, self.wayland = self.wayland, self.outer
        try:
            return super().shown(output)
        finally:
            self.wayland = inner

    def compose(self):
        self.surround()
        super().compose()


class CagePage(CompositorCase):
    """The command of the manual's unit, with an installed clock; checked by the server's windows."""

    def test_the_units_command(self):
        unit = configuration("UNDER CAGE").replace("\\\n", "").replace("@BIN@/colourclock", str(self.program))
        command = shlex.split(re.search(r"(?m)^ExecStart=(.*)$", unit)[1])
        self.assertEqual(command[-1], "--kiosk")
        self.options_file("at 13:35:16", "speed 0", "shift off", "no-sync-badge", "no-hint")
        self.await_number()
        self.host(command[0].removeprefix("/usr/bin/"), *command[1:], **HEADLESS)
        (pid,) = self.await_clocks(1)
        self.meet(self.variable(pid, "DISPLAY"), None, self.variable(pid, "WAYLAND_DISPLAY"))
        window = self.window()
        eventually(
            lambda: self.viewer.box(window) in self.places(), lambda: f"{self.viewer.box(window)}: {self.said()}")
        eventually(lambda: self.viewer.colour(window) == COLOUR, "the wall")
        self.assertEqual(self.status()["mode"], "kiosk")


class Weston(Starts, CompositorCase):
    command = ("weston", "--backend=headless-backend.so", "--use-pixman", "--xwayland", f"--width={WIDTH}",
               f"--height={HEIGHT}",
               "--no-config", "--idle-time=0", "--socket=wayland-5")

    def compose(self):
        """It starts no program itself, but prints its display."""
        self.server, self.viewer = None, None
        self.await_number()
        self.compositor = self.host(*self.command)
        # It starts slowly while other tests keep the processors busy.
        found = eventually(lambda: re.search(r"listening on display (:\d+)", self.said()), self.said, within=60)
        self.meet(found[1], None, "wayland-5")


class Mutter(Starts, CompositorCase):
    command = ("dbus-run-session", "--", "mutter", "--headless", "--wayland", "--virtual-monitor", f"{WIDTH}x{HEIGHT}",
               "--",
               "{home}/tell")
