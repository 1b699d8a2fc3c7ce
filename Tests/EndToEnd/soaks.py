"""Shared by the short versions of assets/tools/soak. Runs its scripts on the program under test."""

import os
import subprocess
import sys
import unittest

import sanitized
from basics import BINARY, SOURCES


class Play(unittest.TestCase):
    def setUp(self):
        sanitized.leave_out(self)

    def start(self, script, *options):
        return subprocess.Popen(
            [sys.executable, "-B", SOURCES.parent / "assets/tools" / script, BINARY, *options, "--seed", "7"],
            env={"PATH": "/usr/bin:/bin",
                 **{name: os.environ[name] for name in ("HOME", "ASAN_OPTIONS") if name in os.environ}},
            text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def end(self, process):
        output, errors = process.communicate()
        self.assertEqual((process.returncode, errors), (0, ""), output)
        return output

    def play(self, script, *options):
        return self.end(self.start(script, *options))
