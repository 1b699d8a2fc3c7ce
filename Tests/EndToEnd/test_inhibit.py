"""A clock that shall keep the screen on does so by every available service, and only while it lives."""

import contextlib
import re
import signal
import socket
from pathlib import Path

from basics import Watch, eventually, mortal, never, promptly, tool
from bus_services import SERVICES, Bus as OpenBus, Login
from control import Client, ControlCase
from hands import Hand
from hosts import SAVER_PATH, HostCase
from support import OwnServer
from windows import FROZEN


class ServerTimers(OwnServer):
    """The server's own saver, with a timeout of a second."""

    OFF, ON = 0, 1

    def state(self):
        return self.viewer.root.screensaver_query_info().state

    def patience(self, seconds):
        self.viewer.display.set_screen_saver(seconds, 0, 0, 0)
        self.viewer.display.force_screen_saver(0)
        self.viewer.display.sync()

    def clock_with(self, *options, holds_off=False):
        self.serve()
        socket = self.home / "clock.sock"
        clock = self.clock(*FROZEN, *options, "--control", socket)
        clock.painted()
        if holds_off:
            with contextlib.closing(Client(socket)) as client:
                eventually(lambda: "X server" in client.ask("status")["data"]["inhibitors"], "the saver held off")
        self.patience(1)
        return clock

    def test_held_off_until_it_is_killed(self):
        for number in (signal.SIGKILL, signal.SIGTERM):
            with self.subTest(number):
                clock = self.clock_with("--kiosk", holds_off=True)
                never(lambda: self.state() == self.ON, "a dark screen", during=2.5)
                clock.signal(number)
                clock.end()
                eventually(lambda: self.state() == self.ON, "the server's saver again")

    def test_only_where_it_shall(self):
        for options in (("--kiosk", "--no-inhibit"), ("--fullscreen",)):
            with self.subTest(options):
                self.clock_with(*options)
                eventually(lambda: self.state() == self.ON, "the server's saver")

    def test_asked_for(self):
        self.clock_with("--fullscreen", "--inhibit", holds_off=True)
        never(lambda: self.state() == self.ON, "a dark screen", during=2.5)

    def test_never_by_a_saver(self):
        """A saver must not keep the screen from the sleep for which it was started."""
        self.serve()
        window = self.viewer.root.create_window(0, 0, 200, 100, 0, 0, override_redirect=True)
        window.map()
        self.viewer.display.sync()
        self.clock("--window-id", hex(window.id), "--inhibit", *FROZEN)
        eventually(lambda: self.viewer.colour(window) != (0, 0, 0), "the clock")
        self.patience(1)
        eventually(lambda: self.state() == self.ON, "the server's saver")

    def test_a_server_without_the_extension(self):
        """The clock resets the idle time again and again; the timeout stays the user's."""
        self.serve("640x480x24", "-extension", "MIT-SCREEN-SAVER")
        self.patience(4)
        log = self.trace("--kiosk")
        eventually(lambda: log.read_text().count("ForceScreenSaver mode=Reset") >= 3, "three resets", within=60)
        self.assertEqual(self.viewer.display.get_screen_saver().timeout, 4)
        self.assertEqual(log.read_text().count("Request(107)"), 0)


class Leaving:
    """A mix-in for tests of how inhibitions end."""

    def leave(self, clock, number, server):
        """Ends the clock by a signal, or by holding Ctrl, Alt and q."""
        if number:
            clock.signal(number)
        else:
            hand = Hand(self.look(server))
            self.addCleanup(hand.let_go)
            for key in ("Control_L", "Alt_L", "q"):
                hand.press_key(key)
        clock.end()


