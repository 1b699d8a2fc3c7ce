"""The window under window managers: stacking, tiling, one window at a time, without full screen."""

from Xlib import X, Xutil
from Xlib.error import BadMatch

import managers
from basics import eventually, never
from managers import ManagerCase
from windows import COLOUR, FROZEN

MARK = (0x12, 0x34, 0x56)


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


class Placing:
    """Managers that grant a window its size and place."""

    def test_leaves_full_screen_for_its_own_place(self):
        """Two thirds of the monitor in its middle, or the requested geometry, including the frame."""
        width, height = self.server.width, self.server.height
        middle = width // 6, height // 6, width * 2 // 3, height * 2 // 3
        for options, wanted in (((), middle), (("--geometry", "300x200+50+60", "--fullscreen"), (50, 60, 300, 200))):
            with self.subTest(options):
                window = self.clock(*FROZEN, *options).window()
                self.assert_full_screen(window)
                self.assert_focused(window)
                for _ in range(2):
                    self.press("f")
                    eventually(lambda: self.is_framed(window, wanted), lambda: f"{wanted}, {self.viewer.box(window)}")
                    self.press("f")
                    self.assert_full_screen(window)
                self.assert_right(window)

    def is_framed(self, window, wanted):
        """True if it has its size, and its place with or without the frame; a frame is no higher than a title bar."""
        x, y, width, height = self.viewer.box(window)
        return (width, height) == wanted[2:] and 0 <= x - wanted[0] <= 10 and 0 <= y - wanted[1] <= 40


class Override:
    """A wall without any window manager in charge (override-redirect)."""

    def test_override(self):
        clock = self.clock(*FROZEN, "--override")
        window = clock.window()
        self.assertTrue(window.get_attributes().override_redirect)
        self.assert_full_screen(window)
        self.assert_right(window)
        self.assert_has_keyboard(clock, window)

    def assert_has_keyboard(self, clock, window):
        """No window manager gives it the focus, but keys have an effect."""
        self.assert_focused(window)
        self.quit()
        self.assertEqual(clock.end(), (0, ""))

    def test_override_stays_above(self):
        clock = self.clock(*FROZEN, "--override")
        window = clock.window()
        other = self.viewer.root.create_window(0, 0, 100, 100, 0, X.CopyFromParent, override_redirect=True)
        other.map()
        other.configure(stack_mode=X.Above)
        self.viewer.display.sync()
        self.addCleanup(other.destroy)

        def is_topmost():
            return self.viewer.root.query_tree().children[-1] == window

        eventually(is_topmost, "the wall above")
        self.assert_has_keyboard(clock, window)


class Openbox(managers.Openbox, FullScreen, Placing, Override, ManagerCase):
    def test_geometry(self):
        """The geometry is that of the frame."""
        window = self.clock(*FROZEN, "--geometry", "300x200+10+20").window()
        left, _, top, _ = eventually(lambda: self.viewer.property(window, "_NET_FRAME_EXTENTS"), "a frame")
        self.assertGreater(top, 0)
        self.assert_box(window, (10 + left, 20 + top, 300, 200))

    def test_the_monitor_that_is_asked_for(self):
        left, right = self.halves()
        for options, box in (((), left), (("--monitor", "M1"), right), (("--monitor", "1"), right),
                             (("--kiosk", "--monitor", "M1", "--other-monitors", "leave", "--no-grab"), right)):
            with self.subTest(options):
                window = self.clock(*FROZEN, *options).window()
                self.assert_box(window, box)
                self.assert_right(window)

    def test_full_screen_again_where_it_was(self):
        """Leaves full screen and returns on the second monitor."""
        _, right = self.halves()
        window = self.clock(*FROZEN, "--monitor", "M1").window()
        self.assert_box(window, right)
        self.assert_focused(window)
        self.press("f")
        eventually(lambda: self.viewer.box(window) != right, "a window")
        self.press("f")
        self.assert_box(window, right)
        self.assert_right(window)

    def test_above(self):
        """Above a window that its user raises, which would otherwise cover it."""
        place = "--window", "--geometry", "300x200+10+20"
        for options, is_above in ((("--above",), True), ((), False)):
            with self.subTest(options):
                window = self.clock(*FROZEN, *place, *options).window()
                eventually(lambda: self.viewer.has_state(window, "ABOVE") == is_above, "the state")
                other = self.other_window()
                x, y, _, _ = self.viewer.box(window)
                wanted = COLOUR if is_above else MARK
                eventually(lambda: self.viewer.colour(self.viewer.root, x + 2, y + 2) == wanted, f"{wanted}")
                other.destroy()
                self.viewer.display.sync()

    def other_window(self):
        """A managed window over the whole screen with the focus."""
        other = self.viewer.root.create_window(0, 0, 600, 440, 0, X.CopyFromParent, background_pixel=0x123456)
        other.set_wm_normal_hints(flags=Xutil.USPosition)
        other.set_wm_hints(flags=Xutil.InputHint, input=1)
        other.map()
        self.viewer.display.sync()
        eventually(lambda: self.viewer.is_viewable(other), "the other window")
        self.viewer.send(other, self.viewer.root, "_NET_ACTIVE_WINDOW", [2, 0, 0], X.SubstructureRedirectMask)
        eventually(lambda: self.viewer.has_focus(other), "the other window at the front")
        return other

    def test_iconic(self):
        """It starts as an icon, and is painted when it is opened."""
        clock = self.clock(*FROZEN, "--iconic", "--window")
        window = eventually(lambda: self.viewer.find("ColourClock"), "a window")
        never(lambda: self.viewer.is_viewable(window), "a window on the screen", during=0.5)
        self.assertIsNone(clock.process.poll())
        window.map()
        self.viewer.display.sync()
        eventually(lambda: self.viewer.is_viewable(window) and self.is_seen(window), "the window")
        self.assert_right(window)

    def is_seen(self, window):
        """Viewable is not enough: during reparenting it is briefly invisible."""
        try:
            return self.viewer.colour(window) == COLOUR
        except BadMatch:
            return False

    def test_name(self):
        for option in ("--name", "-name"):
            window = self.clock(*FROZEN, "--window", option, "kitchen").window()
            self.assertEqual(self.viewer.property(window, "WM_CLASS"), b"kitchen\0ColourClock\0")


