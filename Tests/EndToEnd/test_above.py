"""Stacking order: a kiosk above everything that others open, a usual full screen among other windows."""

import subprocess
import time

from Xlib import X

import managers
from basics import eventually, never, tool
from hands import Hand
from managers import ManagerCase
from windows import COLOUR, FROZEN

RED = (0xFF, 0, 0)


class StackCase(ManagerCase):
    def setUp(self):
        super().setUp()
        self.boxes = self.halves()
        self.hand = Hand(self.viewer)
        self.addCleanup(self.hand.let_go)

    def window_of_others(self, x, kind="NORMAL", override=False, width=100):
        """A red window of another program, handled by the window manager if there is one."""
        window = self.viewer.root.create_window(
            x, 10, width, 440, 0, X.CopyFromParent, background_pixel=0xFF0000, override_redirect=override,
            event_mask=X.StructureNotifyMask)
        window.set_wm_class("other", "Other")
        window.set_wm_normal_hints(flags=1, x=x, y=10)
        window.change_property(self.viewer.atom("_NET_WM_WINDOW_TYPE"), 4, 32, [
            self.viewer.atom(f"_NET_WM_WINDOW_TYPE_{kind}")])
        window.map()
        self.viewer.display.sync()
        self.addCleanup(self.viewer.display.sync)
        self.addCleanup(window.destroy)
        eventually(lambda: self.viewer.is_viewable(window) or self.viewer.property(window, "WM_STATE"),
                   f"a window of kind {kind}")
        return window

    def shown(self, x):
        return self.viewer.colour(self.viewer.root, x, 300)

    def assert_whole(self):
        """A whole wall on every monitor, by the screen's pixels."""
        self.assert_clocks_on(*self.boxes)

    def covering(self, *options):
        """A clock on both monitors."""
        self.clock(*FROZEN, *options)
        self.assert_whole()
        return self.present.window()


class OnTop:
    """Above every window that is opened later, on both monitors."""

    def test_kiosk(self):
        self.assert_covers("--kiosk")

    def test_above(self):
        self.assert_covers("--above", "--monitor", "all")

    def assert_covers(self, *options):
        self.covering(*options)
        for kind, override in (("NORMAL", False), ("DIALOG", False), ("DOCK", False), ("NOTIFICATION", True)):
            for x in (100, 420):
                self.window_of_others(x, kind, override)
            self.assert_whole()


class Openbox(managers.Openbox, OnTop, StackCase):
    def test_focus_by_a_click(self):
        """The manager does not focus an unmanaged window."""
        window = self.covering("--kiosk", "--no-grab")
        other = self.window_of_others(100)
        eventually(lambda: self.viewer.has_focus(other), "the focus on the other")
        self.assert_whole()
        self.hand.click(200, 100)
        eventually(lambda: self.viewer.has_focus(window), "the focus on the wall")

    def test_full_screen_is_a_window_among_others(self):
        """The windows of all monitors come to the front and go to the back together."""
        self.covering("--monitor", "all")
        for x in (420, 100):
            self.window_of_others(x)
            eventually(lambda: self.shown(x + 50) == RED, "the window of others")
        subprocess.run([tool("wmctrl"), "-x", "-a", "ColourClock"], env=self.variables(), check=True)
        self.assert_whole()


class I3(managers.I3, OnTop, StackCase):
    pass


class Bspwm(managers.Bspwm, OnTop, StackCase):
    pass


class Matchbox(managers.Matchbox, OnTop, StackCase):
    pass


class Ratpoison(managers.Ratpoison, OnTop, StackCase):
    pass


