"""`run.py` repeats only a failure that a listed race of another program explains."""

import importlib
import re
import unittest
from collections import Counter

import races
from hosts import HostCase

ASSERTION = "xss-lock: ./src/xss-lock.c:469: logind_session_set_locked_hint: Assertion `logind_session' failed."
NOTIFIER = "test_locks.XssLock.test_notifier"


def version(_):
    return "0.3.0+git20230128.0c562b-1"


class Races(unittest.TestCase):
    def test_only_with_its_symptom(self):
        race = races.excuse(NOTIFIER, [f"not within 20.0 s: 0 clocks\n{ASSERTION}\n"], version)
        self.assertEqual(race.package, "xss-lock")
        self.assertIsNone(races.excuse(NOTIFIER, [ASSERTION, "another failure"], version))
        self.assertIsNone(races.excuse(NOTIFIER, ["not within 20.0 s: 0 clocks"], version))

    def test_only_of_its_test(self):
        self.assertIsNone(races.excuse("test_locks.ExitOnInput.test_a_key", [ASSERTION], version))

    def test_only_of_its_version(self):
        for other in ("0.4.0-1", ""):
            self.assertIsNone(races.excuse(NOTIFIER, [ASSERTION], lambda _: other))

    def test_each_concerns_tests_that_there_are(self):
        for race in races.RACES:
            module, case, name = race.tests.split(".")
            names = dir(getattr(importlib.import_module(module), case))
            self.assertTrue(name in names or name == "*" and any(each.startswith("test_") for each in names), race)


class Failures(unittest.TestCase):
    """Failures are found in unittest's output of this Python version."""

    def output(self, *cases):
        """The output of failing tests, run as `run.py` runs them."""
        result = unittest.TextTestResult(Lines(), True, 2)
        unittest.TestSuite(cases).run(result)
        result.printErrors()
        return "".join(result.stream.lines)

    def test_each_with_what_it_printed(self):
        failed = races.failures(self.output(Failing("test_one"), Failing("test_subtests"), Failing("test_none")))
        names = [re.sub(r".*\.Failing\.", "", name) for name in failed]
        self.assertEqual(Counter(names), Counter(["test_one", "test_subtests"]))
        (first,), (second, third) = failed.values()
        for word, output in (("first", first), ("second", second), ("third", third)):
            self.assertIn(f"AssertionError: the {word}", output)

    def test_with_what_its_hosts_wrote(self):
        failed = races.failures(self.output(Hosted("test_host")))
        self.assertIn("a word of the host's", *failed["test_races.Hosted.test_host"])


class Lines:
    """A stream for `TextTestResult`."""

    def __init__(self):
        self.lines = []

    def write(self, text):
        self.lines.append(text)

    def writeln(self, text=""):
        self.write(f"{text}\n")

    def flush(self):
        pass


class Failing(unittest.TestCase):
    def test_one(self):
        self.fail("the first")

    def test_subtests(self):
        for what in ("the second", "the third"):
            with self.subTest(what):
                self.fail(what)

    def test_none(self):
        pass


class Hosted(HostCase):
    def test_host(self):
        self.log.write_text("a word of the host's")
        self.fail("the fourth")


def load_tests(loader, _, __):
    """Without the tests that exist to fail."""
    return unittest.TestSuite(loader.loadTestsFromTestCase(case) for case in (Races, Failures))
