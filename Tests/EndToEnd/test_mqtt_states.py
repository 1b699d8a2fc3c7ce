"""Shared states that do not count, and denied topics: all walls show the same, and problems are reported."""

import time
import unittest

from basics import eventually, never
from broker import iso
from test_mqtt import GroupCase
from test_mqtt_brokers import ACL
from test_mqtt_links import LinkCase, P


class NotThere(GroupCase):
    """A refused, expired or future state counts as missing."""

    def faces(self, *expected):
        eventually(lambda: tuple(wall.wall["face"] for wall in self.all) == expected,
                   lambda: f"{expected}, but {[wall.wall['face'] for wall in self.all]}")

    def setUp(self):
        super().setUp()
        self.all = self.join("one", "two")

    def test_a_refused_value_lets_the_next_scope_count(self):
        self.share("face", "full", "all")
        self.faces("full", "full")
        self.share("face", "grue", "two")
        self.share("face", "hue", "all")
        self.faces("hue", "hue")
        self.share("face", "", "all")
        self.faces("scaled", "scaled")
        # Clearing a state that was never shown does not undo a change made at the wall.
        self.all[1].ask("face", "carry")
        self.share("face", "", "two")
        never(lambda: self.all[1].wall["face"] != "carry", "another face", during=1)

    def test_what_cannot_be_read_is_not_there(self):
        end = int(time.time()) + 300
        self.share("countdown", iso(end))
        self.assert_ends(self.all, end)
        self.share("countdown", iso(end).removesuffix("Z"))
        eventually(lambda: not any("countdown" in wall.wall for wall in self.all), "no countdown")
        self.hub.expect(f"{P}/one/result", lambda heard: "zone" in heard.json["error"])

    def test_a_countdown_begins_when_it_is_within_reach(self):
        end = int(time.time()) + 3653 * 86_400 - 1 + 5
        self.share("countdown", iso(end))
        never(lambda: any("countdown" in wall.wall for wall in self.all), "a countdown", during=1)
        self.assert_ends(self.all, end)
        self.assertEqual(self.hub.all(f"{P}/one/result"), [])

    def test_one_that_has_passed_does_not_hide_another(self):
        one, two = self.all
        end = int(time.time()) + 300
        self.share("countdown", iso(end - 400), "two")
        self.share("countdown", iso(end))
        self.assert_ends([one, two], end)
        # The more specific countdown reaches zero: the general one continues.
        soon = int(time.time()) + 8
        self.share("countdown", iso(soon), "one")
        self.assert_ends([one], soon)
        self.assert_ends([one], end, 30)

    def test_after_zero_it_stays_until_it_is_cleared(self):
        one, two = self.all
        end = int(time.time()) + 8
        self.share("countdown", iso(end))
        over = lambda wall: wall.wall.get("countdown", {}).get("state") == "over"
        eventually(lambda: over(one) and over(two), "zero", 30)
        never(lambda: not over(one), "something else", during=1.5)
        two.ask("countdown", "start", "20m", "By hand")
        # Time for the companion to learn of it.
        time.sleep(0.5)
        self.share("countdown", "")
        eventually(lambda: "countdown" not in one.wall, "none")
        never(lambda: two.wall["countdown"]["title"] != "By hand", "another countdown", during=1)

    def test_a_program_on_all_walls(self):
        """Also on a wall that comes late; what a viewer has started stays when the state is cleared."""
        one, two = self.all
        two.leave()
        start = int(time.time()) + 6
        self.share("program", {"start": iso(start), "steps": "Doors 6s, Talk 10m, Rest 5m hold, End 1m"})
        place = lambda wall: (wall.wall.get("program") or {}).get("title")
        self.assertIsNone(place(one))
        eventually(lambda: place(one) == "Doors" and time.time() > start, "the first step")
        eventually(lambda: place(one) == "Talk", "the second step")
        self.assertTrue(one.ends_at(start + 606))
        two.join(self.mosquitto, "--group", "hall")
        eventually(lambda: place(two) == "Talk" and two.ends_at(start + 606), lambda: f"{two.wall.get('program')}")
        # A second join does not begin the step again. The face comes after the program.
        two.ask("countdown", "add", "1m")
        two.leave()
        self.share("face", "hue")
        two.join(self.mosquitto, "--group", "hall")
        eventually(lambda: two.wall["face"] == "hue", "the face")
        self.assertTrue(two.ends_at(start + 666), two.wall)
        two.ask("program", "start", "By hand 10m")
        self.share("program", "")
        eventually(lambda: place(one) is None, "no program")
        never(lambda: place(two) != "By hand", "another program", during=1)
        self.share("program", "Work 25m")
        self.hub.expect(f"{P}/one/result", lambda heard: "start and steps" in heard.json["error"])

    def test_quiet_on_all_walls(self):
        muted = lambda *wanted: eventually(
            lambda: [wall.wall["sound"]["isMuted"] for wall in self.all] == [*wanted], f"{wanted}")
        self.share("sound", "off")
        muted(True, True)
        self.share("sound", "on", "two")
        muted(True, False)
        self.share("sound", "")
        muted(False, False)

    def test_a_text_like_an_option(self):
        self.share("message", "--id")
        texts = lambda wall: [" ".join(message["lines"]) for message in wall.wall["messages"]]
        eventually(
            lambda: [texts(wall) for wall in self.all] == [["--id"]] * 2,
            lambda: f"{[texts(wall) for wall in self.all]}")
        # The same alarm again, after it was dismissed by hand.
        self.all[0].ask("dismiss")
        eventually(lambda: texts(self.all[0]) == [], "no message")
        self.share("message", "--id")
        eventually(lambda: texts(self.all[0]) == ["--id"], "the message again")

    def test_what_is_not_retained_is_refused(self):
        self.hub.tell(f"{P}/all/face", "hue")
        self.hub.expect(f"{P}/one/result", lambda heard: "retained" in heard.json["error"])
        self.assertEqual(self.all[0].wall["face"], "scaled")

    def test_a_retained_command_comes_once(self):
        one, _ = self.all
        one.leave()
        self.hub.tell(f"{P}/one/command/stopwatch/toggle", "[]", retain=True)
        for _ in range(5):
            self.hub.forget()
            one.join(self.mosquitto)
            self.hub.expect(f"{P}/one/result", lambda heard: heard.json["command"] == ["stopwatch", "toggle"])
            time.sleep(0.3)
            self.assertEqual(len(self.hub.all(f"{P}/one/result")), 1)
            one.leave()

    def test_options_are_not_published(self):
        secret = "s3cr3t-feed"
        self.all[0].start("--feed", f"echo {secret}")
        self.share("face", "hue")
        self.hub.expect(f"{P}/one/status", lambda heard: heard.json["wall"]["face"] == "hue")
        self.assertFalse(
            [heard for heard in self.hub.heard if heard.topic.endswith("/status") and "options" in heard.json])


