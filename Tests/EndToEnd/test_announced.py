"""The server is found by name: announced over a real Avahi, on a bus and in a network of the test's own."""

import os
import re
import signal
import subprocess

from basics import PACKAGES, eventually, mortal, never, tool
from bus_services import Bus
from remote import WebCase

PACKAGES.update({"avahi-browse": "avahi-utils", "avahi-daemon": "avahi-daemon", "avahi-publish": "avahi-utils"})

CONFIGURATION = """[server]
host-name={host}
use-ipv6=no
allow-interfaces=lo
[publish]
publish-hinfo=no
publish-workstation=no
"""
# Avahi wants a user and a folder of its own, and takes no other names for them.
PREPARE = """ip link set lo up && mount -t tmpfs run /run && \
mount --bind {folder}/passwd /etc/passwd && mount --bind {folder}/group /etc/group && \
exec {back} avahi-daemon --no-drop-root --no-chroot --no-rlimits --file {folder}/avahi.conf"""


class Avahi:
    """A daemon which has only a loopback interface: nobody else hears what it announces."""

    def __init__(self, case, bus, host="wall"):
        self.case, self.bus = case, bus
        self.folder = case.home / f"avahi-{host}"
        self.folder.mkdir(exist_ok=True)
        user, group = os.geteuid(), os.getegid()
        (self.folder / "passwd").write_text(f"avahi:x:{user}:{group}::/:/bin/false\n")
        (self.folder / "group").write_text(f"avahi:x:{group}:\n")
        (self.folder / "avahi.conf").write_text(CONFIGURATION.format(host=host))
        root, back = ([], "") if user == 0 else (
            ["--map-root-user"], f"{tool('unshare')} --map-user={user} --map-group={group} --")
        script = PREPARE.format(folder=self.folder, back=back)
        self.command = [tool("unshare"), *root, "--mount", "--net", "--", tool("sh"), "-c", script]
        self.start()

    def start(self):
        tool("avahi-daemon"), tool("ip")
        self.log = open(self.folder / "log", "w")  # noqa: SIM115, closed with the process
        self.process = subprocess.Popen(
            mortal(self.command), env=self.variables, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.case.addCleanup(self.stop)
        log = (self.folder / "log").read_text
        eventually(lambda: "startup complete" in log(), log)

    def stop(self, number=signal.SIGKILL):
        self.process.send_signal(number)
        self.process.wait(10)
        self.log.close()

    @property
    def variables(self):
        return {**os.environ, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": self.bus.address}

    def services(self):
        """What a browser of services finds: name and type, with host, port and text."""
        answer = subprocess.run(
            [tool("avahi-browse"), "-aprtk"], env=self.variables, capture_output=True, text=True, timeout=30)
        found = {}
        for line in answer.stdout.splitlines():
            parts = line.split(";", 9)
            if parts[0] == "=":
                name = re.sub(r"\\(\d{3})", lambda code: chr(int(code[1])), parts[3])
                found[name, parts[4]] = (parts[6], int(parts[8]), set(re.findall(r'"([^"]*)"', parts[9])))
        return found

    def publish(self, name, kind):
        """Another program of the network with a service of that name."""
        process = subprocess.Popen(
            mortal([tool("avahi-publish"), "-s", name, kind, "9"]), env=self.variables, stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.case.addCleanup(process.wait)
        self.case.addCleanup(process.kill)
        eventually(lambda: (name, kind) in self.services(), f"{name} of another program")


class Announced(WebCase):
    named = ("--name", "lobby")

    def setUp(self):
        super().setUp()
        self.bus = Bus(self.home, "system")
        self.addCleanup(self.bus.kill)

    def web(self, *options, listen="0.0.0.0:0", **variables):
        return super().web(*options, listen=listen, DBUS_SYSTEM_BUS_ADDRESS=self.bus.address, **variables)

    def names(self, avahi):
        return set(avahi.services())

    def both(self, name="Colour Clock lobby", web="_http._tcp"):
        return {(name, "_colourclock._tcp"), (name, web)}

    def await_names(self, avahi, names):
        eventually(
            lambda: self.names(avahi) == names, lambda: f"{names}, but {self.names(avahi)}, {self.lines()}", within=90)

    def test_with_path_and_version_until_it_ends(self):
        avahi = Avahi(self, self.bus)
        self.running()
        self.web()
        self.await_names(avahi, self.both())
        version = self.run_clock("--version").output.strip()
        for host, port, text in avahi.services().values():
            self.assertEqual((host, port), ("wall.local", self.port))
            self.assertEqual(text, {"path=/", "scheme=http", f"version={version}", "name=lobby"})
        # The name under which it is announced is this machine's, whatever else that is called.
        self.assertEqual(self.call("GET", "/", Host=f"wall.local:{self.port}").status, 200)
        self.assertEqual(self.call("GET", "/", Host=f"elsewhere.local:{self.port}").status, 421)
        self.assertEqual(self.end(), 0)
        self.await_names(avahi, set())

    def test_a_crash_withdraws_it(self):
        avahi = Avahi(self, self.bus)
        self.web()
        self.await_names(avahi, self.both())
        self.end(signal.SIGKILL)
        self.await_names(avahi, set())

    def test_without_avahi_and_when_it_comes_and_goes(self):
        self.joined()
        probe = self.token("another")
        self.assertEqual(self.call("GET", "/api/v1/status", token=probe).status, 200)
        avahi = Avahi(self, self.bus)
        self.await_names(avahi, self.both())
        for number in (signal.SIGTERM, signal.SIGKILL):
            avahi.stop(number)
            self.assertEqual(self.call("GET", "/api/v1/status", token=probe).status, 200)
            avahi.start()
            self.await_names(avahi, self.both())

    def test_the_bus_comes_late_and_comes_back(self):
        self.bus.kill()
        self.joined()
        for _ in range(2):
            self.bus.start()
            avahi = Avahi(self, self.bus)
            self.await_names(avahi, self.both())
            avahi.stop()
            self.bus.kill()
            self.assertEqual(self.call("GET", "/api/v1/status", token=self.token("after")).status, 200)

    def test_a_name_that_is_taken(self):
        avahi = Avahi(self, self.bus)
        for kind in ("_http._tcp", "_colourclock._tcp"):
            with self.subTest(kind):
                avahi.publish("Colour Clock lobby", kind)
                before = self.names(avahi)
                self.web()
                # Both have the same new name.
                self.await_names(avahi, before | self.both("Colour Clock lobby #2"))
                self.assertEqual(self.end(), 0)
                self.await_names(avahi, before)

    def test_only_where_the_network_reaches_it(self):
        avahi = Avahi(self, self.bus)
        for options, listen in (((), "127.0.0.1:0"), (("--no-announce",), "0.0.0.0:0"),
                                (("--proxy", "https://wall.example:443"), "0.0.0.0:0")):
            with self.subTest(options=options, listen=listen):
                self.web(*options, listen=listen)
                never(lambda: self.names(avahi), "an announcement", during=2)
                self.end()

    def test_a_bus_that_hangs(self):
        self.bus.process.send_signal(signal.SIGSTOP)
        self.addCleanup(self.bus.process.send_signal, signal.SIGCONT)
        self.joined()
        self.assertEqual(self.call("GET", "/api/v1/status", token=self.token("another")).status, 200)
        self.bus.process.send_signal(signal.SIGCONT)
        avahi = Avahi(self, self.bus)
        self.await_names(avahi, self.both())
