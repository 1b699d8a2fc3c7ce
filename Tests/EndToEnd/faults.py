"""Faults that others make, tried again and again: `soak_faults.py` for hundreds of tries each, `test_faults.py` for a few.

A fault is a test. Each of its tries has a generator of its own, so that it can be repeated alone by the seed and its number. What
is the same for all: a wall with something kept (a chosen face, and a countdown that was stopped on its way), the right picture,
and what must not be left behind."""

import contextlib
import glob
import json
import os
import random
import signal
import statistics
import time
from pathlib import Path

from Xlib.error import BadDrawable, BadMatch, BadValue, BadWindow
from Xlib.ext.res import LocalClientPIDMask

from basics import eventually
from fonts import own_fonts
from support import OwnServer
from test_control import Client
from test_kiosk import Grabbing, Pointing
from windows import FROZEN

# A wall that stands still, and shows no button that a moved pointer brings.
STILL = (*FROZEN, "--fade", "0", "--hold-button", "never")
SCREEN = "320x180x24"
# A picture that is right again after this many seconds is late. With the address sanitizer in it a wall is many times slower.
PROMISE = 3.5 if os.environ.get("ASAN_OPTIONS") else 1.0
# The same of what the clock does once a second at the most: it may have to wait for all of that before it begins.
PACED = PROMISE + 0.25
# The face of all walls, and another one, which they show for a moment to prove that they still paint. It is as light as the first one:
# what flashes more than three times in a second is held back.
FACE, OTHER = "full", "carry"
BOTH = ["keyboard", "pointer"]


class Watch:
    """Seconds that pass, without those that this process or one of those named waited for a processor which this machine gave to
    others. Of several that wait at once, those of one count."""

    def __init__(self, *processes):
        self.processes = {os.getpid(), *processes}
        self.started, self.lost, self.waits = time.monotonic(), 0.0, {}
        self.waits = self.waited()

    def look(self):
        now, waits = time.monotonic(), self.waited()
        self.lost += max(waits[task] - self.waits.get(task, 0) for task in waits)
        self.waits |= waits
        return max(0.0, now - self.started - self.lost)

    def waited(self):
        """Of each of their threads (Documentation/scheduler/sched-stats.rst of the kernel's)."""
        waits = {}
        for path in (path for process in self.processes for path in glob.glob(f"/proc/{process}/task/*/schedstat")):
            with contextlib.suppress(OSError):
                waits[path] = int(Path(path).read_text().split()[1]) / 1e9
        return waits


class Plan:
    """What is to be tried: how often, from which try on, and with which seed."""

    tries, first, seed = 3, 0, 1
    # How long a server is stopped that is to be stopped for a minute: where few are tried, not that long.
    minute = 3
    # What came of each fault that was tried.
    rows = []

    @classmethod
    def numbers(cls, share):
        return range(cls.first, cls.first + cls.tries * share)


class Tries:
    """What is tried again and again, beside a case: `attempt` makes a fault once, and returns after how many seconds all was well
    again, or `None` where the clock has ended, as it should."""

    name = note = ""
    # Whether each try has a home and a server of its own.
    is_fresh = False
    # How many times as often as others it is tried: what takes little has many ways.
    share = 1

    def attempt(self, number):
        raise NotImplementedError

    def begin(self):
        """What is there before the fault: of each try, or of them all."""

    def parties(self):
        """The processes whose seconds count; the clock is the first."""
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
            raise AssertionError(f"{self.name}, try {number}, seed {Plan.seed}: {type(failure).__name__}: {failure}") from failure


