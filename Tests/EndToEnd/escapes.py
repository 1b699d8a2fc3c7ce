"""A kiosk that many tests try to escape from, and the checks after each attempt."""

import contextlib
import json
import tempfile
import time
from pathlib import Path

from Xlib import X
from Xlib.ext import xtest

from basics import BINARY, eventually, never, promptly
from control import Client
from hands import Hand
from support import Case, Clock, Server
from test_kiosk import Grabbing
from viewer import Viewer
from windows import FROZEN, WindowCase

# A hold completes after four fifths of it. Short, since many attempts wait for a whole hold.
HOLD_TIME = 0.8
# Seconds until a hold is complete.
WHOLE = 0.8 * HOLD_TIME
# Seconds until the wall must cover everything and have its grabs: one, and a reserve for a busy machine.
SOON = 3
RED = 0xFF0000
BUTTON = (320, 442)


class EscapeCase(Grabbing, WindowCase, Case):
    """One server and one kiosk for all tests of a class, since a failed escape changes nothing. After a test that ends
    the kiosk, the next one starts a new one."""

    # Options in addition to --kiosk.
    options = ()
    # The area of the hold button, which comes and goes: the only control for visitors.
    its_part = (120, 400, 400, 80)
    # Options of the server.
    server_options = ()
    kept = its_window = None

    @classmethod
    def serve(cls):
        return Server(cls.screen, *cls.server_options)

    @classmethod
    def setUpClass(cls):
        cls.server = cls.serve()
        cls.addClassCleanup(cls.server.close)
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="colourclock-e2e-")))
        (cls.folder / "run").mkdir(mode=0o700)
        cls.watcher = Viewer(cls.server)
        cls.addClassCleanup(cls.watcher.close)
        cls.addClassCleanup(cls.end_kept)

    @classmethod
    def end_kept(cls):
        kept, cls.kept = cls.kept, None
        if kept:
            kept.close()

    def setUp(self):
        super().setUp()
        self.stranger = None
        self.hand = Hand(self.viewer)
        self.addCleanup(self.hand.let_go)
        if not self.kept or self.kept.process.poll() is not None:
            self.begin()

    @property
    def present_window(self):
        """The kiosk's window, through this test's connection."""
        return self.viewer.display.create_resource_object("window", self.its_window)

    def variables(self, **more):
        here = {"HOME": self.folder, "XDG_STATE_HOME": self.folder / "state", "XDG_CONFIG_HOME": self.folder / "config",
                "XDG_RUNTIME_DIR": self.folder / "run"}
        return super().variables(**{**here, **more})

    def begin(self):
        """Starts the kiosk and records its undisturbed picture."""
        kind = type(self)
        kind.end_kept()
        command = [BINARY, "--no-hint", "--kiosk", "--no-inhibit", "--hold-button", "motion", "--hold-time",
                   str(HOLD_TIME), "--health-badge", "never", *FROZEN,
                   *self.options]
        kind.kept = Clock(command, self.variables(), self.watcher)
        kind.its_window = self.kept.painted().id
        self.await_grabs()
        if not hasattr(kind, "wall"):
            kind.wall = self.steady()

    def steady(self):
        def picture():
            before = self.seen()
            time.sleep(0.1)
            return before if self.seen() == before else None

        return eventually(picture, "a picture that stays")

    @property
    def clock_process(self):
        return self.kept.process

    @property
    def path(self):
        """The control socket."""
        return self.folder / f"run/colourclock/{self.server.number}.sock"

    # Checks after each attempt.

    def seen(self):
        """The screen's pixels, whichever client drew them, without the button's area."""
        left, top, width, height = self.its_part
        size = self.server.width, self.server.height
        parts = ((0, 0, size[0], top), (0, top, left, height), (left + width, top, size[0] - left - width, height))
        return [self.viewer.root.get_image(*part, X.ZPixmap, 0xFFFFFFFF).data for part in parts if part[2]]

    def is_running(self):
        return self.clock_process.poll() is None

    def wait_for_new_window(self, old):
        """Waits for the window that replaces `old`, which another client has destroyed."""
        def find():
            window = self.viewer.find("ColourClock")
            return window if window and window.id != old and self.viewer.is_viewable(window) else None

        type(self).its_window = self.soon(find, "a new window", 1 + SOON).id

    def soon(self, condition, what, within=SOON):
        """Waits for what the kiosk promises to do soon."""
        return promptly(condition, what, within, self.kept.pid, self.server.process.pid)

    def is_whole(self):
        return self.seen() == self.wall

    def assert_no_escape(self, during=0.1):
        """The kiosk runs, its wall is all that is visible, and it has both grabs."""
        never(lambda: not self.is_running(), "an end", during)
        self.soon(lambda: self.viewer.is_viewable(self.present_window), "the wall")
        self.assert_full_screen(self.present_window)
        self.soon(self.is_whole, "nothing but the wall on the screen")
        self.soon(self.has_grabs, "both grabs")
        self.assertTrue(self.is_running())

    def assert_only_the_hold_ends_it(self):
        """Waits as long as a hold takes. The kiosk must not end."""
        self.assert_no_escape(during=HOLD_TIME + 0.1)

    def assert_ended(self, status, *parts):
        """The kiosk has ended with this status and one line. A new one shows the same wall, as the unit would start
        it."""
        ended, complaints = self.kept.end()
        self.hand.let_go()
        self.assertEqual(ended, status, complaints)
        if parts:
            self.assert_one_line(complaints, *parts)
        self.begin()
        self.assert_no_escape()

    def at_button(self):
        return self.viewer.picture(self.present_window, *BUTTON, 1, 1)

    # Actions of other clients.

    def chord(self, *keys):
        """Presses the keys in this order, and releases them, without a pause that would make a hold. The server waits
        12 ms before each press, since a release and a press at the same time look like a repeated key."""
        codes = [self.hand.code(key) for key in keys]
        for kind, those, pause in ((X.KeyPress, codes, 12), (X.KeyRelease, reversed(codes), 0)):
            for code in those:
                xtest.fake_input(self.viewer.display, kind, code, pause)
        self.viewer.display.sync()

    def show_button(self):
        """Makes a hold possible: a key needs nothing for that."""

    def let_go_late(self):
        """Releases the key of a hold that is half complete."""
        time.sleep(HOLD_TIME * 0.4)
        self.hand.release_key("space")

    def break_off(self, press, breach, begin=None):
        """Begins a hold and breaks it off. If the machine delays that, the hold may be complete: then it does not
        count, and is made anew."""
        def is_in_time():
            self.show_button()
            start = time.monotonic()
            press()
            # A clock whose hold is complete does not answer, or ends before its answer.
            with contextlib.suppress(OSError, TypeError):
                self.wait_for_clock()
                breach()
                self.wait_for_clock()
            if time.monotonic() - start < WHOLE:
                return True
            self.hand.let_go()
            (begin or self.begin)()
            return False

        eventually(is_in_time, "a hold that is broken off in time", within=60)

    def wait_for_clock(self):
        """Waits until the clock has handled the input so far: it answers the socket in the same turn of its loop."""
        self.status()

    def type_codes(self, codes, times=1):
        for code in codes:
            for kind in (X.KeyPress, X.KeyRelease) * times:
                xtest.fake_input(self.viewer.display, kind, code)
        self.viewer.display.sync()

    @contextlib.contextmanager
    def keyboard_changed(self, code, *symbols):
        """Changes a key's meaning for a while, like xmodmap."""
        display = self.viewer.display
        before = [tuple(row) for row in display.get_keyboard_mapping(code, 1)]
        display.change_keyboard_mapping(code, [tuple(symbols) + (0,) * (len(before[0]) - len(symbols))])
        display.sync()
        try:
            yield
        finally:
            display.change_keyboard_mapping(code, before)
            display.sync()

    def window_of_others(self, box=(40, 40, 300, 200), override=False, **properties):
        """A red mapped window of another client, which may be killed."""
        if not self.stranger:
            self.stranger = self.look(self.server)
        window = self.stranger.root.create_window(
            *box, 0, X.CopyFromParent, background_pixel=RED, override_redirect=override)
        window.set_wm_class("other", "Other")
        window.set_wm_normal_hints(flags=1, x=box[0], y=box[1])
        for name, values in properties.items():
            window.change_property(self.viewer.atom(name), 4, 32, [self.viewer.atom(value) for value in values])
        window.map()
        self.stranger.display.sync()
        return self.viewer.display.create_resource_object("window", window.id)

    def told(self, name, values, window=None):
        """Sends a request about our window to the window manager."""
        self.viewer.send(window or self.present_window, self.viewer.root, name, values,
                         X.SubstructureRedirectMask | X.SubstructureNotifyMask)

    def sent(self, *words):
        """Sends a command to the control socket. Returns the answer."""
        answer = self.run_command([BINARY, "send", *words])
        return answer.status, answer.complaints

    def status(self):
        with contextlib.closing(Client(self.path)) as client:
            return client.ask("status")["data"]

    def health(self):
        return json.loads(self.run_command([BINARY, "send", "health"]).output)


class Hands(EscapeCase):
    """Shared by the tests with a pointer and with fingers."""

    def begin(self):
        super().begin()
        type(self).without_button = self.at_button()

    def show_button(self):
        """Shows the button by a touch or a movement elsewhere, ready to be pressed."""
        self.come()
        eventually(lambda: self.at_button() != self.without_button, "the button")
        self.hand.move(BUTTON)


class HoldAttempts:
    """Holds by the pointer and by fingers. A mix-in for `Hands`."""

    def test_let_go_too_early(self):
        for _ in range(3):
            self.break_off(self.hand.press, self.hand.release)
            never(lambda: not self.is_running(), "an end", during=HOLD_TIME)
        self.assert_no_escape()

    def test_slid_off_the_button(self):
        self.break_off(self.hand.press, lambda: self.hand.move((320, 300)))
        self.assert_only_the_hold_ends_it()

    def test_the_hold_itself(self):
        self.show_button()
        self.hand.press()
        self.assert_ended(0)
