"""A broker and a lightweight MQTT client for assets/tools/bench.

The packet formats are those of "MQTT Version 3.1.1" (OASIS Standard)."""

import contextlib
import os
import select
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from bench_processes import end_with_parent, fail

CONNECT, PUBLISH, PUBACK, SUBSCRIBE, SUBACK = 0x10, 0x30, 0x40, 0x82, 0x90
PATIENCE = 20


def mosquitto_program():
    path = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
    return path or fail("mosquitto is missing: apt-get install mosquitto", 2)


@contextlib.contextmanager
def mosquitto():
    """Starts a broker with Debian's settings except its place. Returns its process number and port."""
    with socket.socket() as link:
        link.bind(("127.0.0.1", 0))
        port = link.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        file = Path(folder, "mosquitto.conf")
        file.write_text(f"user {Path.home().owner()}\nlistener {port} 127.0.0.1\nallow_anonymous true\nsys_interval 1\n"
                        f"persistence true\npersistence_location {folder}/\n")
        process = subprocess.Popen([mosquitto_program(), "-c", file], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL,
                                   preexec_fn=end_with_parent)
        try:
            end = time.time() + PATIENCE
            while True:
                with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
                    break
                if process.poll() is not None or time.time() > end:
                    fail("mosquitto does not start")
                time.sleep(0.01)
            yield process.pid, port
        finally:
            process.kill()
            process.wait()


def field(data):
    return len(data).to_bytes(2, "big") + data


def packet(kind, body):
    length, rest = b"", len(body)
    while True:
        rest, digit = rest >> 7, rest & 127
        length += bytes([digit | (128 if rest else 0)])
        if not rest:
            return bytes([kind]) + length + body


class Teller:
    """A client that publishes, and counts or stores messages of its subscriptions."""

    def __init__(self, port, *topics, keep=lambda topic: False):
        self.link = socket.create_connection(("127.0.0.1", port))
        self.link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.keep, self.number, self.messages, self.bytes, self.kept = keep, 0, 0, 0, {}
        self.known, self.pending = threading.Event(), bytearray()
        name = f"bench-{os.getpid()}-{id(self)}".encode()
        self.link.sendall(packet(CONNECT, field(b"MQTT") + b"\x04\x02" + (0).to_bytes(2, "big") + field(name)))
        if topics:
            asked = b"".join(field(topic.encode()) + b"\x00" for topic in topics)
            self.link.sendall(packet(SUBSCRIBE, b"\0\1" + asked))
        self.is_closed = False
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()
        if topics and not self.known.wait(PATIENCE):
            fail("mosquitto does not answer")

    def tell(self, topic, payload, retain=False):
        """Publishes with QoS 1. Returns the time of sending. A text is sent as UTF-8."""
        self.number = self.number % 65535 + 1
        data = payload.encode() if isinstance(payload, str) else payload
        start = time.time()
        self.link.sendall(packet(PUBLISH | 2 | retain, field(topic.encode()) + self.number.to_bytes(2, "big") + data))
        return start

    def read(self):
        with contextlib.suppress(OSError):
            while not self.is_closed:
                if select.select([self.link], [], [], 0.2)[0]:
                    data = self.link.recv(1 << 18)
                    if not data:
                        return
                    self.pending += data
                    self.take()

    def take(self):
        """Splits the received bytes into packets."""
        view, start = self.pending, 0
        while True:
            length, place = 0, start + 1
            while place < len(view) and view[place] & 128:
                place += 1
            if place >= len(view):
                break
            for index in range(place, start, -1):
                length = length << 7 | view[index] & 127
            if len(view) < place + 1 + length:
                break
            self.note(view[start], bytes(view[place + 1 : place + 1 + length]))
            start = place + 1 + length
        del self.pending[:start]

    def note(self, kind, body):
        if kind == SUBACK:
            self.known.set()
        if kind & 0xF0 != PUBLISH:
            return
        size = int.from_bytes(body[:2], "big")
        topic = body[2 : 2 + size].decode()
        if not topic.startswith("$"):
            self.messages += 1
            self.bytes += len(body)
        if self.keep(topic):
            self.kept[topic] = body[2 + size :]

    def close(self):
        self.is_closed = True
        self.thread.join()
        self.link.close()
