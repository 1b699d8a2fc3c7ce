"""A wall with the companion `colourclock-web`, and HTTP clients of it."""

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import threading
import time

from basics import companion, eventually, mortal
from control import ControlCase

WEB = companion("web")


class Answer:
    def __init__(self, answer):
        self.status, self.headers, self.body = answer.status, answer.headers, answer.read()

    @property
    def json(self):
        return json.loads(self.body)

    @property
    def cookie(self):
        return self.headers["Set-Cookie"].split(";")[0]


class Events:
    """Reads the events of a stream as they come."""

    def __init__(self, port, source="127.0.0.1", **headers):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30, source_address=(source, 0))
        self.connection.request("GET", "/api/v1/events", headers=headers)
        self.answer = self.connection.getresponse()
        self.heard, self.is_over = [], False
        if self.answer.status == 200:
            threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        event = {}
        try:
            while line := self.answer.readline().decode():
                name, _, value = line.rstrip("\n").partition(": ")
                if name in ("id", "event", "data"):
                    event[name] = value
                elif not line.strip() and event:
                    self.heard.append((time.monotonic(), event))
                    event = {}
        except (OSError, http.client.HTTPException, AttributeError, ValueError):
            pass
        self.is_over = True

    def all(self, name):
        return [json.loads(event["data"]) for _, event in list(self.heard) if event.get("event") == name]

    def close(self):
        self.connection.close()


class Relay:
    """A relay between the companion and the wall, which records what the companion sends."""

    def __init__(self, path, wall):
        self.path, self.wall, self.said, self.sockets = path, wall, [], []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(path))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, far = self.listener.accept()[0], socket.socket(socket.AF_UNIX)
                try:
                    far.connect(str(self.wall))
                except OSError:
                    near.close()
                    far.close()
                    continue
                self.sockets += [near, far]
                for source, target, keeps in ((near, far, True), (far, near, False)):
                    threading.Thread(target=self.pump, args=(source, target, keeps), daemon=True).start()

    def pump(self, source, target, keeps):
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if keeps:
                    self.said += [json.loads(line)["command"]
                                  for line in data.splitlines() if line.startswith(b"{") and line.endswith(b"}")]
                target.sendall(data)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def all(self, *words):
        return [command[len(words):] for command in list(self.said) if command[:len(words)] == list(words)]

    def close(self):
        for each in [self.listener, *self.sockets]:
            each.close()


class WebCase(ControlCase):
    # The options that name the wall's sessions and tokens.
    named = ()
    # Where requests go, and how they are encrypted.
    host, tls = "127.0.0.1", None

    def web(self, *options, listen="127.0.0.1:0", **variables):
        if not hasattr(self, "relay"):
            self.relay = Relay(self.home / "relay.sock", self.path)
            self.addCleanup(self.relay.close)
        log = open(self.home / "web.log", "w")  # noqa: SIM115, closed with the process
        self.addCleanup(log.close)
        process = subprocess.Popen(
            mortal([WEB, "--no-config", *self.named, "--control", str(self.relay.path), "--listen", listen, *options]),
            env=self.variables(**variables),
            stdin=subprocess.DEVNULL, stderr=log)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        eventually(lambda: "listens at" in self.lines(), lambda: f"an address: {self.lines()}")
        self.port = int(self.lines().split("listens at")[1].split("/")[2].rsplit(":", 1)[1])
        self.process = process
        return process

    def lines(self):
        return (self.home / "web.log").read_text()

    def joined(self, *options, **more):
        """Starts a wall and the companion, and waits until they are connected."""
        clock = self.running(**more)
        self.web(*options)
        self.found()
        return clock

    def found(self):
        """Waits until the companion knows the wall and its commands."""
        probe = self.token("probe")
        eventually(lambda: self.call("GET", "/api/v1/openapi.json", token=probe).status == 200, self.lines)
        eventually(lambda: self.relay.all("pairing", "devices"), "a list of devices")

    def call(self, method, path, body=None, token=None, cookie=None, raw=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if cookie:
            headers["Cookie"] = cookie
        data = raw if raw is not None else None if body is None else json.dumps(body).encode()
        if data is not None:
            headers.setdefault("Content-Type", "application/json")
        connection = self.connection()
        try:
            connection.request(method, path, data, headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def connection(self):
        if self.tls:
            return http.client.HTTPSConnection(self.host, self.port, timeout=15, context=self.tls)
        return http.client.HTTPConnection(self.host, self.port, timeout=15)

    def command(self, name, fields=None, **more):
        return self.call("POST", f"/api/v1/commands/{name}", {} if fields is None else fields, **more)

    def token(self, name="deck", *allowed):
        allow = ["--allow", ",".join(allowed)] if allowed else []
        answer = subprocess.run([WEB, "--no-config", *self.named, "--new-token", name, *allow], env=self.variables(),
                                capture_output=True, text=True, timeout=20)
        self.assertEqual((answer.returncode, answer.stderr), (0, ""))
        return answer.stdout.strip()

    def events(self, token, **more):
        events = Events(self.port, Authorization=f"Bearer {token}", **more)
        self.addCleanup(events.close)
        self.assertEqual(events.answer.status, 200)
        return events

    def shown_code(self):
        """Requests a code at the wall. Returns the code that the companion sends to the wall."""
        before = len(self.relay.all("pairing", "show"))
        # The wall may read this before the companion's own line, which the relay has passed on.
        eventually(lambda: self.run_clock("send", "pair").status == 0, "a companion at the wall")
        return eventually(lambda: self.relay.all("pairing", "show")[before:], "a code on the wall")[0][0]

    def paired(self, name="Ann's phone"):
        """Pairs a phone. Returns its cookie."""
        answer = self.call("POST", "/api/v1/pair", {"code": self.shown_code(), "name": name})
        self.assertEqual((answer.status, answer.body), (204, b""))
        return answer.cookie

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(10)
