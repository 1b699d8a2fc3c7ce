"""A real Home Assistant finds a wall, shows its state, and starts a countdown on it. assets/tools/soak installs it,
which takes minutes."""

import signal
import time
import unittest
from datetime import datetime, timezone

from basics import eventually
from broker import MqttCase
from home_assistant import HomeAssistant

DEVICE = "colour_clock_lobby"
# The wall's entities in every version since 2021, and events since 2023.
ENTITIES = {
    "sensor": ["colour", "lateness", "clock_health", "feed_age", "countdown_end", "nearest_end", "program_end",
               "stopwatch_start", "next_to_end", "what_rings", "snoozed_alarms", "program_step", "next_step",
               "program_behind", "stopwatch_time", "last_lap"],
    "binary_sensor": ["synchronised", "problem", "ringing"], "light": ["screen"], "select": ["face"],
    "number": ["countdown"],
    "button": ["start_countdown", "pause_countdown", "resume_countdown", "add_a_minute", "reset_countdown",
               "remove_countdown", "start_program", "next_step", "step_back", "add_a_minute_to_the_step",
               "restart_program", "stop_program", "lap", "reset_stopwatch", "remove_stopwatch", "dismiss", "snooze",
               "undo", "refresh", "identify", "reload_options"],
    "switch": ["sound", "stopwatch"], "text": ["message", "program", "new_countdown"],
    "event": ["event", "countdown_end", "alarm", "step"]}
# Unavailable while nothing runs.
AT_TIMES = {f"sensor.{DEVICE}_{name}" for name in ("countdown_end", "nearest_end", "program_end", "stopwatch_start")}
# Known warnings about Home Assistant's Python and about newer kinds of entities.
KNOWN = ["Support for the running Python version", "Integration notify is not supported"]


