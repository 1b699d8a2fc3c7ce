"""A real Home Assistant, the newest on PyPI for this Python, in its own environment. Files set it up, since its users
and broker are otherwise configured in a browser."""

import base64
import hashlib
import hmac
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from basics import eventually, leave, mortal
from broker import free_port

# Created once by `python3 Tests/EndToEnd/home_assistant.py`, as assets/tools/soak does.
FOLDER = Path(os.environ.get("COLOURCLOCK_HOME_ASSISTANT") or Path.home() / ".cache/colourclock/home-assistant")
HASS = FOLDER / "bin/hass"
KEY = "0123456789abcdef" * 4


def install():
    """Installs it, which takes some minutes, unless it is installed already."""
    start = time.monotonic()
    if not HASS.exists():
        FOLDER.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "venv", FOLDER], check=True)
        # Home Assistant would install paho-mqtt itself at its first start. Its last release for Python 3.11 (March
        # 2024) needs an older josepy.
        subprocess.run(
            [FOLDER / "bin/pip", "install", "--quiet", "--use-pep517", "homeassistant", "paho-mqtt<2", "josepy<2"],
            check=True)
    version = subprocess.run([HASS, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    print(f"Home Assistant {version}, installed in {time.monotonic() - start:.0f} s")


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=")


def token():
    """A JSON web token for the user that `users` creates."""
    now = int(time.time())
    claims = {"iss": "test", "iat": now, "exp": now + 86400}
    text = b".".join(encoded(json.dumps(part).encode()) for part in ({"alg": "HS256", "typ": "JWT"}, claims))
    return (text + b"." + encoded(hmac.new(KEY.encode(), text, hashlib.sha256).digest())).decode()


def users():
    return {
        "users": [{"id": "tester", "group_ids": ["system-admin"], "is_owner": True, "is_active": True, "name": "tester",
                       "system_generated": False, "local_only": True}],
            "groups": [{"id": "system-admin", "name": "Administrators"}], "credentials": [],
            "refresh_tokens": [{
                "id": "test", "user_id": "tester", "client_id": None, "client_name": "tests", "client_icon": None,
                "token_type": "long_lived_access_token", "created_at": "2026-01-01T00:00:00+00:00",
                "access_token_expiration": 86400.0, "token": "unused", "jwt_key": KEY, "last_used_at": None,
                "last_used_ip": None, "credential_id": None, "version": None}]}


def entries(broker):
    return {"entries": [{
        "entry_id": "broker", "version": 1, "minor_version": 1, "domain": "mqtt", "title": "test", "unique_id": None,
        "source": "user", "disabled_by": None, "pref_disable_new_entities": False, "pref_disable_polling": False,
        "options": {}, "data": {"broker": "127.0.0.1", "port": broker, "discovery": True}}]}


class HomeAssistant:
    """An instance with its folder of settings, connected to the broker on that port."""

    def __init__(self, folder, broker):
        if not HASS.exists():
            leave(f"{HASS} is missing: python3 Tests/EndToEnd/home_assistant.py installs it")
        self.port, self.log = free_port(), folder / "log"
        storage = folder / ".storage"
        storage.mkdir(parents=True)
        (folder / "configuration.yaml").write_text(
            f"http:\n  server_host: 127.0.0.1\n  server_port: {self.port}\napi:\nlogger:\n  default: warning\n")
        for key, data in (("auth", users()), ("core.config_entries", entries(broker))):
            (storage / key).write_text(json.dumps({"version": 1, "minor_version": 1, "key": key, "data": data}))
        self.headers = {"Authorization": f"Bearer {token()}", "Content-Type": "application/json"}
        self.folder = folder
        self.start()

    def start(self):
        with self.log.open("a") as log:
            self.process = subprocess.Popen(
                mortal([HASS, "--config", self.folder], "TERM"), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"PATH": f"{FOLDER}/bin:/usr/bin:/bin", "HOME": str(self.folder), "LC_ALL": "C.UTF-8"})
        eventually(self.answers, lambda: f"Home Assistant: {self.log.read_text()[-2000:]}", 180)

    def answers(self):
        assert self.process.poll() is None, self.log.read_text()
        try:
            return self.ask("config")["state"] == "RUNNING"
        except urllib.error.HTTPError:
            raise
        except OSError:
            return False

    def ask(self, path, data=None):
        """Sends a request to its API. Returns the answer."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/{path}", data and json.dumps(data).encode(), self.headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def states(self):
        """All entities by ID, with their states and attributes."""
        return {each["entity_id"]: each for each in self.ask("states")}

    def call(self, service, entity, **data):
        self.ask(f"services/{service.replace('.', '/')}", {"entity_id": entity, **data})

    def restart(self):
        self.close()
        self.start()

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


if __name__ == "__main__":
    install()