class I3(managers.I3, FullScreen, Override, ManagerCase):
    pass


class Bspwm(managers.Bspwm, FullScreen, ManagerCase):
    pass


class Matchbox(managers.Matchbox, FullScreen, ManagerCase):
    pass


class Awesome(managers.Awesome, FullScreen, Placing, ManagerCase):
    def test_covers_the_panel(self):
        """The panel is at the upper edge, and the manager keeps new windows away from it."""
        self.clock(*FROZEN)
        self.assert_clock_on(self.whole_screen())


class Icewm(managers.Icewm, FullScreen, Placing, ManagerCase):
    pass


class Fluxbox(managers.Fluxbox, FullScreen, Placing, ManagerCase):
    pass


class Ratpoison(managers.Ratpoison, ManagerCase):
    def test_fills_its_frame(self):
        clock = self.clock(*FROZEN)
        window = clock.window()
        eventually(lambda: self.viewer.box(window)[2] >= 630 and self.viewer.box(window)[3] >= 470, "the frame")
        self.assert_right(window)
        self.press("f", "f")
        self.assert_right(window)
        self.assert_asked_to_close(clock, window)

    def test_kiosk(self):
        """No manager may prevent a kiosk."""
        window = self.clock(*FROZEN, "--kiosk").window()
        self.assert_full_screen(window)
        self.assertTrue(window.get_attributes().override_redirect)
        self.assert_clock_on(self.whole_screen())


class Bare(Placing, Override, ManagerCase):
    """Without any manager."""

    def test_a_manager_comes_later(self):
        """A later manager adopts an existing wall and keeps its full screen."""
        clock = self.clock(*FROZEN)
        window = clock.window()
        self.assert_full_screen(window)
        self.start_manager()
        eventually(lambda: self.has_desktop(window), "the window under the manager")
        eventually(lambda: self.viewer.is_viewable(window), "the window on the screen")
        self.assert_full_screen(window)
        self.assertTrue(self.is_full_screen(window))
        self.assert_clock_on(self.whole_screen())
        self.assert_asked_to_close(clock, window)

    def test_a_manager_comes_and_goes(self):
        """Managers do not concern a kiosk."""
        clock = self.clock(*FROZEN, "--kiosk")
        window = clock.window()
        self.assert_full_screen(window)
        manager = self.start_manager()
        self.assert_clock_on(self.whole_screen())
        self.ask(window, "WM_DELETE_WINDOW")
        never(lambda: clock.process.poll() is not None, "an end", during=0.3)
        manager.terminate()
        eventually(lambda: not self.is_managed(), "an end of openbox")
        self.assert_full_screen(window)
        self.assert_clock_on(self.whole_screen())

    def start_manager(self):
        manager = self.start(*managers.Openbox.command)
        eventually(self.is_managed, "openbox")
        return manager

    def test_a_compositor(self):
        self.start_compositor()
        window = self.clock(*FROZEN).window()
        self.assert_full_screen(window)
        self.assert_right(window)
