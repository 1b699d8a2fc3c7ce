"""Ten seconds of each of assets/soak's long plays: commands by chance, to a clock at a thousandfold speed and to one in real time."""

import os
import re
import subprocess
import sys
import tempfile
import unittest

from basics import BINARY, SOURCES, tool


class Soak(unittest.TestCase):
    def setUp(self):
        self.progress = self.enterContext(tempfile.TemporaryDirectory(prefix="soak-progress-"))

    def start(self, script, *options):
        tool("pngtopnm")
        return subprocess.Popen(
            [sys.executable, "-B", SOURCES.parent / "assets" / script, BINARY, *options, "--seed", "7"],
            env={"PATH": "/usr/bin:/bin", **{name: os.environ[name] for name in ("HOME", "ASAN_OPTIONS") if name in os.environ}},
            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def end(self, process):
        output, errors = process.communicate()
        self.assertEqual((process.returncode, errors), (0, ""), output)
        return output

    def play(self, script, *options):
        return self.end(self.start(script, *options))

    def test_commands_by_chance(self):
        self.assertIn("commands in 10.0 s", self.play("soak_commands.py", "--seconds", "10"))

    def test_a_clock_that_has_everything(self):
        tool("xrandr")
        self.assertIn("random moments were as painted anew", self.play("soak_long.py", "--days", "0.12", "--progress", self.progress))

    def test_as_time_passes(self):
        """Beside a broker. What was stopped goes on with the rest of its time, and is forgotten at its end."""
        tool("mosquitto")
        hours = "soak_long.py", "--hours", "0.003", "--progress", self.progress
        first = self.start(*hours)
        told = next(line for line in first.stdout if int((re.search(r"commands (\d+), fresh", line) or (0, 0))[1]) >= 5)
        first.terminate()
        self.assertIn("hours that passed, part by part: 0.00\n", self.end(first), told)
        second = self.play(*hours)
        self.assertIn("part 2, after 0.00 h", second)
        self.assertIn("missed while starved", second)
        self.assertEqual(os.listdir(self.progress), [])
