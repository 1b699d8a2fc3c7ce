"""Programs: steps that follow each other, by option, file, command, key and bar, over SIGKILL, and from other
applications' files."""

import datetime
import json
import signal
import time

from basics import eventually
from control import ControlCase
from hands import FROZEN

ONTIME = {"rundowns": {"default": {"title": "Stage", "order": ["g"], "flatOrder": ["g", "a", "b"], "entries": {
    "g": {"type": "group", "title": "Morning", "entries": ["a", "b"]},
    "a": {"type": "event", "title": "Welcome, all", "duration": 600000, "endAction": "none", "skip": False},
    "b": {"type": "event", "title": "Talk", "duration": 1500000, "endAction": "play-next", "skip": False}}}}}


class Program(ControlCase):
    def program(self):
        return self.wall().get("program")

    def await_step(self, number, state="running", within=30):
        return eventually(lambda: (found := self.program()) and (found["step"], found["state"]) == (number, state)
                          and found,
                          lambda: f"step {number} {state}, but {self.program()}", within=within)

    def await_kept(self, number):
        """Waits until the state file has that step. After several changes the last one is written half a second later.
        Steps count from 0 there."""
        eventually(lambda: f'"step":{number - 1}' in next(self.home.rglob("state.json")).read_text(),
                   f"step {number} in the state file")

    def test_steps_follow_or_wait(self):
        """Two follow by themselves; the third rings until it is dismissed; each step is told once, and its end runs the
        command."""
        marks = self.home / "marks"
        self.running("--program", "A 8s, B 2s, C 2s hold, D 1h", "--on-zero", f"echo x >> {marks}")
        client = self.client()
        client.ask("observe", "program")
        steps, told = [], None
        while told != (3, "waiting"):
            data = client.read()["data"]
            told = (data["step"], data["state"])
            steps.append(told)
        self.assertEqual(steps, [(2, "running"), (3, "running"), (3, "waiting")])
        self.send("dismiss")
        found = self.await_step(4)
        self.assertEqual(found["title"], "D")
        self.assertNotIn("next", found)
        eventually(lambda: marks.read_text() == "x\n" * 3, "three ends")

    def test_steps_that_pass_while_the_clock_stands_still(self):
        """As in a suspend: each step is told once, the ends run the command once, and no warning is told late."""
        marks = self.home / "marks"
        clock = self.running("--on-zero", f"echo x >> {marks}")
        client, commands = self.client(), self.client()
        client.ask("observe", "step", "ended", "phase")
        commands.ask("program", "start", "A 9s warn 1s, B 1s, C 1s, D 1s, E 8s hold, F 1h")
        self.assertEqual(client.read()["data"]["step"], 1)
        # Well before the warning, because no process was started for the command.
        clock.signal(signal.SIGSTOP)
        time.sleep(12.5)
        clock.signal(signal.SIGCONT)
        told = []
        while not told or told[-1] != ("ended", "E"):
            event = client.read()
            told.append((event["event"], event["data"]["title"]))
        steps = [title for topic, title in told if topic == "step"]
        self.assertEqual((steps, [title for topic, title in told if topic == "ended"]), (["B", "C", "D", "E"], ["E"]))
        self.assertNotIn(("phase", "A"), told)
        eventually(lambda: marks.read_text() == "x\n" * 2,
                   lambda: f"the end of all that passed, and that of E, but {marks.read_text()!r}")
        self.send("program", "next")
        self.assertEqual(client.read()["data"]["title"], "F")

    def test_keys_and_commands(self):
        self.running("--program", "A 10m, B 5m, C 1m")
        self.press("n")
        found = self.await_step(2)
        self.assertTrue(-601 < found["behind"] <= -590, found)
        self.assertEqual(found["next"], {"title": "C", "length": 60})
        # A second key within 0.3 s would be ignored.
        time.sleep(0.3)
        self.press("b")
        self.await_step(1)
        self.send("program", "next")
        self.send("program", "next")
        self.assertEqual(self.refused("program", "next"), "that is the last step")
        self.send("program", "back")
        self.send("program", "add", "1m")
        self.assertTrue(355 < self.wall()["countdown"]["remaining"] <= 360)
        self.send("program", "restart")
        self.assertTrue(-1 < self.await_step(1)["behind"] < 1)
        self.send("countdown", "pause")
        self.assertEqual(self.program()["state"], "paused")
        self.send("program", "start")
        self.assertEqual(self.refused("program", "start"), "the program runs")
        self.send("program", "stop")
        self.assertIsNone(self.program())
        self.assertEqual(self.refused("program", "next"), "there is no program")

    def test_what_makes_no_sense_changes_nothing(self):
        self.running("--program", "A 10m, B 5m")
        before = self.program()["steps"]
        self.assertEqual(self.refused("program", "start", "Work 25m, Rest 5"),
                         "program start: step 2: '5' has no unit: "
                         "write 5m or 5s, or a length such as 1h30m, 12:30 or 1:00:00")
        self.assertIn("line 2: it takes a title and a length", self.refused("program", "load", "Work 25m\nRest\n"))
        self.assertEqual(self.program()["steps"], before)
        self.send("program", "load", "Work 25m\nRest 5m\nx3\n")
        self.assertEqual((self.program()["state"], self.program()["steps"]), ("ready", 6))

    def test_over_a_restart(self):
        """Killed at any point: the same option takes it up again, and steps that went by meanwhile are passed."""
        words = ("--program", "A 8s, B 8s, C 2s hold, D 1h")
        self.running(*words)
        for number, state in ((1, "running"), (2, "running"), (3, "waiting")):
            self.await_step(number, state)
            self.present.signal(signal.SIGKILL)
            self.present.end()
            self.running(*words)
            self.assertGreaterEqual(self.program()["step"], number)
        self.await_step(3, "waiting")
        self.send("dismiss")
        behind = self.await_step(4)["behind"]
        self.await_kept(4)
        self.present.signal(signal.SIGKILL)
        self.present.end()
        self.running(*words)
        self.assertAlmostEqual(self.await_step(4)["behind"], behind, delta=0.01)
        # Another one begins anew.
        self.present.signal(signal.SIGKILL)
        self.present.end()
        self.running("--program", "A 4s, B 1h")
        self.assertEqual(self.program()["step"], 1)

    def test_a_changed_file(self):
        """A late change of the running order: a refresh and a restart keep the present step with its elapsed time."""
        path = self.home / "show.txt"
        path.write_text("Doors 10m\nWelcome 2m\nPanel 20m hold\nQ&A 15m\n")
        clock = self.running("--program-file", path, "--title", "Gala")
        self.send("program", "next")
        self.send("program", "next")
        path.write_text("Doors 10m\nSponsor 1m\nWelcome 2m\nPanel 15m\nDrinks 30m\n")
        self.press("r")
        found = self.await_step(4)
        self.assertEqual((found["title"], found["steps"], found["next"]["title"]), ("Panel", 5, "Drinks"))
        self.assertTrue(840 < self.wall()["countdown"]["remaining"] < 900, self.wall()["countdown"])
        self.press("u")
        self.assertEqual(self.await_step(3)["steps"], 4)
        # A wrong file changes nothing, and the answer and the wall say why.
        path.write_text("Doors 10m\nPanel\n")
        self.assertIn("show.txt:2: it takes a title", self.refused("refresh"))
        eventually(lambda: any("show.txt:2: it takes a title" in " ".join(message["lines"])
                               for message in self.wall()["messages"]), "a message")
        self.assertEqual((self.program()["step"], self.program()["steps"]), (3, 4))
        path.write_text("Doors 10m\nEnd 5m\n")
        self.assertIn("it has no step 'Panel', which is running", self.refused("reload"))
        path.write_text("Panel 30m\nEnd 5m\n")
        self.send("reload")
        self.assertEqual(self.await_step(1)["steps"], 2)
        eventually(lambda: "Panel 30m" in next(self.home.rglob("state.json")).read_text(), "the new order kept")
        path.write_text("Doors 1m\nPanel 25m\nEnd 5m\n")
        clock.signal(signal.SIGKILL)
        clock.end()
        self.running("--program-file", path, "--title", "Another")
        self.assertEqual((self.await_step(2)["title"], self.program()["steps"]), ("Panel", 3))
        self.assertTrue(1400 < self.wall()["countdown"]["remaining"] < 1500, self.wall()["countdown"])

    def test_a_title_keeps_the_step(self):
        clock = self.running("--program", "A 1h, B 1h", "--title", "X")
        self.send("program", "next")
        self.await_kept(2)
        for options in ((), ("--title", "Y"), ("--title", "Y", "--no-overtime")):
            clock.signal(signal.SIGKILL)
            clock.end()
            clock = self.running("--program", "A 1h, B 1h", *options)
            self.assertEqual(self.await_step(2)["title"], "B")

    def test_a_name_of_a_file(self):
        (self.home / "show.txt").write_text("Doors 10m\n")
        status, complaints = self.clock("--program", self.home / "show.txt").end()
        self.assertEqual(status, 64)
        self.assert_one_line(complaints, f"to read the file of this name: '--program-file {self.home / 'show.txt'}'")
        (self.home / "show.txt").write_text("at 11:39, Doors 10m\n")
        answer = self.run_clock("--snapshot", self.home / "shot.png", "--program-file", self.home / "show.txt")
        self.assertEqual(answer.status, 65)
        self.assert_one_line(answer.complaints, "'at 11:39' stands on a line of its own")

    def test_one_that_was_begun_by_a_command_comes_back(self):
        self.running()
        self.send("program", "start", "A 1h, B 1h")
        self.send("program", "next")
        self.await_kept(2)
        self.present.signal(signal.SIGKILL)
        self.present.end()
        self.running()
        found = self.await_step(2)
        self.assertEqual((found["title"], self.wall()["countdown"]["title"]), ("B", "B"))

    def test_a_planned_start(self):
        """The program starts by itself at its time. With `--program-end kept`, the reported end is that of the plan."""
        self.running(
            "--utc", "--at", "2026-03-30T09:59:50Z", "--program", "at 10:00, A 10m, B 5m", "--program-end", "kept")
        self.assertEqual((self.program()["state"], self.program()["end"]), ("ready", "10:15"))
        found = self.await_step(1)
        self.assertTrue(abs(found["behind"]) < 0.1, found)
        self.send("program", "add", "2m")
        found = self.program()
        self.assertEqual((found["end"], round(found["behind"])), ("10:15", 120))
        self.send("set", "program-end", "moves")
        self.assertEqual(self.program()["end"], "10:17")

    def test_the_running_order(self):
        self.running(*FROZEN)
        self.assertEqual(self.refused("program", "list"), "there is no program")
        self.send("program", "load", 'Doors 30m, "Talk, by Ann" 20m hold warn 5m danger 90s, =End 10m')
        self.assertIn("unexpected word", self.refused("program", "list", "csv"))
        steps = json.loads(self.send("program", "list"))
        self.assertEqual([(step["step"], step["title"], step["length"], step["state"]) for step in steps],
                         [(1, "Doors", 1800, "present"), (2, "Talk, by Ann", 1200, "coming"),
                          (3, "=End", 600, "coming")])
        starts = [datetime.datetime.strptime(step["start"], "%H:%M") for step in steps]
        self.assertEqual([(later - starts[0]).seconds for later in starts], [0, 1800, 3000])
        self.send("program", "start")
        self.send("program", "next")
        table = self.send("program", "list", "--csv").splitlines()
        self.assertEqual(table[:2], ["number,expected start,title,length (s),hold,state,warn (s),danger (s)",
                                     "1,,Doors,1800,,passed,,"])
        self.assertRegex(table[2], r'^2,\d\d:\d\d,"Talk, by Ann",1200,hold,present,300,90$')
        # A spreadsheet must not take the title for a formula.
        self.assertRegex(table[3], r"^3,\d\d:\d\d,'=End,600,,coming,,$")
        (self.home / "order.csv").write_text("\n".join(table) + "\n")
        imported = self.run_clock("program", "import", self.home / "order.csv")
        self.assertEqual(imported.output.splitlines(),
                         ["Doors 30m", '"Talk, by Ann" 20m hold warn 5m danger 1m30s', "=End 10m"])
        self.assertEqual(imported.complaints, "")
        self.press("p")
        eventually(lambda: self.wall()["isOrderOpen"], "the running order")
        self.press("n")
        eventually(lambda: not self.wall()["isOrderOpen"], "the wall again")
        self.assertEqual(self.wall()["program"]["step"], 2)

    def trouble(self):
        return json.loads(self.send("health")).get("trouble")

    def test_a_wrong_file_keeps_no_wall_dark(self):
        """The wall says what is wrong, on standard error too, and begins the program when the file is right."""
        path = self.home / "show.txt"
        path.write_text("".join("Doors\n" for _ in range(22)))
        clock = self.running("--program-file", path)
        self.assertIsNone(self.program())
        eventually(lambda: self.trouble() == "program file: mistake in line 1", self.trouble)
        self.assertIn("show.txt:1:", " ".join(self.wall()["messages"][0]["lines"]))
        path.write_text("Doors 10m\nTalk\n")
        eventually(lambda: self.trouble() == "program file: mistake in line 2", self.trouble)
        self.assertIn("show.txt:2: ", self.refused("refresh"))
        eventually(lambda: self.wall()["messages"], "a message")
        path.write_text("Doors 10m\nTalk 20m\n")
        self.await_step(1)
        eventually(lambda: self.trouble() is None and not self.wall()["messages"], self.trouble)
        self.send("program", "next")
        # A start with a wrong file keeps the program of the last run, and a missing one does too.
        self.await_kept(2)
        clock.signal(signal.SIGKILL)
        status, complaints = clock.end()
        lines = complaints.splitlines()
        self.assertEqual(len(lines), 23, lines)
        self.assertTrue(lines[20].endswith(f"{path}: and 2 more") and f"{path}:2: " in lines[21], lines)
        path.unlink()
        self.running("--program-file", path)
        self.assertEqual(self.await_step(2)["title"], "Talk")
        eventually(lambda: self.trouble() == "program file cannot be read", self.trouble)
        path.write_text("Doors 10m\nTalk 30m\nEnd 5m\n")
        eventually(lambda: self.program()["steps"] == 3, "the new file")
        self.assertEqual(self.await_step(2)["title"], "Talk")

    def test_a_refresh_reads_the_agenda(self):
        path = self.home / "agenda.txt"
        path.write_text("08:00-23:59 Work\n")
        self.running("--agenda", path)
        self.send("refresh")
        path.write_text("08:00-23:59 Work\n25:00 Nonsense\n")
        self.assertIn("agenda.txt:2: ", self.refused("refresh"))
        self.assertEqual([period["title"] for period in self.wall()["agenda"]], ["Work"])

    def test_a_file(self):
        path = self.home / "program.txt"
        path.write_text("# Debate\n\nOpening, both 2m\n\nFor 3m hold\nAgainst 3m\nx2\n")
        self.running("--program-file", path)
        found = self.program()
        self.assertEqual((found["title"], found["steps"], found["next"]["title"]), ("Opening, both", 5, "For"))
        self.present.signal(signal.SIGTERM)
        self.present.end()
        path.write_text("A 2m\nB\nC 5\n")
        answer = self.run_clock("--snapshot", self.home / "shot.png", "--program-file", path)
        self.assertEqual(answer.status, 65)
        self.assertEqual([line.split(": ")[1] for line in answer.complaints.splitlines()], [f"{path}:2", f"{path}:3"])
        answer = self.run_clock("--snapshot", self.home / "shot.png", "--program-file", self.home / "none")
        self.assertEqual(answer.status, 66)
        self.assert_one_line(answer.complaints)
        status, complaints = self.clock("--program", "Work 25").end()
        self.assertEqual(status, 64)
        self.assert_one_line(complaints)


