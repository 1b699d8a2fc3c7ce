"""The remote's server: who is let in, what programs may do, and what they are told."""

import json
import re
import signal
import subprocess
import time

from basics import eventually
from remote import WEB, Events, WebCase


class Access(WebCase):
    def test_without_a_session_or_a_token_nothing_is_told(self):
        self.joined()
        for method, path in [("GET", "status"), ("GET", "health"), ("GET", "events"), ("GET", "snapshot.png"), ("GET", "openapi.json"),
                             ("POST", "commands/face"), ("POST", "commands/quit"), ("POST", "commands/no/such")]:
            for more in ({}, {"token": "0" * 64}, {"cookie": "colourclock=" + "0" * 64}, {"Authorization": "Basic YTpi"}):
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
        eventually(lambda: self.call("GET", "/api/v1/status", cookie=answer.cookie).status == 401, "an end of the session")
        eventually(lambda: events.is_over, "an end of the stream")
        eventually(lambda: not listed(), "an empty list")
        self.assertIn("no paired device has the ID 'x'", self.refused("pair", "--revoke", "x"))

    def test_who_guesses_has_to_wait(self):
        self.joined()
        code = self.shown_code()
        statuses = [self.call("POST", "/api/v1/pair", {"code": f"{number:06}"}).status for number in range(5) if f"{number:06}" != code]
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
                ({}, 200), ({"Host": "evil.example"}, 421), ({"Host": "evil.example:80"}, 421), ({"Host": "localhost"}, 200), ({"Host": "192.0.2.1"}, 200),
                ({"Host": "[::1]:80"}, 200), ({"Host": "a b"}, 421), ({"Origin": "http://evil.example"}, 403), ({"Origin": "null"}, 403),
                ({"Origin": f"http://{own}"}, 200), ({"Sec-Fetch-Site": "cross-site"}, 403), ({"Sec-Fetch-Site": "same-origin"}, 200)]:
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
                (usual, "countdown/start", {"span": "5m"}, 204), (usual, "set", {"option": "hex"}, 403), (usual, "quit", {}, 403),
                (usual, "snapshot", {"file": "/tmp/a.png"}, 404), (named, "snapshot", {"file": "/tmp/a.png"}, 404), (usual, "pair", {}, 403), (usual, "unset", {"option": "hex"}, 403),
                (usual, "get", {"option": "on-zero"}, 403), (usual, "get", {"option": "face"}, 200),
                (usual, "observe", {}, 404), (usual, "trouble", {"text": "x"}, 404), (usual, "pairing/end", {}, 404),
                (named, "set", {"option": "hex"}, 204), (named, "countdown/start", {"span": "1m"}, 204), (named, "countdown/pause", {}, 403),
                (named, "face", {"name": "hue"}, 403), (named, "share/countdown/start", {"span": "1m"}, 403), (usual, "share/quit", {}, 403),
                (usual, "share/pairing/end", {}, 403), (usual, "share/get", {"option": "on-zero"}, 403), (usual, "sharing/end", {}, 404),
                (usual, "share/nothing", {}, 404), (usual, "share/face", {"face": "hue"}, 400), (usual, "share/stopwatch/start", {}, 409),
                (usual, "share/face", {"name": "hue"}, 409), (usual, "share", {"commands": ["face", "hue"]}, 409)]:
            self.assertEqual(self.command(name, fields, token=token).status, status, (name, fields))
        answer = self.call("GET", "/api/v1/snapshot.png", token=named)
        self.assertEqual((answer.status, answer.headers["Content-Type"], answer.body[:8]), (200, "image/png", b"\x89PNG\r\n\x1a\n"))
        self.assertEqual(self.call("GET", "/api/v1/snapshot.png", token=usual).status, 403)