class Fault(Tries, Grabbing, Pointing, OwnServer):
    """A fault of a clock on a server of its own."""

    is_fresh = True
    # Pictures and kept states, by the options of their walls; and the pictures of the other face.
    known, others = {}, {}

    def begin(self):
        self.serve(SCREEN)

    def serve(self, screen, *options):
        super().serve(screen, "-fbdir", str(self.home), *options)

    def parties(self):
        return self.present.pid, self.server.process.pid

    def variables(self, **more):
        return super().variables(**{"FONTCONFIG_FILE": own_fonts(), **more})

    # The wall, and what is kept of it.

    @property
    def file(self):
        return self.home / "state/colourclock/state.json"

    @property
    def socket(self):
        return self.home / "clock.sock"

    def wall(self, *options, before=(), kept=True, **variables):
        """A clock that finds what one before it has kept, and takes commands."""
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
        """Puts there what a clock with these options has kept, of this display."""
        _, state = self.known.get(options) or self.learn(options)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.file.write_text(json.dumps({**state, "walls": dict(zip(self.walls(), state["walls"].values()))}))

    def learn(self, options):
        """What a wall looks like that no fault has touched, and what it keeps."""
        clock = self.clock(*STILL, *options, "--control", self.socket)
        clock.painted()
        for words in (["countdown", "start", "25m", "Tea"], ["countdown", "pause"]):
            self.order(*words)
        Fault.others[options], picture = self.picture_of(OTHER), self.picture_of(FACE)
        eventually(lambda: all(each in self.file.read_text() for each in ("paused", FACE)), "a countdown and a face that are kept")
        state = self.kept()
        self.own_wall = next(iter(state["walls"]))
        # Killed, it could not end what it runs.
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
        """Another server, in the place of one that has ended; tests beside this one may have taken its name."""
        before = self.walls()[0]
        self.serve(SCREEN)
        self.file.write_text(self.file.read_text().replace(f'"{before}"', f'"{self.walls()[0]}"'))

    def kept(self):
        """What the file has, but the order of its keys and when each wall was written last."""
        found = json.loads(self.file.read_text())
        for wall in found.get("walls", {}).values():
            wall.pop("changed", None)
        return found

    # What must hold afterwards.

    def recovery(self, *options, within=PROMISE, area=None):
        """After how many seconds the wall shows the right picture; fails if that takes too long."""
        wanted, _ = self.known[options]
        watch = self.watch()
        # It has had all that was sent to it until then.
        self.ask("status")
        return self.until(lambda: self.shown(area) == wanted, "the right picture", within, watch)

    def prove(self, *options):
        """That the wall shows what it is told, and did not only stand there as before: after how many seconds another face, or its own
        again, was there."""
        spans = []
        for face, wanted in ((OTHER, self.others[options]), (FACE, self.known[options][0])):
            watch = self.watch()
            self.order("face", face)
            spans.append(self.until(lambda: self.shown() == wanted, f"the face {face}", watch=watch))
        return max(spans)

    def prove_kiosk(self, *options):
        """The same of a kiosk, which has both grabs, and has kept what it had."""
        self.assert_grabs()
        self.prove("--kiosk", *options)
        self.await_state("--kiosk", *options)

    def grabs(self):
        """Those that the clock says it has."""
        return self.ask("status")["data"]["grabs"]

    def assert_grabs(self):
        """The clock says that it has both, and has them. Each is tried only once, so that one that was lost and taken again is noticed."""
        self.until(lambda: self.grabs() == BOTH, "a clock that has grabbed both")
        assert (self.grab_keyboard(), self.grab_pointer()) == (True, True), "a grab that the clock takes for its own is free"

    def until(self, holds, what, within=PROMISE, watch=None):
        """After how many seconds, by a watch that may have been started before, this holds; also what has come too late fails."""
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
        """What is to be seen on the screen where the wall is, whatever covers it."""
        x, y, width, height = area or (0, 0, self.server.width, self.server.height)
        with contextlib.suppress(BadMatch, BadWindow, BadDrawable):
            data = self.viewer.root.get_image(x, y, width, height, 2, 0xFFFFFFFF).data
            return data[2::4], data[1::4], data[0::4]
        return None

    def assert_ended(self, status, *parts, within=PROMISE):
        """By itself, with the exit status of the manual and one line."""
        watch, process = self.watch(), self.present.process
        while process.poll() is None:
            time.sleep(0.002)
            assert watch.look() < within, f"it has not ended within {within} s"
        end, said = self.present.end()
        assert end == status, f"exit status {end}: {said}"
        self.assert_one_line(said, *parts)

    def assert_state(self, *options):
        """As it was before, but for the names of displays."""
        assert self.is_kept(*options), self.file.read_text()

    def await_state(self, *options):
        """The same, of what has just been changed and changed back."""
        self.until(lambda: self.is_kept(*options), lambda: f"the state as before, but {self.file.read_text()}")

    def is_kept(self, *options):
        _, state = self.known[options]
        found = self.kept()
        return [*found["walls"].values()] == [*state["walls"].values()] and {**found, "walls": 0} == {**state, "walls": 0}

    def assert_nothing_left(self, within=PROMISE):
        """Of a clock that has ended: no process, and no client of the server's but those who look, so that no grab is left and nothing
        that keeps the screen on; and the pointer is seen."""
        self.assert_no_process(within)
        # Asked by itself: the server may not have this extension.
        if self.viewer.display.has_extension("X-Resource"):
            eventually(lambda: self.strangers() == 0, lambda: f"{self.strangers()} other clients", within)
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
        """Of the clock that runs on: none, also none that has ended and is not waited for."""
        children = Path(f"/proc/{self.present.pid}/task/{self.present.pid}/children")
        self.until(lambda: not children.read_text(), lambda: f"no child: {children.read_text()}")

    def strangers(self):
        """How many clients of the server are not of this process."""
        display, count = self.viewer.display, 0
        for client in display.res_query_clients().clients:
            with contextlib.suppress(BadValue):
                ids = display.res_query_client_ids([{"client": client.resource_base, "mask": LocalClientPIDMask}]).ids
                count += all(os.getpid() not in each.value for each in ids)
        return count

    def close_clock(self):
        """Ended by a signal, it leaves nothing."""
        watch = self.watch()
        self.present.signal(signal.SIGTERM)
        assert self.present.end(5) == (-signal.SIGTERM, "")
        assert watch.look() < PROMISE, "it ended late"
        self.assert_nothing_left()
