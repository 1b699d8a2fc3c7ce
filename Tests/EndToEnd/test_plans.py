"""Alarms and the agenda: what rings, and a file that changes."""

import signal

from hands import ControlCase


class Alarms(ControlCase):
    def test_rings_once(self):
        """As zero of a countdown: the command is run."""
        self.clock("--at", "08:29:57", "--alarm", "08:30=Standup", "--on-zero", self.command()).painted()
        self.assert_ran_once(during=2)


class Agenda(ControlCase):
    def test_a_wrong_line_is_named_once(self):
        path = self.home / "day"
        path.write_text("08:00-09:00 Maths\nnonsense\n")
        clock = self.clock("--at", "08:30:00", "--agenda", path)
        window = clock.painted()
        self.assert_ticks(clock, window)
        clock.signal(signal.SIGTERM)
        _, complaints = clock.end()
        self.assertEqual(complaints.count(f"agenda: {path}:2: it takes two times of day"), 1, complaints)

    def test_is_read_again_when_it_changes(self):
        path = self.home / "day"
        path.write_text("08:00-09:00 Maths\n")
        clock = self.clock("--at", "08:30:00", "--agenda", path)
        clock.painted()
        path.write_text("08:00-09:00 Maths\n08:00 German\n")
        self.assertIn(f"agenda: {path}:2: it takes two times of day", clock.process.stderr.readline())

    def test_is_on_a_snapshot(self):
        path = self.home / "day"
        path.write_text("08:00-09:00 Maths\n")
        options = ("--no-config", "--size", "640x360", "--at", "08:30:00")
        without = self.snapshot(*options, name="without.png").read_bytes()
        self.assertNotEqual(self.snapshot(*options, "--agenda", path).read_bytes(), without)
