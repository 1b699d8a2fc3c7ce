"""Kinds of brokers: with access rights, without MQTT 5, rejecting every client, or absent."""

import contextlib
import signal
import socket
import threading
import time
import unittest
from pathlib import Path

from basics import Watch, eventually, never
from broker_proxy import Newer, Older
from test_mqtt_links import P, LinkCase

ACL = Path(__file__).resolve().parents[2] / "assets/shipped/colourclock-mqtt.acl"


class Rights(LinkCase):
    """The rights that the example file grants, and those that it does not."""

    def setUp(self):
        super().setUp()
        users = {name: name for name in ("lobby", "hall", "director", "homeassistant", "visitor")}
        self.mosquitto = self.broker(f"password_file {self.passwords(**users)}", f"acl_file {ACL}", anonymous=False)
        self.director = self.user("director")
        file = self.credentials("lobby", user="lobby")
        self.lobby = self.wall().join(self.mosquitto, "--credentials", file, "--group", "floor")
        self.director.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")

    def user(self, name):
        return self.peer(self.mosquitto, "#", user=name, password=name)

    def assert_face(self, name):
        eventually(lambda: self.lobby.wall["face"] == name, name)

    def test_who_directs(self):
        self.director.expect(f"{P}/lobby/status")
        for scope, face in (("lobby", "hue"), ("group/floor", "full"), ("all", "carry")):
            self.director.tell(f"{P}/{scope}/command/face", face)
            self.assert_face(face)
        self.director.expect(f"{P}/lobby/result")
        self.director.tell(f"{P}/group/floor/dim", "0.5", retain=True)
        eventually(lambda: self.lobby.wall["dim"] == 0.5, "less light")
        self.director.expect(f"{P}/lobby/event")
        self.director.tell(f"{P}/lobby/command/get", "face", answer=f"{P}/answers/7", correlation=b"7")
        self.director.expect(f"{P}/answers/7", lambda heard: heard.correlation == b"7")

    def test_home_assistant(self):
        house = self.user("homeassistant")
        house.expect("homeassistant/select/colourclock_lobby/face/config", lambda heard: heard.payload)
        house.expect(f"{P}/lobby/status")
        house.tell(f"{P}/lobby/command/face", "hue")
        self.assert_face("hue")

    def test_others_only_look_or_speak_for_themselves(self):
        hall, visitor = self.user("hall"), self.user("visitor")
        visitor.expect(f"{P}/lobby/status")
        for rogue in (hall, visitor):
            for scope in ("lobby", "group/floor", "all"):
                rogue.tell(f"{P}/{scope}/command/face", "literal")
                rogue.tell(f"{P}/{scope}/dim", "0.1", retain=True)
            rogue.tell(f"{P}/lobby/availability", "offline", retain=True)
            rogue.tell("homeassistant/select/colourclock_lobby/face/config", "", retain=True)
        self.director.tell(f"{P}/lobby/command/face", "hue")
        self.assert_face("hue")
        self.assertEqual(self.lobby.wall["dim"], 1)
        self.assertEqual(self.director.last(f"{P}/lobby/availability").payload, b"online")
        self.user("homeassistant").expect("homeassistant/select/colourclock_lobby/face/config",
                                          lambda heard: heard.payload)


class WithoutFive(LinkCase):
    def test_a_broker_without_mqtt_5(self):
        broker = self.broker()
        hub = self.peer(broker)
        wall = self.wall()
        for manner in Older.answers:
            with self.subTest(manner):
                old = Older(broker.port, manner)
                self.addCleanup(old.close)
                hub.forget()
                wall.join(old.url)
                hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
                self.assertEqual((old.levels[0], old.levels[-1]), (5, 4))
                hub.tell(f"{P}/lobby/command/face", "hue")
                hub.expect(f"{P}/lobby/result", lambda heard: heard.json["error"] == "success")
                hub.tell(f"{P}/lobby/dim", "0.5", retain=True)
                eventually(lambda: wall.wall["dim"] == 0.5, "the light")
                hub.tell(f"{P}/lobby/dim", "", retain=True)
                eventually(lambda: wall.wall["dim"] == 1, "the light")
                wall.leave()
                hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"offline")


class OnlyFive(LinkCase):
    def test_a_broker_with_only_mqtt_5(self):
        """After a closed connection the companion tries MQTT 3.1.1, and after a refusal of that MQTT 5 again."""
        broker = self.broker()
        hub = self.peer(broker)
        wall = self.wall()
        for manner in Newer.answers:
            with self.subTest(manner):
                new = Newer(broker.port, manner)
                self.addCleanup(new.close)
                hub.forget()
                wall.join(new.url)
                # The first two waits are up to 2 s and up to 4 s.
                hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
                self.assertEqual(new.levels, [5, 4, 5])
                wall.leave()
                hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"offline")


class Attempts(LinkCase):
    def test_back_off(self):
        """Back-off with a broker that rejects every client: at once, then less and less often."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            moments = []

            def accept():
                with contextlib.suppress(OSError):
                    while True:
                        link, _ = listener.accept()
                        moments.append(time.monotonic())
                        link.close()

            threading.Thread(target=accept, daemon=True).start()
            wall = self.wall().join(f"mqtt://127.0.0.1:{listener.getsockname()[1]}")
            eventually(lambda: len(moments) >= 5, "a fifth attempt", 60)
            self.assertGreaterEqual(moments[4] - moments[0], 3.6)
            self.assertLessEqual(len(wall.lines()), 2, wall.lines())
            listener.shutdown(socket.SHUT_RDWR)

    def test_a_broker_that_does_not_answer(self):
        """It accepts the connection and stays silent: neither the wall nor the companion's end is delayed."""
        with socket.create_server(("127.0.0.1", 0)) as listener:
            wall = self.wall().join(f"mqtt://127.0.0.1:{listener.getsockname()[1]}")
            never(lambda: wall.companion.poll() is not None, "an end", during=2)
            watch = Watch(wall.companion.pid)
            wall.companion.send_signal(signal.SIGTERM)
            self.assertLess(watch.look_at_end(wall.companion), 2)
            self.assertEqual(wall.companion.wait(), 0)

    def test_a_host_that_is_not_there(self):
        wall = self.wall().join("mqtt://nonexistent.invalid")
        self.assertIn("nonexistent.invalid", eventually(wall.lines, "a line")[0])
        never(lambda: len(wall.lines()) > 1, "another line", during=4)


if __name__ == "__main__":
    unittest.main()
