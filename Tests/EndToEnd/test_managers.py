"""The window under window managers: some stack, some tile, some show one window at a time, some know no full screen."""

from Xlib import X
from Xlib.error import BadMatch

from basics import eventually, never, tool
from hosts import HostCase
from managers import ManagerCase
from windows import COLOUR, FROZEN

class FullScreen:
    """Tests for managers that know full screen."""

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
        self.assert_asked_to_close(clock, window)


class Override:
    """A wall that no manager has a say in."""

    def test_override(self):
        clock = self.clock(*FROZEN, "--override")
        window = clock.window()
        self.assertTrue(window.get_attributes().override_redirect)
        self.assert_full_screen(window)
        self.assert_right(window)

    def test_override_stays_above(self):
        window = self.clock(*FROZEN, "--override").window()
        other = self.viewer.root.create_window(0, 0, 100, 100, 0, X.CopyFromParent, override_redirect=True)
        other.map()
        other.configure(stack_mode=X.Above)
        self.viewer.display.sync()
        self.addCleanup(other.destroy)

        def is_topmost():
            return self.viewer.root.query_tree().children[-1] == window

        eventually(is_topmost, "the wall above")


class Openbox(FullScreen, Override, ManagerCase):
    command = ("openbox", "--sm-disable")

    def test_geometry(self):
        window = self.clock(*FROZEN, "--geometry", "300x200+10+20").window()
        self.assertEqual(self.viewer.box(window)[2:], (300, 200))

    def test_the_monitor_that_is_asked_for(self):
        left, right = self.split()
        for options, box in (((), left), (("--monitor", "R"), right), (("--monitor", "1"), right),
                             (("--kiosk", "--monitor", "R", "--other-monitors", "leave", "--no-grab"), right)):
            with self.subTest(options):
                window = self.clock(*FROZEN, *options).window()
                self.assert_box(window, box)
                self.assert_right(window)

    def test_kiosk_on_every_monitor(self):
        halves = self.split()
        self.clock(*FROZEN, "--kiosk")
        wanted = self.planes_of(self.snapshot("--no-config", "--at", "13:35:16", "--size", "320x480"))

        def shown(box):
            data = self.viewer.root.get_image(*box, X.ZPixmap, 0xFFFFFFFF).data
            return data[2::4], data[1::4], data[0::4]

        for box in halves:
            eventually(lambda: shown(box) == wanted, f"a whole clock on {box}")

    def test_full_screen_again_where_it_was(self):
        """Out and back on the second monitor."""
        _, right = self.split()
        window = self.clock(*FROZEN, "--monitor", "R").window()
        self.assert_box(window, right)
        self.assert_focused(window)
        self.press("f")
        eventually(lambda: self.viewer.box(window) != right, "a window")
        self.press("f")
        self.assert_box(window, right)
        self.assert_right(window)

    def test_above(self):
        window = self.clock(*FROZEN, "--above", "--window").window()
        eventually(lambda: self.has_state(window, "ABOVE"), "the state")
        self.clock(*FROZEN, "--window")
        self.assertFalse(self.has_state(self.present.window(), "ABOVE"))

    def test_iconic(self):
        """It comes as an icon; asked for, it is painted."""
        clock = self.clock(*FROZEN, "--iconic", "--window")
        window = eventually(lambda: self.viewer.find("ColourClock"), "a window")
        never(lambda: self.viewer.is_viewable(window), "a window on the screen", during=0.5)
        self.assertIsNone(clock.process.poll())
        window.map()
        self.viewer.display.sync()
        eventually(lambda: self.viewer.is_viewable(window) and self.is_seen(window), "the window")
        self.assert_right(window)

    def is_seen(self, window):
        """Viewable is not enough: while it is put into a new frame, it is for a moment where none can look."""
        try:
            return self.viewer.colour(window) == COLOUR
        except BadMatch:
            return False

    def test_name(self):
        for option in ("--name", "-name"):
            window = self.clock(*FROZEN, "--window", option, "kitchen").window()
            self.assertEqual(self.viewer.property(window, "WM_CLASS"), b"kitchen\0ColourClock\0")


class I3(FullScreen, Override, ManagerCase):
    command = ("i3", "-c", "{home}/i3.conf")


class Bspwm(FullScreen, ManagerCase):
    command = ("bspwm", "-c", "{home}/bspwmrc")


class Matchbox(FullScreen, ManagerCase):
    command = ("matchbox-window-manager",)
    signs = ("_NET_SUPPORTING_WM_CHECK",)


class Ratpoison(ManagerCase):
    """It knows no full screen, and draws a border around its one frame."""

    command = ("ratpoison",)
    signs = ()

    def test_fills_its_frame(self):
        clock = self.clock(*FROZEN)
        window = clock.window()
        eventually(lambda: self.viewer.box(window)[2] >= 630 and self.viewer.box(window)[3] >= 470, "the frame")
        self.assert_right(window)
        self.press("f", "f")
        self.assert_right(window)
        self.assert_asked_to_close(clock, window)

    def test_kiosk(self):
        """What no manager may hold back."""
        window = self.clock(*FROZEN, "--kiosk").window()
        eventually(lambda: self.viewer.colour(window) == COLOUR, "the wall")
        x, y, width, height = self.viewer.box(window)
        self.assertGreaterEqual((width, height), (630, 470))


class Bare(Override, ManagerCase):
    """No manager at all."""

    def test_a_manager_comes_later(self):
        clock = self.clock(*FROZEN)
        window = clock.window()
        self.assert_full_screen(window)
        self.start("openbox", "--sm-disable")
        eventually(self.is_managed, "openbox", within=15)
        eventually(lambda: self.viewer.is_viewable(window), "the window under the manager")
        self.assert_right(window)
        self.assert_asked_to_close(clock, window)

    def test_a_compositor(self):
        self.start("picom", "--backend", "xrender", "--config", "/dev/null")
        owner = self.viewer.atom("_NET_WM_CM_S0")
        eventually(lambda: self.viewer.display.get_selection_owner(owner) != X.NONE, "picom", within=15)
        window = self.clock(*FROZEN).window()
        self.assert_full_screen(window)
        self.assert_right(window)


class Cage(HostCase):
    """A Wayland compositor for kiosks, with an X server of its own in it."""

    def test_cage(self):
        tool("Xwayland")  # Which cage starts.
        folder = self.home / "runtime"
        folder.mkdir(mode=0o700)
        self.own(self.home)
        self.server = None
        self.host(
            "cage", "--", str(self.program), "--no-config", *FROZEN, "--fullscreen", XDG_RUNTIME_DIR=folder,
            WLR_BACKENDS="headless", WLR_LIBINPUT_NO_DEVICES="1", WLR_RENDERER="pixman")
        (pid,) = self.await_clocks(1)

        class Inner:
            name, authority = self.variable(pid, "DISPLAY"), None

        self.server = Inner
        # Only the same user may look, unless told otherwise.
        self.order("xhost", "+local:")
        self.viewer = self.look(Inner)
        window = eventually(lambda: self.viewer.find("ColourClock"), "the window", within=10)
        screen = self.viewer.screen
        whole = 0, 0, screen.width_in_pixels, screen.height_in_pixels
        eventually(lambda: self.viewer.box(window) == whole, lambda: f"{whole}, but {self.viewer.box(window)}")
        eventually(lambda: self.viewer.colour(window) == COLOUR, "the wall")
        wanted = self.shot(*whole[2:])
        eventually(lambda: self.viewer.planes(window) == wanted, "the whole picture")