class House(MqttCase):
    maxDiff = None

    def setUp(self):
        super().setUp()
        self.mosquitto = self.broker("persistence true", "autosave_on_changes true", "autosave_interval 1")
        self.hub = self.peer(self.mosquitto)
        self.house = HomeAssistant(self.home / "home-assistant", self.mosquitto.port)
        self.addCleanup(self.house.close)

    def mine(self):
        """The states of the wall's entities."""
        return {name: each["state"] for name, each in self.house.states().items() if DEVICE in name}

    def expect(self, entity, matches, within=10):
        entity = entity.replace(".", f".{DEVICE}_")
        eventually(lambda: matches(self.mine()[entity]), lambda: f"{entity}, but {self.mine()[entity]}", within)

    def call(self, service, entity, **data):
        domain = service.split(".")[0]
        self.house.call(service, f"{domain}.{DEVICE}_{entity}", **data)

    def assert_there(self):
        wanted = {f"{domain}.{DEVICE}_{name}" for domain, names in ENTITIES.items() for name in names}
        eventually(lambda: set(self.mine()) == wanted, lambda: f"{sorted(wanted)}, but {sorted(self.mine())}", 20)
        away = lambda: {name for name, state in self.mine().items() if state == "unavailable"}
        eventually(lambda: away() <= AT_TIMES, lambda: f"available ones, but {self.mine()}")

    def assert_away(self):
        eventually(
            lambda: set(self.mine().values()) == {"unavailable"}, lambda: f"nothing available, but {self.mine()}")

    def test_a_wall_in_a_house(self):
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        self.assert_there()
        self.expect("sensor.colour", lambda state: state.startswith("#"))
        self.expect("sensor.lateness", lambda state: float(state) >= 0 if state != "unknown" else False, 70)
        self.expect("binary_sensor.synchronised",
                    lambda state: state == ("on" if wall.ask("health")["clock"]["synchronised"] else "off"))
        self.expect("select.face", lambda state: state == "scaled")
        self.start_a_countdown(wall)
        self.tell_more(wall)
        self.use_timers(wall)
        # Kill the clock and start it again, then its companion.
        wall.clock.process.kill()
        self.assert_away()
        wall.start()
        self.assert_there()
        wall.leave()
        self.assert_away()
        wall.join(self.mosquitto)
        self.assert_there()
        # Statuses with and without a countdown.
        for words in (("countdown", "start", "5m"), ("countdown", "pause"), ("countdown", "clear"), ("face", "full")):
            self.hub.forget()
            wall.ask(*words)
            self.hub.expect("colourclock/lobby/status")
        self.assert_no_complaints()
        wall.leave(signal.SIGTERM)
        answer = self.companion("--no-config", "--broker", self.mosquitto.url, "--name", "lobby", "--forget")
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        eventually(lambda: self.mine() == {}, lambda: f"no wall, but {self.mine()}")

    def test_a_wall_that_ends_while_its_broker_is_away(self):
        """The last will is lost and the broker keeps `online`; the entities must expire."""
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        self.assert_there()
        # Saved to the broker's disk.
        eventually(
            lambda: b"lobby/availability" in (self.mosquitto.file.parent / "mosquitto.db").read_bytes(), "a database",
            5)
        self.mosquitto.kill()
        wall.leave()
        self.mosquitto.start()
        late = self.peer(self.mosquitto)
        self.assertEqual(late.expect("colourclock/lobby/availability").payload, b"online")
        sensors = lambda: {
            state == "unavailable" for name, state in self.mine().items() if "sensor." in name and name not in AT_TIMES}
        eventually(lambda: sensors() == {False}, lambda: f"{self.mine()}", 60)
        eventually(lambda: sensors() == {True}, lambda: f"{self.mine()}", 180)

    def test_a_wall_that_was_deleted_by_mistake(self):
        """The wall and its states come back, also for a restarted Home Assistant with an empty broker."""
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        self.assert_there()
        topic = "homeassistant/light/colourclock_lobby/screen/config"
        self.hub.expect(topic, lambda heard: heard.payload)
        # Home Assistant does this for each entity of a deleted device.
        announced = {
            heard.topic for heard in self.hub.heard if heard.topic.startswith("homeassistant/") and heard.payload}
        self.hub.forget()
        start = time.monotonic()
        for each in announced:
            self.hub.tell(each, "", retain=True)
        self.hub.expect(topic, lambda heard: heard.payload, 6)
        self.assertLess(time.monotonic() - start, 6)
        self.assert_there()
        # Home Assistant's birth message.
        self.hub.forget()
        self.house.restart()
        self.hub.expect("homeassistant/status", lambda heard: heard.payload == b"online", 60)
        self.hub.expect(topic, lambda heard: heard.payload, 6)
        self.hub.expect("colourclock/lobby/status", within=6)
        self.assert_there()
        wall.ask("face", "hue")
        self.expect("select.face", lambda state: state == "hue")
        self.assert_no_complaints()

    def assert_no_complaints(self):
        """Nothing in its log, apart from known warnings."""
        said = [
            line[:230] for line in self.house.log.read_text().splitlines() if " ERROR " in line or " WARNING " in line]
        self.assertEqual({line.split(" ", 2)[2] for line in said if not any(known in line for known in KNOWN)}, set())

    def start_a_countdown(self, wall):
        """Starts a countdown by a service call; the wall and its status must show it."""
        before = wall.number()
        self.call("number.set_value", "countdown", value=7)
        self.call("button.press", "start_countdown")
        running = lambda: (wall.wall.get("countdown") or {}).get("state") == "running" and wall.wall["countdown"][
            "length"]
        self.assertEqual(eventually(running, "a countdown"), 420)
        eventually(lambda: wall.number() != before, "its number on the wall")
        self.expect("sensor.countdown_end", lambda state: state.startswith("20"))
        self.call("button.press", "pause_countdown")
        eventually(lambda: wall.wall["countdown"]["state"] == "paused", "a pause")
        wall.ask("countdown", "clear")
        self.expect("sensor.countdown_end", lambda state: state == "unavailable")

    def tell_more(self, wall):
        self.call("select.select_option", "face", option="hue")
        eventually(lambda: wall.wall["face"] == "hue", "the face")
        self.expect("select.face", lambda state: state == "hue")
        self.call("light.turn_on", "screen", brightness=128)
        eventually(lambda: abs(wall.wall["dim"] - 0.5) < 0.01, "less light")
        self.call("light.turn_off", "screen")
        eventually(lambda: wall.wall["isBlank"], "darkness")
        self.expect("light.screen", lambda state: state == "off")
        self.call("light.turn_on", "screen")
        eventually(lambda: not wall.wall["isBlank"], "light")
        self.call("text.set_value", "message", value="It's \"tea\" time")
        eventually(
            lambda: [" ".join(each["lines"]) for each in wall.wall["messages"]] == ["It's \"tea\" time"], "a text")
        wall.ask("countdown", "start", "1", "Green \"tea\"")
        self.expect("event.event", lambda state: state.startswith("20"))
        happened = lambda: self.house.states()[f"event.{DEVICE}_event"]["attributes"]
        is_told = lambda **wanted: eventually(
            lambda: wanted.items() <= happened().items(), lambda: f"{wanted}, but {happened()}")
        is_told(event_type="zero", title="Green \"tea\"")
        wall.ask("countdown", "clear")
        wall.ask("program", "start", "A 2s, B 2s")
        is_told(event_type="step", title="B", step=2, steps=2)
        is_told(event_type="program_ended", title="B")
        wall.ask("program", "stop")
        wall.ask("countdown", "start", "5", "Eggs", "--warn", "4s", "--danger", "off")
        is_told(event_type="warning", title="Eggs")
        wall.ask("countdown", "clear")

    def use_timers(self, wall):
        """Countdowns, a program and the stopwatch by the entities alone."""
        press = lambda *names: [self.call("button.press", name) for name in names]
        attributes = lambda entity: self.house.states()[entity.replace(".", f".{DEVICE}_")]["attributes"]
        program = lambda name: wall.wall.get("program", {}).get(name)
        self.call("text.set_value", "new_countdown", value="10m Bob's tea")
        self.call("text.set_value", "new_countdown", value="5m Rice")
        self.expect("sensor.next_to_end", lambda state: state == "Rice")
        listed = [each["title"] for each in attributes("sensor.next_to_end")["countdowns"]]
        self.assertEqual(listed, ["Rice", "Bob's tea"])
        self.expect("sensor.nearest_end", lambda state: state.startswith("20"))
        press("add_a_minute")
        eventually(lambda: wall.wall["countdown"]["remaining"] > 301, "a minute more")
        press("pause_countdown", "resume_countdown")
        eventually(lambda: wall.wall["countdown"]["state"] == "running", "the countdown again")
        self.expect("binary_sensor.ringing", lambda state: state == "off")
        wall.ask("countdown", "set", "1", "--id", "Rice")
        self.expect("sensor.what_rings", lambda state: state == "Rice")
        self.expect("binary_sensor.ringing", lambda state: state == "on")
        told = self.mine()[f"event.{DEVICE}_countdown_end"]
        press("snooze")
        self.expect("binary_sensor.ringing", lambda state: state == "off")
        wall.ask("countdown", "set", "1", "--id", "Rice")
        self.expect("binary_sensor.ringing", lambda state: state == "on")
        self.expect("event.countdown_end", lambda state: state > told)
        told = self.mine()[f"event.{DEVICE}_countdown_end"]
        press("dismiss")
        self.expect("sensor.what_rings", lambda state: state == "-")
        press("remove_countdown")
        eventually(lambda: wall.wall["countdowns"] == [], "no countdown")
        self.assertEqual(self.mine()[f"event.{DEVICE}_countdown_end"], told)
        self.call("text.set_value", "program", value="Work 25m, Rest 5m, x2")
        self.expect("sensor.program_step", lambda state: state == "1/4 Work")
        self.expect("sensor.next_step", lambda state: state == "Rest")
        self.expect("sensor.program_end", lambda state: state.startswith("20"))
        self.assertEqual(attributes("event.step")["title"], "Work")
        press("next_step")
        self.expect("sensor.program_step", lambda state: state == "2/4 Rest")
        press("add_a_minute_to_the_step")
        self.expect("sensor.program_behind", lambda state: state not in ("unknown", "0"))
        press("restart_program")
        eventually(lambda: program("step") == 1, "the first step")
        press("stop_program")
        self.expect("sensor.program_step", lambda state: state == "-")
        self.expect("sensor.program_end", lambda state: state == "unavailable")
        self.call("switch.turn_on", "stopwatch")
        self.expect("switch.stopwatch", lambda state: state == "on")
        self.expect("sensor.stopwatch_start", lambda state: state.startswith("20"))
        press("lap", "lap")
        self.expect("sensor.last_lap", lambda state: state != "unknown" and float(state) >= 0)
        eventually(lambda: len(attributes("sensor.last_lap")["laps"]) == 2, "two laps")
        self.call("switch.turn_off", "stopwatch")
        self.expect("switch.stopwatch", lambda state: state == "off")
        elapsed = wall.wall["stopwatch"]["elapsed"]
        self.expect("sensor.stopwatch_time", lambda state: abs(float(state) - elapsed) < 0.02)
        press("reset_stopwatch")
        self.expect("sensor.stopwatch_time", lambda state: float(state) == 0)
        press("remove_stopwatch")
        self.expect("sensor.stopwatch_time", lambda state: state == "unknown")
        press("undo")
        self.expect("sensor.stopwatch_time", lambda state: state != "unknown")
        wall.ask("stopwatch", "clear")
        due = datetime.fromtimestamp(int(time.time()) + 3 + wall.wall["offset"], timezone.utc)
        wall.ask("alarm", "add", f"{due:%H:%M:%S}=Standup")
        self.expect("event.alarm", lambda state: state.startswith("20"))
        self.assertEqual(attributes("event.alarm")["title"], "Standup")
        press("snooze")
        self.expect("sensor.snoozed_alarms", lambda state: "Standup" in state)
        wall.ask("alarm", "remove", "Standup")


if __name__ == "__main__":
    unittest.main()
