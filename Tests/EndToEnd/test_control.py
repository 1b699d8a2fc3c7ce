"""The control socket: its commands, its permitted users, and refusals."""

import contextlib
import datetime
import json
import math
import os
import re
import signal
import socket
import stat
import subprocess
import threading
import time
import unicodedata

from basics import BINARY, SOURCES, eventually, mortal, never, promptly, tool
from control import Client, ControlCase
from hands import FROZEN
from support import picture
from ticks import Ticks


class Commands(ControlCase):
    def test_the_status_names_what_is_on_the_screen(self):
        self.running("--at", "13:35:16", "--speed", "0", "--date")
        status = self.status()
        wall = status["wall"]
        self.assertEqual((wall["time"], wall["colour"], wall["face"]), ("13:35:16", "#8a9544", "scaled"))
        self.assertEqual(self.code(), "8a9544")
        self.assertEqual((status["pid"], status["display"]), (self.present.pid, self.server.name))
        self.assertEqual(status["monitors"], [{"name": "screen", "width": 320, "height": 180, "role": "whole"}])
        self.assertEqual((status["grabs"], status["inhibitors"]), ([], []))
        options = {option["name"]: option for option in status["options"]}
        self.assertEqual(options["date"], {"name": "date", "value": True, "origin": "command line"})
        self.assertTrue(0 < status["uptime"] < 60, status["uptime"])
        self.assertNotIn("watchdog", status)

    def test_a_window_of_the_screens_size_is_a_window(self):
        """Until the toggle makes it full screen: `mode` is not a matter of size alone."""
        self.running("--window", "--geometry", "320x180+0+0", *FROZEN)
        self.assertEqual(self.status()["mode"], "window")
        self.press("f")
        eventually(lambda: self.status()["mode"] == "full screen", lambda: self.status()["mode"])

    def test_the_status_tells_of_starts_and_watchdog(self):
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.bind(str(self.home / "notify"))
        self.running(NOTIFY_SOCKET=self.home / "notify", WATCHDOG_USEC=30_000_000)
        watchdog = eventually(lambda: (dog := self.status()["watchdog"]).get("sinceSign") and dog, "a sign of life")
        self.assertEqual((watchdog["timeout"], watchdog["interval"]), (30, 15))
        self.assertTrue(0 < watchdog["sinceSign"] < 15, watchdog)
        # Counted after the start is over.
        self.assertEqual(eventually(lambda: self.status().get("starts"), "the starts", within=20), 1)

    def test_face(self):
        self.running("--at", "13:35:16", "--speed", "0", "--variant", "my tea = face literal, no-seconds")
        for name, colour in [("full", "909745"), ("my tea", "133516")]:
            self.send("face", name)
            eventually(lambda: self.code() == colour, name)
            self.assertEqual(self.wall()["face"], name)
        self.assertIn("there are scaled, full", self.refused("face", "grue"))

    def test_the_face_of_the_options_again(self):
        clock = self.running("--at", "13:35:16", "--speed", "0")
        self.send("face", "full")
        eventually(lambda: self.code() == "909745", "the face chosen")
        self.send("face")
        eventually(lambda: self.code() == "8a9544", "the face of the options")
        self.send("set", "face", "literal")
        self.send("face", "full")
        self.send("face")
        eventually(lambda: self.code() == "133516", "the face set")
        self.send("face", "full")
        self.send("face")
        clock.signal(signal.SIGTERM)
        clock.end()
        # Nothing was saved for the next start.
        self.running("--at", "13:35:16", "--speed", "0")
        self.assertEqual(self.code(), "8a9544")

    def test_countdown(self):
        self.running(*FROZEN)
        state = lambda: self.wall().get("countdown", {}).get("state")
        self.assertEqual(self.refused("countdown", "pause"), "there is no countdown")
        self.send("countdown", "toggle")
        self.assertEqual(state(), "running")
        self.send("countdown", "clear")
        self.send("countdown", "start", "5m", "Green", "tea")
        countdown = self.wall()["countdown"]
        self.assertEqual((countdown["state"], countdown["title"], countdown["length"]), ("running", "Green tea", 300))
        self.assertEqual(self.refused("countdown", "resume"), "the countdown is not paused")
        self.send("countdown", "pause")
        self.assertEqual(state(), "paused")
        self.send("countdown", "resume")
        self.send("countdown", "add", "-1m")
        self.assertTrue(200 < self.wall()["countdown"]["remaining"] < 240)
        self.send("countdown", "set", "10")
        self.send("countdown", "toggle")
        self.assertEqual(state(), "paused")
        self.send("countdown", "reset")
        self.assertEqual(state(), "idle")
        self.send("countdown", "start", "1")
        eventually(lambda: state() == "over", "zero")
        self.send("countdown", "clear")
        self.assertIsNone(state())
        self.assertIn("a span of time", self.refused("countdown", "start", "soon"))
        self.assertIn("unexpected word 'more'", self.refused("countdown", "pause", "more"))
        self.assertIn("it takes start, until, pause", self.refused("countdown"))

    def test_countdown_until_a_point_of_time(self):
        self.running()
        at = lambda seconds: datetime.datetime.fromtimestamp(time.time() + seconds, datetime.timezone.utc)
        end = at(3600)
        self.send("countdown", "until", end.isoformat(timespec="milliseconds").replace("+00:00", "Z"), "Stand-up")
        countdown = self.wall()["countdown"]
        self.assertEqual((countdown["state"], countdown["title"]), ("running", "Stand-up"))
        self.assertTrue(3590 < countdown["length"] <= 3600, countdown)
        # The same end in another zone's time is the same countdown, which continues.
        berlin = end.astimezone(datetime.timezone(datetime.timedelta(hours=1)))
        self.send("countdown", "until", berlin.isoformat(timespec="milliseconds"), "Tea")
        again = self.wall()["countdown"]
        self.assertEqual((again["length"], again["title"]), (countdown["length"], "Tea"))
        for wrong, reason in [(at(-1).isoformat(), "that moment has passed"),
                              (at(3653 * 86_400 + 60).isoformat(), "ten years"),
                              ("17:60", "it takes a time of day"), ("2026-11-22T25:30:00", "it takes a time of day")]:
            self.assertIn(reason, self.refused("countdown", "until", wrong))
        self.assertEqual(self.wall()["countdown"]["length"], countdown["length"])
        self.send("countdown", "until", at(6).isoformat())
        eventually(lambda: self.wall()["countdown"]["state"] == "over", "zero")

    def test_a_countdown_to_a_point_of_time_is_kept(self):
        clock = self.running()
        end = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1)
        self.send("countdown", "until", end.isoformat(), "Stand-up")
        clock.signal(signal.SIGTERM)
        clock.end()
        self.running()
        countdown = self.wall()["countdown"]
        self.assertEqual(countdown["title"], "Stand-up")
        self.assertAlmostEqual(countdown["remaining"], end.timestamp() - time.time(), delta=5)

    def test_stopwatch(self):
        self.running(*FROZEN)
        self.assertEqual(self.refused("stopwatch", "lap"), "the stopwatch is not running")
        self.send("stopwatch", "start")
        self.assertEqual(self.refused("stopwatch", "start"), "the stopwatch is already running")
        self.send("stopwatch", "lap")
        self.send("stopwatch", "stop")
        self.assertIn("unexpected word", self.refused("stopwatch", "laps", "csv"))
        watch = self.wall()["stopwatch"]
        lap = watch["lapTimes"][0]
        self.assertEqual((lap["number"], lap["split"]), (1, lap["total"]))
        self.assertTrue(0 < lap["total"] <= watch["elapsed"], watch)
        hundredths = f"{math.floor(lap['total'] * 100 + 1e-6) / 100:.2f}"
        self.assertEqual(self.send("stopwatch", "laps", "--csv"), f"lap,split,total\n1,{hundredths},{hundredths}\n")
        self.assertEqual(json.loads(self.send("stopwatch", "laps")), watch["lapTimes"])
        self.assertEqual((watch["isRunning"], watch["laps"]), (False, 1))
        self.send("stopwatch", "reset")
        self.assertEqual(self.wall()["stopwatch"]["elapsed"], 0)
        self.send("stopwatch", "clear")
        self.assertNotIn("stopwatch", self.wall())
        self.assertEqual(self.refused("stopwatch", "laps", "--csv"), "there is no stopwatch")

    def test_gallery(self):
        self.running(*FROZEN)
        self.assertEqual(self.refused("gallery", "next"), "the gallery is not open")
        self.send("gallery", "open")
        self.assertTrue(self.wall()["isGalleryOpen"])
        self.send("gallery", "next")
        self.send("gallery", "choose")
        self.assertEqual(self.wall()["face"], "full")
        self.send("gallery", "open")
        self.send("gallery", "previous")
        self.send("gallery", "close")
        self.assertEqual(self.wall()["face"], "full")

    def test_a_pushed_text_is_shown_without_a_feed(self):
        self.running(*FROZEN)
        before = self.viewer.picture(self.window)
        self.send("feed", "Room 4: <b>free</b> until 10:30")
        eventually(lambda: self.viewer.picture(self.window) != before, "the text")
        self.assertEqual(self.wall()["feed"]["lines"], ["Room 4: <b>free</b> until 10:30"])

    def test_dim_and_its_end(self):
        self.running("--at", "13:35:16", "--speed", "0")
        self.send("dim", "0.2", "--for", "5")
        eventually(lambda: max(self.viewer.colour(self.window)) < 0x60, "less light")
        eventually(lambda: self.code() == "8a9544", "the wall as it was")
        self.assertIn("0.05 to 1", self.refused("dim", "0"))

    def test_a_blank_wall_shows_nothing_until_a_hand_comes(self):
        self.running(*FROZEN)
        before = self.viewer.picture(self.window)
        self.send("blank", "on")
        black = lambda: set(self.viewer.pixels(self.window, 0, 0, 320, 180)) == {0}
        eventually(black, "a black wall")
        self.send("blank", "off")
        eventually(lambda: self.viewer.picture(self.window) == before, "the wall")
        self.send("blank", "on")
        eventually(black, "a black wall")
        # The key only wakes the wall: no countdown is set, and no confirmation is asked.
        self.press("c")
        eventually(lambda: self.viewer.picture(self.window) == before, "the wall")
        self.assertNotIn("countdown", self.wall())

    def test_identify(self):
        self.running(*FROZEN)
        before = self.viewer.picture(self.window)
        self.send("identify")
        eventually(lambda: self.viewer.picture(self.window) != before, "its name")
        eventually(lambda: self.viewer.picture(self.window) == before, "the wall again", within=60)

    def test_snapshot(self):
        self.running(*FROZEN)
        file = self.home / "what is shown.png"
        self.send("snapshot", file)
        width, height, _ = picture(file)
        self.assertEqual((width, height), (320, 180))
        self.assertEqual(self.planes_of(file), self.viewer.planes(self.window))
        self.assertIn("absolute path", self.refused("snapshot", "shot.png"))
        os.mkfifo(self.home / "pipe.png")
        (self.home / "kept").write_text("kept")
        (self.home / "link.png").symlink_to("kept")
        (self.home / "dangling.png").symlink_to("nothing")
        (self.home / "folder.png").mkdir()
        for name in ("pipe", "link", "dangling", "folder"):
            self.assertIn("is no regular file", self.refused("snapshot", self.home / f"{name}.png"))
        self.assertEqual((self.home / "kept").read_text(), "kept")
        self.assertFalse((self.home / "nothing").exists())
        self.assertIn("cannot write", self.refused("snapshot", "/nowhere/shot.png"))

    def test_refresh(self):
        self.running(*FROZEN, "--feed", "date +%N")
        lines = lambda: self.wall().get("feed", {}).get("lines")
        first = eventually(lines, "a first text")
        self.send("refresh")
        eventually(lambda: lines() != first, "another text")

    def test_a_broken_feed_says_why(self):
        self.running(*FROZEN, "--feed", "echo no such room >&2; false")
        feed = eventually(lambda: self.wall().get("feed"), "a feed")
        eventually(lambda: self.wall()["feed"].get("failure"), "its failure")
        feed = self.wall()["feed"]
        self.assertIn("the command failed (1)", feed["failure"])
        self.assertEqual(feed["complaint"], "no such room")

    def test_quit(self):
        clock = self.running(*FROZEN)
        self.send("quit")
        self.assertEqual(clock.end(), (0, ""))
        self.assertFalse(self.path.exists())

    def test_a_clock_may_start_as_soon_as_quit_is_answered(self):
        for _ in range(5):
            clock = self.running(*FROZEN)
            self.send("quit")
            self.assertFalse(self.path.exists())
            # The clock has closed the connection, so at most the parent has not noticed the end yet.
            promptly(lambda: clock.process.poll() is not None, "its end", 0.5, clock.pid)  # noqa: B023
            self.assertEqual(clock.end(), (0, ""))

    def test_help_lists_what_there_is(self):
        self.running(*FROZEN)
        text = self.send("help")
        for name in ["status", "countdown start [SPAN] [TITLE]", "quit"]:
            self.assertIn(name, text)
        client = self.client()
        for command in client.ask("help")["data"]:
            # Each command is known: with too many words the refusal names it, unless they are a text.
            reply = client.ask(*command["name"].split(), *["x"] * 12)
            if command["name"].split()[0] not in (
                    "feed", "face", "countdown", "set", "snapshot", "message", "dismiss", "alarm", "agenda", "trouble",
                    "sharing"):
                self.assertTrue(reply["error"].startswith(command["name"]), (command, reply))


