"""The remote for phones: paired by the code on the wall, each control to the pixels of the wall, and what it says when
the wall goes."""

import json
import os
import re
import signal
import subprocess
import time
import unittest

from basics import SOURCES, eventually, mortal, never
from broker import MQTT, Broker, Wall
from hands import FROZEN, SCALED
from phones import Phone, axe, decoded
from remote import WebCase
from shipping import ASSETS  # noqa: F401, sets the path for the next import
from support import Server

from bench_processes import pressure, withheld

PAGE, WORDS = SOURCES.parent / "assets/shipped/web", SOURCES.parent / "assets/po"
LANGUAGES = ("en", "de", "fr", "es", "pt", "ja", "ar")


class RemoteCase(WebCase):
    screen = "800x480x24"

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}/"

    def phone(self, **more):
        self.phones = getattr(self, "phones", 0) + 1
        home = self.home / f"phone{self.phones}"
        phone = Phone(home, **more)
        self.addCleanup(phone.close)
        return phone

    def screenshot(self):
        """Writes the wall's picture to a file for the QR code reader."""
        red, green, blue = self.viewer.planes(self.window)
        _, _, width, height = self.viewer.box(self.window)
        path = self.home / "wall.ppm"
        pixels = bytearray(3 * width * height)
        pixels[0::3], pixels[1::3], pixels[2::3] = red, green, blue
        path.write_bytes(b"P6 %d %d 255\n" % (width, height) + pixels)
        return path

    def address_on_the_wall(self):
        return eventually(lambda: decoded(self.screenshot()), "a QR code on the wall")

    def scan(self, phone):
        """Pairs a phone by the code on the wall."""
        # Wait until the companion has found the wall.
        eventually(lambda: self.run_clock("send", "pair").status == 0, "a companion that pairs")
        address = self.address_on_the_wall()
        self.assertRegex(address, rf"\A{self.address}#\d{{6}}\Z")
        phone.open(address)
        eventually(lambda: phone.shows("#remote"), lambda: f"the remote, but {phone.text('#pair-error')}")
        # The wall shows the clock again, and the code is gone from the address.
        eventually(lambda: not decoded(self.screenshot()), "a wall without a code")
        self.assertEqual(phone.driver.current_url, self.address)

    def remote(self, *options, **more):
        self.running(*options)
        self.web()
        phone = self.phone(**more)
        self.scan(phone)
        return phone


class Files(unittest.TestCase):
    """Tests of the shipped files of the page, without a browser."""

    def test_they_are_small_and_need_nothing_from_elsewhere(self):
        files = {path.name: path.read_text() for path in PAGE.iterdir()}
        self.assertLess(sum(len(text.encode()) for text in files.values()), 66_000)
        for name, text in files.items():
            addresses = set(re.findall(r"(?:https?:)?//[\w.-]+\.[\w/.-]+", re.sub(r"(?m)^ *//.*$", "", text)))
            self.assertLessEqual(addresses, {"http://www.w3.org/2000/svg"}, name)
        # The policy allows neither.
        self.assertNotRegex(files["index.html"], r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)")

    def test_its_words_are_those_of_the_wall(self):
        text = (PAGE / "words.js").read_text()
        english = re.findall(r"'([^']*)'", re.search(r"(?s)const english = \[(.*?)\n\]", text)[1])
        found = dict(re.findall(r"(?s)\s(\w\w): `(.*?)`", text))
        self.assertEqual({"en", *found}, set(LANGUAGES))
        for language, lines in found.items():
            words = dict(zip(english, (word.strip() for word in lines.split("|")), strict=True))
            wall = dict(re.findall(r'(?m)^msgid "(.*)"\nmsgstr "(.+)"$', (WORDS / f"{language}.po").read_text()))
            for word, translation in words.items():
                self.assertTrue(translation, (language, word))
                self.assertEqual(translation.count("%s"), word.count("%s"), (language, word))
                if word in wall:
                    self.assertEqual(translation, wall[word], (language, word))

    def test_each_word_of_the_page_is_translated(self):
        page, script = (PAGE / "index.html").read_text(), (PAGE / "remote.js").read_text()
        english = set(
            re.findall(r"'([^']*)'", re.search(r"(?s)const english = \[(.*?)\n\]", (PAGE / "words.js").read_text())[1]))
        used = set(re.findall(r"<[^>]*\sdata-t>([^<]+)<", page)) | set(
            re.findall(r'aria-label="([^"]*)" data-t-label', page))
        used |= set(re.findall(r"say\('([^']*)'", script))
        self.assertLessEqual(used, english)


