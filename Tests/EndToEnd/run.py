#!/usr/bin/python3
"""Runs the files of tests side by side, a process each: they mostly wait.

The longest start first, as long as what they take of the processors fits. Those that say `CALM = True` run when the
others have ended, three at once: most count wake-ups or date pixels, and a crowd would disturb that. What a file prints
is shown when it has ended.

Some programs leave daemons behind: GTK starts a bus for accessibility, which holds inotify instances, and Linux permits
128 of these for each user. So that bus is switched off, and what is left at the end of the run is killed.

A test that fails has failed. Only where a race of another program explains it, one that `races.py` names, that test is
run once more by itself; both runs are printed, and the last lines say so. Exit status 1 if any test failed."""

import argparse
import contextlib
import ctypes
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import basics  # noqa: F401, ends the run with one line if something is missing
import races

HERE, PROCESSORS = Path(__file__).resolve().parent, os.cpu_count()
# Measured seconds and CPU seconds of the longest files; others are estimated by their number of tests. Used only to
# start the longest first and to limit the load.
KNOWN = {
    "test_sound": (205, 10), "test_web_hostile": (196, 3), "test_mqtt_hostile": (177, 39), "test_remote": (173, 57),
    "test_package": (159, 78), "test_valgrind": (141, 36), "test_soak": (125, 22), "test_web": (123, 3),
    "test_control": (116, 13), "test_troubles": (105, 3), "test_faults_late": (175, 5), "test_hold": (102, 6),
    "test_pull": (86, 10), "test_escapes_attacks": (84, 5), "test_zone_troubles": (82, 10), "test_mqtt": (79, 10),
    "test_bar": (78, 7), "test_agenda": (77, 27), "test_mqtt_presence": (74, 2), "test_gallery": (72, 11),
    "test_feed": (69, 8), "test_managers": (67, 19), "test_countdown": (67, 8), "test_announced": (64, 2),
    "test_kiosk": (64, 5), "test_web_links": (63, 22), "test_inhibit": (59, 5), "test_mqtt_late": (59, 6),
    "test_touch": (58, 5), "test_notify": (53, 2), "test_above": (51, 7), "test_asked": (50, 5),
    "test_faults": (49, 10), "test_mqtt_commands": (49, 7), "test_quiet": (49, 2), "test_clock": (47, 15),
    "test_signals": (45, 2), "test_journal": (44, 2), "test_wayland": (37, 6), "test_adopted": (36, 4),
    "test_escapes_keys": (35, 1), "test_escapes_managers": (34, 5), "test_fuzz": (30, 8),
    "test_xscreensaver": (29, 9), "test_schedule": (29, 6), "test_escapes_clients": (28, 3),
    "test_mqtt_brokers": (27, 1), "test_escapes_pointer": (27, 1), "test_mqtt_links": (27, 2),
    "test_mqtt_states": (26, 4), "test_install": (26, 22), "test_program": (26, 5), "test_control_fields": (26, 5),
    "test_stopwatch": (25, 3), "test_reload": (25, 2), "test_monitors": (23, 10), "test_calendars": (130, 115),
}
# The share of the processors to use by these figures, and the most files for each processor.
SHARE, CROWD, CALM_CROWD = 0.9, 5, 3
# A module with such a line uses companions, directly or by installing them or by scripts of assets/tools. Importing
# only the folder's path from `shipping` does not count.
COMPANIONS = re.compile(
    r"^from basics import .*\bcompanion\b|^from shipping import (?!ASSETS *(?:#|$))|^(?:from|import) "
    r"(?:installed|soaks)\b", re.MULTILINE)
IMPORT = re.compile(r"^\s*(?:from|import) (\w+)", re.MULTILINE)
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
# Switches off the bus for accessibility, in GTK 3 and in GTK 4.
ENVIRONMENT = {**os.environ, "NO_AT_BRIDGE": "1", "GTK_A11Y": "none"}
# prctl(2): orphaned descendants become children of this process.
PR_SET_CHILD_SUBREAPER = 36


def modules(path):
    """A test file and all modules of this folder that it imports, directly or indirectly."""
    found, waiting = {}, [path]
    while waiting:
        path = waiting.pop()
        if path not in found and path.exists():
            found[path] = path.read_text()
            waiting += [HERE / f"{name}.py" for name in IMPORT.findall(found[path])]
    return found


def uses_companions(path):
    return any(COMPANIONS.search(text) for text in modules(path).values())


