"""A touch screen: an Xwayland whose compositor is this file, which sends the input of fingers and a touchpad.

Debian's X servers accept touches from kernel devices only. Xwayland gets them from its compositor and presents them as
ordinary input devices; to its clients it is an X server like any other. The needed part of Wayland is implemented here:
https://wayland.app/protocols/wayland and xdg-shell. All integers have 32 bits, and each message has a header of two.
"""

import array
import contextlib
import os
import socket
import struct
import subprocess
import threading
import time

from basics import eventually, mortal, tool
from support import Server

GLOBALS = {1: ("wl_compositor", 4), 2: ("wl_shm", 1), 3: ("wl_output", 2), 4: ("xdg_wm_base", 1), 5: ("wl_seat", 5)}
POINTER, TOUCH = 1, 4
VERTICAL, HORIZONTAL = 0, 1


def string(text):
    data = text.encode() + b"\0"
    return struct.pack("<I", len(data)) + data + bytes(-len(data) % 4)


def fixed(number):
    return int(number * 256)


class Compositor:
    """The compositor's end of Xwayland's socket: answers what is required, and sends input."""

    def __init__(self, size, millimetres):
        self.size, self.millimetres = size, millimetres
        self.socket, self.theirs = socket.socketpair()
        self.kinds = {1: "wl_display"}
        self.callbacks, self.buffer, self.serial = [], None, 0
        self.surface = self.pointer = self.touch = self.shell = None
        self.lock, self.batch = threading.RLock(), None
        self.pongs = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def send(self, target, code, layout="", *values):
        data = b"".join(
            string(value) if kind == "s" else struct.pack("<i" if kind == "i" else "<I", value)
            for kind, value in zip(layout, values))
        message = struct.pack("<II", target, (8 + len(data)) << 16 | code) + data
        with self.lock, contextlib.suppress(OSError):
            if self.batch is None:
                self.socket.sendall(message)
            else:
                self.batch += message

    @contextlib.contextmanager
    def at_once(self):
        """Sends the block's messages in one piece, so that this process cannot pause between them."""
        with self.lock:
            self.batch = b""
            try:
                yield
            finally:
                messages, self.batch = self.batch, None
                with contextlib.suppress(OSError):
                    self.socket.sendall(messages)

    def serve(self):
        data = b""
        while True:
            try:
                more, passed, _, _ = self.socket.recvmsg(65536, socket.CMSG_SPACE(64))
            except OSError:
                return
            for _, _, descriptors in passed:
                for descriptor in array.array("i", descriptors[: len(descriptors) // 4 * 4]):
                    os.close(descriptor)
            if not more:
                return
            data += more
            while len(data) >= 8 and len(data) >= (size := struct.unpack_from("<I", data, 4)[0] >> 16):
                target, head = struct.unpack_from("<II", data)
                self.handle(target, head & 0xffff, data[8:size])
                data = data[size:]

    def handle(self, target, code, data):
        kind = self.kinds.get(target, "")
        first = struct.unpack_from("<I", data)[0] if len(data) >= 4 else 0
        match kind, code:
            case "wl_display", 0:
                self.send(first, 0, "u", 0)
            case "wl_display", 1:
                self.kinds[first] = "wl_registry"
                for name, (interface, version) in GLOBALS.items():
                    self.send(first, 0, "usu", name, interface, version)
            case "wl_registry", 0:
                self.bound(struct.unpack_from("<I", data, len(data) - 4)[0], GLOBALS[first][0])
            case "wl_compositor", 0:
                self.kinds[first], self.surface = "wl_surface", self.surface or first
            case "wl_shm", 0:
                self.kinds[first] = "wl_shm_pool"
            case "wl_surface", 1:
                self.buffer = first
            case "wl_surface", 3:
                self.callbacks.append(first)
            case "wl_surface", 6:
                self.committed()
            case "xdg_wm_base", 2:
                self.kinds[first] = "xdg_surface"
            case "xdg_wm_base", 3:
                self.pongs += 1
            case "xdg_surface", 1:
                self.send(first, 0, "iiu", *self.size, 0)
                self.send(target, 0, "u", self.next())
            case "wl_seat", 0:
                self.pointer = first
            case "wl_seat", 2:
                self.touch = first

    def bound(self, new, interface):
        self.kinds[new] = interface
        if interface == "wl_shm":
            self.send(new, 0, "u", 0)
            self.send(new, 0, "u", 1)
        elif interface == "wl_output":
            self.send(new, 0, "iiiiissi", 0, 0, *self.millimetres, 0, "none", "touch", 0)
            self.send(new, 1, "uiii", 3, *self.size, 60000)
            self.send(new, 2)
        elif interface == "xdg_wm_base":
            self.shell = new
        elif interface == "wl_seat":
            self.seat = new
            self.send(new, 0, "u", POINTER | TOUCH)

    def committed(self):
        """Ignores the content, because the tests read it through the X server."""
        callbacks, self.callbacks = self.callbacks, []
        if self.buffer:
            self.send(self.buffer, 0)
        for callback in callbacks:
            self.send(callback, 0, "u", self.now())

    def next(self):
        self.serial += 1
        return self.serial

    def now(self):
        return time.monotonic_ns() // 1_000_000 & 0xffffffff


class TouchScreen(Server):
    """An X server with a touch screen and a touchpad; `millimetres` is the size that its monitor reports."""

    def __init__(self, screen="640x480x24", millimetres=(169, 127)):
        self.authority, self.is_plugged = None, True
        self.width, self.height, self.depth = map(int, screen.split("x"))
        self.compositor = Compositor((self.width, self.height), millimetres)
        readable, writable = os.pipe()
        theirs = self.compositor.theirs
        self.process = subprocess.Popen(
            mortal([tool("Xwayland"), "-displayfd", writable, "-noreset", "-shm", "-nolisten", "tcp"], "TERM"),
            env={"PATH": "/usr/bin:/bin", "WAYLAND_SOCKET": str(theirs.fileno()), "XDG_RUNTIME_DIR": "/tmp"},
            pass_fds=[writable, theirs.fileno()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writable)
        theirs.close()
        with open(readable) as number:
            self.name = f":{number.readline().strip()}"
        assert self.name != ":", "Xwayland does not start"

    def close(self, kill=False):
        super().close(kill)
        self.compositor.socket.close()

    # Fingers, each with its number.

    def down(self, x, y, finger=0):
        here = self.compositor
        here.send(here.touch, 0, "uuuiii", here.next(), here.now(), here.surface, finger, fixed(x), fixed(y))
        self.frame()

    def drag(self, x, y, finger=0):
        here = self.compositor
        here.send(here.touch, 2, "uiii", here.now(), finger, fixed(x), fixed(y))
        self.frame()

    def up(self, finger=0):
        here = self.compositor
        here.send(here.touch, 1, "uui", here.next(), here.now(), finger)
        self.frame()

    def frame(self):
        self.compositor.send(self.compositor.touch, 3)

    def settle(self):
        """Waits until the server has read all input so far."""
        before = self.compositor.pongs
        self.compositor.send(self.compositor.shell, 0, "u", self.compositor.next())
        eventually(lambda: self.compositor.pongs > before, "the server's answer")

    def unplug(self):
        """Removes the touch screen, even with fingers on it."""
        self.is_plugged = False
        self.compositor.send(self.compositor.seat, 0, "u", POINTER)

    def plug(self):
        before, self.is_plugged = self.compositor.touch, True
        self.compositor.send(self.compositor.seat, 0, "u", POINTER | TOUCH)
        eventually(lambda: self.compositor.touch != before, "the touch screen")

    # The touchpad.

    def point(self, x, y):
        here = self.compositor
        here.send(here.pointer, 0, "uuii", here.next(), here.surface, fixed(x), fixed(y))
        here.send(here.pointer, 2, "uii", here.now(), fixed(x), fixed(y))
        here.send(here.pointer, 5)

    def scroll(self, amount, axis=VERTICAL):
        """Scrolls with two fingers, downwards or to the right. An amount of 10 equals a wheel notch."""
        here = self.compositor
        here.send(here.pointer, 4, "uui", here.now(), axis, fixed(amount))
        here.send(here.pointer, 5)