class Examples(ControlCase):
    def test_those_of_the_readme(self):
        """Each line of the shell examples unchanged, without a leading ssh, i3 or cron part."""
        text = (SOURCES.parent / "README.md").read_text()
        section = re.search(r"(?ms)^## Control from outside$.*?^## ", text)[0]
        lines = [line for block in re.findall(r"(?ms)^```sh\n(.*?)^```", section) for line in block.splitlines()]
        lines += re.findall(r"`((?:bindsym|0 22) .*?)`", section)
        self.assertEqual(len(lines), 9)
        self.running(*FROZEN)
        folder = self.home / "bin"
        folder.mkdir()
        (folder / "colourclock").symlink_to(BINARY)
        example = self.path.with_name("0.sock")
        if example != self.path:
            example.symlink_to(self.path.name)
        for line in lines:
            with self.subTest(line):
                command = re.sub(
                    r"^(ssh host|bindsym \S+ exec|0 22 \* \* 1-5 XDG_RUNTIME_DIR=/run/user/1000) ", "", line)
                command = command.removeprefix("/usr/local/bin/")
                command = re.sub("^colourclock watch", f"{tool('timeout')} 2 colourclock watch", command)
                answer = subprocess.run(
                    [tool("sh"), "-c", command], capture_output=True, text=True,
                    env=self.variables(PATH=f"{folder}:/usr/bin:/bin"))
                self.assertEqual(answer.stderr, "")
                self.assertIn(answer.returncode, [124] if "timeout" in command else [0])
                if "socat" in command:
                    self.assertEqual(json.loads(answer.stdout), {"error": "success", "request_id": 7})


