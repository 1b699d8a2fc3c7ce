"""Attempts to escape without screen and keyboard: control socket, signals, files and environment."""

import signal
import socket
import subprocess

from basics import BINARY, eventually, mortal, never, tool
from escapes import EscapeCase
from windows import FROZEN


class Socket(EscapeCase):
    def refused(self, *words):
        status, complaints = self.sent(*words)
        self.assertEqual(status, 1, complaints)
        return complaints

    def test_quit(self):
        self.assertIn("only with '--allow-remote quit'", self.refused("quit"))
        self.assert_no_escape()

    def test_what_is_fixed_is_not_set(self):
        for words in (["window"], ["fullscreen"], ["no-grab"], ["exit-on-input"], ["monitor", "none"],
                      ["allow-remote", "quit"],
                      ["no-inhibit"], ["other-monitors", "leave"], ["control", "/tmp/x"], ["iconic"], ["root"]):
            self.refused("set", *words)
        self.refused("unset", "kiosk")
        self.assert_no_escape()

    def test_no_command_is_set(self):
        mark = self.folder / "ran"
        for name in ("on-zero", "on-refresh", "feed", "hold-action", "message-sound"):
            self.assertIn("runs commands or uses files", self.refused("set", name, f"touch {mark}"))
        self.assertFalse(mark.exists())
        self.assert_no_escape()

    def test_another_user(self):
        """Another user reaches neither the folder nor, in an open folder, the socket."""
        for opened in (False, True):
            if opened:
                for path in (self.folder, self.folder / "run", self.path.parent, self.path):
                    self.addCleanup(path.chmod, path.stat().st_mode)
                    path.chmod(0o777)
            code = (f"import socket; s = socket.socket(socket.AF_UNIX); s.connect('{self.path}'); "
                    "s.sendall(b'face hue\\n'); print(s.recv(999))")
            answer = subprocess.run(
                [tool("setpriv"), "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "/usr/bin/python3", "-c",
                 code],
                text=True, capture_output=True)
            self.assertNotIn("success", answer.stdout)
            self.assertNotEqual(answer.stdout + answer.stderr, "")
        self.assert_no_escape()

    def test_the_socket_replaced(self):
        """Only the kiosk's user can replace it: clients then go elsewhere, and the wall continues."""
        self.path.rename(self.path.with_suffix(".old"))
        with socket.socket(socket.AF_UNIX) as other:
            other.bind(str(self.path))
            other.listen()
            self.assert_no_escape(during=0.3)
        self.path.unlink()
        self.path.with_suffix(".old").rename(self.path)
        self.assertEqual(self.sent("face"), (0, ""))

    def test_garbage(self):
        with socket.socket(socket.AF_UNIX) as other:
            other.connect(str(self.path))
            other.sendall(b"\0\xff" * 999 + b"\nquit\n{\"command\": [\"quit\"]}\nQUIT\nquit now\n")
            answers = other.makefile("rb")
            for _ in range(4):
                self.assertNotIn(b'"success"', answers.readline())
        self.assert_no_escape()


class Signals(EscapeCase):
    def test_those_of_its_user_end_it(self):
        """The user's own signals end it, as the manual says; the unit starts it again."""
        for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT):
            self.kept.signal(number)
            self.assert_ended(-number)

    def test_stopped_and_continued(self):
        """A stopped wall stays on the screen with its grabs, and continues later."""
        for number in (signal.SIGTSTP, signal.SIGTTIN, signal.SIGSTOP):
            self.kept.signal(number)
            never(lambda: not self.is_whole() or not self.is_running(), "another picture", during=0.2)
            self.assertTrue(self.grab_keyboard())
            self.kept.signal(signal.SIGCONT)
            self.assert_no_escape()

    def test_repainted(self):
        for number in (signal.SIGUSR1, signal.SIGCONT, signal.SIGWINCH, signal.SIGCHLD, signal.SIGURG, signal.SIGPIPE):
            self.kept.signal(number)
        self.assert_no_escape()

    def test_another_user_sends_none(self):
        answer = subprocess.run(
            [tool("setpriv"), "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "/bin/sh", "-c",
             f"kill -TERM {self.kept.pid}"], capture_output=True, text=True)
        self.assertIn("not permitted", answer.stderr)
        self.assert_no_escape()


class Files(EscapeCase):
    def write(self, text):
        path = self.folder / "config/colourclock/colourclock.conf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.addCleanup(path.unlink, missing_ok=True)

    def test_options_that_let_out(self):
        """Options of window, grabs and quitting in its user's options file count at the start only."""
        for text in ("window\n", "fullscreen\n", "exit-on-input\n", "no-grab\n", "geometry 10x10\n", "iconic\n",
                     "allow-remote quit\n", "root\n", "monitor none\n"):
            self.write("face scaled\n" + text)
            self.sent("reload")
            self.assert_no_escape(during=0)
        self.assertIn("only with '--allow-remote quit'", self.sent("quit")[1])
        for key in ("q", "q", "Escape", "Escape", "f"):
            self.chord(key)
        self.assert_no_escape()

    def test_the_mode_of_the_file_itself(self):
        """A kiosk made by its options file stays one when the file no longer says so."""
        self.write("kiosk\nface scaled\n")
        kept, type(self).options = self.options, ()
        self.begin()
        self.write("window\nface scaled\n")
        self.sent("reload")
        for key in ("q", "q", "f"):
            self.chord(key)
        self.assert_no_escape()
        type(self).options = kept

    def test_rubbish_in_the_file(self):
        self.write("\0\xff no such option\n" * 100)
        self.assertEqual(self.sent("reload")[0], 1)
        self.assert_no_escape()


class Environment(EscapeCase):
    def second(self, *options):
        """Another clock, which ends with the test."""
        process = subprocess.Popen(
            mortal([BINARY, "--no-config", "--no-hint", *options]), env=self.variables(XDG_STATE_HOME=self.home),
            stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        eventually(lambda: len(self.walls()) == 2, "two clocks")
        return process

    def walls(self):
        children = self.viewer.root.query_tree().children
        return [each for each in children if (each.get_wm_class() or ("", ""))[1] == "ColourClock"]

    def test_a_second_clock_in_a_window(self):
        """It appears below the wall and gets no keys."""
        other = self.second("--window")
        for key in ("q", "q"):
            self.chord(key)
        self.assert_no_escape()
        self.assertIsNone(other.poll())

    def test_a_second_kiosk(self):
        """One of the two is on top, and one has the keyboard."""
        other = self.second("--kiosk", "--no-inhibit", "--hold-button", "motion", *FROZEN)
        for key in ("q", "q", "Escape"):
            self.chord(key)
        self.assert_no_escape(during=0.5)
        self.assertIsNone(other.poll())

    def test_its_host_variable(self):
        """A screensaver daemon's variable does not turn a kiosk into a saver, which any key would end."""
        self.assert_is_kiosk(XSCREENSAVER_WINDOW="0x1")

    def test_variables_of_libraries(self):
        self.assert_is_kiosk(LANGUAGE="xx", XMODIFIERS="@im=none", GTK_MODULES="x", XCOMPOSECACHE="/nonexistent",
                             XKEYSYMDB="/dev/null", XLOCALEDIR="/nonexistent", RESOURCE_NAME="*",
                             XUSERFILESEARCHPATH="/")

    def assert_is_kiosk(self, **variables):
        self.end_kept()
        before, self.variables = self.variables, lambda **more: before(**{**variables, **more})
        self.begin()
        for key in ("q", "q", "Escape", "Escape", "f", "a"):
            self.chord(key)
        self.assert_only_the_hold_ends_it()
        self.end_kept()
