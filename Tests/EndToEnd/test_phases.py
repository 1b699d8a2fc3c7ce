"""Phases of a countdown at set times: by options, by commands, and after a restart."""

import signal

from basics import eventually
from control import ControlCase
from hands import FROZEN


class Phases(ControlCase):
    def countdown(self):
        return self.wall()["countdown"]

    def phase(self):
        return self.countdown()["phase"]

    def test_options(self):
        self.running(*FROZEN, "--countdown", "25m", "--warn", "5m", "--danger", "1m")
        self.assertEqual([self.countdown()[name] for name in ("phase", "warn", "danger")], ["calm", 300, 60])
        # The options do not begin a countdown in a phase.
        self.send("set", "warn", "30m")
        self.assertEqual(self.phase(), "calm")
        self.send("set", "warn", "24m59s")
        eventually(lambda: self.phase() == "soon", "the warning")
        self.assertIn("less than '--warn'", self.client().ask("set", "danger", "24m59s")["error"])
        self.send("set", "danger", "24m58s")
        eventually(lambda: self.phase() == "last", "the danger")
        self.send("set", "warn", "off")
        self.send("set", "danger", "off")
        self.assertEqual([self.countdown()[name] for name in ("phase", "warn", "danger")], ["calm", 0, 0])

    def test_a_countdown_of_its_own(self):
        clock = self.running(*FROZEN)
        client = self.client()
        self.assertIn("there is no countdown", client.ask("countdown", "warn", "5m")["error"])
        self.send("countdown", "start", "25m", "Talk", "--warn", "20m")
        self.assertIn("nearer to the end", client.ask("countdown", "danger", "20m")["error"])
        self.send("countdown", "danger", "10m")
        self.send("countdown", "set", "15m")
        self.assertEqual(self.phase(), "soon")
        clock.signal(signal.SIGTERM)
        clock.end()
        self.running(*FROZEN)
        self.assertEqual([self.countdown()[name] for name in ("phase", "warn", "danger", "title")],
                         ["soon", 1200, 600, "Talk"])
        self.send("countdown", "set", "10m")
        self.assertEqual(self.phase(), "last")

    def test_events(self):
        """A phase that begins is told, and one that is set too."""
        self.running("--warn", "8s", "--danger", "4s")
        client = self.client()
        client.ask("observe", "countdown")
        self.send("countdown", "start", "12")
        phases = []

        def ended():
            phases.append(client.read()["data"]["phase"])
            return phases[-1] == "over"

        eventually(ended, lambda: f"all phases, but {phases}", 60)
        self.assertEqual(list(dict.fromkeys(phases)), ["calm", "soon", "last", "over"])
