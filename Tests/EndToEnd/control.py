"""A client of the control socket, and the tests' case with a clock that has one."""

import json
import socket

from support import Case


class Client:
    """A line-based connection to the socket."""

    def __init__(self, path, within=30):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(within)
        try:
            self.socket.connect(str(path))
        except OSError:
            self.socket.close()
            raise
        self.file = self.socket.makefile("rb")

    def write(self, line):
        self.socket.sendall(line if isinstance(line, bytes) else (json.dumps(line) + "\n").encode())

    def read(self):
        line = self.file.readline()
        return json.loads(line) if line else None

    def ask(self, *words, **more):
        self.write({"command": list(words), **more})
        return self.read()

    def close(self):
        self.file.close()
        self.socket.close()


class ControlCase(Case):
    screen = "320x180x24"

    def setUp(self):
        super().setUp()
        self.runtime = self.home / "runtime"
        self.runtime.mkdir(mode=0o700)

    def variables(self, **more):
        return super().variables(**{"XDG_RUNTIME_DIR": self.runtime, **more})

    @property
    def path(self):
        return self.runtime / "colourclock" / f"{self.server.number}.sock"

    def running(self, *options, **more):
        clock = self.clock(*options, **more)
        self.window = clock.painted()
        return clock

    def client(self, path=None):
        client = Client(path or self.path)
        self.addCleanup(client.close)
        return client

    def send(self, *words, **variables):
        """The output of the program's own client, for an accepted command."""
        answer = self.run_clock("send", *words, **variables)
        self.assertEqual((answer.status, answer.complaints), (0, ""), words)
        return answer.output

    def refused(self, *words):
        """The reason, for a refused command."""
        answer = self.run_clock("send", *words)
        self.assertEqual((answer.status, answer.output), (1, ""), words)
        self.assert_one_line(answer.complaints)
        return answer.complaints.removeprefix("colourclock: ").strip()

    def status(self):
        answer = self.run_clock("status", "--json")
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        return json.loads(answer.output)

    def code(self):
        """The colour in a corner of the wall, as six digits."""
        return "%02x%02x%02x" % self.viewer.colour(self.window)

    def wall(self):
        return self.status()["wall"]
