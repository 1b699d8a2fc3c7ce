"""The part of the X11 protocol that assets/tools/bench needs: a counting proxy display, a small sampling client and a
hand that sends input.

Layouts and numbers are those of the "X Window System Protocol, Version 11", BIG-REQUESTS, RENDER, Present,
DOUBLE-BUFFER, MIT-SHM, X-Resource and XTEST specifications. Little-endian only, as clients use their machine's byte
order.
"""

import contextlib
import os
import select
import socket
import statistics
import struct
import threading
import time
from typing import NamedTuple

HEAD = 64  # Bytes kept of each packet: enough for the extension name in a QueryExtension.
REPLY, MAPPING_NOTIFY, GENERIC_EVENT = 1, 34, 35
GET_ATOM_NAME, GRAB_SERVER, UNGRAB_SERVER, GET_INPUT_FOCUS, GET_IMAGE, QUERY_EXTENSION = 17, 36, 37, 43, 73, 98
CREATE_PIXMAP, FREE_PIXMAP, CREATE_GC, POLY_FILL_RECTANGLE = 53, 54, 55, 70
CREATE_WINDOW, COPIES, GET_KEYBOARD_MAPPING = 1, (62, 63), 101  # CopyArea and CopyPlane name their source first.
KEY_PRESS, KEY_RELEASE, BUTTON_PRESS, BUTTON_RELEASE, MOTION_NOTIFY = range(2, 7)
# ClearArea to PutImage (61...72) and the four text requests (74...77); GetImage lies between them.
CORE_DRAWS = {*range(61, 73), *range(74, 78)}
# Minor opcodes that put something on a drawable; version questions, glyph uploads and the like draw nothing.
EXTENSION_DRAWS = {b"RENDER": {8, *range(10, 14), *range(23, 27), 32}, b"Present": {1, 5}, b"DOUBLE-BUFFER": {3},
                   b"MIT-SHM": {3}}


def u16(data, offset):
    return struct.unpack_from("<H", data, offset)[0]


def u32(data, offset):
    return struct.unpack_from("<I", data, offset)[0]


def padded(length):
    return (length + 3) & ~3


def with_priority():
    """Raises the priority of the calling thread, but not of its child processes, if that is permitted."""
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))


def connect(display):
    link = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    link.connect(f"/tmp/.X11-unix/X{display}")
    return link


# The sizes of the packet at the start of `data`; 0 if there are too few bytes to know.


def client_setup_size(data):
    return 12 + padded(u16(data, 6)) + padded(u16(data, 8)) if len(data) >= 12 else 0


def request_size(data):
    """A short length of 0 means that a 32-bit length follows (BIG-REQUESTS)."""
    short = u16(data, 2) if len(data) >= 4 else 0
    return 4 * (short or (u32(data, 4) if len(data) >= 8 else 0))


def server_setup_size(data):
    return 8 + 4 * u16(data, 6) if len(data) >= 8 else 0


def answer_size(data):
    """Errors and plain events have 32 bytes. Replies and generic events contain a further length."""
    if len(data) < 32:
        return 0
    return 32 + (4 * u32(data, 4) if data[0] in (REPLY, GENERIC_EVENT) else 0)


class Packets:
    """Splits one direction of a connection into packets. The first one is the connection set-up."""

    def __init__(self, setup_size, packet_size):
        self.pending = bytearray()
        self.size, self.packet_size = setup_size, packet_size

    def feed(self, data):
        """The heads of the packets that `data` completes, without the set-up."""
        self.pending += data
        heads = []
        while 0 < (size := self.size(self.pending)) <= len(self.pending):
            if self.size is self.packet_size:
                heads.append(bytes(self.pending[: min(size, HEAD)]))
            self.size = self.packet_size
            del self.pending[:size]
        return heads


class Shown(NamedTuple):
    """A frame shown in a window: the arrival of its last request, and the bytes and requests since the frame before."""

    arrival: float
    bytes: int
    requests: int


