"""What only the X server can do to a kiosk: its end, its own grabs and saver, and access control."""

import contextlib
import signal
import subprocess
import time

from Xlib import X, error
from Xlib.ext import composite

from basics import never, tool
from escapes import RED, EscapeCase
from viewer import Viewer


class Killed(EscapeCase):
    """Any trusted client can end it and none can prevent that: the unit starts the clock again."""

    def test_its_client_is_killed(self):
        self.present_window.kill_client()
        self.viewer.display.sync()
        self.assert_ended(1, "X server")


class Served(EscapeCase):
    def test_the_server_held_for_a_while(self):
        """During a server grab nothing is drawn, and nothing else happens."""
        self.viewer.display.grab_server()
        self.viewer.display.sync()
        time.sleep(0.5)
        self.viewer.display.ungrab_server()
        self.viewer.display.sync()
        self.assert_no_escape()

    def break_grabs(self, key):
        """A key of the server's keyboard map, with the option `grab:break_actions`."""
        subprocess.run([tool("setxkbmap"), "-option", "grab:break_actions"], env=self.variables(), check=True)
        self.addCleanup(subprocess.run, [tool("setxkbmap"), "-option"], env=self.variables())
        self.chord("Control_L", "Alt_L", key)

    def test_grabs_broken_by_a_key_of_the_server(self):
        """The kiosk grabs both again at once."""
        self.kept.signal(signal.SIGSTOP)
        self.break_grabs("KP_Divide")
        self.assertFalse(self.grab_keyboard() or self.grab_pointer())
        self.kept.signal(signal.SIGCONT)
        self.chord("q")
        self.chord("q")
        self.assert_no_escape(during=0.3)

    def test_a_key_of_the_server_that_ends_who_has_a_grab(self):
        """The unit starts it again."""
        self.break_grabs("KP_Multiply")
        self.assert_ended(1, "X server")

    def test_pixels_are_read(self):
        """Any trusted client can do that."""
        self.assertNotEqual(self.viewer.colour(self.present_window), (0, 0, 0))
        self.assert_no_escape()

    def test_a_layer_above_all_windows(self):
        """A compositor's overlay window lies above everything while the compositor has it."""
        with contextlib.closing(Viewer(self.server)) as other:
            overlay = composite.get_overlay_window(other.root).overlay_window
            overlay.change_attributes(background_pixel=RED)
            overlay.clear_area()
            other.display.sync()
            never(lambda: not self.is_running(), "an end", during=0.3)
            self.assertTrue(self.grab_keyboard())
        self.assert_no_escape()


class Saver(EscapeCase):
    def is_whole(self):
        """At the next input the wall is there. A saver that goes off after a second may have come again."""
        self.hand.move((200, 200), (210, 210))
        return super().is_whole()

    def test_the_servers_own_saver(self):
        """Activated by another client."""
        for words in (["s", "activate"], ["s", "reset"], ["s", "blank"], ["s", "1", "1"]):
            subprocess.run([tool("xset"), *words], env=self.variables(), check=True)
            self.assert_no_escape()


class Ticking(EscapeCase):
    options = ("--speed", "1")

    def is_whole(self):
        """The shown time continues."""
        return RED not in self.viewer.pixels(self.viewer.root, 0, 0, self.server.width, self.server.height)

    def steady(self):
        return None

    def test_drawn_over(self):
        """Drawn on the root over all windows: the next second repaints it."""
        context = self.viewer.root.create_gc(foreground=RED, subwindow_mode=X.IncludeInferiors)
        for box in ((0, 0, 640, 480), (100, 100, 300, 200)):
            self.viewer.root.fill_rectangle(context, *box)
            self.viewer.display.sync()
            self.assert_no_escape()


class Zapped(EscapeCase):
    def test_ctrl_alt_backspace_that_ends_the_server(self):
        """With `terminate:ctrl_alt_bksp` in the keyboard map and without the server's `DontZap`: the clock ends with
        its server and reports that."""
        subprocess.run([tool("setxkbmap"), "-option", "terminate:ctrl_alt_bksp"], env=self.variables(), check=True)
        with contextlib.suppress(error.ConnectionClosedError):
            self.chord("Control_L", "Alt_L", "BackSpace")
        self.hand.down.clear()
        status, complaints = self.kept.end()
        self.assertEqual(status, 1)
        self.assert_one_line(complaints, "X server")
