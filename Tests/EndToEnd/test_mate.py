"""The clock as a theme of the real mate-screensaver, which keeps only a few environment variables."""

from basics import eventually
from installed import InstalledCase

KEYFILE = """[org/mate/screensaver]
mode='single'
themes=['screensavers-colourclock']
lock-enabled=false
idle-activation-enabled=false
"""


class Mate(InstalledCase):
    def setUp(self):
        super().setUp()
        self.serve()
        # Only the home leads to these options, neither the theme nor the environment.
        self.file(".config/colourclock/colourclock.conf", "at 13:35:16\nspeed 0\nshift off\nno-sync-badge\n")
        self.file("config/glib-2.0/settings/keyfile", KEYFILE)
        self.settings = {
            "XDG_CURRENT_DESKTOP": "MATE", "GSETTINGS_BACKEND": "keyfile", "XDG_DATA_HOME": self.home / "data",
            "XDG_RUNTIME_DIR": self.home, "TZ": "Asia/Tokyo", "DBUS_SESSION_BUS_ADDRESS": self.bus(),
            "XDG_CONFIG_DIRS": "/etc/xdg"}

    def file(self, name, text):
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self.own(self.home)

    def command(self, word):
        return self.order("mate-screensaver-command", word, **self.settings)

    def window_given(self):
        """A clock and the number of its window. The host may end the first clock and start another one at once."""
        for pid in self.clocks():
            if number := self.variable(pid, "XSCREENSAVER_WINDOW"):
                return pid, number
        return None

    def test_comes_and_goes(self):
        self.host("mate-screensaver", "--no-daemon", "--debug", **self.settings)
        eventually(lambda: "inactive" in self.command("--query"), lambda: f"the daemon: {self.said()}")
        for _ in range(2):
            self.command("--activate")
            pid, number = eventually(self.window_given, lambda: f"a clock: {self.said()}")
            self.assertIsNone(self.variable(pid, "TZ"))
            self.assertIsNone(self.variable(pid, "XDG_CONFIG_HOME"))
            window = self.viewer.display.create_resource_object("window", int(number, 0))
            self.assertEqual(self.viewer.box(window), (0, 0, 640, 480))
            self.assert_clock_on((0, 0, 640, 480))
            self.command("--deactivate")
            self.await_clocks(0)
