"""Windows of other clients: which one is used, with its visual, and that the clock only draws in it."""

import os
import random
import re
import time

from Xlib import X, Xatom

from adopted import SAVER_MASK, AdoptedCase
from basics import eventually, never, tool
from hands import Hand
from support import OwnServer, Server
from viewer import Viewer
from windows import COLOUR, FROZEN

# Requests that change a window or the screen other than by drawing.
MEDDLING = re.compile(
    r"Request\(\d+\): (ChangeProperty|DeleteProperty|MapWindow|MapSubwindows|UnmapWindow|ConfigureWindow|DestroyWindow"
    r"|ReparentWindow|CirculateWindow|Grab(Pointer|Keyboard|Key|Button)|SetInputFocus|SetSelectionOwner|SendEvent"
    r"|WarpPointer|InstallColormap|SetScreenSaver|ForceScreenSaver|CreateCursor|CreateGlyphCursor)\b|HideCursor"
    r"|ChangeWindowAttributes.*cursor=|: Suspend ", re.IGNORECASE)


class WhichWindow(AdoptedCase):
    """The precedence of the ways to name a window."""

    def test_ways_to_name_it(self):
        for name, options, variable in (
                ("option", ("--window-id", "{hex}"), None),
                ("decimal", ("--window-id", "{decimal}"), None),
                ("one dash", ("-window-id", "{hex}"), None),
                ("dialog of xscreensaver", ("--root", "--window-id", "{hex}"), "{hex}"),
                ("the other way round", ("-window-id", "{hex}", "-root"), None),
                ("variable", (), "{hex}"),
                ("decimal variable", ("-root",), "{decimal}"),
                ("padded variable", ("--root",), " {hex}"),
                ("the last option", ("--window-id", "1", "--window-id", "{hex}"), None)):
            with self.subTest(name):
                window = self.foreign()
                words = {"hex": hex(window.id), "decimal": window.id}
                self.clock(*FROZEN, *(option.format(**words) for option in options),
                           XSCREENSAVER_WINDOW=variable and variable.format(**words))
                self.assert_whole(window)
                self.assertIsNone(self.viewer.find("ColourClock"))

    def test_the_option_beats_the_variable(self):
        right, wrong = self.foreign(), self.foreign(200, 100, x=400)
        self.adopt(right, "--root", XSCREENSAVER_WINDOW=hex(wrong.id))
        self.assert_whole(right)
        self.assert_untouched(wrong)

    def test_the_option_beats_a_mode(self):
        for mode in ("--window", "--fullscreen", "--kiosk"):
            with self.subTest(mode):
                window = self.foreign()
                self.adopt(window, mode)
                self.assert_whole(window)
                self.assertIsNone(self.viewer.find("ColourClock"))

    def test_a_mode_beats_the_variable(self):
        """The options' mode wins even with an invalid variable, and with `--root`."""
        for variable in (None, "banana"):
            for options in (("--window",), ("--fullscreen",), ("--root", "--window")):
                with self.subTest(options=options, variable=variable):
                    wrong = self.foreign()
                    own = self.clock(*FROZEN, *options, XSCREENSAVER_WINDOW=variable or hex(wrong.id)).painted()
                    eventually(lambda: self.viewer.colour(own) == COLOUR, "the clock in its own window")
                    self.destroy(wrong)

    def test_root(self):
        self.clock(*FROZEN, "--root")
        self.assert_whole(self.viewer.root)
        self.assertIsNone(self.viewer.find("ColourClock"))

    def test_virtual_root(self):
        """A property of a child of the root names it, unless the variable names a window."""
        plain, marked, named = self.foreign(), self.foreign(300, 150, x=340), self.foreign(200, 100, y=300)
        atom = self.viewer.atom("__SWM_VROOT")
        marked.change_property(atom, Xatom.WINDOW, 32, [marked.id])
        self.viewer.display.sync()
        self.clock(*FROZEN, "--root")
        self.assert_whole(marked)
        self.assert_untouched(plain)
        self.clock(*FROZEN, "--root", XSCREENSAVER_WINDOW=hex(named.id))
        self.assert_whole(named)


