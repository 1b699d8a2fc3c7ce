"""Attacks that once ended, shrank, hid or robbed a kiosk: a test for each."""

import contextlib
import json
import random
import subprocess
import time
from functools import partial

from Xlib import X
from Xlib.ext import composite

from basics import BINARY, eventually, never, promptly, tool
from escapes import BUTTON, HOLD_TIME, SOON, WHOLE, EscapeCase, Hands
from test_kiosk import KioskCase
from viewer import Viewer
from windows import FROZEN


# A pause of the clock counts as part of a hold only if it is shorter than this, in seconds.
PAUSE = 0.4


class Tapping(Hands):
    """Several presses do not add up: only one press of the full length ends a kiosk."""

    def tap(self, begin, press, release, rhythm):
        begin()
        for down, up in rhythm:
            self.assertTrue(self.is_running(), "an end by taps")
            start = time.monotonic()
            press()
            time.sleep(down)
            release()
            # A tap that the machine has stretched may be a whole hold, together with a pause of the clock.
            if time.monotonic() - start > WHOLE - PAUSE:
                self.begin()
                begin()
            time.sleep(up)

    def rhythm(self, seed, seconds):
        """A child's tapping: 100 ± 30 ms pressed, 90 ± 30 ms released (mean and standard deviation)."""
        chance, total = random.Random(seed), 0
        while total < seconds:
            down, up = (max(0.01, chance.gauss(mean, 0.03)) for mean in (0.1, 0.09))
            total += down + up
            yield down, up

    def by_space(self, rhythm):
        press, release = (partial(act, "space") for act in (self.hand.press_key, self.hand.release_key))
        self.tap(self.wait_for_clock, press, release, rhythm)

    def by_button(self, rhythm):
        self.tap(self.show_button, self.hand.press, self.hand.release, rhythm)

    def come(self):
        self.hand.move((300, 300), (310, 310))

    def test_nine_presses(self):
        self.by_space([(0.16, 0.1)] * 9)
        self.assert_no_escape()

    def test_a_childs_rhythm_on_space(self):
        for seed in range(2):
            self.by_space(self.rhythm(seed, 10))
            self.assert_no_escape()

    def test_a_childs_rhythm_on_the_button(self):
        for seed in range(2):
            self.by_button(self.rhythm(seed, 10))
            self.assert_no_escape()

    def test_one_press_still_ends_it(self):
        self.hand.press_key("space")
        self.assert_ended(0)


class Shrunk(EscapeCase):
    """Another client shrinks the wall to a point, and prevents the clock from restoring it."""

    def test_a_size_that_another_client_keeps(self):
        with contextlib.closing(Viewer(self.server)) as other:
            theirs = other.display.create_resource_object("window", self.its_window)
            other.display.grab_server()
            theirs.configure(width=1, height=1)
            theirs.change_attributes(event_mask=X.ResizeRedirectMask)
            other.display.ungrab_server()
            other.display.sync()
            eventually(lambda: self.viewer.box(self.present_window)[2:] == (1, 1), "a point")
            eventually(lambda: "moved or resized" in self.health().get("trouble", ""), "word of it")
            [window] = self.health()["windows"]
            self.assertEqual(window, {"x": 0, "y": 0, "width": 1, "height": 1, "inPlace": False, "hidden": False})
            # The kiosk tries again and again without success.
            never(lambda: self.viewer.box(self.present_window)[2:] != (1, 1), "another size", during=1.2)
        self.soon(self.is_whole, lambda: f"the wall again, but {self.viewer.box(self.present_window)}", 1 + SOON)
        self.assert_no_escape()
        eventually(lambda: "trouble" not in self.health(), "no word of it any more")