class File:
    """A test file or some of its tests, and the result of the run."""

    def __init__(self, path, *tests):
        self.name, self.wanted = path.stem, tests or [path.stem]
        text = path.read_text()
        self.path, self.excused = path, {}
        self.is_calm = re.search(r"^CALM = True$", text, re.MULTILINE) is not None
        self.uses_companions = uses_companions(path)
        tests = text.count("def test_")
        self.guess, work = KNOWN.get(self.name, (tests, tests / 5))
        self.share = work / max(self.guess, 1)
        self.process = None

    def start(self):
        self.output = tempfile.TemporaryFile("w+")
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-B", "-m", "unittest", "-v", *self.wanted], cwd=HERE, env=ENVIRONMENT,
            stdin=subprocess.DEVNULL, stdout=self.output, stderr=subprocess.STDOUT, start_new_session=True)

    def has_ended(self, limit):
        """Kills a file that exceeds the time limit; that is a failure."""
        if not self.poll() and time.monotonic() > self.started + limit:
            self.end()
            self.output.write(f"\nstill running after {limit} s: killed\n")
        return self.process.returncode is not None

    def poll(self, flags=os.WNOHANG):
        """True if the process has ended. Then records the CPU time of the process and its children."""
        if self.process.returncode is None:
            pid, status, usage = os.wait4(self.process.pid, flags)
            if pid:
                self.process.returncode = os.waitstatus_to_exitcode(status)
                self.work = usage.ru_utime + usage.ru_stime
        return self.process.returncode is not None

    def end(self):
        """Kills its session. Processes with their own sessions die with their parents."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.poll(0)

    def report(self):
        self.seconds = time.monotonic() - self.started
        self.output.seek(0)
        text = self.output.read()
        ran = re.search(r"^Ran (\d+) tests?", text, re.MULTILINE)
        self.tests = int(ran[1]) if ran else 0
        self.failures = sum(map(int, re.findall(r"(?:failures|errors|unexpected successes)=(\d+)", text)))
        # A file without any test has not passed.
        if self.process.returncode or not self.tests:
            self.failures = max(self.failures, 1)
        self.find_excuses(text)
        print(f"\n=== {self.name}, {self.seconds:.1f} s, {self.work:.0f} s of a processor\n{text.rstrip()}", flush=True)

    def find_excuses(self, text):
        """The races that explain failed tests, by test."""
        self.failed = races.failures(text)
        self.excused = {test: race for test, those in self.failed.items() if (race := races.excuse(test, those))}
        self.forgiven = sum(len(self.failed[test]) for test in self.excused)


def may_start(file, running, options):
    """True if the load permits it, and the companions are built if it needs them."""
    if file.uses_companions and options.companions_after and not options.companions_after.exists():
        return False
    load = sum(each.share for each in running)
    return not running or (
        len(running) < options.jobs and (options.jobs_are_given or load + file.share <= SHARE * PROCESSORS))


def run(files, options):
    """Runs the files, the longest first."""
    waiting, running = sorted(files, key=lambda file: -file.guess), []
    try:
        while waiting or running:
            for file in [*waiting]:
                if may_start(file, running, options):
                    waiting.remove(file)
                    running.append(file)
                    file.start()
            time.sleep(0.02)
            reap_orphans(running)
            for file in [file for file in running if file.has_ended(options.limit)]:
                running.remove(file)
                file.report()
    finally:
        for file in running:
            file.end()


def reap_orphans(running):
    """Collects the exit statuses of ended orphans, as the first process of the system would."""
    own = {file.process.pid for file in running}
    with contextlib.suppress(ChildProcessError):
        # A file's process that has ended hides orphans for a moment: its own status is collected right after this.
        while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) and ended.si_pid not in own:
            os.waitpid(ended.si_pid, 0)


def kill_orphans():
    """Kills the daemons that tests have left behind."""
    with contextlib.suppress(ChildProcessError):
        while True:
            for child in Path("/proc/self/task").glob("*/children"):
                for pid in map(int, child.read_text().split()):
                    os.kill(pid, signal.SIGKILL)
            os.waitpid(-1, 0)


def run_again(files, options):
    """Repeats the excused tests alone on the machine; their new results count."""
    for file in files:
        if file.excused:
            again = File(file.path, *file.excused)
            run([again], options)
            file.failures += again.failures - file.forgiven
            file.failed = {test: those
                           for test, those in file.failed.items() if test not in file.excused} | again.failed


def last_error(output):
    """The error at the end of a failure's traceback, which may have the output of the hosts behind it."""
    errors = re.findall(r"^(?:\w+\.)*\w*(?:Error|Exception|Expired)\b.*", output, re.MULTILINE)
    return errors[-1] if errors else output.strip().splitlines()[-1]


def summary(files, seconds):
    """The last lines of the output: the slowest files, and the tests that have failed with their errors."""
    slowest = sorted(files, key=lambda file: -file.seconds)[:5]
    failed = [f"{file.name} ({file.failures})" for file in files if file.failures]
    yield (f"{sum(file.tests for file in files)} tests in {len(files)} files, {seconds:.0f} s; the slowest: "
           + ", ".join(f"{file.name} {file.seconds:.0f} s" for file in slowest))
    for file in files:
        for test, race in file.excused.items():
            yield f"run again for a race of {race.package} {race.version}: {test}"
        for test, outputs in file.failed.items() if file.failures else ():
            yield f"failed: {test}: {last_error(outputs[0])[:300]}"
    yield f"FAILED: {', '.join(failed)}" if failed else "OK"


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="test_NAME", help="only these files")
    parser.add_argument("--jobs", type=int,
                        help=f"files at once (at most {CROWD} a processor, and fewer of those that work)")
    # For tests that hang. A slow machine may take several times as long as a fast one.
    parser.add_argument("--limit", type=float, default=1500, help="seconds that a file may take (1500)")
    parser.add_argument("--companions-after", type=Path, metavar="FILE",
                        help="the companions are built when there is such a file")
    parser.add_argument("--end", type=Path, metavar="FILE", help="writes the last lines of the output also to a file")
    options = parser.parse_args()
    options.jobs_are_given, options.jobs = options.jobs is not None, options.jobs or CROWD * PROCESSORS
    return options


def main():
    options = parse()
    for number in SIGNALS:
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    paths = [HERE / f"{Path(name).stem}.py" for name in options.names] or sorted(HERE.glob("test_*.py"))
    files = [File(path) for path in paths]
    started = time.monotonic()
    try:
        run([file for file in files if not file.is_calm], options)
        options.jobs, options.jobs_are_given = min(options.jobs, CALM_CROWD), True
        run([file for file in files if file.is_calm], options)
        run_again(files, options)
    finally:
        kill_orphans()
    end = "\n".join(summary(files, time.monotonic() - started))
    print(f"\n{end}", flush=True)
    if options.end:
        options.end.write_text(f"{end}\n")
    return 1 if any(file.failures for file in files) else 0


if __name__ == "__main__":
    sys.exit(main())
