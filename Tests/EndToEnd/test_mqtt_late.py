"""Ticks are in time whatever is between a wall and its broker: no broker at all, or ten thousand messages a second."""

import contextlib
import socket
import time
import unittest

from basics import eventually, never
from broker import free_port
from shipping import ASSETS  # noqa: F401, sets the path for the next import
from test_mqtt_commands import P, CommandCase
from ticks import Ticks

from bench_processes import withheld

# The lateness of walls is compared.
CALM = True


class LateCase(CommandCase):
    """A wall is compared with an undisturbed one, so that a busy machine does not count."""

    def two_walls(self):
        quiet = self.wall("quiet", "--fade", "0")
        wall = self.lobby(clock=("--fade", "0"))
        self.withheld = withheld(wall.clock.pid)
        return wall, quiet

    def assert_in_time(self, wall, quiet, seconds):
        """Its ticks are not late: compares medians, to a millisecond and to the time without a processor. Some seconds
        are left out, since a command may show them too."""
        late, usual = (each.ask("health")["sent"] for each in (wall, quiet))
        self.assertGreaterEqual(late["count"], 0.8 * seconds)
        waited = (withheld(wall.clock.pid) - self.withheld) / late["count"]
        self.assertLess(late["p50"], usual["p50"] + 0.001 + waited,
                        f"{late} beside {usual}, withheld {waited:.4f} s a second")


class Gone(LateCase):
    def test_the_broker_is_gone_for_good(self):
        """The wall continues, and the companion reports it, but not again and again."""
        wall, quiet = self.two_walls()
        self.mosquitto.kill()
        lines = eventually(wall.lines, "a line")
        never(lambda: wall.companion.poll() is not None, "an end", during=5)
        self.assert_in_time(wall, quiet, 5)
        self.assertIn("broker", lines[0])
        self.assertLessEqual(len(wall.lines()), 2, wall.lines())

    def test_health_says_that_the_broker_is_gone(self):
        wall, quiet = self.two_walls()
        reported = lambda: wall.ask("health")["reported"]
        expect = lambda *texts: eventually(lambda: reported() == [*texts], lambda: f"{texts}, but {reported()}", 30)
        self.mosquitto.kill()
        expect("no MQTT broker")
        # Also for a wall that restarts meanwhile.
        wall.start("--fade", "0")
        expect("no MQTT broker")
        self.hub.forget()
        self.mosquitto.start()
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online", 60)
        expect()
        self.mosquitto.kill()
        expect("no MQTT broker")
        # Not for a wall whose companion has ended.
        wall.leave()
        expect()
        self.assertEqual(quiet.ask("health")["reported"], [])

    def test_a_broker_that_never_was(self):
        wall = self.wall().join(f"mqtt://127.0.0.1:{free_port()}")
        eventually(lambda: wall.ask("health")["reported"] == ["no MQTT broker"], "word of it", 30)

    def test_a_broker_that_is_started_anew_is_no_trouble(self):
        wall, _ = self.two_walls()
        self.mosquitto.kill()
        self.mosquitto.start()
        # Longer than a report would take; the wall itself keeps the count.
        never(lambda: wall.ask("health")["reported"], "trouble", during=12)


class FloodCase(LateCase):
    def flooded(self, seconds):
        """No tick is late, none is missed, and no program's memory grows."""
        wall, quiet = self.two_walls()
        # It would have to read a million answers.
        self.hub.close()
        ticks = Ticks(self, wall.socket, wall.clock.pid, wall.server.process.pid)
        for qos in (0, 1):
            self.pour(qos, 1)
        before = wall.memory()
        for qos in (0, 1):
            self.pour(qos, seconds / 2)
        self.assert_in_time(wall, quiet, seconds)
        for name, old, new in zip(("clock", "companion"), before, wall.memory()):
            self.assertLess(new - old, 4 << 20, f"{name}: {old} and {new} bytes")
        eventually(lambda: len(ticks.heard) > seconds, "ticks")
        ticks.assert_each_once()
        self.hub = self.peer(self.mosquitto)
        self.assert_obeyed("face", "hue")

    def pour(self, qos, seconds, rate=10_000):
        """Sends commands at this rate from a minimal client: a library would be too slow."""
        topic = f"{P}/lobby/command/get".encode()

        def message(number):
            body = len(topic).to_bytes(2, "big") + topic + (number.to_bytes(2, "big") if qos else b"") + b"face"
            return bytes([0x30 | qos << 1, len(body)]) + body

        with socket.create_connection(("127.0.0.1", self.mosquitto.port)) as link:
            link.sendall(b"\x10\x0e\x00\x04MQTT\x04\x02\x00\x3c\x00\x02fl")
            self.assertEqual(link.recv(4), b"\x20\x02\x00\x00")
            start, sent, due = time.monotonic(), 0, 0
            # A pause of this process only delays messages.
            while due < rate * seconds:
                due = int(rate * min(seconds, time.monotonic() - start))
                link.sendall(b"".join(message(number % 65535 + 1) for number in range(sent, due)))
                sent = due
                link.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    while link.recv(1 << 20):
                        pass
                link.setblocking(True)
                time.sleep(0.01)


class Flood(FloodCase):
    def test_ten_thousand_messages_a_second(self):
        self.flooded(4)


if __name__ == "__main__":
    unittest.main()