class Options(ControlCase):
    def test_set_and_get(self):
        self.running("--at", "13:35:16", "--speed", "0", "--no-hex")
        get = lambda name: json.loads(self.send("get", name))
        self.assertEqual(get("hex"), {"name": "hex", "value": False, "origin": "command line"})
        self.assertEqual(get("feed-lines"), {"name": "feed-lines", "value": "3", "origin": "default"})
        before = self.viewer.picture(self.window)
        self.send("set", "hex")
        eventually(lambda: self.viewer.picture(self.window) != before, "the code")
        self.assertEqual(get("hex"), {"name": "hex", "value": True, "origin": "set"})
        self.send("set", "no-hex")
        eventually(lambda: self.viewer.picture(self.window) == before, "no code")
        self.send("set", "--face", "literal")
        eventually(lambda: self.code() == "133516", "the face")

    def test_unset(self):
        file = self.home / "config/colourclock/colourclock.conf"
        file.parent.mkdir(parents=True)
        file.write_text("face full\nno-hex\n")
        self.running("--at", "13:35:16", "--speed", "0", "--date", config=True)
        get = lambda name: json.loads(self.send("get", name))
        before = self.viewer.picture(self.window)
        was = {name: get(name) for name in ("face", "hex", "date", "seconds", "alarm")}
        for words in (["face", "literal"], ["hex"], ["no-date"], ["no-seconds"], ["alarm", "03:00=A"],
                      ["alarm", "04:00=B"]):
            self.send("set", *words)
            self.assertEqual(get(words[0].removeprefix("no-"))["origin"], "set")
        eventually(lambda: self.code() == "133516", "the face set")
        for name in ("--face", "hex", "date", "no-seconds", "alarm"):
            self.send("unset", name)
        self.assertEqual({name: get(name) for name in was}, was)
        self.assertEqual((was["face"]["origin"], was["seconds"]["origin"]), (f"{file}:1", "default"))
        eventually(lambda: self.viewer.picture(self.window) == before, "the wall as it was")
        self.assertIn("'face' was not set", self.refused("unset", "face"))
        self.assertIn("there is no option 'nonsense'", self.refused("unset", "nonsense"))
        # An option that another one needs stays.
        self.send("set", "place", "52.52,13.40")
        self.send("set", "night", "sun")
        self.assertIn("needs '--place'", self.refused("unset", "place"))
        self.assertEqual(get("place")["origin"], "set")

    def test_what_is_set_counts_more_than_what_was_chosen(self):
        self.running("--at", "13:35:16", "--speed", "0")
        self.send("face", "full")
        self.send("set", "face", "literal")
        eventually(lambda: self.code() == "133516", "the face set")
        self.send("face", "full")
        eventually(lambda: self.code() == "909745", "the face chosen")

    def test_nothing_is_run_and_nothing_fixed_changes(self):
        self.running(*FROZEN)
        touched = self.home / "touched"
        for name in ["on-zero", "on-refresh", "feed", "feed-file", "hold-action"]:
            self.assertIn("runs commands or uses files", self.refused("set", name, f"touch {touched}"))
        for words in [["kiosk"], ["grab"], ["exit-on-input"], ["monitor", "1"], ["control", "/x"], ["at", "10:00"],
                      ["speed", "2"], ["countdown", "5m"]]:
            self.assertIn("cannot be changed while the clock runs", self.refused("set", *words))
        self.assertIn("can only stand on the command line", self.refused("set", "no-config"))
        self.assertIn("Did you mean '--face'?", self.refused("set", "fase", "hue"))
        self.assertIn("is invalid for '--fade", self.refused("set", "fade", "99"))
        self.assertIn("there is no option", self.refused("get", "nonsense"))
        self.send("set", "hold-action", "none")
        self.assertEqual(self.wall()["hold"]["action"], "none")
        # A text argument is never taken for an option.
        self.send("feed", "--on-zero", "ls")
        self.assertEqual(self.wall()["feed"]["lines"], ["--on-zero ls"])
        self.assertFalse(touched.exists())

    def test_reload(self):
        file = self.home / "config/colourclock/colourclock.conf"
        file.parent.mkdir(parents=True)
        file.write_text("face full\n")
        self.running("--at", "13:35:16", "--speed", "0", config=True)
        self.assertEqual(json.loads(self.send("get", "face"))["origin"], f"{file}:1")
        file.write_text("# now\nface literal\n")
        self.send("reload")
        eventually(lambda: self.code() == "133516", "the new face")
        # In one step: the clock may just be reading the file, and must not find it half written.
        wrong = file.with_suffix(".new")
        wrong.write_text("face grue\n")
        wrong.rename(file)
        self.assertIn(f"{file}:1", self.refused("reload"))
        self.assertEqual(self.wall()["face"], "literal")


