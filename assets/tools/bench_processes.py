"""The processes of assets/tools/bench, and the kernel's counters for them."""

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
    """A started command and its process tree. Its saved state, such as a countdown, is discarded."""

    def __init__(self, name, command, display):
        self.name, self.errors = name, tempfile.TemporaryFile()
        self.state = tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True)
        environment = {**os.environ, "DISPLAY": f":{display}", "XAUTHORITY": os.devnull,
                       "XDG_STATE_HOME": self.state.name}
        self.started = time.time()
        self.process = subprocess.Popen(command, env=environment, start_new_session=True, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=self.errors)

    def tree(self):
        """The process, its descendants and everything else in its session."""
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
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)  # PR_SET_PDEATHSIG: a killed bench leaves no server behind.


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
    """The numbers that `pattern` captures in /proc/PID/task/TID/`file` of each thread of `pids`."""
    numbers = {}
    for pid in pids:
        for path in glob.glob(f"/proc/{pid}/task/*/{file}"):
            with contextlib.suppress(OSError):
                numbers[path] = int(re.search(pattern, Path(path).read_text(), re.MULTILINE)[1])
    return numbers


def processor_time(pids):
    """CPU milliseconds by thread."""
    return {task: ns / 1e6 for task, ns in of_tasks(pids, "schedstat", r"^(\d+)").items()}


# A missed second is forgiven if the clock and its server waited so many seconds for the machine. Each further missed
# second needs one more second of waiting.
STARVED = 0.3


def withheld(*pids):
    """Seconds so far for which the machine delayed these processes: they waited for a processor, the host ran another
    machine, or they waited for the disk. (Linux: scheduler/sched-stats.rst, filesystems/proc.rst and
    accounting/psi.rst.)"""
    queued = sum(of_tasks(pids, "schedstat", r"^\d+ (\d+)").values()) / 1e9
    stolen = int(Path("/proc/stat").read_text().split()[8]) / os.sysconf("SC_CLK_TCK")
    return queued + stolen + pressure("io")


def pressure(kind):
    """Seconds so far in which a task on this machine waited for processors ("cpu") or disks ("io"), if the kernel
    counts them."""
    file = Path("/proc/pressure", kind)
    return int(re.search(r"total=(\d+)", file.read_text())[1]) / 1e6 if file.exists() else 0


def wakeups(pids):
    return of_tasks(pids, "status", r"^voluntary_ctxt_switches:\s+(\d+)")


def memory(pids):
    """Sums of the smaps_rollup figures of `pids`, in KiB."""
    sums = Counter()
    for pid in pids:
        with contextlib.suppress(OSError):
            text = Path(f"/proc/{pid}/smaps_rollup").read_text()
            sums.update({name: int(kib) for name, kib in re.findall(r"^(\w+):\s+(\d+) kB", text, re.MULTILINE)})
    return sums
