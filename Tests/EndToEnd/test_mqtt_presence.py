"""A wall's retained messages: availability, status, Home Assistant discovery, and their removal."""

import json
import signal
import time
import unittest

from basics import Watch, eventually, never
from broker import LobbyCase
from broker_proxy import Older
from test_mqtt_links import P

ONLINE, OFFLINE = b"online", b"offline"


class PresenceCase(LobbyCase):
    def comes(self, payload, name="lobby"):
        self.hub.expect(f"{P}/{name}/availability", lambda heard: heard.payload == payload)

    def found(self):
        """The walls' retained discovery messages by topic."""
        late = self.peer(self.mosquitto, "homeassistant/#", "ha/#", "last")
        self.hub.tell("last", "x", retain=True)
        late.expect("last")
        time.sleep(0.2)
        return {heard.topic for heard in late.heard if heard.payload and heard.topic != "last"}

    def forgets(self, *options):
        return self.companion("--no-config", "--broker", self.mosquitto.url, "--forget", *options)


class Truth(PresenceCase):
    def faces_online(self):
        """The face in the last status before each `online`, as other clients see them."""
        faces, face = [], None
        for heard in [*self.hub.heard]:
            if heard.topic == f"{P}/lobby/status":
                face = heard.json["wall"]["face"]
            if heard.topic == f"{P}/lobby/availability" and heard.payload == ONLINE:
                faces.append(face)
        return faces

    def test_online_is_never_with_a_status_of_before(self):
        self.hub.tell(f"{P}/lobby/status", {"wall": {"face": "old"}}, retain=True)
        wall = self.lobby()
        self.assertEqual(self.faces_online(), ["scaled"])
        for face in ("hue", "full", "carry"):
            wall.clock.process.kill()
            self.comes(OFFLINE)
            self.hub.forget()
            wall.start("--face", face)
            self.comes(ONLINE)
            self.assertEqual(self.faces_online(), [face])
            self.hub.forget()
        # The same when the companion restarts with a wall that has changed meanwhile.
        wall.leave()
        self.comes(OFFLINE)
        wall.ask("face", "literal")
        self.hub.forget()
        wall.join(self.mosquitto)
        self.comes(ONLINE)
        self.assertEqual(self.faces_online(), ["literal"])
        # Offline first, unless the wall has answered before the broker.
        said = [heard.payload for heard in self.hub.all(f"{P}/lobby/availability")]
        self.assertIn(said, ([ONLINE], [OFFLINE, ONLINE]))

    def test_the_list_of_faces_is_that_of_the_present_wall(self):
        wall = self.lobby()
        topic = "homeassistant/select/colourclock_lobby/face/config"
        self.assertNotIn("kitchen", self.hub.expect(topic, lambda heard: heard.payload).json["options"])
        wall.start("--variant", "kitchen = face hue, 12-hour")
        self.hub.expect(topic, lambda heard: "kitchen" in heard.json["options"])
        self.hub.forget()
        wall.ask("face", "full")
        self.hub.expect(f"{P}/lobby/status", lambda heard: heard.json["wall"]["face"] == "full")
        self.assertEqual(self.hub.all(topic), [])

    def test_two_of_one_name_do_not_answer_each_other_for_ever(self):
        """On bridged brokers, where the client identifier does not keep them apart."""
        other = self.broker("connection bridge", f"address 127.0.0.1:{self.mosquitto.port}", "topic # both 1",
                            name="other")
        wall = self.lobby()
        double = self.wall("double")
        double.clock.close()
        double.run("--broker", other.url, "--name", "lobby", "--control", double.home / "none.sock")
        for each in (wall, double):
            eventually(
                lambda: any("does another wall have the same --name?" in line for line in each.lines()), each.lines)
        heard = lambda: len(self.hub.all(f"{P}/lobby/availability"))
        before = heard()
        never(lambda: heard() - before > 15, "an answer for ever", during=6)
        self.assertEqual(sum("same --name" in line for line in wall.lines()), 1, wall.lines())


class Ignored(PresenceCase):
    def test_a_signal_that_its_parent_ignores(self):
        """As nohup does."""
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
        try:
            wall = self.lobby()
        finally:
            signal.signal(signal.SIGHUP, before)
        self.comes(ONLINE)
        wall.companion.send_signal(signal.SIGHUP)
        never(lambda: wall.companion.poll() is not None, "an end", during=0.5)
        self.assertEqual(wall.leave(signal.SIGTERM), 0)


