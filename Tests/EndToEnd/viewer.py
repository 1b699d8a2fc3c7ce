"""An X client that reads what the clock shows."""

import contextlib

import Xlib.display
import Xlib.protocol.display
import Xlib.protocol.event
from Xlib import XK, X, error
from Xlib.ext import xtest

from basics import environment, eventually


class Viewer:
    """A separate connection for reading windows and sending messages."""

    def __init__(self, server):
        # Otherwise all connections would share the numbers of extension events. These differ between servers.
        Xlib.protocol.display.Display.event_classes = Xlib.protocol.event.event_class.copy()
        with environment(XAUTHORITY=str(server.authority or "/nonexistent")):
            self.display = Xlib.display.Display(server.name)
        # python-xlib 0.33 registers RandR's errors as 0 to 2, over BadRequest and BadValue of the core protocol.
        self.display.display.error_classes.update(error.xerror_class)
        self.screen = self.display.screen()
        self.root = self.screen.root
        self.bits = {each.depth: each.bits_per_pixel for each in self.display.display.info.pixmap_formats}

    def close(self):
        with contextlib.suppress(error.ConnectionClosedError):
            self.display.close()

    def atom(self, name):
        return self.display.intern_atom(name)

    def property(self, window, name):
        """The value of a property; `None` if it is not set."""
        # Use one request, because the property might be deleted between two.
        answer = window.get_property(self.atom(name), X.AnyPropertyType, 0, 1 << 20)
        return answer and answer.value

    def cover(self, width, height):
        """A mapped window at the screen's corner that no window manager touches."""
        window = self.root.create_window(0, 0, width, height, 0, X.CopyFromParent, override_redirect=True)
        window.map()
        self.display.sync()
        return window

    def has_state(self, window, name):
        """True if the window manager reports the state, such as FULLSCREEN."""
        return self.atom(f"_NET_WM_STATE_{name}") in (self.property(window, "_NET_WM_STATE") or ())

    def find(self, wanted, parent=None):
        """The first window of that class, at any depth below the root."""
        with contextlib.suppress(error.BadWindow):
            for child in (parent or self.root).query_tree().children:
                names = child.get_wm_class()
                if found := child if names and names[1] == wanted else self.find(wanted, child):
                    return found
        return None

    def is_viewable(self, window):
        return window.get_attributes().map_state == X.IsViewable

    def has_focus(self, window):
        return self.display.get_input_focus().focus == window

    def box(self, window):
        """A window's place on the screen: x, y, width, height."""
        size, place = window.get_geometry(), window.translate_coords(self.root, 0, 0)
        return -place.x, -place.y, size.width, size.height

    def pixels(self, window, x=0, y=0, width=1, height=1):
        """The pixel values of a rectangle, row by row, from one request; without padding bits."""
        image = window.get_image(x, y, width, height, X.ZPixmap, 0xFFFFFFFF)
        size = self.bits[image.depth] // 8
        stride = len(image.data) // height
        rows = (image.data[start : start + width * size] for start in range(0, height * stride, stride))
        used = 2**image.depth - 1
        return [
            int.from_bytes(row[at : at + size], "little") & used for row in rows for at in range(0, len(row), size)]

    def rgb(self, pixel):
        """The colour shown for a pixel value, in eight bits a channel, for any kind of screen."""
        colour = self.screen.default_colormap.query_colors([pixel])[0]
        return colour.red >> 8, colour.green >> 8, colour.blue >> 8

    def levels(self, pixel):
        """The red, green and blue levels of a TrueColor pixel value, each with its maximum."""
        visuals = {each.visual_id: each for depth in self.screen.allowed_depths for each in depth.visuals}
        visual = visuals[self.screen.root_visual]
        units = [(mask, mask & -mask) for mask in (visual.red_mask, visual.green_mask, visual.blue_mask)]
        return [((pixel & mask) // unit, mask // unit) for mask, unit in units]

    def colour(self, window, x=2, y=2):
        """The colour of a pixel at depth 24, by default near the corner, where no label is."""
        pixel = self.pixels(window, x, y)[0]
        return pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255

    def picture(self, window, x=0, y=0, width=None, height=None):
        """The raw bytes of a rectangle, for comparison. By default that of the whole window."""
        _, _, whole, high = self.box(window)
        return window.get_image(x, y, width or whole, height or high, X.ZPixmap, 0xFFFFFFFF).data

    def planes(self, window):
        """The whole window at depth 24: all red bytes, all green ones, all blue ones."""
        _, _, width, height = self.box(window)
        data = window.get_image(0, 0, width, height, X.ZPixmap, 0xFFFFFFFF).data
        return data[2::4], data[1::4], data[0::4]

    def send(self, window, target, kind, data, mask):
        """Sends a client message of 32-bit data about a window to a target."""
        message = Xlib.protocol.event.ClientMessage(
            window=window, client_type=self.atom(kind), data=(32, [*data, *[0] * (5 - len(data))]))
        target.send_event(message, event_mask=mask)
        self.display.flush()

    def tap(self, *names):
        """Presses and releases these keys by the XTEST extension. It sends them all at once, so that a slow machine
        does not turn a tap into a hold. The server waits 12 ms before each key, since a release and a press at the same
        time look like a repeated key."""
        for code in (self.display.keysym_to_keycode(XK.string_to_keysym(name)) for name in names):
            xtest.fake_input(self.display, X.KeyPress, code, 12)
            xtest.fake_input(self.display, X.KeyRelease, code)
        self.display.sync()

    def events(self, kind, within=20.0):
        """Yields events of a kind until there has been none for `within` seconds."""
        while True:
            yield eventually(lambda: self.next_event(kind), f"event {kind}", within)

    def next_event(self, kind):
        while self.display.pending_events():
            event = self.display.next_event()
            if event.type == kind:
                return event
        return None
