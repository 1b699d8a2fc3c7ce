"""The settings card: by pointer, by keys, with text in several scripts; saved over a restart; not in a kiosk."""

import subprocess
import time

from Xlib import X
from Xlib.ext import xtest

from basics import PACKAGES, eventually, never, tool
from control import ControlCase
from hands import FROZEN, HandCase

PACKAGES.update({"setxkbmap": "x11-xkb-utils"})
# Places at 640x480 and 96 dpi with one additional zone: the gear, then parts of the card.
GEAR = (467, 443)
DATE, NIGHT, TOKYO, TITLE, DONE = (557, 140), (548, 283), (557, 331), (350, 92), (320, 432)
# A title in the list that a click on the title opens.
BREAK = (108, 261)
ZONE = ("--also", "Asia/Tokyo=Tokyo")
# evdev key codes by their place on the keyboard.
KEY_E, KEY_BRACKET, KEY_EQUAL = 26, 34, 21


class SettingsCase(HandCase, ControlCase):
    screen = "640x480x24"

    def variables(self, **more):
        return super().variables(**{"LANG": "C.UTF-8", **more})

    def kept(self):
        return self.saved().get("look")

    def await_kept(self, wanted):
        eventually(lambda: self.kept() == wanted, lambda: f"{wanted}, but {self.kept()}")

    def assert_open(self, is_open=True):
        eventually(lambda: self.wall()["isSettingsOpen"] == is_open, "the card")

    def title(self):
        options = {option["name"]: option for option in self.status()["options"]}
        return options.get("title", {}).get("value"), options.get("title", {}).get("origin")

    def type_codes(self, *codes):
        for code in codes:
            xtest.fake_input(self.viewer.display, X.KeyPress, code)
            xtest.fake_input(self.viewer.display, X.KeyRelease, code)
        self.viewer.display.sync()

    def layout(self, *names):
        subprocess.run([tool("setxkbmap"), *names], env=self.variables(), check=True)
        self.addCleanup(subprocess.run, [tool("setxkbmap"), "us"], env=self.variables(), check=True)


class Choosing(SettingsCase):
    def test_by_pointer_alone(self):
        clock = self.running(*FROZEN, *ZONE)
        bare = self.viewer.picture(self.window)
        self.hand.move((300, 200), (310, 210))
        # A press on an invisible bar only shows it.
        eventually(lambda: self.viewer.picture(self.window) != bare, "the bar")
        time.sleep(0.5)
        self.hand.click(*GEAR)
        self.assert_open()
        for place in (DATE, NIGHT, TOKYO):
            self.hand.click(*place)
        wanted = {"date": True, "night": "now", "hiddenZones": ["Tokyo"]}
        self.await_kept(wanted)
        self.hand.click(*TITLE)
        self.hand.click(*BREAK)
        self.await_kept({**wanted, "title": "Break"})
        self.hand.click(*DONE)
        self.assert_open(False)
        self.assertEqual(self.title(), ("Break", "chosen"))
        self.quit()
        self.assertEqual(clock.end(), (0, ""))
        # The command line overrides it, and Tokyo is there again.
        self.running(*FROZEN, *ZONE)
        self.assertEqual(self.title(), ("Break", "chosen"))
        status = self.status()
        self.assertIn("night now", status["night"])
        origins = {option["name"]: option["origin"] for option in status["options"]}
        self.assertEqual((origins["date"], origins["also"]), ("chosen", "command line"))

    def test_by_keyboard_alone(self):
        clock = self.running(*FROZEN, "--countdown", "50m")
        self.press("o")
        self.assert_open()
        self.press("Return")
        subprocess.run([tool("xdotool"), "type", "--delay", "20", "Tea, oq"], env=self.variables(), check=True)
        # Warning, exact time, intervals, code, seconds and their ring come before the date.
        self.press("BackSpace", "Return", *["Down"] * 7, "space", "Escape")
        self.await_kept({"title": "Tea, o", "date": True})
        self.assert_open(False)
        self.assertEqual(self.wall()["countdown"]["title"], "Tea, o")
        left = self.wall()["countdown"]["remaining"]
        self.quit()
        self.assertEqual(clock.end(), (0, ""))
        # The countdown continues with its new title.
        self.running(*FROZEN, "--countdown", "50m")
        countdown = self.wall()["countdown"]
        self.assertEqual((countdown["title"], countdown["state"]), ("Tea, o", "running"))
        self.assertLessEqual(countdown["remaining"], left)

    def test_what_only_options_had(self):
        """The seconds ring, a gliding hand, the chime and a program's end; all are kept over a restart."""
        options = ("--face", "analogue", "--program", "Work 5m, Rest 5m")
        clock = self.running(*FROZEN, *options, sound=True)
        self.press("o")
        self.assert_open()
        # After the title: warning, time, intervals, program, its end, code, seconds, ring, hand, date, 12 hours,
        # brightness, night, sound, chime.
        for steps in (5, 3, 1, 6):
            self.press(*["Down"] * steps, "space")
        self.press("Escape")
        wanted = {"secondsRing": True, "sweeps": True, "chimes": True, "keepsProgramEnd": True}
        self.await_kept(wanted)
        self.quit()
        self.assertEqual(clock.end()[0], 0)
        self.running(*FROZEN, *options, sound=True)
        found = {option["name"]: option["value"] for option in self.status()["options"]
                 if option["origin"] == "chosen"}
        self.assertEqual(found, {"seconds-ring": True, "sweep": True, "chime": True, "program-end": "kept"})

    def test_not_in_a_kiosk(self):
        self.running(*FROZEN, "--kiosk", "--no-inhibit")
        self.press("o")
        never(lambda: self.wall()["isSettingsOpen"], "the card", during=0.5)

    def test_in_a_kiosk_that_allows_it(self):
        self.running(*FROZEN, "--kiosk", "--no-inhibit", "--allow", "gallery,look")
        self.press("o")
        self.assert_open()


class Scripts(SettingsCase):
    """Typing with several countries' layouts, by dead keys and without an input method."""

    def begin(self):
        self.running(*FROZEN)
        self.press("o", "Return")
        self.assert_open()

    def test_cyrillic(self):
        self.begin()
        self.layout("ru")
        self.type_codes(53, 41, 45)
        self.type_codes(36)
        self.await_kept({"title": "чал"})

    def test_a_dead_key(self):
        self.begin()
        self.layout("de")
        self.type_codes(KEY_EQUAL, KEY_E, KEY_BRACKET)
        self.type_codes(36)
        self.await_kept({"title": "éü"})

    def test_without_a_locale(self):
        for names in ({"LANG": "C", "LC_ALL": "C"}, {"LANG": "", "LC_ALL": "", "XMODIFIERS": "@im=nobody"}):
            with self.subTest(names):
                clock = self.running(*FROZEN, **names)
                self.press("o", "Return")
                self.assert_open()
                self.press(*["BackSpace"] * 9)
                self.layout("fr")
                # A dead circumflex, e, and the digit row's é.
                self.type_codes(KEY_BRACKET, KEY_E, 11)
                self.type_codes(36)
                self.await_kept({"title": "êé"})
                self.layout("us")
                self.press("Escape")
                self.quit()
                clock.end()
