"""A countdown typed at the wall: with several countries' layouts, the keypad, dead keys and other scripts."""

from basics import eventually
from hands import FROZEN
from test_settings import SettingsCase
from x_proxy import Meddling

# evdev key codes by the characters of a US keyboard.
TOP = dict(zip("1234567890", range(10, 20)))
KEYPAD = dict(zip("7894561230", (79, 80, 81, 83, 84, 85, 87, 88, 89, 90)))
ENTER, KEYPAD_ENTER, NUM_LOCK = 36, 104, 77
KEY_E, KEY_BRACKET = 26, 34


# XKB's request by which Xlib asks for reports of changes.
SELECT_EVENTS = 1


class Changing(Meddling):
    """Calls `change` once, before the server reports changes of the keyboard map to the clock."""

    def __init__(self, server, operation, change):
        self.operation, self.change, self.is_changed = operation, change, False
        super().__init__(server)

    def edit(self, request):
        if not self.is_changed and (request[0], request[1]) == (self.operation, SELECT_EVENTS):
            self.is_changed = True
            self.change()
        return super().edit(request)


class TypingCase(SettingsCase):
    def await_countdown(self, length, title=""):
        def now():
            countdown = self.wall().get("countdown") or {}
            return countdown.get("length"), countdown.get("title")
        eventually(lambda: now() == (length, title), lambda: f"{length} s '{title}', but {now()}")

    def end_title(self):
        """Skips the title."""
        self.press("Escape")

    def shifted(self, codes):
        self.hand.press_key("Shift_L")
        self.type_codes(*codes)
        self.hand.release_key("Shift_L")


class Digits(TypingCase):
    def test_top_row(self):
        """The digit row of each layout, with Shift, and without it where the character is no command."""
        self.running(*FROZEN)
        for layout, plain, with_shift in (("us", "730", None), ("fr", "7309", "730"), ("cz", "7305", "730"),
                                          ("de", "730", None)):
            with self.subTest(layout):
                self.layout(layout)
                self.type_codes(*(TOP[digit] for digit in plain), ENTER)
                self.await_countdown({"730": 450, "7309": 73 * 60 + 9, "7305": 73 * 60 + 5}[plain])
                self.end_title()
                if with_shift:
                    self.shifted([TOP[digit] for digit in with_shift])
                    self.type_codes(ENTER)
                    self.await_countdown(450)
                    self.end_title()

    def test_a_sign_is_a_digit_after_a_digit(self):
        """A French keyboard's 6 is a minus without Shift."""
        self.running(*FROZEN)
        self.layout("fr")
        self.type_codes(TOP["1"], TOP["6"], ENTER)
        self.await_countdown(16)

    def test_keypad(self):
        """Num Lock on and off; each with the digits of all keys."""
        self.running(*FROZEN)
        for _ in range(2):
            for digits, length in (("1234", 754), ("5678", 56 * 60 + 78), ("90", 90), ("010", 10)):
                with self.subTest(digits):
                    self.type_codes(*(KEYPAD[digit] for digit in digits), KEYPAD_ENTER)
                    self.await_countdown(length)
                    self.end_title()
            self.type_codes(NUM_LOCK)

    def test_an_hour_and_what_is_no_time(self):
        self.running(*FROZEN)
        self.press("1", "3", "0", "0", "0", "Return")
        self.await_countdown(5400)
        self.end_title()
        self.press("9", "9", "9", "9", "9", "9", "Return", "Escape", "0", "Return", "Escape")
        self.press("7", "9", "9", "BackSpace", "Return")
        self.await_countdown(79)


class Pad(TypingCase):
    def open(self, *more):
        self.press("o", "Down", "Down", *more, "Return")

    def test_intervals_by_keys(self):
        """Arrows move the focus, and no key reaches the wall below."""
        self.running(*FROZEN)
        self.open("Down")
        self.press("Down", "Right", "Return", "plus", "Down", "minus", "Right", "End", "g")
        self.assertFalse(self.wall()["isGalleryOpen"])
        self.press("Tab", "Tab", "Tab", "Tab", "Tab", "Return")
        eventually(lambda: self.wall().get("program"), "the program")
        self.assertEqual(self.wall()["countdown"]["length"], 10)
        self.assertEqual(self.wall()["program"]["next"], {"title": "Work", "length": 50})
        self.assertFalse(self.wall()["isGalleryOpen"])

    def test_a_length_by_keys(self):
        self.running(*FROZEN)
        self.open()
        self.press("Right", "Right", "Right", "Return", "0", "0", "Return")
        self.await_countdown(180)
        self.press("Down", "Down", "space")
        eventually(lambda: self.wall()["countdown"]["title"], "a title")
        self.assertFalse(self.wall()["isGalleryOpen"])
        self.open()
        self.press("Down", "Escape")
        self.assertEqual(self.wall()["countdown"]["length"], 180)


class Titles(TypingCase):
    def test_cyrillic(self):
        self.running(*FROZEN)
        self.layout("us,ru")
        self.type_codes(TOP["7"], TOP["3"], TOP["0"], ENTER)
        self.layout("ru")
        self.type_codes(53, 38, 34, ENTER)
        self.await_countdown(450, "чфх")

    def test_a_layout_that_changes_at_the_first_key(self):
        """After Xlib has read the map, and before the server reports changes."""
        operation = self.viewer.display.query_extension("XKEYBOARD").major_opcode
        proxy = Changing(self.server.number, operation, lambda: self.layout("ru"))
        self.addCleanup(proxy.close)
        self.running(*FROZEN, DISPLAY=proxy.name)
        self.type_codes(TOP["7"], TOP["3"], TOP["0"], ENTER, 53, 38, 34, ENTER)
        self.await_countdown(450, "чфх")
        self.assertTrue(proxy.is_changed)

    def test_a_dead_key(self):
        self.running(*FROZEN)
        self.layout("fr")
        self.shifted([TOP["5"]])
        self.type_codes(ENTER, KEY_BRACKET, KEY_E, ENTER)
        self.await_countdown(5, "ê")

    def test_all_at_once(self):
        """At a machine's speed: no letter is taken for a command."""
        self.running(*FROZEN)
        letters = (54, 32, 54, 32, 38, 65, 24)
        self.type_codes(TOP["7"], TOP["3"], TOP["0"], ENTER, *letters, ENTER)
        self.await_countdown(450, "cocoa q")

    def test_kept_over_a_restart(self):
        clock = self.running(*FROZEN)
        self.press("4", "5", "0", "0", "Return", "T", "e", "a", "Return")
        self.await_countdown(2700, "Tea")
        self.quit()
        self.assertEqual(clock.end(), (0, ""))
        self.running(*FROZEN)
        self.await_countdown(2700, "Tea")
