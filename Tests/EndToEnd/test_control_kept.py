"""State that cannot be saved although a command promises it, and zone names with another meaning than intended."""

import fcntl
import os
import resource
import shutil
import signal

from control import ControlCase
from hands import FROZEN


class Kept(ControlCase):
    """An alarm that cannot be saved is refused and nothing changes; health reports why, until writing works again."""

    @property
    def state(self):
        return self.home / "state/colourclock"

    def assert_refused(self, client):
        """Both adding and removing an alarm are refused."""
        for words in (["alarm", "add", "09:00=Late"], ["alarm", "remove", "Tea"]):
            self.assertIn("it cannot be saved: ", client.ask(*words)["error"])
            self.assertEqual(self.wall()["alarms"], ["08:30:00=Tea"])
        health = client.ask("health")["data"]
        self.assertIn(str(self.state), health["saveFailure"])
        # A command that promises nothing still works.
        self.assertEqual(client.ask("countdown", "start", "5m")["error"], "success")
        self.assertEqual(client.ask("alarm", "add", "08:30=Tea")["error"], "success")

    def assert_kept(self, client):
        self.assertEqual(client.ask("alarm", "add", "10:00=More")["error"], "success")
        self.assertNotIn("saveFailure", client.ask("health")["data"])
        self.assertIn("10:00:00=More", (self.state / "state.json").read_text())

    def test_what_stands_in_the_way(self):
        file, old = self.state / "state.json", self.home / "old"
        hindrances = {
            "a folder in the file's place": (lambda: (file.unlink(), file.mkdir()), file.rmdir),
            "a file in the folder's place": (lambda: (self.state.rename(old), self.state.write_text("")),
                                             lambda: (self.state.unlink(), old.rename(self.state))),
            "a later version": (lambda: file.write_text('{"version": 99}'), file.unlink),
        }
        for name, (hinder, clear) in hindrances.items():
            with self.subTest(name):
                clock = self.running(*FROZEN)
                client = self.client()
                self.assertEqual(client.ask("alarm", "add", "08:30=Tea")["error"], "success")
                hinder()
                self.assert_refused(client)
                clear()
                self.assert_kept(client)
                clock.signal(signal.SIGTERM)
                clock.end()
                shutil.rmtree(self.state)

    def test_a_full_disk(self):
        """Simulated by a limit of file sizes: nothing can be written."""
        clock = self.running(*FROZEN)
        client = self.client()
        self.assertEqual(client.ask("alarm", "add", "08:30=Tea")["error"], "success")
        resource.prlimit(clock.pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
        self.assert_refused(client)
        resource.prlimit(clock.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.assert_kept(client)

    def test_a_locked_folder_holds_nothing_up(self):
        """The folder's lock is held, as by a stopped clock: it waits for a fifth of a second."""
        self.running(*FROZEN)
        client = self.client()
        self.assertEqual(client.ask("alarm", "add", "08:30=Tea")["error"], "success")
        folder = os.open(self.state, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        self.assert_kept(client)

    def test_no_place(self):
        self.running(*FROZEN, HOME="", XDG_STATE_HOME="")
        client = self.client()
        self.assertIn("set HOME or XDG_STATE_HOME", client.ask("alarm", "add", "08:30=Tea")["error"])
        self.assertEqual(self.wall()["alarms"], [])


class Zones(ControlCase):
    def test_what_is_read_the_other_way_is_said_once(self):
        """Given by the options file, the command line and a command. Each reports one line, and the clock continues."""
        file = self.home / "config/colourclock/colourclock.conf"
        file.parent.mkdir(parents=True)
        file.write_text("timezone GMT+5:30\n")
        clock = self.running("--speed", "0", "--also", "UTC-5=New York", config=True)
        client = self.client()
        self.assertEqual(self.wall()["offset"], -19800)
        for words in (["set", "also", "UTC+5:30=Delhi"], ["set", "also", "UTC+5:30=Delhi"],
                      ["set", "also", "UTC-5:30=Delhi"], ["reload"]):
            self.assertEqual(client.ask(*words)["error"], "success")
        clock.signal(signal.SIGTERM)
        lines = clock.end()[1].splitlines()
        said = "means 5:30 h behind UTC (POSIX reverses the sign); 5:30 h ahead of UTC is UTC-5:30 or Asia/Kolkata"
        self.assertEqual(len(lines), 3, lines)
        self.assertIn(f"{file}:1: '--timezone': 'GMT+5:30' {said}", lines[0])
        self.assertIn("'--also': 'UTC-5' means 5 h ahead of UTC (POSIX reverses the sign); "
                      "5 h behind UTC is UTC+5 or America/", lines[1])
        self.assertIn(f"'--also': 'UTC+5:30' {said}", lines[2])

    def test_near_names(self):
        for name, near in (("Asia/New_Delhi", "Asia/Kolkata"), ("Europe/Frankfurt", "Europe/Berlin"),
                           ("europe/berlin", "Europe/Berlin"),
                           ("America/New York", "America/New_York"),
                           ("IST", "Asia/Jerusalem or Asia/Kolkata or Europe/Dublin"),
                           ("UTC+0530", "UTC-5:30 or Asia/Kolkata")):
            with self.subTest(name):
                status, complaints = self.clock("--timezone", name).end()
                self.assertEqual(status, 64)
                self.assertIn(f"unknown time zone '{name}' in --timezone, perhaps {near}: name a file in ",
                              complaints)
                status, complaints = self.clock("--also", f"{name}=A").end()
                self.assertEqual(status, 64)
                self.assertIn(f"there is no zone '{name}', perhaps {near}; it takes", complaints)
