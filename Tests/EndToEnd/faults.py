"""External faults, repeated many times: `soak_faults.py` makes hundreds of tries each, `test_faults.py` a few.

Each fault is a test. Each try has its own random generator, so that it can be repeated alone by seed and number. Common
to all: a wall with saved state (a chosen face and a stopped countdown), its right picture, and what must not be left
behind."""

import contextlib
import json
import os
import random
import signal
import statistics
import time
from pathlib import Path

from Xlib.error import BadDrawable, BadMatch, BadValue, BadWindow
from Xlib.ext.res import LocalClientPIDMask

from basics import Watch, eventually, promptly
from control import Client
from fonts import own_fonts
from support import OwnServer
from test_kiosk import Grabbing, Pointing
from windows import FROZEN

# A frozen wall without a button, which pointer motion would show.
STILL = (*FROZEN, "--fade", "0", "--hold-button", "never")
SCREEN = "320x180x24"
# Seconds within which the picture must be right again. The address sanitizer makes a wall many times slower.
PROMISE = 3.5 if os.environ.get("ASAN_OPTIONS") else 1.0
# The limit for actions that the clock does at most once a second, since it may have to wait that long first.
PACED = PROMISE + 0.25
# The face of all walls, and another one that they show for a moment to prove that they still paint. Both are about
# equally light, since the flash guard delays more than three flashes a second.
FACE, OTHER = "full", "carry"
BOTH = ["keyboard", "pointer"]


class Plan:
    """What to try: the number of tries, the first try, and the seed of the random numbers."""

    tries, first, seed = 3, 0, 1
    # Seconds for which a server is stopped in place of a minute, when few tries are made.
    minute = 3
    # The results of each fault tried.
    rows = []

    @classmethod
    def numbers(cls, share):
        return range(cls.first, cls.first + cls.tries * share)


class Tries:
    """A repeated fault. `attempt` makes it once, and returns the seconds until all was well again, or `None` if the
    clock has ended as it should."""

    name = note = ""
    # True if each try has its own home and server.
    is_fresh = False
    # How many times as often as others it is tried: fast faults have many variants.
    share = 1

    def attempt(self, number):
        raise NotImplementedError

    def begin(self):
        """Prepares the state before the fault, either for each try or once for all."""

    def parties(self):
        """The processes whose waiting does not count; the clock is the first."""
        raise NotImplementedError

    def watch(self):
        return Watch(*self.parties())

    def test_tries(self):
        spans, numbers = [], Plan.numbers(self.share)
        if not self.is_fresh:
            self.begin()
        for number in numbers:
            spans.append(self.one(number))
            if self.is_fresh and number != numbers[-1]:
                self.doCleanups()
                self.server = None
                self.setUp()
        self.note_all(len(numbers), [span for span in spans if span is not None])

    def note_all(self, tries, spans):
        figures = [f"{figure(spans):.2f}" if spans else "" for figure in (statistics.median, max)]
        Plan.rows.append((self.name, tries, len(spans), *figures, self.note))

    def one(self, number):
        self.random = random.Random(f"{Plan.seed} {self.name} {number}")
        try:
            if self.is_fresh:
                self.begin()
            return self.attempt(number)
        except Exception as failure:
            raise AssertionError(
                f"{self.name}, try {number}, seed {Plan.seed}: {type(failure).__name__}: {failure}") from failure


