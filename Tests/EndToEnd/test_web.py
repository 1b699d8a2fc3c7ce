"""The remote's server: who is let in, what programs may do, and what they are told."""

import json
import re
import select
import signal
import socket
import subprocess
import time

from basics import Watch, eventually, never
from hands import FROZEN
from remote import WEB, Events, WebCase


class Access(WebCase):
    def test_without_a_session_or_a_token_nothing_is_told(self):
        self.joined()
        for method, path in [("GET", "status"), ("GET", "health"), ("GET", "events"), ("GET", "snapshot.png"),
                             ("GET", "openapi.json"),
                             ("POST", "commands/face"), ("POST", "commands/quit"), ("POST", "commands/no/such")]:
            for more in ({}, {"token": "0" * 64}, {"cookie": "colourclock=" + "0" * 64},
                         {"Authorization": "Basic YTpi"}):
                answer = self.call(method, f"/api/v1/{path}", {} if method == "POST" else None, **more)
                self.assertEqual((answer.status, answer.json["status"]), (401, 401), (path, more))
                self.assertEqual(answer.headers["Content-Type"], "application/problem+json")

    def test_a_phone_is_paired_once_and_revoked(self):
        self.joined()
        code = self.shown_code()
        self.assertRegex(code, r"\A\d{6}\Z")
        shown = self.relay.all("pairing", "show")[-1]
        self.assertEqual(shown[1], f"http://127.0.0.1:{self.port}/")
        wrong = self.call("POST", "/api/v1/pair", {"code": "x" + code[1:]})
        self.assertEqual((wrong.status, "Set-Cookie" in wrong.headers), (403, False))
        answer = self.call("POST", "/api/v1/pair", {"code": code, "name": "Ann's phone"})
        self.assertEqual(answer.status, 204)
        attributes = answer.headers["Set-Cookie"].split("; ")[1:]
        self.assertEqual(set(attributes), {"Path=/", "Max-Age=7776000", "HttpOnly", "SameSite=Strict"})
        self.assertEqual(self.call("POST", "/api/v1/pair", {"code": code}).status, 403)
        self.assertEqual(self.call("GET", "/api/v1/status", cookie=answer.cookie).status, 200)
        events = Events(self.port, Cookie=answer.cookie)
        self.addCleanup(events.close)

        def listed():
            return [device for device in json.loads(self.send("pair", "--list")) if device["name"] == "Ann's phone"]
        eventually(listed, "the phone in the list")
        # Only hashes are kept.
        kept = (self.home / "state/colourclock/web.json").read_text()
        self.assertNotIn(answer.cookie.split("=")[1], kept)
        self.end()
        self.web()
        self.found()
        self.assertEqual(self.call("GET", "/api/v1/status", cookie=answer.cookie).status, 200)
        eventually(listed, "the phone in the list")
        events = Events(self.port, Cookie=answer.cookie)
        self.addCleanup(events.close)
        self.send("pair", "--revoke", listed()[0]["id"])
        eventually(
            lambda: self.call("GET", "/api/v1/status", cookie=answer.cookie).status == 401, "an end of the session")
        eventually(lambda: events.is_over, "an end of the stream")
        eventually(lambda: not listed(), "an empty list")
        self.assertIn("no paired device has the ID 'x'", self.refused("pair", "--revoke", "x"))

    def test_who_guesses_has_to_wait(self):
        self.joined()
        code = self.shown_code()
        statuses = [self.call("POST", "/api/v1/pair", {"code": f"{number:06}"}).status
                    for number in range(5) if f"{number:06}" != code]
        self.assertEqual(statuses[:5], [403] * 4 + [429])
        answer = self.call("POST", "/api/v1/pair", {"code": code})
        self.assertEqual(answer.status, 429)
        self.assertIn(int(answer.headers["Retry-After"]), range(50, 61))

    def test_without_the_companion_the_wall_says_so(self):
        self.running()
        self.assertIn("no colourclock-web is connected", self.refused("pair"))
        client = self.client()
        self.assertIn("pairing announce", client.ask("pairing", "end")["error"])

    def test_other_sites_are_refused(self):
        self.joined()
        token, own = self.token("deck"), f"127.0.0.1:{self.port}"
        for headers, status in [
                ({}, 200), ({"Host": "evil.example"}, 421), ({"Host": "evil.example:80"}, 421),
                ({"Host": "localhost"}, 200), ({"Host": "192.0.2.1"}, 200),
                ({"Host": "[::1]:80"}, 200), ({"Host": "a b"}, 421), ({"Origin": "http://evil.example"}, 403),
                ({"Origin": "null"}, 403),
                ({"Origin": f"http://{own}"}, 200), ({"Sec-Fetch-Site": "cross-site"}, 403),
                ({"Sec-Fetch-Site": "same-origin"}, 200)]:
            headers = {name.replace("-", "_"): value for name, value in headers.items()}
            self.assertEqual(self.call("GET", "/api/v1/status", token=token, **headers).status, status, headers)
        answer = self.call("GET", "/api/v1/status", token=token)
        self.assertNotIn("Access-Control-Allow-Origin", answer.headers)
        self.assertIn("frame-ancestors 'none'", answer.headers["Content-Security-Policy"])
        self.assertEqual(answer.headers["Cache-Control"], "no-store")

    def test_rights(self):
        self.joined()
        usual, named = self.token("usual"), self.token("named", "set", "countdown start", "snapshot")
        for token, name, fields, status in [
                (usual, "countdown/start", {"span": "5m"}, 204), (usual, "set", {"option": "hex"}, 403),
                (usual, "quit", {}, 403),
                (usual, "snapshot", {"file": "/tmp/a.png"}, 404), (named, "snapshot", {"file": "/tmp/a.png"}, 404),
                (usual, "pair", {}, 403), (usual, "unset", {"option": "hex"}, 403),
                (usual, "get", {"option": "on-zero"}, 403), (usual, "get", {"option": "face"}, 200),
                (usual, "observe", {}, 404), (usual, "trouble", {"text": "x"}, 404), (usual, "pairing/end", {}, 404),
                (named, "set", {"option": "hex"}, 204), (named, "countdown/start", {"span": "1m"}, 204),
                (named, "countdown/pause", {}, 403),
                (named, "face", {"name": "hue"}, 403), (named, "share/countdown/start", {"span": "1m"}, 403),
                (usual, "share/quit", {}, 403),
                (usual, "share/pairing/end", {}, 403), (usual, "share/get", {"option": "on-zero"}, 403),
                (usual, "sharing/end", {}, 404),
                (usual, "share/nothing", {}, 404), (usual, "share/face", {"face": "hue"}, 400),
                (usual, "share/stopwatch/start", {}, 409),
                (usual, "share/face", {"name": "hue"}, 409), (usual, "share", {"commands": ["face", "hue"]}, 409)]:
            self.assertEqual(self.command(name, fields, token=token).status, status, (name, fields))
        answer = self.call("GET", "/api/v1/snapshot.png", token=named)
        self.assertEqual(
            (answer.status, answer.headers["Content-Type"], answer.body[:8]), (200, "image/png", b"\x89PNG\r\n\x1a\n"))
        self.assertEqual(self.call("GET", "/api/v1/snapshot.png", token=usual).status, 403)

    def test_reading_has_a_name_of_its_own(self):
        self.joined()
        tokens = {"deck": self.token("deck", "face"), "reader": self.token("reader", "read"),
                  "asker": self.token("asker", "status", "face")}
        for name, readable in [("deck", ()), ("reader", ("status", "health", "events")), ("asker", ("status",))]:
            for question in ("status", "health", "events"):
                answer = Events(self.port,
                                Authorization=f"Bearer {tokens[name]}").answer if question == "events" else None
                status = answer.status if answer else self.call("GET", f"/api/v1/{question}", token=tokens[name]).status
                self.assertEqual(status, 200 if question in readable else 403, (name, question))
        self.assertEqual(self.command("face", {"name": "hue"}, token=tokens["reader"]).status, 403)
        self.assertEqual(self.command("status", token=tokens["asker"]).status, 200)
        self.assertEqual(self.command("status", token=tokens["reader"]).status, 403)
        self.assertIn(
            "'--allow' names neither", self.call("GET", "/api/v1/health", token=tokens["deck"]).json["detail"])
        # A phone's page needs it, whatever phones may send.
        self.end()
        self.web("--allow", "face")
        self.found()
        cookie = self.paired()
        self.assertEqual(self.call("GET", "/api/v1/status", cookie=cookie).status, 200)
        self.assertEqual(self.command("countdown/start", cookie=cookie).status, 403)

    def test_the_picture_never_shows_a_code(self):
        self.joined()
        token = self.token("camera", "snapshot")
        self.assertEqual(self.call("GET", "/api/v1/snapshot.png", token=token).status, 200)
        code = self.shown_code()
        eventually(lambda: self.call("GET", "/api/v1/snapshot.png", token=token).status == 409, "a refusal")
        answer = self.call("GET", "/api/v1/snapshot.png", token=token)
        self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
        self.assertIn("a pairing code is on the wall", answer.json["detail"])
        self.assertIn("a pairing code is on the wall", self.refused("snapshot", self.home / "shot.png"))
        self.assertFalse((self.home / "shot.png").exists())
        self.assertEqual(self.call("POST", "/api/v1/pair", {"code": code}).status, 204)
        eventually(lambda: self.call("GET", "/api/v1/snapshot.png", token=token).status == 200, "a picture again")

    def test_paths_are_told_to_the_owner_only(self):
        secret = f"{self.home}/secret/feed.txt"
        self.running("--feed", f"cat {secret}", "--refresh-every", "1s")
        self.web()
        self.found()
        token, owner = self.token("deck"), self.token("owner", "read", "get")
        events = self.events(token)

        def complaint(token):
            return (self.call("GET", "/api/v1/status", token=token).json["wall"]["feed"] or {}).get("complaint")
        eventually(lambda: complaint(owner), "a complaint")
        self.assertIn(secret, complaint(owner))
        self.assertEqual(complaint(token), "the feed's command complains: see the clock's log")
        self.command("feed", {"text": "Good"}, token=token)
        eventually(lambda: [feed for feed in events.all("feed") if feed.get("complaint")], "the complaint again")
        self.assertNotIn(secret, json.dumps([event for _, event in events.heard]))
        self.assertNotIn(secret, self.call("GET", "/api/v1/health", token=token).body.decode())

    def test_a_stream_ends_with_its_session(self):
        self.joined()
        kept = self.home / "state/colourclock/web.json"
        phone, deck = self.paired(), self.token("deck")
        session, token = Events(self.port, Cookie=phone), self.events(deck)
        self.addCleanup(session.close)
        for events in (session, token):
            eventually(lambda: events.all("tick"), "a tick")  # noqa: B023
        content = json.loads(kept.read_text())
        content["sessions"][0]["since"] -= 90 * 86_400
        kept.write_text(json.dumps(content))
        eventually(lambda: session.is_over, "an end of the session's stream")
        self.assertFalse(token.is_over)
        self.assertEqual(self.call("GET", "/api/v1/status", cookie=phone).status, 401)
        self.assertEqual(json.loads(self.send("pair", "--list"))[-1]["name"], "token deck")
        # A token of the same name takes the place of the other.
        new = self.token("deck")
        eventually(lambda: token.is_over, "an end of the token's stream")
        again = self.events(new)
        eventually(lambda: again.all("tick"), "a tick")
        # Without the file nobody is let in.
        kept.unlink()
        eventually(lambda: again.is_over, "an end of all")
        self.assertEqual(self.call("GET", "/api/v1/status", token=new).status, 401)
        eventually(lambda: json.loads(self.send("pair", "--list")) == [], "an empty list")

    def test_a_token_of_another_process_is_listed_at_once(self):
        self.running(*FROZEN)
        # Before there is even a folder for the tokens.
        self.web()
        eventually(lambda: self.relay.all("pairing", "devices"), "a list of devices")
        for count in (1, 2):
            self.token(f"deck{count}")
            listed = [f"token deck{number}" for number in range(1, count + 1)]
            eventually(
                lambda: [each["name"] for each in json.loads(self.send("pair", "--list"))] == listed,  # noqa: B023
                f"{listed}")
        # Each change is sent once, and the companion's own changes too.
        self.paired()
        eventually(lambda: len(json.loads(self.send("pair", "--list"))) == 3, "two tokens and a phone")
        never(lambda: len(self.relay.all("pairing", "devices")) > 4, "a list that has not changed", during=1)

    def test_a_file_of_a_later_version_is_left_alone(self):
        self.joined()
        kept = self.home / "state/colourclock/web.json"
        token, later = self.token("deck"), '{"version": 2, "sessions": {}}'
        self.assertEqual(self.call("GET", "/api/v1/status", token=token).status, 200)
        kept.write_text(later)
        self.assertEqual(self.call("GET", "/api/v1/status", token=token).status, 401)
        answer = self.call("POST", "/api/v1/pair", {"code": self.shown_code()})
        self.assertEqual(answer.status, 503)
        self.assertNotIn(str(self.home), answer.json["detail"])
        refused = subprocess.run([WEB, "--no-config", "--new-token", "more"], env=self.variables(), capture_output=True,
                                 text=True, timeout=20)
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("a later version", refused.stderr)
        self.assertEqual(kept.read_text(), later)
        self.assertIn("a later version", self.lines())

    def test_all_that_are_let_in_are_listed(self):
        self.joined()
        tokens = [self.token(f"deck{index}") for index in range(31)]
        self.paired()
        self.assertEqual(self.call("GET", "/api/v1/status", token=tokens[0]).status, 200)
        eventually(lambda: len(json.loads(self.send("pair", "--list"))) == 33, "31 tokens, the probe's, and a phone")
        refused = subprocess.run([WEB, "--no-config", "--new-token", "more"], env=self.variables(), capture_output=True,
                                 text=True, timeout=20)
        self.assertEqual(refused.returncode, 1)
        self.assertIn("there are 32 tokens already", refused.stderr)
        for device in json.loads(self.send("pair", "--list")):
            self.send("pair", "--revoke", device["id"])
        eventually(lambda: json.loads(self.send("pair", "--list")) == [], "an empty list")
        self.assertEqual({self.call("GET", "/api/v1/status", token=token).status for token in tokens}, {401})

    def test_one_address_cannot_keep_others_out(self):
        self.joined()
        token = self.token()
        links = [socket.create_connection(("127.0.0.1", self.port), timeout=10, source_address=("127.0.0.9", 0))
                 for _ in range(80)]
        for link in links:
            self.addCleanup(link.close)

        def ended():
            return sum(1 for link in links if select.select([link], [], [], 0)[0])
        eventually(lambda: ended() == 16, lambda: f"an end of 16, but of {ended()}")
        self.assertEqual(self.call("GET", "/api/v1/status", token=token).status, 200)
        # Sixteen streams of one account: the oldest one goes.
        streams = [self.events(token) for _ in range(17)]
        eventually(lambda: streams[0].is_over, "an end of the first")
        eventually(lambda: all(each.all("tick") for each in streams[1:]), "ticks for the others")
        self.assertFalse(any(each.is_over for each in streams[1:]))


