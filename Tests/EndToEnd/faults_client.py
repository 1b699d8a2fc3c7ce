"""Faults caused by other X clients and by monitors."""

import struct
import subprocess
import time

from basics import eventually, tool
from faults import PACED, PROMISE, Fault
from faults_left import Leaving
from hosts import Vnc
from shipping import ASSETS  # noqa: F401, sets the path for the last import

from bench_x11 import Sampler

# Requests of the core protocol.
CREATE, DESTROY, REPARENT, MAP, UNMAP, CONFIGURE, CIRCULATE = 1, 4, 7, 8, 10, 12, 13
CHANGE_PROPERTY, DELETE_PROPERTY, SEND_EVENT, FOCUS, INPUT_FOCUS, CLEAR, KILL = 18, 19, 25, 42, 43, 61, 113
GRAB_SERVER, UNGRAB_SERVER = 36, 37
NAMES = ("WM_PROTOCOLS", "WM_STATE", "WM_NAME", "WM_CLASS", "WM_NORMAL_HINTS", "WM_HINTS", "WM_CLIENT_MACHINE",
         "_NET_WM_STATE",
         "_NET_WM_NAME", "_NET_WM_PID", "_NET_WM_ICON", "_NET_WM_USER_TIME", "_NET_WM_BYPASS_COMPOSITOR",
         "_NET_FRAME_EXTENTS",
         "_NET_WM_PING", "_NET_STARTUP_ID", "_NET_WM_WINDOW_TYPE", "_MOTIF_WM_HINTS", "_NET_WM_DESKTOP",
         "_NET_SUPPORTED",
         "_NET_SUPPORTING_WM_CHECK", "_SCREENSAVER_STATUS", "_XKB_RULES_NAMES", "__SWM_VROOT", "RESOURCE_MANAGER",
         "UTF8_STRING")


class Rogue(Sampler):
    """A client that sends any request and ignores errors."""

    def tell(self, major, minor=0, body=b""):
        self.link.sendall(self.request(major, minor, body))

    def settle(self):
        """Waits until the server has handled everything."""
        self.tell(INPUT_FOCUS)
        while self.receive(32)[0] != 1:
            pass

    def window(self):
        """Creates an override-redirect window on top."""
        self.count = getattr(self, "count", 0) + 1
        window = self.own + self.count
        self.tell(CREATE, 0,
                  struct.pack("<IIhhHHHHIIII", window, self.root, 0, 0, 100, 100, 0, 1, 0, 0x202, 0x336699, 1))
        return window


class RogueFault(Fault):
    """A kiosk and a malicious client."""

    is_fresh = False
    options = ("--kiosk",)
    within = PROMISE

    def begin(self):
        super().begin()
        self.rogue = Rogue(self.server.number)
        self.addCleanup(self.rogue.close)
        self.atoms = [self.viewer.atom(name) for name in NAMES]
        self.rise()

    def rise(self):
        self.wall(*self.options)
        self.window = self.present.painted().id

    def attempt(self, number):
        self.attack()
        self.rogue.settle()
        span = self.recovery(*self.options, within=self.within)
        self.assert_grabs()
        self.assert_state(*self.options)
        told = self.prove(*self.options)
        self.expose()
        exposed = self.recovery(*self.options)
        self.await_state(*self.options)
        return max(span, told, exposed)

    def expose(self):
        """Covers and uncovers the wall faster than it can raise itself, so its picture is lost."""
        self.rogue.tell(GRAB_SERVER)
        own = self.rogue.window()
        self.rogue.tell(MAP, 0, struct.pack("<I", own))
        self.cover(own)
        self.rogue.tell(DESTROY, 0, struct.pack("<I", own))
        self.rogue.tell(UNGRAB_SERVER)
        self.rogue.settle()

    def cover(self, own):
        self.rogue.tell(CONFIGURE, 0, struct.pack("<IHxxiiIII", own, 79, 0, 0, 320, 180, 0))

    def attack(self):
        raise NotImplementedError

    def word(self):
        """32 bits that may be a valid value."""
        random = self.random
        return random.choice(
            (self.window, self.rogue.root, random.choice(self.atoms), random.randrange(1 << 32), random.randrange(400),
             0))


class Events(RogueFault):
    """Sends events of every type with random content."""

    name, note = "events of every type, sent", "40 at once, to the kiosk's window and the root"

    def attack(self):
        for _ in range(40):
            kind, detail, number = self.random.choice((33, self.random.randint(2, 127))), self.random.randrange(256), 0
            if kind == 33:
                detail = self.random.choice((8, 16, 32))
            event = struct.pack("<BBH7I", kind, detail, number, *(self.word() for _ in range(7)))
            if self.random.random() < 0.5:
                event = event[:4] + struct.pack("<I", self.window) + event[8:]
            target, mask = self.random.choice(((self.window, 0), (self.window, 0xFFFFFF), (self.rogue.root, 0x180000)))
            self.rogue.tell(SEND_EVENT, self.random.randrange(2), struct.pack("<II", target, mask) + event)


class Properties(RogueFault):
    """Changes properties, also with wrong types and lengths, and deletes them."""

    name, note = "properties changed and deleted", "30 at once, of the kiosk's window and the root"

    def attack(self):
        for _ in range(30):
            window = self.random.choice((self.window, self.window, self.rogue.root))
            name = self.random.choice((*self.atoms, self.random.randint(1, 68)))
            if self.random.random() < 0.3:
                self.rogue.tell(DELETE_PROPERTY, 0, struct.pack("<II", window, name))
                continue
            unit = self.random.choice((1, 2, 4))
            size = self.random.choice((0, 1, 7, 100, 4000, 60_000))
            data = self.random.randbytes(size * unit)
            kind = self.random.choice((*self.atoms, 31, 4, 6, 19, 33, 41))
            self.rogue.tell(CHANGE_PROPERTY, self.random.randrange(3),
                            struct.pack("<IIIBxxxI", window, name, kind, 8 * unit, size) + data)


