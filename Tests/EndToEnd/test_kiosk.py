"""The kiosk: a visitor can do nothing to it; what its owner and the machine can do."""

import contextlib
import signal
import struct
import subprocess
import time
from pathlib import Path

from Xlib import X
from Xlib.error import DisplayConnectionError
from Xlib.ext import xtest

from basics import BINARY, environment, eventually, mortal, never, tool
from hands import FULL, Hand
from support import Case, OwnServer, number_apart, xauth
from viewer import Viewer
from windows import COLOUR, FROZEN, WindowCase

BUTTON = (320, 442)


class Grabbing:
    """Finds out whether a clock has grabbed keyboard and pointer."""

    def grab_keyboard(self):
        """Tries to grab the keyboard for a moment from another client. Returns true if the clock has it."""
        taken = self.viewer.root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        self.viewer.display.ungrab_keyboard(X.CurrentTime)
        self.viewer.display.sync()
        return taken == X.AlreadyGrabbed

    def grab_pointer(self):
        taken = self.viewer.root.grab_pointer(
            False, 0, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime)
        self.viewer.display.ungrab_pointer(X.CurrentTime)
        self.viewer.display.sync()
        return taken == X.AlreadyGrabbed

    def has_grabs(self):
        """True if the clock has both. Otherwise it gets a moment in which it can find them free."""
        if self.grab_keyboard() and self.grab_pointer():
            return True
        time.sleep(0.15)
        return False

    def await_grabs(self):
        eventually(self.has_grabs, "both grabs")


class Pointing:
    """Sees the pointer at 30, 30 in the server's frame buffer, which alone contains it: needs a server with
    `-fbdir`."""

    def around(self):
        """The colours around the pointer's place: only one if no pointer is drawn."""
        data = (self.home / "Xvfb_screen0").read_bytes()
        header = struct.unpack_from(">25I", data)
        start, stride = header[0] + 12 * header[19], header[12]
        return {data[start + stride * y + 4 * x :][:3] for y in range(20, 45) for x in range(20, 45)}

    def bare_screen(self):
        """A screen of one colour, on which a pointer would be visible."""
        self.viewer.root.change_attributes(background_pixel=0x123456)
        self.viewer.root.clear_area()
        self.window_with_cursor()

    def window_with_cursor(self):
        """The root of a bare server has no cursor."""
        font = self.viewer.display.open_font("cursor")
        cursor = font.create_glyph_cursor(font, 2, 3, (65535, 0, 0), (0, 65535, 0))
        self.viewer.root.change_attributes(cursor=cursor)
        self.viewer.display.sync()


class KioskCase(Grabbing, WindowCase, Case):
    def setUp(self):
        super().setUp()
        self.hand = Hand(self.viewer)
        self.addCleanup(self.hand.let_go)
        self.hand.move((5, 5))

    def kiosk(self, *options, **more):
        clock = self.clock(*FROZEN, "--kiosk", *options, **more)
        window = clock.painted()
        self.assert_full_screen(window)
        return clock, window

    def assert_stays(self, clock, during=0.4):
        never(lambda: clock.process.poll() is not None, "an end", during)