class Connection(threading.Thread):
    """A client's connection through the proxy. Each chunk is forwarded first and counted afterwards.

    One thread serves both directions, so a request is always counted before its reply.
    """

    def __init__(self, client, server):
        super().__init__(daemon=True)
        self.client, self.server = client, server
        self.bytes = self.requests = self.replies = 0
        self.frames, self.framed = [], [
            0,
            0,
        ]  # Frames shown in windows, counting core requests; the totals sent up to the last one.
        self.windows, self.is_grabbed, self.is_drawn = set(), False, False
        self.sent = 0  # Bytes of whole requests.
        self.draws = []  # The arrival times of chunks that complete a drawing request.
        self.asked = {}  # Extension names by the sequence number (16 bits) of their QueryExtension.
        self.extension_draws = {}  # Drawing minor opcodes by the major opcode of their extension.
        self.to_server = Packets(client_setup_size, request_size)
        self.to_client = Packets(server_setup_size, answer_size)

    def run(self):
        with_priority()
        with self.client, self.server, contextlib.suppress(ConnectionError):
            while self.serve():
                pass

    def serve(self):
        """Forwards one chunk. Returns false at the end of either side."""
        if self.client in select.select([self.client, self.server], [], [])[0]:
            data, arrival = self.forward(self.client, self.server)
            self.count_requests(data, arrival)
        else:
            data, _ = self.forward(self.server, self.client)
            self.count_answers(data)
        return bool(data)

    @staticmethod
    def forward(source, sink):
        data, descriptors, _, _ = socket.recv_fds(source, 1 << 18, 16)
        arrival = time.time()
        sent = socket.send_fds(sink, [data], descriptors) if descriptors else 0
        sink.sendall(data[sent:])
        for descriptor in descriptors:
            os.close(descriptor)
        return data, arrival

    def count_requests(self, data, arrival):
        self.bytes += len(data)
        drew = False
        for head in self.to_server.feed(data):
            self.requests += 1
            self.sent += request_size(head)
            self.note_frame(head, arrival)
            if head[0] == QUERY_EXTENSION:
                self.asked[self.requests & 0xFFFF] = head[8 : 8 + u16(head, 4)]
            drew = drew or head[0] in CORE_DRAWS or head[1] in self.extension_draws.get(head[0], ())
        if drew:
            self.draws.append(arrival)

    def note_frame(self, head, arrival):
        """A frame ends with the server grab in which it was drawn, or with a copy to the window outside of a grab."""
        if head[0] == CREATE_WINDOW:
            self.windows.add(u32(head, 4))
        elif head[0] in (GRAB_SERVER, UNGRAB_SERVER):
            self.is_grabbed = head[0] == GRAB_SERVER
        elif head[0] in CORE_DRAWS:
            self.is_drawn |= u32(head, 8 if head[0] in COPIES else 4) in self.windows
        if self.is_drawn and not self.is_grabbed and head[0] in (UNGRAB_SERVER, *COPIES):
            sent = [self.sent, self.requests]
            self.frames.append(Shown(arrival, *(new - old for new, old in zip(sent, self.framed))))
            self.framed, self.is_drawn = sent, False

    def count_answers(self, data):
        for head in self.to_client.feed(data):
            if head[0] == REPLY:
                self.replies += 1
                name = self.asked.pop(u16(head, 2), None)
                if name in EXTENSION_DRAWS and head[8]:
                    self.extension_draws[head[9]] = EXTENSION_DRAWS[name]


class Proxy:
    """A display that forwards every client to the display `server` and counts the traffic."""

    def __init__(self, server):
        self.server, self.connections = server, []
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.display = self.claim()
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def claim(self):
        """Takes the first free display number of a range that no server chooses by itself, with a lock file like an X
        server's."""
        for display in range(1000, 2000):
            try:
                lock = os.open(f"/tmp/.X{display}-lock", os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o444)
            except FileExistsError:
                continue
            os.write(lock, b"%10d\n" % os.getpid())
            os.close(lock)
            self.listener.bind(f"/tmp/.X11-unix/X{display}")
            return display
        raise OSError("displays 1000 to 1999 are all taken: remove stale /tmp/.X1???-lock files")

    def accept(self):
        while True:
            connection = Connection(self.listener.accept()[0], connect(self.server))
            self.connections.append(connection)
            connection.start()

    def close(self):
        os.unlink(f"/tmp/.X11-unix/X{self.display}")
        os.unlink(f"/tmp/.X{self.display}-lock")

    def forget(self):
        self.connections = []

    def counts(self):
        """Bytes and requests to the server, and replies from it, since `forget`."""
        return [sum(getattr(each, name) for each in self.connections) for name in ("bytes", "requests", "replies")]

    def draws(self):
        return sorted(arrival for connection in self.connections for arrival in connection.draws)

    def frames(self):
        return sorted(frame for connection in self.connections for frame in connection.frames)


