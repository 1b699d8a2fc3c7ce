"""Short versions of assets/tools/soak: a minute of random commands at a thousandfold speed, long enough to judge
growth; ten seconds of a clock with everything, at that speed and in real time."""

import contextlib
import io
import os
import re
import sys
import tempfile
import unittest

from basics import SOURCES, tool
from soaks import Play

sys.path.insert(0, str(SOURCES.parent / "assets/tools"))
from soak_commands import LIMITS, WARM, Failed, Soak  # noqa: E402

# Missed ticks and dropped frames are judged, and a crowd leaves a clock at a thousandfold speed too little time.
CALM = True
# At least one comparison.
LOOKED = r"(?m)^[1-9]\d* random moments were as painted anew"


class Commands(Play):
    def test_commands_by_chance(self):
        tool("pngtopnm")
        self.assertIn(f"commands in {WARM:.1f} s", self.play("soak_commands.py", "--seconds", str(WARM)))


class Growth(unittest.TestCase):
    """The verdict on a clock with these figures, one a second for as long as growth is judged."""

    def judgement(self, name, grown, lines=()):
        """The verdict if one of them has grown by so much over the last three quarters."""
        soak = Soak("", WARM, 0, 0)
        soak.ticks = WARM
        soak.heard.update(("phase", "ended", "step"))
        soak.samples = [(second, {**dict.fromkeys(LIMITS, 100), name: 100 + grown * second / (0.75 * WARM)})
                        for second in range(WARM)]
        with contextlib.redirect_stdout(io.StringIO()):
            try:
                soak.report({"frames": {}}, lines)
            except Failed as failure:
                return str(failure)
        return None

    def test_what_grows_is_a_failure(self):
        for name, limit in LIMITS.items():
            with self.subTest(name):
                self.assertIsNone(self.judgement(name, 0.8 * limit))
                self.assertRegex(self.judgement(name, 1.2 * limit), rf"\A{name} grow by [^;]+\Z")

    def test_what_it_says_of_its_own_mistakes_is_a_failure(self):
        name = next(iter(LIMITS))
        self.assertIsNone(self.judgement(name, 0, ["colourclock: clock.conf: line 1: there is no option 'x'"]))
        said = "colourclock: X error BadWindow (invalid Window parameter), request 14.0; continuing"
        self.assertEqual(self.judgement(name, 0, [said]), f"it said: {said}")


class Long(Play):
    def setUp(self):
        super().setUp()
        tool("pngtopnm")
        self.progress = self.enterContext(tempfile.TemporaryDirectory(prefix="soak-progress-"))

    def test_a_clock_that_has_everything(self):
        tool("xrandr")
        self.assertRegex(self.play("soak_long.py", "--days", "0.12", "--progress", self.progress), LOOKED)

    def test_as_time_passes(self):
        """With a broker. A stopped run continues with the rest of its time, and its progress is deleted at the end."""
        tool("mosquitto")
        hours = "soak_long.py", "--hours", "0.003", "--progress", self.progress
        first = self.start(*hours)
        told = next(line for line in first.stdout if int((re.search(r"commands (\d+), fresh", line) or (0, 0))[1]) >= 5)
        first.terminate()
        self.assertIn("hours that passed, part by part: 0.00\n", self.end(first), told)
        second = self.play(*hours)
        self.assertIn("part 2, after 0.00 h", second)
        self.assertIn("missed while starved", second)
        self.assertRegex(second, LOOKED)
        self.assertEqual(os.listdir(self.progress), [])