class Programs(WebCase):
    def test_commands_have_fields(self):
        self.joined("--allow", "countdown,message,dim,blank,alarm,face,agenda,stopwatch,status")
        cookie = self.paired()
        for name, fields, status, part in [
                ("countdown/start", {"span": "5m", "title": "--tea"}, 204, None),
                ("countdown/start", ["90", "Two words"], 204, None),
                ("countdown/start", {"title": "Tea"}, 400, "'title' needs 'span' too"),
                ("countdown/add", {}, 400, "'span' is missing"),
                ("countdown/add", {"span": 60}, 204, None), ("countdown/add", {"span": "-1m"}, 204, None),
                ("message", {"text": "--for it", "for": "5s", "priority": "notice", "id": "a"}, 204, None),
                ("message", {"text": "a", "priority": "loud"}, 400, "info, notice, urgent"),
                ("message", {"text": "a", "prio": 1}, 400, "there is no field 'prio'"),
                ("dim", {"share": 0.5}, 204, None), ("dim", {"share": 7}, 409, "it takes 0.05 to 1"),
                ("blank", {"state": "on"}, 204, None),
                ("blank", {"state": "off"}, 204, None), ("blank", {"state": True}, 400, "text or a number"),
                ("alarm/add", {"alarm": "08:30=Tea"}, 204, None),
                ("alarm/list", {}, 200, "08:30:00=Tea"), ("face", {"name": "hue"}, 204, None), ("face", {}, 204, None),
                ("agenda/set", {"periods": ["08:30-09:15 Maths"]}, 204, None),
                ("agenda/set", {"periods": [{"start": "08:30", "end": "09:15", "title": "A"}]}, 204, None),
                ("agenda/set", {"periods": []}, 400, "list"), ("stopwatch/start", {}, 204, None),
                ("stopwatch/lap", {}, 204, None),
                ("stopwatch/laps", {"csv": True}, 200, "lap,split,total"),
                ("stopwatch/start", {}, 409, "the stopwatch is already running"), ("stopwatch", {}, 404, "no command"),
                ("countdown/start/", {}, 404, "no command"), ("face", "hue", 400, "an object"),
                ("face", {"name": None}, 400, "a text or a number")]:
            answer = self.command(name, fields, cookie=cookie)
            self.assertEqual(answer.status, status, (name, fields, answer.body))
            if part:
                self.assertIn(part, answer.body.decode())
        self.assertEqual(self.call("POST", "/api/v1/commands/face", raw=b"{", cookie=cookie).status, 400)
        self.assertEqual(self.call("POST", "/api/v1/commands/face", raw=b"", cookie=cookie).status, 204)
        self.assertEqual(self.call("POST", "/api/v1/commands/face", raw=b"name=hue", cookie=cookie,
                                   Content_Type="text/plain").status, 415)
        self.assertEqual(self.call("GET", "/api/v1/commands/face", cookie=cookie).status, 405)
        self.assertEqual(self.status()["wall"]["messages"][0]["lines"], ["--for it"])

    def test_a_state_is_shared_with_the_fields_of_its_command(self):
        self.joined()
        companion = self.client()
        companion.ask("observe", "share")
        companion.ask("sharing", "announce", "studio")
        token = self.token()
        for name, fields, state in [
                ("countdown/start", {"span": "5m", "title": "--tea"},
                 {"kind": "countdown", "seconds": 300, "text": "--tea"}),
                ("message", {"text": "--for it", "priority": "notice"},
                 {"kind": "message", "priority": "notice", "text": "--for it"}),
                ("dismiss", {"id": "shared"}, {"kind": "message"}), ("face", {}, {"kind": "face"}),
                ("dim", {"share": 0.5}, {"kind": "dim", "share": 0.5})]:
            self.assertEqual(self.command(f"share/{name}", fields, token=token).status, 204)
            self.assertEqual(companion.read(), {"event": "share", "data": state})
        self.assertEqual(self.call("GET", "/api/v1/status", token=token).json["sharing"], "studio")
        companion.close()
        eventually(lambda: "sharing" not in self.call("GET", "/api/v1/status", token=token).json, "no group")

    def test_status_and_health_are_those_of_the_wall(self):
        self.joined()
        token, owner = self.token(), self.token("owner", "get", "set", "read")
        seen, own = self.call("GET", "/api/v1/status", token=token).json, self.status()
        self.assertEqual(seen["wall"].keys(), own["wall"].keys())
        self.assertEqual(seen["pid"], own["pid"])
        self.assertEqual(self.command("set", {"option": "presets", "value": "1m,2m"}, token=owner).status, 204)
        options = {option["name"]: option for option in self.call("GET", "/api/v1/status", token=token).json["options"]}
        self.assertEqual(options.keys() & {"control", "on-zero", "feed"}, set())
        self.assertFalse(any("origin" in option for option in options.values()))
        self.assertTrue(
            any("origin" in option for option in self.call("GET", "/api/v1/status", token=owner).json["options"]))
        self.assertIn("frames", self.call("GET", "/api/v1/health", token=token).json)

    def test_events_and_those_that_were_missed(self):
        clock = self.joined()
        token = self.token()
        events = Events(self.port, Authorization=f"Bearer {token}")
        self.addCleanup(events.close)
        self.assertEqual(events.answer.headers["Content-Type"], "text/event-stream")
        eventually(lambda: events.all("tick"), "a tick")
        self.assertEqual(set(events.all("tick")[0]), {"time", "colour"})
        self.command("countdown/start", {"span": "5m"}, token=token)
        eventually(lambda: [each for each in events.all("countdown") if each["state"] == "running"], "the countdown")
        last = events.heard[-1][1]["id"]
        events.close()
        self.command("face", {"name": "hue"}, token=token)
        eventually(lambda: self.status()["wall"]["face"] == "hue", "the face")
        again = Events(self.port, Authorization=f"Bearer {token}", **{"Last-Event-ID": last})
        self.addCleanup(again.close)
        eventually(lambda: again.all("face") == ["hue"], "the face that was missed")
        for unknown in ("", "x", f"{last.split('-')[0]}-99999", "-1", "a-b-c"):
            other = Events(self.port, Authorization=f"Bearer {token}", **{"Last-Event-ID": unknown})
            self.addCleanup(other.close)
            eventually(lambda: other.all("tick"), "a tick")  # noqa: B023
            self.assertEqual(other.all("face"), [])
        clock.process.send_signal(signal.SIGKILL)
        eventually(lambda: again.is_over and again.all("quit"), "an end")
        self.assertEqual(self.call("GET", "/api/v1/status", token=token).status, 503)
        self.assertEqual(Events(self.port, Authorization=f"Bearer {token}").answer.status, 503)
        self.running()
        eventually(lambda: self.call("GET", "/api/v1/status", token=token).status == 200, "the wall again")
        eventually(lambda: self.run_clock("send", "pair").status == 0, "the companion on the wall")

    def test_a_hundred_clients_are_told_at_once(self):
        self.joined()
        tokens = [self.token(f"deck{index}") for index in range(7)]
        token = tokens[0]
        clients = [self.events(tokens[index // 16], source=f"127.0.1.{index // 2}") for index in range(100)]
        eventually(lambda: all(client.all("tick") for client in clients), "a tick for each")
        begin, watch = time.monotonic(), Watch(self.present.pid, self.process.pid)
        self.command("message", {"text": "hello"}, token=token)

        def are_told():
            watch.look()
            return all(client.all("message") for client in clients)

        eventually(are_told, "the message for each")
        spans = sorted(
            next(at for at, event in client.heard if event.get("event") == "message") - begin for client in clients)
        print(
            f"100 clients: told after {spans[50] * 1000:.0f} ms in the middle, {spans[98] * 1000:.0f} ms at 99 of 100")
        self.assertLess(spans[98] - watch.lost, 1.0)

    def test_the_description_has_each_command(self):
        self.joined()
        document = self.call("GET", "/api/v1/openapi.json", token=self.token()).json
        self.assertEqual(document["openapi"], "3.1.0")
        names = {command["name"] for command in json.loads(self.client_help())}
        described = {path.removeprefix("/commands/").replace("/", " ")
                     for path in document["paths"] if path.startswith("/commands/")}
        self.assertEqual(
            described, {name for name in names if not re.match("observe|trouble|pairing|sharing|snapshot", name)})
        body = document["paths"]["/commands/message"]["post"]["requestBody"]
        message, words = body["content"]["application/json"]["schema"]["anyOf"]
        self.assertEqual(words["type"], "array")
        self.assertEqual(set(message["properties"]), {"text", "for", "priority", "id"})
        self.assertEqual(
            (message["required"], message["properties"]["priority"]["enum"]), (["text"], ["info", "notice", "urgent"]))

    def client_help(self):
        return json.dumps(self.client().ask("help")["data"])


class Files(WebCase):
    def test_the_page_is_public_and_is_not_sent_twice(self):
        self.running()
        self.web()
        for path, kind in [("/", "text/html"), ("/index.html", "text/html"), ("/remote.css", "text/css"),
                           ("/remote.js", "text/javascript"),
                           ("/icon.svg", "image/svg+xml")]:
            answer = self.call("GET", path)
            self.assertEqual((answer.status, answer.headers["Content-Type"].split(";")[0]), (200, kind), path)
            known = self.call("GET", path, If_None_Match=answer.headers["ETag"])
            self.assertEqual((known.status, known.body), (304, b""))
            self.assertEqual(self.call("HEAD", path).body, b"")
        for path in ("/../colourclock.conf", "/%2e%2e/a", "/web.json", "//", "/api", "/api/v2/status", "/remote.css/"):
            self.assertIn(self.call("GET", path).status, (400, 404), path)
        self.assertEqual(self.call("POST", "/", {}).status, 405)

    def test_mistakes_on_the_command_line(self):
        self.running()
        for options, status in [(["--certificate", "a"], 64), (["--listen", "wall"], 64),
                                (["--listen", "192.0.2.7:1"], 69), (["--allow", "grue"], 64),
                                (["--certificate", "/no", "--key", "/no"], 66), (["--new-token", "a b"], 64),
                                (["--proxy", "wall"], 64)]:
            answer = subprocess.run(
                [WEB, "--no-config", *options], env=self.variables(), capture_output=True, text=True, timeout=20)
            self.assertEqual(answer.returncode, status, (options, answer.stderr))
            self.assertEqual(answer.stderr.count("\n"), 1, answer.stderr)
