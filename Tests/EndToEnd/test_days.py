"""Countdowns of days: by options and commands, and after a restart."""

import datetime
import signal
import time

from basics import eventually
from control import ControlCase
from hands import FROZEN

DAY = 86_400


class Days(ControlCase):
    def countdown(self):
        return self.wall().get("countdown")

    def restart(self, clock, *options):
        clock.signal(signal.SIGTERM)
        clock.end()
        return self.running(*options)

    def test_a_date(self):
        """The date counts in the wall's zone, in which March is an hour shorter."""
        options = ("--timezone", "Europe/Berlin", "--speed", "0", "--at", "2027-03-01T00:00", "--until", "2027-04-01")
        clock = self.running(*options)
        self.assertEqual((self.countdown()["state"], self.countdown()["length"]), ("running", 31 * DAY - 3600))
        self.restart(clock, "--timezone", "Europe/Berlin", "--speed", "0", "--at", "2027-03-11T00:00", *options[-2:])
        self.assertEqual((self.countdown()["length"], self.countdown()["remaining"]),
                         (31 * DAY - 3600, 21 * DAY - 3600))

    def test_a_date_that_has_passed(self):
        clock = self.running(*FROZEN, "--until", "2001-01-01")
        self.assertIsNone(self.countdown())
        clock.signal(signal.SIGTERM)
        self.assertIn("the date of '--until' has passed", clock.end()[1])

    def test_a_snapshot_says_the_same(self):
        """A date that has passed is named, and one that is too far away is refused, with and without a window."""
        shot = ("--snapshot", self.home / "shot.png", *FROZEN)
        answer = self.run_clock(*shot, "--until", "2001-01-01")
        self.assertEqual((answer.status, answer.complaints),
                         (0, "colourclock: the date of '--until' has passed: there is no countdown\n"))
        far = ("--until", "2099-01-01")
        answer = self.run_clock(*shot, *far)
        self.assertEqual((answer.status, answer.complaints), self.clock(*FROZEN, *far).end())
        self.assertEqual(answer.status, 64)
        self.assert_one_line(answer.complaints, "--until", "ten years")

    def test_spans(self):
        self.running("--countdown", "40d 4h")
        self.assertEqual(self.countdown()["length"], 40 * DAY + 4 * 3600)
        self.send("countdown", "add", "3600d")
        self.assertEqual(self.countdown()["length"], 3640 * DAY + 4 * 3600)
        # A longer time is refused, not cut.
        self.assertIn("ten years at most", self.refused("countdown", "add", "3653d"))
        self.assertEqual(self.countdown()["length"], 3640 * DAY + 4 * 3600)
        self.assertIn("1 second to ten years", self.refused("countdown", "set", "3654d"))

    def test_one_that_was_begun_by_hand(self):
        """A start without a countdown option goes on with it."""
        clock = self.running()
        self.send("countdown", "start", "10d", "Exam")
        self.restart(clock)
        self.assertEqual((self.countdown()["length"], self.countdown()["title"]), (10 * DAY, "Exam"))

    def test_a_pause_keeps_the_end(self):
        """By key and command, over SIGKILL, for a date and for a time of day."""
        clock = self.running("--utc")
        now = datetime.datetime.now(datetime.timezone.utc)
        time_of_day = (now + datetime.timedelta(hours=2)).replace(second=0, microsecond=0)
        day = (now + datetime.timedelta(days=40)).replace(hour=0, minute=0, second=0, microsecond=0)
        for word, end in ((time_of_day.strftime("%H:%M"), time_of_day), (day.strftime("%Y-%m-%d"), day)):
            self.send("countdown", "until", word, "Exam")
            self.press("c")
            eventually(lambda: self.countdown()["state"] == "paused", "the pause")
            eventually(lambda: '"state":"paused"' in next(self.home.rglob("state.json")).read_text(), "the pause kept")
            time.sleep(1.5)
            clock.signal(signal.SIGKILL)
            clock.end()
            clock = self.running("--utc")
            self.assertEqual((self.countdown()["state"], self.countdown()["title"]), ("paused", "Exam"))
            self.send("countdown", "resume")
            before = time.time()
            ends = before + (left := self.countdown()["remaining"]), time.time() + left
            self.assertTrue(ends[0] - 0.5 < end.timestamp() < ends[1] + 0.5, (ends, end))
        self.assertIn("it takes a time of day", self.refused("countdown", "until", "noon"))

    def test_commands(self):
        self.running("--utc")
        day = (datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=40)).strftime("%Y-%m-%d")
        self.send("countdown", "until", day, "Holidays")
        end = datetime.datetime.fromisoformat(day + "T00:00:00+00:00").timestamp()
        self.assertAlmostEqual(self.countdown()["remaining"], end - time.time(), delta=5)
