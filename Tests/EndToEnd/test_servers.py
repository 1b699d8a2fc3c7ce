"""All kinds of screens, servers without some features, and servers that end."""

import signal
import time

from Xlib import X
from Xlib.error import BadAlloc

from basics import environment, eventually
from colours import hex_of
from hands import FROZEN
from support import OwnServer, xauth
from windows import COLOUR

# The classes of visuals, as Xvfb's option -cc numbers them.
STATIC_GREY, GREY_SCALE, STATIC_COLOUR, PSEUDO_COLOUR, TRUE_COLOUR, DIRECT_COLOUR = range(6)


class ServerCase(OwnServer):
    def assert_shows_a_clock(self, nearest, **variables):
        """The nearest colour of the screen with ink on it, no message, and an end by q."""
        clock = self.clock(*FROZEN, **variables)
        window = clock.painted()
        _, _, width, height = self.viewer.box(window)
        self.assertEqual((width, height), (self.server.width, self.server.height))
        pixels = self.viewer.pixels(window, 0, 0, width, height)
        ground = pixels[0]
        self.assertEqual({ground}, {pixels[width - 1], pixels[-width], pixels[-1]})
        nearest(ground)
        # The labels leave most of the background visible, and their ink is black or white.
        self.assertGreater(pixels.count(ground), len(pixels) // 2)
        inks = {self.viewer.rgb(pixel) for pixel in set(pixels)} & {(0, 0, 0), (255, 255, 255)}
        self.assertTrue(inks, "no ink")
        self.quit()
        self.assertEqual(clock.end(), (0, ""))

    def exactly(self, pixel):
        self.assertEqual(hex_of(self.viewer.rgb(pixel)), hex_of(COLOUR))


class Depths(ServerCase):
    """Screens with direct colours. Xvfb has no screen of depth 32."""

    def assert_shows_nearest(self, *bits):
        """Each channel is the nearest of its 2^bits levels."""

        def nearest(pixel):
            greatest = [2**count - 1 for count in bits]
            self.assertEqual(
                self.viewer.levels(pixel),
                [((value * top * 2 + 255) // 510, top) for value, top in zip(COLOUR, greatest)])

        self.assert_shows_a_clock(nearest)

    def test_depths(self):
        for depth, bits in ((15, (5, 5, 5)), (16, (5, 6, 5)), (24, (8, 8, 8)), (30, (10, 10, 10))):
            for options in ((), ("-extension", "RENDER")):
                with self.subTest(depth=depth, options=options):
                    self.serve(f"320x240x{depth}", *options)
                    self.assert_shows_nearest(*bits)

    def test_true_colour_of_depth_8(self):
        self.serve("320x240x8", "-cc", str(TRUE_COLOUR))
        self.assert_shows_nearest(3, 3, 2)


class Tables(ServerCase):
    """Screens with a colour table."""

    def nearest_cell(self, pixel):
        """No cell is clearly nearer by Euclidean distance, which breaks ties differently from the eye."""
        shown, table = self.viewer.rgb(pixel), map(self.viewer.rgb, range(256))

        def distance(colour):
            return sum((one - two) ** 2 for one, two in zip(colour, COLOUR)) ** 0.5

        best = min(table, key=distance)
        self.assertLessEqual(distance(shown), 1.15 * distance(best) + 1, hex_of(shown))

    def as_bright(self, pixel):
        """A grey with the colour's luma."""
        shown = self.viewer.rgb(pixel)
        self.assertEqual(len(set(shown)), 1)
        self.assertAlmostEqual(shown[0], sum(map(float.__mul__, (0.30, 0.59, 0.11), map(float, COLOUR))), delta=4)

    def test_classes(self):
        judges = {
            STATIC_GREY: self.as_bright, GREY_SCALE: self.as_bright, STATIC_COLOUR: self.nearest_cell,
            PSEUDO_COLOUR: self.exactly}
        for kind, nearest in judges.items():
            with self.subTest(kind):
                self.serve("320x240x8", "-cc", str(kind))
                self.assert_shows_a_clock(nearest)

    def test_direct_colour(self):
        self.serve("320x240x24", "-cc", str(DIRECT_COLOUR))
        self.assert_shows_a_clock(self.exactly)

    def test_another_client_has_taken_all_cells(self):
        self.serve("320x240x8")
        colormap = self.viewer.screen.default_colormap
        with self.assertRaises(BadAlloc):
            for number in range(257):
                colormap.alloc_color(*(number * factor * 257 % 65_536 for factor in (37, 101, 211)))
        self.assert_shows_a_clock(self.nearest_cell)

    def test_cells_are_given_back(self):
        """A thousand colours pass through a table of 256; they are dark, so that the flash guard delays none."""
        self.serve("320x240x8")
        clock = self.clock("--face", "literal", "--speed", "7000")
        window = clock.painted()
        seen = set()
        end = time.monotonic() + 60
        # More than there are cells.
        while len(seen) <= 300:
            self.assertLess(time.monotonic(), end, f"only {len(seen)} colours")
            # Read the pixel's colour before the clock can reallocate its cell.
            self.viewer.display.grab_server()
            seen.add(self.viewer.rgb(self.viewer.pixels(window)[0]))
            self.viewer.display.ungrab_server()
            self.viewer.display.flush()
        for red, green, blue in seen:
            self.assertIn(red, {int(str(hour), 16) for hour in range(24)})
            self.assertIn(green, {int(str(minute), 16) for minute in range(60)})
        self.quit()
        self.assertEqual(clock.end(), (0, ""))


class Access(ServerCase):
    def test_untrusted_client(self):
        """An untrusted client sees hardly any extension, like programs through `ssh -X`."""
        trusted, untrusted = self.home / "trusted", self.home / "untrusted"
        self.serve(authority=trusted)
        with environment(XAUTHORITY=str(trusted)):
            xauth(untrusted, "generate", self.server.name, ".", "untrusted")
        self.assert_shows_a_clock(self.exactly, XAUTHORITY=untrusted)

    def test_untrusted_kiosk(self):
        """It can neither hide the pointer nor suspend the saver, but it covers the screen and grabs the keyboard."""
        trusted, untrusted = self.home / "trusted", self.home / "untrusted"
        self.serve(authority=trusted)
        with environment(XAUTHORITY=str(trusted)):
            xauth(untrusted, "generate", self.server.name, ".", "untrusted")
        clock = self.clock("--kiosk", *FROZEN, XAUTHORITY=untrusted)
        window = clock.painted()
        self.assertEqual(self.viewer.box(window), (0, 0, 640, 480))
        self.assertEqual(self.viewer.colour(window), COLOUR)

        def is_held():
            taken = self.viewer.root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
            self.viewer.display.ungrab_keyboard(X.CurrentTime)
            self.viewer.display.sync()
            return taken == X.AlreadyGrabbed or time.sleep(0.15)

        eventually(is_held, "a grab")
        clock.signal(signal.SIGTERM)
        self.assertEqual(clock.end(), (-signal.SIGTERM, ""))

    def test_without_a_cookie(self):
        self.serve(authority=self.home / "trusted")
        answer = self.run_clock("--no-config", XAUTHORITY=None)
        self.assertEqual(answer.status, 1)
        self.assert_one_line(answer.complaints, self.server.name)


class Loss(OwnServer):
    def test_the_server_goes_away(self):
        """While drawing and while idle: it ends at once with one line."""
        for speed in ("0", "1", "60"):
            with self.subTest(speed=speed):
                self.serve()
                clock = self.clock("--speed", speed)
                clock.painted()
                self.server.close(kill=True)
                self.assert_ends(clock, 1, "X server")

    def test_the_window_is_destroyed(self):
        self.serve()
        clock = self.clock("--speed", "0")
        window, icon = clock.painted(), self.viewer.display.intern_atom("_NET_WM_ICON")
        eventually(lambda: window.get_full_property(icon, 0), "the icon, which comes last")
        window.destroy()
        self.viewer.display.sync()
        self.assert_ends(clock, 1, "window")

    def test_the_connection_is_cut(self):
        """Another client kills the connection, as xkill does."""
        self.serve()
        clock = self.clock("--speed", "0")
        window = clock.painted()
        window.kill_client()
        self.viewer.display.sync()
        status, complaints = clock.end()
        self.assertEqual(status, 1)
        self.assert_one_line(complaints, "X server")