class Unusable(AdoptedCase):
    def assert_refused(self, *options, **variables):
        answer = self.run_clock("--no-config", *FROZEN, *options, **variables)
        self.assertEqual((answer.status, answer.output), (255, ""), answer.complaints)
        self.assert_one_line(answer.complaints, "window")

    def test_garbage(self):
        """An invalid variable is ignored; an invalid option is an error."""
        for text in ("banana", "0x", "12monkeys", "0x12 0x13", "-5", "1.5", "0", "99999999999999999999"):
            with self.subTest(variable=text):
                self.assert_refused("--root", XSCREENSAVER_WINDOW=text)
            with self.subTest(option=text):
                answer = self.run_clock("--no-config", *FROZEN, f"--window-id={text}")
                self.assertEqual((answer.status, answer.output), (255 if text == "0" else 64, ""), answer.complaints)
                self.assert_one_line(answer.complaints, "window")

    def test_windows_that_cannot_be_drawn_in(self):
        gone = self.foreign()
        self.destroy(gone)
        blind = self.input_only()
        pixmap = self.host.root.create_pixmap(20, 20, self.host.screen.root_depth)
        self.host.display.sync()
        for name, number in (("gone", gone.id), ("input only", blind.id), ("pixmap", pixmap.id),
                             ("no client's", 0x1FFFFFFF)):
            with self.subTest(name):
                self.assert_refused("--window-id", hex(number))
                self.assert_refused(XSCREENSAVER_WINDOW=str(number))

    def input_only(self):
        window = self.host.root.create_window(0, 0, 50, 50, 0, 0, X.InputOnly, X.CopyFromParent)
        window.map()
        self.host.display.sync()
        return window


class OtherScreen(OwnServer):
    """A server with two screens, each with its own visuals."""

    def test_a_window_of_another_screen(self):
        self.serve("320x240x24", "-screen", "1", "400x300x24")
        other = self.viewer.display.screen(1).root.create_window(
            0, 0, 100, 100, 0, X.CopyFromParent, override_redirect=True)
        other.map()
        self.viewer.display.sync()
        answer = self.run_clock("--no-config", *FROZEN, "--window-id", hex(other.id))
        self.assertEqual(answer.status, 255, answer.complaints)
        self.assert_one_line(answer.complaints, "screen")
        self.clock(*FROZEN, "--window-id", hex(other.id), DISPLAY=f"{self.server.name}.1")
        eventually(lambda: self.viewer.colour(other) == COLOUR, "the clock on the screen that it was told")


class Visuals(AdoptedCase):
    """The window's own visual and colormap, which often differ from the root's."""

    def kinds(self):
        """A visual of each depth and class of the server, besides the default."""
        default = self.host.screen.root_visual
        found = {}
        for depth in self.host.screen.allowed_depths:
            for visual in depth.visuals:
                if visual.visual_id != default and depth.depth in (24, 32):
                    found.setdefault((depth.depth, visual.visual_class), visual.visual_id)
        return found

    def test_other_visuals(self):
        kinds = self.kinds()
        self.assertLessEqual({(32, X.TrueColor), (24, X.TrueColor), (24, X.DirectColor)}, set(kinds))
        for (depth, kind), visual in kinds.items():
            with self.subTest(depth=depth, kind=kind):
                colormap = self.host.root.create_colormap(visual, X.AllocNone)
                window = self.foreign(
                    200, 120, depth=depth, visual=visual, colormap=colormap, border_pixel=0, background_pixel=0)
                self.adopt(window)
                if kind == X.TrueColor:
                    self.assert_whole(window)
                    alpha = set(window.get_image(0, 0, 200, 120, X.ZPixmap, 0xFFFFFFFF).data[3::4])
                    self.assertTrue(depth < 32 or alpha == {255}, "pixels that a compositor shows as transparent")
                else:
                    self.assert_exact(window, colormap)

    def assert_exact(self, window, colormap):
        """Pixel values are indices into the window's own colormap."""

        def shown():
            colour = colormap.query_colors(self.viewer.pixels(window)[:1])[0]
            return colour.red >> 8, colour.green >> 8, colour.blue >> 8

        eventually(lambda: shown() == COLOUR, lambda: f"{COLOUR}, but {shown()}")


