"""What other clients of the X server can do to a kiosk, and what has no effect."""

import subprocess
import time

from Xlib import X

from basics import Watch, eventually, never, tool
from escapes import BUTTON, RED, EscapeCase


class Stack(EscapeCase):
    """Its place in the stack and on the screen is restored within a second or two."""

    def test_unmapped(self):
        self.present_window.unmap()
        self.viewer.display.sync()
        eventually(lambda: self.viewer.is_viewable(self.present_window), "the wall again")
        self.assert_no_escape()

    def test_unmapped_again_and_again(self):
        for _ in range(5):
            self.present_window.unmap()
            self.viewer.display.sync()
            time.sleep(0.05)
        self.assert_no_escape()

    def test_lowered(self):
        """Lowered below an existing window."""
        self.window_of_others()
        self.assert_no_escape()
        self.present_window.configure(stack_mode=X.Below)
        self.viewer.display.sync()
        self.assert_no_escape()

    def test_circulated(self):
        self.window_of_others()
        self.assert_no_escape()
        self.viewer.root.circulate(X.LowerHighest)
        self.viewer.display.sync()
        self.assert_no_escape()

    def test_another_raised(self):
        other = self.window_of_others()
        self.assert_no_escape()
        other.configure(stack_mode=X.Above)
        self.viewer.display.sync()
        self.assert_no_escape()

    def test_another_over_the_whole_screen(self):
        for override in (False, True):
            self.window_of_others((0, 0, 640, 480), override)
            self.assert_no_escape()

    def test_a_hundred_others(self):
        for number in range(100):
            self.window_of_others((number * 6, 10, 50, 400), override=number % 2 == 0)
        self.assert_no_escape()

    def test_moved(self):
        self.present_window.configure(x=300, y=200)
        self.viewer.display.sync()
        self.assert_no_escape()

    def test_made_small(self):
        self.present_window.configure(width=1, height=1)
        self.viewer.display.sync()
        self.assert_no_escape()

    def test_made_as_large_as_can_be(self):
        """The clock does not lay out a temporary size; the server answers other clients meanwhile."""
        watch = Watch(self.kept.pid, self.server.process.pid)
        self.present_window.configure(width=32767, height=32767)
        self.viewer.display.sync()
        self.assert_no_escape()
        self.assertLess(watch.look(), 2)

    def test_windows_put_into_it(self):
        """By creating child windows, and by reparenting visible ones."""
        window = self.window_of_others((0, 0, 640, 480), override=True)
        self.assert_no_escape()
        window.reparent(self.present_window, 0, 0)
        self.viewer.display.sync()
        self.assert_no_escape()
        for _ in range(2):
            child = self.present_window.create_window(0, 0, 640, 480, 0, X.CopyFromParent, background_pixel=RED)
            self.addCleanup(child.destroy)
            child.map()
            self.viewer.display.sync()
            self.assert_no_escape()

    def test_given_a_border(self):
        self.present_window.configure(border_width=40)
        self.viewer.display.sync()
        self.assert_no_escape()

    def test_put_into_a_window_of_others(self):
        other = self.window_of_others((0, 0, 100, 100))
        self.present_window.reparent(other, 0, 0)
        self.viewer.display.sync()
        self.assert_no_escape()

    def test_put_into_a_window_that_is_not_shown(self):
        other = self.viewer.root.create_window(0, 0, 640, 480, 0, X.CopyFromParent)
        self.addCleanup(other.destroy)
        self.present_window.reparent(other, 0, 0)
        self.viewer.display.sync()
        self.assert_no_escape()

    def test_no_longer_past_the_window_manager(self):
        self.present_window.change_attributes(override_redirect=False)
        self.present_window.unmap()
        self.viewer.display.sync()
        self.assert_no_escape()


class Properties(EscapeCase):
    def test_all_of_ours_deleted(self):
        for atom in self.present_window.list_properties():
            self.present_window.delete_property(atom)
        self.viewer.display.sync()
        self.assert_no_escape()
        # Otherwise the next test would not find the window.
        self.present_window.set_wm_class("colourclock", "ColourClock")

    def test_states_changed(self):
        for name in ("_NET_WM_STATE", "WM_STATE", "_NET_WM_WINDOW_TYPE", "WM_PROTOCOLS", "WM_HINTS", "WM_NORMAL_HINTS"):
            before = self.present_window.get_full_property(self.viewer.atom(name), X.AnyPropertyType)
            self.present_window.change_property(self.viewer.atom(name), 4, 32,
                                                [self.viewer.atom("_NET_WM_STATE_HIDDEN")] * 9)
            if before:
                self.present_window.change_property(
                    self.viewer.atom(name), before.property_type, before.format, before.value)
        self.assert_no_escape()

    def test_resources_that_widen_rights(self):
        """Resources are read at the start only, and none from the server runs a command."""
        lines = ("allow: countdown,gallery,look,refresh", "holdTime: 0.15", "holdButton: never", "holdAction: none",
                 "kiosk: false", "window: true", "exitOnInput: true", "grab: false")
        text = "".join(f"ColourClock.{line}\n" for line in lines)
        subprocess.run([tool("xrdb"), "-nocpp", "-merge"], input=text, text=True, env=self.variables(), check=True)
        self.addCleanup(subprocess.run, [tool("xrdb"), "-remove"], env=self.variables())
        self.assertEqual(self.sent("reload"), (0, ""))
        for key in ("g", "c", "q", "q"):
            self.chord(key)
        self.break_off(lambda: self.hand.press_key("space"), self.let_go_late)
        self.assert_no_escape()


