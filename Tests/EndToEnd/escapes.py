"""A kiosk that many tests in turn try to get out of, and what must hold after each try."""

import contextlib
import json
import tempfile
import time
from pathlib import Path

from Xlib import X
from Xlib.ext import xtest

from basics import BINARY, eventually, never
from hands import Hand
from support import Case, Clock, Server
from test_kiosk import Grabbing
from viewer import Viewer
from windows import FROZEN, WindowCase

# A hold is complete after four fifths of that: to try many ways that lead to none takes long enough.
HOLD_TIME = 0.8
# Seconds after which the wall must be all that is seen, and have its grabs: one, and what a busy machine needs.
SOON = 3
RED = 0xFF0000
BUTTON = (320, 442)


class EscapeCase(Grabbing, WindowCase, Case):
    """One server and one kiosk for all tests of a class: an escape that is none leaves it as it was. One that has ended, as
    some tests have it, is started anew for the next."""

    # Beside --kiosk.
    options = ()
    # Where the button comes and goes, the one thing that visitors have.
    its_part = (120, 400, 400, 80)
    # Of the server.
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
        """The kiosk's own, through this test's connection."""
        return self.viewer.display.create_resource_object("window", self.its_window)

    def variables(self, **more):
        here = {"HOME": self.folder, "XDG_STATE_HOME": self.folder / "state", "XDG_CONFIG_HOME": self.folder / "config",
                "XDG_RUNTIME_DIR": self.folder / "run"}
        return super().variables(**{**here, **more})

    def begin(self):
        """Starts the kiosk, and looks at its wall while it is left alone."""
        kind = type(self)
        kind.end_kept()
        command = [BINARY, "--no-hint", "--kiosk", "--no-inhibit", "--hold-button", "motion", "--hold-time", str(HOLD_TIME), "--health-badge", "never", *FROZEN,
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

    # What holds after each try.

    def seen(self):
        """What is on the screen, whichever client has put it there, but for the button's part."""
        left, top, width, height = self.its_part
        size = self.server.width, self.server.height
        parts = ((0, 0, size[0], top), (0, top, left, height), (left + width, top, size[0] - left - width, height))
        return [self.viewer.root.get_image(*part, X.ZPixmap, 0xFFFFFFFF).data for part in parts if part[2]]

    def is_running(self):
        return self.clock_process.poll() is None

    def wait_for_new_window(self, old):
        """The one that the kiosk makes when another client has destroyed its window, which was `old`."""
        def find():
            window = self.viewer.find("ColourClock")
            return window if window and window.id != old and self.viewer.is_viewable(window) else None

        type(self).its_window = eventually(find, "a new window", 1 + SOON).id

    def is_whole(self):
        return self.seen() == self.wall

    def assert_no_escape(self, during=0.1):
        """It goes on, its wall is all that is to be seen, and it has both grabs."""
        never(lambda: not self.is_running(), "an end", during)
        eventually(lambda: self.viewer.is_viewable(self.present_window), "the wall", SOON)
        self.assert_full_screen(self.present_window)
        eventually(self.is_whole, "nothing but the wall on the screen", SOON)
        self.await_grabs(SOON)
        self.assertTrue(self.is_running())

    def assert_only_the_hold_ends_it(self):
        """What could end it has not, though there was time enough for a hold."""
        self.assert_no_escape(during=HOLD_TIME + 0.1)

    def assert_ended(self, status, *parts):
        """It has ended so, said so in a line, and a new one finds the wall as it was: what the unit does for it."""
        ended, complaints = self.kept.end()
        self.hand.let_go()
        self.assertEqual(ended, status, complaints)
        if parts:
            self.assert_one_line(complaints, *parts)
        self.begin()
        self.assert_no_escape()

    # What others do.

    def chord(self, *keys):
        """All of them down in that order, and up again."""
        for key in keys:
            self.hand.press_key(key)
        for key in reversed(keys):
            self.hand.release_key(key)

    def type_codes(self, codes, times=1):
        for code in codes:
            for kind in (X.KeyPress, X.KeyRelease) * times:
                xtest.fake_input(self.viewer.display, kind, code)
        self.viewer.display.sync()

    @contextlib.contextmanager
    def keyboard_changed(self, code, *symbols):
        """What a key means, as by xmodmap, for a while."""
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
        """A red window of another client, which maps it: one that may be killed."""
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
        """A request to the window manager, about our window."""
        self.viewer.send(window or self.present_window, self.viewer.root, name, values,
                         X.SubstructureRedirectMask | X.SubstructureNotifyMask)

    def sent(self, *words):
        """What the control socket answers."""
        answer = self.run_command([BINARY, "send", *words])
        return answer.status, answer.complaints

    def status(self):
        return json.loads(self.run_command([BINARY, "status", "--json"]).output)

    def health(self):
        return json.loads(self.run_command([BINARY, "send", "health"]).output)


class Hands(EscapeCase):
    """What pointer and finger have in common."""

    def begin(self):
        super().begin()
        type(self).without_button = self.at_button()

    def at_button(self):
        return self.viewer.picture(self.present_window, *BUTTON, 1, 1)

    def show_button(self):
        """A touch or a movement elsewhere brings it; it is pressed when it is there."""
        self.come()
        eventually(lambda: self.at_button() != self.without_button, "the button")
        self.hand.move(BUTTON)

    def let_go_too_early(self):
        for _ in range(3):
            self.begin_hold()
            self.hand.release()
            time.sleep(HOLD_TIME)
        self.assert_no_escape()

    def begin_hold(self):
        self.show_button()
        self.hand.press()
        self.wait_for_clock()

    def wait_for_clock(self):
        """Until it has seen what hands have done so far: it answers the socket in the same turn."""
        self.status()
