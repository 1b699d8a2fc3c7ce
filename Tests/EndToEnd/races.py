"""Races of other programs that show on a busy machine: what `run.py` may run once more.

An entry needs a program and its version, as Debian's package has it, the tests that it concerns, and a symptom: a
text in what the failing test prints, which holds what the hosts wrote, that no defect of the clock can bring about. A
failure without it is a failure; so is one with another version of the program: look then whether the entry still holds.
A race that a test can wait out belongs into the test, not here.
"""

import fnmatch
import re
import subprocess
from typing import NamedTuple


class Race(NamedTuple):
    package: str
    version: str  # Of the package: the beginning of it.
    tests: str  # A pattern of names, such as test_locks.XssLock.*
    symptom: str  # A regular expression.

    def excuses(self, test, output, versions):
        """Whether that is why a test has failed; `versions` are those installed, by package."""
        return (fnmatch.fnmatchcase(test, self.tests) and versions(self.package).startswith(self.version)
                and re.search(self.symptom, output) is not None)


RACES = [
    # Without systemd-logind it ends itself when the server's saver goes off, now and then before it has ended its
    # notifier: that, here the clock, is left to itself.
    Race("xss-lock", "0.3.0", "test_locks.XssLock.*",
         r"xss-lock\.c:\d+: logind_session_set_locked_hint: Assertion `logind_session' failed"),
    # It overlooks that its part for graphics has ended, if that comes between two of its looks, until something else
    # happens. The test nudges it with another order, which it overlooks now and then as well.
    Race("xscreensaver", "6.06", "test_xscreensaver.Saver.test_nothing_is_left_of_a_dozen",
         r"not within [\d.]+ s: the end of xscreensaver-gfx"),
]


def installed(package):
    """The version of a package of Debian's; empty if it is not installed."""
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def excuse(test, failures, versions=installed):
    """The race that explains all failures of a test, given what each printed; `None` if there is none."""
    return next((race for race in RACES if all(race.excuses(test, each, versions) for each in failures)), None)


def failures(output):
    """What was printed of each failure, by test, from the output of a run of unittest; a test may have several."""
    found = {}
    for block in re.split(r"^={70}$", output, flags=re.MULTILINE)[1:]:
        if head := re.match(r"\n(?:FAIL|ERROR): (\w+) \((\S+?)\)", block):
            name, place = head.groups()
            # A fixture's place is that of its class or module: nothing that could run again by itself.
            test = place if place.endswith(f".{name}") else f"{place}.{name}"
            found.setdefault(test, []).append(block)
    return found