class Destroyed(EscapeCase):
    """The window is destroyed: the kiosk creates an equivalent one."""

    options = ("--other-monitors", "black")

    def destroy(self):
        old = self.its_window
        self.present_window.destroy()
        self.viewer.display.sync()
        self.wait_for_new_window(old)

    def properties(self):
        return {self.viewer.display.get_atom_name(atom): bytes(value.value) if value.format == 8 else list(value.value)
                for atom in self.present_window.list_properties()
                if (value := self.present_window.get_full_property(atom, X.AnyPropertyType))}

    def test_by_another_client(self):
        before = eventually(lambda: "_NET_WM_ICON" in (all_of_them := self.properties()) and all_of_them, "its icon")
        self.destroy()
        self.assert_no_escape()
        eventually(lambda: self.properties() == before, "the same properties")
        self.assertEqual(sorted(self.status()["grabs"]), ["keyboard", "pointer"])
        # It responds as before, also to input.
        self.assert_answers_ping(self.present_window)
        self.hand.press_key("space")
        self.assert_ended(0)

    def test_again_and_again(self):
        """It creates at most one window a second."""
        end, windows = time.monotonic() + 4.5, set()
        while time.monotonic() < end:
            if window := self.viewer.find("ColourClock"):
                windows.add(window.id)
                self.viewer.display.create_resource_object("window", window.id).destroy()
                self.viewer.display.sync()
            time.sleep(0.02)
        self.assertTrue(self.is_running())
        self.assertLessEqual(len(windows), 7)
        self.wait_for_new_window(max(windows))
        self.assert_no_escape()

    def destroy_late(self):
        time.sleep(HOLD_TIME * 0.4)
        self.present_window.destroy()
        self.viewer.display.sync()

    def test_while_it_is_held(self):
        """A hold from before does not count in the new window, although the key goes on repeating."""
        self.viewer.display.change_keyboard_control(auto_repeat_mode=X.AutoRepeatModeOn)
        self.break_off(lambda: self.hand.press_key("space"), self.destroy_late)
        self.wait_for_new_window(self.its_window)
        # The server repeats a key after 0.66 s.
        self.assert_no_escape(during=HOLD_TIME * 2 + 0.7)
        self.hand.let_go()
        self.hand.press_key("space")
        self.assert_ended(0)

    def test_with_the_window_that_it_was_put_into(self):
        old = self.its_window
        other = self.viewer.root.create_window(0, 0, 9, 9, 0, X.CopyFromParent)
        self.viewer.display.grab_server()
        self.present_window.reparent(other, 0, 0)
        other.destroy()
        self.viewer.display.ungrab_server()
        self.viewer.display.sync()
        self.wait_for_new_window(old)
        self.assert_no_escape()

    def test_with_a_client_that_had_it(self):
        """A client reparented it into its own window, and has ended."""
        old = self.its_window
        with contextlib.closing(Viewer(self.server)) as other:
            frame = other.root.create_window(0, 0, 9, 9, 0, X.CopyFromParent)
            other.display.grab_server()
            other.display.create_resource_object("window", old).reparent(frame, 0, 0)
            other.display.sync()
        self.wait_for_new_window(old)
        self.assert_no_escape()


class Apart(KioskCase):
    """Two monitors side by side."""

    def variables(self, **more):
        return super().variables(**{"XDG_RUNTIME_DIR": self.home / "run", **more})

    def setUp(self):
        super().setUp()
        (self.home / "run").mkdir(mode=0o700)
        for name, place, output in (("L", "320/80x480/120+0+0", "screen"), ("R", "320/80x480/120+320+0", "none")):
            subprocess.run([tool("xrandr"), "--setmonitor", name, place, output], env=self.variables(), check=True)
            self.addCleanup(subprocess.run, [tool("xrandr"), "--delmonitor", name], env=self.variables(), check=True)

    def soon(self, condition, what, within=SOON):
        return promptly(condition, what, within, self.present.pid, self.server.process.pid)

    def grabs(self):
        return sorted(json.loads(self.run_command([BINARY, "status", "--json"]).output)["grabs"])

    def pointer_is_confined(self):
        self.hand.move((600, 300))
        return self.viewer.root.query_pointer().root_x < 320

    def test_a_wall_beside_the_screen_and_its_grabs(self):
        """The server ends a pointer grab whose confining window is beside the screen."""
        self.clock(*FROZEN, "--kiosk", "--monitor", "L", "--other-monitors", "leave").painted()
        self.await_grabs()
        window = self.viewer.find("ColourClock")
        for x in (3000, -3000):
            window.configure(x=x)
            self.viewer.display.sync()
            eventually(lambda: self.viewer.box(window)[:2] == (0, 0), "the wall in its place")
            # Confined as before. A test for the grab, even a failing one, frees the pointer, as the server defines it.
            self.soon(self.pointer_is_confined, "the pointer on its monitor")
            self.assertEqual(self.grabs(), ["keyboard", "pointer"])
            self.soon(self.has_grabs, "both grabs")

    def test_a_cover_is_destroyed(self):
        """The other monitor's cover comes back too."""
        self.clock(*FROZEN, "--kiosk", "--monitor", "L").painted()
        def find():
            found = [window for window in self.viewer.root.query_tree().children
                     if self.viewer.is_viewable(window) and self.viewer.box(window) == (320, 0, 320, 480)]
            return found[0] if found else None
        cover = eventually(find, "a cover")
        self.viewer.root.clear_area()
        cover.destroy()
        self.viewer.display.sync()
        other = self.soon(find, "another cover", 1 + SOON)
        self.assertNotEqual(other.id, cover.id)
        eventually(lambda: self.viewer.colour(other) == (0, 0, 0), "it is black")
        self.soon(self.has_grabs, "both grabs")