class Bus(Leaving, HostCase):
    """The session's saver, asked over D-Bus."""

    def setUp(self):
        super().setUp()
        self.serve()

    def libraries(self, clock):
        return re.findall(r"libdbus[^\s]*", Path(f"/proc/{clock.pid}/maps").read_text())

    def test_inhibits_and_lets_go(self):
        """A real service, which suspends a server's saver for its clients; here another server's, to see only that."""
        address, clock_server = self.bus(mortal), self.server
        self.serve()
        self.service(address)
        eventually(lambda: self.owned(address), lambda: f"xssproxy: {self.said()}")
        self.viewer.display.set_screen_saver(1, 0, 0, 0)
        for end in (signal.SIGTERM, signal.SIGKILL, None):
            with self.subTest(end):
                before = len(self.said())
                clock = self.clock(
                    *FROZEN, "--kiosk", DBUS_SESSION_BUS_ADDRESS=address, DISPLAY=clock_server.name)
                eventually(lambda: "colourclock" in self.said()[before:], lambda: f"an Inhibit: {self.said()}")
                # Beside a crowd the clock may take longer to start than the saver.
                self.viewer.display.force_screen_saver(0)
                self.viewer.display.sync()
                self.assertNotEqual(self.libraries(clock), [])
                never(self.is_dark, "a dark screen", during=1.5)
                self.leave(clock, end, clock_server)
                # A signal ends the clock at once, and the end of its connection releases the inhibition (Idle
                # Inhibition Service).
                word = "App disconnect" if end else "Uninhibit request"
                eventually(lambda: word in self.said()[before:], lambda: f"{word}: {self.said()[before:]}")
                eventually(self.is_dark, lambda: f"the server's saver again: {self.said()}")

    def is_dark(self):
        return self.viewer.root.screensaver_query_info().state == ServerTimers.ON

    def service(self, address):
        """The real service, which logs its requests."""
        return self.start("sh", "-c", f"exec {tool('stdbuf')} -oL {tool('xssproxy')} -v >> {self.log}",
                          DBUS_SESSION_BUS_ADDRESS=address)

    def owned(self, address):
        return "true" in self.run_command([
            tool("dbus-send"), f"--bus={address}", "--print-reply", "--dest=org.freedesktop.DBus", "/",
            "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.ScreenSaver"]).output

    def test_a_service_that_comes_later(self):
        address = self.bus(mortal)
        clock = self.clock(*FROZEN, "--kiosk", DBUS_SESSION_BUS_ADDRESS=address)
        clock.painted()
        self.service(address)
        eventually(lambda: "colourclock" in self.said(), lambda: f"an Inhibit: {self.said()}")

    def test_no_bus(self):
        """No message, and the library is not loaded."""
        for address in (None, "unix:path=/nonexistent/bus", "nonsense"):
            with self.subTest(address):
                clock = self.clock(*FROZEN, "--kiosk", DBUS_SESSION_BUS_ADDRESS=address, XDG_RUNTIME_DIR=self.home)
                clock.painted()
                if not address:
                    self.assertEqual(self.libraries(clock), [])
                clock.signal(signal.SIGTERM)
                self.assertEqual(clock.end(), (-signal.SIGTERM, ""))

    def test_a_bus_that_hangs(self):
        """The bus accepts the connection and never answers; the clock does not wait for the 25 s that D-Bus allows."""
        path = self.home / "hung"
        listener = self.enterContext(socket.socket(socket.AF_UNIX))
        listener.bind(str(path))
        listener.listen()
        watch = Watch()
        clock = self.clock(
            "--kiosk", "--utc", "--fade", "0", DBUS_SESSION_BUS_ADDRESS=f"unix:path={path}")
        window = clock.painted()
        self.assertLess(watch.look(), 15)
        for _ in range(3):
            before = self.viewer.colour(window)
            promptly(lambda: self.viewer.colour(window) != before, "the next second", 3, clock.pid,
                     self.server.process.pid)
        clock.signal(signal.SIGTERM)
        self.assertEqual(clock.end(), (-signal.SIGTERM, ""))

    def test_the_bus_is_killed(self):
        address = self.bus(mortal)
        clock = self.clock("--kiosk", "--utc", "--fade", "0", DBUS_SESSION_BUS_ADDRESS=address)
        window = clock.painted()
        self.bus_process.kill()
        self.let_tick(window, 2)
        clock.signal(signal.SIGTERM)
        self.assertEqual(clock.end(), (-signal.SIGTERM, ""))


