"""Many walls on one broker: what a group shares while walls come and go, and each wall's own state."""

import math
import signal
import socket
import time
import unittest
from datetime import datetime, timezone

from basics import Watch, eventually, never, tool
from broker import LobbyCase, MqttCase, iso

P = "colourclock"


class GroupCase(MqttCase):
    # Retained messages are saved after each change; a killed broker would otherwise lose the last half hour.
    persistent = ("persistence true", "autosave_on_changes true", "autosave_interval 1")

    def setUp(self):
        super().setUp()
        self.mosquitto = self.broker(*self.persistent)
        self.hub = self.peer(self.mosquitto)

    def join(self, *names, options=("--group", "hall")):
        walls = [self.wall(name).join(self.mosquitto, *options) for name in names]
        for name in names:
            self.hub.expect(f"{P}/{name}/availability", lambda heard: heard.payload == b"online")
        return walls

    def share(self, state, payload, scope="group/hall"):
        self.hub.tell(f"{P}/{scope}/{state}", payload, retain=True)

    def assert_ends(self, walls, end, within=20.0):
        eventually(lambda: all(wall.ends_at(end) for wall in walls),
                   lambda: f"{end}, but {[(wall.name, wall.ends(), wall.lines()) for wall in walls]}", within)


class Groups(GroupCase):
    def test_walls_agree_whatever_happens(self):
        walls = self.join("one", "two", "three")
        end = math.ceil(time.time()) + 200
        self.share("countdown", {"end": iso(end), "start": iso(end - 240)})
        self.assert_ends(walls, end)
        self.assert_agree(walls, end, 5)
        # A fourth wall agrees within a second of its companion's start. Three tries, for a busy machine, whose delays
        # do not count.
        fourth = self.wall("four")
        seconds = []
        while len(seconds) < 3 and not (seconds and min(seconds) < 1):
            if seconds:
                fourth.leave()
                fourth.start()
            needed = fourth.clock.pid, fourth.server.process.pid, self.mosquitto.process.pid
            watch = Watch(*needed)
            fourth.join(self.mosquitto, "--group", "hall")
            watch.processes.add(fourth.companion.pid)
            self.assert_ends([fourth], end)
            seconds.append(watch.look())
        self.assertLess(min(seconds), 1, seconds)
        # The rings have the same length.
        self.assertEqual({wall.wall["countdown"]["length"] for wall in [*walls, fourth]}, {240})
        # One companion is stopped before the next change, and then killed.
        walls[1].companion.send_signal(signal.SIGSTOP)
        later = end + 100
        self.share("countdown", {"end": iso(later), "title": "Exam"})
        self.assert_ends([walls[0], walls[2], fourth], later)
        self.assertTrue(walls[1].ends_at(end))
        walls[1].leave()
        walls[1].join(self.mosquitto, "--group", "hall")
        self.assert_ends([walls[1]], later)
        self.assert_agree([*walls, fourth], later, 3)
        self.assertEqual({wall.wall["countdown"].get("title") for wall in walls}, {"Exam"})

    def test_a_wall_that_was_cut_off_for_an_hour(self):
        """In short times: what had begun before the interruption is over, and what is present began meanwhile."""
        walls = one, two = self.join("one", "two")
        state = lambda wall: (wall.wall["face"], wall.wall["dim"], wall.wall.get("countdown", {}).get("title"),
                              [" ".join(message["lines"]) for message in wall.wall["messages"]])
        expect = lambda wall, *value: eventually(
            lambda: state(wall) == value, lambda: f"{value}, but {wall.name} {state(wall)}", 20)
        now = math.ceil(time.time())
        over = now + 12
        self.share("countdown", {"end": iso(over), "start": iso(now - 3700), "title": "First lesson"})
        self.share("face", "hue")
        for wall in walls:
            expect(wall, "hue", 1, "First lesson", [])
        two.companion.send_signal(signal.SIGSTOP)
        # Meanwhile the group is dim and has a message for a while, which it never shows, and another countdown begins.
        self.share("dim", {"share": 0.3, "until": iso(over)})
        self.share("message", {"text": "Fire drill", "until": iso(over)})
        end = now + 1800
        self.share("countdown", {"end": iso(end), "start": iso(now - 1800), "title": "Second lesson"})
        self.share("face", "")
        expect(one, "scaled", 0.3, "Second lesson", ["Fire drill"])
        expect(one, "scaled", 1, "Second lesson", [])
        self.assertEqual(two.wall["face"], "hue")
        self.assertEqual(two.wall["countdown"]["title"], "First lesson")
        two.leave()
        two.join(self.mosquitto, "--group", "hall")
        self.assert_ends([two], end)
        expect(two, "scaled", 1, "Second lesson", [])
        # Both rings have the same length.
        self.assertEqual([wall.wall["countdown"]["length"] for wall in walls], [3600, 3600])
        # On the second wall the first lesson has rung, so its bar offers Undo for ten seconds, and the ring has made
        # room for the bar.
        eventually(lambda: one.number() == two.number(), "rings of one size", 15)
        self.assert_agree(walls, end, 3)

    def test_a_wall_whose_clock_is_not_synchronised(self):
        """It takes part as usual, and reports its state in the status and, on demand, on the wall."""
        walls = []
        for name, answer in (("one", 0), ("two", 5)):
            wall = self.wall(name)
            # Results of adjtimex(2): TIME_OK, TIME_ERROR.
            calls = "adjtimex,clock_adjtime"
            wall.before = (tool("strace"), "-D", "-o", "/dev/null", "-e", f"trace={calls}", "-e",
                           f"inject={calls}:retval={answer}")
            walls.append(wall.start("--sync-badge").join(self.mosquitto, "--group", "hall"))
        for wall, expected in zip(walls, (True, False)):
            status = self.hub.expect(f"{P}/{wall.name}/status").json
            self.assertIs(status["health"]["clock"]["synchronised"], expected, wall.name)
            signs = lambda: len(set(wall.viewer.pixels(wall.window, 160, 0, 160, 12))) > 1
            eventually(lambda: signs() != expected, "a sign" if not expected else "none")
        end = math.ceil(time.time()) + 200
        self.share("countdown", iso(end))
        self.assert_ends(walls, end)
        self.assert_agree(walls, end, 3)

    def test_a_wall_that_starts_anew(self):
        wall, = self.join("one")
        end = math.ceil(time.time()) + 300
        self.share("countdown", iso(end))
        self.assert_ends([wall], end)
        wall.clock.process.kill()
        self.hub.expect(f"{P}/one/availability", lambda heard: heard.payload == b"offline")
        wall.start()
        self.assert_ends([wall], end)
        self.share("countdown", "")
        eventually(lambda: "countdown" not in wall.wall, "nothing")

    def test_the_broker_is_killed_and_comes_back(self):
        """With persistence no retained message is lost, and a change made at a wall stays."""
        one, two = self.join("one", "two")
        end = math.ceil(time.time()) + 300
        self.share("countdown", iso(end))
        self.share("face", "hue")
        self.assert_ends([one, two], end)
        eventually(lambda: two.wall["face"] == "hue", "the face")
        two.ask("face", "full")
        # Saved to its disk.
        eventually(
            lambda: b"group/hall/face" in (self.mosquitto.file.parent / "mosquitto.db").read_bytes(), "a database")
        self.mosquitto.kill()
        never(lambda: not one.ends_at(end), "another end", during=1)
        self.mosquitto.start()
        fresh = self.peer(self.mosquitto)
        for name in ("one", "two"):
            fresh.expect(f"{P}/{name}/availability", lambda heard: heard.payload == b"online" and not heard.is_retained)
        self.assertEqual(fresh.expect(f"{P}/group/hall/countdown").payload.decode(), iso(end))
        self.assert_ends([one, two], end)
        self.assertEqual((one.wall["face"], two.wall["face"]), ("hue", "full"))

    def test_the_nearest_scope_counts(self):
        one, two = self.join("one", "two", options=("--group", "hall", "--group", "floor"))
        faces = lambda: (one.wall["face"], two.wall["face"])
        expect = lambda *names: eventually(lambda: faces() == names, lambda: f"{names}, but {faces()}")
        self.share("face", "hue", "all")
        expect("hue", "hue")
        self.share("face", "full", "group/floor")
        expect("full", "full")
        self.share("face", "literal", "group/hall")
        expect("literal", "literal")
        self.share("face", "carry", "two")
        expect("literal", "carry")
        self.share("face", "", "group/hall")
        expect("full", "carry")
        self.share("face", "", "two")
        self.share("face", "", "group/floor")
        expect("hue", "hue")
        self.share("face", "", "all")
        expect("scaled", "scaled")

    def test_message_agenda_and_dim(self):
        one, two = self.join("one", "two")
        both = lambda look: [look(wall.wall) for wall in (one, two)]
        expect = lambda look, value: eventually(
            lambda: both(look) == [value] * 2, lambda: f"{value}, but {both(look)}")
        texts = lambda wall: [" ".join(message["lines"]) for message in wall["messages"]]
        self.share("message", "Fire drill at noon")
        expect(texts, ["Fire drill at noon"])
        self.share("message", {"text": "Leave now", "priority": "urgent", "until": iso(time.time() + 10)})
        expect(
            lambda wall: [(" ".join(each["lines"]), each["priority"]) for each in wall["messages"]],
            [("Leave now", "urgent")])
        expect(texts, [])
        self.share("message", "Over")
        expect(texts, ["Over"])
        self.share("message", "")
        expect(texts, [])
        titles = lambda wall: [period["title"] for period in wall["agenda"]]
        self.share("agenda", [{"start": "08:30", "end": "09:15", "title": "Maths"}])
        expect(titles, ["Maths"])
        self.share("agenda", "08:30-09:15 German\n10:00-11:00 Art")
        expect(titles, ["German", "Art"])
        self.share("agenda", "")
        expect(titles, [])
        self.share("dim", "0.5")
        expect(lambda wall: wall["dim"], 0.5)
        self.share("dim", {"share": 0.3, "until": iso(time.time() + 10)})
        expect(lambda wall: wall["dim"], 0.3)
        expect(lambda wall: wall["dim"], 1)

    def test_a_moment_that_has_passed_is_not_begun(self):
        wall, = self.join("one")
        self.share("message", {"text": "Yesterday", "until": iso(time.time() - 5)})
        self.share("countdown", iso(time.time() - 5))
        self.share("face", "hue")
        eventually(lambda: wall.wall["face"] == "hue", "what came after it")
        self.assertEqual((wall.wall.get("countdown"), wall.wall["messages"]), (None, []))
        wall.start()
        eventually(lambda: wall.wall["face"] == "hue", "the face again")
        self.assertEqual((wall.wall.get("countdown"), wall.wall["messages"]), (None, []))


