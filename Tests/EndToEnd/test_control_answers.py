"""Answers of the control socket: options in force, refusals, messages, and events without a test elsewhere."""

import json
import re

from basics import SOURCES, asleep, eventually
from control import Client, ControlCase
from hands import FROZEN


class OptionsInForce(ControlCase):
    def option(self, name):
        return json.loads(self.send("get", name))

    def listed(self):
        return {option["name"]: option for option in self.status()["options"]}

    def test_defaults(self):
        self.running(*FROZEN)
        for name, value in [("face", "scaled"), ("seconds", True), ("date", False), ("24-hour", True),
                            ("12-hour", False),
                            ("hold-time", "2"), ("brightness", "1"), ("fade", "0.3"), ("ring-style", "solid"),
                            ("ring-size", "0.84"), ("fullscreen", True), ("grab", False), ("shift", "off")]:
            self.assertEqual(self.option(name), {"name": name, "value": value, "origin": "default"})

    def test_what_was_chosen(self):
        self.running(*FROZEN)
        self.send("face", "hue")
        self.assertEqual(self.option("face"), {"name": "face", "value": "hue", "origin": "chosen"})
        self.assertEqual(self.listed()["face"]["origin"], "chosen")
        self.send("set", "face", "full")
        self.assertEqual(self.option("face"), {"name": "face", "value": "full", "origin": "set"})
        self.send("unset", "face")
        self.send("face")
        self.assertEqual(self.option("face"), {"name": "face", "value": "scaled", "origin": "default"})
        self.assertNotIn("face", self.listed())

    def test_what_the_start_has_fixed(self):
        file = self.home / "config/colourclock/colourclock.conf"
        file.parent.mkdir(parents=True)
        file.write_text("every 60s\n")
        self.running(*FROZEN, config=True)
        file.write_text("# later\nevery 30s\nno-hex\n")
        self.send("reload")
        for every in (self.option("every"), self.listed()["every"]):
            self.assertEqual(every, {"name": "every", "value": "60s", "origin": f"{file}:1"})
        self.assertEqual(self.listed()["hex"]["origin"], f"{file}:3")
        for name, value, reason in [("kiosk", None, "the windows depend on it"),
                                    ("font", "Inter", "fonts are loaded"),
                                    ("countdown", "5m", "the command 'countdown'"), ("at", "10:00", "depends on it")]:
            self.assertIn(reason, self.refused("set", name, *[value] if value else []))


class Refusals(ControlCase):
    def test_what_makes_no_sense(self):
        self.running(*FROZEN)
        client = self.client()
        period = {"start": "08:30", "end": "09:15", "title": "Maths"}
        for words, reason in [
                (["message"], "it takes a text"), (["message", "<b></b>"], "nothing in that text"),
                (["message", "A", "--priority", "loud"], "'info', 'notice' or 'urgent'"),
                (["message", "A", "--for", "soon"], "span"),
                (["message", "A", "--prio", "urgent"], "there is no option '--prio' here"),
                (["message", "--colour", "--", "A"], "there is no option '--colour'"),
                (["countdown", "start", "5m", "--title", "Tea"], "there is no option '--title' here"),
                (["dismiss"], "there is nothing to dismiss"),
                (["dismiss", "tea"], "there is no message or alarm 'tea'"),
                (["alarm", "add", "25:00"], "it takes HH:MM"),
                (["alarm", "remove", "08:30"], "there is no alarm '08:30'"),
                (["agenda", "set"], "it takes periods"), (["agenda", "set", "Maths"], "'Maths'"),
                (["agenda", "set", [{**period, "days": 5}]], '"days" of a period is a text'),
                (["agenda", "set", [{**period, "colour": 7}]], '"colour" of a period is a text'),
                (["agenda", "set", [{**period, "colour": "green-ish"}]], "is not a colour"),
                *((["agenda", "set", [{**period, "seconds": seconds}]], '"seconds" must be two whole numbers')
                  for seconds in (5, [5], [6, 5], [5, 6.5], [5, 1 << 62], [-(1 << 62), 5], ["5", "6"], [5, 6, 7])),
                (["agenda", "set", [{**period, "seconds": [5, 5]}]], "those of a moment must be equal"),
                (["agenda", "set", [{"start": "08:30", "title": "A", "seconds": [5, 6]}]],
                 "those of a moment must be equal"),
                (["agenda", "set", [{**period, "end": "08:30"}]], "an end that is not its start"),
                (["agenda", "set", [{"start": "08:30", "title": ""}]], "a period needs a title"),
                (["agenda", "set", [{"start": "24:00", "title": "A"}]], "it takes HH:MM"),
                (["agenda", "set", "08:30 09:15 Maths"], "or TIME TITLE, such as 08:00 Take pills"),
                (["agenda", "set", [{**period, "title": 7}]], "a period is an object"),
                (["agenda", "set", [5]], "a period is"),
                (["dim", "0.01"], "0.05 to 1"), (["dim", "x"], "0.05 to 1"), (["dim"], "it takes a share"),
                (["countdown", "start", 90, None], "null is no word"), (["set", "face", None], "null is no word")]:
            with self.subTest(words):
                self.assertIn(reason, client.ask(*words)["error"])
        wall = self.wall()
        self.assertEqual((wall["messages"], wall["alarms"], wall["agenda"], wall["dim"]), ([], [], [], 1))
        self.assertEqual(
            client.ask("agenda", "set", [{**period, "days": None, "colour": "#8a9544", "seconds": None}])["error"],
            "success")

    def test_an_urgent_message_finds_room(self):
        self.running(*FROZEN)
        client = self.client()
        for number in range(32):
            self.assertEqual(client.ask("message", f"number {number}")["error"], "success")
        self.assertIn("32 messages are waiting", client.ask("message", "one more")["error"])
        self.assertEqual(client.ask("message", "fire", "--priority", "urgent")["error"], "success")
        messages = self.wall()["messages"]
        self.assertEqual((len(messages), messages[0]["lines"], messages[1]["lines"]), (32, ["fire"], ["number 1"]))

    def test_a_text_that_was_told_is_taken_away(self):
        self.running(*FROZEN)
        self.send("feed", "engaged")
        self.assertEqual(self.wall()["feed"]["lines"], ["engaged"])
        self.send("feed", "")
        self.assertNotIn("feed", self.wall())
        self.running(*FROZEN, "--feed", "echo own")
        eventually(lambda: self.wall()["feed"]["lines"] == ["own"], "its own text")
        self.send("feed", "engaged")
        self.assertEqual(self.wall()["feed"]["lines"], ["engaged"])
        self.client().ask("feed", "")
        eventually(lambda: self.wall()["feed"]["lines"] == ["own"], "its own text again")