class Denied(LinkCase):
    def setUp(self):
        super().setUp()
        names = "floor_2", "hall", "director", "homeassistant"
        passwords = self.passwords(**{name: name for name in names})
        self.mosquitto = self.broker(f"password_file {passwords}", f"acl_file {ACL}", anonymous=False)

    def test_a_name_with_an_underscore_is_found(self):
        house = self.peer(self.mosquitto, "#", user="homeassistant", password="homeassistant")
        self.wall("floor_2").join(self.mosquitto, "--credentials", self.credentials("floor_2", user="floor_2"))
        house.expect("homeassistant/select/colourclock_floor_2/face/config", lambda heard: heard.payload)

    def test_it_is_said(self):
        wall = self.wall("other").join(self.mosquitto, "--credentials", self.credentials("hall", user="hall"))
        for topic in (f"{P}/other/availability", f"{P}/other/status", "homeassistant/+/colourclock_other/+/config"):
            eventually(lambda: any(f"denies {topic}: not auth" in line for line in wall.lines()), wall.lines)
        self.assertEqual(len(wall.lines()), 3, wall.lines())
        answer = self.companion("--no-config", "--broker", self.mosquitto.url, "--name", "other", "--forget",
                                "--credentials",
                                self.credentials("hall", user="hall"))
        self.assertEqual(answer.status, 69, answer)
        self.assertIn("denies", answer.complaints)


# Do not run imported test classes again.
del GroupCase, LinkCase

if __name__ == "__main__":
    unittest.main()
