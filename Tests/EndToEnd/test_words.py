"""The wall in other languages: complete catalogues, no untranslated word, the environment, date and time formats."""

import re
import subprocess
import sys
from pathlib import Path

from basics import BINARY, PACKAGES, SOURCES, eventually, mortal, tool
from support import Case

ROOT = SOURCES.parent
sys.path.insert(0, str(ROOT / "assets"))
import messages  # noqa: E402

PACKAGES.update({"localedef": "locales", "msgattrib": "gettext", "msgcmp": "gettext", "msgfmt": "gettext"})
PO = ROOT / "assets/po"
LANGUAGES = sorted(path.stem for path in PO.glob("*.po"))
FIXED = ("--no-config", "--at", "2026-03-03 13:35:16", "--size", "640x360", "--hold-button", "always")
# A fontconfig configuration with European letters only.
FONTS = ('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
         '<dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>{}</cachedir></fontconfig>')
HOW = 'write words["..."] around it, and run assets/messages.py as it says'

# Texts of several letters in the core that the wall does not show: keys of the saved state, option names, times and
# zones as they are parsed, option values, and answers to commands.
NO_WORDS = {
    "Refusal.swift", "RunMode.swift", "Scene/Night.swift", "Scene/Scene+Commands.swift", "Scene/Scene+Report.swift",
    "Session.swift",
    "Time/SunNight.swift", "Time/GeographicPlace.swift", "Time/SunriseEquation.swift",
    "Controls/Agenda/Agenda.swift", "Controls/Agenda/AgendaCalendar.swift", "Controls/Countdown/CountdownPhases.swift",
    "Controls/Pairing/Pairing.swift", "Controls/Program/ProgramTexts.swift",
    "Controls/Program/ProgramReport.swift", "Controls/Program/ProgramRun+Record.swift",
    "Controls/Program/TimerProgram+Grammar.swift",
    "Controls/Program/TimerProgram+Repeat.swift", "Controls/Program/TimerProgram.swift",
    "Controls/Program/TimerProgram+Writing.swift",
    "Controls/Message/Message.swift", "Controls/Schedule/ScheduleControl.swift",
    "Controls/Countdown/Countdown+Record.swift", "Faces/Icon.swift", "Frame/WindowGeometry.swift",
    "Monitors/Monitor.swift", "Time/Pace.swift",
    "Time/DateAndTime.swift", "Time/TimeFormat.swift", "Time/TimeOfDay.swift", "Time/TimeSpan.swift",
    "Time/Zone.swift",
    "Time/ZoneAdvice.swift", "Time/ZoneFile.swift", "Time/ZoneRule.swift", "Words/Words.swift"}


def texts(source):
    """Quoted texts outside comments, with the preceding text on the line."""
    for line in source.splitlines():
        code = re.sub(r"\s*///?(?= |$).*", "", line)
        for match in re.finditer(messages.TEXT, code):
            yield match[1], code[:match.start()]


def is_word(text):
    """True if a text contains two successive letters, apart from interpolations."""
    return re.search(r"[A-Za-z]{2}", re.sub(r"\\\(([^()]|\([^()]*\))*\)|\\u\{.*?\}|\\.", "", text)) and text != "UTC"


