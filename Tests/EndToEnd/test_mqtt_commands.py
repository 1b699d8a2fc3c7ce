"""Commands over a broker: their effects, their answers, and refusals."""

import json
import re
import subprocess
import time
import unittest
from pathlib import Path

from basics import eventually, never, tool
from broker import LobbyCase, Wall, iso

P = "colourclock"
CORPUS = Path(__file__).resolve().parents[1] / "Fuzz" / "corpus"


class CommandCase(LobbyCase):
    def order(self, command, payload="", scope="lobby", **more):
        self.hub.tell(f"{P}/{scope}/command/{command}", payload, **more)

    def answered(self, command, payload="", **more):
        """The result of a command to the lobby."""
        seen = len(self.hub.heard)
        self.order(command, payload, **more)
        words = command.split("/")

        def result():
            with self.hub.lock:
                later = [each.json for each in self.hub.heard[seen:] if each.topic == f"{P}/lobby/result"]
            return next((each for each in later if each.get("command", [])[: len(words)] == words), None)

        return eventually(result, f"a result of {command}")

    def assert_obeyed(self, command, payload="", **more):
        answer = self.answered(command, payload, **more)
        self.assertEqual(answer["error"], "success", answer)
        return answer

    def assert_refused(self, part, command, payload=""):
        answer = self.answered(command, payload)
        self.assertIn(part, answer["error"])


