"""A window manager that does not grant requested states: how often the wall asks, and what it reports."""

import select
import threading

import Xlib.display
from Xlib import X, Xatom

from basics import eventually, never
from control import ControlCase
from windows import FROZEN

FULL, ABOVE = "_NET_WM_STATE_FULLSCREEN", "_NET_WM_STATE_ABOVE"


class Manager:
    """A manager that maps windows unchanged. It grants each state at the message of that number, counted from 1; 0
    means at once, `None` never.

    With `overwrites` it replaces the window's own property, as Sway does."""

    def __init__(self, name, grants, overwrites=True, known=(FULL, ABOVE)):
        self.display = Xlib.display.Display(name)
        self.root = self.display.screen().root
        self.grants, self.overwrites, self.asked = grants, overwrites, {FULL: 0, ABOVE: 0}
        self.states = []
        self.check = self.root.create_window(-1, -1, 1, 1, 0, X.CopyFromParent)
        for window in (self.check, self.root):
            window.change_property(self.atom("_NET_SUPPORTING_WM_CHECK"), Xatom.WINDOW, 32, [self.check.id])
        names = [self.atom(each) for each in ("_NET_WM_STATE", *known)]
        self.root.change_property(self.atom("_NET_SUPPORTED"), Xatom.ATOM, 32, names)
        self.root.change_attributes(event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self.display.sync()
        self.is_over = False
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def atom(self, name):
        return self.display.intern_atom(name)

    def close(self):
        """Called by the test or at its end, whichever comes first."""
        if self.is_over:
            return
        self.is_over = True
        self.thread.join()
        self.display.close()

    def serve(self):
        while not self.is_over:
            select.select([self.display], [], [], 0.05)
            while self.display.pending_events():
                self.handle(self.display.next_event())

    def handle(self, event):
        if event.type == X.MapRequest:
            if self.overwrites:
                self.states = [name for name, at in self.grants.items() if at == 0]
                self.write(event.window)
            if self.grants.get(FULL) == 0:
                self.fill(event.window)
            event.window.map()
        elif event.type == X.ConfigureRequest:
            event.window.configure(width=event.width, height=event.height)
        elif event.type == X.ClientMessage and event.client_type == self.atom("_NET_WM_STATE"):
            action, first = event.data[1][:2]
            for name in (FULL, ABOVE):
                if first == self.atom(name):
                    self.change(event.window, name, action == 1)
        self.display.flush()

    def change(self, window, name, is_wanted):
        if not is_wanted:
            return self.take_back(window, name)
        self.asked[name] += 1
        if self.grants.get(name) is not None and self.asked[name] >= self.grants[name] and name not in self.states:
            self.states.append(name)
            if name == FULL:
                self.fill(window)
            self.write(window)

    def take_back(self, window, name):
        """Removes a state, as its user's key does."""
        self.states = [each for each in self.states if each != name]
        window.configure(x=10, y=10, width=200, height=100)
        self.write(window)
        self.display.flush()

    def fill(self, window):
        screen = self.display.screen()
        window.configure(x=0, y=0, width=screen.width_in_pixels, height=screen.height_in_pixels)

    def write(self, window):
        window.change_property(self.atom("_NET_WM_STATE"), Xatom.ATOM, 32, [self.atom(each) for each in self.states])


class Asking(ControlCase):
    def manage(self, grants, **more):
        manager = Manager(self.server.name, grants, **more)
        self.addCleanup(manager.close)
        return manager

    def wall(self, *options):
        clock = self.clock(*FROZEN, *options)
        self.window = clock.window()
        return clock

    def health(self):
        client = self.client()
        try:
            return client.ask("health")["data"]
        finally:
            client.close()

    def test_as_often_as_it_takes(self):
        """Rows: the number of the granted message, and whether the property is overwritten."""
        for number, overwrites in ((0, True), (1, True), (2, True), (3, True), (1, False), (3, False)):
            with self.subTest(number=number, overwrites=overwrites):
                manager = self.manage({FULL: number}, overwrites=overwrites)
                clock = self.wall()
                eventually(
                    lambda: self.status()["mode"] == "full screen", lambda: f"{self.status()['mode']}, {manager.asked}")
                never(lambda: manager.asked[FULL] > number, "another message", during=1.5)
                self.assertEqual(manager.asked[FULL], number)
                self.assertNotIn("trouble", self.health())
                clock.signal(15)
                self.assertEqual(clock.end(), (-15, ""))
                manager.close()

    def test_three_times_and_then_it_is_said(self):
        for state, options, mode, trouble in ((FULL, (), "window", "not full screen"),
                                              (ABOVE, ("--window", "--above"), "window", "not above other windows")):
            with self.subTest(state):
                manager = self.manage({})
                clock = self.wall(*options)
                eventually(lambda: self.health().get("trouble") == trouble, lambda: f"{manager.asked}, {self.health()}")
                self.assertEqual((manager.asked[state], self.status()["mode"], self.status()["isAbove"]),
                                 (3, mode, False))
                # No further requests for either state.
                never(lambda: manager.asked[state] > 3, "a fourth message", during=2.5)
                clock.signal(15)
                self.assert_ends(clock, -15, "asked 3 times", "full screen" if state == FULL else "above")
                manager.close()

    def test_its_user_may_say_otherwise_later(self):
        """A refused state is fine if it comes later, and a removed one is not requested again."""
        manager = self.manage({})
        self.wall("--health-badge", "always")
        eventually(lambda: self.health().get("trouble") == "not full screen", "the trouble")
        manager.grants[FULL] = 1
        self.press("f")
        eventually(lambda: self.status()["mode"] == "full screen", lambda: f"{self.status()['mode']}")
        eventually(lambda: "trouble" not in self.health(), lambda: f"{self.health()}")
        asked = manager.asked[FULL]
        manager.take_back(manager.display.create_resource_object("window", self.window.id), FULL)
        eventually(lambda: self.status()["mode"] == "window", lambda: f"{self.status()['mode']}")
        never(lambda: manager.asked[FULL] > asked, "another message", during=3.5)
        self.assertNotIn("trouble", self.health())

    def test_a_place_that_is_no_full_screen(self):
        """The property stays as written and the window's size too: the wall asks, and reports no refusal."""
        manager = self.manage({}, overwrites=False)
        clock = self.wall()
        eventually(lambda: manager.asked[FULL] == 3, lambda: f"{manager.asked}")
        never(lambda: manager.asked[FULL] > 3, "a fourth message", during=2)
        self.assertEqual(self.status()["mode"], "window")
        clock.signal(15)
        self.assertEqual(clock.end(), (-15, ""))

    def test_what_a_manager_does_not_know(self):
        """An unsupported state is neither requested nor reported as refused."""
        for known, options, mode in (((), (), "full screen"), ((FULL,), ("--window", "--above"), "window")):
            with self.subTest(known=known):
                manager = self.manage({}, known=known)
                clock = self.wall(*options)
                never(lambda: sum(manager.asked.values()), "a message", during=3.5)
                self.assertEqual((self.status()["mode"], "trouble" in self.health()), (mode, False))
                clock.signal(15)
                self.assertEqual(clock.end(), (-15, ""))
                manager.close()