class Lines(ControlCase):
    def test_by_socat(self):
        self.running(*FROZEN)
        for line, error in [("face hue", "success"), ('{"command": ["face", "full"]}', "success"),
                            ("face 'hue'", "success"), ("countdown start '90'  \"Green \\\"tea\\\"\"", "success")]:
            answer = subprocess.run(
                [tool("socat"), "-t5", "-", f"UNIX-CONNECT:{self.path}"], input=line + "\n", text=True,
                capture_output=True, check=True)
            self.assertEqual(json.loads(answer.stdout)["error"], error)
        self.assertEqual(self.wall()["countdown"]["title"], 'Green "tea"')

    def test_requests_and_their_numbers(self):
        self.running(*FROZEN)
        client = self.client()
        for number in [7, "seven", None, [1, {"a": 2.5}]]:
            reply = client.ask("face", "hue", request_id=number)
            self.assertEqual(reply, {"error": "success", "request_id": number})
        client.write(b'{"command": "countdown start 90", "request_id": 1}\nface full\n\n  \r\nface hue\r\n')
        self.assertEqual([client.read() for _ in range(3)],
                         [{"error": "success", "request_id": 1}, {"error": "success"}, {"error": "success"}])
        self.assertEqual(client.ask("countdown", "set", 60), {"error": "success"})
        for line in [b'{"request_id": 7}', b'{"command": 5, "request_id": 7}',
                     b'{"command": "face \'", "request_id": 7}',
                     b'{"command": ["nonsense"], "request_id": 7}', b'{"command": ["face", "grue"], "request_id": 7}']:
            client.write(line + b"\n")
            reply = client.read()
            self.assertEqual(reply["request_id"], 7, (line, reply))
            self.assertNotEqual(reply["error"], "success")
        client.write(b'{"command": ["face"], "request_id": 7\n')
        self.assertNotIn("request_id", client.read())

    def test_garbage_is_answered_and_harms_nothing(self):
        self.running(*FROZEN)
        client = self.client()
        lines = [
            b"{", b"{}", b'{"command": 5}', b'{"command": []}', b'{"command": [[[]]]}', b"\xff\xfe", b"\0\0", b"[]",
            b'{"command": ["face"], "command": ', b"'", b'face "', b'{"a":' * 5000, b"[" * 60000, b"{" + b"[" * 60000,
            b'{"command": ["set", "face", null]}', "\u202e\U0001F9FF".encode(), b"countdown add 99999999999999999999"]
        for line in lines:
            with self.subTest(line[:40]):
                client.write(line + b"\n")
                self.assertNotEqual(client.read()["error"], "success")
        self.assertEqual(client.ask("face", "hue")["error"], "success")

    def test_a_line_that_does_not_end(self):
        self.running(*FROZEN)
        client = self.client()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            client.write(b"x" * 200_000)
        with contextlib.suppress(ConnectionResetError):
            self.assertIn("64 kB", client.read()["error"])
            self.assertIsNone(client.read())
        half = self.client()
        half.write(b'{"command": ["fa')
        self.assertEqual(self.client().ask("face", "hue")["error"], "success")
        half.write(b'ce", "full"]}\n')
        self.assertEqual(half.read()["error"], "success")

    def test_what_was_asked_before_the_end_is_done(self):
        self.running(*FROZEN)
        client = self.client()
        client.write(b"face hue\nface full\n")
        client.socket.shutdown(socket.SHUT_WR)
        self.assertEqual([client.read()["error"], client.read()["error"], client.read()], ["success"] * 2 + [None])

    def test_a_line_that_is_too_long(self):
        """Too long, however much of it arrives at once."""
        self.running(*FROZEN)
        client = self.client()
        client.write(b"countdown start 90 " + b"x" * (64 << 10) + b"\n")
        with contextlib.suppress(ConnectionResetError):
            self.assertIn("64 kB", client.read()["error"])
            self.assertIsNone(client.read())
        self.assertNotIn("countdown", self.wall())
        client = self.client()
        client.write(b"countdown start 90 " + b"x" * ((64 << 10) - 19) + b"\n")
        self.assertEqual(client.read(), {"error": "success"})

    def test_the_last_line_may_be_without_its_end(self):
        self.running(*FROZEN)
        client = self.client()
        client.write(b"face full\nface hue")
        client.socket.shutdown(socket.SHUT_WR)
        self.assertEqual([client.read(), client.read(), client.read()], [{"error": "success"}] * 2 + [None])
        self.assertEqual(self.wall()["face"], "hue")

    def test_sixteen_clients(self):
        self.running(*FROZEN)
        clients = [self.client() for _ in range(16)]
        for client in clients:
            self.assertEqual(client.ask("get", "face")["error"], "success")
        self.assertIn("16 clients", self.client().read()["error"])
        clients[3].close()
        def is_there_room():
            # A client without a place may find its connection closed before it has written.
            try:
                return self.client().ask("get", "face").get("error") == "success"
            except BrokenPipeError:
                return False

        eventually(is_there_room, "a place that is free again")

    def test_who_does_not_read_is_dropped(self):
        clock = self.running(*FROZEN)
        client = self.client()
        client.socket.settimeout(20)
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with self.assertRaises(OSError) as raised:
            for _ in range(100_000):
                client.write(b"help\n")
        self.assertNotIsInstance(raised.exception, socket.timeout)
        self.assertEqual(self.client().ask("get", "face")["error"], "success")
        self.send("quit")
        self.assert_ends(clock, 0, "does not read its answers")

    def test_a_flood_is_answered_a_line_at_a_time(self):
        """A client with few commands is answered long before the flood ends."""
        self.running(*FROZEN)
        flood, other = self.client(), self.client()
        answers = []
        reader = threading.Thread(target=lambda: [answers.append(flood.file.readline()) for _ in range(3_000)])
        writer = threading.Thread(target=flood.socket.sendall, args=(b"health\n" * 3_000,))
        for thread in (reader, writer):
            thread.start()
            self.addCleanup(thread.join)
        eventually(lambda: answers, "an answer")
        self.assertEqual(other.ask("face", "hue")["error"], "success")
        self.assertLess(len(answers), 2_000)

    def test_a_flood_delays_no_tick(self):
        self.running()
        ticks, flood = Ticks(self, self.path, self.present.pid), self.client()
        pid = os.fork()
        if pid == 0:
            with contextlib.suppress(OSError):
                while True:
                    flood.socket.sendall(b"countdown toggle\nnonsense\n" * 500)
            os._exit(0)
        self.addCleanup(os.waitpid, pid, 0)
        self.addCleanup(os.kill, pid, signal.SIGKILL)
        ticks.wait_for(5)
        ticks.assert_each_once()