class Commands(CommandCase):
    def test_words(self):
        wall = self.lobby()
        title = lambda: wall.wall["countdown"].get("title")
        self.assertEqual(self.assert_obeyed("countdown/start", "5m 'Green tea'")["command"],
                         ["countdown", "start", "5m", "Green tea"])
        self.assertEqual(title(), "Green tea")
        self.assert_obeyed("countdown/start", ["10m", "It's \"tea\""])
        self.assertEqual((title(), wall.wall["countdown"]["length"]), ("It's \"tea\"", 600))
        self.assert_obeyed("countdown/pause")
        self.assertEqual(wall.wall["countdown"]["state"], "paused")
        self.assert_obeyed("message", "Lunch is ready --for 5m")
        self.assertEqual([" ".join(each["lines"]) for each in wall.wall["messages"]], ["Lunch is ready"])
        self.assert_obeyed("dismiss")
        self.assertEqual(self.answered("get", "face")["data"], wall.ask("get", "face"))
        self.assertIn("help", [row["name"] for row in self.answered("help")["data"]])

    def test_what_the_clock_refuses(self):
        wall = self.lobby()
        self.assert_refused("there are scaled", "face", "grue")
        self.assert_refused("there is no command", "nonsense")
        self.assert_refused("a span of time", "countdown/start", "soon")
        self.assert_refused("quote", "feed", "'half")
        self.assert_refused("runs commands or uses files", "set", "on-zero ls")
        self.assert_refused("snapshot", "snapshot", "/tmp/x.png")
        self.assert_refused("quit", "quit")
        self.assertIsNone(wall.clock.process.poll())
        self.assertEqual(wall.wall["face"], "scaled")

    def test_what_is_refused_is_said(self):
        """Also on standard error, with the topic and without the content of the command."""
        wall = self.lobby()
        secret = "s3cr3t-w0rd"
        self.assert_refused("there are scaled", "face", "grue")
        self.assert_refused("snapshot", "snapshot", "/tmp/x.png")
        self.assert_refused("invalid", "set", ["night", secret])
        self.assert_refused("runs commands", "set", ["on-zero", f"curl -u me:{secret} localhost"])
        self.assertEqual(len(wall.lines()), 4, wall.lines())
        for part, line in zip(
            ("there is no face '…': there are scaled", "/snapshot: snapshot: '--allow'", "The value '…' is invalid",
             "'on-zero' runs"),
                              wall.lines()):
            self.assertIn(f"{P}/lobby/command/", line)
            self.assertIn(part, line)
            self.assertNotIn(secret, line)
        for number in range(100):
            self.order("face", f"grue{number}")
        self.hub.expect(f"{P}/lobby/result", lambda heard: "'grue99'" in heard.json["error"])
        self.assert_obeyed("face", "hue")
        self.assertLessEqual(len(wall.lines()), 12, wall.lines())

    def test_answers_to_who_asks(self):
        """With MQTT 5: to the request's response topic only, with its correlation data."""
        self.lobby()
        for command, payload, part in (("face", "hue", "success"), ("face", "grue", "there are scaled")):
            self.hub.tell(f"{P}/lobby/command/{command}", payload, answer="me/answers", correlation=payload.encode())
            answer = self.hub.expect("me/answers", lambda heard: heard.correlation == payload.encode())
            self.assertIn(part, answer.json["error"])
            self.assertEqual(answer.json["command"], [command, payload])
        self.assertEqual(self.hub.all(f"{P}/lobby/result"), [])
        done = subprocess.run(
            [tool("mosquitto_rr"), "-p", str(self.mosquitto.port), "-V", "5", "-t", f"{P}/lobby/command/get", "-m",
             "face",
             "-e", "rr/answer", "-W", "10", "-q", "1"], capture_output=True, text=True, check=True)
        self.assertEqual(json.loads(done.stdout)["data"]["name"], "face")

    def test_an_answer_that_no_broker_takes(self):
        """Publishing to a topic with too many levels would end the connection."""
        wall = self.lobby()
        self.hub.tell(f"{P}/lobby/command/face", "hue", answer="x/" * 250 + "x")
        self.assert_obeyed("face", "hue")
        self.assert_obeyed("face", "carry")
        self.assertEqual([line for line in wall.lines() if "broker" in line and "joined" not in line], [])

    def test_groups_and_all(self):
        """A wall obeys commands for itself, for its groups and for all walls."""
        walls = [self.online(name, *options, broker=self.mosquitto, peer=self.hub)
                 for name, options in (("one", ("--group", "hall")), ("two", ("--group", "hall", "--group", "floor2")))]
        faces = lambda: tuple(wall.wall["face"] for wall in walls)
        for scope, face, expected in (("group/hall", "hue", ("hue", "hue")), ("group/floor2", "full", ("hue", "full")),
                                      ("all", "carry", ("carry", "carry")), ("one", "literal", ("literal", "carry")),
                                      ("three", "hue", ("literal", "carry"))):
            self.order("face", face, scope)
            eventually(lambda: faces() == expected, lambda: f"{scope}: {expected}, but {faces()}", 5)

    def test_what_came_meanwhile_is_not_done_later(self):
        """Unless they are retained."""
        wall = self.lobby()
        wall.leave()
        self.hub.forget()
        self.order("message", "Too late")
        self.order("dim", "0.5", retain=True)
        wall.join(self.mosquitto)
        eventually(lambda: wall.wall["dim"] == 0.5, "what is retained")
        self.assertEqual(wall.wall["messages"], [])
        # The same for a clock that is away while its companion runs.
        wall.clock.process.kill()
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"offline", 5)
        self.order("message", "Too late")
        time.sleep(0.5)
        wall.start()
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online", 5)
        never(lambda: wall.wall["messages"], "a message", during=0.5)

    def test_only_some_are_allowed(self):
        wall = self.lobby("--allow", "countdown start,message,quit")
        self.assert_obeyed("countdown/start", "90")
        self.assert_obeyed("message", "Tea")
        self.assert_refused("allow", "countdown/clear")
        self.assert_refused("allow", "face", "hue")
        self.hub.tell(f"{P}/lobby/dim", "0.5", retain=True)
        time.sleep(0.5)
        self.assertEqual((wall.wall["face"], wall.wall["dim"]), ("scaled", 1))
        self.order("quit")
        self.assertEqual(wall.clock.process.wait(10), 0)

    def test_what_visitors_may_do_has_to_be_named(self):
        """Access to the broker alone does not permit granting rights to visitors."""
        wall = self.lobby()
        for option, value in (("hold-button", "never"), ("hold-action", "none"), ("allow", "countdown"),
                              ("preset", "seed")):
            self.assert_refused("visitors", "set", [option, value])
            self.assert_refused("visitors", "set", [f"--{option}", value])
        self.assert_refused("visitors", "unset", "hold-button")
        self.assertEqual(self.answered("get", "hold-button")["data"]["origin"], "default")
        self.assert_obeyed("set", "ring-style equal")
        wall.leave()
        self.hub.forget()
        wall.join(self.mosquitto, "--allow", "set,get")
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
        self.assert_obeyed("set", "hold-button never")
        self.assertEqual(self.answered("get", "hold-button")["data"]["value"], "never")

    def test_read_only(self):
        wall = self.lobby("--read-only")
        self.order("face", "hue")
        self.order("face", "hue", retain=True)
        self.hub.tell(f"{P}/lobby/face", "full", retain=True)
        self.hub.tell(f"{P}/all/countdown", iso(time.time() + 90), retain=True)
        never(lambda: wall.wall["face"] != "scaled" or "countdown" in wall.wall, "obedience", during=1.5)
        wall.ask("face", "literal")
        self.hub.expect(f"{P}/lobby/status", lambda heard: heard.json["wall"]["face"] == "literal")

    def test_read_only_beside_another(self):
        """Two companions of one clock: only the one that may share states publishes those of its group."""
        wall = self.lobby("--read-only")
        other = Wall(self, wall.server, "other")
        other.socket = wall.socket
        other.join(self.mosquitto, "--group", "hall")
        self.hub.expect(f"{P}/other/availability", lambda heard: heard.payload == b"online")
        eventually(lambda: wall.ask("status").get("sharing") == "hall", "a companion that shares")
        wall.ask("share", "face", "hue")
        self.hub.expect(f"{P}/group/hall/face", lambda heard: heard.payload == b"hue")
        eventually(lambda: wall.wall["face"] == "hue", "the face")
        # Without a group, the states of `lobby` would be those of all walls.
        never(lambda: self.hub.all(f"{P}/all/face"), "a state of the companion that only reads", during=1)


