"""Which clock is meant where none is named: the client and both companions agree on it, and say which there are."""

import subprocess
import unittest

from basics import BINARY, eventually, mortal
from broker import MQTT, free_port
from hands import FROZEN
from test_agenda import AGENDA, calendar
from test_control import ControlCase


class WhichClock(ControlCase):
    def begin(self, *names):
        """Clocks of these names on the one display: the names of their sockets."""
        for name in names:
            clock = subprocess.Popen(
                mortal([BINARY, "--no-config", "--no-hint", "--window", *FROZEN, "--name", name]), env=self.variables())
            self.addCleanup(clock.wait)
            self.addCleanup(clock.kill)
        sockets = [self.path.with_name(f"{self.server.number}-{name}.sock") for name in names]
        eventually(lambda: all(socket.exists() for socket in sockets), "their sockets")
        return [socket.name for socket in sockets]

    def said(self, **variables):
        """What client, calendar and link to a broker say, until they have found the clock, or not."""
        day = self.home / "day.ics"
        day.write_text(calendar())
        link = subprocess.Popen(mortal([MQTT, "--no-config", "--broker", f"mqtt://127.0.0.1:{free_port()}"]),
                                env=self.variables(**variables), stderr=subprocess.PIPE, text=True)
        self.addCleanup(link.stderr.close)
        # Of the broker, which there is none; before that of the clock, if there is something to say.
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
                    self.assertIn("which clock? ", complaint)
                    self.assertIn(f"there are {' and '.join(names)}: give ", complaint)
                    self.assertIn("--control", complaint)

    def test_none(self):
        said = self.said()
        for complaint in said:
            self.assertIn(f"there is no clock at {self.path}", complaint)


if __name__ == "__main__":
    unittest.main()
