"""Needed by every test: tools with their packages, waiting with a deadline, and the program under test."""

import contextlib
import glob
import os
import shutil
import signal as signals
import sys
import time
from pathlib import Path


def leave(reason):
    """Ends the whole run with one line. An exception at import would print a traceback for each test file."""
    print(f"end-to-end tests: {reason}", file=sys.stderr, flush=True)
    os._exit(2)


try:
    import Xlib  # noqa: F401, only to check that it is there
except ImportError:
    leave("Xlib is missing: apt-get install python3-xlib, and start them with /usr/bin/python3")

BINARY = os.environ.get("COLOURCLOCK") or leave("set COLOURCLOCK to the program to test, as assets/test does")
if not os.access(BINARY, os.X_OK):
    leave(f"COLOURCLOCK={BINARY} is not a program")
BINARY = os.path.abspath(BINARY)


def companion(name):
    """The path of a companion, built beside the program under test."""
    path = Path(BINARY).with_name(f"colourclock-{name}")
    if not os.access(path, os.X_OK):
        leave(f"{path} is missing: COLOURCLOCK_COMPANIONS=1 swift build --product {path.name}")
    return str(path)


SOURCES = Path(__file__).resolve().parents[2] / "Sources"

PACKAGES = {
    "bash": "bash", "fish": "fish", "zsh": "zsh",
    "bspc": "bspwm", "bspwm": "bspwm", "cage": "cage", "ctwm": "ctwm", "date": "coreutils",
    "dbus-daemon": "dbus-daemon", "dbus-run-session": "dbus-daemon", "dbus-send": "dbus-bin",
    "kill": "procps", "i3": "i3-wm", "i3-msg": "i3-wm", "icewm": "icewm", "ip": "iproute2",
    "matchbox-window-manager": "matchbox-window-manager", "mate-screensaver": "mate-screensaver",
    "mate-screensaver-command": "mate-screensaver", "mosquitto": "mosquitto", "mosquitto_passwd": "mosquitto",
    "mosquitto_rr": "mosquitto-clients",
    "nsenter": "util-linux", "openbox": "openbox", "openssl": "openssl", "pgrep": "procps", "pkill": "procps",
    "picom": "picom", "pngtopnm": "netpbm", "ratpoison": "ratpoison", "setpriv": "util-linux",
    "setxkbmap": "x11-xkb-utils", "sh": "dash", "socat": "socat", "stdbuf": "coreutils",
    "strace": "strace", "timeout": "coreutils", "unshare": "util-linux", "wmctrl": "wmctrl", "xauth": "xauth",
    "xautolock": "xautolock", "xdotool": "xdotool",
    "Xephyr": "xserver-xephyr", "xhost": "x11-xserver-utils", "xinit": "xinit", "xrandr": "x11-xserver-utils",
    "xrdb": "x11-xserver-utils", "xscreensaver": "xscreensaver", "xscreensaver-command": "xscreensaver",
    "vim": "vim", "xscreensaver-settings": "xscreensaver", "xsecurelock": "xsecurelock", "xset": "x11-xserver-utils",
    "xss-lock": "xss-lock", "xssproxy": "xssproxy", "Xtigervnc": "tigervnc-standalone-server", "xtrace": "xtrace",
    "Xvfb": "xvfb", "Xwayland": "xwayland",
    "aplay": "alsa-utils", "canberra-gtk-play": "gnome-session-canberra", "paplay": "pulseaudio-utils",
    "parec": "pulseaudio-utils",
    "pactl": "pulseaudio-utils", "pipewire": "pipewire-bin", "pipewire-pulse": "pipewire-pulse",
    "pulseaudio": "pulseaudio", "pw-play": "pipewire-bin",
    "wireplumber": "wireplumber",
    "grim": "grim", "mutter": "mutter", "sway": "sway", "swayidle": "swayidle", "swaymsg": "sway", "weston": "weston",
    "wtype": "wtype",
}


def tool(name):
    """The path of a system program. A missing one fails the test and names the package to install."""
    path = shutil.which(name, path="/usr/bin:/bin:/usr/sbin")
    assert path, f"{name} is missing: apt-get install {PACKAGES[name]}"
    return path


def mortal(command, signal="KILL"):
    """Prefixes a command so that it gets that signal when this process ends in any way."""
    return [tool("setpriv"), "--pdeathsig", signal, "--", *map(str, command)]


def eventually(condition, what, within=20.0):
    """Waits for the first true value of `condition`. Polls every 2 ms, and every 10 ms after the first second, since
    polling costs CPU time. Fails after `within` seconds.

    `what` describes the expectation; it is a text or a function. Time for which the machine stood still, so that this
    process did not run either, does not count."""
    start = time.monotonic()
    end = start + within
    while not (value := condition()):
        begin = time.monotonic()
        assert begin < end, f"not within {within} s: {what() if callable(what) else what}"
        time.sleep(min(0.01, max(0.002, (begin - start) / 100)))
        if (stood := time.monotonic() - begin) > 0.2:
            end += stood
    return value


class Watch:
    """Measures seconds without the time for which this process or one of those given waited for a busy processor. If
    several wait at once, the time counts once."""

    def __init__(self, *processes):
        self.processes = {os.getpid(), *processes}
        self.started, self.lost, self.waits = time.monotonic(), 0.0, {}
        self.waits = self.waited()

    def look(self):
        now, waits = time.monotonic(), self.waited()
        self.lost += max(waits[task] - self.waits.get(task, 0) for task in waits)
        self.waits |= waits
        return max(0.0, now - self.started - self.lost)

    def look_at_end(self, process):
        """Waits for the end of a child process. Looks before its exit status is collected, since the kernel's counters
        go with it."""

        def has_ended():
            self.look()
            return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)

        eventually(has_ended, "the end of the process")
        return self.look()

    def waited(self):
        """The waiting time of each thread (Linux: scheduler/sched-stats.rst)."""
        waits = {}
        for path in (path for process in self.processes for path in glob.glob(f"/proc/{process}/task/*/schedstat")):
            with contextlib.suppress(OSError):
                waits[path] = int(Path(path).read_text().split()[1]) / 1e9
        return waits


def promptly(condition, what, within, *processes):
    """Like `eventually`, for a limit that the program promises. Time for which this process or one of those given
    waited for a busy processor does not count."""
    watch, start = Watch(*processes), time.monotonic()
    while not (value := condition()):
        assert time.monotonic() < start + within + 60, f"not at all: {what() if callable(what) else what}"
        assert watch.look() < within, f"not within {within} s: {what() if callable(what) else what}"
        time.sleep(0.005)
    return value


def never(condition, what, during):
    """Fails as soon as `condition` is true. Ends after `during` seconds."""
    end = time.monotonic() + during
    while time.monotonic() < end:
        assert not condition(), f"there was {what}"
        time.sleep(0.01)


@contextlib.contextmanager
def asleep(clock, seconds=0):
    """Stops the clock, as a machine that sleeps or swaps does, for the block and then so many seconds. It shows nothing
    meanwhile."""
    clock.signal(signals.SIGSTOP)
    try:
        yield
        time.sleep(seconds)
    finally:
        clock.signal(signals.SIGCONT)


@contextlib.contextmanager
def environment(**variables):
    """Sets variables of this process's environment within a `with` block."""
    before = dict(os.environ)
    os.environ.update(variables)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)