class Offered(PresenceCase):
    def test_discovery_off_takes_back_what_was_offered(self):
        wall = self.lobby()
        eventually(lambda: len(self.found()) > 15, "a wall to be found")
        wall.leave(signal.SIGTERM)
        wall.join(self.mosquitto, "--discovery-prefix", "ha")
        eventually(
            lambda: {topic.split("/")[0] for topic in self.found()} == {"ha"},
            lambda: f"another prefix, but {self.found()}")
        wall.leave(signal.SIGTERM)
        self.hub.forget()
        wall.join(self.mosquitto, "--discovery", "off")
        self.comes(ONLINE)
        eventually(lambda: not self.found(), lambda: f"nothing, but {self.found()}")
        # Then it publishes nothing more.
        wall.leave(signal.SIGTERM)
        self.hub.forget()
        wall.join(self.mosquitto, "--discovery", "off")
        self.comes(ONLINE)
        self.assertFalse([heard for heard in self.hub.heard if heard.topic.startswith(("homeassistant/", "ha/"))])

    def announced(self):
        """The discovery messages since the last `forget`, by topic."""
        with self.hub.lock:
            return {heard.topic for heard in self.hub.heard if heard.topic.startswith("homeassistant/")
                    and heard.topic.endswith("/config")
                    and heard.payload}

    def assert_all_again(self, found):
        """Returns the seconds that it took, without those that the machine withheld."""
        watch = Watch(self.walls["lobby"].companion.pid, self.mosquitto.process.pid)
        eventually(
            lambda: self.announced() == found, lambda: f"{sorted(found)}, but {sorted(self.announced())}")
        self.hub.expect(f"{P}/lobby/status")
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == ONLINE)
        return watch.look()

    def is_silent(self, seconds):
        """True if nothing is announced for so long."""
        self.hub.forget()
        end = time.monotonic() + seconds
        while time.monotonic() < end and not self.announced():
            time.sleep(0.01)
        return not self.announced()

    def test_home_assistant_starts(self):
        """Everything is published again once within five seconds, after a random delay."""
        self.lobby()
        found = eventually(self.found, "a wall to be found")
        eventually(lambda: len(self.found()) > 15, "all of it")
        found = self.found()
        waits = []
        for _ in range(4):
            self.hub.forget()
            self.hub.tell("homeassistant/status", "online")
            waits.append(self.assert_all_again(found))
        self.assertLess(max(waits), 5.5)
        self.assertGreater(max(waits) - min(waits), 0.05, waits)
        self.hub.forget()
        self.hub.tell("homeassistant/status", "offline")
        never(self.announced, "another offer", during=5)

    def test_what_was_deleted_comes_back(self):
        """One message or all of them; also with MQTT 3.1.1, which sends its own messages back."""
        old = Older(self.mosquitto.port, "v3")
        self.addCleanup(old.close)
        for url in (self.mosquitto.url, old.url):
            with self.subTest(url):
                self.hub.forget()
                wall = self.wall().join(url)
                self.comes(ONLINE)
                eventually(lambda: len(self.found()) > 15, "a wall to be found")
                found = self.found()
                for some in (sorted(found)[:1], sorted(found)):
                    self.hub.forget()
                    for topic in some:
                        self.hub.tell(topic, "", retain=True)
                    self.assert_all_again(found)
                    eventually(
                        lambda: self.found() == found,
                        lambda: f"all of it, and not {self.found() ^ found} less or more")
                # Its own republished messages are not taken for deletions, for that would never end. A deletion that
                # came late is answered once more.
                eventually(lambda: self.is_silent(5), "silence", within=20)
                wall.leave(signal.SIGTERM)

    def test_without_discovery_nothing_is_said_again(self):
        self.lobby("--discovery", "off")
        self.hub.forget()
        self.hub.tell("homeassistant/status", "online")
        self.hub.tell("homeassistant/light/colourclock_lobby/screen/config", "", retain=True)
        never(self.announced, "an offer", during=5)

    def test_forget_spares_a_wall_whose_companion_runs(self):
        for options in ((), ("--read-only",)):
            with self.subTest(options):
                wall = self.lobby(*options)
                before = eventually(self.found, "a wall to be found")
                answer = self.forgets("--name", "lobby")
                self.assertEqual((answer.status, answer.complaints.count("\n")), (69, 1), answer)
                self.assertIn("end its colourclock-mqtt first", answer.complaints)
                self.assertEqual(self.found(), before)
                late = self.peer(self.mosquitto)
                self.assertEqual(late.expect(f"{P}/lobby/availability").payload, ONLINE)
                late.expect(f"{P}/lobby/status")
                wall.leave(signal.SIGTERM)
                self.hub.forget()
        # Also without its clock.
        wall.run("--broker", self.mosquitto.url, "--name", "lobby", "--control", wall.home / "none.sock")
        self.comes(OFFLINE)
        self.assertEqual(self.forgets("--name", "lobby").status, 69)

    def test_forget_of_a_wall_that_never_was(self):
        answer = self.forgets("--name", "loby")
        self.assertEqual((answer.status, answer.complaints.count("\n")), (1, 1), answer)
        self.assertIn("'loby'", answer.complaints)

    def test_forget_takes_back_other_prefixes(self):
        wall = self.lobby("--discovery-prefix", "ha")
        eventually(lambda: len(self.found()) > 15, "a wall to be found")
        wall.leave(signal.SIGTERM)
        answer = self.companion("--no-config", "--broker", self.mosquitto.url, "--forget", "--name", "lobby",
                                XDG_STATE_HOME=wall.home / "state")
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        self.assertEqual(self.found(), set())
        self.assertEqual(self.forgets("--name", "lobby").status, 1)


