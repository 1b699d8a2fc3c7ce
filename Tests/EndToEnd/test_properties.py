"""Window properties for window managers and desktops (ICCCM, EWMH, startup notification)."""

import re
import socket

from Xlib import X

from basics import BINARY, eventually
from support import Case
from windows import FROZEN


class Properties(Case):
    """All properties are set before the window is mapped, except the icon."""

    SET_BEFORE_MAPPING = {
        "WM_NAME", "WM_CLASS", "WM_HINTS", "WM_NORMAL_HINTS", "WM_PROTOCOLS", "WM_CLIENT_MACHINE", "_NET_WM_NAME",
        "_NET_WM_ICON_NAME", "_NET_WM_PID", "_NET_WM_WINDOW_TYPE", "_NET_WM_STATE", "_NET_STARTUP_ID",
    }

    def test_properties_come_before_the_map_and_the_background_too(self):
        log = self.trace(*FROZEN, DESKTOP_STARTUP_ID="e2e_TIME1")
        before, found, after = log.read_text().partition("MapWindow window=")
        window = after.split(maxsplit=1)[0]
        self.assertTrue(found)
        self.assertIn("background-pixel=0x008a9544", before)
        changes = rf'ChangeProperty mode=Replace\(0x00\) window={window} property=0x\w+\("(\w+)"\)'
        self.assertLessEqual(self.SET_BEFORE_MAPPING, set(re.findall(changes, before)))
        # The icon is drawn after the first frame.
        self.assertEqual(re.findall(changes, after), ["_NET_WM_ICON"])
        self.assertLess(after.index("CopyArea"), after.index("_NET_WM_ICON"))

    def test_values(self):
        clock = self.clock(*FROZEN, DESKTOP_STARTUP_ID="e2e_TIME1")
        window = clock.window()
        text = {name: self.viewer.property(window, name) for name in (
            "WM_NAME", "_NET_WM_NAME", "_NET_WM_ICON_NAME", "WM_CLASS", "WM_CLIENT_MACHINE", "_NET_STARTUP_ID")}
        self.assertEqual(text, {
            "WM_NAME": b"Colour Clock", "_NET_WM_NAME": b"Colour Clock", "_NET_WM_ICON_NAME": b"Colour Clock",
            "WM_CLASS": b"colourclock\0ColourClock\0", "WM_CLIENT_MACHINE": socket.gethostname().encode(),
            "_NET_STARTUP_ID": b"e2e_TIME1"})
        self.assertEqual(list(self.viewer.property(window, "_NET_WM_PID")), [clock.pid])
        atoms = {"WM_PROTOCOLS": ("WM_DELETE_WINDOW", "_NET_WM_PING"),
                 "_NET_WM_WINDOW_TYPE": ("_NET_WM_WINDOW_TYPE_NORMAL",),
                 "_NET_WM_STATE": ("_NET_WM_STATE_FULLSCREEN",)}
        for name, values in atoms.items():
            self.assertEqual(set(self.viewer.property(window, name)), set(map(self.viewer.atom, values)), name)

    def test_hints(self):
        window = self.clock(*FROZEN, "--geometry", "300x200-0+0").window()
        hints = window.get_wm_hints()
        self.assertEqual((hints.flags, hints.input, hints.initial_state), (1 | 2, 1, 1))
        size = window.get_wm_normal_hints()
        # USPosition, USSize, PMinSize, PWinGravity; the gravity is NorthEast.
        self.assertEqual((size.flags, size.win_gravity), (1 | 2 | 16 | 512, 3))
        self.assertEqual((size.min_width, size.min_height), (1, 1))
        self.assertIsNone(self.viewer.property(window, "_NET_WM_STATE"))

    def test_icon(self):
        rest = list(self.viewer.property(self.clock(*FROZEN).painted(), "_NET_WM_ICON"))
        sizes = []
        while rest:
            width, height, *rest = rest
            pixels, rest = rest[: width * height], rest[width * height :]
            self.assertEqual(len(pixels), width * height)
            self.assertGreater(len(set(pixels)), 10)
            sizes.append((width, height))
        self.assertEqual(sizes, [(16, 16), (32, 32), (48, 48), (128, 128)])

    def test_instance_is_the_users(self):
        window = self.clock(*FROZEN, RESOURCE_NAME="kitchen").window()
        self.assertEqual(self.viewer.property(window, "WM_CLASS"), b"kitchen\0ColourClock\0")

    def test_startup_ends_after_the_first_paint(self):
        """The message of the startup-notification specification: pieces of twenty bytes, with escaped quotes."""
        self.viewer.root.change_attributes(event_mask=X.PropertyChangeMask)
        self.clock(*FROZEN, DESKTOP_STARTUP_ID='e2e "wall"\\1_TIME42')
        text, kinds = b"", []
        for message in self.viewer.events(X.ClientMessage):
            if not kinds:
                self.assertGreater(len(set(self.viewer.pixels(self.viewer.root, width=640, height=480))), 2)
            kinds.append(self.viewer.display.get_atom_name(message.client_type))
            text += bytes(message.data[1])
            if b"\0" in text:
                break
        self.assertEqual(text.split(b"\0")[0].decode(), r'remove: ID="e2e \"wall\"\\1_TIME42"')
        self.assertEqual(kinds, ["_NET_STARTUP_INFO_BEGIN", *["_NET_STARTUP_INFO"] * (len(kinds) - 1)])

    def test_when_a_launcher_has_started_it(self):
        """The time at the end of the startup identifier, by which a window manager decides about the focus."""
        for identifier, wanted in (("e2e_TIME4242", [4242]), ("e2e", None), (None, None)):
            with self.subTest(identifier):
                window = self.clock(*FROZEN, DESKTOP_STARTUP_ID=identifier).window()
                time = self.viewer.property(window, "_NET_WM_USER_TIME")
                self.assertEqual(time and list(time), wanted)

    def test_how_it_was_started(self):
        window = self.clock(*FROZEN, "--title", "A cup of tea").window()
        command = self.viewer.property(window, "WM_COMMAND").decode().split("\0")
        self.assertEqual(command,
                         [BINARY, "--no-config", "--no-hint", "--sound", "off", *FROZEN, "--title", "A cup of tea", ""])

    def test_the_identifier_is_its_own(self):
        """Child processes must not inherit it, since they would end the notification again."""
        seen = self.home / "seen"
        self.clock("--feed", f"env > {seen}.new && mv {seen}.new {seen}", DESKTOP_STARTUP_ID="e2e_TIME1").window()
        eventually(seen.exists, "the feed")
        self.assertIn("DISPLAY=", seen.read_text())
        self.assertNotIn("DESKTOP_STARTUP_ID", seen.read_text())
