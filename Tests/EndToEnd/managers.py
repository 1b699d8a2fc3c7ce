"""Servers with a window manager, or none, and what they show."""

import subprocess

from Xlib import X

from basics import eventually, tool
from support import OwnServer
from windows import WindowCase

FILES = {
    "i3.conf": "# i3 config file (v4)\nfont pango:monospace 8\n",
    "bspwmrc": "#!/bin/sh\n",
}


class ManagerCase(WindowCase, OwnServer):
    """A server with the manager that a class below says."""

    command = ()
    # What a manager has set when it is ready, where it tells.
    signs = "_NET_SUPPORTING_WM_CHECK", "_NET_SUPPORTED", "_NET_NUMBER_OF_DESKTOPS"
    screen = "640x480x24"

    def setUp(self):
        super().setUp()
        self.serve(self.screen)
        for name, text in FILES.items():
            (self.home / name).write_text(text)
            (self.home / name).chmod(0o755)
        self.manage()

    def manage(self):
        if not self.command:
            return
        command = [part.format(home=self.home) for part in self.command]
        self.start(*command, XDG_RUNTIME_DIR=self.home)
        eventually(self.is_managed, f"{command[0]} to manage the screen", within=15)

    def is_managed(self):
        root = self.viewer.root
        has_redirect = root.get_attributes().all_event_masks & X.SubstructureRedirectMask
        return has_redirect and all(self.viewer.property(root, name) for name in self.signs)

    def has_state(self, window, name):
        state = self.viewer.property(window, "_NET_WM_STATE")
        return state is not None and self.viewer.atom(f"_NET_WM_STATE_{name}") in state

    def is_full_screen(self, window):
        return self.has_state(window, "FULLSCREEN")

    def split(self):
        """Two monitors, side by side, the first of which is the primary one."""
        halves = (0, 0, self.server.width // 2, self.server.height), (
            self.server.width // 2, 0, self.server.width // 2, self.server.height)
        for (x, y, width, height), name, output in zip(halves, ("L", "R"), ("screen", "none")):
            subprocess.run(
                [tool("xrandr"), "--setmonitor", name, f"{width}/100x{height}/100+{x}+{y}", output],
                env=self.variables(), check=True, capture_output=True)
        return halves

    def assert_right(self, window):
        """The picture of a wall of whatever size the window has."""
        _, _, width, height = self.viewer.box(window)
        wanted = self.planes_of(self.snapshot(
            "--no-config", "--at", "13:35:16", "--size", f"{width}x{height}"))
        eventually(lambda: self.viewer.planes(window) == wanted, f"the picture of {width}x{height}")

    def assert_asked_to_close(self, clock, window):
        self.assert_answers_ping(window)
        self.ask(window, "WM_DELETE_WINDOW")
        self.assertEqual(clock.end(), (0, ""))