class KeyboardTaken(EscapeCase):
    """Another client has grabbed the keyboard when the kiosk starts."""

    def take(self, pointer_mode, with_pointer):
        self.stranger = self.stranger or self.look(self.server)
        root = self.stranger.root
        eventually(lambda: root.grab_keyboard(False, pointer_mode, X.GrabModeAsync, X.CurrentTime) == X.GrabSuccess,
                   "the keyboard")
        if with_pointer:
            root.grab_pointer(False, 0, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime)
        self.stranger.display.sync()

    def let_go(self):
        self.stranger.display.allow_events(X.AsyncBoth, X.CurrentTime)
        self.stranger.display.ungrab_keyboard(X.CurrentTime)
        self.stranger.display.ungrab_pointer(X.CurrentTime)
        self.stranger.display.sync()

    def begin_while_taken(self, pointer_mode=X.GrabModeAsync, with_pointer=False):
        kind = type(self)
        kind.end_kept()
        self.take(pointer_mode, with_pointer)
        self.addCleanup(self.let_go)
        waits = self.await_grabs
        self.await_grabs = lambda: None
        self.begin()
        self.await_grabs = waits
        is_free = pointer_mode == X.GrabModeAsync and not with_pointer
        eventually(lambda: self.status()["grabs"] == ["pointer"] * is_free, "the grabs that can be had")

    def show_button(self):
        before = self.at_button()

        def is_seen():
            # A device reports its position before a move; and the clock listens to single devices only after its grab
            # failed.
            self.hand.move((300, 300), (310, 310), (320, 320))
            return self.at_button() != before

        eventually(is_seen, "the button")
        self.hand.move(BUTTON, BUTTON)

    def hold_button(self):
        self.show_button()
        self.hand.press()

    def test_the_button_works_by_the_pointer(self):
        self.begin_while_taken()
        self.hold_button()
        self.assertEqual(self.kept.end(), (0, ""))

    def test_the_button_works_while_the_pointer_is_frozen(self):
        """A client grabs the keyboard in synchronous mode, which freezes the pointer's events."""
        self.begin_while_taken(pointer_mode=X.GrabModeSync)
        self.hold_button()
        self.assertEqual(self.kept.end()[0], 0)

    def test_the_button_works_while_another_has_both(self):
        self.begin_while_taken(with_pointer=True)
        self.hold_button()
        self.assertEqual(self.kept.end()[0], 0)

    def release_late(self):
        time.sleep(HOLD_TIME * 0.4)
        self.hand.release()

    def begin_again(self):
        self.let_go()
        self.begin_while_taken(with_pointer=True)

    def test_a_tap_there_is_one(self):
        """The mouse and its master pointer both report a press: that must neither shorten nor spoil a hold."""
        self.begin_while_taken(with_pointer=True)
        for _ in range(3):
            self.break_off(self.hand.press, self.release_late, self.begin_again)
            never(lambda: not self.is_running(), "an end", during=HOLD_TIME)
            eventually(lambda: self.at_button() == self.viewer.picture(self.present_window, 5, 5, 1, 1), "no button")
        self.let_go()
        self.soon(lambda: sorted(self.status()["grabs"]) == ["keyboard", "pointer"], "both", 1 + SOON)
        self.hold_button()
        self.assertEqual(self.kept.end()[0], 0)

    def test_it_is_had_when_it_is_free(self):
        self.begin_while_taken()
        self.let_go()
        self.soon(lambda: sorted(self.status()["grabs"]) == ["keyboard", "pointer"], "both", 1 + SOON)
        self.assert_no_escape()
        self.hand.press_key("space")
        self.assertEqual(self.kept.end()[0], 0)


class Redirected(EscapeCase):
    """Another client redirects the window's output and does not show it (Composite, RedirectWindow)."""

    def is_said(self):
        return "hidden by another program" in self.health().get("trouble", "")

    def redirected(self, how):
        other = Viewer(self.server)
        composite.query_version(other.display)
        composite.redirect_window(other.display.create_resource_object("window", self.its_window), how)
        other.display.sync()
        return contextlib.closing(other)

    def test_by_hand(self):
        self.assertFalse(self.is_said())
        with self.redirected(composite.RedirectManual):
            eventually(self.is_said, "word of it")
            self.assertEqual([window["hidden"] for window in self.health()["windows"]], [True])
        eventually(lambda: not self.is_said(), "no word of it any more")
        self.assert_no_escape()

    def test_shown_all_the_same(self):
        """With automatic redirection the server still shows the window."""
        with self.redirected(composite.RedirectAutomatic):
            for _ in range(3):
                self.assertFalse(self.is_said())
            self.assert_no_escape()

    def test_by_a_compositor(self):
        """A registered compositor shows windows; that is its purpose."""
        with contextlib.closing(Viewer(self.server)) as other:
            owner = other.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
            owner.set_selection_owner(other.display.intern_atom("_NET_WM_CM_S0"), X.CurrentTime)
            other.display.sync()
            with self.redirected(composite.RedirectManual):
                self.assertFalse(self.is_said())
        self.assert_no_escape()