class Manners(AdoptedCase):
    """The clock only draws in a host's window, and does not wait for events."""

    def test_no_event_is_needed(self):
        """The window was mapped long ago, has no background, and gets no Expose event."""
        window = self.foreign(background_pixmap=X.NONE)
        log = self.traced("--window-id", hex(window.id), *FROZEN)
        self.assert_whole(window)
        self.assertNotRegex(log.read_text(), r"Event \(?\w*\)? ?(Expose|MapNotify)")

    def test_closed_descriptors(self):
        """A host may close the standard descriptors; messages to them must not become X requests."""
        window = self.foreign()
        # The unknown resource name would be reported on standard error.
        closed = (tool("sh"), "-c", 'exec "$@" <&- >&- 2>&-', "sh")
        clock = self.clock("--window-id", hex(window.id), *FROZEN, "--xrm", "ColourClock.nonsense: 1", before=closed)
        self.assert_whole(window)
        links = [os.readlink(f"/proc/{clock.pid}/fd/{number}") for number in range(3)]
        self.assertEqual(links, ["/dev/null"] * 3)
        self.assert_ends_at_once(clock)

    def test_no_meddling(self):
        """During some seconds, a resize, keys and a passing pointer."""
        window = self.foreign()
        log = self.traced(
            "--window-id", hex(window.id), "--utc", "--fade", "0", "--countdown", "25m", "--inhibit", "--grab")
        self.let_tick(window, 2)
        window.configure(width=250, height=220)
        hand = Hand(self.viewer)
        hand.move((30, 30), (60, 60))
        self.press("space", "q")
        self.let_tick(window, 2)
        requests = log.read_text()
        self.assertIn(f"0x{window.id:08x}", requests)
        self.assertEqual(self.meddling(requests), [])
        # In its own window the clock does such things, which proves that the pattern finds them.
        log = self.trace("--kiosk", *FROZEN)
        for word in ("ChangeProperty", "MapWindow", "GrabKeyboard", "HideCursor", ": Suspend "):
            eventually(lambda: any(word in line for line in self.meddling(log.read_text())), word)

    @staticmethod
    def meddling(requests):
        return [line for line in requests.splitlines() if MEDDLING.search(line)]

    def test_input_is_not_for_it(self):
        """No button, pull, gallery or quitting by keys, whatever events the host selects."""
        for name, mask in (("saver", X.NoEventMask), ("preview", X.StructureNotifyMask)):
            with self.subTest(name):
                window = self.foreign(640, 480, x=0, y=0, mask=mask)
                clock = self.adopt(window)
                self.assert_whole(window)
                self.viewer.display.set_input_focus(window, X.RevertToParent, X.CurrentTime)
                hand = Hand(self.viewer)
                hand.move((100, 100), (320, 442))
                hand.press()
                wanted = self.shot(640, 480)
                self.press("q", "q", "Escape", "Escape", "g", "c", "f")
                never(lambda: self.viewer.planes(window) != wanted, "something on the wall", during=0.3)
                hand.move((320, 60), (320, 300))
                never(lambda: self.viewer.planes(window) != wanted, "something on the wall", during=0.3)
                hand.release()
                self.assertIsNone(clock.process.poll())
                self.destroy(window)

    def test_input_that_the_host_keeps(self):
        """`--exit-on-input` works with the events that the host leaves, of those that only one client may select."""
        hand = Hand(self.viewer)
        redirects = X.SubstructureRedirectMask | X.ResizeRedirectMask
        for name, mask, ending in (("buttons", SAVER_MASK, "key"), ("all", SAVER_MASK | redirects, "key"),
                                   ("redirects", redirects, "click"), ("nothing", X.NoEventMask, "click")):
            with self.subTest(name):
                window = self.foreign(mask=mask)
                hand.move((100, 100))
                clock = self.clock("--window-id", hex(window.id), "--utc", "--fade", "0", "--exit-on-input")
                eventually(lambda: len(set(self.viewer.pixels(window, 0, 0, 320, 200))) > 2, "labels")
                self.let_tick(window, 2)
                hand.press()
                hand.release()
                if ending == "key":
                    next(self.host.events(X.ButtonPress))
                    never(lambda: clock.process.poll() is not None, "an end", during=0.3)
                    self.viewer.display.set_input_focus(window, X.RevertToParent, X.CurrentTime)
                    self.press("space")
                self.assertEqual(clock.end(), (0, ""))
                self.destroy(window)

    def test_what_hosts_add(self):
        """Options that every stock hack accepts, so that users' command lines still work."""
        window = self.foreign()
        self.adopt(window, *(
            "-mono -install -noinstall -visual default -pair -synchronous -fg white -bg black -fn fixed -bd red -bw 1"
            " -xrm *foo:bar --no-fps -name clock").split())
        self.assert_whole(window)

    def test_frame_rate(self):
        """Near the upper left corner, over the unchanged picture."""
        window = self.foreign()
        self.adopt(window, "--fps")
        eventually(lambda: len(set(self.viewer.pixels(window, 5, 3, 100, 35))) > 1, "the frame rate")
        self.assertEqual(self.viewer.colour(window), COLOUR)
        self.adopt(window)
        self.assert_whole(window)

    def test_a_countdown_is_shown(self):
        window = self.foreign(640, 480, x=0, y=0)
        plain = self.shot(640, 480)
        self.clock("--window-id", hex(window.id), *FROZEN, "--countdown", "25m")
        eventually(lambda: self.viewer.colour(window) == COLOUR, "the clock")
        # The ring's stroke, left of its number.
        eventually(lambda: len(set(self.viewer.pixels(window, 90, 210, 130, 1))) > 1, "the ring")
        self.assertNotEqual(self.viewer.planes(window), plain)