class Bare(OnTop, StackCase):
    def test_full_screen_is_a_window_among_others(self):
        """The covers follow the main window, with or without the focus."""
        window = self.covering("--monitor", "all")
        eventually(lambda: self.viewer.has_focus(window), "the focus")
        other = self.window_of_others(420)
        self.assertEqual(self.shown(470), RED)
        other.set_input_focus(X.RevertToParent, X.CurrentTime)
        self.viewer.display.sync()
        window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self.viewer.display.sync()
        self.assert_whole()

    def test_a_compositor(self):
        """Under a compositor the server reports no window as obscured."""
        self.start_compositor()
        clock = self.clock(*FROZEN, "--kiosk")
        window = clock.painted()
        for x in (100, 420):
            other = self.window_of_others(x, override=True)
            eventually(lambda: self.is_above(window, other), "the wall above")

    def is_above(self, window, other):
        """Both windows of the kiosk are above another one."""
        children = self.viewer.root.query_tree().children
        walls = [each for each in children if (each.get_wm_class() or ("", ""))[1] == "ColourClock"]
        return window in walls and len(walls) == 2 and children.index(other) < min(map(children.index, walls))

    def test_a_rival(self):
        """A rival window that raises itself when it is obscured must not make the kiosk flood the server."""
        self.covering("--kiosk")
        rival = self.window_of_others(100, override=True)
        rival.change_attributes(event_mask=X.VisibilityChangeMask)
        rival.configure(stack_mode=X.Above)
        self.viewer.display.sync()
        obscured, start = 0, time.monotonic()
        while obscured < 4 and time.monotonic() < start + 20:
            event = self.viewer.next_event(X.VisibilityNotify)
            if event and event.state != X.VisibilityUnobscured:
                obscured += 1
                rival.configure(stack_mode=X.Above)
                self.viewer.display.sync()
            time.sleep(0.002)
        self.assertEqual(obscured, 4)
        # The first raise may be immediate, each further one takes a second.
        self.assertGreater(time.monotonic() - start, 2.5)

    def test_who_has_the_keyboard_stays_above(self):
        """If the keyboard is free for others: a menu or a screen locker stays above."""
        window = self.covering("--kiosk", "--no-grab")
        eventually(lambda: self.viewer.has_focus(window), "the focus")
        self.viewer.root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        self.window_of_others(100, override=True)
        never(lambda: self.shown(150) != RED, "a wall above the locker", during=1.5)
        self.viewer.display.ungrab_keyboard(X.CurrentTime)
        self.viewer.display.sync()
        self.assert_whole()

    def test_who_had_the_keyboard_and_keeps_the_focus(self):
        """No event reports the end of another client's grab; afterwards the wall is on top again."""
        window = self.covering("--kiosk", "--no-grab")
        eventually(lambda: self.viewer.has_focus(window), "the focus")
        self.viewer.root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        locker = self.window_of_others(100, override=True)
        locker.set_input_focus(X.RevertToParent, X.CurrentTime)
        never(lambda: self.shown(150) != RED, "a wall above the locker", during=2.5)
        self.viewer.display.ungrab_keyboard(X.CurrentTime)
        self.viewer.display.sync()
        self.assert_whole()
        self.assertTrue(self.viewer.has_focus(locker))
        self.window_of_others(420, override=True)
        self.assert_whole()

    def test_put_away(self):
        """A kiosk comes back, whichever of its windows was hidden."""
        self.covering("--kiosk")
        walls = [each for each in self.viewer.root.query_tree().children if self.viewer.is_viewable(each)]
        self.assertEqual(len(walls), 2)
        for wall in walls:
            wall.unmap()
            self.viewer.display.sync()
            eventually(lambda: self.viewer.is_viewable(wall), "the wall again")
            self.assert_whole()

    def test_put_away_by_its_user(self):
        """Any other wall stays where its user has put it."""
        for options in ((), ("--override",), ("--above",)):
            with self.subTest(options):
                window = self.clock(*FROZEN, *options).painted()
                window.unmap()
                self.viewer.display.sync()
                never(lambda: self.viewer.is_viewable(window), "a wall", during=0.5)
                self.assertNotEqual(self.shown(150), COLOUR)
