"""The choice of a clock when none is named: the client and both companions agree, and list the clocks."""

import json
import socket
import subprocess
import unittest

from basics import BINARY, eventually, mortal
from broker import MQTT, free_port
from control import ControlCase
from hands import FROZEN
from support import Server
from test_agenda import AGENDA, calendar, event


class WhichClock(ControlCase):
    def begin(self, *names):
        """Starts clocks with these names on one display. Returns the names of their sockets."""
        for name in names:
            clock = subprocess.Popen(
                mortal([BINARY, "--no-config", "--no-hint", "--window", *FROZEN, "--name", name]), env=self.variables())
            self.addCleanup(clock.wait)
            self.addCleanup(clock.kill)
        sockets = [self.path.with_name(f"{self.server.number}-{name}.sock") for name in names]
        eventually(lambda: all(socket.exists() for socket in sockets), "their sockets")
        return [socket.name for socket in sockets]

    def said(self, **variables):
        """The messages of client, calendar and MQTT companion until they have found the clock or not."""
        day = self.home / "day.ics"
        day.write_text(calendar())
        link = subprocess.Popen(mortal([MQTT, "--no-config", "--broker", f"mqtt://127.0.0.1:{free_port()}"]),
                                env=self.variables(**variables), stderr=subprocess.PIPE, text=True)
        self.addCleanup(link.stderr.close)
        # The last line is about the missing broker; before it there may be one about the clock.
        line, lost = link.stderr.readline(), ""
        if "the broker" not in line:
            line, lost = link.stderr.readline(), line
        self.assertIn("the broker", line)
        link.kill()
        link.wait()
        answers = [self.run_clock("status", "--json", **variables),
                   self.run_command([AGENDA, "--once", day], **variables)]
        return [*[answer.complaints for answer in answers], lost]

    def test_the_only_one_whatever_its_name(self):
        self.begin("hall")
        self.assertEqual(self.said(), ["", "", ""])
        self.assertEqual(self.said(DISPLAY=":99"), ["", "", ""])

    def test_several(self):
        names = self.begin("hall", "stage")
        for variables in ({}, {"DISPLAY": ":99"}, {"DISPLAY": None}):
            with self.subTest(variables):
                for complaint in self.said(**variables):
                    is_elsewhere = variables.get("DISPLAY") == ":99"
                    self.assertIn("no clock is on :99; " if is_elsewhere else "which clock? ", complaint)
                    self.assertIn(f"there are {' and '.join(names)}: give ", complaint)
                    self.assertIn("--control", complaint)

    def test_none(self):
        said = self.said()
        for complaint in said:
            self.assertIn(f"there is no clock at {self.path}", complaint)


class TwoScreens(ControlCase):
    """Two screens of one server (Zaphod heads): each has its own clock, socket and saved state. `:7` is the first."""

    @classmethod
    def setUpClass(cls):
        cls.server = Server("640x480x24", geometry=("-screen", 0, "640x480x24", "-screen", 1, "400x300x24"))
        cls.addClassCleanup(cls.server.close)

    def begin(self, screen, *options):
        """A clock on the screen of that name, such as `.1`, when it answers."""
        clock = subprocess.Popen(
            mortal([BINARY, "--no-config", "--no-hint", *options]),
            env=self.variables(DISPLAY=self.server.name + screen))
        self.addCleanup(clock.wait)
        self.addCleanup(clock.kill)
        eventually(lambda: self.told(screen).get("pid") == clock.pid, f"the clock on {screen or 'the first screen'}")
        return clock

    def told(self, screen, *options, **variables):
        """The status of the clock that is found from a screen."""
        answer = self.run_clock("status", *options, "--json", **{"DISPLAY": self.server.name + screen, **variables})
        return json.loads(answer.output) if answer.status == 0 else {}

    def end(self, clock):
        clock.terminate()
        clock.wait(20)

    def test_each_is_found_from_its_own(self):
        first, second = self.begin(""), self.begin(".1")
        for screen, clock in (("", first), (".0", first), (".1", second)):
            for status in (self.told(screen), self.told("", "--display", self.server.name + screen),
                           self.told(".1", "--display", self.server.name + screen)):
                self.assertEqual(status["pid"], clock.pid, screen)
                self.assertEqual(status["display"], self.server.name + screen.replace(".0", ""))
        names = {path.name for path in self.path.parent.glob("*.sock")}
        self.assertEqual(names, {f"{self.server.number}.sock", f"{self.server.number}.1.sock"})
        listed = [line.split("\t")[1] for line in self.run_clock("list").output.splitlines()]
        self.assertEqual(sorted(listed), [self.server.name, f"{self.server.name}.1"])
        day = self.home / "day.ics"
        day.write_text(calendar(event("Open", ":20260101T000000Z", ":20360101T000000Z")))
        self.assertEqual(self.run_command([AGENDA, "--once", day], DISPLAY=f"{self.server.name}.1").complaints, "")
        self.assertTrue(self.told(".1")["wall"].get("agenda"))
        self.assertFalse(self.told("")["wall"].get("agenda"))

    def test_named_ones(self):
        clocks = [self.begin(screen, "--name", "hall") for screen in ("", ".1")]
        for screen, clock in zip(("", ".1"), clocks):
            self.assertEqual(self.told(screen, "--name", "hall")["pid"], clock.pid)

    def test_each_keeps_its_own(self):
        first, second = self.begin("", "--fullscreen"), self.begin(".1", "--fullscreen")
        self.send("countdown", "start", "30m", DISPLAY=self.server.name)
        folder = self.home / "state/colourclock"
        host = socket.gethostname()
        names = {f"health-{host}{self.server.name}", f"health-{host}{self.server.name}.1"}
        eventually(lambda: {path.name for path in folder.glob("health-*")} == names, f"{names}")
        self.end(first)
        self.end(second)
        self.assertEqual(list(json.loads((folder / "state.json").read_text())["walls"]), [f"{host}{self.server.name}"])
        # The first screen's other name leads to the same saved state.
        self.begin(".0")
        self.begin(".1")
        self.assertTrue(self.told("")["wall"].get("countdown"))
        self.assertFalse(self.told(".1")["wall"].get("countdown"))


if __name__ == "__main__":
    unittest.main()
