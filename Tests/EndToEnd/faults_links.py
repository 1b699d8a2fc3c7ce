"""Faults of the broker and the bus, to which a clock is connected directly or by its companion."""

import signal
import time

from basics import mortal
from faults import PROMISE, SCREEN, Tries
from faults_left import Leaving
from test_mqtt_commands import CommandCase

# In this try the broker does not answer for longer than the link's timeout, so the companion must reconnect.
LONG = 100


class Broker(Tries, CommandCase):
    """The broker stops answering for a while, once for longer than the link's timeout; afterwards the wall obeys
    commands."""

    name, note = "broker stopped (SIGSTOP)", "0.02 to 1 s, one try of 20 s; then until a command is obeyed"

    def begin(self):
        self.present_wall = self.lobby(clock=("--fade", "0"))

    def parties(self):
        wall = self.present_wall
        return wall.clock.pid, wall.companion.pid, self.mosquitto.process.pid

    def attempt(self, number):
        wall, faces = self.present_wall, ("full", "literal", "carry", "scaled", "hue")
        self.mosquitto.process.send_signal(signal.SIGSTOP)
        try:
            end = time.monotonic() + (20 if number == LONG else self.random.uniform(0.02, 1))
            while time.monotonic() < end:
                asked = self.watch()
                wall.ask("status")
                assert asked.look() < 0.5, "the clock does not answer"
                time.sleep(0.02)
        finally:
            self.mosquitto.process.send_signal(signal.SIGCONT)
        face, watch = faces[number % len(faces)], self.watch()
        limit = 5 if number == LONG else PROMISE
        self.hub.forget()
        self.order("face", face)
        while wall.wall["face"] != face:
            assert watch.look() < limit, f"not {face}, but {wall.wall['face']}; {wall.lines()}"
            time.sleep(0.002)
        for process in (wall.clock.process, wall.companion):
            assert process.poll() is None, "it has ended"
        return watch.look()


class Bus(Leaving):
    """The bus stops before, during or after the kiosk's start. The kiosk must end as fast as ever and inhibit
    nothing."""

    name, note = "D-Bus stopped (SIGSTOP)", "before, while or after a kiosk starts; right picture, end by SIGTERM"
    is_fresh = False

    def begin(self):
        """Each try has its own bus."""
        self.serve(SCREEN)

    def attempt(self, number):
        self.address = self.bus(mortal)
        moment = self.random.choice((0, self.random.uniform(0, 0.1), self.random.uniform(0.1, 0.4)))
        if moment == 0:
            self.bus_process.send_signal(signal.SIGSTOP)
        self.wall("--kiosk")
        time.sleep(moment)
        self.bus_process.send_signal(signal.SIGSTOP)
        span = self.recovery("--kiosk")
        self.prove_kiosk()
        watch = self.watch()
        self.present.signal(signal.SIGTERM)
        assert self.present.end(3)[0] == -signal.SIGTERM
        assert watch.look() < 0.5, "it waits for the bus"
        self.bus_process.send_signal(signal.SIGCONT)
        self.assert_nothing_runs()
        self.bus_process.kill()
        self.bus_process.wait()
        return span


FAULTS = (Broker, Bus)