class Fault(Tries, Grabbing, Pointing, OwnServer):
    """A fault of a clock on its own server."""

    is_fresh = True
    # Pictures and saved states by the walls' options, and pictures of the other face.
    known, others = {}, {}

    def begin(self):
        self.serve(SCREEN)

    def serve(self, screen, *options):
        super().serve(screen, "-fbdir", str(self.home), *options)

    def parties(self):
        return self.present.pid, self.server.process.pid

    def variables(self, **more):
        return super().variables(**{"FONTCONFIG_FILE": own_fonts(), **more})

    # The wall and its saved state.

    @property
    def socket(self):
        return self.home / "clock.sock"

    def wall(self, *options, before=(), kept=True, **variables):
        """A clock with commands enabled and the saved state of an earlier one."""
        if kept:
            self.keep(*options)
        return self.clock(*STILL, *options, "--control", self.socket, before=before, **variables)

    def ask(self, *words):
        with contextlib.closing(Client(eventually(self.listens, "the clock's socket"))) as client:
            return client.ask(*words)

    def order(self, *words):
        reply = self.ask(*words)
        assert reply["error"] == "success", (words, reply)

    def listens(self):
        with contextlib.suppress(OSError):
            Client(self.socket).close()
            return self.socket
        return None

    def keep(self, *options):
        """Installs the state that a clock with these options saves for this display."""
        _, state = self.known.get(options) or self.learn(options)
        self.state_file.parent.mkdir(parents=True, exist_ok=True)
        self.state_file.write_text(json.dumps({**state, "walls": dict(zip(self.walls(), state["walls"].values()))}))

    def learn(self, options):
        """Records the picture and the saved state of a wall without a fault."""
        clock = self.clock(*STILL, *options, "--control", self.socket)
        clock.painted()
        for words in (["countdown", "start", "25m", "Tea"], ["countdown", "pause"]):
            self.order(*words)
        Fault.others[options], picture = self.picture_of(OTHER), self.picture_of(FACE)
        eventually(
            lambda: all(each in self.state_file.read_text() for each in ("paused", FACE)),
            "a countdown and a face that are kept")
        state = self.kept()
        self.own_wall = next(iter(state["walls"]))
        # Do not kill the clock: it must end its commands.
        clock.signal(signal.SIGTERM)
        clock.end()
        clock.close()
        self.socket.unlink(missing_ok=True)
        Fault.known[options] = picture, state
        Fault.display = self.own_wall.replace(self.server.name, "{display}")
        return Fault.known[options]

    def picture_of(self, face):
        path = self.home / "reference.png"
        self.order("face", face)
        self.order("snapshot", str(path))
        return self.planes_of(path)

    def walls(self):
        return [Fault.display.replace("{display}", self.server.name)]

    def serve_again(self):
        """Starts a new server after the old one ended; a parallel test may have taken its name."""
        before = self.walls()[0]
        self.serve(SCREEN)
        self.state_file.write_text(self.state_file.read_text().replace(f'"{before}"', f'"{self.walls()[0]}"'))

    def kept(self):
        """The saved state, without the order of its keys and the times of writing."""
        found = self.saved()
        for wall in found.get("walls", {}).values():
            wall.pop("changed", None)
        return found

    # Checks afterwards.

    def recovery(self, *options, within=PROMISE, area=None):
        """The seconds until the wall shows the right picture; fails if that takes too long."""
        wanted, _ = self.known[options]
        watch = self.watch()
        # When this answer comes, everything that was sent before has arrived.
        self.ask("status")
        return self.until(lambda: self.shown(area) == wanted, "the right picture", within, watch)

    def prove(self, *options):
        """Proves that the wall still paints: it must change to another face and back. Returns the seconds for that."""
        spans = []
        for face, wanted in ((OTHER, self.others[options]), (FACE, self.known[options][0])):
            watch = self.watch()
            self.order("face", face)
            spans.append(self.until(lambda: self.shown() == wanted, f"the face {face}", watch=watch))
        return max(spans)

    def prove_kiosk(self, *options):
        """The same for a kiosk with both grabs and unchanged saved state."""
        self.assert_grabs()
        self.prove("--kiosk", *options)
        self.await_state("--kiosk", *options)

    def grabs(self):
        """The grabs that the clock reports."""
        return self.ask("status")["data"]["grabs"]

    def assert_grabs(self):
        """The clock reports both grabs and has them. Each is tested only once, so that a lost and regained grab is
        noticed."""
        self.until(lambda: self.grabs() == BOTH, "a clock that has grabbed both")
        grabs = self.grab_keyboard(), self.grab_pointer()
        assert grabs == (True, True), "a grab that the clock takes for its own is free"

    def until(self, holds, what, within=PROMISE, watch=None):
        """The seconds until `holds` is true, measured by a watch that may have started before. Fails if it comes
        late."""
        watch = watch or self.watch()
        while True:
            is_so, seconds = holds(), watch.look()
            status = self.present.process.poll()
            assert status is None, f"the clock has ended: {status}, {self.present.process.communicate()}"
            assert seconds < within, f"{seconds:.2f} s, not within {within} s: {what() if callable(what) else what}"
            if is_so:
                return seconds
            time.sleep(0.002)

    def is_fresh_paint(self):
        path = self.home / "fresh.png"
        before = self.shown()
        self.order("snapshot", str(path))
        return self.planes_of(path) in (before, self.shown())

    def shown(self, area=None):
        """The screen's pixels in the wall's area, with any window that covers it."""
        x, y, width, height = area or (0, 0, self.server.width, self.server.height)
        with contextlib.suppress(BadMatch, BadWindow, BadDrawable):
            data = self.viewer.root.get_image(x, y, width, height, 2, 0xFFFFFFFF).data
            return data[2::4], data[1::4], data[0::4]
        return None

    def assert_ended(self, status, *parts, within=PROMISE):
        """The clock has ended by itself, with this exit status from the manual and one line."""
        watch, process = self.watch(), self.present.process
        while process.poll() is None:
            time.sleep(0.002)
            assert watch.look() < within, f"it has not ended within {within} s"
        end, said = self.present.end()
        assert end == status, f"exit status {end}: {said}"
        self.assert_one_line(said, *parts)

    def assert_state(self, *options):
        """The saved state is as before, except for display names."""
        assert self.is_kept(*options), self.state_file.read_text()

    def await_state(self, *options):
        """Waits until the saved state is as before, after a change was undone."""
        self.until(lambda: self.is_kept(*options), lambda: f"the state as before, but {self.state_file.read_text()}")

    def is_kept(self, *options):
        _, state = self.known[options]
        found = self.kept()
        return [*found["walls"].values()] == [*state["walls"].values()] and {**found, "walls": 0} == {
            **state, "walls": 0}

    def assert_nothing_left(self, within=PROMISE):
        """Nothing is left of an ended clock: no process and no server client except observers, hence no grab and no
        inhibition; the pointer is visible."""
        self.assert_no_process(within)
        # The server may lack this extension.
        if self.viewer.display.has_extension("X-Resource"):
            promptly(lambda: self.strangers() == 0, lambda: f"{self.strangers()} other clients", within,
                     self.server.process.pid)
        watch = self.watch()
        while self.grab_keyboard() or self.grab_pointer():
            assert watch.look() < within, "grabs are left"
        self.bare_screen()
        self.viewer.root.warp_pointer(30, 30)
        self.viewer.display.sync()
        while len(self.around()) == 1:
            assert watch.look() < within, "no pointer is seen"

    def assert_no_process(self, within=PROMISE):
        watch = self.watch()
        while left := self.descendants():
            assert watch.look() < within, f"processes are left: {left}"
            time.sleep(0.002)

    def assert_no_child(self):
        """The running clock has no child process, not even a zombie."""
        children = Path(f"/proc/{self.present.pid}/task/{self.present.pid}/children")
        self.until(lambda: not children.read_text(), lambda: f"no child: {children.read_text()}")

    def strangers(self):
        """The number of server clients that do not belong to this process."""
        display, count = self.viewer.display, 0
        for client in display.res_query_clients().clients:
            with contextlib.suppress(BadValue):
                ids = display.res_query_client_ids([{"client": client.resource_base, "mask": LocalClientPIDMask}]).ids
                count += all(os.getpid() not in each.value for each in ids)
        return count

    def close_clock(self):
        """Ends the clock by a signal. It must leave nothing behind."""
        watch = self.watch()
        self.present.signal(signal.SIGTERM)
        assert self.present.end(5) == (-signal.SIGTERM, "")
        assert watch.look() < PROMISE, "it ended late"
        self.assert_nothing_left()
