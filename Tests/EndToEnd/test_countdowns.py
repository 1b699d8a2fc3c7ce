"""Several countdowns at once: by commands, keys and hand, their events, and over restarts."""

import json
import signal
import time

from basics import eventually, never
from control import ControlCase
from hands import FROZEN, Hand


class Countdowns(ControlCase):
    def list(self):
        return self.wall()["countdowns"]

    def titles(self):
        return [countdown["title"] for countdown in self.list()]

    def test_by_commands(self):
        self.running(*FROZEN)
        self.assertEqual(self.list(), [])
        for length, title in (("10m", "Rice"), ("5m", "Soft eggs"), ("1m", "Tea")):
            self.send("countdown", "new", length, title)
        self.assertEqual(self.titles(), ["Tea", "Soft eggs", "Rice"])
        rice = next(countdown["id"] for countdown in self.list() if countdown["title"] == "Rice")
        self.send("countdown", "pause", "--id", str(rice))
        self.send("countdown", "resume", "--id", "RICE")
        listed = json.loads(self.send("countdown", "list"))
        self.assertEqual([each["title"] for each in listed], ["Tea", "Soft eggs", "Rice"])
        table = self.send("countdown", "list", "--csv").splitlines()
        self.assertEqual(table[0], "id,title,state,remaining,length,ends")
        for line, each in zip(table[1:], listed, strict=True):
            self.assertRegex(each["ends"], r"^\d\d:\d\d$")
            self.assertTrue(line.startswith(f"{each['id']},{each['title']},running,"), line)
            self.assertTrue(line.endswith(f",{each['ends']}"), line)
        self.send("countdown", "pause", "--id", "rice")
        self.assertNotIn("ends", self.list()[2])
        self.assertEqual([countdown["state"] for countdown in self.list()], ["running", "running", "paused"])
        # The chosen countdown stays chosen. A client that knows only one countdown sees this one.
        self.assertEqual(self.wall()["countdown"]["title"], "Tea")
        self.send("countdown", "choose", str(rice))
        self.send("countdown", "resume")
        self.send("countdown", "title", "Brown rice")
        self.send("countdown", "choose", "next")
        self.assertEqual((self.titles()[2], self.wall()["countdown"]["title"]), ("Brown rice", "Tea"))
        self.send("countdown", "clear", "--id", str(rice))
        self.assertEqual(self.titles(), ["Tea", "Soft eggs"])
        for _ in range(6):
            self.send("countdown", "new", "9m")
        self.assertEqual(self.refused("countdown", "new", "9m"), "there are 8 countdowns already")
        self.assertEqual(self.refused("countdown", "pause", "--id", "99"), "there is no countdown 99")
        self.assertEqual(self.refused("countdown", "pause", "--id", "fish"), "there is no countdown 'fish'")
        self.assertIn("no ID of a countdown", self.refused("countdown", "pause", "--id", "0"))

    def test_each_end_is_told_once(self):
        zeros = self.home / "zeros"
        self.running("--on-zero", f"echo >> {zeros}")
        observer = self.client()
        observer.ask("observe", "ended")
        for title in ("Tea", "Eggs", "Rice"):
            self.send("countdown", "new", "2", title)
        ended = [observer.read() for _ in range(3)]
        self.assertEqual(sorted(event["data"]["title"] for event in ended), ["Eggs", "Rice", "Tea"])
        eventually(lambda: zeros.exists() and zeros.read_text() == "\n\n\n", "three commands")
        self.send("dismiss", "Rice")
        self.send("dismiss")
        self.assertEqual([countdown["state"] for countdown in self.list()], ["over"])

    def test_the_command_gets_the_name(self):
        names = self.home / "names"
        self.running("--on-zero", f'echo "$COLOURCLOCK_TITLE" >> {names}')
        for seconds, title in ((2, "Soft eggs"), (4, "Tea"), (6, "")):
            self.send("countdown", "new", str(seconds), *[title] if title else [])
        eventually(lambda: names.exists() and names.read_text() == "Soft eggs\nTea\n6 s\n", lambda: names.read_text())

    def test_by_options(self):
        """Each with its title, from command line or options file. With the same options each carries on, after SIGKILL
        too."""
        words = ("--countdown", "Pasta=8m", "--countdown=Rice=12m", "--countdown", "3")
        clock = self.running(*words)
        self.assertEqual(self.titles(), ["", "Pasta", "Rice"])
        eventually(lambda: self.list()[0]["state"] == "over", "the end of the first one")
        self.send("dismiss")
        self.assertEqual(self.titles(), ["Pasta", "Rice"])
        self.send("countdown", "pause", "--id", "2")
        kept = lambda: "".join(file.read_text() for file in self.home.rglob("state.json"))
        eventually(lambda: '"state":"paused"' in kept(), lambda: f"the pause kept, but {kept()}")
        rest = self.list()[1]["remaining"]
        clock.signal(signal.SIGKILL)
        clock.end()
        clock = self.running(*words)
        self.assertEqual(self.titles(), ["Pasta", "Rice"])
        self.assertEqual([each["state"] for each in self.list()], ["running", "paused"])
        self.assertLess(self.list()[0]["remaining"], 480)
        self.assertAlmostEqual(self.list()[1]["remaining"], rest, delta=0.01)
        clock.signal(signal.SIGTERM)
        clock.end()
        (self.home / "options").write_text("countdown Tea=4m\ncountdown Eggs=7m\n")
        clock = self.running("--config", self.home / "options", config=True)
        self.assertEqual(self.titles(), ["Tea", "Eggs"])
        clock.signal(signal.SIGTERM)
        clock.end()
        self.running("--config", self.home / "options", "--countdown", "Stew=2h", config=True)
        self.assertEqual(self.titles(), ["Stew"])

    def test_nine_are_refused(self):
        nine = [word for index in range(9) for word in ("--countdown", f"{index + 1}m")]
        status, complaints = self.clock(*nine).end()
        self.assertEqual(status, 64)
        self.assert_one_line(complaints)
        self.assertIn("there can be 8 at the most", complaints)
        for wrong in ("=5m", "Tea=", "Tea=5min", "Tea=3654d"):
            status, complaints = self.clock("--countdown", wrong).end()
            self.assertEqual(status, 64, wrong)
            self.assert_one_line(complaints)

    def test_kept_over_a_restart(self):
        clock = self.running()
        for length, title in (("2h", "Rice"), ("1h", "Eggs"), ("8", "Tea")):
            self.send("countdown", "new", length, title)
        self.send("countdown", "choose", "1")
        kept = lambda: "".join(file.read_text() for file in self.home.rglob("state.json"))
        eventually(lambda: '"chosen":1' in kept(), lambda: f"all of them kept, but {kept()}")
        before = {countdown["id"]: countdown["title"] for countdown in self.list()}
        clock.signal(signal.SIGKILL)
        clock.end()
        clock = self.running()
        self.assertEqual(self.wall()["countdown"]["title"], "Rice")
        eventually(lambda: self.list()[0]["state"] == "over", "the end of the first one", within=20)
        self.assertEqual({countdown["id"]: countdown["title"] for countdown in self.list()}, before)
        clock.signal(signal.SIGTERM)
        clock.end()
        # A countdown that has ended comes back until it is dismissed.
        clock = self.running()
        self.assertEqual(sorted(self.titles()), ["Eggs", "Rice", "Tea"])
        self.assertEqual(self.list()[0]["state"], "over")
        self.send("dismiss")
        clock.signal(signal.SIGTERM)
        clock.end()
        self.running()
        self.assertEqual(sorted(self.titles()), ["Eggs", "Rice"])

    def test_what_was_set_at_the_wall_stays(self):
        """Under other options and without any, after SIGKILL, also paused or not started."""
        clock = self.running("--countdown", "Stock=30m")
        self.press("5", "0", "0", "plus")
        eventually(lambda: len(self.list()) == 2, "the typed countdown")
        self.press("Escape")
        self.send("countdown", "new", "3m", "Group1")
        self.press("BackSpace")
        eventually(lambda: [each["state"] for each in self.list()].count("idle") == 1, "the one that was reset")
        kept = lambda: "".join(file.read_text() for file in self.home.rglob("state.json"))
        eventually(lambda: '"state":"idle"' in kept(), lambda: f"all of them kept, but {kept()}")
        for options, titles in (((), []), (("--countdown", "Soup=20m"), ["Soup"]), (("--title", "Kitchen"), [])):
            clock.signal(signal.SIGKILL)
            clock.end()
            clock = self.running(*options)
            found = {each["title"]: each["state"] for each in self.list() if each["title"] not in ("", "Kitchen")}
            self.assertEqual(found, {"Group1": "idle", **{title: "running" for title in titles}})
            self.assertEqual(len(self.list()), 2 + len(titles), self.list())
            self.send("countdown", "pause", "--id", "2") if not options else None
            eventually(lambda: '"state":"paused"' in kept(), "the pause kept")

    def test_the_ring_by_key_and_title(self):
        self.running(*FROZEN)
        for length, title in (("10m", "Rice"), ("5m", "Eggs"), ("1m", "Tea"), ("2m", "Tea")):
            self.send("countdown", "new", length, title)
        self.press("a")
        eventually(
            lambda: self.titles()[0] == "Eggs" and self.wall()["countdown"]["title"] == "Eggs", "Eggs in the ring")
        self.send("countdown", "choose", "rice")
        self.assertEqual((self.titles()[0], self.wall()["countdown"]["title"]), ("Rice", "Rice"))
        self.assertEqual(self.refused("countdown", "choose", "Tea"),
                         "several countdowns have the title 'Tea': choose one by its ID, 3, 4")
        self.assertEqual(self.refused("undo"), "there is nothing to undo")