class Pictures(ControlCase):
    """Snapshots are written by a separate process."""

    screen = "1280x720x24"

    def test_they_take_no_second_away(self):
        self.running()
        ticks, client = Ticks(self, self.path, self.present.pid), self.client()
        sent = lambda: client.ask("health")["data"]["sent"]["count"]
        ticks.wait_for(3)
        missing, before = ticks.assert_each_once(), sent()
        pid = os.fork()
        if pid == 0:
            with contextlib.suppress(OSError, TypeError):
                asker = Client(self.path)
                while asker.ask("snapshot", str(self.home / "again.png"))["error"] == "success":
                    pass
            os._exit(0)
        self.addCleanup(os.waitpid, pid, 0)
        self.addCleanup(os.kill, pid, signal.SIGKILL)
        ticks.wait_for(6)
        missing, after = ticks.assert_each_once() - missing, sent()
        # A tick may be reported before it is counted.
        self.assertGreaterEqual(after - before + missing, 5)
        self.assertTrue((self.home / "again.png").exists())
        os.kill(pid, signal.SIGKILL)
        # Snapshots are taken in order, so after this one nothing writes into the folder any more.
        self.assertEqual(client.ask("snapshot", str(self.home / "last.png"))["error"], "success")

    def test_answers_come_in_the_order_of_the_questions(self):
        self.running(*FROZEN)
        client = self.client()
        file = self.home / "shot.png"
        for number, words in enumerate(
            (["snapshot", str(file)], ["get", "face"], ["snapshot", "/nowhere/shot.png"], ["help"])):
            client.write({"command": words, "request_id": number})
        replies = [client.read() for _ in range(4)]
        self.assertEqual([reply["request_id"] for reply in replies], [0, 1, 2, 3])
        self.assertEqual([reply["error"] == "success" for reply in replies], [True, True, False, True])
        self.assertEqual(picture(file)[:2], (1280, 720))

    def test_what_stands_behind_a_picture_that_is_refused_at_once(self):
        """Commands after a refused snapshot are answered, even on a frozen clock."""
        self.running(*FROZEN)
        os.mkfifo(self.home / "pipe.png")
        client = self.client()
        for number, words in enumerate((["snapshot", str(self.home / "pipe.png")], ["get", "face"]) * 2):
            client.write({"command": words, "request_id": number})
        replies = [client.read() for _ in range(4)]
        self.assertEqual([reply["request_id"] for reply in replies], [0, 1, 2, 3])
        self.assertEqual([reply["error"] == "success" for reply in replies], [False, True] * 2)

    def test_what_waits_behind_a_picture_of_another_client_that_is_refused(self):
        self.running(*FROZEN)
        os.mkfifo(self.home / "pipe.png")
        clients = [self.client() for _ in range(4)]
        for client, name in zip(clients, ("first.png", "pipe.png", "pipe.png", "last.png")):
            client.write({"command": ["snapshot", str(self.home / name)]})
        self.assertEqual([client.read()["error"] == "success" for client in clients], [True, False, False, True])

    def test_one_that_goes_before_its_picture_is_there(self):
        clock = self.running(*FROZEN)
        for _ in range(3):
            client = Client(self.path)
            client.write({"command": ["snapshot", str(self.home / "shot.png")]})
            client.close()
        self.assertEqual(self.client().ask("snapshot", str(self.home / "last.png")), {"error": "success"})
        before = clock.sleeps()
        never(lambda: clock.sleeps() > before + 20, "a clock that never sleeps", during=0.5)

    def test_none_is_left_at_the_end(self):
        """Nor a process that writes one."""
        clock = self.running(*FROZEN)
        client = self.client()
        client.write({"command": ["snapshot", str(self.home / "shot.png")]})
        self.send("quit")
        self.assertEqual(clock.end(), (0, ""))
        eventually(lambda: not self.descendants(), "the end of all that it has started")


