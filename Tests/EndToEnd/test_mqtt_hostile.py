"""Data of a broken or hostile broker ends no companion: it reports that, reconnects, and obeys a good broker."""

import contextlib
import os
import queue
import signal
import socket
import subprocess
import threading
import time
import unittest
from pathlib import Path

from basics import Watch, eventually, mortal
from broker import MQTT, LobbyCase, resident
from hostile_broker import GOOD, Hostile, greetings, later, packet, publish, streams, text, varint

P = "colourclock"
SEED, COUNT = 27, int(os.environ.get("COLOURCLOCK_STREAMS", "150"))
# Companions at a time, since a clock accepts sixteen clients.
CROWD = 14
PROTOCOL = "protocol error; trying again"


def children(pid):
    with contextlib.suppress(OSError):
        return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return []


def size(pid):
    """The resident private bytes of a companion and its connection process."""
    total = resident(pid)
    for child in children(pid):
        with contextlib.suppress(OSError, StopIteration):
            total += int(Path(f"/proc/{child}/statm").read_text().split()[1]) * 4096
    return total


class HostileCase(LobbyCase):
    def setUp(self):
        super().setUp()
        self.clock = self.wall()

    def hostile(self, data, greets=True, behind=None):
        hostile = Hostile(behind or self.mosquitto.port, data, greets)
        self.addCleanup(hostile.close)
        return hostile

    def try_all(self, rows):
        """Sends each row to a companion of its own, some at a time."""
        jobs, failures = queue.SimpleQueue(), []
        for number, row in enumerate(rows):
            jobs.put((number, *row))

        def work():
            with contextlib.suppress(queue.Empty):
                while True:
                    number, name, data, greets = jobs.get_nowait()
                    try:
                        wall = f"w{number:03}"
                        self.try_one(wall, data.replace(b"/w000/", f"/{wall}/".encode()), greets)
                    except Exception as failure:  # noqa: BLE001, reported below
                        failures.append(f"{name}: {failure}")

        threads = [threading.Thread(target=work) for _ in range(CROWD)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def try_one(self, wall, data, greets):
        hostile = Hostile(self.mosquitto.port, data, greets)
        with open(self.home / wall, "w+") as log:
            process = subprocess.Popen(
                mortal(
                    [MQTT, "--no-config", "--broker", hostile.url, "--name", wall, "--discovery", "off", "--control",
                     self.clock.socket]),
                env=self.clock.variables(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
            try:
                self.assert_obeys(wall, process, log)
            finally:
                process.kill()
                process.wait()
                hostile.close()

    def assert_obeys(self, wall, process, log):
        answer = f"{P}/{wall}/result"
        self.hub.expect(f"{P}/{wall}/availability", lambda heard: heard.payload == b"online", 30)
        assert process.poll() is None, process.returncode
        self.hub.tell(f"{P}/{wall}/command/get", "face")
        self.hub.expect(answer, lambda heard: heard.json["error"] == "success", 10)
        log.seek(0)
        for line in log:
            assert "success" not in line and "no error" not in line, line


class Packets(HostileCase):
    def test_instead_of_a_greeting(self):
        self.try_all([(name, data, False) for name, data in greetings.rows])

    def test_after_a_greeting(self):
        self.try_all([(name, data, True) for name, data in later.rows])

    def test_by_chance(self):
        """Random streams with a fixed seed; COUNT sets their number."""
        self.try_all(
            [(f"stream {number} of seed {SEED}", data, False) for number, data in enumerate(streams(SEED, COUNT))])


class Words(HostileCase):
    def assert_says(self, data, greets, *words):
        hostile = self.hostile(data, greets)
        self.hub.forget()
        self.clock.join(hostile)
        lines = eventually(lambda: [line for line in self.clock.lines() if "trying again" in line], "a line")
        for part in words:
            self.assertIn(part, lines[0])
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online", 20)
        self.hub.tell(f"{P}/lobby/command/face", "hue")
        eventually(lambda: self.clock.wall["face"] == "hue", "the face")
        self.assertGreaterEqual(hostile.visits[1] - hostile.visits[0], 0.9)
        self.assertEqual(len(lines), 1)
        self.clock.ask("face", "scaled")
        self.clock.leave(signal.SIGTERM)

    def test_protocol_error(self):
        self.assert_says(bytes.fromhex("20050000027f00"), False, "cannot join", PROTOCOL)
        self.assert_says(publish(props=bytes.fromhex("027f00"), topic=f"{P}/lobby/command/get"), True, "is gone",
                         PROTOCOL)
        self.assert_says(b"\x30\xff\xff\xff\x7f" + b"x" * (1 << 20), True, "is gone", "protocol error")

    def test_what_ends_is_told_as_an_end(self):
        self.assert_says(b"", True, "is gone: it has closed the connection")

    def test_states_stay(self):
        """The good broker's shared state stays during the hostile connection."""
        self.clock.join(self.mosquitto)
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
        self.hub.tell(f"{P}/lobby/dim", "0.5", retain=True)
        eventually(lambda: self.clock.wall["dim"] == 0.5, "the light")
        self.clock.leave(signal.SIGTERM)
        self.assert_says(bytes.fromhex("20050000027f00"), False, PROTOCOL)
        self.assertEqual(self.clock.wall["dim"], 0.5)

    def test_its_process_dies_and_is_made_anew(self):
        """Whatever has killed it."""
        self.clock.join(self.mosquitto)
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
        child, = children(self.clock.companion.pid)
        self.hub.forget()
        os.kill(child, signal.SIGSEGV)
        gone = self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"offline")
        self.hub.expect(
            f"{P}/lobby/availability", lambda heard: heard.payload == b"online" and heard.moment > gone.moment)
        self.assertTrue(any(PROTOCOL in line for line in self.clock.lines()), self.clock.lines())
        # The connection process ends too, so that the last will is published.
        child, = children(self.clock.companion.pid)
        self.clock.leave()
        eventually(lambda: not Path(f"/proc/{child}").exists(), "an end of both")
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"offline")

    def test_its_process_hangs(self):
        """The process hangs, as in a library call that never returns."""
        self.clock.join(self.mosquitto)
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
        child, = children(self.clock.companion.pid)
        self.hub.forget()
        os.kill(child, signal.SIGSTOP)
        eventually(
            lambda: any("is gone: the connection does not respond" in line for line in self.clock.lines()),
            self.clock.lines, 60)
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
        self.assertFalse(Path(f"/proc/{child}").exists())
        child, = children(self.clock.companion.pid)
        os.kill(child, signal.SIGSTOP)
        watch = Watch(self.clock.companion.pid)
        self.clock.companion.send_signal(signal.SIGTERM)
        self.assertLess(watch.look_at_end(self.clock.companion), 4)
        self.assertEqual(self.clock.companion.wait(), 0)


class Flood(HostileCase):
    """A flood of messages needs at most 32 MB more memory; the oldest are dropped and counted."""

    most, seconds = 32 << 20, 2
    # Bytes after which a flood that is read shows its effect; one that is held back lasts for its seconds.
    enough = 8 * most

    def flood(self, data, reads):
        """Sends data again and again. Returns the companion's peak growth."""
        listener = socket.create_server(("127.0.0.1", 0))
        self.addCleanup(listener.close)
        self.clock.join(f"mqtt://127.0.0.1:{listener.getsockname()[1]}", "--discovery", "off")
        link, _ = listener.accept()
        with link:
            link.recv(65536)
            link.sendall(GOOD)
            link.recv(65536)
            usual = eventually(
                lambda: len(children(self.clock.companion.pid)) == 1 and size(self.clock.companion.pid), "its process")
            largest, sent, end = usual, 0, time.monotonic() + self.seconds
            link.setblocking(False)
            with contextlib.suppress(ConnectionError):
                while (now := time.monotonic()) < end and sent < self.enough:
                    while time.monotonic() < now + 0.02:
                        with contextlib.suppress(BlockingIOError):
                            sent += link.send(memoryview(data)[sent % len(data):])
                        if reads:
                            with contextlib.suppress(BlockingIOError):
                                while link.recv(1 << 20):
                                    pass
                    largest = max(largest, size(self.clock.companion.pid))
        self.assertIsNone(self.clock.companion.poll(), self.clock.lines())
        self.assertLess(largest - usual, self.most, f"{usual} and {largest} bytes, {sent} sent")
        return sent

    def test_large_messages(self):
        topic, body = f"{P}/lobby/command/message", b"x" * 64_000
        for name, payload in (("words", body), ("JSON", b"[" + b'"ab",' * 12_000 + b'"c"]'),
                              ("plain", b"ab " * 21_000)):
            for qos in (0, 1):
                for reads in (True, False):
                    with self.subTest(name, qos=qos, reads=reads):
                        self.flood(publish(payload, topic, 0x30 | qos << 1, 7 if qos else None), reads)
                        self.clock.leave()

    def test_other_floods(self):
        topic = f"{P}/lobby/command/get"
        for name, data in (
                ("small", publish(b"face", topic) * 500),
                ("QoS 2", b"".join(publish(b"x" * 60_000, topic, 0x34, n) for n in range(1, 300))),
                ("states",
                 b"".join(
                    publish(b'{"text": "%d' % n + b"x" * 60_000 + b'"}', f"{P}/all/message", 0x31) for n in range(50))),
                ("properties", publish(props=varint(900_000) + b"\x26\x00\x00\x00\x00" * 180_000)),
                ("refused", publish(b"x" * 64_000, f"{P}/lobby/command/quit", 0x32, 7)),
                ("refused words", publish(b"a " * 32_000, f"{P}/lobby/command/quit")),
                ("a state that makes no sense", publish(b"{" * 64_000, f"{P}/lobby/message", 0x31)),
                ("answers", publish(b"x" * 50_000, topic, props=varint(3 + 60_000) + b"\x08" + text(b"a" * 60_000))),
                ("a huge packet", packet(0x30, b"x" * (100 << 20)))):
            with self.subTest(name):
                self.flood(data, False)
                self.clock.leave()

    def test_what_was_dropped_is_counted(self):
        self.clock.join(self.mosquitto)
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
        publisher = self.peer(self.mosquitto, "nothing")
        for _ in range(400):
            publisher.client.publish(f"{P}/lobby/command/get", "face " * 10_000, 0)
        reported = lambda: self.clock.ask("health")["reported"]
        line = eventually(lambda: next(iter(reported()), None), "word of it", 30)
        self.assertRegex(line, r"^MQTT messages dropped: [1-9][0-9]*$")
        # Reported on the wall, if wanted, and in the status.
        self.assertTrue(self.hub.expect(f"{P}/lobby/status", lambda heard: heard.json["companion"]["dropped"] > 0, 60))
        # A status from before the count may arrive after the first one with it.
        self.assertTrue(self.hub.expect(
            f"{P}/lobby/status", lambda heard: "dropped" in heard.json["health"].get("trouble", ""), 60))
        self.assertIn("too many commands at once", {each.json["error"] for each in self.hub.all(f"{P}/lobby/result")})
        # The last command is carried out.
        publisher.tell(f"{P}/lobby/command/face", "hue")
        eventually(lambda: self.clock.wall["face"] == "hue", "the last command")


if __name__ == "__main__":
    unittest.main()
