"""The manual: valid, readable, and true to the program."""

import re
import tempfile
from pathlib import Path

from basics import tool
from shipping import ASSETS, Shipped, every_option, options

PAGES = {"1": "share/man/man1/colourclock.1", "agenda": "share/man/man1/colourclock-agenda.1",
         "mqtt": "share/man/man1/colourclock-mqtt.1", "web": "share/man/man1/colourclock-web.1",
         "5": "share/man/man5/colourclock-control.5",
         "program": "share/man/man5/colourclock-program.5", "6x": "share/man/man6/colourclock.6x",
         "7": "share/man/man7/colourclock-wayland.7"}
SECTIONS = {
    "1": ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "KEYS AND POINTER",
          "COUNTDOWN AND STOPWATCH", "ALARMS, AGENDA AND MESSAGES", "SOUND", "REFRESH AND FEED", "GALLERY", "SETTINGS",
          "MONITORS",
          "NIGHT AND LONG RUNS", "LANGUAGE", "KIOSK", "ENVIRONMENT", "X RESOURCES", "FILES",
          "SIGNALS",
          "EXIT STATUS", "EXAMPLES", "SEE ALSO", "SECURITY CONSIDERATIONS"),
    "agenda": ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES", "SEE ALSO"),
    "mqtt": ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
             "SEE ALSO"),
    "web": ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES",
            "SEE ALSO"),
    "5": ("NAME", "DESCRIPTION", "COMMANDS", "ANSWERS", "CLIENTS", "EXIT STATUS", "EXAMPLES", "SEE ALSO"),
    "program": ("NAME", "DESCRIPTION", "IMPORT", "EXIT STATUS", "EXAMPLES", "SEE ALSO"),
    "6x": ("NAME", "SYNOPSIS", "DESCRIPTION", "WHICH WINDOW", "OPTIONS", "XSCREENSAVER", "OTHER HOSTS", "ENVIRONMENT",
           "SIGNALS", "EXIT STATUS", "SEE ALSO"),
    "7": ("NAME", "DESCRIPTION", "UNDER CAGE", "UNDER SWAY", "UNDER LABWC", "DESKTOPS", "TRIED", "SEE ALSO"),
}
# Warnings about pages of absent programs, and about pages newer than mandoc's database.
ELSEWHERE = re.compile(r"referenced manual not found|outdated mandoc.db")


