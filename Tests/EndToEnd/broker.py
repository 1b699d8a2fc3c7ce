"""A mosquitto for the tests, its clients, and walls joined to it by the companion `colourclock-mqtt`."""

import contextlib
import getpass
import json
import random
import signal
import socket
import subprocess
import threading
import time
from datetime import datetime, timezone
from pathlib import Path
from typing import NamedTuple

from basics import BINARY, companion, eventually, leave, mortal, tool
from control import Client
from shipping import ASSETS  # noqa: F401, sets the path for the next import
from support import Answer, Clock, OwnServer, Server

from bench_processes import STARVED, withheld

try:
    import paho.mqtt.client as paho
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties
except ImportError:
    leave("paho is missing: apt-get install python3-paho-mqtt, and start them with /usr/bin/python3")

MQTT = companion("mqtt")

# The area of the number in a countdown's ring, on a screen of 320 by 180 pixels.
NUMBER = (142, 58, 36, 20)


def free_port():
    """A port below the kernel's ephemeral range, from which a connection could take it before the broker does."""
    while True:
        port = random.SystemRandom().randrange(10_240, 32_000)
        with socket.socket() as link, contextlib.suppress(OSError):
            link.bind(("127.0.0.1", port))
            return port


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


class Broker:
    """A broker with its own port."""

    def __init__(self, folder, *lines, anonymous=True):
        folder.mkdir(parents=True, exist_ok=True)
        self.port, self.log, self.file = free_port(), folder / "log", folder / "mosquitto.conf"
        self.file.write_text("\n".join([
            f"user {getpass.getuser()}", f"listener {self.port} 127.0.0.1",
            f"allow_anonymous {'true' if anonymous else 'false'}", f"persistence_location {folder}/",
            f"log_dest file {self.log}",
            *lines, ""]))
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            mortal([tool("mosquitto"), "-c", self.file]), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        eventually(lambda: listens(self.port) or self.process.poll() is not None, "the broker")
        assert self.process.poll() is None, f"the broker has ended: {self.log.read_text() if self.log.exists() else ''}"

    def kill(self):
        self.process.kill()
        self.process.wait()

    @property
    def url(self):
        return f"mqtt://127.0.0.1:{self.port}"


class Heard(NamedTuple):
    moment: float
    topic: str
    payload: bytes
    is_retained: bool
    correlation: bytes | None

    @property
    def json(self):
        return json.loads(self.payload)


class Peer:
    """Another client of the broker, which subscribes and publishes."""

    def __init__(self, port, *topics, user=None, password=None):
        self.heard, self.lock = [], threading.Lock()
        self.client = paho.Client(protocol=paho.MQTTv5)
        if user:
            self.client.username_pw_set(user, password)
        self.client.on_message = self.take
        subscribed = threading.Event()
        self.client.on_connect = lambda *_: self.client.subscribe([(topic, 1) for topic in topics])
        self.client.on_subscribe = lambda *_: subscribed.set()
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()
        assert subscribed.wait(20), "the broker does not answer"

    def take(self, _client, _data, message):
        correlation = getattr(message.properties, "CorrelationData", None)
        with self.lock:
            self.heard.append(Heard(time.time(), message.topic, message.payload, message.retain, correlation))

    def tell(self, topic, payload="", retain=False, answer=None, correlation=None, qos=1):
        """Publishes a message. Returns when the broker has confirmed it."""
        if isinstance(payload, (dict, list)):
            payload = json.dumps(payload)
        properties = None
        if answer:
            properties = Properties(PacketTypes.PUBLISH)
            properties.ResponseTopic = answer
            if correlation is not None:
                properties.CorrelationData = correlation
        self.client.publish(topic, payload, qos, retain, properties).wait_for_publish(20)

    def all(self, topic):
        """All messages received on that topic."""
        with self.lock:
            return [each for each in self.heard if each.topic == topic]

    def forget(self):
        with self.lock:
            self.heard.clear()

    def last(self, topic):
        return (self.all(topic) or [None])[-1]

    def expect(self, topic, matches=lambda heard: True, within=30.0):
        """The first message on that topic, received or still to come, for which `matches` is true."""
        return eventually(lambda: next((each for each in self.all(topic) if matches(each)), None),
                          lambda: f"that to {topic}, but {[each.payload[:200] for each in self.all(topic)[-3:]]}",
                          within)

    def close(self):
        with contextlib.suppress(OSError):
            self.client.disconnect()
        self.client.loop_stop()


