"""Ten seconds of what assets/soak does for a simulated day: commands by chance, to a clock at a thousandfold speed."""

import os
import subprocess
import sys
import unittest

from basics import BINARY, SOURCES, tool


class Soak(unittest.TestCase):
    def test_commands_by_chance(self):
        tool("pngtopnm")
        answer = subprocess.run(
            [sys.executable, "-B", SOURCES.parent / "assets/soak_commands.py", BINARY, "--seconds", "10",
             "--seed", "7"],
            env={"PATH": "/usr/bin:/bin", "HOME": os.environ.get("HOME", "/")}, text=True, capture_output=True)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""), answer.stdout)
        self.assertIn("commands in 10.0 s", answer.stdout)