class Catalogues(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = None

    def test_the_template_is_the_sources(self):
        made = subprocess.run([sys.executable, "-B", messages.__file__], capture_output=True, text=True,
                              check=True).stdout
        self.assertEqual((PO / "colourclock.pot").read_text(), made, HOW)

    def test_every_catalogue_is_complete(self):
        """Every message and no other, none fuzzy, equal placeholders, no error by msgfmt."""
        self.assertGreaterEqual(LANGUAGES, ["ar", "de", "es", "fr", "ja", "pt"])
        for language in LANGUAGES:
            with self.subTest(language):
                path = PO / f"{language}.po"
                for command in (
                    (tool("msgfmt"), "--check", "-o", "/dev/null", path),
                    (tool("msgcmp"), path, PO / "colourclock.pot"),
                ):
                    answer = self.run_command(command)
                    self.assertEqual((answer.status, answer.complaints), (0, ""))
                for kind in ("--only-fuzzy", "--only-obsolete", "--untranslated"):
                    self.assertEqual(self.run_command((tool("msgattrib"), kind, path)).output, "")

    def test_the_program_knows_them(self):
        answer = self.run_clock("--no-config", "--language", "tlh")
        self.assertEqual((answer.status, answer.output), (64, ""))
        self.assert_one_line(answer.complaints, "--language", *(f"'{language}'" for language in ["en", *LANGUAGES]))

    def test_no_word_of_the_wall_is_outside(self):
        found = [
            f"{path.name}: \"{text}\""
            for path in sorted(messages.CORE.rglob("*.swift"))
            if str(path.relative_to(messages.CORE)) not in NO_WORDS
            for text, before in texts(re.sub(r"(words\[)\s+", r"\1", path.read_text()))
            if is_word(text) and not re.search(
                r"(words\[|\bRefusal\(|\.reported\(|summary: |caption: |\bname: |precondition\(.*|case .*= )$", before)]
        self.assertEqual(found, [], HOW)

    def test_the_check_finds_one(self):
        line = '  let title = isShort ? "" : "Hold to \\(action)"  // "no word"'
        self.assertEqual([text for text, _ in texts(line) if is_word(text)], ["Hold to \\(action)"])


class Walls(Case):
    def wall(self, *options, **variables):
        return self.snapshot(*FIXED, *options, LC_ALL=None, **variables).read_bytes()

    def setUp(self):
        super().setUp()
        self.english = self.wall()

    def test_every_language_is_another_wall(self):
        walls = {language: self.wall("--language", language) for language in LANGUAGES}
        self.assertEqual(len({*walls.values(), self.english}), len(LANGUAGES) + 1)
        self.assertEqual(self.wall("--language", "en"), self.english)
        self.assertEqual(self.wall("--language", "de_AT"), walls["de"])

    def test_no_font_for_a_language(self):
        """Text that would be boxes is omitted, and reported once."""
        fonts = self.home / "fonts.conf"
        fonts.write_text(FONTS.format(self.home / "caches"))
        path = self.home / "wall.png"

        def wall(*options, **variables):
            answer = self.run_clock(*FIXED, "--date", *options, "--snapshot", path, LC_ALL=None, FONTCONFIG_FILE=fonts,
                                    **variables)
            self.assertEqual(answer.status, 0)
            return path.read_bytes(), answer.complaints

        (english, silence), (german, _) = wall(), wall("--language", "de")
        self.assertEqual(silence, "")
        for options, variables, wanted in ((("--language", "ja"), {}, english), ((), {"LANG": "ja_JP.UTF-8"}, english),
                                           ((), {"LANG": "ja_JP.UTF-8", "LANGUAGE": "ja:de", "LC_TIME": "de_DE"},
                                            german)):
            with self.subTest(options=options, **variables):
                picture, complaints = wall(*options, **variables)
                self.assert_one_line(complaints, "no font has the letters of the language 'ja'", "fonts-noto-cjk")
                self.assertEqual(picture, wanted)
        # The same for dates in a language that only the C library knows.
        subprocess.run([tool("localedef"), "-i", "zh_CN", "-f", "UTF-8", self.home / "zh_CN.UTF-8"], check=True,
                       capture_output=True)
        picture, complaints = wall(LC_TIME="zh_CN.UTF-8", LOCPATH=self.home)
        self.assert_one_line(complaints, "no font has the letters of the language 'zh'", "fonts-noto-cjk")
        self.assertEqual(picture, english)

    def test_the_environment_says_which(self):
        """The language is chosen by gettext's rules, although none of these locales is installed."""
        german, french = (self.wall("--language", language) for language in ("de", "fr"))
        for variables, wanted in (
            ({"LANG": "de_DE.UTF-8"}, german), ({"LC_MESSAGES": "de_AT", "LANG": "fr_FR"}, german),
            ({"LC_MESSAGES": "", "LANG": "fr_FR.UTF-8"}, french),
            ({"LANG": "en_US.UTF-8", "LANGUAGE": "xx:de:fr"}, german),
            ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en:fr"}, self.english),
            ({"LANG": "C", "LANGUAGE": "de"}, self.english),
            ({"LANG": "tlh_QO.UTF-8"}, self.english), ({"LC_MESSAGES": "../../de"}, self.english), ({}, self.english),
        ):
            with self.subTest(**variables):
                self.assertEqual(self.wall(**variables), wanted)
        self.assertEqual(self.snapshot(*FIXED, LC_ALL="de_DE", LC_MESSAGES="fr_FR").read_bytes(), german)
        self.assertEqual(self.wall("--language", "fr", LANG="de_DE.UTF-8"), french)

    def test_dates_with_the_locale_and_without(self):
        """The same with and without the C library's locale; English by its country."""
        dates = {}
        for locale in ("de_DE", "en_US", "en_GB", "ja_JP", "pl_PL"):
            without = self.wall("--date", LC_TIME=f"{locale}.UTF-8")
            subprocess.run(
                [tool("localedef"), "-i", locale, "-f", "UTF-8", self.home / f"{locale}.UTF-8"], check=True,
                capture_output=True)
            dates[locale] = self.wall("--date", LC_TIME=f"{locale}.UTF-8", LOCPATH=self.home)
            if locale != "pl_PL":
                self.assertEqual(dates[locale], without, locale)
        self.assertEqual(dates["en_GB"], self.wall("--date"))
        self.assertEqual(dates["en_US"], self.wall("--date-format", "%A, %B %-d, %Y"))
        self.assertEqual(dates["de_DE"], self.wall("--date-format", "%A, %-d. %B %Y", LC_TIME="de_DE"))
        polish = {"LC_TIME": "pl_PL.UTF-8", "LOCPATH": self.home}
        self.assertEqual(dates["pl_PL"], self.wall("--date-format", "%A %-d %B %Y", **polish))
        self.assertEqual(len(set(dates.values())), len(dates))

    def test_forms(self):
        self.assertEqual(self.wall("--date-format", "%A, %-d %B %Y"), self.wall("--date"))
        self.assertEqual(self.wall("--time-format", "%H:%M:%S"), self.english)
        self.assertEqual(self.wall("--time-format", "%R"), self.wall("--no-seconds"))
        self.assertEqual(
            self.wall("--date-format", "%A, %-d. %B %Y", "--language", "de"), self.wall("--date", LANG="de_DE"))
        self.assertEqual(self.wall("--date-format", "%F", "--no-date"), self.english)
        self.assertNotEqual(self.wall("--time-format", "KW %V"), self.wall("--time-format", "KW %U"))

    def test_forms_that_there_are_not(self):
        for option in ("--date-format", "--time-format"):
            for value in ("%Q", "50 %", "%n", "%-", "x" * 101):
                with self.subTest(option, value=value):
                    answer = self.run_clock("--no-config", option, value)
                    self.assertEqual((answer.status, answer.output), (64, ""))
                    self.assert_one_line(answer.complaints, option, "strftime", "%A", "%V")

    def test_from_a_file_and_from_resources(self):
        file = self.home / "options"
        file.write_text("language ar\ndate-format %A %V\n")
        wanted = self.wall("--language", "ar", "--date-format", "%A %V")
        answer = self.snapshot(*FIXED[1:], "--config", file, name="file.png", LC_ALL=None)
        self.assertEqual(answer.read_bytes(), wanted)
        resources = ("--xrm", "ColourClock.language: ar", "--xrm", "ColourClock.dateFormat: %A %V")
        self.assertEqual(self.wall(*resources), wanted)

    def assert_set_refused(self, program):
        """Without catalogues a running clock refuses a language; one given at the start is reported once."""
        said = self.home / "said"
        with said.open("w") as errors:
            clock = subprocess.Popen(
                mortal(
                    [program, "--no-config", "--no-hint", "--window", "--language", "fr", "--control",
                     self.home / "socket"]),
                env=self.variables(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors)
        self.addCleanup(clock.wait)
        self.addCleanup(clock.kill)
        eventually((self.home / "socket").exists, "the control socket")
        send = ("send", "--control", self.home / "socket")
        for words in (("set", "date", ""), ("message", "Hello"), ("dismiss",)):
            self.run_clock(*send, *words)
        answer = self.run_clock(*send, "set", "language", "de")
        self.assertEqual(answer.status, 1)
        self.assert_one_line(answer.complaints, "no translation for 'de'")
        self.assertEqual(self.run_clock(*send, "set", "language", "en").status, 0)
        clock.terminate()
        clock.wait(10)
        self.assert_one_line(said.read_text(), "no translation for 'fr'")

    def test_the_catalogues_lie_beside_the_program(self):
        """Found through the program's link target; without catalogues the wall is English."""
        alone = self.home / "prefix/bin/clock"
        alone.parent.mkdir(parents=True)
        alone.write_bytes(Path(BINARY).read_bytes())
        alone.chmod(0o755)
        path = self.home / "alone.png"
        for options, variables, said in (
            ((), {"LANG": "de_DE.UTF-8"}, ""), (("--language", "de"), {}, "no translation for 'de'")):
            answer = self.run_command([alone, *FIXED, *options, "--snapshot", path], LC_ALL=None, **variables)
            self.assertEqual((answer.status, path.read_bytes()), (0, self.english))
            if said:
                self.assert_one_line(answer.complaints, said)
            else:
                self.assertEqual(answer.complaints, "")
        self.assert_set_refused(alone)
        catalogue = self.home / "prefix/share/locale/de/LC_MESSAGES/colourclock.mo"
        catalogue.parent.mkdir(parents=True)
        subprocess.run([tool("msgfmt"), "-o", catalogue, PO / "de.po"], check=True)
        link = self.home / "link"
        link.symlink_to(alone)
        answer = self.run_command([link, *FIXED, "--snapshot", path], LC_ALL=None, LANG="de_DE.UTF-8")
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        self.assertEqual(path.read_bytes(), self.wall("--language", "de"))