class Kept(PresenceCase):
    def test_a_folder_in_which_nothing_can_be_kept_is_told_once(self):
        wall = self.wall()
        blocked = wall.home / "blocked"
        blocked.write_text("")
        wall.join(self.mosquitto, XDG_STATE_HOME=blocked)
        self.comes(ONLINE)
        for share in ("0.5", "", "0.4", ""):
            self.hub.tell(f"{P}/lobby/dim", share, retain=True)
            eventually(lambda: wall.wall["dim"] == float(share or 1), "the light")
        self.assertEqual(len(wall.lines()), 1, wall.lines())
        self.assertIn(f"{blocked}/colourclock/mqtt-colourclock_lobby", wall.lines()[0])

    def test_what_cannot_be_read_is_told(self):
        wall = self.wall()
        (wall.home / "state/colourclock/mqtt-colourclock_lobby").mkdir(parents=True)
        wall.join(self.mosquitto)
        self.comes(ONLINE)
        self.hub.tell(f"{P}/lobby/dim", "0.5", retain=True)
        eventually(lambda: wall.wall["dim"] == 0.5, "the light")
        self.assertEqual(len(wall.lines()), 1, wall.lines())

    def test_walls_with_like_names_keep_their_own(self):
        """Prefix a_b with name c, and prefix a with name b_c, on one broker and in one folder: neither replaces the
        other."""
        wall = self.wall()
        self.hub.tell("a_b/c/dim", "0.5", retain=True)
        companions = []
        for prefix, name in (("a_b", "c"), ("a", "b_c"), ("a/b", "c"), ("a", "b-c")):
            wall.run("--broker", self.mosquitto.url, "--prefix", prefix, "--name", name, "--control", wall.socket)
            companions.append(wall.companion)
            self.hub.expect(f"{prefix}/{name}/availability", lambda heard: heard.payload == ONLINE)
            eventually(lambda: wall.wall["dim"] == 0.5, "the light")
        never(lambda: wall.wall["dim"] != 0.5, "another light", during=1)
        self.assertEqual(self.hub.last("a/b/c/availability").payload, ONLINE)
        for companion in companions:
            self.assertIsNone(companion.poll())
            companion.kill()
            companion.wait()


class DenyingCase(PresenceCase):
    def denying(self, topic):
        """A broker that denies the subscription to this topic. One with wildcards still gets its messages."""
        rules = self.home / "rules.json"
        rules.write_text(json.dumps({
            "defaultACLAccess": {"publishClientSend": True, "publishClientReceive": True, "subscribe": True,
                                 "unsubscribe": True},
            "roles": [{"rolename": "wall", "acls": [
                {"acltype": "subscribeLiteral", "topic": topic, "priority": 1, "allow": False}]}],
            "groups": [{"groupname": "walls", "roles": [{"rolename": "wall"}]}], "anonymousGroup": "walls"}))
        return self.broker("plugin /usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so",
                           f"plugin_opt_config_file {rules}", name="strict")


class Blind(DenyingCase):
    """A broker that denies the subscription to the availability: `--forget` cannot notice a running companion."""

    def test_forget_deletes_nothing(self):
        strict = self.denying(f"{P}/lobby/availability")
        old = Older(strict.port, "v3")
        self.addCleanup(old.close)
        kept = {f"{P}/lobby/availability": ONLINE, f"{P}/lobby/status": b"{}",
                "homeassistant/light/colourclock_lobby/screen/config": b"{}"}
        hub = self.peer(strict)
        for topic, payload in kept.items():
            hub.tell(topic, payload, retain=True)
        for url in (strict.url, old.url):
            with self.subTest(url):
                answer = self.companion("--no-config", "--broker", url, "--forget", "--name", "lobby")
                self.assertEqual((answer.status, answer.complaints.count("\n")), (69, 1), answer)
                self.assertIn(f"denies {P}/lobby/availability: ", answer.complaints)
                late = self.peer(strict)
                hub.tell("last", "x")
                late.expect("last")
                self.assertEqual({heard.topic: heard.payload for heard in late.heard if heard.is_retained}, kept)


class Deaf(DenyingCase):
    """A broker that denies a subscription: the wall is not online, and the reason is reported."""

    def setUp(self):
        super().setUp()
        self.strict = self.denying(f"{P}/lobby/command/#")

    def assert_deaf(self, url):
        hub = self.peer(self.strict)
        wall = self.wall().join(url)
        hub.expect(f"{P}/lobby/status")
        hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == OFFLINE)
        line, = eventually(wall.lines, "a line")
        self.assertIn(f"denies {P}/lobby/command/#: ", line)
        never(
            lambda: [heard for heard in hub.all(f"{P}/lobby/availability") if heard.payload == ONLINE], "online",
            during=1.5)
        # The granted subscriptions still work.
        hub.tell(f"{P}/all/dim", "0.5", retain=True)
        eventually(lambda: wall.wall["dim"] == 0.5, "the light")

    def test_mqtt_5(self):
        self.assert_deaf(self.strict.url)

    def test_mqtt_3_1_1(self):
        old = Older(self.strict.port, "v3")
        self.addCleanup(old.close)
        self.assert_deaf(old.url)


if __name__ == "__main__":
    unittest.main()