class Pairing(RemoteCase):
    def test_by_the_code_that_the_wall_shows(self):
        phone = self.remote(*FROZEN)
        phone.await_text("#wall .time", "13:35:16")
        self.assertEqual((phone.ground(), phone.text("#wall .code")), (SCALED, "#8a9544"))
        self.assertEqual(len(json.loads(self.send("pair", "--list"))), 1)
        # It stays paired.
        phone.open(self.address)
        eventually(lambda: phone.shows("#remote"), "the remote")
        self.assertEqual(phone.complaints(), [])

    def test_by_the_figures_typed(self):
        self.running(*FROZEN)
        self.web()
        phone = self.phone()
        phone.open(self.address)
        eventually(lambda: phone.shows("#pairing"), "the field for the code")
        phone.write("#code", "000000")
        phone.tap(".pair button")
        eventually(lambda: phone.text("#pair-error"), "a refusal")
        eventually(lambda: self.run_clock("send", "pair").status == 0, "a companion that pairs")
        code = self.address_on_the_wall().partition("#")[2]
        phone.write("#code", code)
        phone.tap(".pair button")
        eventually(lambda: phone.shows("#remote"), lambda: f"the remote, but {phone.text('#pair-error')}")

    def test_the_settings_at_the_wall_ask_for_it(self):
        self.running(*FROZEN)
        self.press("o")
        eventually(lambda: self.wall()["isSettingsOpen"], "the settings")
        before = self.viewer.picture(self.window)
        self.web()
        eventually(lambda: self.viewer.picture(self.window) != before, "a further row")
        # Title, warning, time, intervals, code, seconds, their ring, date, 12 hours, brightness and night come before.
        self.press(*["Down"] * 11, "Return")
        self.assertRegex(self.address_on_the_wall(), rf"\A{self.address}#\d{{6}}\Z")
        # A key closes it, and the code is void.
        code = decoded(self.screenshot()).partition("#")[2]
        self.press("Escape")
        eventually(lambda: not decoded(self.screenshot()), "a wall without a code")
        phone = self.phone()
        phone.open(self.address + "#" + code)
        eventually(lambda: phone.text("#pair-error"), "a refusal")
        self.assertEqual(self.present.process.poll(), None)

    def test_a_phone_is_sent_away(self):
        phone = self.remote(*FROZEN)
        device = json.loads(self.send("pair", "--list"))[0]["id"]
        self.send("pair", "--revoke", device)
        eventually(lambda: phone.shows("#pairing"), "the field for the code")


class Small(RemoteCase):
    """The smallest wall: a decoder reads the code there too."""

    screen = "320x240x24"

    def test_the_code_is_read(self):
        phone = self.remote(*FROZEN)
        phone.await_text("#wall .time", "13:35:16")


class Upright(Small):
    screen = "240x320x24"


class Usual(Small):
    screen = "1920x1080x24"


class Large(Small):
    screen = "3840x2160x24"


