"""What hostile clients send to the remote's server: it refuses that in bounded memory, answers others, and the wall
shows each second."""

import contextlib
import errno
import json
import os
import random
import re
import resource
import select
import signal
import socket
import threading
import time
from pathlib import Path

from basics import eventually
from remote import WebCase
from ticks import Ticks

SEED = 31
# In bytes. The most connections, each with its memory and a body of the greatest size, and the program itself.
MOST_MEMORY = 64 << 20
CONNECTIONS, WAVE = 10_000, 1000
# The most at once.
MOST_CONNECTIONS = 512
BODY = 65_536
HOST = b"Host: 127.0.0.1\r\n"
JSON = b"Content-Type: application/json\r\n"


class HostileCase(WebCase):
    def setUp(self):
        super().setUp()
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        self.joined()
        self.deck = self.token()
        self.authority = f"Authorization: Bearer {self.deck}\r\n".encode()
        self.ticks = Ticks(self, self.path, self.present.pid, self.server.process.pid)

    def assert_well(self, what):
        """The server answers, its memory is bounded, and the wall has shown each second."""
        begin = time.monotonic()
        eventually(lambda: self.answers(), f"an answer after {what}", within=60)
        self.assertLess(time.monotonic() - begin, 45, what)
        # The address sanitizer keeps what was freed.
        if "ASAN_OPTIONS" not in os.environ:
            self.assertLess(self.peak(), MOST_MEMORY, what)
        self.assertIsNone(self.process.poll(), what)

    def answers(self):
        with contextlib.suppress(OSError):
            return self.call("GET", "/api/v1/status", token=self.deck).status == 200
        return False

    def peak(self):
        """The companion's highest resident memory so far, in bytes."""
        return int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{self.process.pid}/status").read_text())[1]) * 1024

    def tearDown(self):
        self.ticks.assert_each_once()
        super().tearDown()

    def connected(self, source="127.0.0.1"):
        return socket.create_connection(("127.0.0.1", self.port), timeout=15, source_address=(source, 0))

    def said(self, data, ends=True):
        """What the server sends in answer to that, until it ends the connection."""
        found = b""
        with contextlib.suppress(OSError), self.connected() as link:
            # It may end the connection while it is still told.
            with contextlib.suppress(OSError):
                link.sendall(data)
                if ends:
                    link.shutdown(socket.SHUT_WR)
            while part := link.recv(65_536):
                found += part
        return found

    def statuses(self, data, **more):
        return [int(status) for status in re.findall(rb"HTTP/1\.[01] (\d{3}) ", self.said(data, **more))]