class Grabs(KioskCase):
    def test_holds_both(self):
        clock, window = self.kiosk()
        self.await_grabs()
        # Unmapping makes the server end the grabs.
        window.unmap()
        self.viewer.display.sync()
        eventually(lambda: self.viewer.is_viewable(window), "the wall again")
        self.await_grabs()
        clock.signal(signal.SIGKILL)
        eventually(lambda: not self.grab_keyboard() and not self.grab_pointer(), "both free")

    def test_leaves_them(self):
        for options in (("--kiosk", "--no-grab"), ("--fullscreen",)):
            with self.subTest(options):
                clock = self.clock(*FROZEN, *options)
                clock.painted()
                never(lambda: self.grab_keyboard() or self.grab_pointer(), "a grab", during=0.5)

    def test_after_another_client(self):
        """A menu holds both grabs for a while."""
        root = self.viewer.root
        root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        root.grab_pointer(False, 0, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime)
        clock, window = self.kiosk()
        self.assert_stays(clock, during=1.2)
        self.viewer.display.ungrab_keyboard(X.CurrentTime)
        self.viewer.display.ungrab_pointer(X.CurrentTime)
        self.viewer.display.sync()
        self.await_grabs()
        clock.signal(signal.SIGTERM)
        self.assertEqual(clock.end(), (-signal.SIGTERM, ""))

    def test_after_a_drag(self):
        """No event reports a free pointer, so the clock has to try again."""
        self.viewer.root.grab_pointer(False, 0, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime)
        clock, _ = self.kiosk()
        self.assert_stays(clock, during=0.6)
        self.viewer.display.ungrab_pointer(X.CurrentTime)
        self.viewer.display.sync()
        # The clock must find it free in between.
        eventually(lambda: self.grab_pointer() or time.sleep(0.2), "the pointer")

    def test_never_granted(self):
        """One line after some seconds of attempts; the clock ticks meanwhile."""
        self.viewer.root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
        self.viewer.display.sync()
        self.addCleanup(self.viewer.display.sync)
        self.addCleanup(self.viewer.display.ungrab_keyboard, X.CurrentTime)
        clock = self.clock("--kiosk", "--utc", "--fade", "0")
        window = clock.painted()
        seen, enough = set(), time.monotonic() + 4.5

        def has_ticked():
            seen.add(self.viewer.colour(window))
            return len(seen) >= 4 and time.monotonic() > enough

        eventually(has_ticked, "ticks")
        clock.signal(signal.SIGTERM)
        self.assert_ends(clock, -signal.SIGTERM, "keyboard")


