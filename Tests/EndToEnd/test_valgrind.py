"""Short versions of assets/tools/soak under valgrind: ten minutes of a clock at sixtyfold speed, and its companions."""

import re

from basics import PACKAGES, companion, tool
from soaks import Play

PACKAGES.update({"valgrind": "valgrind"})


class Valgrind(Play):
    def setUp(self):
        super().setUp()
        tool("valgrind")

    def test_a_clock_told_by_chance(self):
        said = self.play("soak_valgrind.py", "--hour", "600", "--pause", "0.1")
        self.assertGreater(int(re.search(r"(\d+) commands obeyed", said)[1]), 0, said)

    def test_the_companions(self):
        for name in ("agenda", "mqtt", "web"):
            companion(name)
        tool("mosquitto")
        said = self.play("soak_valgrind_companions.py", "--seconds", "15", "--days", "1", "--together")
        self.assertRegex(said, r"colourclock-web: [1-9]\d* requests.*ERROR SUMMARY: 0 errors")
        # With at least one cut link.
        self.assertEqual(len(re.findall(r"[1-9]\d* cuts; ERROR SUMMARY: 0 errors", said)), 1, said)
