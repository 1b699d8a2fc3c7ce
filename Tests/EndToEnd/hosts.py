"""Programs that start the clock (screensavers, lockers), and other kinds of X servers."""

import contextlib
import os
import shutil
import signal
import stat
import subprocess
import time
from collections import Counter
from pathlib import Path

from Xlib.error import BadValue
from Xlib.ext.res import LocalClientPIDMask

from basics import BINARY, eventually, tool
from screens import ScreenCase
from support import OwnServer, Server

# The user `nobody`, who runs hosts that refuse root when the tests run as root.
NOBODY = 65534
SAVER_PATH = "/usr/libexec/xscreensaver:/usr/bin:/bin"


def as_nobody(command):
    """Runs the command as `nobody` if the tests run as root; it dies with this process."""
    identity = ["--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"] if os.getuid() == 0 else []
    return [tool("setpriv"), *map(str, identity), "--pdeathsig", "TERM", "--", *map(str, command)]


class Vnc(Server):
    """A server with one monitor that accepts any mode, with all events of real ones."""

    def __init__(self, size="640x480"):
        socket = f"/tmp/.colourclock-e2e-{os.getpid()}-{id(self)}"
        super().__init__(
            f"{size}x24", program="Xtigervnc", geometry=("-geometry", size, "-depth", "24", "-SecurityTypes", "None",
                                                         "-rfbport", "-1", "-rfbunixpath", socket))
        self.socket = Path(socket)

    def close(self, kill=False):
        super().close(kill)
        self.socket.unlink(missing_ok=True)


class HostCase(ScreenCase, OwnServer):
    """A test whose clocks are started by a host."""

    last_words = ""

    def setUp(self):
        super().setUp()
        self.program = self.home / "bin/colourclock"
        self.program.parent.mkdir()
        shutil.copy(BINARY, self.program)
        self.program.chmod(self.program.stat().st_mode | stat.S_IXOTH | stat.S_IROTH)
        self.log = self.home / "host.log"
        self.own(self.home)
        self.addCleanup(self.remember)

    def remember(self):
        """Saves the log before the home is removed."""
        self.last_words = self.said()

    def run(self, result=None):
        """Adds the hosts' output to a failure: `races.py` searches it for their own races."""
        lists = [result.failures, result.errors]
        before = [len(each) for each in lists]
        super().run(result)
        for each, count in zip(lists, before):
            each[count:] = [(test, f"{text}\nThe hosts wrote:\n{self.last_words}\n") for test, text in each[count:]]

    def own(self, folder):
        """Makes the user who runs the hosts the owner of a folder and its content."""
        if os.getuid() == 0:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY)

    def options_file(self, *lines):
        """The options file for clocks that are started without options."""
        path = self.home / "config/colourclock/colourclock.conf"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"{line}\n" for line in lines))
        self.own(self.home)

    def host(self, *command, **variables):
        """Starts a host, which ends with the test and writes to the log."""
        with open(self.log, "ab") as log:
            process = subprocess.Popen(
                self.host_command([tool(command[0]), *command[1:]]), env=self.variables(**variables), cwd=self.home,
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.addCleanup(self.end, process)
        return process

    def host_command(self, command):
        """The command that starts a host."""
        return as_nobody(command)

    def end(self, process):
        """Ends a host and the rest of its session."""
        process.terminate()
        try:
            process.wait(3)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for pid in self.clocks():
            os.kill(pid, signal.SIGKILL)

    def order(self, *command, **variables):
        """Sends a command to a host by one of its programs. Returns the output."""
        done = subprocess.run(
            as_nobody([tool(command[0]), *command[1:]]), env=self.variables(**variables), cwd=self.home,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=20)
        return done.stdout

    def clocks(self):
        """All processes of the program under test, whoever started them."""

        def runs(pid):
            try:
                return self.is_clock(Path("/proc", pid))
            except OSError:
                return False

        return [int(entry) for entry in os.listdir("/proc") if entry.isdigit() and runs(entry)]

    def is_clock(self, process):
        """True for a clock. During execve(2) a process has the program already, but no arguments or environment yet."""
        return os.readlink(process / "exe") == str(self.program) and (process / "environ").read_bytes()

    def await_clocks(self, count, within=20.0):
        """Waits until there are exactly `count` clocks. Returns their process numbers."""
        return eventually(
            lambda: len(found := self.clocks()) == count and (found or True),
            lambda: f"{count} clocks, but {self.clocks()}: {self.said()}", within)

    def held(self):
        """Server resources of all clients except this test's: the number of each type, by program."""
        display = self.viewer.display
        # The server grab keeps clients from leaving while they are counted.
        display.grab_server()
        try:
            bases = {client.resource_base for client in display.res_query_clients().clients}
            return sum(map(self.held_by, bases - {display.display.info.resource_id_base}), Counter())
        finally:
            display.ungrab_server()
            display.flush()

    def held_by(self, base):
        """The resources of one client; empty if it has just gone."""
        display = self.viewer.display
        try:
            types = display.res_query_client_resources(base).types
            ids = display.res_query_client_ids([{"client": base, "mask": LocalClientPIDMask}]).ids
        except BadValue:
            return Counter()
        program = "the server" if base == 0 else "a program that has ended"
        if base and ids:
            with contextlib.suppress(OSError):
                program = " ".join(f"{pid} {Path(f'/proc/{pid}/comm').read_text().strip()}" for pid in ids[0].value)
        return Counter({(program, display.get_atom_name(each.resource_type)): each.count for each in types})

    def settled(self):
        """The result of `held`, when it does not change any more."""

        def is_steady():
            before = self.held()
            time.sleep(0.5)
            return before if self.held() == before else None

        return eventually(is_steady, "an end of comings and goings")

    def said(self):
        """The output of the hosts so far."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def variable(self, pid, name):
        """An environment variable of a process."""
        try:
            pairs = Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        except OSError:  # The process has ended.
            return None
        return next((pair.partition(b"=")[2].decode() for pair in pairs if pair.startswith(f"{name}=".encode())), None)

    def arguments(self, pid):
        """The arguments of a process; none if it has ended."""
        try:
            return Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")[1:-1]
        except OSError:
            return []

    def bus(self, by=as_nobody):
        """The address of a session bus for this test, open only to the user who runs it."""
        readable, writable = os.pipe()
        command = by(
            [tool("dbus-daemon"), "--session", "--nofork", "--nosyslog", f"--print-address={writable}"])
        self.bus_process = process = subprocess.Popen(
            command, env=self.variables(), pass_fds=[writable], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        os.close(writable)
        with open(readable) as address:
            return address.readline().strip()