class Visitors(KioskCase):
    def test_every_key(self):
        """Each key of the keyboard, alone and with modifiers; twice, as quitting would need."""
        clock, window = self.kiosk("--hold-button", "never")
        codes = range(self.viewer.display.display.info.min_keycode, 256)
        for held in ((), ("Alt_L",), ("Control_L",), ("Control_L", "Alt_L"), ("Super_L",)):
            for key in held:
                self.hand.press_key(key)
            for code in codes:
                for kind in (X.KeyPress, X.KeyRelease) * 2:
                    xtest.fake_input(self.viewer.display, kind, code)
            self.hand.let_go()
            self.viewer.display.sync()
        self.assert_stays(clock)
        self.assert_full_screen(window)

    def test_other_options_at_a_refresh(self):
        """A kiosk made by its options file stays one, whatever the file says when a visitor has it read again."""
        path = self.home / "options"
        for text in ("", "window", "fullscreen", "exit-on-input"):
            with self.subTest(text):
                path.write_text("kiosk\nallow refresh\nface literal\n")
                clock = self.clock(*FROZEN, "--config", path, config=True)
                window = clock.painted()
                before = self.viewer.colour(window)
                path.write_text(f"{text}\nface hue\n")
                self.press("F5")
                eventually(lambda: self.viewer.colour(window) != before, "the other face")
                self.press("q", "q", "Escape", "Escape", "f")
                self.assert_stays(clock, during=0.5)
                self.assert_full_screen(window)

    def test_presses_on_monitors_left_alone(self):
        """The grab delivers all presses to the clock; those on monitors without a wall have no effect."""
        self.split()
        window = self.clock(*FROZEN, "--grab", "--monitor", "R", "--hold-button", "never").painted()
        self.await_grabs()
        before = self.viewer.picture(window)
        for x in (250, 40):
            self.hand.move((160, 100))
            self.hand.press()
            self.hand.move((x, 100))
            never(lambda: self.viewer.picture(window) != before, "another picture", during=0.3)
            self.hand.let_go()

    def split(self):
        for name, place, output in (("L", "320/80x480/120+0+0", "screen"), ("R", "320/80x480/120+320+0", "none")):
            subprocess.run([tool("xrandr"), "--setmonitor", name, place, output], env=self.variables(), check=True)
            self.addCleanup(subprocess.run, [tool("xrandr"), "--delmonitor", name], env=self.variables(), check=True)

    def pointer(self):
        answer = self.viewer.root.query_pointer()
        return answer.root_x, answer.root_y

    def test_the_pointer_stays_on_its_monitor(self):
        """A desktop is on the other monitor."""
        self.split()
        self.clock(*FROZEN, "--kiosk", "--monitor", "R", "--other-monitors", "leave").painted()
        # The clock first moves the pointer there.
        eventually(lambda: self.pointer()[0] >= 320, lambda: f"the pointer on R, but {self.pointer()}")
        self.hand.move((40, 100))
        self.assertEqual(self.pointer(), (320, 100))
        self.hand.move((600, 300))
        self.assertEqual(self.pointer(), (600, 300))

    def test_the_pointer_is_free_on_all_monitors(self):
        """Each monitor has a window that can be touched."""
        self.split()
        for options in ((), ("--monitor", "R")):
            with self.subTest(options):
                self.clock(*FROZEN, "--kiosk", *options).painted()
                # A test for the pointer grab, even a failing one, frees the pointer, as the server defines it.
                eventually(lambda: self.grab_keyboard() or time.sleep(0.2), "a grab")
                for place in ((40, 100), (600, 300), (100, 300)):
                    self.hand.move(place)
                    self.assertEqual(self.pointer(), place)

    def test_keys_that_quit_elsewhere(self):
        clock, window = self.kiosk()
        for key in ("q", "Escape", "Return", "space"):
            with self.subTest(key):
                self.press(key, key)
                self.hand.press_key(key)
                self.assert_stays(clock, during=1.9)
                self.hand.release_key(key)
                self.assert_stays(clock, during=0.1)
        self.press("f", "F11", "alt+F4", "ctrl+c", "ctrl+q", "ctrl+alt+BackSpace")
        self.assert_stays(clock)
        self.assert_full_screen(window)

    def test_delete(self):
        clock, window = self.kiosk()
        for _ in range(3):
            self.ask(window, "WM_DELETE_WINDOW")
        self.assert_stays(clock)
        self.assert_answers_ping(window)

    def let_go_in_time(self):
        """Lets go of the chord before it has its effect. If the machine delays that, a new kiosk does it anew."""
        for _ in range(20):
            start = time.monotonic()
            for key in ("Control_L", "Alt_L", "q"):
                self.hand.press_key(key)
            time.sleep(0.4)
            self.hand.let_go()
            # Up to 0.4 s of its own pauses count for the clock.
            if time.monotonic() - start < 1.2:
                return self.assert_stays(self.present, during=1.2)
            self.kiosk()
            self.await_grabs()
        return self.fail("nothing was let go in time")

    def test_the_owners_chord(self):
        """Ctrl, Alt and q must be held. Released in time, or with Shift or Super, they have no effect."""
        clock, window = self.kiosk()
        self.await_grabs()
        before = self.viewer.picture(window)
        for others in (("Control_L", "Alt_L", "Super_L"), ("Alt_L",), ("Control_L",)):
            for key in (*others, "q"):
                self.hand.press_key(key)
            self.assert_stays(clock, during=2.5)
            self.hand.let_go()
        self.let_go_in_time()
        clock, window = self.present, self.present.window()
        eventually(lambda: self.viewer.picture(window) == before, "the bare wall again")
        for key in ("Control_L", "Alt_L", "q"):
            self.hand.press_key(key)
        self.assertEqual(clock.end(), (0, ""))

    def test_a_pointer_finds_nothing(self):
        """The pointer may move and press anywhere: the wall does not change."""
        clock, window = self.kiosk()
        before = self.viewer.picture(window)
        for place in ((300, 300), BUTTON, (615, 455), (320, 240), (5, 475)):
            self.hand.move((100, 100), place)
            self.hand.press()
            self.assert_stays(clock, during=2.2)
            self.assertEqual(self.viewer.picture(window), before)
            self.hand.release()

    def test_held_button(self):
        clock, _ = self.kiosk("--hold-button", "motion")
        self.hand.move((300, 300), BUTTON)
        self.hand.press()
        self.assertEqual(clock.end(), (0, ""))

    def test_held_space(self):
        clock, _ = self.kiosk("--hold-button", "motion")
        self.await_grabs()
        self.viewer.tap("space", "space", "space")
        self.assert_stays(clock)
        self.hand.press_key("space")
        self.assertEqual(clock.end(), (0, ""))

    def test_no_button(self):
        clock, window = self.kiosk("--hold-button", "never")
        self.hand.move((300, 300), BUTTON)
        self.hand.press()
        self.hand.press_key("space")
        self.assert_stays(clock, during=2.5)
        for number in (signal.SIGTERM, signal.SIGINT):
            clock.signal(number)
            self.assertEqual(clock.end(), (-number, ""))
            clock, _ = self.kiosk("--hold-button", "never")


