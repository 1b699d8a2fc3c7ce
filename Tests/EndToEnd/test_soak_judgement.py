"""The criteria of assets/tools/soak: they find growth, and seconds that are early, repeated or missing."""

import contextlib
import io
import json
import random
import socket
import tempfile
import threading
import unittest
from pathlib import Path

from shipping import ASSETS  # noqa: F401, sets the path for the last imports

from soak_commands import Failed
from soak_growth import QUANTILE, fitted
from soak_long import KEPT, Long
from soak_seconds import Drawn, Told

NOON = 1_700_049_600  # 12:00:00, long ago.


class Growth(unittest.TestCase):
    """1,000 lines, seed 9: 12 to 60 measurements in six hours, of 2,900 KiB with a noise of 20."""

    def test_the_true_slope_is_within_the_interval(self):
        chance, misses, narrow = random.Random(9), [0, 0], [0, 0]
        for _ in range(1000):
            true = chance.choice((0, 1, 30, -5))
            hours = sorted(chance.uniform(0, 6) for _ in range(chance.randint(12, 60)))
            rate, width = fitted(hours, [2900 + true * hour + chance.gauss(0, 20) for hour in hours])
            # Half the width of a 95 % interval.
            half = width * 1.812 / QUANTILE
            for counts, each in ((misses, width), (narrow, half)):
                counts[0] += true < rate - each
                counts[1] += true > rate + each
        # About 1 for each, and 50 for the narrow ones; more occurs by chance for one in a million seeds.
        self.assertLess(max(misses), 10)
        self.assertLess(max(narrow), 90)
        self.assertGreater(min(narrow), 20)

    def test_what_grows_is_found(self):
        hours = [look / 12 for look in range(72)]
        rate, width = fitted(hours, [2900 + 30 * hour for hour in hours])
        self.assertAlmostEqual(rate, 30, places=6)
        self.assertLess(width, 0.001)

    def test_the_last_look_counts(self):
        for count in range(12, 40):
            hours = list(range(count))
            self.assertGreater(fitted(hours, [0] * (count - 1) + [100])[0], 0, count)


class Judgement(unittest.TestCase):
    """The verdict on measurements at rest in six hours, and its certainty."""

    def judged(self, name, rate, every=1 / 12, noise=0.0, count=72):
        chance, run = random.Random(9), Long.__new__(Long)
        hours = [look * every for look in range(count)]
        figures = lambda hour: {**dict.fromkeys(KEPT, 100), name: 2900 + rate * hour + chance.gauss(0, noise)}
        run.at_rest, run.hours = [(hour, figures(hour)) for hour in hours], lambda: hours[-1]
        with contextlib.redirect_stdout(io.StringIO()):
            return run.judge()

    def test_what_stays(self):
        for name in KEPT:
            self.assertTrue(self.judged(name, 0))
            self.assertTrue(self.judged(name, 0.9))
            self.assertTrue(self.judged(name, -30))

    def test_what_grows(self):
        for name in KEPT:
            with self.assertRaisesRegex(Failed, f"{name} grow by"):
                self.judged(name, 1.2)
            with self.assertRaisesRegex(Failed, f"{name} grow by"):
                self.judged(name, 100, noise=40)

    def test_all_that_grows_is_named(self):
        chance, run = random.Random(9), Long.__new__(Long)
        grown = lambda hour, name: 100 + (50 * hour if name in KEPT[1:3] else 0) + chance.gauss(0, 1)
        run.at_rest = [(look / 12, {name: grown(look / 12, name) for name in KEPT}) for look in range(72)]
        run.hours = lambda: 6
        failure = self.assertRaisesRegex(Failed, f"{KEPT[1]} grow.*; {KEPT[2]} grow")
        with contextlib.redirect_stdout(io.StringIO()) as output, failure:
            run.judge()
        self.assertTrue(all(f"{name} at rest" in output.getvalue() for name in KEPT))

    def test_too_few_looks(self):
        self.assertFalse(self.judged(KEPT[0], 100, count=15))


