"""Known races of other programs on a busy machine, after which `run.py` may repeat a test.

An entry names a program and its version (of Debian's package), the concerned tests, and a symptom: a text in the
failing test's output, including the hosts' output, that no defect of the clock can cause. Without the symptom a failure
counts, and also with another version of the program: then check whether the entry still holds. A race that a test can
wait for belongs in the test.
"""

import fnmatch
import re
import subprocess
from typing import NamedTuple


class Race(NamedTuple):
    package: str
    version: str  # the start of the package's version
    tests: str  # a pattern of test names, such as test_locks.XssLock.*
    symptom: str  # a regular expression

    def excuses(self, test, output, versions):
        """True if this race explains the failure; `versions` are the installed ones by package."""
        return (fnmatch.fnmatchcase(test, self.tests) and versions(self.package).startswith(self.version)
                and re.search(self.symptom, output) is not None)


RACES = [
    # Without systemd-logind it ends when the server's saver goes off, sometimes before it has ended its notifier (here
    # the clock).
    Race("xss-lock", "0.3.0", "test_locks.XssLock.*",
         r"xss-lock\.c:\d+: logind_session_set_locked_hint: Assertion `logind_session' failed"),
    # It does not notice the end of its graphics process between two of its checks until something else happens. The
    # test sends another order, which it sometimes overlooks as well.
    Race("xscreensaver", "6.06", "test_xscreensaver.Saver.test_nothing_is_left_of_a_dozen",
         r"not within [\d.]+ s: the end of xscreensaver-gfx"),
]


def installed(package):
    """The installed version of a Debian package; empty if it is missing."""
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def excuse(test, failures, versions=installed):
    """The race that explains all failures of a test by their outputs; `None` if there is none."""
    return next((race for race in RACES if all(race.excuses(test, each, versions) for each in failures)), None)


def failures(output):
    """The outputs of all failures by test, from unittest's output; a test may have several."""
    found = {}
    for block in re.split(r"^={70}$", output, flags=re.MULTILINE)[1:]:
        if head := re.match(r"\n(?:FAIL|ERROR): (\w+) \((\S+?)\)", block):
            name, place = head.groups()
            # A class or module fixture cannot be repeated alone.
            test = place if place.endswith(f".{name}") else f"{place}.{name}"
            found.setdefault(test, []).append(block)
    return found