class Messages(EscapeCase):
    def test_delete_window(self):
        for _ in range(3):
            self.ask(self.present_window, "WM_DELETE_WINDOW")
        self.assert_no_escape()
        self.assert_answers_ping(self.present_window)

    def test_every_protocol(self):
        for name in ("WM_TAKE_FOCUS", "WM_SAVE_YOURSELF", "_NET_WM_SYNC_REQUEST", "_NET_WM_PING"):
            self.ask(self.present_window, name)
        self.assert_no_escape()

    def test_messages_of_all_kinds(self):
        kinds = ("_NET_CLOSE_WINDOW", "_NET_WM_STATE", "_NET_ACTIVE_WINDOW", "WM_CHANGE_STATE", "_NET_RESTACK_WINDOW",
                 "_NET_MOVERESIZE_WINDOW", "_NET_WM_DESKTOP", "_XEMBED", "XdndEnter", "XdndDrop", "MANAGER",
                 "_KDE_NET_WM_FRAME_STRUT", "_GTK_LOAD_ICONTHEMES", "ANYTHING")
        for kind in kinds:
            for values in ([0] * 5, [2**32 - 1] * 5, [self.present_window.id, 3, 2, 1, 0]):
                for target in (self.present_window, self.viewer.root):
                    self.viewer.send(self.present_window, target, kind, values, X.SubstructureNotifyMask)
                    self.viewer.send(self.present_window, target, kind, values, X.NoEventMask)
        self.assert_no_escape()


class Input(EscapeCase):
    def test_the_focus_taken(self):
        other = self.window_of_others()
        self.assert_no_escape()
        got = []
        other.change_attributes(event_mask=X.KeyPressMask)
        for target in (other, X.PointerRoot, X.NONE):
            self.viewer.display.set_input_focus(target, X.RevertToNone, X.CurrentTime)
            self.viewer.display.sync()
            self.chord("a")
        time.sleep(0.1)
        while self.viewer.display.pending_events():
            got.append(self.viewer.display.next_event().type)
        self.assertNotIn(X.KeyPress, got)
        # Keys still reach the wall.
        self.hand.press_key("space")
        self.assert_ended(0)

    def test_keys_grabbed_one_by_one(self):
        """As by hot-key daemons and window managers; also grabs from before the kiosk."""
        root = self.viewer.root
        codes = [self.hand.code(name) for name in ("q", "F4", "Tab", "Print", "Super_L", "space")]
        for code in codes:
            root.grab_key(code, X.AnyModifier, False, X.GrabModeAsync, X.GrabModeAsync)
        self.addCleanup(self.viewer.display.sync)
        self.addCleanup(root.ungrab_key, X.AnyKey, X.AnyModifier)
        self.viewer.display.sync()
        for name in ("q", "F4", "Tab", "Print", "Super_L"):
            self.chord(name)
        never(lambda: self.viewer.next_event(X.KeyPress), "a key for another client", during=0.3)
        self.assert_no_escape()

    def test_buttons_grabbed_one_by_one(self):
        root = self.viewer.root
        root.grab_button(X.AnyButton, X.AnyModifier, False, X.ButtonPressMask, X.GrabModeAsync, X.GrabModeAsync, X.NONE,
                         X.NONE)
        self.addCleanup(self.viewer.display.sync)
        self.addCleanup(root.ungrab_button, X.AnyButton, X.AnyModifier)
        self.hand.click(100, 100)
        self.hand.press(3)
        self.hand.release(3)
        never(lambda: self.viewer.next_event(X.ButtonPress), "a press for another client", during=0.3)
        self.assert_no_escape()

    def test_ungrabbed_by_others(self):
        """Other clients can end their own grabs only."""
        display = self.viewer.display
        display.ungrab_keyboard(X.CurrentTime)
        display.ungrab_pointer(X.CurrentTime)
        display.allow_events(X.AsyncBoth, X.CurrentTime)
        display.sync()
        self.assertTrue(self.grab_keyboard() and self.grab_pointer())
        self.assert_no_escape()

    def test_both_grabbed_before_it(self):
        """Both grabbed before its start, as by an open menu: the wall is there, and gets both grabs when they are
        free."""
        self.end_kept()
        root = self.viewer.root
        root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        root.grab_pointer(False, 0, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime)
        self.viewer.display.sync()
        clocks = []
        self.await_grabs, waits = (lambda: clocks.append(1)), self.await_grabs
        self.begin()
        self.assertEqual(clocks, [1])
        self.chord("q")
        self.chord("q")
        never(lambda: not self.is_running(), "an end", during=0.3)
        self.viewer.display.ungrab_keyboard(X.CurrentTime)
        self.viewer.display.ungrab_pointer(X.CurrentTime)
        self.viewer.display.sync()
        self.await_grabs = waits
        self.assert_no_escape()

    def test_the_pointer_warped_onto_the_button(self):
        """A warped pointer shows the button but does not press it."""
        self.viewer.root.warp_pointer(*BUTTON)
        self.viewer.display.sync()
        self.assert_only_the_hold_ends_it()
