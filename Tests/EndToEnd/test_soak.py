"""Ten seconds of each of assets/soak's long plays: commands by chance, to a clock at a thousandfold speed and to one in real time."""

import os
import subprocess
import sys
import unittest

from basics import BINARY, SOURCES, tool


class Soak(unittest.TestCase):
    def play(self, script, *options):
        tool("pngtopnm")
        answer = subprocess.run(
            [sys.executable, "-B", SOURCES.parent / "assets" / script, BINARY, *options, "--seed", "7"],
            env={"PATH": "/usr/bin:/bin", **{name: os.environ[name] for name in ("HOME", "ASAN_OPTIONS") if name in os.environ}},
            text=True, capture_output=True)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""), answer.stdout)
        return answer.stdout

    def test_commands_by_chance(self):
        self.assertIn("commands in 10.0 s", self.play("soak_commands.py", "--seconds", "10"))

    def test_a_clock_that_has_everything(self):
        tool("xrandr")
        self.assertIn("random moments were as painted anew", self.play("soak_long.py", "--days", "0.12"))

    def test_as_time_passes(self):
        """Beside a broker."""
        tool("mosquitto")
        self.assertIn("missed while starved", self.play("soak_long.py", "--hours", "0.003"))