class Services(Leaving, ControlCase):
    """All of a desktop's services, each asked over its bus and listed in the status while it holds."""

    def setUp(self):
        super().setUp()
        self.buses = {}

    def bus(self, service):
        """The system bus for the login manager, the session bus for the others."""
        name = "system" if service is Login else "session"
        if name not in self.buses:
            self.buses[name] = OpenBus(self.home, name)
            self.addCleanup(lambda: self.buses[name].kill())
        return self.buses[name]

    def serve(self, service, **more):
        served = service(self.bus(service), **more)
        self.addCleanup(self.end, served)
        return served

    def end(self, served):
        if not getattr(served, "has_ended", False):
            served.has_ended = True
            served.close()

    def kiosk(self, *options):
        addresses = {f"DBUS_{name.upper()}_BUS_ADDRESS": bus.address for name, bus in self.buses.items()}
        return self.running("--kiosk", "--utc", "--fade", "0", *options, **addresses)

    def holders(self):
        return self.status()["inhibitors"]

    def assert_ticks(self):
        for _ in range(2):
            before = self.viewer.colour(self.window)
            promptly(lambda: self.viewer.colour(self.window) != before, "the next second", 1.6, self.present.pid,
                     self.server.process.pid)

    def test_all_are_asked_and_named(self):
        served = [self.serve(service) for service in SERVICES]
        self.kiosk()
        wanted = ["X server", *(service.title for service in SERVICES)]
        eventually(lambda: self.holders() == wanted, lambda: f"{wanted}, but {self.holders()}")
        for each in served:
            self.assertEqual(each.asked, [each.wanted])

    def test_all_are_let_go(self):
        served = [self.serve(service) for service in SERVICES]
        for end in (signal.SIGTERM, signal.SIGKILL, None):
            with self.subTest(end):
                clock = self.kiosk()
                eventually(lambda: all(each.held for each in served), lambda: f"{[each.held for each in served]}")
                self.leave(clock, end, self.server)
                eventually(lambda: not any(each.held for each in served), lambda: f"{[each.held for each in served]}")

    def test_none_is_asked_where_the_screen_may_go_dark(self):
        served = [self.serve(service) for service in SERVICES]
        self.kiosk("--no-inhibit")
        self.assert_ticks()
        self.assertEqual(([each.asked for each in served], self.holders()), ([[], [], []], []))

    def test_one_that_comes_later_and_again(self):
        for service in SERVICES:
            with self.subTest(service.__name__):
                self.bus(service)
                self.kiosk()
                for _ in range(2):
                    served = self.serve(service)
                    eventually(lambda: self.holders() == ["X server", service.title], lambda: f"{self.holders()}")
                    self.end(served)
                    eventually(lambda: self.holders() == ["X server"], lambda: f"{self.holders()}")

    def test_one_that_refuses_or_never_answers(self):
        for service in SERVICES:
            for how in ({"refuses": True}, {"answers": False}):
                with self.subTest(service.__name__, **how):
                    served = self.serve(service, **how)
                    clock = self.kiosk()
                    eventually(lambda: served.asked, "a request")
                    self.assert_ticks()
                    self.assertEqual(self.holders(), ["X server"])
                    clock.signal(signal.SIGTERM)
                    self.assertEqual(clock.end(), (-signal.SIGTERM, ""))
                    self.end(served)

    def test_a_bus_that_stops_or_is_killed(self):
        """Whichever bus it is, ticks come in time and the status lists only what holds."""
        for service in SERVICES:
            with self.subTest(service.__name__):
                bus = self.bus(service)
                served = self.serve(service)
                clock = self.kiosk()
                eventually(lambda: service.title in self.holders(), lambda: f"{self.holders()}")
                bus.process.send_signal(signal.SIGSTOP)
                self.assert_ticks()
                bus.kill()
                eventually(lambda: service.title not in self.holders(), lambda: f"{self.holders()}")
                self.assert_ticks()
                clock.signal(signal.SIGTERM)
                self.assertEqual(clock.end(), (-signal.SIGTERM, ""))
                self.end(served)
                bus.start()


class Daemon(HostCase):
    """xscreensaver, which ignores both ways and needs its own command."""

    def test_it_is_woken(self):
        self.serve()
        (self.home / ".xscreensaver").write_text(
            "splash:\tFalse\nlock:\tFalse\nfade:\tFalse\nunfade:\tFalse\nmode:\tblank\ndpmsEnabled:\tFalse\n")
        self.own(self.home)
        self.host("xscreensaver", "--no-splash", "--verbose", PATH=SAVER_PATH, XDG_RUNTIME_DIR=self.home)

        def state():
            return self.order("xscreensaver-command", "-time", PATH=SAVER_PATH)

        eventually(lambda: "non-blanked" in state(), lambda: f"the daemon: {self.said()}")
        self.order("xscreensaver-command", "-activate", PATH=SAVER_PATH)
        eventually(lambda: "screen blanked" in state(), state)
        self.clock("--fullscreen", "--inhibit")
        eventually(lambda: "non-blanked" in state(), state)

    def test_no_daemon(self):
        """Without the daemon its command is not even started."""
        self.serve()
        fake = self.home / "tools"
        fake.mkdir()
        (fake / "xscreensaver-command").write_text('#!/bin/sh\necho "$DISPLAY $*" >> "$HOME/told"\n')
        (fake / "xscreensaver-command").chmod(0o755)
        told = self.home / "told"
        path = f"{fake}:/usr/bin:/bin"
        clock = self.clock("--kiosk", "--utc", PATH=path)
        window = clock.painted()
        before = self.viewer.colour(window)
        eventually(lambda: self.viewer.colour(window) != before, "a tick")
        self.assertFalse(told.exists())
        root = self.viewer.root
        root.change_property(self.viewer.atom("_SCREENSAVER_STATUS"), 19, 32, [0, 0, 0])
        self.viewer.display.sync()
        self.clock("--kiosk", "--utc", PATH=path)
        eventually(told.exists, "the command")
        eventually(lambda: told.read_text() == f"{self.server.name} -deactivate\n", told.read_text)