class Messages(ControlCase):
    screen = "640x480x24"

    def test_taken_away_by_a_click(self):
        """Undo brings it back."""
        self.running(*FROZEN)
        hand = Hand(self.viewer)
        self.addCleanup(hand.let_go)
        self.send("message", "Back at two")
        eventually(lambda: self.wall()["messages"], "the message")
        hand.click(320, 370)
        eventually(lambda: not self.wall()["messages"], "no message")
        hand.press_key("u")
        hand.release_key("u")
        eventually(lambda: self.wall()["messages"], "the message again")
        self.assertEqual(self.wall()["messages"][0]["lines"], ["Back at two"])


class ByHand(ControlCase):
    screen = "640x480x24"

    def test_what_comes_under_the_finger_is_not_hit(self):
        """A second tap after a dismissal pauses no other countdown. Two presses of a key do not quit then."""
        hand = Hand(self.viewer)
        self.addCleanup(hand.let_go)
        left = [("Rice", "running"), ("Stock", "running")]
        for _ in range(20):
            self.begin()
            start = time.monotonic()
            hand.click(180, 230)
            eventually(lambda: self.states() == left, lambda: f"a dismissal, but {self.states()}")
            time.sleep(0.5)
            hand.click(180, 230)
            self.viewer.display.sync()
            states = self.states()
            # On a slow machine the second tap may come when it may pause, after 1.5 s: then all is done anew.
            if time.monotonic() - start < 1.5:
                break
        self.assertEqual(states, left)
        for _ in range(2):
            self.viewer.tap("Return")
            time.sleep(0.2)
        never(lambda: self.present.process.poll() is not None or self.states() != left, "a pause, or the end",
              during=1.5)
        time.sleep(0.5)
        # A press while the bar is hidden would only show it. The clock counts the time from its first picture.
        hand.move((170, 230))
        eventually(lambda: len(set(self.viewer.pixels(self.window, 0, 443, 140, 1))) > 1, "the bar")
        time.sleep(0.3)
        hand.click(180, 230)
        eventually(lambda: self.states()[0] == ("Rice", "paused"), lambda: f"a pause, but {self.states()}")

    def begin(self):
        """A new clock whose first countdown has been over for a while."""
        if self.present:
            self.present.close()
            self.state_file.unlink(missing_ok=True)
        self.running("--countdown", "Stock=30m", "--countdown", "Fish=3", "--countdown", "Rice=12m")
        self.asker = self.client()
        eventually(lambda: self.states()[0] == ("Fish", "over"), "the end of the first one")
        time.sleep(2)

    def states(self):
        found = self.asker.ask("status")["data"]["wall"]["countdowns"]
        return [(countdown["title"], countdown["state"]) for countdown in found]