class Pages(Shipped):
    def plain(self, page):
        """A page as text, one line for each paragraph, without overstriking."""
        text = self.succeeds(tool("mandoc"), "-T", "ascii", "-O", "width=500", self.tree / PAGES[page])
        return re.sub(r".\x08", "", text)

    def source(self, page):
        return (self.tree / PAGES[page]).read_text()

    def test_the_checker_has_nothing_to_say(self):
        for page, path in PAGES.items():
            with self.subTest(page):
                answer = self.run_command([tool("mandoc"), "-T", "lint", self.tree / path])
                lines = (answer.output + answer.complaints).splitlines()
                self.assertEqual([line for line in lines if not ELSEWHERE.search(line)], [])

    def test_man_shows_them_without_a_warning(self):
        for page, path in PAGES.items():
            with self.subTest(page):
                text = self.succeeds(
                    tool("man"), "--warnings", "-l", self.tree / path, MANWIDTH="80", MAN_KEEP_FORMATTING=None)
                self.assertLessEqual(max(map(len, text.splitlines())), 80)
                headings = re.findall(r"^([A-Z][A-Z, ]+)$", text, re.MULTILINE)
                self.assertEqual(headings, [*SECTIONS[page]])

    def test_man_finds_them_by_their_sections(self):
        for path in PAGES.values():
            name, _, section = path.split("/")[-1].rpartition(".")
            text = self.succeeds(tool("man"), "-M", self.tree / "share/man", section, name)
            self.assertIn("colourclock", text)

    def test_the_pages_on_the_web_are_these(self):
        with tempfile.TemporaryDirectory() as folder:
            answer = self.script("manual_pages", folder)
            self.assertEqual((answer.status, answer.output), (0, ""), answer.complaints)
            made, kept = ({page.name: page.read_text() for page in Path(each).glob("*.md")}
                          for each in (folder, ASSETS / "manual"))
            self.assertEqual(made.keys(), kept.keys())
            for name in made:
                self.assertEqual(made[name], kept[name], f"{name}: assets/manual_pages writes it anew")

    def test_every_option_is_in_the_first(self):
        source = self.source("1")
        for option in options():
            for name in option.names:
                dashes = "-" if len(name) > 1 else ""
                self.assertRegex(source, rf"(?m)^\.It.* Fl {re.escape(dashes + name)}( |$)")

    def test_no_page_has_an_option_that_the_program_lacks(self):
        """In all pages, written or generated: synopses, texts and examples."""
        # The first one belongs to `status`, the others to the companions.
        own = {"json"}
        for companion in ("agenda", "mqtt", "web"):
            own |= set(re.findall(r"--([a-z-]+)", self.succeeds(self.tree / f"bin/colourclock-{companion}", "--help")))
        known = {name for option in every_option() for name in option.names} | own
        for page in PAGES:
            source = self.source(page)
            named = re.findall(r"\bFl -?([a-z0-9][a-z0-9-]*)", source) + [
                option for line in re.findall(r"colourclock (--.*)", source) for option in
                re.findall(r"--([a-z0-9-]+)", line)]
            self.assertGreater(len(named), 3)
            self.assertEqual(set(named) - known, set())

    def test_values_are_listed(self):
        text = self.plain("1")
        for option in options():
            item = re.search(rf"(?ms)^     (?:-\w, )?--{option.names[-1]}\b.*?\n\n", text)
            # The second of two alternatives has no item of its own.
            for value in option.values:
                self.assertRegex(item[0], rf"\b{value}\b")
        self.assertIn("hue turns once a day", text)

    def test_what_must_be_told(self):
        for word in ("allowed_users=anybody", "DontVTSwitch", "DontZap", "no screen locker can start", "--no-grab",
                     "DPMS", "touch", "consoles", "systemctl enable", "startx /", "NOTIFY_SOCKET", "SIGTERM",
                     "XTEST", "XKillClient", "-nolisten tcp", "-auth", "untrusted"):
            self.assertIn(word, self.plain("1"))
        for word in ('"Colour Clock"  colourclock --root', "__SWM_VROOT", "XSCREENSAVER_WINDOW", "saver_colourclock",
                     "screensavers-colourclock", "xss-lock -n", "xautolock", "DISPLAY"):
            self.assertIn(word, self.plain("6x"))

    def test_paths_are_those_of_the_installation(self):
        self.assertIn(f"{self.prefix}/bin/colourclock --kiosk", self.plain("1"))
        for path in re.findall(rf"{re.escape(self.prefix)}/share/\S+[a-z]", self.plain("1") + self.plain("6x")):
            self.assertTrue((self.root / path[1:]).exists(), path)


class Generator(Shipped):
    """`manual.py` itself, with a program that prints unusual text."""

    def page(self, source, *arguments):
        described = "\n".join(f"{title}\t{name}\t\t\t\t{meaning}\tshown" for name, meaning, title in arguments)
        program, path = self.home / "program", self.home / "page"
        program.write_text(f"#!/bin/sh\ncat <<'END'\n{described}\nEND\n")
        program.chmod(0o755)
        path.write_text(source)
        return self.run_command(["/usr/bin/python3", "-B", ASSETS / "manual.py", program, path])

    def test_texts_are_never_commands(self):
        answer = self.page('.\\" OPTIONS: A\n', ("one", ".Sh and \\fB of --two. It's 'three'.", "A"))
        self.assertEqual(answer.output.splitlines()[2:4], [".It Fl -one", r"\&.Sh and \efB of \-\-two."])

    def test_alternatives_are_one_item(self):
        answer = self.page('.\\" OPTIONS\n', ("date", "Show it.", "A"), ("no-date", "Show it.", "A"))
        self.assertIn(".It Fl -date , Fl -no-date\nShow it.\n", answer.output)

    def test_a_group_that_is_not_there(self):
        answer = self.page('.\\" OPTIONS: B\n', ("one", "One.", "A"))
        self.assertEqual((answer.status, answer.output), (1, ""))
        self.assertIn("no such options: B", answer.complaints)