class Events(ControlCase):
    def test_an_event_for_each(self):
        self.running("--feed", "echo free")
        watch = subprocess.Popen(
            mortal([BINARY, "watch"]), env=self.variables(), stdout=subprocess.PIPE, text=True)
        self.addCleanup(watch.stdout.close)
        self.addCleanup(watch.wait)
        self.addCleanup(watch.kill)

        def event(name):
            while line := watch.stdout.readline():
                found = json.loads(line)
                if found["event"] == name:
                    return found.get("data")
            self.fail(f"no {name}")

        ticks = [event("tick") for _ in range(3)]
        self.assertEqual(len({tick["time"] for tick in ticks}), 3)
        self.assertRegex(ticks[0]["colour"], "^#[0-9a-f]{6}$")
        self.send("countdown", "start", "90", "Tea")
        self.assertEqual((data := event("countdown"))["state"], "running", data)
        self.send("countdown", "clear")
        self.assertIsNone(event("countdown"))
        self.send("stopwatch", "start")
        self.assertTrue(event("stopwatch")["isRunning"])
        self.send("face", "hue")
        self.assertEqual(event("face"), "hue")
        self.send("feed", "engaged")
        self.assertEqual(event("feed")["lines"], ["engaged"])
        self.press("q")
        self.assertEqual(event("hold")["action"], "quit")
        self.send("quit")
        self.assertIsNone(event("quit"))
        self.assertEqual(watch.wait(10), 0)

    def test_only_what_was_asked_for(self):
        self.running()
        client = self.client()
        self.assertEqual(client.ask("observe", "face")["error"], "success")
        self.send("countdown", "start", "90")
        other = self.client()
        other.ask("observe", "tick")
        for _ in range(3):
            self.assertEqual(other.read()["event"], "tick")
        self.send("face", "hue")
        self.assertEqual(client.read(), {"event": "face", "data": "hue"})
        self.assertIn("it takes", client.ask("observe", "nonsense")["error"])

    def test_what_is_changed_is_told_whatever_has_changed_it(self):
        file = self.home / "config/colourclock/colourclock.conf"
        file.parent.mkdir(parents=True)
        file.write_text("no-hex\n")
        self.running(*FROZEN, "--date", config=True)
        client = self.client()
        client.ask("observe", "blank", "dim", "agenda", "options")
        told = lambda: (event := client.read()) and (event["event"], event.get("data"))
        # Values from before the subscription and unchanged ones cause no event.
        self.send("dim", "1")
        self.send("blank", "on")
        self.assertEqual(told(), ("blank", True))
        self.press("c")
        self.assertEqual(told(), ("blank", False))
        self.send("dim", "0.5", "--for", "1")
        self.assertEqual([told(), told()], [("dim", 0.5), ("dim", 1)])
        self.send("agenda", "set", "08:30-09:15 Maths")
        name, periods = told()
        self.assertEqual((name, [period["title"] for period in periods]), ("agenda", ["Maths"]))
        self.assertEqual(periods, self.wall()["agenda"])
        self.send("agenda", "clear")
        self.assertEqual(told(), ("agenda", []))
        self.send("set", "ring-style", "equal")
        self.assertEqual(told(), ("options", ["ring-style"]))
        self.send("unset", "ring-style")
        self.assertEqual(told(), ("options", ["ring-style"]))
        # The event contains neither values nor commands.
        file.write_text("date\nno-hex\non-zero curl -u me:s3cr3t localhost\n")
        self.assertEqual(told(), ("options", ["hex", "on-zero"]))

    def test_a_period_that_begins_is_told(self):
        self.running("--at", "08:29:54", "--no-hex")
        client = Client(self.path, within=30)
        self.addCleanup(client.close)
        self.assertEqual(client.ask("agenda", "set", "08:30-09:15 Maths")["error"], "success")
        client.ask("observe", "agenda")
        turns = [period.get("turn") for period in client.read()["data"]]
        self.assertEqual(turns, ["now"])


class Troubles(ControlCase):
    """Problems that clients report about their own work."""

    def health(self):
        # Asks with a separate client that reports nothing.
        return json.loads(self.send("health"))

    def said(self):
        health = self.health()
        return health.get("trouble"), health["reported"]

    def test_it_lasts_as_long_as_its_client(self):
        self.running(*FROZEN)
        one, other, observer = self.client(), self.client(), self.client()
        observer.ask("observe", "health")
        self.assertEqual(self.said(), (None, []))
        self.assertEqual(one.ask("trouble", "no MQTT broker"), {"error": "success"})
        self.assertEqual(observer.read(), {"event": "health", "data": "no MQTT broker"})
        self.assertEqual(other.ask("trouble", "no calendar")["error"], "success")
        self.assertEqual(self.said(), ("no MQTT broker", ["no MQTT broker", "no calendar"]))
        # Each client has one problem, and can take back its own.
        self.assertEqual(other.ask("trouble", "no calendar server")["error"], "success")
        self.assertEqual(one.ask("trouble", "clear")["error"], "success")
        self.assertEqual(self.said(), ("no calendar server", ["no calendar server"]))
        other.close()
        eventually(lambda: self.said() == (None, []), "nothing")
        eventually(lambda: observer.read() == {"event": "health"}, "word of it")
        # A problem ends with its client's connection.
        self.send("trouble", "over at once")
        self.assertEqual(self.said(), (None, []))

    def test_it_is_a_short_plain_text(self):
        self.running(*FROZEN)
        client = self.client()
        for text, shown in (("\x1b[31mred\n\tand \u202emore", "red …"), ("x" * 500, "x" * 47 + "…"),
                            ("e\u0301" * 30, "é" * 30),
                            ("الوسيط غير متاح", "الوسيط غير متاح"), ("clear skies", "clear skies")):
            self.assertEqual(client.ask("trouble", text)["error"], "success")
            self.assertEqual([unicodedata.normalize("NFC", each) for each in self.health()["reported"]], [shown])
        for text in ("", " ", "\n", "\u202e"):
            self.assertIn("nothing in that text", client.ask("trouble", text)["error"])
        self.assertIn("it takes a text, or clear", client.ask("trouble")["error"])
        self.assertEqual(self.health()["reported"], ["clear skies"])

    def test_a_kiosk_shows_it(self):
        self.running(*FROZEN, "--kiosk", "--no-inhibit")
        corner = lambda: self.viewer.picture(self.window, 160, 0, 160, 40)
        before = corner()
        client = self.client()
        client.ask("trouble", "no MQTT broker")
        eventually(lambda: corner() != before, "a sign in the corner")
        client.close()
        eventually(lambda: corner() == before, "no sign")