class Messages(ControlCase):
    def test_a_command_hears_what_a_message_says(self):
        file = self.home / "heard"
        self.running(
            *FROZEN, "--message-sound",
            f'printf "%s|%s" "$COLOURCLOCK_PRIORITY" "$COLOURCLOCK_MESSAGE" >>{file}.part; mv {file}.part {file}',
            COLOURCLOCK_PRIORITY="inherited")
        self.send("message", "It's $(late); \"go\"", "--priority", "notice")
        eventually(file.exists, "the command")
        self.assertEqual(file.read_text(), "notice|It's $(late); \"go\"")

    def test_a_broken_options_file_is_told_as_long_as_it_is(self):
        """In a window, with all the details."""
        file = self.home / "config/colourclock/colourclock.conf"
        file.parent.mkdir(parents=True)
        file.write_text("face full\n")
        self.running(*FROZEN, "--window", "--geometry", "300x160", config=True)
        messages = lambda: self.wall()["messages"]
        file.write_text("ring-style <b>solid</b>\n" )
        [message] = eventually(messages, "a message")
        reason = self.status()["lastReloadFailure"]
        self.assertIn("'<b>solid</b>'", reason)
        self.assertEqual((message["id"], message["isShown"], " ".join(message["lines"])), ("options", True, reason))
        file.write_text("face literal\n")
        eventually(lambda: not messages(), "no message")
        self.assertNotIn("lastReloadFailure", self.status())


class Events(ControlCase):
    def events(self, *topics, within=10):
        client = Client(self.path, within)
        self.addCleanup(client.close)
        self.assertEqual(client.ask("observe", *topics)["error"], "success")
        return lambda: client.read()["data"]

    def test_message(self):
        self.running(*FROZEN)
        event = self.events("message")
        self.send("message", "tea", "--for", "60s", "--id", "t")
        [message] = event()
        left = message.pop("left")
        self.assertEqual(message, {"id": "t", "priority": "info", "lines": ["tea"], "isShown": True})
        self.assertTrue(50 < left <= 60, left)
        self.send("message", "fire", "--priority", "urgent")
        urgent, info = event()
        self.assertEqual((urgent["isShown"], info["isShown"], "left" in urgent), (True, False, False))
        self.send("dismiss")
        [message] = event()
        self.assertTrue(message["isShown"])
        self.send("dismiss", "t")
        self.assertEqual(event(), [])

    def test_alarm(self):
        self.running("--at", "08:29:53", "--alarm", "08:30=Tea")
        event = self.events("alarm", within=30)
        self.assertEqual(event(), ["08:30:00=Tea"])
        self.assertEqual(self.wall()["ringing"], ["Tea"])
        self.send("dismiss")
        self.assertEqual(event(), [])

    def test_monitor(self):
        self.running(*FROZEN, "--window", "--geometry", "200x100")
        event = self.events("monitor")
        self.window.configure(width=240, height=120)
        self.viewer.display.sync()
        self.assertEqual(event(), [{"name": "screen", "width": 240, "height": 120, "role": "whole"}])

    def test_health(self):
        clock = self.running("--health-badge", "always")
        event = self.events("health")
        with asleep(clock, 3):
            pass
        self.assertRegex(event(), r"\d+\.\d s")


class Kiosk(ControlCase):
    def test_the_status_tells_what_holds(self):
        """The state in force, not the requested one."""
        rival = self.look(self.server)
        rival.root.grab_keyboard(False, 1, 1, 0)
        rival.display.sync()
        self.running(*FROZEN, "--kiosk")
        held = lambda: sorted(self.status()["grabs"])
        eventually(lambda: held() == ["pointer"], "the pointer")
        rival.display.ungrab_keyboard(0)
        rival.display.sync()
        eventually(lambda: held() == ["keyboard", "pointer"], "both")
        self.assertEqual(self.status()["inhibitors"], ["X server"])


class Documents(ControlCase):
    def test_the_manual_names_every_command(self):
        section = (SOURCES.parent / "assets/manual/colourclock-control.5.md").read_text().replace("*", "")
        for line in self.run_clock("--list-commands").output.splitlines():
            first, _, second = line.split("\t")[0].partition(" ")
            with self.subTest(first=first, second=second):
                pattern = rf"(?m)^{first} [^\n]*\b{second}\b" if second else rf"(?m)^{first}\b"
                self.assertTrue(re.search(pattern, section), pattern)