class Malformed(CommandCase):
    states = ("countdown", "message", "face", "agenda", "dim")

    def corpus(self):
        """A dozen inputs of each kind from the whole corpus; all of them would take a quarter of an hour."""
        kinds = ("command", "told", "json", "times", "options", "feed", "alarm", "agenda", "message", "payload",
                 "timestamp")
        inputs = []
        for kind in kinds:
            files = sorted((CORPUS / kind).iterdir())
            inputs += [file.read_bytes() for file in files[::max(1, len(files) // 12)]]
        self.assertGreater(len(inputs), 100)
        return [*inputs, b"\xff\xfe", b"\0", b"{", b"[" * 60000, b'{"end":' * 5000, b"[null]", b'["a", {"b": 1}]',
                b"x" * 200_000,
                b'{"end": 1e999}', b'{"end": "2026-02-30T25:00:00Z"}', b"2026-11-22T15:30:00", b'{"share": "x"}',
                b'{"text": 5}']

    def assert_well(self, wall):
        self.assertIsNone(wall.companion.poll(), wall.lines())
        self.assert_obeyed("face", "hue")
        self.assertEqual(wall.wall["face"], "hue")
        self.assert_obeyed("face", "scaled")

    def test_commands(self):
        wall = self.lobby()
        commands = ("face", "countdown/start", "countdown/until", "alarm/add", "alarm/remove", "agenda/set", "message",
                    "feed", "dim",
                    "get", "", "a/b/c/d")
        for number, payload in enumerate(self.corpus()):
            for command in commands:
                if payload.strip() or command != "face":
                    self.order(command, payload)
            # No more at once than the queue accepts.
            end = f"--end-{number}--"
            self.order("get", ["face", end])
            self.hub.expect(f"{P}/lobby/result", lambda heard: end in heard.json.get("command", []))
        self.assertFalse([heard for heard in self.hub.all(f"{P}/lobby/result") if "too many" in heard.json["error"]])
        self.assert_well(wall)

    def test_retained_garbage(self):
        """Each invalid state is reported once, and does not prevent valid ones."""
        wall = self.lobby()
        for payload in self.corpus():
            for state in self.states:
                self.hub.tell(f"{P}/lobby/{state}", payload, retain=True)
        for state in self.states:
            self.hub.tell(f"{P}/lobby/{state}", b"\xff{[", retain=True)
        self.assert_well(wall)
        results = lambda: len(self.hub.all(f"{P}/lobby/result"))
        time.sleep(0.5)
        before = results()
        never(lambda: results() > before, "another result", during=2)
        # Joiners belong to emoji and to some scripts, tags to flags.
        printable = lambda line: re.sub("[\u200c\u200d\U000e0020-\U000e007f]", "", line).isprintable()
        self.assertEqual([line for line in wall.lines() if len(line) > 400 or not printable(line)], [])
        # The same for messages that were retained before its start.
        wall.leave()
        self.hub.forget()
        wall.join(self.mosquitto)
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
        self.assert_well(wall)
        lines = len(wall.lines())
        self.assertLessEqual(lines, 2 * len(self.states), wall.lines())
        self.hub.tell(f"{P}/lobby/dim", "0.5", retain=True)
        eventually(lambda: wall.wall["dim"] == 0.5, "what is good")


if __name__ == "__main__":
    unittest.main()
