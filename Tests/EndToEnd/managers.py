"""Window managers: each one with its own server, and what it can do."""

from Xlib import X

from basics import eventually
from screens import ScreenCase
from support import OwnServer
from windows import WindowCase

FILES = {
    "i3.conf": "# i3 config file (v4)\nfont pango:monospace 8\n",
    "bspwmrc": "#!/bin/sh\n",
    "ctwmrc": "NoDefaults\nRandomPlacement\n",
    # fluxbox sets a style's background with this. If no program is found, its own script opens a window that takes the
    # focus.
    "fbsetbg": "#!/bin/sh\n",
}


class ManagerCase(WindowCase, ScreenCase, OwnServer):
    """Tests on a server with a window manager. Subclasses name the manager."""

    command = ()
    # Root properties that a manager sets when it is ready.
    signs = "_NET_SUPPORTING_WM_CHECK", "_NET_SUPPORTED", "_NET_NUMBER_OF_DESKTOPS"
    screen = "640x480x24"
    # The output of the server's own monitor.
    output = "screen"

    def setUp(self):
        super().setUp()
        self.begin()
        for name, text in FILES.items():
            (self.home / name).write_text(text)
            (self.home / name).chmod(0o755)
        self.manage()

    def begin(self):
        """Starts the server."""
        self.serve(self.screen)

    def manage(self):
        if not self.command:
            return
        command = [part.format(home=self.home) for part in self.command]
        self.start(*command, XDG_RUNTIME_DIR=self.home, PATH=f"{self.home}:/usr/bin:/bin")
        eventually(self.is_managed, f"{command[0]} to manage the screen")

    def is_managed(self):
        root = self.viewer.root
        has_redirect = root.get_attributes().all_event_masks & X.SubstructureRedirectMask
        return has_redirect and all(self.viewer.property(root, name) for name in self.signs)

    def start_compositor(self):
        self.start("picom", "--backend", "xrender", "--config", "/dev/null")
        owner = self.viewer.atom("_NET_WM_CM_S0")
        eventually(lambda: self.viewer.display.get_selection_owner(owner) != X.NONE, "picom")

    def has_desktop(self, window):
        """True if the window has a desktop, which the manager sets on managed windows."""
        return self.viewer.property(window, "_NET_WM_DESKTOP") is not None

    def is_full_screen(self, window):
        return self.viewer.has_state(window, "FULLSCREEN")

    def halves(self):
        """Splits the screen into two monitors side by side; the first is primary."""
        width, height = self.server.width // 2, self.server.height
        halves = (0, 0, width, height), (width, 0, width, height)
        self.split(*halves, output=self.output)
        return halves

    def assert_right(self, window):
        """The window shows the right picture for its size."""
        _, _, width, height = self.viewer.box(window)
        wanted = self.shot(width, height)
        eventually(lambda: self.viewer.planes(window) == wanted, f"the picture of {width}x{height}")

    def assert_asked_to_close(self, clock, window):
        self.assert_answers_ping(window)
        self.ask(window, "WM_DELETE_WINDOW")
        self.assertEqual(clock.end(), (0, ""))


class Openbox:
    command = ("openbox", "--sm-disable")


class I3:
    command = ("i3", "-c", "{home}/i3.conf")


class Bspwm:
    command = ("bspwm", "-c", "{home}/bspwmrc")


class Matchbox:
    command = ("matchbox-window-manager",)
    signs = ("_NET_SUPPORTING_WM_CHECK",)


class Ratpoison:
    """Ignores full screen, and draws a border around its one frame."""

    command = ("ratpoison",)
    signs = ()


class Ctwm:
    """Also manages a window that another client maps instead of its own, and removes a frame without a client."""

    command = ("ctwm", "-W", "-f", "{home}/ctwmrc")
    signs = ()


class Awesome:
    command = ("awesome", "-c", "/etc/xdg/awesome/rc.lua", "--search", "/etc/xdg/awesome")


class Icewm:
    command = ("icewm",)


class Fluxbox:
    command = ("fluxbox",)