class Moved(RogueFault):
    """Unmaps, moves, resizes, reparents, covers or lowers the window, or takes its focus."""

    name, note = "windows unmapped, moved, reparented, covered", "1 to 12 at once on a kiosk without a manager"
    # The kiosk restores its window at most once a second, so that two insistent clients do not flood the server.
    within = PACED

    def attack(self):
        own = self.rogue.window()
        self.rogue.tell(MAP, 0, struct.pack("<I", own))
        for _ in range(self.random.randint(1, 12)):
            act = self.random.choice(
                (self.unmap, self.move, self.restack, self.reparent, self.focus, self.clear, self.cover))
            act(own)
            if self.random.random() < 0.3:
                self.rogue.settle()
                time.sleep(self.random.uniform(0, 0.05))
        # Reparent the window to the root before its parent is destroyed, since that would destroy the window too.
        self.rogue.tell(REPARENT, 0, struct.pack("<IIhh", self.window, self.rogue.root, 0, 0))
        self.rogue.tell(DESTROY, 0, struct.pack("<I", own))

    def unmap(self, own):
        self.rogue.tell(UNMAP, 0, struct.pack("<I", self.window))

    def move(self, own):
        place = [self.random.randint(-400, 400) for _ in range(2)] + [self.random.randint(1, 800) for _ in range(2)]
        self.rogue.tell(CONFIGURE, 0, struct.pack("<IHxxiiII", self.window, 15, *place))

    def restack(self, own):
        if self.random.random() < 0.5:
            return self.rogue.tell(CIRCULATE, self.random.randrange(2), struct.pack("<I", self.rogue.root))
        return self.rogue.tell(CONFIGURE, 0, struct.pack("<IHxxI", self.window, 64, self.random.randrange(5)))

    def reparent(self, own):
        parent = self.random.choice((own, self.rogue.root))
        self.rogue.tell(REPARENT, 0, struct.pack("<IIhh", self.window, parent, self.random.randint(-50, 50), 3))

    def focus(self, own):
        self.rogue.tell(FOCUS, self.random.randrange(3),
                        struct.pack("<II", self.random.choice((own, 0, 1, self.rogue.root)), 0))

    def clear(self, own):
        self.rogue.tell(CLEAR, self.random.randrange(2), struct.pack("<IhhHH", self.window, 0, 0, 100, 100))


class Destroyed(Leaving, RogueFault):
    """Destroys the window or kills the connection at any moment. A kiosk would create a new window."""

    options = ("--fullscreen", "--grab", "--inhibit")
    name, note = "window destroyed, client killed", "exit 1, one line; no grab is left"

    def attempt(self, number):
        if self.present.process.poll() is not None:
            self.rise()
        if number % 2:
            self.await_all()
        time.sleep(self.random.uniform(0, 0.05))
        self.rogue.tell(self.random.choice((DESTROY, KILL)), 0, struct.pack("<I", self.window))
        self.rogue.settle()
        self.assert_ended(1)
        self.assert_state(*self.options)
        self.assert_nothing_left()


class Monitors(Fault):
    """Many changes at once: other modes, and parts as monitors. (An output that stays off among others crashes
    Xtigervnc itself; test_plugged has that case.)"""

    name, note = "monitors in bursts", "3 to 8 changes of mode and division at once, on a server of its own each"
    is_fresh = True

    def begin(self):
        self.serve_by(Vnc("320x180"))
        self.wall("--kiosk")
        self.present.painted()

    def attempt(self, number):
        names = []
        for _ in range(self.random.randint(3, 8)):
            what = self.random.choice(("mode", "split", "join"))
            if what == "mode":
                self.xrandr("--output", "VNC-0", "--mode", self.random.choice(("640x480", "800x600", "1024x768")),
                            quietly=True)
            elif what == "split":
                names.append(f"M{len(names)}")
                x, width = self.random.randint(0, 200), self.random.randint(1, 200)
                self.xrandr("--setmonitor", names[-1], f"{width}/1x100/1+{x}+0", "none", quietly=True)
            elif names:
                self.xrandr("--delmonitor", names.pop())
            if self.random.random() < 0.2:
                time.sleep(self.random.uniform(0, 0.4))
        while names:
            self.xrandr("--delmonitor", names.pop())
        eventually(self.is_itself_again, "the first mode")
        span = self.recovery("--kiosk")
        # Events that arrive after the burst change no picture.
        time.sleep(0.4)
        self.recovery("--kiosk", within=0.5)
        self.assert_grabs()
        self.assert_state("--kiosk")
        told = self.prove("--kiosk")
        self.await_state("--kiosk")
        return max(span, told)

    def is_itself_again(self):
        """Returns true if the layout is restored. If the server refuses, sets an intermediate layout for the next
        try."""
        if self.xrandr("--output", "VNC-0", "--mode", "320x180", quietly=True).returncode == 0:
            return True
        self.xrandr("--output", "VNC-0", "--mode", self.random.choice(("640x480", "800x600", "1024x768")), quietly=True)
        return False

    def xrandr(self, *arguments, quietly=False):
        return subprocess.run([tool("xrandr"), *arguments], env=self.variables(), check=not quietly,
                              capture_output=True)


FAULTS = (Events, Properties, Moved, Destroyed, Monitors)
