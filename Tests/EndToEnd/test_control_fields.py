"""The tables of colourclock-control(5) list exactly the fields of answers and events."""

import datetime
import json
import re
import socket

from basics import SOURCES, asleep, eventually
from control import ControlCase

MANUAL = SOURCES.parent / "assets/shipped/colourclock-control.5"
# Fields that these tests do not produce: of leap seconds, of a time service, of a hung server (test_journal), of
# Xwayland (test_wayland), and of failing players (test_sound).
ELSEWHERE = {"limits[]", "silence", "clock.estimatedError", "clock.maximumError", "clock.leap", "clock.taiOffset",
             "clock.source", "clock.sinceAnswer",
             "saveFailure", "soundFailure"}


def documented(title):
    section = re.search(rf"(?ms)^\.Ss {title}$.*?^\.El$", MANUAL.read_text())[0]
    return set(re.findall(r"(?m)^\.It Va (\S+) Ta", section))


def fields(value, path=""):
    """The paths of all fields in a value."""
    if isinstance(value, dict):
        return {field for name, each in value.items() for field in fields(each, f"{path}.{name}" if path else name)}
    if isinstance(value, list):
        # An option's value has any type.
        return {field for each in value for field in fields(each, path if path == "options[].value" else f"{path}[]")}
    return {path}


def status_fields(status):
    """The fields of a status. The fields of each countdown in the list count as those of the present one."""
    found = fields(status)
    listed = {field for field in found if field.startswith("wall.countdowns[].")}
    return found - listed | {re.sub(r"^wall\.countdowns\[\]\.", "wall.countdown.", field) for field in listed} | (
        {"wall.countdowns[]"} if listed else set())


class Fields(ControlCase):
    def gather(self, *options, **variables):
        """Collects the fields of status and health on a busy wall."""
        file = self.home / "config/colourclock/colourclock.conf"
        file.parent.mkdir(parents=True)
        file.write_text("title Tea\n")
        self.running("--alarm", "08:30=Tea", "--feed",
                     f"echo free; test -e {self.home}/broken || exit 0; echo no >&2; false", "--refresh-every", "1s",
                     "--agenda", self.home / "agenda", "--night", "22:00-07:00", config=True, sound=True, *options,
                     **variables)
        for words in (["countdown", "start", "5m"], ["program", "start", "Work 25m, Rest 5m, x2"],
                      ["stopwatch", "start"],
                      ["stopwatch", "lap"],
                      ["message", "A", "--for", "1h", "--id", "a"],
                      ["agenda", "set", "00:00-12:00 A", "[Work #3b6fb6]", "12:00-24:00 B",
                       json.dumps(
                           [{"start": "08:30", "end": "09:15", "title": "Once",
                             "seconds": [1774861200, 1774862100]}])]):
            self.send(*words)

    def test_status(self):
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(manager.close)
        manager.bind(str(self.home / "notify"))
        (self.home / "agenda").write_text("")
        self.gather("--kiosk", "--at", "11:59:50", NOTIFY_SOCKET=self.home / "notify", WATCHDOG_USEC=4_000_000)
        companion = self.client()
        companion.ask("sharing", "announce", "floor 2")
        seen = status_fields(self.status())
        (self.home / "broken").touch()
        now = datetime.datetime.fromisoformat(f"2026-01-01T{self.wall()['time']}")
        self.send("alarm", "add", f"{now + datetime.timedelta(seconds=6):%H:%M:%S}=Now")
        (self.home / "config/colourclock/colourclock.conf").write_text("face grue\n")

        def all_of_it():
            seen.update(status_fields(self.status()))
            if "wall.ringing[]" in seen:
                self.run_clock("send", "snooze")
            return documented("status") - ELSEWHERE <= seen

        try:
            eventually(all_of_it, "all fields", within=60)
        except AssertionError:
            self.fail(f"never told: {documented('status') - seen}")
        self.assertEqual(seen - documented("status"), set())

    def test_health(self):
        self.running()
        client = self.client()
        seen = set()

        def health():
            found = fields(client.ask("health")["data"])
            seen.update(re.sub(r"^server\.resources\..*", "server.resources.TYPE", field) for field in found)
            return seen

        eventually(lambda: "wear[].spread" in health(), "wear")
        with asleep(self.present, 2.5):
            pass
        eventually(lambda: "trouble" in health(), "what is wrong")
        eventually(lambda: "drawn.count" in health(), "a measured second", within=60)
        self.assertEqual(seen - documented("health"), set())
        self.assertEqual(documented("health") - seen - ELSEWHERE, set())

    def test_events(self):
        (self.home / "agenda").write_text("")
        kinds = {}

        def read_until(topics):
            while not kinds.keys() >= topics:
                event = observer.read()
                kinds[event["event"]] = event.get("data")

        # The alarm must be added before 11:59:58, also on a busy machine.
        self.gather("--at", "11:59:30", "--window", "--geometry", "200x100", "--health-badge", "always")
        observer = self.client()
        observer.ask("observe")
        companion = self.client()
        companion.ask("sharing", "announce", "floor 2")
        for words in (["share", "face", "hue"], ["program", "next"], ["program", "back"], ["countdown", "pause"],
                      ["stopwatch", "clear"], ["message", "B"], ["face", "hue"], ["feed", "x"], ["sound", "off"],
                      ["alarm", "add", "11:59:58=Now"], ["countdown", "new", "1s"]):
            self.send(*words)
        self.window.configure(width=240, height=120)
        self.viewer.display.sync()
        self.press("q")
        # A countdown that ends while the clock is stopped has no phase.
        read_until({"phase", "ended"})
        with asleep(self.present, 2.5):
            pass
        topics = {re.sub(r"[.\[].*", "", field) for field in documented("events")}
        # Only a companion that pairs phones is asked for a code (test_remote).
        read_until(topics - {"quit", "pair"})
        self.send("quit")
        while (event := observer.read())["event"] != "quit":
            pass
        self.assertNotIn("data", event)
        self.assertEqual(fields(kinds["tick"], "tick"), {"tick.time", "tick.colour"})
        status = documented("status")
        for name, prefix in (("countdown", "wall.countdown"), ("hold", "wall.hold"), ("feed", "wall.feed"),
                             ("message", "wall.messages"),
                             ("monitor", "monitors"), ("stopwatch", "wall.stopwatch"), ("program", "wall.program")):
            with self.subTest(name):
                self.assertLessEqual(fields(kinds[name], prefix) - {prefix}, status)
        for name in ("face", "health"):
            self.assertIsInstance(kinds[name], str)
        self.assertIsInstance(kinds["alarm"][0], str)