class Table(HostileCase):
    def test_one_by_one(self):
        post = b"POST /api/v1/commands/message HTTP/1.1\r\n" + HOST + JSON + self.authority
        pair = b"POST /api/v1/pair HTTP/1.1\r\n" + HOST + JSON
        status = b"GET /api/v1/status HTTP/1.1\r\n" + HOST + self.authority
        chunked = b"Transfer-Encoding: chunked\r\n\r\n"
        good = b'{"text":"a"}'
        long = json.dumps({"text": "a" * BODY}).encode()
        # None stands for an end without an answer.
        refused, ended = {400, 403, 404, 405, 411, 413, 414, 415, 421, 431, 501, 505}, {None}
        rows = {
            "an announced body over 64 kB": (post + b"Content-Length: 65537\r\n\r\n", {413}),
            "a body over 64 kB": (post + b"Content-Length: %d\r\n\r\n" % len(long) + long, {413}),
            "a code with a body over 64 kB": (pair + b"Content-Length: %d\r\n\r\n" % len(long) + long, {413}),
            "chunks over 64 kB": (post + chunked + b"8000\r\n" + b"a" * 0x8000 + b"\r\n" + b"8001\r\n" + b"a" * 0x8001
                                  + b"\r\n0\r\n\r\n", ended),
            "a length without end": (
                post + b"Content-Length: 99999999999999999999999999\r\n\r\n" + good, refused | ended),
            "a negative length": (post + b"Content-Length: -1\r\n\r\n" + good, refused | ended),
            "two lengths": (post + b"Content-Length: 12\r\nContent-Length: 3\r\n\r\n" + good, refused | {200, 204}),
            "a length and chunks": (
                post + b"Content-Length: 3\r\n" + chunked + b"c\r\n" + good + b"\r\n0\r\n\r\n", refused | {200, 204}),
            "a size that is no number": (post + chunked + b"zz\r\nabc\r\n0\r\n\r\n", refused | ended),
            "a size without end": (post + chunked + b"ffffffffffffffffff\r\nabc", refused | ended),
            "a negative size": (post + chunked + b"-5\r\nabc\r\n0\r\n\r\n", refused | ended),
            "chunks of nothing": (post + chunked + b"0\r\n" * 200, refused | {204}),
            "another encoding": (post + b"Transfer-Encoding: gzip\r\n\r\n" + good, refused | ended | {204}),
            "half a body": (post + b"Content-Length: 12\r\n\r\n{", refused | ended),
            "40,000 headers": (status + b"A: b\r\n" * 40_000 + b"\r\n", refused | ended),
            "a header of 100 kB": (status + b"A: " + b"b" * 100_000 + b"\r\n\r\n", refused | ended),
            "a header without end": (status + b"A: " + b"b" * 1_000_000, refused | ended),
            "a header without a name": (status + b": b\r\n\r\n", refused | {200} | ended),
            "a header without a colon": (status + b"Abc\r\n\r\n", refused | {200} | ended),
            "a folded header": (status + b"A: b\r\n c\r\n\r\n", refused | {200}),
            "a NUL in a header": (status + b"A: b\0c\r\n\r\n", refused | {200} | ended),
            "huge cookies": (b"GET /api/v1/status HTTP/1.1\r\n" + HOST + b"Cookie: " + b"a=b; " * 10_000 + b"\r\n\r\n",
                             refused | {401} | ended),
            "many cookies": (b"GET /api/v1/status HTTP/1.1\r\n" + HOST + b"Cookie: " + b"colourclock=b; " * 1000
                             + b"\r\n\r\n", refused | {401}),
            "a cookie that is none": (
                b"GET /api/v1/status HTTP/1.1\r\n" + HOST + b'Cookie: =;;"=";colourclock\r\n\r\n', refused | {401}),
            "no host": (b"GET /api/v1/status HTTP/1.1\r\n" + self.authority + b"\r\n", refused),
            "two hosts": (b"GET /api/v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n" + self.authority
                          + b"\r\n", refused | {200}),
            "another host": (
                b"GET /api/v1/status HTTP/1.1\r\nHost: evil.example\r\n" + self.authority + b"\r\n", {421}),
            "a host with a path": (
                b"GET /api/v1/status HTTP/1.1\r\nHost: 127.0.0.1/a\r\n" + self.authority + b"\r\n", {421}),
            "a host of 20 kB": (
                b"GET /api/v1/status HTTP/1.1\r\nHost: " + b"a" * 20_000 + b"\r\n" + self.authority + b"\r\n", refused),
            "another address in the line": (
                b"GET http://evil.example/api/v1/status HTTP/1.1\r\n" + HOST + self.authority + b"\r\n", refused),
            "another origin": (status + b"Origin: http://evil.example\r\n\r\n", {403}),
            "an origin that is none": (status + b"Origin: \xff\xfe\r\n\r\n", refused | {200}),
            "a name that is no UTF-8": (b"GET /\xff\xfe HTTP/1.1\r\n" + HOST + b"\r\n", refused | ended),
            "an address of 100 kB": (b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", refused | ended),
            "a thousand arguments": (
                b"GET /?" + b"a=b&" * 5000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", refused | {200} | ended),
            "a method without end": (b"A" * 100_000 + b" / HTTP/1.1\r\n" + HOST + b"\r\n", refused | ended),
            "an unknown method": (b"BREW /api/v1/status HTTP/1.1\r\n" + HOST + self.authority + b"\r\n", {405}),
            "CONNECT": (b"CONNECT 127.0.0.1:80 HTTP/1.1\r\n" + HOST + b"\r\n", refused),
            "TRACE": (b"TRACE / HTTP/1.1\r\n" + HOST + b"\r\n", refused),
            "a star": (b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", refused),
            "a line of two words": (b"GET /\r\n\r\n", refused | ended | {200}),
            "a line of one word": (b"GET\r\n\r\n", refused | ended),
            "a line of four words": (b"GET / HTTP/1.1 HTTP/1.1\r\n" + HOST + b"\r\n", refused | ended | {200}),
            "another version": (b"GET / HTTP/9.9\r\n" + HOST + b"\r\n", refused | ended | {200}),
            "HTTP 1.0": (b"GET / HTTP/1.0\r\n" + HOST + b"\r\n", {200}),
            "HTTP 2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0", refused | ended),
            "TLS": (b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03" + bytes(500), refused | ended),
            "line feeds alone": (b"GET / HTTP/1.1\nHost: 127.0.0.1\n\n", refused | {200} | ended),
            "empty lines": (b"\r\n" * 20_000 + b"GET / HTTP/1.1\r\n" + HOST + b"\r\n", refused | {200} | ended),
            "zeros": (bytes(100_000), refused | ended),
            "an upgrade": (status + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", {200}),
            "a wish to go on": (post + b"Expect: 100-continue\r\nContent-Length: 12\r\n\r\n" + good, {100, 204}),
            "another wish": (post + b"Expect: tea\r\nContent-Length: 12\r\n\r\n" + good, refused | {204}),
            "a range": (b"GET /remote.js HTTP/1.1\r\n" + HOST + b"Range: bytes=" + b"0-1," * 1000 + b"\r\n\r\n", {200}),
            "a form": (post.replace(b"application/json", b"multipart/form-data; boundary=a")
                       + b"Content-Length: 12\r\n\r\n" + good, {415}),
            "a body of a question": (status + b"Content-Length: 12\r\n\r\n" + good, {200} | refused),
            "tokens": (b"GET /api/v1/status HTTP/1.1\r\n" + HOST + b"Authorization: Bearer " + b"0" * 20_000
                       + b"\r\n\r\n", {401} | refused),
            "an ID of 10 kB": (
                b"GET /api/v1/events HTTP/1.1\r\n" + HOST + b"Last-Event-ID: " + b"9" * 10_000 + b"\r\n\r\n", {401}),
        }
        for name, (data, statuses) in rows.items():
            begin = time.monotonic()
            # An end without an answer is a refusal too, and the client has closed its own half.
            self.assertLessEqual(set(self.statuses(data)) or {None}, statuses | ended, name)
            # Where it awaits more, this client goes after 15 s, and the server would after 30.
            self.assertLess(time.monotonic() - begin, 20, name)
            self.assert_well(name)

    def test_paths_out_of_the_page(self):
        for path in ("/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
                     "/%252e%252e/etc/passwd", "/..%5c..%5cetc/passwd", "/.%00./etc",
                     "/remote.js%00.html", "//etc/passwd", "/./remote.js", "/remote.js/", "/%c0%ae%c0%ae/etc/passwd",
                     "/remote.js/../../colourclock.conf",
                     "/api/v1/../../remote.js", "/api/v1/commands/../../../a", "/api/v1/commands/%2e%2e/status",
                     "/api/v1/commands/", "/api/v1/commands//",
                     "/api/v1//status", "/API/v1/status", "/api/v1/status/", "/api", "/index.html~",
                     "/" + "../" * 2000 + "etc/passwd",
                     "/proc/self/environ", "/%", "/%zz", "/%u002e%u002e/", "file:///etc/passwd", "/web.json"):
            for method in ("GET", "POST"):
                found = self.said(f"{method} {path} HTTP/1.1\r\n".encode() + HOST + JSON + self.authority
                                  + b"Content-Length: 2\r\nConnection: close\r\n\r\n{}")
                head, _, body = found.partition(b"\r\n\r\n")
                # A path that is no UTF-8 ends the connection.
                self.assertRegex(head, rb"\A(HTTP/1\.1 4\d\d |\Z)", path)
                self.assertNotIn(b"root:", body, path)
        self.assert_well("paths")

    def test_bodies_that_are_no_command(self):
        token = self.deck
        rows = {
            "depth": b"[" * 60_000, "depth of objects": b'{"a":' * 12_000,
            "closed depth": b"[" * 30_000 + b"]" * 30_000,
            "deep in a field": b'{"text":' + b"[" * 20_000 + b"]" * 20_000 + b"}",
            "a number of 60,000 figures": b'{"text":' + b"9" * 60_000 + b"}",
            "an exponent": b'{"text":1e999999999}', "half an escape": b'{"text":"\\u12',
            "half a pair": b'{"text":"\\ud800"}', "a NUL": b'{"text":"a\\u0000b"}',
            "a byte order mark": b"\xef\xbb\xbf{}", "no UTF-8": b'{"text":"\xff\xfe"}',
            "twice": b'{"text":"a","text":"b"}{}', "a comment": b'/* */{"text":"a"}',
            "a key of 60 kB": b'{"' + b"a" * 60_000 + b'":1}', "thirty thousand words": b"[" + b'"",' * 20_000 + b'""]',
            "NaN": b'{"text":NaN}', "null": b"null",
            "many fields": b"{" + b",".join(b'"%d":1' % number for number in range(6000)) + b"}"}
        for name, body in rows.items():
            answer = self.call("POST", "/api/v1/commands/message", raw=body, token=token)
            is_text = name in ("a NUL", "an exponent", "a number of 60,000 figures", "half a pair")
            self.assertIn(answer.status, (204, 400, 409) if is_text else (400, 409, 413), name)
            if answer.status != 204:
                self.assertEqual(answer.headers["Content-Type"], "application/problem+json")
                self.assertLess(len(answer.body), 1000, name)
            self.assertIn(self.call("POST", "/api/v1/pair", raw=body).status, (400, 403), name)
        self.assert_well("bodies")

    def test_by_chance(self):
        generator = random.Random(SEED)
        whole = (b"POST /api/v1/commands/message HTTP/1.1\r\n" + HOST + JSON + self.authority
                 + b'Content-Length: 12\r\n\r\n{"text":"a"}')
        for _ in range(200):
            data = bytearray(whole)
            for _ in range(generator.randint(1, 8)):
                place = generator.randrange(len(data))
                if generator.random() < 0.5:
                    data[place] = generator.randrange(256)
                elif generator.random() < 0.5:
                    del data[place:place + generator.randint(1, 30)]
                else:
                    data[place:place] = data[place:place + 40] * generator.randint(1, 20)
            self.said(bytes(data))
        self.assert_well("what was changed by chance")

    def test_many_requests_on_one_connection(self):
        one = b"GET /api/v1/status HTTP/1.1\r\n" + HOST + self.authority + b"\r\n"
        command = (b"POST /api/v1/commands/face HTTP/1.1\r\n" + HOST + JSON + self.authority
                   + b'Content-Length: 14\r\n\r\n{"name":"hue"}')
        self.assertEqual(self.pipelined(one * 50 + command + one, 52), [200] * 50 + [204, 200])
        # One that is smuggled in the body of another is none.
        found = self.pipelined(
            b"POST /api/v1/pair HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: %d\r\n\r\n" % len(command) + command, 1)
        self.assertEqual(found, [400])
        eventually(lambda: self.status()["wall"]["face"] == "hue", "the face")
        self.assert_well("requests in a row")

    def pipelined(self, data, count):
        found = b""
        with self.connected() as link:
            threading.Thread(target=link.sendall, args=[data], daemon=True).start()
            while len(statuses := re.findall(rb"HTTP/1\.1 (\d{3}) ", found)) < count:
                part = link.recv(65_536)
                if not part:
                    break
                found += part
            return [int(status) for status in statuses]


class Crowd(HostileCase):
    def wave(self, count, said, addresses):
        """So many connections at once, from so many addresses, each of which says that; those that came about."""
        links, pending = [], []
        for index in range(count):
            link = socket.socket()
            link.setblocking(False)
            link.bind((f"127.0.2.{1 + index % addresses}", 0))
            status = link.connect_ex(("127.0.0.1", self.port))
            self.assertIn(status, (0, errno.EINPROGRESS))
            pending.append(link)
        poll, by_number = select.poll(), {link.fileno(): link for link in pending}
        for link in pending:
            poll.register(link, select.POLLOUT)
        end = time.monotonic() + 0.7
        while by_number and time.monotonic() < end:
            for number, _ in poll.poll(100):
                link = by_number.pop(number)
                poll.unregister(number)
                with contextlib.suppress(OSError):
                    link.send(said)
                    links.append(link)
        return pending, links

    def test_ten_thousand_connections(self):
        """In waves, from one address and from many, with nothing, half a request, and a body without end."""
        kinds = [b"", b"GET /api/v1/status HTTP/1.1\r\nHost: 127",
                 b"GET / HTTP/1.1\r\n" + HOST + b"A: " + b"b" * 30_000,
                 b"POST /api/v1/pair HTTP/1.1\r\n" + HOST + JSON + b"Content-Length: 65536\r\n\r\n" + b"a" * 65_000]
        for number in range(CONNECTIONS // WAVE):
            addresses = 1 if number % 2 else 200
            pending, links = self.wave(WAVE, kinds[number // 2 % len(kinds)], addresses)
            self.assertTrue(links)
            if addresses == 1:
                # That address takes no more than its share.
                eventually(self.answers, f"an answer during wave {number}")
            for link in pending:
                link.close()
            self.assert_well(f"wave {number}")
        print(f"{CONNECTIONS} connections: at the most {self.peak() >> 20} MB resident")

    def test_a_full_server_whose_clients_leave_at_once(self):
        """It listens again as soon as it has room."""
        links = []
        for index in range(MOST_CONNECTIONS):
            links.append(self.connected(f"127.0.2.{1 + index % 100}"))
            links[-1].sendall(b"GET /api/v1/status HTTP/1.1\r\nHost: 127")
        descriptors = Path(f"/proc/{self.process.pid}/fd")
        eventually(lambda: len([*descriptors.iterdir()]) >= MOST_CONNECTIONS, "a full server")
        self.process.send_signal(signal.SIGSTOP)
        for link in links:
            link.close()
        self.process.send_signal(signal.SIGCONT)
        eventually(self.answers, "an answer")

    def test_requests_that_are_not_awaited(self):
        """Who asks for much and takes nothing."""
        links = []
        for index in range(300):
            link = self.connected(f"127.0.3.{1 + index % 100}")
            self.addCleanup(link.close)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            link.sendall((b"GET /api/v1/status HTTP/1.1\r\n" + HOST + self.authority + b"\r\n") * 20)
            links.append(link)
        self.assert_well("requests without an end")

    def test_streams_that_nobody_reads(self):
        deck = [self.token(f"reader{index}") for index in range(8)]
        links = []
        for index in range(128):
            link = self.connected(f"127.0.4.{1 + index % 100}")
            self.addCleanup(link.close)
            link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
            link.sendall(b"GET /api/v1/events HTTP/1.1\r\n" + HOST
                         + f"Authorization: Bearer {deck[index // 16]}\r\n\r\n".encode())
            links.append(link)
        text = "word " * 1500
        for index in range(600):
            self.command("feed", {"text": f"{index} {text}"}, token=self.deck)
        self.assert_well("streams that nobody reads")
        # There are as many as there may be: one more is refused, and told so.
        answer = self.call("GET", "/api/v1/events", token=self.deck)
        self.assertEqual((answer.status, answer.headers["Content-Type"]), (503, "application/problem+json"))