class Wall:
    """A clock on its own X server, and its companion."""

    def __init__(self, case, server, name):
        self.case, self.server, self.name = case, server, name
        self.home = case.home / name
        self.socket = self.home / "wall.sock"
        self.home.mkdir(mode=0o700, exist_ok=True)
        self.viewer, self.clock, self.companion = case.look(server), None, None
        # The prefix of the clock's command.
        self.before = ()
        self.starts = 0

    def variables(self, **more):
        return self.case.variables(**{"DISPLAY": self.server.name, "XDG_STATE_HOME": self.home / "state",
                                      "XDG_RUNTIME_DIR": self.home, **more})

    def start(self, *options):
        """Starts a clock without the saved state of the one before."""
        if self.clock:
            self.clock.close()
        self.starts += 1
        variables = {**self.variables(), "XDG_STATE_HOME": str(self.home / f"state{self.starts}")}
        command = [*self.before, BINARY, "--no-config", "--no-hint", "--control", self.socket, *options]
        self.clock = Clock(command, variables, self.viewer)
        self.case.addCleanup(self.clock.close)
        self.window = self.clock.painted()
        return self

    def join(self, broker, *options, **variables):
        """Starts the wall's companion for a broker."""
        return self.run("--broker", getattr(broker, "url", broker), "--name", self.name, "--control", self.socket,
                        *options,
                        **variables)

    def run(self, *options, **variables):
        """Starts the companion with these options. Its output goes to a file."""
        self.log = self.home / f"companion{time.monotonic_ns()}"
        with self.log.open("w") as log:
            self.companion = subprocess.Popen(
                mortal([MQTT, "--no-config", *options]), env=self.variables(**variables), stdin=subprocess.DEVNULL,
                stdout=log, stderr=log)
        self.case.addCleanup(self.leave)
        return self

    def leave(self, number=signal.SIGKILL):
        """Ends the companion. Returns its exit status."""
        self.companion.send_signal(number)
        return self.companion.wait(20)

    def lines(self):
        """The companion's output since its start."""
        return self.log.read_text().splitlines()

    def ask(self, *words):
        with contextlib.closing(Client(self.socket)) as client:
            reply = client.ask(*words)
        assert reply["error"] == "success", reply
        return reply.get("data")

    @property
    def wall(self):
        return self.ask("status")["wall"]

    def number(self):
        """The pixels of the countdown's number."""
        return self.viewer.picture(self.window, *NUMBER)

    def ends(self):
        """The earliest and the latest possible end of the countdown; `None` if none runs."""
        before = time.time()
        countdown = self.wall.get("countdown")
        after = time.time()
        if not countdown or countdown["state"] != "running":
            return None
        return before + countdown["remaining"], after + countdown["remaining"]

    def ends_at(self, moment):
        ends = self.ends()
        return ends is not None and ends[0] - 0.02 <= moment <= ends[1] + 0.02

    def memory(self):
        """The resident memory of clock and companion in bytes."""
        return [resident(process.pid) for process in (self.clock, self.companion)]


def resident(pid):
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) << 10


def iso(moment):
    """The time format of the topics: UTC with milliseconds."""
    return datetime.fromtimestamp(moment, timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class MqttCase(OwnServer):
    """Walls on their own servers, shared by all tests of the class; a new broker for each test."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.servers = []
        cls.addClassCleanup(lambda: [server.close() for server in cls.servers])

    def setUp(self):
        super().setUp()
        self.walls = {}

    def broker(self, *lines, name="broker", **more):
        broker = Broker(self.home / name, *lines, **more)
        self.addCleanup(broker.kill)
        return broker

    def peer(self, broker, *topics, **more):
        peer = Peer(broker.port, *(topics or ("#",)), **more)
        self.addCleanup(peer.close)
        return peer

    def wall(self, name="lobby", *options):
        """A painted wall, whose companion does not run yet."""
        while len(self.walls) >= len(self.servers):
            self.servers.append(Server("320x180x24"))
        wall = Wall(self, self.servers[len(self.walls)], name)
        self.walls[name] = wall
        return wall.start(*options)

    def online(self, name="lobby", *options, broker=None, peer=None, clock=()):
        """A wall with its companion, once it is published as online."""
        wall = self.wall(name, *clock).join(broker, *options)
        peer.expect(f"colourclock/{name}/availability", lambda heard: heard.payload == b"online")
        return wall

    def companion(self, *options, within=20.0, **variables):
        """A run of the companion that ends by itself."""
        return Answer([MQTT, *options], self.variables(**variables), within)

    def assert_agree(self, walls, end, seconds):
        """Checks that all walls show the same number within a second, in `seconds` readings, and a new one each second.
        At most half as many readings do not count because a wall waited for the machine."""
        shown, others, limit = [], 0, time.monotonic() + seconds + 60
        while len(shown) < seconds:
            self.assertLess(time.monotonic(), limit, f"a busy machine: only {len(shown)} good readings")
            # Read in the middle between two changes of the number, half a second from now or later.
            middle, waited = end - int(end - time.time() - 1) - 0.5, withheld(*self.needed(walls))
            time.sleep(max(0, middle - time.time()))
            pictures = [wall.number() for wall in walls]
            if time.time() > middle + 0.4:
                continue  # The machine was busy: the readings are not from one second.
            if len(set(pictures)) == 1:
                shown.append(pictures[0])
            else:
                # The same if a wall waited for a processor. The kernel counts a wait only when it is over.
                others += 1
                self.assertLessEqual(others, max(1, seconds // 2), f"{pictures} {end - middle:.1f} s before the end")
                eventually(lambda: withheld(*self.needed(walls)) > waited + STARVED,  # noqa: B023
                           f"one number on {[wall.name for wall in walls]} {end - middle:.1f} s before the end", 3)
        self.assertEqual(len(set(shown)), len(shown))
        for wall in walls:
            self.assertTrue(wall.ends_at(end), (wall.name, wall.ends(), end))

    @staticmethod
    def needed(walls):
        """The processes that a wall needs to show a number."""
        return [process.pid for wall in walls for process in (wall.clock, wall.server.process)]


class LobbyCase(MqttCase):
    """A broker, another client, and on demand a wall named lobby."""

    def setUp(self):
        super().setUp()
        self.mosquitto = self.broker()
        self.hub = self.peer(self.mosquitto)

    def lobby(self, *options, **more):
        return self.online("lobby", *options, broker=self.mosquitto, peer=self.hub, **more)
