"""The window under window managers: openbox stacks, i3 tiles."""

from basics import eventually
from support import OwnServer
from windows import COLOUR, FROZEN, WindowCase


class Managed:
    """The tests, for each manager that a class below says."""

    command = ()

    def setUp(self):
        super().setUp()
        self.serve()
        (self.home / "i3.conf").write_text("# i3 config file (v4)\nfont pango:monospace 8\n")
        command = [part.format(home=self.home) for part in self.command]
        self.start(*command, XDG_RUNTIME_DIR=self.home)
        eventually(self.is_managed, f"{command[0]} to manage the screen", within=15)

    def is_managed(self):
        names = ("_NET_SUPPORTING_WM_CHECK", "_NET_SUPPORTED", "_NET_NUMBER_OF_DESKTOPS")
        return all(self.viewer.property(self.viewer.root, name) for name in names)

    def is_full_screen(self, window):
        state = self.viewer.property(window, "_NET_WM_STATE")
        return state is not None and self.viewer.atom("_NET_WM_STATE_FULLSCREEN") in state

    def test_full_screen_and_toggles(self):
        clock = self.clock(*FROZEN)
        window = clock.window()
        self.assert_full_screen(window)
        eventually(lambda: self.is_full_screen(window), "the full screen state")
        self.assert_toggles(clock, window)

    def test_window_becomes_full_screen_and_a_window_again(self):
        window = self.clock(*FROZEN, "--window").window()
        self.assertFalse(self.is_full_screen(window))
        self.assert_focused(window)
        before = self.viewer.box(window)
        self.press("F11")
        self.assert_full_screen(window)
        eventually(lambda: self.is_full_screen(window), "the full screen state")
        self.press("F11")
        self.assert_box(window, before)
        eventually(lambda: self.viewer.colour(window) == COLOUR, "the picture in the window")

    def test_ping_and_delete(self):
        clock = self.clock(*FROZEN)
        window = clock.window()
        self.assert_answers_ping(window)
        self.ask(window, "WM_DELETE_WINDOW")
        self.assertEqual(clock.end(), (0, ""))


class Openbox(Managed, WindowCase, OwnServer):
    command = ("openbox", "--sm-disable")

    def test_geometry(self):
        window = self.clock(*FROZEN, "--geometry", "300x200+10+20").window()
        self.assertEqual(self.viewer.box(window)[2:], (300, 200))


class I3(Managed, WindowCase, OwnServer):
    command = ("i3", "-c", "{home}/i3.conf")