class Presence(LobbyCase):
    def away(self, name="lobby"):
        self.hub.expect(f"{P}/{name}/availability", lambda heard: heard.payload == b"offline")

    def test_who_is_there(self):
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        status = self.hub.expect(f"{P}/lobby/status").json
        self.assertEqual(status["wall"]["face"], "scaled")
        self.assertIs(status["health"]["clock"]["synchronised"], wall.ask("health")["clock"]["synchronised"])
        late = self.peer(self.mosquitto)
        self.assertTrue(late.expect(f"{P}/lobby/status").is_retained)
        self.assertEqual(late.expect(f"{P}/lobby/availability").payload, b"online")
        # Kill the clock and start it again.
        self.hub.forget()
        wall.clock.process.kill()
        self.away()
        self.hub.forget()
        wall.start()
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
        # The companion is killed: the broker publishes its last will.
        self.hub.forget()
        wall.leave()
        self.away()
        wall.join(self.mosquitto)
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")
        # An orderly end publishes the same.
        self.hub.forget()
        self.assertEqual(wall.leave(signal.SIGTERM), 0)
        self.away()

    def test_the_companion_comes_first(self):
        wall = self.wall()
        wall.clock.close()
        wall.socket.unlink(missing_ok=True)
        wall.join(self.mosquitto)
        self.assertIn(str(wall.socket), eventually(wall.lines, "a line")[0])
        wall.start()
        self.hub.expect(f"{P}/lobby/availability", lambda heard: heard.payload == b"online")

    def test_by_itself_it_finds_wall_and_name(self):
        wall = self.wall()
        wall.clock.close()
        wall.socket = wall.home / "colourclock" / f"{wall.server.number}.sock"
        wall.socket.parent.mkdir(mode=0o700)
        wall.start().run("--broker", self.mosquitto.url)
        name = socket.gethostname().split(".")[0]
        self.hub.expect(f"{P}/{name}/availability", lambda heard: heard.payload == b"online")

    def test_events(self):
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        wall.ask("face", "hue")
        wall.ask("countdown", "start", "90")
        self.hub.expect(f"{P}/lobby/event", lambda heard: heard.json == {"event": "face", "data": "hue"})
        event = self.hub.expect(f"{P}/lobby/event", lambda heard: heard.json["event"] == "countdown")
        self.assertEqual((event.json["data"]["state"], event.is_retained), ("running", False))
        never(
            lambda: "tick" in [heard.json["event"] for heard in self.hub.all(f"{P}/lobby/event")], "a tick", during=1.2)

    def test_what_an_automation_hears(self):
        """Warning, danger and end of a countdown and the steps of a program, once each. The template of Home
        Assistant's event entity knows them."""
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        entity = self.hub.expect("homeassistant/event/colourclock_lobby/event/config", lambda heard: heard.payload).json
        self.assertEqual(
            entity["event_types"], ["hold_completed", "warning", "danger", "zero", "alarm", "step", "program_ended"])
        wall.ask("countdown", "start", "12", "Tea", "--warn", "8s", "--danger", "4s")
        topics = ("phase", "ended", "step")
        part = lambda data: (data["title"], data.get("phase") or data["state"])
        told = lambda: [(heard.json["event"], *part(heard.json["data"]))
                        for heard in self.hub.all(f"{P}/lobby/event") if heard.json["event"] in topics]
        wanted = [("phase", "Tea", "soon"), ("phase", "Tea", "last"), ("ended", "Tea", "over")]
        eventually(lambda: told() == wanted, lambda: f"{wanted}, but {told()}", 40)
        wall.ask("countdown", "clear")
        self.hub.forget()
        wall.ask("program", "start", "A 5s, B 5s")
        wanted = [("step", "A", "running"), ("step", "B", "running"), ("step", "B", "over")]
        steps = lambda: [each for each in told() if each[0] == "step"]
        eventually(lambda: steps() == wanted, lambda: f"{wanted}, but {steps()}")
        eventually(lambda: ("ended", "B", "over") in told(), "the end of the last step")
        # An alarm is told once, and no event comes again for a client that subscribes later.
        zone = wall.wall["offset"]
        due = datetime.fromtimestamp(int(time.time()) + 6 + zone, timezone.utc)
        wall.ask("alarm", "add", f"{due:%H:%M:%S}=Tea")
        alarms = lambda: [heard.json for heard in self.hub.all(f"{P}/lobby/event") if heard.json["event"] == "rings"]
        wanted = [{"event": "rings", "data": {"alarm": f"{due:%H:%M:%S}=Tea", "title": "Tea"}}]
        eventually(lambda: alarms() == wanted, lambda: f"{wanted}, but {alarms()}")
        wall.ask("dismiss")
        self.hub.expect(f"{P}/lobby/event", lambda heard: heard.json == {"event": "alarm", "data": []})
        self.assertEqual(alarms(), wanted)
        late = self.peer(self.mosquitto)
        late.expect(f"{P}/lobby/status")
        self.assertEqual(late.all(f"{P}/lobby/event"), [])

    def test_the_status_has_all_timers(self):
        """Also for a client that comes later: each countdown with its end, the program, the stopwatch, what rings."""
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        times = {}
        for words in (("countdown", "start", "10m", "Pasta"), ("countdown", "new", "5m", "Eggs"),
                      ("program", "start", "Work 25m, Rest 5m"), ("stopwatch", "start"), ("stopwatch", "lap"),
                      ("sound", "off")):
            before = time.time()
            wall.ask(*words)
            times[words[:2]] = before, time.time()
        def all_of_it(heard):
            there = heard.json["wall"]
            return len(there["countdowns"]) == 3 and there.get("stopwatch") and there["sound"]["isMuted"]
        self.hub.expect(f"{P}/lobby/status", all_of_it)
        late = self.peer(self.mosquitto).expect(f"{P}/lobby/status", all_of_it)
        self.assertTrue(late.is_retained)
        status = late.json["wall"]
        ends = {each["title"]: each["end"] for each in status["countdowns"]}
        for words, seconds, found in (
                (("countdown", "start"), 600, ends["Pasta"]), (("countdown", "new"), 300, ends["Eggs"]),
                (("program", "start"), 1500, ends["Work"]), (("program", "start"), 1800, status["program"]["endTime"]),
                (("stopwatch", "start"), 0, status["stopwatch"]["startTime"])):
            before, after = times[words]
            moment = datetime.fromisoformat(found.replace("Z", "+00:00")).timestamp() - seconds
            self.assertTrue(before - 1 < moment < after + 1, (words, found))
        self.assertEqual((status["program"]["next"]["title"], status["stopwatch"]["laps"]), ("Rest", 1))
        wall.ask("countdown", "set", "1", "--id", "Eggs")
        over = lambda there: [each["title"] for each in there["countdowns"] if each["state"] == "over"]
        self.hub.expect(f"{P}/lobby/status", lambda heard: over(heard.json["wall"]) == ["Eggs"])

    def test_the_status_comes_once_a_second_at_most(self):
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        self.hub.forget()
        start = time.time()
        count = 0
        statuses = lambda: self.hub.all(f"{P}/lobby/status")
        while (passed := time.time() - start) < 3 or len(statuses()) < 3:
            self.assertLess(passed, 30, f"only {len(statuses())} in {passed:.0f} s")
            wall.ask("feed", f"{(count := count + 1)} done")
            time.sleep(0.05)
        wall.ask("face", "carry")
        self.hub.expect(f"{P}/lobby/status", lambda heard: heard.json["wall"]["face"] == "carry")
        # Only the number counts, since one may be under way longer than the next.
        self.assertLessEqual(len(statuses()), time.time() - start + 2)

    def test_the_status_follows_whatever_has_changed(self):
        """Changes without an event would be found by polling, every ten seconds from the last status on."""
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        for words, seen in ((("blank", "on"), lambda status: status["wall"]["isBlank"]),
                            (("blank", "off"), lambda status: not status["wall"]["isBlank"]),
                            (("dim", "0.5"), lambda status: status["wall"]["dim"] == 0.5),
                            (("agenda", "set", "08:30-09:15 Maths"), lambda status: len(status["wall"]["agenda"]) == 1),
                            (("set", "variant", "tea = face hue"), lambda status: "tea" in status["faces"])):
            with self.subTest(words):
                self.hub.forget()
                wall.ask(*words)
                self.hub.expect(f"{P}/lobby/status", lambda heard: seen(heard.json), 8)

    def test_at_rest_it_is_silent(self):
        """A wall with a running countdown; `assets/tools/soak` has a longer version."""
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        wall.ask("countdown", "start", "10m")
        self.hub.expect(f"{P}/lobby/status",
                        lambda heard: (heard.json["wall"].get("countdown") or {}).get("state") == "running")
        eventually(lambda: time.time() - self.hub.heard[-1].moment > 1.5, "silence")
        self.hub.forget()
        start, before = time.monotonic(), voluntary(wall.companion.pid)
        never(lambda: len(self.hub.heard) > 1, "a second message", during=8)
        wakeups = voluntary(wall.companion.pid) - before
        self.assertLessEqual(wakeups, time.monotonic() - start + 2)

    def test_forget(self):
        wall = self.online(broker=self.mosquitto, peer=self.hub)
        found = lambda: {
            heard.topic for heard in [*self.hub.heard] if heard.payload and heard.topic.startswith("homeassistant/")}
        eventually(lambda: len(found()) > 15, lambda: f"a wall to be found, but {found()}")
        wall.leave(signal.SIGTERM)
        answer = self.companion("--no-config", "--broker", self.mosquitto.url, "--name", "lobby", "--forget")
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        late = self.peer(self.mosquitto)
        never(lambda: [heard.topic for heard in late.heard], "something retained", during=1)

    def test_no_discovery(self):
        self.online("lobby", "--discovery", "off", broker=self.mosquitto, peer=self.hub)
        never(lambda: [each for each in self.hub.heard if not each.topic.startswith(f"{P}/")], "a discovery", during=1)

    def test_another_prefix(self):
        self.wall().join(self.mosquitto, "--prefix", "school/clocks", "--discovery-prefix", "ha")
        self.hub.expect("school/clocks/lobby/availability", lambda heard: heard.payload == b"online")
        self.hub.tell("school/clocks/lobby/command/face", "hue")
        eventually(lambda: self.walls["lobby"].wall["face"] == "hue", "the face")
        self.assertEqual({each.topic.split("/")[0] for each in self.hub.heard}, {"school", "ha"})


def voluntary(pid):
    """The number of voluntary context switches."""
    with open(f"/proc/{pid}/status") as lines:
        return int(next(line for line in lines if line.startswith("voluntary_ctxt_switches")).split()[1])


if __name__ == "__main__":
    unittest.main()
