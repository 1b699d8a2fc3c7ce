"""Alarms and the agenda: rings, and a changing file."""

import json
import os
import signal
import time

from basics import eventually
from control import ControlCase
from hands import HandCase
from shipping import ASSETS  # noqa: F401, sets the path for the next import

from bench_processes import withheld


class Alarms(HandCase):
    def test_rings_once(self):
        """An alarm runs the command, like a countdown's zero."""
        self.clock("--at", "08:29:52", "--alarm", "08:30=Standup", "--on-zero", self.command()).painted()
        self.assert_ran_once(during=2)


class Snoozed(ControlCase):
    def test_it_rings_again_also_after_a_restart(self):
        """Snoozed by a command, ended by SIGKILL, and restarted just before it is due."""
        self.running("--utc", "--at", "2026-03-30T08:29:50Z", "--alarm", "08:30=Tea")
        self.assertEqual(self.refused("snooze"), "nothing rings")
        eventually(lambda: self.wall()["ringing"] == ["Tea"], "the alarm", within=40)
        self.send("snooze")
        wall = self.wall()
        self.assertEqual(wall["ringing"], [])
        due = wall["snoozed"][0]
        self.assertEqual(due["alarm"], "08:30:00=Tea")
        self.assertRegex(due["time"], "^08:35:[0-5][0-9]$")
        self.present.signal(signal.SIGKILL)
        self.present.end()
        self.running("--utc", "--at", "2026-03-30T08:34:50Z", "--alarm", "08:30=Tea")
        wall = self.wall()
        self.assertEqual((wall["ringing"], wall["snoozed"]), ([], [due]))
        eventually(lambda: self.wall()["ringing"] == ["Tea"], "the alarm again", within=40)
        self.assertGreaterEqual(self.wall()["time"], due["time"])
        self.assertEqual(self.wall()["snoozed"], [])
        self.send("dismiss")
        # Nothing of it is saved.
        self.running("--utc", "--at", "2026-03-30T08:34:58Z")
        self.assertEqual(self.wall()["snoozed"], [])

    def test_a_countdown_runs_for_so_long(self):
        self.running()
        self.send("countdown", "start", "1", "Tea")
        eventually(lambda: self.wall()["countdown"]["state"] == "over", "zero")
        self.assertEqual(self.refused("snooze", "0"), "snooze: the minutes must be from 1 to 60")
        before = time.time()
        self.send("snooze", "10")
        countdown = self.wall()["countdown"]
        after = time.time()
        self.assertEqual((countdown["state"], countdown["title"]), ("running", "Tea"))
        self.assertTrue(600 - (after - before) <= countdown["remaining"] <= 600, countdown)


class Agenda(HandCase):
    def test_a_wrong_line_is_named_once(self):
        path = self.home / "day"
        path.write_text("08:00-09:00 Maths\nnonsense\n")
        clock = self.clock("--at", "08:30:00", "--agenda", path)
        window = clock.painted()
        self.assert_ticks(clock, window)
        clock.signal(signal.SIGTERM)
        _, complaints = clock.end()
        self.assertEqual(complaints.count(f"agenda: {path}:2: it takes START-END TITLE"), 1, complaints)

    def test_is_read_again_when_it_changes(self):
        path = self.home / "day"
        path.write_text("08:00-09:00 Maths\n")
        clock = self.clock("--at", "08:30:00", "--agenda", path)
        clock.painted()
        path.write_text("08:00-09:00 Maths\nat 8 German\n")
        self.assertIn(f"agenda: {path}:2: it takes START-END TITLE", clock.process.stderr.readline())

    def test_is_on_a_snapshot(self):
        path = self.home / "day"
        path.write_text("08:00-09:00 Maths\n")
        options = ("--no-config", "--size", "640x360", "--at", "08:30:00")
        without = self.snapshot(*options, name="without.png").read_bytes()
        lesson = self.snapshot(*options, "--agenda", path).read_bytes()
        self.assertNotEqual(lesson, without)
        path.write_text("08:00-09:00 Maths\n08:45 Bell\n")
        self.assertNotEqual(self.snapshot(*options, "--agenda", path).read_bytes(), lesson)


class Moments(ControlCase):
    def test_a_moment_is_told_for_a_minute(self):
        """From the file and by a command, with events exactly at its time and a minute later."""
        path = self.home / "day"
        path.write_text("08:00-09:00 Maths\n08:30 Take pills\n")
        self.running("--at", "08:27:00", "--speed", "20", "--agenda", path)
        client, other = self.client(), self.client()
        client.ask("observe", "agenda")
        pills = {"start": "08:30:00", "title": "Take pills"}
        maths = {"start": "08:00:00", "end": "09:00:00", "title": "Maths"}
        self.assertEqual(client.read()["data"], [maths, {**pills, "turn": "now"}])
        processes = self.present.pid, self.server.process.pid, os.getpid()
        waited = withheld(*processes)
        self.assertEqual(client.read()["data"], [{**maths, "turn": "now"}, pills])
        hour, minute, second = map(int, other.ask("status")["data"]["wall"]["time"].split(":"))
        late = 3600 * (hour - 8) + 60 * (minute - 31) + second
        self.assertTrue(0 <= late < 60 + 20 * (withheld(*processes) - waited), late)

    def test_a_moment_of_a_command(self):
        """A single moment comes at its second, a daily one at its time; a dash in a title is no period."""
        self.running("--at", "2026-03-30T08:29:00Z", "--utc", "--speed", "0")
        once = 1774859400  # 2026-03-30T08:30:00Z
        moments = [{"start": "08:30", "title": "Once", "seconds": [once, once]},
                   {"start": "8:31", "end": "8:31", "title": "Also once", "seconds": [once + 60, once + 60]},
                   {"start": "08:32", "title": "12:00 train", "end": None, "days": "mon-fri", "colour": "#8a9544"}]
        self.send("agenda", "set", json.dumps(moments), "08:33 Take-away")
        agenda = self.wall()["agenda"]
        self.assertEqual([period["title"] for period in agenda], ["Once", "Also once", "12:00 train", "Take-away"])
        self.assertEqual([period.get("turn") for period in agenda], ["next", None, None, None])
        self.assertFalse([period for period in agenda if "end" in period])
