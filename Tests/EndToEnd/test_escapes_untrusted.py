"""Protection of a kiosk from other clients: untrusted ones, and ones that the server refuses."""

import contextlib
import re
import socket
import subprocess
import tempfile
from pathlib import Path

from Xlib import X, error

from basics import environment, tool
from escapes import RED, EscapeCase
from shipping import ASSETS
from support import Server, xauth
from viewer import Viewer


def folder_of(case):
    """A folder that exists as long as the class."""
    return Path(case.enterClassContext(tempfile.TemporaryDirectory(prefix="colourclock-e2e-")))


class Untrusted(EscapeCase):
    """Clients that the kiosk's own server does not trust (`xauth generate DISPLAY . untrusted`)."""

    @classmethod
    def serve(cls):
        cls.cookies = folder_of(cls)
        return Server(cls.screen, authority=cls.cookies / "trusted")

    def setUp(self):
        super().setUp()
        path = self.cookies / "untrusted"
        if not path.exists():
            with environment(XAUTHORITY=str(self.cookies / "trusted")):
                xauth(path, "generate", self.server.name, ".", "untrusted", "timeout", "0")

        class Other:
            name, authority = self.server.name, path

        self.other = Viewer(Other)
        self.addCleanup(self.other.close)
        self.errors = []
        self.other.display.set_error_handler(lambda problem, _: self.errors.append(problem))
        self.wall_seen = self.other.display.create_resource_object("window", self.its_window)

    def assert_refused(self, request):
        """The request fails with an error and changes nothing."""
        self.errors.clear()
        try:
            request()
            self.other.display.sync()
        except error.XError as problem:
            self.errors.append(problem)
        self.assertTrue(self.errors)
        self.assert_no_escape()

    def test_it_does_not_kill(self):
        self.assert_refused(self.wall_seen.kill_client)

    def test_it_does_not_read_pixels(self):
        self.assert_refused(lambda: self.other.pixels(self.wall_seen))

    def test_it_does_not_read_the_screen(self):
        """It gets a picture without the windows of others."""
        with contextlib.suppress(error.XError):
            self.assertNotIn(self.viewer.pixels(self.present_window)[0],
                             self.other.pixels(self.other.root, 0, 0, 640, 480))
        self.assert_no_escape()

    def test_it_does_not_destroy_move_nor_unmap(self):
        for request in (self.wall_seen.destroy, self.wall_seen.unmap, lambda: self.wall_seen.configure(x=9, width=9),
                        lambda: self.wall_seen.configure(stack_mode=X.Below),
                        lambda: self.wall_seen.reparent(self.other.root, 9, 9),
                        lambda: self.wall_seen.change_attributes(override_redirect=False),
                        lambda: self.wall_seen.delete_property(self.other.atom("WM_CLASS"))):
            self.assert_refused(request)

    def test_it_has_no_keys_to_press(self):
        """The extensions for making, observing or redirecting keys are missing."""
        for name in ("XTEST", "RECORD", "XInputExtension", "Composite", "XFIXES", "DAMAGE", "RANDR", "MIT-SCREEN-SAVER",
                     "DPMS"):
            answer = self.other.display.query_extension(name)
            self.assertFalse(answer and answer.present, name)
        self.assert_no_escape()

    def test_it_gets_no_keys(self):
        with contextlib.suppress(error.BadAccess):
            taken = self.other.root.grab_keyboard(False, X.GrabModeAsync, X.GrabModeAsync, X.CurrentTime)
            self.assertNotEqual(taken, X.GrabSuccess)
        self.other.root.change_attributes(event_mask=X.KeyPressMask)
        self.other.display.sync()
        self.chord("a")
        self.other.display.sync()
        # It learns no more than that a keyboard exists.
        kinds = {self.other.display.next_event().type for _ in range(self.other.display.pending_events())}
        self.assertLessEqual(kinds, {X.MappingNotify})
        self.assert_no_escape()

    def test_it_does_not_come_above(self):
        window = self.other.root.create_window(
            20, 20, 300, 200, 0, X.CopyFromParent, background_pixel=RED, override_redirect=True)
        window.map()
        self.other.display.sync()
        self.assert_no_escape()

    def test_it_sets_no_resources(self):
        """A clock would read them at its next start."""
        self.other.root.change_property(
            self.other.atom("RESOURCE_MANAGER"), self.other.atom("STRING"), 8, b"ColourClock.allow: gallery\n")
        self.other.display.sync()
        self.assertIsNone(self.viewer.property(self.viewer.root, "RESOURCE_MANAGER"))
        self.assert_no_escape()


class WithoutCookie(EscapeCase):
    def test_another_user_is_let_in(self):
        """As the manual says of a server that was started without a cookie file."""
        answer = subprocess.run(
            [tool("setpriv"), "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", tool("xset"), "q"],
            text=True,
            capture_output=True, env=self.variables())
        self.assertEqual(answer.returncode, 0, answer.stderr)
        self.assert_no_escape()


class LetIn(EscapeCase):
    """Access to a server with the cookie that the unit creates."""

    @classmethod
    def serve(cls):
        folder = folder_of(cls)
        (folder / "colourclock").mkdir()
        unit = (ASSETS / "shipped/colourclock-kiosk.service").read_text()
        [command] = re.findall("^ExecStartPre=(.*)$", unit, re.MULTILINE)
        subprocess.run(command.replace("%t", str(folder)).replace("$$", "$"), shell=True, check=True,
                       capture_output=True)
        path = folder / "colourclock/Xauthority"
        server = Server(cls.screen, "-auth", path)
        listed = subprocess.run([tool("xauth"), "-f", path, "list"], check=True, capture_output=True, text=True).stdout
        xauth(path, "add", server.name, ".", listed.split()[-1])
        server.authority = path
        return server

    def test_another_user_is_not(self):
        answer = subprocess.run(
            [tool("setpriv"), "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", tool("xset"), "q"],
            text=True,
            capture_output=True, env=self.variables(XAUTHORITY=None))
        self.assertEqual((answer.returncode, answer.stdout), (1, ""))
        self.assert_no_escape()

    def test_nobody_without_the_cookie(self):
        answer = subprocess.run([tool("xset"), "q"], capture_output=True, env=self.variables(XAUTHORITY="/dev/null"))
        self.assertEqual((answer.returncode, answer.stdout), (1, b""))
        self.assert_no_escape()

    def test_nobody_from_the_network(self):
        for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")):
            with socket.socket(family) as other, self.assertRaises(OSError):
                other.connect((host, 6000 + self.server.number))
        self.assert_no_escape()