class Managed(KioskCase):
    """Under a window manager, which would close it for any client that asks."""

    def test_openbox(self):
        server = self.server
        manager = self.start("openbox", "--sm-disable", DISPLAY=server.name)
        names = ("_NET_SUPPORTING_WM_CHECK", "_NET_NUMBER_OF_DESKTOPS")
        eventually(lambda: all(self.viewer.property(self.viewer.root, name) for name in names), "openbox")
        clock, window = self.kiosk()
        self.await_grabs()
        self.press("alt+F4", "alt+F4")
        self.assert_stays(clock)
        toggle, full_screen = 2, self.viewer.atom("_NET_WM_STATE_FULLSCREEN")
        for request, values in (("_NET_CLOSE_WINDOW", []), ("_NET_WM_STATE", [toggle, full_screen]),
                                ("_NET_WM_DESKTOP", [1])):
            self.viewer.send(
                window, self.viewer.root, request, values, X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self.assert_stays(clock)
        self.assert_full_screen(window)
        manager.kill()
        manager.wait()
        self.assert_full_screen(window)
        # On the screen itself, with nothing above it.
        eventually(lambda: self.viewer.colour(self.viewer.root) == COLOUR, "the wall without a manager")
        self.assert_stays(clock)


class Cursor(Pointing, OwnServer):
    """The hidden cursor, and its return."""

    def setUp(self):
        super().setUp()
        self.serve("320x240x24", "-fbdir", str(self.home), authority=self.home / "trusted")
        self.hand = Hand(self.viewer)
        self.hand.move((30, 30))

    def test_hidden(self):
        clock = self.clock(*FROZEN, "--kiosk")
        clock.painted()
        eventually(lambda: len(self.around()) == 1, lambda: f"no pointer, but {self.around()}")
        self.hand.move((31, 30), (32, 32))
        never(lambda: len(self.around()) > 1, "a pointer", during=0.3)
        clock.signal(signal.SIGTERM)
        clock.end()
        self.bare_screen()
        self.hand.move((30, 30), (31, 31))
        eventually(lambda: len(self.around()) > 1, "the pointer again")

    def is_seen_when_it_moves(self):
        self.hand.move((31, 31), (30, 30))
        return len(self.around()) > 1

    def test_seen_over_a_window(self):
        """A control: without the kiosk the cursor is visible."""
        self.window_with_cursor()
        self.clock(*FROZEN, "--window", "--geometry", "320x240+0+0").painted()
        for _ in range(2):
            eventually(self.is_seen_when_it_moves, "a pointer")
            eventually(lambda: len(self.around()) == 1, "no pointer, as it rests")

    def test_hidden_by_a_server_that_cannot(self):
        """An untrusted client has no XFIXES."""
        untrusted = self.home / "untrusted"
        with environment(XAUTHORITY=str(self.server.authority)):
            xauth(untrusted, "generate", self.server.name, ".", "untrusted")
        self.window_with_cursor()
        self.clock(*FROZEN, "--kiosk", "--hold-button", "motion", XAUTHORITY=untrusted).painted()
        eventually(lambda: len(self.around()) == 1, lambda: f"no pointer, but {self.around()}")
        # The button appears, so the clock has received the motion.
        self.hand.move((31, 30), (32, 32))
        window = self.present.window()
        eventually(lambda: self.viewer.colour(window, 160, 215) != COLOUR, "the button")
        never(lambda: len(self.around()) > 1, "a pointer", during=0.3)


class Appliance(Grabbing, OwnServer):
    """The only client of a bare server."""

    def test_xinit(self):
        """The session ends properly when its owner's keys quit the clock, without any helper."""
        number = number_apart()
        wrapper = self.home / "session"
        wrapper.write_text(f"#!/bin/sh\nexec '{BINARY}' --no-config --kiosk {' '.join(FROZEN)}\n")
        wrapper.chmod(0o755)
        command = [tool("xinit"), wrapper, "--", tool("Xvfb"), f":{number}", "-screen", "0", "640x480x24",
                   "-nolisten", "tcp"]
        session = subprocess.Popen(
            mortal(command, "TERM"), env={"PATH": "/usr/bin:/bin", "HOME": str(self.home)},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(session.wait)
        self.addCleanup(session.terminate)
        eventually(Path(f"/tmp/.X11-unix/X{number}").exists, "the server")

        class Bare:
            name, authority = f":{number}", None

        def look():
            # The socket exists a moment before the server listens.
            with contextlib.suppress(DisplayConnectionError):
                return Viewer(Bare)

        viewer = eventually(look, "a connection")
        window = eventually(lambda: viewer.find("ColourClock"), "the clock")
        eventually(lambda: viewer.is_viewable(window) and viewer.box(window) == (0, 0, 640, 480), "the wall")
        eventually(lambda: viewer.colour(window) == COLOUR, "its picture")
        # A key that is pressed earlier is lost when the focus moves.
        self.viewer = viewer
        self.await_grabs()
        hand = Hand(viewer)
        for key in ("Control_L", "Alt_L", "q"):
            hand.press_key(key)
        self.assertEqual(session.wait(60), 0)

    def test_the_server_is_killed(self):
        self.serve()
        clock = self.clock("--kiosk")
        clock.painted()
        self.server.close(kill=True)
        self.assert_ends(clock, 1, "X server")

    def test_started_again(self):
        """After a server crash: the face that a visitor chose, and the running countdown."""
        number = number_apart()
        self.serve(number=number)
        options = "--kiosk", "--allow", "gallery", *FROZEN, "--countdown", "25m", "--hold-button", "never"
        clock = self.clock(*options)
        window = clock.painted()
        self.press("g")
        eventually(lambda: max(self.viewer.colour(window)) < 0x30, "the gallery")
        self.press("2", "Return")
        eventually(lambda: self.viewer.colour(window) == FULL, "the chosen face")
        eventually(lambda: "countdown" in str(self.saved()), "a countdown that is kept")
        deadline = self.deadline()
        self.server.close(kill=True)
        self.assertEqual(clock.end()[0], 1)
        self.serve(number=number)
        clock = self.clock(*options)
        window = clock.painted()
        eventually(lambda: self.viewer.colour(window) == FULL, "the same face")
        self.assertEqual(self.deadline(), deadline)

    def deadline(self):
        """The end of a running countdown on the boot-time clock."""
        [wall] = self.saved()["walls"].values()
        countdown = wall["countdown"]
        self.assertEqual((countdown["state"], countdown["clock"]), ("running", "uptime"))
        return countdown["uptime"]
