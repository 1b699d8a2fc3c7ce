"""Ports in front of a broker, which change what a client gets from it."""

import contextlib
import socket
import threading
import time


class BrokerProxy:
    """Answers each connection by `serve`, in a thread of its own, with the connection's number from 1."""

    def __init__(self, port):
        # `visits`: the times of the connections.
        self.behind, self.visits = port, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self):
        return f"mqtt://127.0.0.1:{self.port}"

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                link, _ = self.listener.accept()
                self.visits.append(time.monotonic())
                threading.Thread(target=self.serve, args=[link, len(self.visits)], daemon=True).start()

    def pass_on(self, link, first=b""):
        """Connects the client with the broker, to which it has sent `first`."""
        with socket.create_connection(("127.0.0.1", self.behind)) as broker:
            broker.sendall(first)
            back = threading.Thread(target=self.pump, args=[broker, link], daemon=True)
            back.start()
            self.pump(link, broker)
            back.join(5)

    @staticmethod
    def pump(source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(4096):
                sink.sendall(data)
        for each in (source, sink):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def close(self):
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()


class OneVersion(BrokerProxy):
    """A broker with only one version of MQTT, simulated by a proxy that refuses the others in one of several manners.

    Subclasses set `level`, the protocol level of the version: 4 or 5."""

    # The refusal in each manner: CONNACK of MQTT 3.1.1, that of MQTT 5, or an end without a word.
    answers = {"v3": b"\x20\x02\x00\x01", "v5": b"\x20\x03\x00\x84\x00", "none": b""}

    def __init__(self, port, manner):
        self.manner, self.levels = manner, []
        super().__init__(port)

    def serve(self, link, number):
        with link, contextlib.suppress(OSError):
            first = link.recv(4096)
            level = first[first.index(b"MQTT") + 4]
            self.levels.append(level)
            if self.drops(number):
                return
            if level == self.level:
                self.pass_on(link, first)
            else:
                link.sendall(self.answers[self.manner])

    def drops(self, _number):
        """True if the connection of this number is closed before CONNACK."""
        return False


class Newer(OneVersion):
    """A broker with only MQTT 5. It closes its first connection before CONNACK."""

    level = 5

    def drops(self, number):
        return number == 1


class Older(OneVersion):
    """An old broker, which rejects MQTT 5."""

    level = 4