class Import(ControlCase):
    def imported(self, text, *words, name="file"):
        path = self.home / name
        path.write_text(text)
        return path, self.run_clock("program", "import", path, *words)

    def test_a_project_of_ontime(self):
        path, answer = self.imported(json.dumps(ONTIME))
        self.assertEqual(
            (answer.status, answer.output, answer.complaints), (0, '"Welcome, all" 10m hold\nTalk 25m\n', ""))
        path.write_text(answer.output)
        self.running("--program-file", path)
        self.assertEqual(self.wall()["program"]["title"], "Welcome, all")

    def test_a_table(self):
        _, answer = self.imported("title,minutes\nWelcome,10\n\"Talk, one\",25\n")
        self.assertEqual((answer.status, answer.output), (0, 'Welcome 10m\n"Talk, one" 25m\n'))

    def test_what_is_refused_is_named(self):
        path, answer = self.imported("Welcome,10\nTalk,25m\nEnd\n")
        self.assertEqual((answer.status, answer.output), (65, ""))
        self.assertEqual([line.split(": ")[1] for line in answer.complaints.splitlines()], [f"{path}:1", f"{path}:3"])
        _, answer = self.imported("{\"rundown\": [")
        self.assertEqual((answer.status, answer.output), (65, ""))
        self.assert_one_line(answer.complaints)
        self.assertEqual(self.run_clock("program", "import", self.home / "none").status, 66)
        self.assertEqual(self.run_clock("program", "import").status, 64)
        self.assertEqual(self.run_clock("program").status, 64)