class Controls(RemoteCase):
    def check(self, action, holds, what, is_seen=True):
        """Does something on the phone: the wall's status says so and, as its time stands still, its pixels are
        others."""
        before = self.viewer.picture(self.window)
        action()
        eventually(lambda: holds(self.wall()), lambda: f"{what}, but {self.wall()}")
        if is_seen:
            eventually(lambda: self.viewer.picture(self.window) != before, f"other pixels: {what}")

    def test_each_of_the_countdown(self):
        phone = self.remote(*FROZEN)

        def state(wanted):
            return lambda wall: wall.get("countdown", {}).get("state") == wanted

        def lasts(seconds):
            return lambda wall: abs(wall.get("countdown", {}).get("length", -99) - seconds) < 0.01

        self.check(lambda: phone.tap("#presets button:nth-child(2)"), lasts(300), "5 minutes")
        self.check(lambda: phone.tap("#go"), state("paused"), "a pause")
        phone.await_text("#go", "Resume")
        left = self.wall()["countdown"]["remaining"]
        self.check(
            lambda: phone.tap("#more"), lambda wall: abs(wall["countdown"]["remaining"] - left - 60) < 0.1,
            "a minute more")
        self.check(
            lambda: phone.tap("#less"), lambda wall: abs(wall["countdown"]["remaining"] - left) < 0.1, "a minute less")
        self.check(lambda: phone.tap("#go"), state("running"), "it goes on")
        self.check(lambda: phone.tap("#reset"), state("idle"), "it is set back")
        # Figures are filled in from the right.
        phone.write("#exact-title", "Tea & <b>")
        phone.write("#exact-time", "730")
        self.assertEqual(phone.find("#exact-time").get_property("value"), "7:30")
        self.check(lambda: phone.tap("#exact button"), lambda wall: lasts(450)(wall)
                   and wall["countdown"]["title"] == "Tea & <b>", "7:30")
        phone.await_text("#wall .title", "Tea & <b>")
        self.check(lambda: phone.tap("#clear"), lambda wall: "countdown" not in wall, "none")
        # The page offers the wall's preset lengths, if it has some.
        self.send("set", "presets", "2m,1h30m")
        eventually(
            lambda: phone.run("return [...document.querySelectorAll('#presets button')].map((it) => it.textContent)")
                   == ["2 min", "1 hr 30 min"], "the wall's lengths")
        self.check(lambda: phone.tap("#presets button:last-child"), lasts(5400), "an hour and a half")
        # An ended countdown can be dismissed or extended.
        self.send("countdown", "start", "1")
        phone.await_text("#dismiss", "Dismiss")
        self.check(lambda: phone.tap("#snooze"), state("running"), "5 minutes more")
        eventually(lambda: not phone.shows("#dismiss"), "nothing to dismiss")
        self.send("countdown", "start", "1")
        eventually(lambda: phone.shows("#dismiss"), "Dismiss")
        self.check(lambda: phone.tap("#dismiss"), lambda wall: not state("over")(wall), "silence")

    def test_what_is_lost_can_be_undone(self):
        """Within ten seconds, with what was lost in words."""
        phone = self.remote(*FROZEN)
        phone.open_all()
        phone.write("#exact-title", "Quiz")
        phone.tap("#presets button:nth-child(3)")
        phone.await_text("#wall .title", "Quiz")

        def lengths():
            return [(each["length"], each["title"]) for each in self.wall()["countdowns"]]

        def undone(said, before):
            phone.await_text("#toast", f"{said}Undo")
            phone.tap("#toast button")
            eventually(lambda: lengths() == before, lambda: f"{before}, but {lengths()}")
            phone.await_text("#toast", "")

        quiz = [(600, "Quiz")]
        phone.tap("#clear")
        eventually(lambda: not lengths(), "no countdown")
        undone("Removed: Quiz", quiz)
        phone.tap("#presets button:nth-child(2)")
        eventually(lambda: lengths() == [(300, "")], "5 minutes")
        undone("Replaced: Quiz", quiz)
        phone.tap("#reset")
        eventually(lambda: self.wall()["countdown"]["state"] == "idle", "it is set back")
        undone("Reset: Quiz", quiz)
        eventually(lambda: self.wall()["countdown"]["state"] == "running", "it runs again")
        phone.tap("#watch-go")
        eventually(lambda: self.wall().get("stopwatch"), "a stopwatch")
        phone.tap("#watch-clear")
        eventually(lambda: "stopwatch" not in self.wall(), "none")
        eventually(lambda: (phone.text("#toast") or "").startswith("Clear: 0:0"), lambda: phone.text("#toast"))
        phone.tap("#toast button")
        eventually(lambda: self.wall().get("stopwatch"), "the stopwatch again")
        # Where nothing is lost, nothing is said.
        self.send("countdown", "clear")
        # Until the page has heard of it, a preset would be for the countdown that has gone, and be refused.
        phone.await_no_countdown()
        phone.run("document.querySelector('#toast').replaceChildren()")
        phone.tap("#presets button:nth-child(1)")
        eventually(lambda: lengths() == [(60, "")], "a minute")
        self.assertEqual(phone.text("#toast"), "")

    def test_a_second_tap_hits_nothing_else(self):
        """Two taps at one place: what comes there by the first one is not hit by the second."""
        phone = self.remote(*FROZEN)
        # The page's guard of 600 ms lasts longer, since a busy machine may delay the second tap. This test ends it.
        phone.run("""const set = setTimeout; window.guards = 0
                  window.setTimeout = (run, span) => {
                    window.guards += span === 600
                    return set(run, span === 600 ? 4000 : span)
                  }""")
        for number in (1, 2, 3, 4):
            place = phone.run(
                """const {x, y, width, height} = document.querySelector(arguments[0]).getBoundingClientRect()
                return [x + width / 2, y + height / 2]""", f"#presets button:nth-child({number})")
            for _ in range(2):
                for kind in ("mousePressed", "mouseReleased"):
                    phone.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
                        "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1})
                eventually(lambda: self.wall()["countdowns"], "a countdown")
                phone.await_text("#go", "Pause")
            never(lambda: [each["state"] for each in self.wall()["countdowns"]] != ["running"], "another change",
                  during=0.3)
            self.end_guard(phone)
            phone.tap("#clear")
            eventually(lambda: not self.wall()["countdowns"], "no countdown")
            phone.await_no_countdown()
            self.end_guard(phone)
        self.assertGreater(phone.run("return window.guards"), 0)

    def end_guard(self, phone):
        phone.run("document.querySelector('.first').classList.remove('is-moving')")

    def test_what_rings_can_be_stopped_everywhere(self):
        """The small wall and its control stay at the top of the whole page, and the others keep theirs."""
        phone = self.remote(*FROZEN)
        phone.open_all()
        self.send("countdown", "start", "20m", "Exam")
        phone.await_text("#wall .title", "Exam")
        phone.run("scrollTo(0, document.body.scrollHeight)")
        self.send("countdown", "new", "1", "Tidy up")
        eventually(lambda: phone.shows("#dismiss"), "Dismiss")
        self.assertEqual(phone.run("return document.querySelector('#dismiss').dataset.name"), "Tidy up")
        top, bottom = phone.run("""const {top, bottom} = document.querySelector('#dismiss').getBoundingClientRect()
                                return [top, bottom]""")
        self.assertTrue(0 < top < bottom < 844, (top, bottom))
        self.assertGreater(phone.run("return scrollY"), 500)
        phone.find("#dismiss").click()
        eventually(lambda: [each["title"] for each in self.wall()["countdowns"]] == ["Exam"], "the other one")
        eventually(lambda: not phone.shows("#dismiss"), "nothing that rings")

    def test_each_of_messages_and_stopwatch(self):
        phone = self.remote(*FROZEN)
        phone.open_all()
        for priority in ("info", "notice", "urgent"):
            phone.write("#text", f"It is {priority} --for all")
            phone.run(f"document.querySelector('[value={priority}]').click()")
            self.check(
                lambda: phone.tap("#message form button"),
                lambda wall: any(
                    (each["priority"], each["lines"],
                     each["isShown"]) == (priority, [f"It is {priority} --for all"], True)
                    and 0 < each["left"] <= 60 for each in wall["messages"]), priority)
            phone.await_text(f"#wall .{priority}", f"It is {priority} --for all")
            # The next one is urgent only if that is chosen again.
            eventually(lambda: phone.run("return document.querySelector('[value=info]').checked"), "info")
            self.check(lambda: phone.tap("#message .list button"), lambda wall: not wall["messages"], "none")

        def runs(wanted):
            return lambda wall: wall.get("stopwatch", {}).get("isRunning") is wanted

        self.check(lambda: phone.tap("#watch-go"), runs(True), "it runs")
        self.check(lambda: phone.tap("#lap"), lambda wall: wall["stopwatch"]["laps"] == 1, "a lap")
        self.check(lambda: phone.tap("#watch-go"), runs(False), "it stands")
        phone.await_text("#stopwatch .laps li:first-child span", "1")
        self.check(lambda: phone.tap("#watch-reset"), lambda wall: wall["stopwatch"]["elapsed"] == 0, "zero")
        self.check(lambda: phone.tap("#watch-clear"), lambda wall: "stopwatch" not in wall, "none")

    def test_each_of_the_rest(self):
        phone = self.remote(*FROZEN)
        phone.open_all()
        for face in ("full", "literal", "carry", "hue", "analogue", "scaled"):
            self.check(lambda: phone.tap(f"[data-face={face}]"), lambda wall: wall["face"] == face, face)
            # The small wall and the card have the wall's colour.
            colour = self.viewer.colour(self.window)
            eventually(lambda: phone.ground() == colour, lambda: f"{colour}, but {phone.ground()}")
            card = phone.run("return getComputedStyle(document.querySelector(arguments[0])).backgroundColor",
                             f"[data-face={face}] b")
            self.assertEqual(card, "rgb(%d, %d, %d)" % colour)
        self.check(
            lambda: phone.run(
                "const it = document.querySelector('#dim'); it.value = 40; it.dispatchEvent(new Event('input'))"),
            lambda wall: wall["dim"] == 0.4, "less light")
        dimmed = self.viewer.colour(self.window)
        eventually(
            lambda: all(abs(one - other) <= 1 for one, other in zip(phone.ground(), dimmed)), "the same on the phone")
        self.check(lambda: phone.tap("#blank"), lambda wall: wall["isBlank"], "a blank wall")
        self.assertEqual(self.viewer.colour(self.window), (0, 0, 0))
        self.check(lambda: phone.tap("#blank"), lambda wall: not wall["isBlank"], "light")
        phone.run("document.querySelector('#alarm-time').value = '08:30'")
        phone.write("#alarm-title", "Standup")
        phone.run("document.querySelector('.days [value=mon]').click()")
        self.check(
            lambda: phone.tap("#alarms form > button"), lambda wall: wall["alarms"] == ["08:30:00=Standup@mon"],
            "an alarm", is_seen=False)
        eventually(lambda: (phone.text("#alarms .list span") or "").startswith("08:30  Standup"), "it in the list")
        self.check(
            lambda: phone.tap("#alarms .list button"), lambda wall: not wall["alarms"], "no alarm", is_seen=False)

    def test_each_of_several_countdowns(self):
        phone = self.remote(*FROZEN)
        self.assertFalse(phone.shows("#another") or phone.shows("#timers") or phone.shows("#go"))
        self.check(
            lambda: phone.tap("#presets button:nth-child(2)"), lambda wall: len(wall["countdowns"]) == 1, "5 minutes")
        eventually(lambda: phone.shows("#another-row"), "the switch for another one")
        phone.tap("#another")
        phone.write("#exact-title", "Eggs")
        phone.write("#exact-time", "1000")
        self.check(
            lambda: phone.tap("#exact button"), lambda wall: len(wall["countdowns"]) == 2, "10 minutes beside them")
        row = "#timers li:nth-child(%d) "
        phone.await_text(row % 1 + "span", "5 min")
        phone.await_text(row % 2 + "span", "Eggs")
        self.assertRegex(phone.text(row % 2 + ".left"), r"\A(10:00|9:5\d)\Z")

        def states(*wanted):
            return lambda wall: [each["state"] for each in wall["countdowns"]] == list(wanted)

        def is_chosen(number):
            return phone.run("return document.querySelector(arguments[0]).ariaPressed",
                             row % number + "button") == "true"

        # The wall has chosen the new one; what is tapped here is chosen on this phone alone.
        self.assertTrue(is_chosen(2))
        self.check(lambda: phone.tap("#go"), states("running", "paused"), "a pause of the second")
        phone.tap(row % 1 + "button")
        eventually(lambda: is_chosen(1), "the first one chosen")
        phone.await_text("#go", "Pause")
        self.assertTrue(self.wall()["countdowns"][1]["isChosen"])
        self.check(lambda: phone.tap("#go"), states("paused", "paused"), "a pause of the first")
        left = self.wall()["countdowns"][0]["remaining"]
        self.check(
            lambda: phone.tap("#more"), lambda wall: abs(wall["countdowns"][0]["remaining"] - left - 60) < 0.1,
            "a minute more")
        self.check(
            lambda: phone.tap("#less"), lambda wall: abs(wall["countdowns"][0]["remaining"] - left) < 0.1,
            "a minute less")
        # Each has its own pause and end.
        # Its line keeps its place, though the wall now has it first.
        self.check(
            lambda: phone.tap(row % 2 + "button:nth-of-type(2)"), states("running", "paused"), "the second goes on")
        phone.await_text(row % 2 + "span", "Eggs")
        self.check(lambda: phone.tap("#reset"), states("running", "idle"), "the first is set back")
        eventually(lambda: phone.text(row % 1 + ".left") == "6:00", "its length")
        # Without the switch a length is for the chosen one.
        phone.tap("#another")
        self.check(lambda: phone.tap("#presets button:nth-child(1)"),
                   lambda wall: [(each["length"], each["title"]) for each in wall["countdowns"]] == [
                       (60, ""), (600, "Eggs")], "a minute")
        self.check(lambda: phone.tap(row % 1 + "button:last-child"),
                   lambda wall: [each["title"] for each in wall["countdowns"]] == ["Eggs"], "the end of the first")
        eventually(lambda: not phone.shows("#timers"), "no list of one")
        self.check(lambda: phone.tap("#clear"), lambda wall: not wall["countdowns"], "none")

    def test_each_of_a_program(self):
        phone = self.remote(*FROZEN)
        phone.open_all()
        self.assertTrue(phone.shows("#order") and not phone.shows("#next"))
        phone.write("#order", "Work 25m, Rest 5m")
        self.check(lambda: phone.tap("#program form button"), lambda wall: wall.get("program"), "a program")
        eventually(lambda: phone.shows("#next") and not phone.shows("#order"), "the running order")
        phone.await_text("#program .state", "1/2 Work")
        eventually(lambda: re.fullmatch(r"Next: Rest, 5 min · Ends at \d\d:\d\d", phone.text("#program .list")),
                   lambda: phone.text("#program .list"))

        def step(number):
            return lambda wall: wall["program"]["step"] == number

        self.check(lambda: phone.tap("#next"), step(2), "the next step")
        phone.await_text("#program .state", "2/2 Rest")
        phone.await_text("#wall .title", "Rest")
        self.check(lambda: phone.tap("#back"), step(1), "the step before")
        phone.await_text("#wall .title", "Work")
        # In a block that repeats, the round is said as on the wall.
        self.send("program", "start", "Work 40s, Rest 20s, x8")
        phone.await_text("#program .state", "Round 1/8 Work")
        self.check(lambda: phone.tap("#next"), step(2), "the rest of the first round")
        phone.await_text("#program .state", "Round 1/8 Rest")
        self.check(lambda: phone.tap("#next"), step(3), "the second round")
        phone.await_text("#program .state", "Round 2/8 Work")
        self.check(lambda: phone.tap("#end"), lambda wall: "program" not in wall, "no program")
        phone.await_text("#program .state", "none")
        phone.write("#order", "Work 25x")
        phone.tap("#program form button")
        eventually(lambda: "25x" in phone.text("#toast"), lambda: phone.text("#toast"))

    def test_what_is_paused_or_has_ended_looks_like_that(self):
        phone = self.remote(*FROZEN, "--no-overtime")
        sign = "return getComputedStyle(document.querySelector(arguments[0]), '::before').borderLeftWidth"
        filled = "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor"
        self.send("countdown", "start", "5m")
        phone.await_text("#go", "Pause")
        self.assertEqual(phone.run(sign, "#wall .number"), "0px")
        self.send("countdown", "pause")
        phone.await_text("#go", "Resume")
        # The two bars, and the whole number beside them.
        self.assertNotEqual(phone.run(sign, "#wall .number"), "0px")
        self.assertEqual(
            phone.run("const it = document.querySelector('#wall .number'); return it.scrollWidth - it.clientWidth"), 0)
        self.send("countdown", "new", "1", "Toast")
        eventually(lambda: phone.text("#wall .number") == "time is up", lambda: phone.text("#wall .number"))
        # Without overtime it does not count on.
        never(lambda: phone.text("#timers .over") != "0", "another number", during=2)
        self.assertEqual(phone.run(filled, "#timers .over"), phone.run("return getComputedStyle(document.body).color"))
        self.assertNotEqual(phone.run(sign, "#timers .paused"), "0px")
        phone.tap("#dismiss")
        eventually(lambda: not any(each["state"] == "over" for each in self.wall()["countdowns"]), "silence")

    def test_what_is_opened_comes_into_view(self):
        phone = self.remote(*FROZEN, width=320, height=568)
        self.send("countdown", "start", "5m")
        phone.await_text("#go", "Pause")
        for part, control in (("#message", "#text"), ("#stopwatch", "#watch-go"), ("#alarms", "#alarm-time")):
            phone.run("document.querySelector(arguments[0]).click()", f"{part} summary")
            eventually(
                lambda: phone.run("""const box = (name) => document.querySelector(name).getBoundingClientRect()
                                  const {top, bottom} = box(arguments[0])
                                  return top >= box('#wall').bottom && bottom <= innerHeight""", control),  # noqa: B023
                f"{control} in view")
            phone.run("document.querySelector(arguments[0]).click()", f"{part} summary")
        # A running order opens by itself.
        self.send("program", "start", "Work 25m, Rest 5m")
        eventually(lambda: phone.shows("#next"), "the control of the next step")

    def test_each_of_what_rings(self):
        phone = self.remote("--at", "08:29:58", "--alarm", "08:30=Standup")
        phone.open_all()
        phone.await_text("#wall .title", "rings")
        phone.await_text("#dismiss", "Dismiss")
        phone.await_text("#wall .number", "Standup")
        self.check(
            lambda: phone.tap("#snooze"), lambda wall: not wall["ringing"] and wall["snoozed"], "it rings again later")
        eventually(
            lambda: "rings again at 08:3" in (phone.text("#alarms .list small") or ""),
            lambda: phone.text("#alarms .list"))

    def test_how_long_and_how_loud(self):
        phone = self.remote("--sound", "default", *FROZEN)
        phone.open_all()
        phone.run("document.querySelector('#span').value = ''")
        phone.write("#text", "Stays")
        self.check(
            lambda: phone.tap("#message form button"),
            lambda wall: [each.get("left") for each in wall["messages"]] == [None], "it stays")
        # One of its priority is seen at a time.
        phone.write("#text", "Waits")
        self.check(
            lambda: phone.tap("#message form button"), lambda wall: len(wall["messages"]) == 2, "another one",
            is_seen=False)
        eventually(lambda: "waits" in phone.text("#message .list"), "that it waits")
        self.check(lambda: phone.tap("#sound"), lambda wall: wall["sound"]["isMuted"], "silence", is_seen=False)
        eventually(lambda: "sound off" in phone.text("#light .state"), "that it is silent")
        self.check(lambda: phone.tap("#sound"), lambda wall: not wall["sound"]["isMuted"], "sound", is_seen=False)

    def test_health_in_words(self):
        phone = self.remote(*FROZEN)
        phone.open_all()
        version = self.run_clock("--version").output.strip()
        eventually(lambda: f"Version {version}" in phone.text("#health .list"), lambda: phone.text("#health .list"))
        self.assertIn("Running for", phone.text("#health .list"))
        self.assertRegex(phone.text("#health .list"), "System clock (not )?synchronised")
        self.client().ask("trouble", "no broker since noon")
        phone.await_text("#health .state", "no broker since noon")

    def test_what_is_refused_is_said(self):
        phone = self.remote(*FROZEN)
        phone.open_all()
        phone.write("#text", " ")
        phone.tap("#message form button")
        eventually(lambda: phone.text("#toast"), "the reason")
        self.assertEqual(self.wall()["messages"], [])


