"""Wayland compositors without hardware. Each has its own Xwayland for the clocks."""

import contextlib
import json
import os
import re
import signal
import subprocess
from pathlib import Path

from basics import eventually, tool
from hosts import HostCase, as_nobody
from windows import COLOUR, FROZEN

WIDTH, HEIGHT = 1280, 720
HEADLESS = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}


class CompositorCase(HostCase):
    """A compositor; run by another user if the tests run as root, since Sway refuses root."""

    # The compositor's command. It logs its clients' output.
    command = ()
    environment = {}

    def setUp(self):
        super().setUp()
        tool("Xwayland")  # Each compositor starts Xwayland.
        self.runtime = self.home / "runtime"
        self.runtime.mkdir(mode=0o700)
        self.told = self.home / "told"
        script = self.home / "tell"
        script.write_text(f"#!/bin/sh\nenv >'{self.told}.new'\nmv '{self.told}.new' '{self.told}'\nexec sleep 1000\n")
        script.chmod(0o755)
        self.files()
        self.own(self.home)

    def files(self):
        """The compositor's configuration files."""

    def variables(self, **more):
        return super().variables(**{"XDG_RUNTIME_DIR": self.runtime, **more})

    def await_number(self):
        """Waits for a free display number: wlroots 0.15 tries the first 33 only."""
        eventually(lambda: set(range(33)) - self.numbers(), "a free display below :33", within=120)

    @staticmethod
    def numbers():
        """The display numbers in use, by socket or lock file."""
        sockets = re.findall(r"/tmp/\.X11-unix/X(\d+)$", Path("/proc/net/unix").read_text(), re.MULTILINE)
        return {int(number) for number in (*sockets, *(path.name[2:-5] for path in Path("/tmp").glob(".X[0-9]*-lock")))}

    def compose(self, **more):
        """Starts the compositor, and waits until it reports the name of its display."""
        self.server, self.viewer = None, None
        self.await_number()
        command = [part.format(home=self.home) for part in self.command]
        self.compositor = self.host(*command, **{**self.environment, **more})
        lines = eventually(lambda: self.told.exists() and self.told.read_text(), lambda: f"{command[0]}: {self.said()}")
        told = dict(re.findall(r"(?m)^(\w+)=(.*)$", lines))
        self.meet(told["DISPLAY"], told.get("XAUTHORITY"), told.get("WAYLAND_DISPLAY"))

    def meet(self, name, authority, wayland):
        class Inner:
            pass

        Inner.name, Inner.authority = name, authority
        self.server, self.wayland = Inner, wayland
        # By default only the same user may connect.
        eventually(lambda: "access control" in self.order("xhost", "+local:")
                   or "local" in self.order("xhost"), "the X server")
        self.viewer = self.look(Inner)

    def wall(self, *options, **variables):
        """Starts a clock as the compositor's user. Returns its process."""
        return self.host(self.program, "--no-config", "--no-hint", *options, WAYLAND_DISPLAY=self.wayland, **variables)

    def host(self, program, *arguments, **variables):
        """Starts a program like other hosts; the program under test is not looked up as a tool."""
        if program != self.program:
            return super().host(program, *arguments, **variables)
        with open(self.log, "ab") as log:
            process = subprocess.Popen(
                as_nobody([program, *arguments]), env=self.variables(**variables), cwd=self.home,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        """Ends a process with all its children, even those in other sessions."""
        super().end(process)
        home = f"HOME={self.home}\0".encode()
        for pid in map(int, filter(str.isdigit, os.listdir("/proc"))):
            with contextlib.suppress(OSError):
                if home in Path(f"/proc/{pid}/environ").read_bytes() and pid != os.getpid():
                    os.kill(pid, signal.SIGKILL)

    def stop(self, process):
        process.terminate()
        process.wait(20)
        eventually(lambda: not self.viewer.find("ColourClock"), "an end of its window")

    def complaints(self):
        """The messages of the clocks."""
        return [line for line in self.said().splitlines() if line.startswith("colourclock: ")]

    def answer(self, what):
        """The status or health of the only clock."""
        done = subprocess.run(
            as_nobody([self.program, *(["status", "--json"] if what == "status" else ["send", what])]),
            env=self.variables(), cwd=self.home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True, timeout=20)
        return json.loads(done.stdout) if done.returncode == 0 else {}

    def status(self):
        return self.answer("status")

    def window(self):
        """The clock's window when it is on the screen."""

        def visible():
            window = self.viewer.find("ColourClock")
            return window if window and self.viewer.is_viewable(window) else None

        return eventually(visible, lambda: f"the window: {self.said()}")

    def places(self):
        """The positions of the windows on the server."""
        text = self.order("xrandr", "--listactivemonitors")
        places = re.findall(r"(\d+)/\d+x(\d+)/\d+\+(\d+)\+(\d+)", text)
        return [(int(x), int(y), int(width), int(height)) for width, height, x, y in places]

    def is_whole(self, window):
        """True if the manager reports full screen and the window covers a monitor."""
        return self.viewer.has_state(window, "FULLSCREEN") and self.viewer.box(window) in self.places()

    def assert_whole(self, what="", within=20.0):
        """The window covers its monitor, the clock's status agrees, and the picture is right."""
        window = self.window()
        eventually(
            lambda: self.is_whole(window),
            lambda: f"{what} full screen: {self.viewer.box(window)} of {self.places()}: {self.said()}", within)
        eventually(lambda: self.status().get("mode") == "full screen", lambda: f"{what} {self.status().get('mode')}")
        eventually(lambda: self.viewer.colour(window) == COLOUR, f"{what} the wall's colour")
        return window

    def shown(self, output=None):
        """The colours that the compositor shows in the corners of one or all outputs."""
        picture = subprocess.run(
            as_nobody([tool("grim"), *(["-o", output] if output else []), "-t", "ppm", "-"]),
            env=self.variables(WAYLAND_DISPLAY=self.wayland), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            timeout=20).stdout
        if not (head := re.match(rb"P6\s(\d+)\s(\d+)\s255\s", picture)):
            return set()
        width, height = int(head[1]), int(head[2])
        pixels = picture[head.end():]
        corners = [y * width + x for x in (1, width - 2) for y in (1, height - 2)]
        return {tuple(pixels[3 * place : 3 * place + 3]) for place in corners}


class Starts:
    """Tests that each compositor passes."""

    def test_full_screen_each_time(self):
        """Eight starts, with and without the option."""
        self.compose()
        for number in range(8):
            with self.subTest(number):
                process = self.wall(*FROZEN, *(["--fullscreen"] if number % 2 else []))
                self.assert_whole(number)
                self.stop(process)
        self.assertEqual(self.complaints(), [])

    def test_a_window_is_one(self):
        self.compose()
        self.wall(*FROZEN, "--window", "--geometry", "300x200")
        eventually(lambda: self.status().get("mode") == "window", lambda: f"{self.status()}")
        self.assertEqual((self.status()["isXwayland"], self.status()["limits"], self.complaints()), (True, [], []))

    def test_a_kiosk_is_seen_and_says_what_it_cannot_do(self):
        self.compose()
        self.wall(*FROZEN, "--kiosk")
        window = self.window()
        eventually(lambda: self.viewer.box(window) in self.places(), lambda: f"{self.viewer.box(window)}")
        eventually(lambda: self.viewer.colour(window) == COLOUR, "the wall's colour")
        eventually(lambda: self.status()["grabs"] == ["keyboard", "pointer"], lambda: f"{self.status()['grabs']}")
        (line,) = self.complaints()
        self.assertIn("Xwayland", line)
        for told in (self.status(), self.answer("health")):
            self.assertTrue(told["isXwayland"])
            self.assertEqual(len(told["limits"]), 2)
        self.assertEqual((self.status()["mode"], self.status()["inhibitors"]), ("kiosk", []))
        self.assert_seen()

    def assert_seen(self):
        """Checks the shown picture, if the compositor lets other programs read it."""


class Seen:
    """Tests for compositors whose pictures can be read."""

    def assert_seen(self):
        eventually(lambda: self.shown() == {COLOUR}, lambda: f"{COLOUR} in all corners: {self.shown()}")
