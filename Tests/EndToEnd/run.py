#!/usr/bin/python3
"""Runs the files of tests side by side, a process each: they mostly wait.

Those that say `CALM = True`, because they count wake-ups or date pixels and a crowd would disturb that, run when the
others have ended, half as many at once. What a file prints is shown when it has ended.

A test that fails has failed. Only where a race of another program explains it, one that `races.py` names, that test is
run once more by itself; both runs are printed, and the last lines say so. Exit status 1 if any test failed."""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import basics  # noqa: F401, leaves with one line where something is missing
import races

HERE = Path(__file__).resolve().parent
# Seconds that the longest have taken, and a second a test for the others: only to start first what ends last.
LONG = {"test_package": 163, "test_troubles": 112, "test_hold": 106, "test_faults_late": 96, "test_pull": 92,
        "test_control": 91, "test_mqtt": 76, "test_zone_troubles": 75, "test_managers": 73, "test_bar": 72, "test_supply": 72,
        "test_gallery": 72, "test_feed": 70, "test_countdown": 66, "test_mqtt_late": 65, "test_mqtt_hostile": 130, "test_faults": 60,
        "test_touch": 58, "test_calendar_readers": 30, "test_soak": 105, "test_valgrind": 131, "test_mqtt_commands": 56, "test_agenda": 55,
        "test_notify": 52,
        "test_quiet": 50, "test_above": 48, "test_clock": 47, "test_journal": 44, "test_mqtt_presence": 42,
        "test_kiosk": 42, "test_install": 41, "test_plugged": 39, "test_modules": 39, "test_escapes_keys": 36,
        "test_inhibit": 34, "test_escapes_clients": 30, "test_mqtt_states": 30, "test_monitors": 30,
        "test_mqtt_links": 28, "test_escapes_pointer": 28, "test_xscreensaver": 28, "test_stopwatch": 28,
        "test_adopted": 27, "test_reload": 27, "test_mqtt_brokers": 26, "test_control_fields": 25, "test_words": 25,
        "test_servers": 23, "test_long": 20, "test_reduced": 20}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class File:
    """A file of tests, or only some of them, and what came of it."""

    def __init__(self, path, *tests):
        self.name, self.wanted = path.stem, tests or [path.stem]
        text = path.read_text()
        self.path, self.excused = path, {}
        self.is_calm = re.search(r"^CALM = True$", text, re.MULTILINE) is not None
        self.guess = LONG.get(self.name, text.count("def test_"))
        self.process = None

    def start(self):
        self.output = tempfile.TemporaryFile("w+")
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-B", "-m", "unittest", "-v", *self.wanted], cwd=HERE, stdin=subprocess.DEVNULL,
            stdout=self.output, stderr=subprocess.STDOUT, start_new_session=True)

    def has_ended(self, limit):
        """A file that hangs is ended, and has failed."""
        if not self.poll() and time.monotonic() > self.started + limit:
            self.end()
            self.output.write(f"\nstill running after {limit} s: killed\n")
        return self.process.returncode is not None

    def poll(self, flags=os.WNOHANG):
        """Whether it has ended; notes what it and those that it has waited for took of the processors."""
        if self.process.returncode is None:
            pid, status, usage = os.wait4(self.process.pid, flags)
            if pid:
                self.process.returncode = os.waitstatus_to_exitcode(status)
                self.work = usage.ru_utime + usage.ru_stime
        return self.process.returncode is not None

    def end(self):
        """With all that it has started in its session; what has one of its own dies with its parent."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.poll(0)

    def report(self):
        self.seconds = time.monotonic() - self.started
        self.output.seek(0)
        text = self.output.read()
        ran = re.search(r"^Ran (\d+) tests?", text, re.MULTILINE)
        self.tests = int(ran[1]) if ran else 0
        self.failures = sum(map(int, re.findall(r"(?:failures|errors|unexpected successes)=(\d+)", text)))
        # A file in which nothing was found to be tried has not passed.
        if self.process.returncode or not self.tests:
            self.failures = max(self.failures, 1)
        self.find_excuses(text)
        print(f"\n=== {self.name}, {self.seconds:.1f} s, {self.work:.0f} s of a processor\n{text.rstrip()}", flush=True)

    def find_excuses(self, text):
        """The races that explain tests that failed, by test."""
        failed = races.failures(text)
        self.excused = {test: race for test, those in failed.items() if (race := races.excuse(test, those))}
        self.forgiven = sum(len(failed[test]) for test in self.excused)


def run(files, at_once, limit):
    """Runs them, at most so many at once, the longest first."""
    waiting, running = sorted(files, key=lambda file: file.guess), []
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                running.append(waiting.pop())
                running[-1].start()
            time.sleep(0.02)
            for file in [file for file in running if file.has_ended(limit)]:
                running.remove(file)
                file.report()
    finally:
        for file in running:
            file.end()


def run_again(files, limit):
    """The tests that a race excuses, with the machine to themselves; what comes of them then counts."""
    for file in files:
        if file.excused:
            again = File(file.path, *file.excused)
            run([again], 1, limit)
            file.failures += again.failures - file.forgiven


def summary(files, seconds):
    slowest = sorted(files, key=lambda file: -file.seconds)[:5]
    failed = [f"{file.name} ({file.failures})" for file in files if file.failures]
    print(f"\n{sum(file.tests for file in files)} tests in {len(files)} files, {seconds:.0f} s; the slowest: "
          + ", ".join(f"{file.name} {file.seconds:.0f} s" for file in slowest))
    for file in files:
        for test, race in file.excused.items():
            print(f"run again for a race of {race.package} {race.version}: {test}")
    print(f"FAILED: {', '.join(failed)}" if failed else "OK", flush=True)
    return 1 if failed else 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="test_NAME", help="only these files")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() * 3, help="files at once (three a core)")
    parser.add_argument("--limit", type=float, default=480, help="seconds that a file may take (480)")
    return parser.parse_args()


def main():
    options = parse()
    for number in SIGNALS:
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    paths = [HERE / f"{Path(name).stem}.py" for name in options.names] or sorted(HERE.glob("test_*.py"))
    files = [File(path) for path in paths]
    started = time.monotonic()
    run([file for file in files if not file.is_calm], options.jobs, options.limit)
    run([file for file in files if file.is_calm], max(1, options.jobs // 2), options.limit)
    run_again(files, options.limit)
    return summary(files, time.monotonic() - started)


if __name__ == "__main__":
    sys.exit(main())