class Sizes(AdoptedCase):
    SIZES = (240, 480), (640, 480), (425, 237), (240, 400), (64, 36), (640, 5), (5, 480), (1, 1), (320, 200)

    def test_resized_by_its_host(self):
        window = self.foreign()
        self.adopt(window)
        for width, height in self.SIZES:
            with self.subTest(size=(width, height)):
                window.configure(width=width, height=height, x=0, y=0)
                self.viewer.display.sync()
                self.assert_whole(window)

    def test_of_that_size_from_the_start(self):
        for width, height in ((425, 237), (240, 400), (2, 2), (1, 1)):
            with self.subTest(size=(width, height)):
                window = self.foreign(width, height)
                self.adopt(window)
                self.assert_whole(window)

    def test_the_greatest_and_the_narrowest(self):
        """A screen of 7680x4320, and an upright telephone."""
        for width, height in ((7680, 4320), (640, 1136)):
            with self.subTest(size=(width, height)):
                server = Server(f"{width}x{height}x24")
                self.addCleanup(server.close)
                viewer = self.look(server)
                window = viewer.root.create_window(
                    0, 0, width, height, 0, X.CopyFromParent, override_redirect=True, background_pixel=0x00FF01)
                window.map()
                viewer.display.sync()
                self.clock("--window-id", hex(window.id), *FROZEN, DISPLAY=server.name)
                eventually(lambda: self.inks(viewer, window, width, height), "labels in the middle of the colour", 20)

    def inks(self, viewer, window, width, height):
        """True if the corners have the background, and there is ink between equal margins at half the height or
        above."""
        if any(viewer.colour(window, x, y) != COLOUR for x in (0, width - 1) for y in (0, height - 1)):
            return False
        for y in range(height // 4, height // 2, height // 60):
            row = viewer.pixels(window, 0, y, width, 1)
            ink = [x for x, pixel in enumerate(row) if pixel in (0, 0xFFFFFF)]
            if ink and abs(ink[0] - (width - 1 - ink[-1])) < width // 10 and ink[-1] - ink[0] > width // 5:
                return True
        return False

    def test_hidden_and_shown_again(self):
        """A host hides and shows the window of a monitor that comes and goes."""
        window = self.foreign()
        self.adopt(window)
        self.assert_whole(window)
        window.unmap()
        self.viewer.display.sync()
        window.map()
        self.assert_whole(window)

    def test_mapped_only_later(self):
        window = self.foreign(mapped=False)
        clock = self.adopt(window)
        eventually(lambda: clock.sleeps() > 0, "a start")
        window.map()
        self.viewer.display.sync()
        self.assert_whole(window)

    def test_within_one_that_is_shown_later(self):
        """The window was always mapped; only an Expose event tells that its parent is visible now."""
        parent = self.foreign(mapped=False)
        inner = self.host.display.create_resource_object("window", parent.id).create_window(
            0, 0, 320, 200, 0, X.CopyFromParent, X.InputOutput, X.CopyFromParent, background_pixel=0x00FF01)
        inner.map()
        self.host.display.sync()
        window = self.seen(inner)
        self.adopt(window)
        never(lambda: self.present.process.poll() is not None, "an end", during=0.3)
        self.host.display.create_resource_object("window", parent.id).map()
        self.host.display.sync()
        eventually(lambda: self.viewer.is_viewable(window), "the window")
        self.assert_whole(window)

    def test_covered_in_part(self):
        """As by a dialog that asks for the password."""
        window = self.foreign(background_pixmap=X.NONE)
        self.adopt(window)
        self.assert_whole(window)
        box = self.foreign(100, 60, x=60, y=40, background_pixel=0xFF00FF)
        self.destroy(box)
        self.assert_whole(window)


class PaintedOver(AdoptedCase):
    """GTK draws its background into a saver's window a moment after it was shown, without an event."""

    def test_by_a_host_that_paints_late(self):
        for pause in (0, 0.1, 0.5, 2):
            with self.subTest(pause=pause):
                window = self.foreign()
                self.scribble_later(window, pause, lambda: self.adopt(window))  # noqa: B023
                self.assert_whole(window)
                # Again whenever the window has to be repainted.
                self.scribble_later(window, pause, lambda: window.clear_area(exposures=True))  # noqa: B023
                self.assert_whole(window)

    def scribble_later(self, window, pause, expose):
        """Draws over the window some time after an exposure. The clock repaints it until 4 s later: if the machine
        delays the drawing for longer, it does not count."""
        for _ in range(20):
            start = time.monotonic()
            expose()
            self.assert_whole(window)
            time.sleep(pause)
            self.scribble(window)
            if time.monotonic() - start < 4:
                return
        self.fail("nothing was drawn in time")

    def test_then_it_rests(self):
        window = self.foreign()
        clock = self.adopt(window)
        self.assert_whole(window)
        self.painted_again()
        before = clock.sleeps()
        never(lambda: clock.sleeps() > before, "a wake-up of a frozen clock", during=2)


class Ends(AdoptedCase):
    """The clock stays exactly as long as its window."""

    def test_the_window_is_destroyed(self):
        window = self.foreign()
        clock = self.adopt(window)
        self.assert_whole(window)
        self.destroy(window)
        self.assertEqual(clock.end(), (0, ""))

    def test_the_host_is_killed(self):
        host = Viewer(self.server)
        window = host.root.create_window(0, 0, 200, 100, 0, X.CopyFromParent, override_redirect=True)
        window.map()
        host.display.sync()
        clock = self.adopt(window)
        self.assert_whole(self.seen(window))
        host.close()
        self.assertEqual(clock.end(), (0, ""))

    def test_a_parent_is_destroyed(self):
        outer = self.foreign()
        inner = outer.create_window(5, 5, 200, 100, 0, X.CopyFromParent)
        inner.map()
        self.viewer.display.sync()
        clock = self.adopt(inner)
        self.assert_whole(inner)
        self.destroy(outer)
        self.assertEqual(clock.end(), (0, ""))

    def test_destroyed_between_two_requests(self):
        """At sixty frames a second."""
        for attempt in range(8):
            with self.subTest(attempt):
                window = self.foreign()
                clock = self.clock("--window-id", hex(window.id), "--speed", "3600", "--fade", "0.5")
                self.assert_changes(window)
                time.sleep(random.random() / 20)
                self.destroy(window)
                self.assertEqual(clock.end(), (0, ""))

    def assert_changes(self, window):
        before = self.viewer.colour(window)
        eventually(lambda: self.viewer.colour(window) != before, "the clock")

    def test_destroyed_while_it_starts(self):
        """The clock either finds no window or loses one."""
        for attempt in range(12):
            window = self.foreign()
            clock = self.adopt(window)
            time.sleep(attempt * 0.004)
            self.destroy(window)
            status, complaints = clock.end()
            with self.subTest(attempt=attempt, status=status):
                if status == 255:
                    self.assert_one_line(complaints, "window")
                else:
                    self.assertEqual((status, complaints), (0, ""))

    def test_it_does_not_leave_by_itself(self):
        """Neither a countdown's end nor a hold ends it."""
        window = self.foreign()
        clock = self.clock("--window-id", hex(window.id), "--countdown", "1s", "--hold-button", "never")
        never(lambda: clock.process.poll() is not None, "an end", during=2)
