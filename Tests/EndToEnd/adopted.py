"""Windows of other clients, as screensaver hosts make them, and clocks in these windows."""

import signal
import time

from Xlib import X, error

from basics import Watch, eventually
from screens import ScreenCase
from support import Case
from viewer import Viewer
from windows import COLOUR, FROZEN

# The event mask that xscreensaver selects: keys, buttons (which only one client may select) and motion.
SAVER_MASK = X.KeyPressMask | X.KeyReleaseMask | X.ButtonPressMask | X.ButtonReleaseMask | X.PointerMotionMask


class AdoptedCase(ScreenCase, Case):
    """A test in which another client has windows."""

    def setUp(self):
        super().setUp()
        self.host = Viewer(self.server)
        self.addCleanup(self.host.close)

    def foreign(self, width=320, height=200, x=20, y=10, mask=SAVER_MASK, mapped=True, **attributes):
        """A mapped window like xscreensaver's, in a colour that no clock shows."""
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
        """The same window on the viewer's connection."""
        return self.viewer.display.create_resource_object("window", window.id)

    def destroy(self, window):
        """Destroys the window, as its owner would. It may be gone already."""
        window = self.host.display.create_resource_object("window", window.id)
        window.destroy(onerror=error.CatchError(error.BadWindow))
        self.host.display.sync()

    def adopt(self, window, *options, **variables):
        """A frozen clock in a host's window."""
        return self.clock("--window-id", hex(window.id), *FROZEN, *options, **variables)

    def assert_whole(self, window, *options, within=20.0):
        """Each pixel of the window equals that of a snapshot of the same size."""
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
        """Draws over the window from another client. The result is checked before the clock can repaint it."""
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
        """Waits until the clock's last repaint after an exposure, 4 s later: its host may have painted over the window
        until then."""
        time.sleep(4.5)

    def assert_ends_at_once(self, clock, number=signal.SIGTERM, within=2.0):
        """The signal itself must end the clock, without a message: hosts recognise their own signal that way."""
        watch = Watch(clock.pid, self.server.process.pid)
        clock.signal(number)
        self.assertLess(watch.look_at_end(clock.process), within)
        self.assertEqual(clock.end(), (-number, ""))
