"""The window without a window manager: its place, the keyboard, and its first picture."""

import time

from Xlib import X, Xatom
from Xlib.protocol import event

from basics import eventually, never
from colours import hex_of, second_of_day
from support import Case
from windows import COLOUR, FROZEN, WindowCase


class Window(WindowCase, Case):
    """Without any window manager."""

    def test_covers_the_screen_and_has_the_keyboard(self):
        for key in ("q", "Escape"):
            with self.subTest(key):
                clock = self.clock(*FROZEN)
                window = clock.window()
                self.assert_full_screen(window)
                self.assert_focused(window)
                self.quit(key)
                self.assertEqual(clock.end(), (0, ""))

    def test_the_toggle_works(self):
        clock = self.clock(*FROZEN)
        self.assert_toggles(clock, clock.window())

    def test_a_manager_that_has_died(self):
        """The properties of a dead manager name a window that is gone: no message."""
        root, check = self.viewer.root, self.viewer.atom("_NET_SUPPORTING_WM_CHECK")
        root.change_property(check, Xatom.WINDOW, 32, [self.viewer.root.id + 0x7FFF])
        self.addCleanup(self.viewer.display.sync)
        self.addCleanup(root.delete_property, check)
        self.viewer.display.sync()
        clock = self.clock(*FROZEN)
        self.assert_full_screen(window := clock.window())
        self.assert_toggles(clock, window)

    def test_delete_ends_it_at_any_moment(self):
        """Also while figures are being sent, when Xlib may read messages ahead."""
        for attempt in range(10):
            with self.subTest(attempt):
                clock = self.clock(*FROZEN)
                self.ask(clock.window(), "WM_DELETE_WINDOW")
                self.assertEqual(clock.end(), (0, ""))

    def test_ping_is_answered(self):
        self.assert_answers_ping(self.clock(*FROZEN).window())

    def test_other_messages_are_not_answers(self):
        """An unknown protocol's message neither ends the clock nor is answered."""
        clock = self.clock(*FROZEN)
        window = clock.window()
        self.ask(window, "_NET_WM_SYNC_REQUEST")
        self.assert_answers_ping(window)
        never(lambda: clock.process.poll() is not None, "an end", during=0.3)

    def test_a_size_that_another_client_tells(self):
        """Only a size from the server itself counts, although managers report places by sent events."""
        clock = self.clock(*FROZEN)
        window = clock.painted()
        before = self.viewer.picture(window)
        for width, height in ((65535, 65535), (0, 0), (65535, 360), (1, 1)):
            told = event.ConfigureNotify(
                event=window, window=window, above_sibling=0, x=0, y=0, width=width, height=height, border_width=0,
                override=0)
            window.send_event(told, event_mask=X.StructureNotifyMask)
        self.viewer.display.sync()
        never(lambda: self.viewer.picture(window) != before, "another picture", during=0.5)
        self.quit("q")
        self.assertEqual(clock.end(), (0, ""))

    def test_geometry(self):
        width, height = self.server.width, self.server.height
        # Without a given size a window takes two thirds of the screen.
        wide, high = width * 2 // 3, height * 2 // 3
        cases = {
            ("--geometry", "300x200+10+20"): (10, 20, 300, 200),
            ("-geometry", "300x200-0-0"): (width - 300, height - 200, 300, 200),
            ("-geometry", "300x200-15+25"): (width - 315, 25, 300, 200),
            ("-geometry", "-0-0"): (width - wide, height - high, wide, high),
            ("--geometry=+5-7", "--window"): (5, height - high - 7, wide, high),
            ("--geometry", "320x100"): ((width - 320) // 2, (height - 100) // 2, 320, 100),
            ("--window",): ((width - wide) // 2, (height - high) // 2, wide, high),
            ("--geometry", "300x200+10+20", "--fullscreen"): self.whole_screen(),
        }
        for options, box in cases.items():
            with self.subTest(options):
                self.assert_box(self.clock(*FROZEN, *options).window(), box)

    def test_display(self):
        for option in ("--display", "-display"):
            with self.subTest(option):
                self.clock(*FROZEN, option, self.server.name, DISPLAY=None).window()

    def test_the_pixels_are_the_present_second(self):
        window = self.clock("--utc", "--fade", "0").window()
        before = time.time()
        shown = second_of_day(self.viewer.colour(window))
        self.assertIn(shown, {int(moment) % 86400 for moment in (before, before - 0.1, time.time())})

    def test_nothing_is_visible_before_the_colour(self):
        """The screen's colour is followed directly by the clock's: no white or black between."""
        self.viewer.root.change_attributes(background_pixel=0x123456)
        self.viewer.root.clear_area()
        seen = [self.viewer.colour(self.viewer.root)]
        self.clock(*FROZEN)

        def is_there():
            colour = self.viewer.colour(self.viewer.root)
            if colour != seen[-1]:
                seen.append(colour)
            return self.viewer.find("ColourClock") and colour == COLOUR

        eventually(is_there, "the clock's colour")
        self.assertEqual([hex_of(colour) for colour in seen], ["#123456", hex_of(COLOUR)])