class DrawnSeconds(unittest.TestCase):
    def drawn(self, *seconds, waited=0.0):
        drawn = Drawn(())
        for before, second in zip((None, *seconds), seconds):
            drawn.take(second, before, waited)
        return drawn

    def test_each_once(self):
        self.assertEqual(self.drawn(*range(NOON, NOON + 60)).count, 59)

    def test_one_left_out_twice_or_early(self):
        for seconds in ((0, 1, 3), (0, 1, 1), (0, 1, 2, 2, 3), (0, 2)):
            with self.assertRaises(Failed, msg=seconds):
                self.drawn(*(NOON + second for second in seconds))
            self.assertEqual(self.drawn(*(NOON + second for second in seconds), waited=0.4).starved, 1, seconds)

    def test_another_seconds_colour(self):
        for second in range(60):
            blue = int(255 * second / 60 + 0.5)
            Drawn.check(blue, NOON + 60 + second + 0.02, 0)
            for early in (-0.05, -1, 1):
                with self.assertRaises(Failed):
                    Drawn.check(blue, NOON + 60 + second + early, 0)

    def test_none_at_the_end(self):
        drawn = Drawn(())
        drawn.take(NOON + 1, NOON, 0, at_end=True)
        for last in (None, NOON - 1):
            with self.assertRaises(Failed):
                drawn.take(NOON + 1, last, 0, at_end=True)


class ToldSeconds(unittest.TestCase):
    def told(self, *seconds):
        """The check's result after these (reported time, seconds after noon of the report)."""
        path = Path(self.enterContext(tempfile.TemporaryDirectory())) / "clock.sock"
        listener = self.enterContext(socket.socket(socket.AF_UNIX))
        listener.bind(str(path))
        listener.listen()
        threading.Thread(target=self.answer, args=(listener,)).start()
        told = Told(path, ())
        told.link.close()
        for text, moment in seconds:
            told.hear(text, NOON + moment)
        return told

    @staticmethod
    def answer(listener):
        with listener.accept()[0] as connection:
            number = json.loads(connection.recv(1000))["request_id"]
            connection.sendall(json.dumps({"error": "success", "request_id": number}).encode() + b"\n")

    def test_each_once(self):
        told = self.told(("12:00:00", 0.01), ("12:00:01", 1.02), ("14:00:01", 1.5), ("12:00:01", 1.6),
                         ("12:00:02", 2.001))
        self.assertEqual((told.wrong, told.count, told.missed), (None, 3, 0))

    def test_one_left_out_twice_or_early(self):
        for seconds, what in (((("12:00:00", 0.01), ("12:00:02", 2.01)), "after"),
                              ((("12:00:00", 0.01), ("12:00:00", 0.5)), "after"),
                              ((("12:00:00", 0.01), ("12:00:01", 0.99)), "early")):
            self.assertIn(what, self.told(*seconds).wrong or "", seconds)

    def test_more_than_the_machine_was_busy_for(self):
        told = self.told(("12:00:00", 0.01))
        told.waited -= 0.9
        self.assertIn("after", self.hear(told, "12:00:03", 3.01).wrong or "")
        told = self.told(("12:00:00", 0.01))
        told.waited -= 1.5
        self.assertEqual((self.hear(told, "12:00:03", 3.01).wrong, told.missed), (None, 2))

    def test_more_than_any_machine_is_busy_for(self):
        told = self.told(("12:00:00", 0.01))
        told.waited -= 9
        self.assertIsNone(self.hear(told, "12:00:08", 8.01).wrong)
        with self.assertRaisesRegex(Failed, "7 seconds of 9 were missed"):
            told.check()

    def hear(self, told, text, moment):
        told.hear(text, NOON + moment)
        return told

    def test_none_any_more(self):
        told = self.told(("12:00:00", 0.01))
        with self.assertRaisesRegex(Failed, "the last second was told"):
            told.check()


if __name__ == "__main__":
    unittest.main()
