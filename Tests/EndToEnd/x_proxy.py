"""A display between clock and server. It makes requests fail, and cuts connections in the middle of a request."""

import contextlib
import select
import socket
import struct
import threading

from shipping import ASSETS  # noqa: F401, from where the next is taken

from bench_x11 import CREATE_GC, CREATE_PIXMAP, QUERY_EXTENSION, Proxy, client_setup_size, connect, request_size

# Larger than any pixmap: the server answers with BadAlloc, as if it had no memory.
TOO_GREAT = 40_000


class Link(threading.Thread):
    """A client's connection through the display. Passes on single requests, and the server's data as it comes."""

    def __init__(self, display, client, server):
        super().__init__(daemon=True)
        self.display, self.client, self.server = display, client, server
        self.pending, self.size = bytearray(), client_setup_size
        # Bytes passed from the client and from the server.
        self.passed = {client: 0, server: 0}

    def run(self):
        with self.client, self.server, contextlib.suppress(OSError):
            while self.serve():
                pass

    def serve(self):
        """Forwards available data. Returns false at the end of either side or at a cut."""
        ready = select.select([self.client, self.server], [], [], 0.05)[0]
        for source in ready:
            data = source.recv(1 << 16)
            if source is self.server and self.passed[source] == 0:
                data = self.display.welcome(data, source)
            self.passed[source] += len(data)
            rest = self.display.rest(self.passed, self.client, self.server, source)
            self.pass_on(source, data if rest >= 0 else data[:rest])
            if not data or rest < 0:
                return False
        return not self.display.is_cut

    def pass_on(self, source, data):
        if source is self.server:
            return self.client.sendall(data)
        if not self.display.edits:
            return self.server.sendall(data)
        self.pending += data
        while 0 < (size := self.size(self.pending)) <= len(self.pending):
            packet = self.pending[:size]
            del self.pending[:size]
            self.server.sendall(packet if self.size is client_setup_size else self.display.edit(packet))
            self.size = request_size
        return None


class Meddling(Proxy):
    """While `starves`, no pixmap can be created. Extensions in `hides` do not exist. After so many bytes of one side,
    all connections end. With `numbers`, a mask of set bits, a client has only so many resource IDs until it asks for
    others."""

    def __init__(self, server, edits=True, limits=(None, None), hides=(), numbers=None):
        self.edits, self.limits, self.hides, self.hidden = edits, limits, hides, set()
        # The server's own ID mask, and the greatest ID used for a pixmap or graphics context.
        self.numbers, self.all_numbers, self.greatest = numbers, 0, 0
        self.is_cut, self.links = False, []
        self.starves, self.starved = (lambda: False), 0
        super().__init__(server)

    @property
    def name(self):
        return f":{self.display}"

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client = self.listener.accept()[0]
                self.links.append(Link(self, client, connect(self.server)))
                self.links[-1].start()

    def rest(self, passed, client, server, _):
        """The number of bytes that may still pass; negative if there were too many."""
        rests = [limit - passed[side] for limit, side in zip(self.limits, (client, server)) if limit is not None]
        return min(rests, default=1)

    def welcome(self, reply, server):
        """The server's connection set-up: reads `resource-id-mask`, and replaces it if `numbers` is set."""
        while self.numbers and len(reply) < 20 and (more := server.recv(1 << 16)):
            reply += more
        if not self.numbers or len(reply) < 20:
            return reply
        self.all_numbers = struct.unpack_from("<I", reply, 16)[0]
        return reply[:16] + struct.pack("<I", self.numbers) + reply[20:]

    def edit(self, request):
        if self.numbers and request[0] in (CREATE_PIXMAP, CREATE_GC):
            self.greatest = max(self.greatest, struct.unpack_from("<I", request, 4)[0] & self.all_numbers)
        if request[0] == CREATE_PIXMAP and self.starves():
            self.starved += 1
            request[12:16] = struct.pack("<HH", TOO_GREAT, TOO_GREAT)
        elif request[0] == QUERY_EXTENSION:
            size = struct.unpack_from("<H", request, 4)[0]
            if (name := request[8 : 8 + size].decode()) in self.hides:
                self.hidden.add(name)
                request[8 : 8 + size] = bytes(size * b"?")
        return request

    def cut(self):
        self.is_cut = True

    def close(self):
        self.is_cut = True
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for link in self.links:
            link.join(2)
        super().close()