class Sampler:
    """A minimal X client, connected directly, that reads pixels and resource counts."""

    def __init__(self, display):
        self.link = connect(display)
        self.link.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        head = self.receive(8)
        setup = self.receive(4 * u16(head, 6))
        if head[0] != 1:
            raise ConnectionError(f"the X server refused the sampler: {setup[: head[1]].decode(errors='replace')}")
        self.own = u32(setup, 4)
        screen = 32 + padded(u16(setup, 16)) + 8 * setup[21]  # After the vendor's name and the pixmap formats.
        self.root = u32(setup, screen)
        self.width, self.height = u16(setup, screen + 20), u16(setup, screen + 22)

    def close(self):
        self.link.close()

    def receive(self, size):
        data = self.link.recv(size, socket.MSG_WAITALL)
        if len(data) < size:
            raise ConnectionError("the X server closed the sampler's connection")
        return data

    def reply(self):
        while (head := self.receive(32))[0] == MAPPING_NOTIFY:  # The only unsolicited event.
            pass
        if head[0] != REPLY:
            raise ConnectionError(f"the X server answered request {head[10]} with error {head[1]}")
        return head, self.receive(4 * u32(head, 4))

    @staticmethod
    def request(major, minor=0, body=b""):
        body += bytes(-len(body) % 4)
        return struct.pack("<BBH", major, minor, 1 + len(body) // 4) + body

    def ask(self, *request):
        self.link.sendall(self.request(*request))
        return self.reply()

    def get_image(self, area):
        return GET_IMAGE, 2, struct.pack("<IhhHHI", self.root, *area, 0xFFFFFFFF)  # 2 is ZPixmap.

    def image(self, area):
        """The pixels of `area` (x, y, width, height), four bytes each; the last byte is undefined."""
        return self.ask(*self.get_image(area))[1]

    def images(self, areas):
        """The pixels of several areas of one frame, read while the server is grabbed."""
        gets = b"".join(self.request(*self.get_image(area)) for area in areas)
        self.link.sendall(self.request(GRAB_SERVER) + gets + self.request(UNGRAB_SERVER))
        return [self.reply()[1] for _ in areas]

    def fill_time(self, times):
        """Seconds for the server to fill a picture of the screen's size once: the median of `times` a second apart."""
        pixmap, context = self.own, self.own + 1
        self.link.sendall(
            self.request(CREATE_PIXMAP, 24, struct.pack("<IIHH", pixmap, self.root, self.width, self.height))
            + self.request(CREATE_GC, 0, struct.pack("<III", context, pixmap, 0)))
        spans = []
        for _ in range(times):
            time.sleep(1)
            self.ask(GET_INPUT_FOCUS)
            start = time.monotonic()
            self.link.sendall(self.request(
                POLY_FILL_RECTANGLE, 0, struct.pack("<IIhhHH", pixmap, context, 0, 0, self.width, self.height)))
            self.ask(GET_INPUT_FOCUS)
            spans.append(time.monotonic() - start)
        self.link.sendall(self.request(FREE_PIXMAP, 0, struct.pack("<I", pixmap)))
        return statistics.median(spans)

    def opcode(self, name):
        """The major opcode of an extension."""
        return self.ask(QUERY_EXTENSION, 0, struct.pack("<Hxx", len(name)) + name)[0][9]

    def ask_resources(self, minor, body=b""):
        """The pairs of numbers that an X-Resource request lists."""
        head, data = self.ask(self.opcode(b"X-Resource"), minor, body)
        return [struct.unpack_from("<II", data, 8 * index) for index in range(u32(head, 8))]

    def clients(self):
        """The resource base of every connected client (XResQueryClients)."""
        return {base for base, _ in self.ask_resources(1)}

    def resources(self, client):
        """The number of resources of each type that `client` holds (XResQueryClientResources)."""
        return {self.atom_name(atom): count for atom, count in self.ask_resources(2, struct.pack("<I", client))}

    def pixmap_bytes(self, client):
        """The bytes of all pixmaps of `client` (XResQueryClientPixmapBytes)."""
        head, _ = self.ask(self.opcode(b"X-Resource"), 3, struct.pack("<I", client))
        return u32(head, 8) + (u32(head, 12) << 32)

    def atom_name(self, atom):
        head, data = self.ask(GET_ATOM_NAME, 0, struct.pack("<I", atom))
        return data[: u16(head, 8)].decode()


class Hand(Sampler):
    """A client that also sends pointer and keyboard input (XTEST's FakeInput)."""

    def __init__(self, display):
        super().__init__(display)
        self.test = self.opcode(b"XTEST")

    def fake(self, kind, detail=0, x=0, y=0):
        self.link.sendall(self.request(self.test, 2, struct.pack("<BBxxII8xhh8x", kind, detail, 0, self.root, x, y)))

    def move(self, x, y):
        self.fake(MOTION_NOTIFY, 0, round(x), round(y))

    def press(self):
        self.fake(BUTTON_PRESS, 1)

    def release(self):
        self.fake(BUTTON_RELEASE, 1)

    def key(self, character, is_down=True):
        self.fake(KEY_PRESS if is_down else KEY_RELEASE, self.key_code(character))

    def key_code(self, character):
        """The key code for a character without Shift; Latin characters are their own keysyms."""
        head, data = self.ask(GET_KEYBOARD_MAPPING, 0, struct.pack("<BBxx", 8, 248))
        return next(8 + offset // (4 * head[1]) for offset in range(0, len(data), 4 * head[1])
                    if u32(data, offset) == ord(character))
