"""Longer versions of tests in test_mqtt and test_mqtt_late; assets/tools/soak runs them."""

import math
import time
import unittest

import test_mqtt
import test_mqtt_late
from broker import iso, resident

P = "colourclock"


class Agreement(test_mqtt.GroupCase):
    def test_the_same_number_for_a_minute(self):
        """Three walls, and a fourth from the middle of the minute on."""
        walls = self.join("one", "two", "three")
        end = math.ceil(time.time()) + 150
        self.share("countdown", iso(end))
        self.assert_ends(walls, end)
        self.assert_agree(walls, end, 30)
        fourth, = self.join("four")
        self.assert_ends([fourth], end)
        self.assert_agree([*walls, fourth], end, 30)


class Rest(test_mqtt.GroupCase):
    def test_three_minutes_of_silence(self):
        """Each wall sends at most one message in ten seconds, even with a running countdown."""
        walls = self.join("one", "two", "three")
        walls[0].ask("countdown", "start", "20m")
        time.sleep(3)
        self.hub.forget()
        before = [test_mqtt.voluntary(wall.companion.pid) for wall in walls]
        memory = [resident(wall.companion.pid) for wall in walls]
        time.sleep(180)
        self.assertLessEqual(len(self.hub.heard), 180 * 0.1 * 3)
        self.assertGreaterEqual(len(self.hub.all(f"{P}/two/status")), 2)
        for wall, count, size in zip(walls, before, memory):
            self.assertLessEqual(test_mqtt.voluntary(wall.companion.pid) - count, 180 + 30)
            self.assertLess(resident(wall.companion.pid) - size, 1 << 20)


class Flood(test_mqtt_late.FloodCase):
    def test_ten_thousand_messages_a_second_for_a_minute(self):
        self.flooded(60)


if __name__ == "__main__":
    unittest.main()