class Programs(WebCase):
    def test_commands_have_fields(self):
        self.joined("--allow", "countdown,message,dim,blank,alarm,face,agenda,stopwatch,status")
        cookie = self.paired()
        for name, fields, status, part in [
                ("countdown/start", {"span": "5m", "title": "--tea"}, 204, None), ("countdown/start", ["90", "Two words"], 204, None),
                ("countdown/start", {"title": "Tea"}, 400, "'title' goes with 'span'"), ("countdown/add", {}, 400, "'span' is missing"),
                ("countdown/add", {"span": 60}, 204, None), ("countdown/add", {"span": "-1m"}, 204, None),
                ("message", {"text": "--for it", "for": "5s", "priority": "notice", "id": "a"}, 204, None),
                ("message", {"text": "a", "priority": "loud"}, 400, "info, notice, urgent"), ("message", {"text": "a", "prio": 1}, 400, "there is no field 'prio'"),
                ("dim", {"share": 0.5}, 204, None), ("dim", {"share": 7}, 409, "it takes 0.05 to 1"), ("blank", {"state": "on"}, 204, None),
                ("blank", {"state": "off"}, 204, None), ("blank", {"state": True}, 400, "text or a number"), ("alarm/add", {"alarm": "08:30=Tea"}, 204, None),
                ("alarm/list", {}, 200, "08:30:00=Tea"), ("face", {"name": "hue"}, 204, None), ("face", {}, 204, None),
                ("agenda/set", {"periods": ["08:30-09:15 Maths"]}, 204, None), ("agenda/set", {"periods": [{"start": "08:30", "end": "09:15", "title": "A"}]}, 204, None),
                ("agenda/set", {"periods": []}, 400, "list"), ("stopwatch/start", {}, 204, None), ("stopwatch/lap", {}, 204, None),
                ("stopwatch/laps", {"csv": True}, 200, "lap,split,total"), ("stopwatch/start", {}, 409, "the stopwatch runs"), ("stopwatch", {}, 404, "no command"),
                ("countdown/start/", {}, 404, "no command"), ("face", "hue", 400, "an object"), ("face", {"name": None}, 204, None)]:
            answer = self.command(name, fields, cookie=cookie)
            self.assertEqual(answer.status, status, (name, fields, answer.body))
            if part:
                self.assertIn(part, answer.body.decode())
        self.assertEqual(self.call("POST", "/api/v1/commands/face", raw=b"{", cookie=cookie).status, 400)
        self.assertEqual(self.call("POST", "/api/v1/commands/face", raw=b"", cookie=cookie).status, 204)
        self.assertEqual(self.call("POST", "/api/v1/commands/face", raw=b"name=hue", cookie=cookie, Content_Type="text/plain").status, 415)
        self.assertEqual(self.call("GET", "/api/v1/commands/face", cookie=cookie).status, 405)
        self.assertEqual(self.status()["wall"]["messages"][0]["lines"], ["--for it"])

    def test_a_state_is_shared_with_the_fields_of_its_command(self):
        self.joined()
        companion = self.client()
        companion.ask("observe", "share")
        companion.ask("sharing", "announce", "studio")
        token = self.token()
        for name, fields, state in [
                ("countdown/start", {"span": "5m", "title": "--tea"}, {"kind": "countdown", "seconds": 300, "text": "--tea"}),
                ("message", {"text": "--for it", "priority": "notice"}, {"kind": "message", "priority": "notice", "text": "--for it"}),
                ("dismiss", {"id": "shared"}, {"kind": "message"}), ("face", {}, {"kind": "face"}), ("dim", {"share": 0.5}, {"kind": "dim", "share": 0.5})]:
            self.assertEqual(self.command(f"share/{name}", fields, token=token).status, 204)
            self.assertEqual(companion.read(), {"event": "share", "data": state})
        self.assertEqual(self.call("GET", "/api/v1/status", token=token).json["sharing"], "studio")
        companion.close()
        eventually(lambda: "sharing" not in self.call("GET", "/api/v1/status", token=token).json, "no group")

    def test_status_and_health_are_those_of_the_wall(self):
        self.joined()
        token, owner = self.token(), self.token("owner", "get", "set")
        seen, own = self.call("GET", "/api/v1/status", token=token).json, self.status()
        self.assertEqual(seen["wall"].keys(), own["wall"].keys())
        self.assertEqual(seen["pid"], own["pid"])
        self.assertEqual(self.command("set", {"option": "presets", "value": "1m,2m"}, token=owner).status, 204)
        options = {option["name"]: option for option in self.call("GET", "/api/v1/status", token=token).json["options"]}
        self.assertEqual(options.keys() & {"control", "on-zero", "feed"}, set())
        self.assertFalse(any("origin" in option for option in options.values()))
        self.assertTrue(any("origin" in option for option in self.call("GET", "/api/v1/status", token=owner).json["options"]))
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
        token = self.token()
        clients = [Events(self.port, Authorization=f"Bearer {token}") for _ in range(100)]
        for client in clients:
            self.addCleanup(client.close)
        eventually(lambda: all(client.all("tick") for client in clients), "a tick for each")
        begin = time.monotonic()
        self.command("message", {"text": "hello"}, token=token)
        eventually(lambda: all(client.all("message") for client in clients), "the message for each")
        spans = sorted(next(at for at, event in client.heard if event.get("event") == "message") - begin for client in clients)
        print(f"100 clients: told after {spans[50] * 1000:.0f} ms in the middle, {spans[98] * 1000:.0f} ms at 99 of 100")
        self.assertLess(spans[98], 1.0)

    def test_the_description_has_each_command(self):
        self.joined()
        document = self.call("GET", "/api/v1/openapi.json", token=self.token()).json
        self.assertEqual(document["openapi"], "3.1.0")
        names = {command["name"] for command in json.loads(self.client_help())}
        described = {path.removeprefix("/commands/").replace("/", " ") for path in document["paths"] if path.startswith("/commands/")}
        self.assertEqual(described, {name for name in names if not re.match("observe|trouble|pairing|sharing|snapshot", name)})
        message = document["paths"]["/commands/message"]["post"]["requestBody"]["content"]["application/json"]["schema"]
        self.assertEqual(set(message["properties"]), {"text", "for", "priority", "id"})
        self.assertEqual((message["required"], message["properties"]["priority"]["enum"]), (["text"], ["info", "notice", "urgent"]))

    def client_help(self):
        return json.dumps(self.client().ask("help")["data"])


class Files(WebCase):
    def test_the_page_is_public_and_is_not_sent_twice(self):
        self.running()
        self.web()
        for path, kind in [("/", "text/html"), ("/index.html", "text/html"), ("/remote.css", "text/css"), ("/remote.js", "text/javascript"),
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
        for options, status in [(["--certificate", "a"], 64), (["--listen", "wall"], 64), (["--listen", "192.0.2.7:1"], 69), (["--allow", "grue"], 64),
                                (["--certificate", "/no", "--key", "/no"], 66), (["--new-token", "a b"], 64), (["--proxy", "wall"], 64)]:
            answer = subprocess.run([WEB, "--no-config", *options], env=self.variables(), capture_output=True, text=True, timeout=20)
            self.assertEqual(answer.returncode, status, (options, answer.stderr))
            self.assertEqual(answer.stderr.count("\n"), 1, answer.stderr)
