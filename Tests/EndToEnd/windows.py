"""Shared by the tests of the window, with and without a window manager."""

from Xlib import X

from basics import eventually

# Without burn-in shifts and the badge of an unsynchronised clock, which kiosks and hosts have by default.
FROZEN = ("--at", "13:35:16", "--speed", "0", "--shift", "off", "--no-sync-badge")
COLOUR = (0x8A, 0x95, 0x44)


class WindowCase:
    """A mix-in for test cases with and without a window manager."""

    def assert_box(self, window, expected):
        eventually(
            lambda: self.viewer.box(window) == expected, lambda: f"{expected}, still {self.viewer.box(window)}")

    def assert_focused(self, window):
        eventually(lambda: self.viewer.has_focus(window), "the keyboard focus")

    def whole_screen(self):
        return 0, 0, self.server.width, self.server.height

    def assert_full_screen(self, window):
        self.assert_box(window, self.whole_screen())

    def ask(self, window, protocol, *data):
        """Sends the window a message of WM_PROTOCOLS."""
        atom = self.viewer.atom(protocol)
        self.viewer.send(window, window, "WM_PROTOCOLS", [atom, *data], X.NoEventMask)

    def assert_answers_ping(self, window):
        self.viewer.root.change_attributes(event_mask=X.SubstructureNotifyMask)
        sent = [self.viewer.atom("_NET_WM_PING"), 4242, window.id, 7, 9]
        self.ask(window, "_NET_WM_PING", *sent[1:])
        protocols = self.viewer.atom("WM_PROTOCOLS")
        answer = next(event for event in self.viewer.events(X.ClientMessage) if event.client_type == protocols)
        self.assertEqual((answer.window, list(answer.data[1])), (self.viewer.root, sent))

    def assert_toggles(self, clock, window):
        """F11 and f each leave the full screen and return to it."""
        self.assert_focused(window)
        for key in ("f", "F11"):
            self.press(key)
            eventually(lambda: self.viewer.box(window) != self.whole_screen(), f"{key} to leave the full screen")
            self.press(key)
            self.assert_full_screen(window)
        eventually(lambda: self.viewer.colour(window) == COLOUR, "the picture after four changes of size")
        self.quit()
        self.assertEqual(clock.end(), (0, ""))
