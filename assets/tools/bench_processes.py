"""The processes that assets/tools/bench starts, and what the kernel counts of them."""

import contextlib
import ctypes
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path


def fail(message, status=1):
    print(f"bench: {message}", file=sys.stderr)
    sys.exit(status)


def sleep_until(moment):
    time.sleep(max(0, moment - time.time()))


class Client:
    """A started command and its process tree. What it keeps for its next start, such as a countdown, is thrown away."""

    def __init__(self, name, command, display):
        self.name, self.errors = name, tempfile.TemporaryFile()
        self.state = tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True)
        environment = {**os.environ, "DISPLAY": f":{display}", "XAUTHORITY": os.devnull,
                       "XDG_STATE_HOME": self.state.name}
        self.started = time.time()
        self.process = subprocess.Popen(command, env=environment, start_new_session=True, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=self.errors)

    def tree(self):
        """The process, its descendants and whatever else stayed in its session."""
        above, members = {}, {self.process.pid}
        for pid in filter(str.isdigit, os.listdir("/proc")):
            with contextlib.suppress(OSError):
                fields = Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()
                above[int(pid)] = {int(fields[1]), int(fields[3])}  # Parent and session.
        while more := {pid for pid, those in above.items() if those & members} - members:
            members |= more
        return members if self.process.poll() is None else members - {self.process.pid}

    def check(self):
        if self.process.poll() is not None:
            self.errors.seek(0)
            said = self.errors.readline().decode(errors="replace").strip() or "it printed no error"
            fail(f"{self.name} ended by itself with status {self.process.returncode}: {said}")

    def stop(self):
        for number in (signal.SIGTERM, signal.SIGKILL):
            for pid in self.tree():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(3)
        self.errors.close()
        self.state.cleanup()


@contextlib.contextmanager
def running(name, command, display):
    client = Client(name, command, display)
    try:
        yield client
    finally:
        client.stop()


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG: even killed, the bench leaves no server behind.


@contextlib.contextmanager
def xvfb(size):
    """The process and display numbers of a fresh Xvfb."""
    reader, writer = os.pipe()
    options = ["-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset"]
    process = subprocess.Popen(["Xvfb", "-displayfd", str(writer), *options], stderr=subprocess.DEVNULL,
                               pass_fds=[writer], preexec_fn=end_with_parent)
    try:
        os.close(writer)
        with open(reader) as file:
            display = file.readline()
        yield process.pid, int(display or fail(f"Xvfb did not start: `Xvfb :99 {' '.join(options)}` tells why"))
    finally:
        process.terminate()
        process.wait()


def of_tasks(pids, file, pattern):
    """What `pattern` captures, as a number, in /proc/PID/task/TID/`file` of each thread of `pids`."""
    numbers = {}
    for pid in pids:
        for path in glob.glob(f"/proc/{pid}/task/*/{file}"):
            with contextlib.suppress(OSError):
                numbers[path] = int(re.search(pattern, Path(path).read_text(), re.MULTILINE)[1])
    return numbers


def processor_time(pids):
    """Milliseconds by thread."""
    return {task: ns / 1e6 for task, ns in of_tasks(pids, "schedstat", r"^(\d+)").items()}


def withheld(*pids):
    """Seconds until now in which this machine had no processor for them, such as a clock and the server that it waits for, was itself not run by its host, or had not yet read or written what
    was asked of its disks (Documentation/scheduler/sched-stats.rst, filesystems/proc.rst and accounting/psi.rst of the kernel's)."""
    queued = sum(of_tasks(pids, "schedstat", r"^\d+ (\d+)").values()) / 1e9
    stolen = int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")
    return queued + stolen + pressure("io")


def pressure(kind):
    """Seconds until now in which something on this machine had to wait for its processors ("cpu") or its disks ("io"), where the kernel counts them."""
    file = Path("/proc/pressure", kind)
    return int(re.search(r"total=(\d+)", file.read_text())[1]) / 1e6 if file.exists() else 0


def wakeups(pids):
    return of_tasks(pids, "status", r"^voluntary_ctxt_switches:\s+(\d+)")


def memory(pids):
    """Sums over `pids` of the smaps_rollup figures, in KiB."""
    sums = Counter()
    for pid in pids:
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
            sums.update({name: int(kib) for name, kib in re.findall(r"^(\w+):\s+(\d+) kB", text, re.MULTILINE)})
    return sums