class Sockets(ControlCase):
    def mode(self, path):
        return stat.S_IMODE(path.stat().st_mode)

    def test_it_is_its_users_own(self):
        self.running(*FROZEN)
        self.assertEqual((self.mode(self.path), self.mode(self.path.parent)), (0o600, 0o700))

    def test_another_user_is_sent_away(self):
        folder = self.home / "open"
        folder.mkdir(mode=0o755)
        path = folder / "c.sock"
        self.running(*FROZEN, "--control", path)
        path.chmod(0o666)
        code = (f"import socket; s = socket.socket(socket.AF_UNIX); s.connect('{path}'); "
                "print('connected', flush=True); s.sendall(b'quit\\n'); print(s.recv(99))")
        answer = subprocess.run(
            [tool("setpriv"), "--reuid", "nobody", "--clear-groups", "/usr/bin/python3", "-c", code], text=True,
            capture_output=True)
        self.assertIn("connected", answer.stdout)
        self.assertNotIn("success", answer.stdout)
        self.assertEqual(self.client(path).ask("get", "face")["error"], "success")

    def test_no_folder_in_which_others_may_write(self):
        folder = self.home / "shared"
        folder.mkdir()
        folder.chmod(0o777)
        clock = self.running(*FROZEN, "--control", folder / "c.sock")
        clock.signal(signal.SIGTERM)
        _, complaints = clock.end()
        self.assert_one_line(complaints, "no control socket", f"other users can write in {folder}")
        self.assertEqual(list(folder.iterdir()), [])

    def test_its_folder_is_closed_to_others(self):
        self.path.parent.mkdir()
        self.path.parent.chmod(0o775)
        self.running(*FROZEN)
        self.assertEqual(self.mode(self.path.parent), 0o700)

    def test_a_folder_that_is_a_link_is_not_taken(self):
        """The link could lead into another user's folder."""
        elsewhere = self.home / "elsewhere"
        elsewhere.mkdir(mode=0o700)
        self.path.parent.symlink_to(elsewhere)
        clock = self.running(*FROZEN)
        clock.signal(signal.SIGTERM)
        self.assert_one_line(clock.end()[1], "no control socket", f"{self.path.parent} is not a folder")
        self.assertEqual(list(elsewhere.iterdir()), [])

    def test_a_clock_that_does_not_answer_is_listed_as_such(self):
        clock = self.running(*FROZEN)
        clock.signal(signal.SIGSTOP)
        try:
            answer = self.run_clock("list")
        finally:
            clock.signal(signal.SIGCONT)
        self.assertEqual((answer.status, answer.output), (0, f"{self.path}\tdoes not answer\n"))

    def test_a_snapshot_may_take_longer(self):
        """It is painted, compressed and written first, so a client hears nothing for more than its usual five
        seconds."""
        path = self.home / "slow.sock"
        listener = self.enterContext(socket.socket(socket.AF_UNIX))
        listener.bind(str(path))
        listener.listen()

        def answer():
            with listener.accept()[0] as client:
                client.recv(1000)
                time.sleep(5.2)
                client.sendall(b'{"error":"success"}\n')

        clock = threading.Thread(target=answer)
        clock.start()
        reply = self.run_clock("send", "--control", path, "snapshot", "/tmp/x.png")
        clock.join()
        self.assertEqual((reply.status, reply.complaints), (0, ""))

    def test_the_clock_of_a_service_is_found(self):
        """A user without a clock of their own finds the packaged kiosk's clock, if they may read its folder."""
        socket = "/run/colourclock/7.sock"
        script = f"""
          mount -t tmpfs none /run && mkdir /run/colourclock
          {BINARY} --no-config --no-hint --control {socket} & clock=$!
          until [ -e {socket} ]; do sleep 0.05; done
          {BINARY} send get control && {BINARY} list
          kill $clock
          wait"""
        answer = self.run_command([tool("unshare"), "--mount", "--map-root-user", tool("sh"), "-c", script])
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        self.assertIn(f'"value":"{socket}"', answer.output)
        self.assertEqual(answer.output.splitlines()[1].split("\t")[:2], [socket, self.server.name])

    def test_a_socket_in_the_root_folder(self):
        """In a root folder of the test's own, which has all folders of the real one."""
        root, socket = self.home / "root", "/wall.sock"
        root.mkdir()
        outside = f"""
          mount -t tmpfs -o mode=755 none {root}
          for each in /*; do
            if [ -L $each ]; then cp -P $each {root}
            elif [ -d $each ]; then mkdir {root}$each && mount --rbind $each {root}$each
            fi
          done
          exec {tool("unshare")} --root={root} {tool("sh")} -c "$1"
          """
        inside = f"""
          {BINARY} --no-config --no-hint --control {socket} & clock=$!
          for attempt in $(seq 200); do [ -e {socket} ] || sleep 0.05; done
          {BINARY} send --control {socket} get control
          kill $clock
          wait"""
        answer = self.run_command(
            [tool("unshare"), "--mount", "--map-root-user", tool("sh"), "-c", outside, "sh", inside])
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        self.assertIn(f'"value":"{socket}"', answer.output)

    def test_a_socket_left_behind_is_replaced(self):
        clock = self.running(*FROZEN)
        clock.process.kill()
        clock.process.wait()
        self.assertTrue(self.path.exists())
        self.assertEqual(self.run_clock("status").status, 69)
        self.running(*FROZEN)
        self.send("face", "hue")

    def test_a_file_in_its_place_is_left_alone(self):
        self.path.parent.mkdir(mode=0o700, exist_ok=True)
        self.path.write_text("precious")
        clock = self.clock("--window", *FROZEN, "--control", self.path)
        clock.painted()
        self.quit()
        self.assert_ends(clock, 0, str(self.path), "the file at this path is not a socket")
        self.assertEqual(self.path.read_text(), "precious")

    def test_a_name_that_ends_elsewhere(self):
        """The file name's extension counts, not that of a link to it."""
        self.running(*FROZEN)
        precious = self.home / "precious"
        precious.write_text("as it was")
        answer = self.client().ask("snapshot", f"{precious}\0.png")
        self.assertEqual(answer["error"], "a command cannot contain NUL")
        self.assertEqual(precious.read_text(), "as it was")

    def test_what_people_read_leads_no_terminal(self):
        self.running(*FROZEN, "--title", "Tea")
        self.client().ask("countdown", "start", "5m", "a\x1b[2J\nwall.time\t99:99:99")
        lines = self.run_clock("status").output.splitlines()
        self.assertEqual(sum(line.startswith("wall.time\t") for line in lines), 1)
        self.assertFalse(any("\x1b" in line for line in lines))

    def test_another_clocks_is_left_alone(self):
        first = self.running(*FROZEN)
        second = self.another(*FROZEN)
        line = second.stderr.readline()
        self.assert_one_line(line, "another clock has", str(self.path), "give one of them a --name")
        self.assertEqual(self.status()["pid"], first.pid)
        second.terminate()
        second.wait(10)
        self.assertEqual(self.status()["pid"], first.pid)

    def test_a_freed_socket_is_taken_over(self):
        own = self.runtime / "own.sock"
        killed, ended = self.running(*FROZEN), self.another(*FROZEN, "--control", own)
        eventually(own.exists, "its socket")
        heirs = {self.path: self.another(*FROZEN), own: self.another(*FROZEN, "--control", own)}
        for clock in heirs.values():
            self.assertIn("another clock has", clock.stderr.readline())
        third = self.another(*FROZEN, "--control", own)
        self.assertNotIn("--name", third.stderr.readline())
        third.kill()
        killed.process.kill()
        killed.process.wait()
        ended.terminate()
        ended.wait(10)
        for path, clock in heirs.items():
            client = eventually(lambda path=path: self.reached(path), "the other clock", within=60)
            self.assertEqual(client.ask("status")["data"]["pid"], clock.pid)

    def reached(self, path):
        """A client connection to the clock that listens there."""
        try:
            return self.client(path)
        except OSError:
            return None

    def another(self, *options):
        """A second clock beside the first."""
        clock = subprocess.Popen(
            mortal([BINARY, "--no-config", "--no-hint", *options]), env=self.variables(), stderr=subprocess.PIPE,
            text=True)
        self.addCleanup(clock.stderr.close)
        self.addCleanup(clock.wait)
        self.addCleanup(clock.kill)
        return clock

    def test_names_keep_two_apart(self):
        first = self.running(*FROZEN)
        second = self.another(*FROZEN, "--name", "hall")
        hall = self.path.with_name(f"{self.server.number}-hall.sock")
        eventually(hall.exists, "its socket")
        lines = self.run_clock("list").output.splitlines()
        self.assertEqual({line.split("\t")[0] for line in lines}, {str(self.path), str(hall)})
        answer = self.run_clock("status", "--json")
        self.assertEqual(json.loads(answer.output)["pid"], first.pid)
        answer = self.run_clock("send", "--name", "hall", "quit")
        self.assertEqual(answer.status, 0)
        self.assertEqual(second.wait(10), 0)

    def test_where_there_is_none(self):
        for options, variables in [(["--no-control"], {}), ([], {"XDG_RUNTIME_DIR": None})]:
            with self.subTest(options, **variables):
                clock = self.running(*FROZEN, *options, **variables)
                self.assertEqual(list(self.runtime.iterdir()), [])
                answer = self.run_clock("send", "face", "hue")
                self.assertEqual(answer.status, 69)
                self.assert_one_line(answer.complaints)
                clock.signal(signal.SIGTERM)
                self.assertEqual(clock.end()[1], "")

    def test_a_saver_has_none(self):
        self.clock("--root", *FROZEN)
        never(lambda: list(self.runtime.iterdir()), "a socket", during=1.5)

    def test_a_service_has_one_in_its_folder(self):
        folder = self.home / "service"
        folder.mkdir(mode=0o700)
        self.running(*FROZEN, XDG_RUNTIME_DIR=None, RUNTIME_DIRECTORY=f"{folder}:/elsewhere")
        self.assertEqual([path.name for path in folder.iterdir()], [self.path.name])

    def test_a_kiosk_is_not_ended(self):
        clock = self.running(*FROZEN, "--kiosk", "--no-inhibit")
        self.assertIn("only with '--allow-remote quit'", self.refused("quit"))
        self.send("face", "hue")
        clock.signal(signal.SIGTERM)
        clock.end()
        clock = self.running(*FROZEN, "--kiosk", "--no-inhibit", "--allow-remote", "quit")
        self.send("quit")
        self.assertEqual(clock.end(), (0, ""))

    def test_the_clients_help(self):
        for words in (["send", "--help"], ["status", "-h"], ["watch", "--help"], ["list", "--help"],
                      ["send", "--name", "hall", "--help"], ["help"]):
            with self.subTest(words):
                answer = self.run_clock(*words)
                self.assertEqual((answer.status, answer.complaints), (0, ""))
                self.assertIn("USAGE: colourclock", answer.output)

    def test_the_clients_complaints(self):
        for words, status in [(["send"], 64), (["send", "face", "hue"], 69), (["status"], 69), (["watch"], 69),
                              (["status", "--yaml"], 64), (["list", "all"], 64), (["watch", "bogus"], 64),
                              (["list", "--display", ":5"], 64), (["list", "--name", "hall"], 64),
                              (["watch", "tick", "x"], 64)]:
            with self.subTest(words):
                answer = self.run_clock(*words)
                self.assertEqual((answer.status, answer.output), (status, ""))
                self.assert_one_line(answer.complaints)
        self.assertEqual(self.run_clock("list").status, 0)