class Together(RemoteCase):
    def test_two_phones_at_once(self):
        first = self.remote(*FROZEN)
        second = self.phone(language="de")
        self.scan(second)
        first.tap("#presets button:nth-child(3)")
        second.await_text("#go", "Pause")
        second.tap("#go")
        first.await_text("#go", "Resume")
        first.tap("#clear")
        second.await_text("#go", "Start")
        second.await_text("#wall .number", "")
        self.assertEqual(len(json.loads(self.send("pair", "--list"))), 2)

    def test_the_wall_goes_and_comes_back(self):
        phone = self.remote()
        self.present.signal(signal.SIGKILL)
        # The browser has many processes, so the waits of all programs count, but at most ten seconds of them.
        killed, busy = time.monotonic(), pressure("cpu")
        eventually(lambda: phone.text("#link"), "word that the wall is gone")
        self.assertLess(time.monotonic() - killed, 5 + min(10, pressure("cpu") - busy))
        self.assertTrue(phone.run("return document.querySelector('#go').matches(':disabled')"))
        self.running()
        phone.await_text("#link", "")
        eventually(lambda: not phone.run("return document.querySelector('#go').matches(':disabled')"), "controls")
        phone.tap("#presets button")
        eventually(lambda: "countdown" in self.wall(), "a countdown")

    def test_the_server_goes_and_comes_back(self):
        self.running()
        process = self.web()
        phone = self.phone()
        self.scan(phone)
        process.send_signal(signal.SIGSTOP)
        self.addCleanup(process.send_signal, signal.SIGCONT)
        eventually(lambda: phone.text("#link"), "word that nothing answers", within=15)
        process.send_signal(signal.SIGCONT)
        phone.await_text("#link", "")

    def test_the_network_goes_and_comes_back(self):
        phone = self.remote()
        phone.connect(False)
        eventually(lambda: phone.text("#link").startswith("No network."), lambda: phone.text("#link"), within=15)
        self.assertTrue(phone.run("return document.querySelector('#presets button').matches(':disabled')"))
        phone.connect(True)
        phone.await_text("#link", "")
        phone.tap("#presets button")
        eventually(lambda: self.wall()["countdowns"], "a countdown")

    def test_ticks_come_as_they_are_shown(self):
        phone = self.remote()
        for _ in range(3):
            self.let_tick(self.window)
            eventually(lambda: phone.ground() == self.viewer.colour(self.window), "the wall's colour")


