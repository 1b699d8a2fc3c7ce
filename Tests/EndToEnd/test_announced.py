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
use-iff-running=yes
allow-interfaces={device}
[publish]
publish-hinfo=no
publish-workstation=no
"""
# Avahi wants a user and a folder of its own, and takes no other names for them.
PREPARE = """ip link set lo up && mount -t tmpfs run /run && \
mount --bind {folder}/passwd /etc/passwd && mount --bind {folder}/group /etc/group && \
exec {back} avahi-daemon --no-drop-root --no-chroot --no-rlimits --file {folder}/avahi.conf"""


class Machine:
    """A network namespace with a link to a switch. Others hear it only after it is plugged in there."""

    DEVICE = "cable"

    def __init__(self, case, number, switch=None):
        """The first machine also is the switch."""
        enter = switch.enter if switch else []
        root = [] if switch or os.geteuid() == 0 else ["--map-root-user"]
        self.process = subprocess.Popen(
            mortal(
                [*enter, tool("unshare"), *root, "--net", "--", tool("sh"), "-c", "echo ready && exec sleep infinity"]),
            stdout=subprocess.PIPE)
        case.addCleanup(self.end)
        assert self.process.stdout.readline() == b"ready\n", "a network namespace"
        self.user = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
        self.switch, self.port = switch or self, f"port{number}"
        if not switch:
            self.ip("link", "add", "switch", "type", "bridge")
            self.ip("link", "set", "switch", "up")
        # A veth pair cannot get its final name in the namespace where the switch's own one has it.
        self.switch.ip(
            "link", "add", self.port, "type", "veth", "peer", "name", f"end{number}", "netns", self.process.pid)
        self.ip("link", "set", f"end{number}", "name", self.DEVICE)
        self.ip("address", "add", f"192.0.2.{number}/24", "dev", self.DEVICE)
        self.ip("link", "set", self.DEVICE, "up")
        self.switch.ip("link", "set", self.port, "up")

    @property
    def enter(self):
        return [tool("nsenter"), "--target", self.process.pid, "--net", *self.user, "--"]

    def ip(self, *words):
        """Runs ip(8) on the machine, and returns what it prints."""
        return subprocess.run(
            [*map(str, self.enter), tool("ip"), *map(str, words)], check=True, stdout=subprocess.PIPE, text=True).stdout

    def plug_in(self):
        """As with a cable, the machine's own link goes and comes, and its Avahi asks again whether its names are free.

        The kernel tells of a link at most once a second, and drops a short loss: each change is awaited."""
        self.switch.ip("link", "set", self.port, "down")
        eventually(lambda: not self.is_linked(), "the loss of the link")
        self.switch.ip("link", "set", self.port, "master", "switch")
        self.switch.ip("link", "set", self.port, "up")
        eventually(self.is_linked, "the link")

    def is_linked(self):
        """Whether the kernel has told the machine's programs that there is a link."""
        return " state UP " in self.ip("-oneline", "link", "show", "dev", self.DEVICE)

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Avahi:
    """A daemon. Without a machine it has only a loopback interface: nobody else hears what it announces."""

    def __init__(self, case, bus, host="wall", machine=None):
        self.case, self.bus = case, bus
        self.folder = case.home / f"avahi-{bus.path.name}"
        self.folder.mkdir(exist_ok=True)
        user, group = os.geteuid(), os.getegid()
        (self.folder / "passwd").write_text(f"avahi:x:{user}:{group}::/:/bin/false\n")
        (self.folder / "group").write_text(f"avahi:x:{group}:\n")
        (self.folder / "avahi.conf").write_text(
            CONFIGURATION.format(host=host, device=machine.DEVICE if machine else "lo"))
        root, back = ([], "") if user == 0 else (
            ["--map-root-user"], f"{tool('unshare')} --map-user={user} --map-group={group} --")
        script = PREPARE.format(folder=self.folder, back=back)
        apart = [tool("unshare"), *root, "--mount", "--net"]
        if machine:
            apart = [*machine.enter, tool("unshare"), "--mount"]
        self.command = [*apart, "--", tool("sh"), "-c", script]
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
        """What a browser of services finds: name and type, with host, port and text. While names change, it may wait
        long for one that nobody has any more; then what it has printed counts."""
        try:
            printed = subprocess.run([tool("avahi-browse"), "-aprtk"], env=self.variables, stdout=subprocess.PIPE,
                                     stderr=subprocess.DEVNULL, timeout=15).stdout
        except subprocess.TimeoutExpired as slow:
            printed = slow.stdout or b""
        found = {}
        for line in printed.decode().splitlines():
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


