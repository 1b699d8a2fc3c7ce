"""Fixtures: private X servers, the clock's process, and the base class of the tests."""

import contextlib
import json
import os
import random
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from Xlib.error import ConnectionClosedError

import sanitized
from basics import BINARY, Watch, eventually, mortal, tool
from viewer import Viewer


class Server:
    """A private X server, by default Xvfb; `screen` is WIDTHxHEIGHTxDEPTH.

    With `authority` it demands a cookie, which it stores in that file. Without `number` it takes the first free one,
    which another test may reuse after it ends.
    """

    def __init__(self, screen="640x480x24", *options, authority=None, program="Xvfb", geometry=None,
                 environment=None, number=None):
        self.authority = authority
        if authority:
            # The server accepts the cookie for any display name.
            self.add_cookie(":0")
            options += ("-auth", authority)
        readable, writable = os.pipe()
        geometry = geometry or ("-screen", 0, screen)
        if number is not None:
            options += (f":{number}",)
        command = [tool(program), "-displayfd", writable, *geometry, "-nolisten", "tcp", "-noreset", *options]
        self.process = subprocess.Popen(
            mortal(command, "TERM"), env=environment, pass_fds=[writable], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(writable)
        with open(readable) as number:
            # The server writes its number when it is ready; it ends without one if it cannot start.
            self.name = f":{number.readline().strip()}"
        if self.name == ":":
            self.close()
            raise AssertionError(f"{program} does not start with {' '.join(map(str, command[3:]))}")
        if authority:
            self.add_cookie(self.name)
        self.width, self.height, self.depth = map(int, screen.split("x"))

    @property
    def number(self):
        return int(self.name[1:])

    def add_cookie(self, display):
        xauth(self.authority, "add", display, ".", "0123456789abcdef" * 2)

    def close(self, kill=False):
        """Ends the server properly; with `kill` it leaves its lock and socket behind."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.kill() if kill else self.process.terminate()
            self.process.wait(10)
        self.process.kill()
        self.process.wait()


def number_apart():
    """A free display number outside of the range that servers search from 0."""
    free = [number for number in range(700, 1000) if not Path(f"/tmp/.X11-unix/X{number}").exists()]
    return random.SystemRandom().choice(free)


def xauth(file, *arguments):
    subprocess.run([tool("xauth"), "-q", "-f", file, *arguments], check=True, capture_output=True)


class Clock:
    """A running clock."""

    def __init__(self, command, variables, viewer):
        self.viewer = viewer
        self.process = subprocess.Popen(
            mortal(command), env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True)

    @property
    def pid(self):
        return self.process.pid

    def window(self, within=20.0):
        """Waits for the clock's window to be on the screen, and returns it."""

        def visible():
            window = self.viewer.find("ColourClock")
            assert window or self.process.poll() is None, f"the clock is gone: {self.process.communicate()}"
            return window if window and self.viewer.is_viewable(window) else None

        return eventually(visible, "a window", within)

    def painted(self):
        """Waits for the clock's window to show labels, and returns it."""
        window = self.window()
        _, _, width, height = self.viewer.box(window)
        eventually(lambda: len(set(self.viewer.pixels(window, 0, 0, width, height))) > 1, "labels")
        return window

    def signal(self, number):
        self.process.send_signal(number)

    def sleeps(self):
        """The number of voluntary context switches so far: one for each wake-up."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("voluntary_ctxt_switches")).split()[1])

    def end(self, within=20.0):
        """Waits for the clock to end. Returns the exit status and standard error."""
        try:
            _, complaints = self.process.communicate(timeout=within)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"the clock still runs after {within} s") from None
        return self.process.returncode, complaints

    def close(self):
        self.process.kill()
        with contextlib.suppress(ValueError):  # already read to the end
            self.process.communicate(timeout=20)
        with contextlib.suppress(ConnectionClosedError):
            eventually(lambda: not self.viewer.find("ColourClock"), "the window of a killed clock to go")


class Answer:
    """The result of a run that ends by itself."""

    def __init__(self, command, variables, within):
        with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as complaints:
            process = subprocess.Popen(
                mortal(command), env=variables, stdin=subprocess.DEVNULL, stdout=output, stderr=complaints)
            watch = Watch(process.pid)
            try:
                _, status, usage = eventually(lambda: self.ended(process.pid, watch), f"the end of {command}", within)
            except AssertionError:
                process.kill()
                process.wait()
                raise
            self.status = process.returncode = os.waitstatus_to_exitcode(status)
            # Peak resident memory in bytes.
            self.peak = usage.ru_maxrss << 10
            for stream in (output, complaints):
                stream.seek(0)
            self.output, self.complaints = output.read(), complaints.read()

    def ended(self, pid, watch):
        if not os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            return None
        # Without the time for which it waited for a busy processor, which is known until its status is collected.
        self.seconds = watch.look()
        return os.wait4(pid, 0)


def picture(path):
    """Width, height and RGB bytes of a PNG file."""
    data = subprocess.run([tool("pngtopnm"), path], capture_output=True, check=True).stdout
    kind, width, height, greatest = data.split(maxsplit=4)[:4]
    assert (kind, greatest) == (b"P6", b"255"), f"{path} is a {kind} of {greatest}"
    return int(width), int(height), data[-3 * int(width) * int(height) :]


class Case(unittest.TestCase):
    """A test with a server for the whole class and an empty home for each test."""

    screen = "640x480x24"

    @classmethod
    def setUpClass(cls):
        cls.server = Server(cls.screen)
        cls.addClassCleanup(cls.server.close)

    def setUp(self):
        sanitized.leave_out(self)
        self.home = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="colourclock-e2e-")))
        self.home.chmod(0o755)
        self.viewer = self.look(self.server) if self.server else None
        self.present = None

    @property
    def state_file(self):
        return self.home / "state/colourclock/state.json"

    def saved(self):
        """The saved state; empty if nothing is saved."""
        return json.loads(self.state_file.read_text()) if self.state_file.exists() else {}

    def look(self, server):
        viewer = Viewer(server)
        self.addCleanup(viewer.close)
        return viewer

    def variables(self, **more):
        """An environment without the user's variables; `None` removes one."""
        base = {
            "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": str(self.home),
            "XDG_CONFIG_HOME": str(self.home / "config"), "XDG_CONFIG_DIRS": str(self.home / "none"),
            "XDG_STATE_HOME": str(self.home / "state"),
            # The tests' clocks must not use the machine's bus.
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent/bus",
            "DISPLAY": self.server.name if self.server else None,
            "XAUTHORITY": self.server.authority if self.server else None,
            # Players must find neither a sound server nor a sound card.
            "PULSE_SERVER": "unix:/nonexistent/pulse", "ALSA_CONFIG_PATH": "/dev/null",
            # The reporting options of the address sanitizer (assets/test sanitize).
            "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS"),
        }
        return {name: str(value) for name, value in {**base, **more}.items() if value is not None}

    def clock(self, *options, before=(), config=False, hint=False, sound=False, **variables):
        """A clock that ends with the test or its next clock; `before` prefixes its command. It reads the options file
        only with `config`, shows the first hint only with `hint`, and can be heard only with `sound`."""
        if self.present:
            self.present.close()
        command = [*before, BINARY, *(() if config else ("--no-config",)), *(() if hint else ("--no-hint",)),
                   *(() if sound else ("--sound", "off")), *options]
        self.present = Clock(command, self.variables(**variables), self.viewer)
        self.addCleanup(self.present.close)
        return self.present

    def traced(self, *options, **variables):
        """Starts a clock under xtrace. Returns the file with all its X traffic."""
        log, number = self.home / "requests", 500 + self.server.number
        log.unlink(missing_ok=True)
        spy = (tool("xtrace"), "-n", "-d", self.server.name, "-D", f":{number}", "-o", log, "--")
        self.addCleanup(Path(f"/tmp/.X11-unix/X{number}").unlink, missing_ok=True)
        self.clock(*options, before=spy, **variables)
        return log

    def trace(self, *options, **variables):
        """Like `traced`, but waits until the clock is painted."""
        log = self.traced(*options, **variables)
        self.present.painted()
        return log

    def run_clock(self, *options, before=(), within=30.0, **variables):
        """Runs the program, without `--no-config`, until it ends by itself."""
        return self.run_command([*before, BINARY, *options], within, **variables)

    def run_command(self, command, within=30.0, **variables):
        return Answer(command, self.variables(**variables), within)

    def snapshot(self, *options, name="shot.png", **variables):
        """Takes a snapshot and returns its path. The program may report what had no room."""
        path = self.home / name
        answer = self.run_clock("--snapshot", path, *options, **variables)
        self.assertEqual(answer.status, 0, answer.complaints)
        self.assertRegex(answer.complaints, r"\A(colourclock: no room for [a-z, ]+\n)?\Z")
        return path

    def planes_of(self, path):
        """The red, green and blue bytes of a snapshot, like `Viewer.planes` of a window."""
        _, _, data = picture(path)
        return data[0::3], data[1::3], data[2::3]

    def start(self, program, *arguments, **variables):
        """Starts another program, which ends with the test."""
        process = subprocess.Popen(
            mortal([tool(program), *arguments]), env=self.variables(**variables), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def descendants(self):
        """The processes with this test's home in their environment, which only its clock can have started."""
        home = f"XDG_STATE_HOME={self.home}/state\0".encode()
        return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if self.has(pid, home)]

    def has(self, pid, variable):
        try:
            return pid != self.present.pid and variable in Path(f"/proc/{pid}/environ").read_bytes()
        except OSError:
            return False

    def let_tick(self, window, times=1):
        """Waits until the window has shown so many further seconds. Needs `--fade 0`: a fade shows many colours."""
        for _ in range(times):
            before = self.viewer.colour(window)
            eventually(lambda: self.viewer.colour(window) != before, "the next second")

    def assert_sleeps(self, clock, seconds=3):
        """The clock soon sleeps for so many seconds in a row. On a busy machine it may still have work at first."""
        count, since = clock.sleeps(), time.monotonic()

        def is_still():
            nonlocal count, since
            if (now := clock.sleeps()) != count:
                count, since = now, time.monotonic()
            return time.monotonic() > since + seconds

        eventually(is_still, f"{seconds} s without a wake-up", within=seconds + 9)

    def press(self, *keys):
        subprocess.run([tool("xdotool"), "key", *keys], env=self.variables(), check=True)

    def quit(self, key="q"):
        """Quits without holding the key: by pressing it twice."""
        self.viewer.tap(key, key)

    def assert_ends(self, clock, status, *parts):
        """The clock ends with that status and one line."""
        ended, complaints = clock.end()
        self.assertEqual(ended, status, complaints)
        self.assert_one_line(complaints, *parts)

    def assert_one_line(self, text, *parts):
        """The text is one line of the program that contains all of these parts."""
        self.assertEqual(text.count("\n"), 1, text)
        self.assertRegex(text, r"\Acolourclock: .+\n\Z")
        for part in parts:
            self.assertIn(part, text)


class OwnServer(Case):
    """A test with its own server."""

    @classmethod
    def setUpClass(cls):
        cls.server = None

    def serve(self, screen="640x480x24", *options, **more):
        self.serve_by(Server(screen, *options, **more))

    def serve_by(self, server):
        self.server = server
        self.addCleanup(self.server.close)
        self.viewer = self.look(self.server)
