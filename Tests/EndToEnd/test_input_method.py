"""Titles by an input method: uim's XIM server with its Hangul engine. Shift and Space switch the engine on and off."""

import contextlib
import signal
import subprocess
import tempfile
import time
from pathlib import Path

from Xlib import X

from basics import PACKAGES, eventually, tool
from hands import FROZEN
from test_typing import ENTER, KEY_BRACKET, KEY_E, TOP, TypingCase
from viewer import Viewer

PACKAGES.update({"uim-xim": "uim-xim uim-byeoru xfonts-base", "localedef": "locales"})
# Xlib waits without a limit for an input method that a busy machine has stopped too late.
CALM = True
SPACE = 65
# evdev key codes by the letters of a US keyboard.
KEYS = {**TOP, "\n": ENTER, "g": 42, "k": 45, "s": 39, "r": 27, "m": 58, "f": 41}


class InputMethodCase(TypingCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # Without this locale, uim serves no clients that use UTF-8.
        cls.locales = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="colourclock-locales-")))
        subprocess.run([tool("localedef"), "-i", "en_US", "-f", "UTF-8", cls.locales / "en_US.UTF-8"], check=True,
                       capture_output=True)

    def setUp(self):
        super().setUp()
        self.start_method()

    def start_method(self):
        """On a busy machine a new uim sometimes answers nobody. Then another one takes its place."""
        for _ in range(3):
            self.method = self.start("uim-xim", "--engine=byeoru", LOCPATH=self.locales)
            if self.answers(within=10.0):
                return
            self.method.kill()
            self.method.wait()
        self.fail("no input method answers")

    def has_method(self):
        return self.viewer.display.get_selection_owner(self.viewer.atom("@server=uim")) != X.NONE

    def is_listed(self):
        """True if Xlib finds the method. On a busy machine it is listed some time after it owns its selection."""
        listed = self.viewer.property(self.viewer.root, "XIM_SERVERS") or []
        return self.has_method() and self.viewer.atom("@server=uim") in listed

    def answers(self, within):
        """True if the method tells its locales. Xlib asks for them before it opens a method, and waits for ever."""
        eventually(self.is_listed, "the input method")
        end = time.monotonic() + within
        with contextlib.closing(Viewer(self.server)) as viewer:
            window = viewer.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
            window.convert_selection(viewer.atom("@server=uim"), viewer.atom("LOCALES"), viewer.atom("LOCALES"), 0)
            while time.monotonic() < end:
                for _ in range(viewer.display.pending_events()):
                    if (event := viewer.display.next_event()).type == X.SelectionNotify:
                        return event.property != X.NONE
                time.sleep(0.01)
        return False

    def variables(self, **more):
        return super().variables(**{"XMODIFIERS": "@im=uim", **more})

    def switch(self):
        self.shifted([SPACE])

    def write(self, text):
        self.type_codes(*(KEYS[character] for character in text))


class Titles(InputMethodCase):
    def test_composed(self):
        """Letters become syllables, at a machine's speed. Outside of text the method gets no digits."""
        self.running(*FROZEN)
        self.write("730\n")
        self.switch()
        self.write("gksrmf\n")
        self.await_countdown(450, "한글")
        self.write("1000\ngks\n")
        self.await_countdown(600, "한")

    def test_on_and_off(self):
        """The method stays on from one title to the next, and never takes a digit or a command."""
        self.running(*FROZEN)
        self.write("730\ngks\n")
        self.await_countdown(450, "gks")
        for title in ("한", "gks", "한"):
            self.press("BackSpace", "BackSpace", "BackSpace")
            eventually(lambda: "countdown" not in self.wall(), "no countdown")
            self.write("730\n")
            self.switch()
            self.write("gks\n")
            self.await_countdown(450, title)
        self.press("BackSpace", "BackSpace", "BackSpace")
        self.write("90\ngks\n")
        self.await_countdown(90, "한")
        self.write("g")
        eventually(lambda: self.wall()["isGalleryOpen"], "the gallery")

    def test_an_incomplete_syllable(self):
        """BackSpace changes it. Escape leaves nothing of it, and switches uim off."""
        self.running(*FROZEN)
        self.write("730\n")
        self.switch()
        self.write("gk")
        self.press("BackSpace")
        self.write("ks\n")
        self.await_countdown(450, "한")
        self.write("730\ngk")
        self.press("Escape")
        self.write("90\n")
        self.switch()
        self.write("s\n")
        self.await_countdown(90, "ㄴ")

    def test_in_the_settings(self):
        self.running(*FROZEN)
        self.press("o", "Return")
        self.assert_open()
        self.switch()
        self.write("gks73\n")
        self.await_kept({"title": "한73"})


class Ends(InputMethodCase):
    def test_the_method_ends(self):
        """Its unfinished syllable is lost, and the same title goes on with dead keys. When a method is there again, the
        title after that uses it."""
        self.running(*FROZEN)
        self.write("730\n")
        self.switch()
        self.write("gks")
        # Xlib waits for ever for the answer to a key that the method did not handle before its end, or that comes
        # before the X server has noticed the end. The second answer of the clock comes after its last key.
        for _ in range(2):
            self.wall()
        self.still(self.window)
        self.method.kill()
        self.method.wait()
        eventually(lambda: not self.has_method(), "the end of the input method")
        self.layout("fr")
        self.type_codes(KEY_BRACKET, KEY_E, ENTER)
        self.await_countdown(450, "ê")
        self.layout("us")
        self.start_method()
        self.write("90\n")
        self.switch()
        self.write("gks\n")
        self.await_countdown(90, "한")

    def test_the_method_hangs(self):
        """The clock restarts without it, in the same process, and keeps the countdown."""
        clock = self.running(*FROZEN)
        self.write("730\n")
        self.switch()
        self.write("gk")
        for _ in range(2):
            self.wall()
        self.method.send_signal(signal.SIGSTOP)
        self.addCleanup(self.method.send_signal, signal.SIGCONT)
        self.write("g")
        environment = Path(f"/proc/{clock.pid}/environ")
        eventually(lambda: b"XMODIFIERS=@im=none" in environment.read_bytes().split(b"\0"), "a restart")
        # The answer comes from the new program, so the window that is found next is not the old one.
        eventually(lambda: self.run_clock("status").status == 0, "an answer")
        self.window = clock.painted()
        self.await_countdown(450)
        self.write("90\ng\n")
        self.await_countdown(90, "g")
        self.quit()
        self.assert_ends(clock, 0, "the input method does not answer: restarting without it")