class AnnouncedCase(WebCase):
    named = ("--name", "lobby")

    def new_bus(self, name="system"):
        self.bus = Bus(self.home, name)
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


class Announced(AnnouncedCase):
    def setUp(self):
        super().setUp()
        self.new_bus()

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


class Neighbours(AnnouncedCase):
    """Two machines of the same name, each with a wall of the same name, and an Avahi each."""

    def setUp(self):
        super().setUp()
        first = Machine(self, 1)
        self.machines = [first, Machine(self, 2, first)]

    def machine(self, number):
        """Starts Avahi and the companion of a machine; returns Avahi, and the companion's port and log."""
        self.new_bus(f"system{number}")
        avahi = Avahi(self, self.bus, machine=self.machines[number])
        self.web()
        # The next companion writes to a file of its own.
        log = (self.home / "web.log").rename(self.home / f"web{number}.log")
        return avahi, self.port, log

    def hosts(self, avahi):
        """The hosts and ports of each name, of both kinds."""
        return {name: (host, port) for (name, _), (host, port, _) in avahi.services().items()}

    def check(self, walls):
        """Both machines hear of both walls, by two names and two hosts, and each wall takes its own host alone."""
        (one, first, _), (other, second, _) = walls

        def seen():
            found = [self.hosts(avahi) for avahi in (one, other)]
            ports = {port for _, port in found[0].values()}
            return len(found[0]) == 2 and found[0] == found[1] and ports == {first, second} and found[0]

        found = eventually(seen, lambda: f"two walls: {one.services()}, {other.services()}", within=90)
        self.assertEqual(len({host for host, _ in found.values()}), 2, found)
        for avahi in (one, other):
            self.assertEqual({kind for _, kind in avahi.services()}, {"_http._tcp", "_colourclock._tcp"})
            self.assertEqual(len(avahi.services()), 4)
        for host, self.port in found.values():
            eventually(lambda: self.call("GET", "/", Host=f"{host}:{self.port}").status == 200,  # noqa: B023
                       f"{host} at {self.port}")
        (host, _), (_, self.port) = found.values()
        self.assertEqual(self.call("GET", "/", Host=f"{host}:{self.port}").status, 421)
        # Each says under which name it is found.
        for _, port, log in walls:
            name = next(name for name, (_, own) in found.items() if own == port)
            eventually(lambda: log.read_text().rpartition("announced as ")[2].strip() == f"'{name}'",  # noqa: B023
                       log.read_text)
        return found

    def test_the_second_takes_another_name(self):
        for machine in self.machines:
            machine.plug_in()
        first = self.machine(0)
        self.await_names(first[0], self.both())
        second = self.machine(1)
        found = self.check([first, second])
        self.assertEqual(found, {
            "Colour Clock lobby": ("wall.local", first[1]), "Colour Clock lobby #2": ("wall-2.local", second[1])})

    def test_two_networks_become_one(self):
        self.machines[0].plug_in()
        walls = [self.machine(0), self.machine(1)]
        for avahi, port, _ in walls:
            eventually(lambda: self.hosts(avahi) == {"Colour Clock lobby": ("wall.local", port)},  # noqa: B023
                       lambda: f"one wall: {avahi.services()}", within=90)  # noqa: B023
        self.machines[1].plug_in()
        self.check(walls)
