"""Options, help, manual, settings dialog, completions and READMEs agree."""

import importlib
import re
import xml.etree.ElementTree as xml

from basics import BINARY
from shipping import ASSETS, SHELLS, Shipped, every_option, options

README = ASSETS.parent / "README.md"
TESTS = ASSETS.parent / "Tests/README.md"
XML = "share/xscreensaver/config/colourclock.xml"
# Options without a place in a settings dialog: opposites of its switches; options for walls and tests only; a command,
# which the clock of each monitor would run; and those without room there.
NOT_IN_DIALOG = {
    "24-hour", "at", "list-faces", "speed", "ring-shrinks", "clockwise", "on-zero", "ring-place", "ring-size",
    "ring-width",
    "ring-trail", "ring-cap", "ring-knob", "presets", "program", "program-file", "program-end", "bar", "hint",
    "date-format", "time-format",
    "control", "no-control", "allow-remote", "power", "stopwatch", "also", "feed-lines", "feed-size", "feed-place",
    "place", "night-begins", "night-offset", "health-badge", "warn", "danger",
    "seconds-ring", "sweep"}


def long_names(option):
    return [name for name in option.names if len(name) > 1]


class Agreement(Shipped):
    def setUp(self):
        super().setUp()
        self.options = options()
        self.names = {name for option in self.options for name in long_names(option)}
        # An option and its --no- form are one.
        self.stems = {self.stem(name) for name in self.names}

    def stem(self, name):
        other = name.removeprefix("no-")
        return other if other in self.names else name

    def mentioned(self, text):
        return set(re.findall(r"(?<![\w-])--([a-z0-9][a-z0-9-]*)", text))

    def test_help(self):
        text = self.succeeds(BINARY, "--help")
        listed = re.findall(r"(?m)^  (?:-\w, )?((?:--[a-z0-9-]+[/, ]*)+)", text)
        names = {name for line in listed for name in self.mentioned(line.replace("/", " "))}
        self.assertEqual(names, self.names)

    def test_manual(self):
        source = (self.tree / "share/man/man1/colourclock.1").read_text()
        items = "\n".join(re.findall(r"(?m)^\.It (Fl .*)$", source))
        names = set(re.findall(r"Fl -([a-z0-9][a-z0-9-]*)", items))
        self.assertEqual(names, self.names)

    def test_the_licence_is_the_one_that_is_shipped(self):
        shipped = (ASSETS / "shipped/copyright").read_text()
        text = re.search(r"(?ms)^License: MIT\n (.*?)\n\nLicense:", shipped)[1].replace("\n .\n", "\n")
        licence = (ASSETS.parent / "LICENSE").read_text()
        self.assertEqual(licence.split()[:2] + licence.partition("developers")[2].split(),
                         ["MIT", "License"] + text.split())
        self.assertIn("2026 the Colour Clock developers", licence)
        self.assertIn("Copyright: 2026 the Colour Clock developers", shipped)

    def test_the_lists_of_versions_begin_with_this_one(self):
        changes = re.findall(r"(?m)^## (\S+)$", (ASSETS.parent / "CHANGELOG.md").read_text())
        releases = re.findall(r'<release version="(\S+)"', (ASSETS / "shipped/metainfo.xml").read_text())
        self.assertEqual(changes, releases)
        self.assertEqual(changes[0], self.succeeds(BINARY, "--version").strip())

    def test_the_readmes_examples_use_real_options(self):
        lines = re.findall(r"(?m)^\./assets/run (-.*?)(?:\s+#.*)?$", README.read_text())
        self.assertGreaterEqual(len(lines), 3)
        self.assertEqual(self.mentioned("\n".join(lines)) - self.names, set())

    def test_links_lead_somewhere(self):
        """Links within the project exist, including their headings."""
        anchors = lambda text: {
            re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in re.findall("(?m)^#+ (.*)$", text)}
        pages, found = [README, TESTS, TESTS.parent / "Fuzz/README.md",
                        *(ASSETS / name for name in ("README.md", "tools/results.md")),
                        ASSETS.parent / "Sources/README.md"], 0
        for page in pages:
            for path, _, anchor in re.findall(r"\]\((?!\w+:)([^)#]*)(#([^)]*))?\)", page.read_text()):
                with self.subTest(page=page, path=path):
                    target = (page.parent / path) if path else page
                    self.assertTrue(target.exists())
                    if anchor:
                        found += 1
                        self.assertIn(anchor, anchors(target.read_text()))
        self.assertGreater(found, 0)

    def test_the_promises_are_tried_by_tests_that_there_are(self):
        pages = (TESTS, TESTS.parent / "Fuzz/README.md", ASSETS / "README.md", ASSETS / "tools/results.md")
        names = [name.split(".") for page in pages for name in re.findall(r"`(test_[\w.]+)`", page.read_text())]
        self.assertGreater(len(names), 30)
        for module, *parts in names:
            with self.subTest(".".join([module, *parts])):
                found = importlib.import_module(module)
                for part in parts:
                    found = getattr(found, part)

    def test_readme_names_the_faces(self):
        for face in self.values("face"):
            self.assertIn(f"`{face}`", README.read_text())

    def test_readme_names_real_options(self):
        known = {name for option in every_option() for name in option.names}
        elsewhere = {"uninstall", "with", "print", "once", "broker", "group", "json", "for", "priority", "now",
                     "listen", "new-token"}
        self.assertEqual(self.mentioned(README.read_text()) - known - elsewhere, set())

    def values(self, name):
        return next(option for option in self.options if long_names(option) == [name]).values

    def test_completions(self):
        for shell in SHELLS:
            with self.subTest(shell):
                text = self.succeeds(BINARY, "--generate-completion-script", shell)
                if shell == "fish":
                    names = set(re.findall(r" -l '?([a-z0-9][a-z0-9-]*)'?", text))
                else:
                    names = self.mentioned(text)
                self.assertEqual(self.names - names, set())
                for option in self.options:
                    for value in option.values:
                        self.assertRegex(text, rf"\b{value}\b")

    def switches(self):
        """The switch of each element in the dialog's description, with a fixed value, by element."""
        for element in xml.parse(self.tree / XML).iter():
            for key in ("arg", "arg-set", "arg-unset"):
                if key in element.attrib:
                    name, _, value = element.get(key).removeprefix("--").partition(" ")
                    yield element, name, value

    def test_the_dialog_has_real_switches_only(self):
        takes_value = {name: bool(option.value) for option in self.options for name in long_names(option)}
        for element, name, value in self.switches():
            with self.subTest(name):
                self.assertIn(name, takes_value)
                self.assertEqual(bool(value), takes_value[name])
                self.assertEqual(value == "%", bool(value) and element.tag != "option")

    def test_the_dialog_has_the_values(self):
        faces = [element.get("id") for element in xml.parse(self.tree / XML).findall(".//select[@id='face']/option")]
        self.assertEqual(faces, self.values("face"))
        chosen = [value for element, name, value in self.switches() if name == "face"]
        # Defaults have no switch; the shift's default is that in a host's window.
        self.assertEqual(chosen, faces[1:])
        for option, default in (("shift", "subtle"), ("ring-style", "solid"), ("ring-label", "automatic")):
            offered = [value for _, name, value in self.switches() if name == option]
            self.assertEqual(offered, [value for value in self.values(option) if value != default])

    def test_the_dialog_has_what_makes_sense_there(self):
        described = {self.stem(name) for _, name, _ in self.switches()}
        for title in ("Look", "Time", "Long runs", "Countdown", "Ring"):
            group = {self.stem(name) for option in self.options if option.group == title
                     for name in long_names(option)}
            self.assertEqual(group - NOT_IN_DIALOG, described & group)
        self.assertLessEqual({"root", "fps", "feed", "feed-file", "reduced-motion"}, described)
        self.assertEqual(NOT_IN_DIALOG & described, set())

    def test_the_dialog_and_the_savers_page_agree(self):
        page = (self.tree / "share/man/man6/colourclock.6x").read_text()
        items = re.findall(r"(?m)^\.It (Fl .*)$", page)
        listed = {self.stem(name) for line in items for name in re.findall(r"Fl -([a-z0-9][a-z0-9-]*)", line)}
        described = {self.stem(name) for _, name, _ in self.switches()}
        self.assertEqual(described - listed, set())

    def test_the_dialogs_defaults_are_the_programs(self):
        """A number's default and a checkbox's sense agree with the help."""
        meaning = {name: f"{option.meaning} default {option.default}"
                   for option in self.options for name in long_names(option)}
        for element, name, _ in self.switches():
            if element.tag == "number":
                self.assertRegex(meaning[name], rf"default {re.escape(element.get('default'))}\b")
            if element.tag == "boolean" and "arg-unset" in element.attrib:
                self.assertRegex(meaning[name], r"default (yes|--)")
            elif element.tag == "boolean":
                self.assertNotRegex(meaning[name], r"default (yes|--(?!no-))")

    def test_desktop_entries_and_the_unit_use_real_options(self):
        for path in self.tree.rglob("*"):
            if path.suffix in (".desktop", ".service"):
                for line in re.findall(r"(?m)^Exec(?:Start)?=(.*)$", path.read_text()):
                    ours = line.split(" -- ")[0]
                    self.assertEqual(self.mentioned(ours) - self.names, set(), path)
