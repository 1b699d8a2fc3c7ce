"""Windows that belong to others, as screensavers' hosts make them, and clocks in them."""

import signal
import time

from Xlib import X, error

from basics import eventually
from screens import ScreenCase
from support import Case
from viewer import Viewer
from windows import COLOUR, FROZEN

# What xscreensaver selects on its windows: keys, buttons (which only one client may) and motion.
SAVER_MASK = X.KeyPressMask | X.KeyReleaseMask | X.ButtonPressMask | X.ButtonReleaseMask | X.PointerMotionMask


class AdoptedCase(ScreenCase, Case):
    """A test in whose server another client has windows."""

    def setUp(self):
        super().setUp()
        self.host = Viewer(self.server)
        self.addCleanup(self.host.close)

    def foreign(self, width=320, height=200, x=20, y=10, mask=SAVER_MASK, mapped=True, **attributes):
        """A mapped window as xscreensaver makes them, of a colour that no clock shows."""
        attributes = {"override_redirect": True, "background_pixel": 0x00FF01, **attributes}
        window = self.host.root.create_window(
            x, y, width, height, 0, attributes.pop("depth", X.CopyFromParent),
            attributes.pop("window_class", X.InputOutput), attributes.pop("visual", X.CopyFromParent),
            event_mask=mask, **attributes)
        if mapped:
            window.map()
        self.host.display.sync()
        self.addCleanup(self.destroy, window)
        return self.seen(window)

    def seen(self, window):
        """The same window for the connection that only looks."""
        return self.viewer.display.create_resource_object("window", window.id)

    def destroy(self, window):
        """As its owner does; it may be gone already."""
        window = self.host.display.create_resource_object("window", window.id)
        window.destroy(onerror=error.CatchError(error.BadWindow))
        self.host.display.sync()

    def adopt(self, window, *options, **variables):
        """A frozen clock that is handed a window."""
        return self.clock("--window-id", hex(window.id), *FROZEN, *options, **variables)

    def assert_whole(self, window, *options, within=20.0):
        """Each pixel of the window is that of a snapshot of its size."""
        clock = self.present

        def is_right():
            if clock and clock.process.poll() is not None:
                self.fail(f"the clock is gone: {clock.process.returncode} {clock.process.communicate()}")
            return self.viewer.planes(window) == wanted

        _, _, width, height = self.viewer.box(window)
        wanted = self.shot(width, height, *options)
        eventually(is_right, f"the whole picture of {width}x{height}", within)

    def assert_untouched(self, window):
        self.assertNotEqual(self.viewer.colour(window), COLOUR)

    def scribble(self, window):
        """What another client has drawn over it. It is looked at before the clock can paint that over."""
        context = window.create_gc(foreground=0x00FF01)
        _, _, width, height = self.viewer.box(window)
        self.viewer.display.grab_server()
        try:
            window.fill_rectangle(context, 0, 0, width, height)
            self.assertEqual(self.viewer.colour(window), (0, 0xFF, 0x01))
        finally:
            self.viewer.display.ungrab_server()
        context.free()
        self.viewer.display.sync()

    def painted_again(self):
        """Until a clock that was just exposed has painted for the last time what its host may have painted over: it does so within 4 s."""
        time.sleep(4.5)

    def assert_ends_at_once(self, clock, number=signal.SIGTERM, within=2.0):
        """By the signal itself, which is how hosts know that they did it, and without a word."""
        clock.signal(number)
        self.assertEqual(clock.end(within), (-number, ""))