class AllWalls(RemoteCase):
    """One page, two walls of a group, and a broker between them."""

    def join(self, broker, *options):
        log = open(self.home / "mqtt.log", "w")  # noqa: SIM115, closed with the process
        self.addCleanup(log.close)
        process = subprocess.Popen(
            mortal([MQTT, "--no-config", "--broker", broker.url, "--name", "one", "--control", self.path, *options]),
            env=self.variables(), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def check(self, action, holds, what):
        """Does something on the phone: both walls have it, and the same colour."""
        action()
        eventually(lambda: holds(self.wall())
                   and holds(self.other.wall), lambda: f"{what}, but {self.wall()}, {self.other.wall}")
        eventually(
            lambda: self.viewer.colour(self.window) == self.other.viewer.colour(self.other.window),
            f"the same colour of both: {what}")

    @staticmethod
    def ends(look):
        """The earliest and the latest possible end of a wall's countdown."""
        before = time.time()
        remaining = look()["countdown"]["remaining"]
        return before + remaining, time.time() + remaining

    def test_the_switch_for_all(self):
        mosquitto = Broker(self.home / "broker")
        self.addCleanup(mosquitto.kill)
        server = Server("320x180x24")
        self.addCleanup(server.close)
        self.other = Wall(self, server, "two").start().join(mosquitto, "--group", "studio")
        phone = self.remote()
        phone.open_all()
        self.assertFalse(phone.shows("#scope"))
        companion = self.join(mosquitto, "--group", "studio", "--group", "floor")
        eventually(lambda: phone.shows("#scope"), lambda: f"the switch, but {(self.home / 'mqtt.log').read_text()}")
        phone.await_text("#scope span", "All walls of studio")
        phone.tap("#all")
        # What walls do not share is not offered.
        self.assertFalse(
            any(phone.shows(part) for part in ("#stopwatch", "#alarms", "#blank", "#go", "#reset", "#health")))

        phone.write("#exact-title", "Tea --for all")
        self.check(lambda: phone.tap("#presets button:nth-child(2)"),
                   lambda wall: (wall.get("countdown") or {}).get("title") == "Tea --for all" and 290 < wall[
                       "countdown"]["remaining"] <= 300, "5 minutes")
        (first, last), (other_first, other_last) = map(self.ends, (self.wall, lambda: self.other.wall))
        self.assertTrue(first < other_last + 1 and other_first < last + 1, (first, last, other_first, other_last))
        self.check(
            lambda: phone.tap("#more"), lambda wall: 340 < wall["countdown"]["remaining"] <= 360, "a minute more")
        self.check(lambda: phone.tap("#clear"), lambda wall: not wall["countdowns"], "none")
        phone.write("#text", "Lunch is ready")
        phone.run("document.querySelector('[value=urgent]').click()")
        self.check(lambda: phone.tap("#message form button"),
                   lambda wall: [(each["lines"], each["priority"]) for each in wall["messages"]] == [
                       (["Lunch is ready"], "urgent")], "a message")
        self.check(lambda: phone.tap("#message .list button"), lambda wall: not wall["messages"], "no message")
        self.check(lambda: phone.tap("[data-face=hue]"), lambda wall: wall["face"] == "hue", "another face")
        self.check(
            lambda: phone.run(
                "const it = document.querySelector('#dim'); it.value = 40; it.dispatchEvent(new Event('input'))"),
            lambda wall: wall["dim"] == 0.4, "less light")

        # Without the switch it is this wall alone.
        phone.tap("#all")
        phone.tap("#presets button:nth-child(2)")
        eventually(lambda: self.wall()["countdowns"], "a countdown here")
        self.assertEqual(self.other.wall["countdowns"], [])

        # Without broker or companion there is no switch.
        phone.tap("#all")
        mosquitto.kill()
        eventually(lambda: not phone.shows("#scope"), "no switch without a broker")
        self.assertTrue(phone.shows("#stopwatch"))
        self.assertIn("no colourclock-mqtt with a broker is connected", self.refused("share", "face", "hue"))
        self.assertIn("walls share only one message, and not 'tea'", self.refused("share", "dismiss", "tea"))
        mosquitto.start()
        eventually(lambda: phone.shows("#scope"), "the switch again", within=90)
        self.assertFalse(phone.run("return document.querySelector('#all').checked"))
        companion.kill()
        eventually(lambda: not phone.shows("#scope"), "no switch without the companion")
        self.assertEqual(phone.complaints(), [])

    def test_a_wall_without_a_group(self):
        mosquitto = Broker(self.home / "broker")
        self.addCleanup(mosquitto.kill)
        phone = self.remote(*FROZEN)
        companion = self.join(mosquitto)
        eventually(lambda: phone.shows("#scope"), lambda: f"the switch, but {(self.home / 'mqtt.log').read_text()}")
        phone.await_text("#scope span", "All walls")
        companion.kill()
        companion.wait()
        eventually(lambda: not phone.shows("#scope"), "no switch without the companion")
        # What obeys nothing tells nobody either.
        self.join(mosquitto, "--read-only")
        never(lambda: phone.shows("#scope"), "the switch", during=2)


class Page(RemoteCase):
    def test_nothing_is_beside_a_narrow_screen(self):
        self.running("--sound", "default", *FROZEN)
        self.web()
        self.client().ask("sharing", "announce", "a group with a name that is as long as anybody would ever give it")
        self.send("countdown", "start", "5m", "A title that is as long as anybody would ever write it")
        self.send("countdown", "new", "99:59:59", "Another title that is as long as anybody would ever write it")
        self.send("program", "start", "Preparations for the afternoon 25m, Rest 5m")
        for language in LANGUAGES:
            with self.subTest(language=language):
                phone = self.phone(width=320, height=568, language=language, scheme="dark")
                phone.open(self.address)
                eventually(lambda: phone.shows("#pairing"), "the field for the code")
                self.assertEqual((phone.overflow(), phone.small_targets()), (0, []))
                self.scan(phone)
                phone.open_all()
                self.send("alarm", "add", "08:30=A title that is as long as anybody would ever write it@mon-fri")
                self.send("message", "--id", "long",
                          "A message that is as long as anybody would ever write it, or longer")
                eventually(lambda: phone.shows("#message .list button"), "the message")
                self.assertEqual((phone.overflow(), phone.small_targets()), (0, []))
                self.assertEqual(phone.run("return document.documentElement.lang"), language)
                self.assertEqual(phone.complaints(), [])
                phone.close()

    def test_axe_finds_nothing(self):
        self.running(*FROZEN)
        self.web()
        script = axe()
        for scheme, width in (("light", 390), ("dark", 1280)):
            with self.subTest(scheme=scheme):
                phone = self.phone(width=width, scheme=scheme)
                phone.open(self.address)
                eventually(lambda: phone.shows("#pairing"), "the field for the code")
                self.assertEqual(phone.violations(script), [])
                self.scan(phone)
                phone.open_all()
                companion = self.client()
                companion.ask("sharing", "announce", "studio")
                for words in (("message", "Hello"), ("countdown", "start", "5m", "Tea"),
                              ("countdown", "new", "9m", "Eggs"),
                              ("message", "--priority", "urgent", "Out"), ("dismiss",), ("countdown", "clear"),
                              ("countdown", "clear"),
                              ("program", "start", "Work 25m, Rest 5m"), ("program", "stop"), ("stopwatch", "start"),
                              ("face", "hue"),
                              ("blank", "on"), ("blank", "off"), ("stopwatch", "clear")):
                    self.send(*words)
                    time.sleep(0.3)
                    self.assertEqual(phone.violations(script), [], words)
                phone.tap("#all")
                self.assertEqual(phone.violations(script), [])
                companion.close()
                phone.close()

    def test_keys_alone_set_a_timer(self):
        phone = self.remote(*FROZEN)
        from selenium.webdriver.common.keys import Keys

        active = phone.driver.switch_to
        for _ in range(20):
            active.active_element.send_keys(Keys.TAB)
            if phone.run("return document.activeElement.id") == "exact-time":
                break
        active.active_element.send_keys("1", "2", "0", "0", Keys.ENTER)
        eventually(lambda: self.wall().get("countdown", {}).get("length") == 720, "12 minutes")
