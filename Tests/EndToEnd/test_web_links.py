"""The remote's server on other links: by TLS, behind a proxy, by IPv6, and with clients that take their time."""

import contextlib
import glob
import os
import select
import socket
import ssl
import subprocess
import time

from basics import eventually, tool
from remote import WEB, WebCase

# Seconds: a request has that long, and a connection without a byte this long.
LIMIT, IDLE = 60, 30


class TLS(WebCase):
    def certificate(self, name, days=2, since=0):
        """A certificate for this machine's address and its key, made `since` days ago."""
        certificate, key = self.home / f"{name}.pem", self.home / f"{name}.key"
        environment = dict(os.environ)
        if since:
            libraries = glob.glob("/usr/lib/*/faketime/libfaketime.so.1")
            self.assertTrue(libraries, "libfaketime is missing: apt-get install libfaketime")
            environment.update(LD_PRELOAD=libraries[0], FAKETIME=f"-{since}d")
        subprocess.run(
            [tool("openssl"), "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-days", str(days), "-subj", "/CN=wall", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost",
             "-keyout", key, "-out", certificate], env=environment, check=True, capture_output=True, timeout=30)
        return certificate, key

    def encrypted(self, certificate, key, *options):
        self.running()
        self.web("--certificate", str(certificate), "--key", str(key), *options)
        self.tls = ssl.create_default_context(cafile=str(certificate))
        self.found()

    def test_a_session_over_tls(self):
        certificate, key = self.certificate("wall")
        self.encrypted(certificate, key)
        self.assertIn(f"listens at https://127.0.0.1:{self.port}/", self.lines())
        code = self.shown_code()
        self.assertEqual(self.relay.all("pairing", "show")[-1][1], f"https://127.0.0.1:{self.port}/")
        answer = self.call("POST", "/api/v1/pair", {"code": code})
        self.assertEqual(answer.status, 204)
        self.assertIn("Secure", answer.headers["Set-Cookie"].split("; "))
        own = f"127.0.0.1:{self.port}"
        self.assertEqual(self.call("GET", "/api/v1/status", cookie=answer.cookie, Origin=f"https://{own}").status, 200)
        # A page that came without encryption may be anybody's.
        self.assertEqual(self.call("GET", "/api/v1/status", cookie=answer.cookie, Origin=f"http://{own}").status, 403)
        # Events come over it as well.
        link = self.connection()
        self.addCleanup(link.close)
        link.request("GET", "/api/v1/events", headers={"Cookie": answer.cookie})
        events = link.getresponse()
        self.assertEqual(events.status, 200)
        eventually(lambda: events.readline().startswith(b"event: tick"), "a tick")

    def test_who_speaks_no_tls_or_an_old_one_is_ended(self):
        certificate, key = self.certificate("wall")
        self.encrypted(certificate, key)
        token = self.token()
        for said in (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"\x16\x03\x01\xff\xff" + b"\0" * 3000,
                     b"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00", b""):
            with socket.create_connection(("127.0.0.1", self.port), timeout=10) as link:
                link.sendall(said)
                with contextlib.suppress(OSError):
                    link.shutdown(socket.SHUT_WR)
                    self.assertNotIn(b"200", link.recv(4096))
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("ALL:@SECLEVEL=0")
        old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises((ssl.SSLError,
                                OSError)), socket.create_connection(("127.0.0.1", self.port), timeout=10) as link:
            old.wrap_socket(link)
        self.assertEqual(self.call("GET", "/api/v1/status", token=token).status, 200)

    def test_what_is_wrong_with_the_files_is_said(self):
        self.running()
        certificate, key = self.certificate("wall")
        _, other = self.certificate("other")
        empty, binary, folder = self.home / "empty", self.home / "binary", self.home / "folder"
        empty.write_bytes(b"")
        binary.write_bytes(bytes(range(256)) * 20)
        folder.mkdir()
        for files, part in [((certificate, other), f"cannot use {other}: "), ((key, key), f"cannot use {key}: "),
                            ((certificate, certificate), f"cannot use {certificate}: "),
                            ((empty, key), f"cannot use {empty}: "), ((binary, key), f"cannot use {binary}: "),
                            ((certificate, binary), f"cannot use {binary}: "),
                            ((folder, key), f"cannot read {folder}: "),
                            ((certificate, self.home / "none"), "No such file")]:
            answer = subprocess.run(
                [WEB, "--no-config", "--listen", "127.0.0.1:0", "--certificate", files[0], "--key", files[1]],
                env=self.variables(), capture_output=True, text=True, timeout=20)
            self.assertEqual(answer.returncode, 66, (files, answer.stderr))
            self.assertEqual(answer.stderr.count("\n"), 1, answer.stderr)
            self.assertIn(part, answer.stderr)

    def test_one_that_is_over_is_served_and_reported(self):
        """A machine without power for a while may have a wrong clock: its wall stays within reach."""
        certificate, key = self.certificate("wall", since=20)
        self.running()
        self.web("--certificate", str(certificate), "--key", str(key))
        self.assertRegex(
            self.lines(), rf"{certificate} is valid from \d{{4}}-.* to \d{{4}}-.* only: phones refuse it now")
        self.tls = ssl.create_default_context(cafile=str(certificate))
        with self.assertRaises(ssl.SSLCertVerificationError):
            self.call("GET", "/")
        self.tls.check_hostname, self.tls.verify_mode = False, ssl.CERT_NONE
        self.assertEqual(self.call("GET", "/").status, 200)


class Proxy(WebCase):
    def test_phones_reach_it_by_the_proxys_address(self):
        self.joined("--proxy", "https://wall.example")
        self.assertEqual(self.call("GET", "/", Host="other.example").status, 421)
        code = self.shown_code()
        self.assertEqual(self.relay.all("pairing", "show")[-1][1], "https://wall.example/")
        more = {"X_Forwarded_For": "192.0.2.1", "X_Forwarded_Proto": "https", "X_Forwarded_Host": "wall.example",
                "Forwarded": "for=192.0.2.1;host=wall.example"}
        answer = self.call(
            "POST", "/api/v1/pair", {"code": code}, Host="wall.example", Origin="https://wall.example", **more)
        self.assertEqual(answer.status, 204)
        self.assertIn("Secure", answer.headers["Set-Cookie"].split("; "))
        own = f"127.0.0.1:{self.port}"
        for host, origin, status in [("wall.example", "https://wall.example", 200), (own, "https://wall.example", 200),
                                     (own, None, 200),
                                     (own, "http://wall.example", 403), (own, "https://evil.example", 403),
                                     ("wall.example", "http://wall.example", 403),
                                     ("evil.example", "https://wall.example", 421)]:
            headers = {"Host": host, **({"Origin": origin} if origin else {}), **more}
            self.assertEqual(
                self.call("GET", "/api/v1/status", cookie=answer.cookie, **headers).status, status, (host, origin))
        # What a proxy says of others lets nobody in.
        self.assertEqual(self.call("GET", "/api/v1/status", X_Forwarded_Host="wall.example", Host="evil.example",
                                   X_Forwarded_For="127.0.0.1").status, 421)

    def test_all_phones_may_come_from_one_address(self):
        self.joined("--proxy", "https://wall.example")
        links = [socket.create_connection(("127.0.0.1", self.port), timeout=10) for _ in range(200)]
        for link in links:
            self.addCleanup(link.close)
        self.assertEqual(self.call("GET", "/").status, 200)
        self.assertEqual(select.select(links, [], [], 0)[0], [])


class Version6(WebCase):
    host = "::1"

    def test_on_loopback(self):
        self.running()
        self.web(listen="[::1]:0")
        self.found()
        self.assertIn(f"listens at http://[::1]:{self.port}/", self.lines())
        cookie = self.paired()
        self.assertEqual(self.relay.all("pairing", "show")[-1][1], f"http://[::1]:{self.port}/")
        self.assertEqual(
            self.call("GET", "/api/v1/status", cookie=cookie, Origin=f"http://[::1]:{self.port}").status, 200)
        self.assertEqual(
            self.call("GET", "/api/v1/status", cookie=cookie, Origin=f"http://127.0.0.1:{self.port}").status, 403)
        with self.assertRaises(OSError):
            socket.create_connection(("127.0.0.1", self.port), timeout=5)

    def test_all_addresses_of_both_versions(self):
        self.running()
        self.web(listen="[::]:0")
        self.assertIn("without TLS", self.lines())
        self.assertEqual(self.call("GET", "/").status, 200)
        self.host = "127.0.0.1"
        self.assertEqual(self.call("GET", "/").status, 200)


class Slow(WebCase):
    def test_who_takes_too_long_is_ended(self):
        """All at once, as it takes a minute."""
        self.joined()
        token = self.token()
        steady, silent = self.events(token), self.connected(b"")
        begun = time.monotonic()
        head = b"GET /api/v1/status HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
        post = (f"POST /api/v1/commands/face HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
                "Content-Type: application/json\r\n").encode()
        drips = {"a line": self.connected(b""),
                 "an extension": self.connected(post + b"Transfer-Encoding: chunked\r\n\r\nc;" + b"a" * 40_000),
                 "a head": self.connected(head), "a body": self.connected(post + b"Content-Length: 6000\r\n\r\n"),
                 "chunks": self.connected(post + b"Transfer-Encoding: chunked\r\n\r\n"), "a code": self.connected(
                     b"POST /api/v1/pair HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                     b"Content-Length: 6000\r\n\r\n")}
        drops = {"chunks": b"1\r\na\r\n"}
        ends = {}
        while time.monotonic() < begun + LIMIT + 20 and len(ends) < len(drips) + 1:
            time.sleep(1)
            for name, link in {**drips, "nothing": silent}.items():
                if name not in ends and self.is_ended(link):
                    ends[name] = time.monotonic() - begun
                elif name not in ends and name != "nothing":
                    with contextlib.suppress(OSError):
                        link.send(drops.get(name, b"a"))
        self.assertEqual(set(ends), {*drips, "nothing"}, ends)
        for name, span in ends.items():
            # The server reads no further in an extension that has no room: for it there is no byte.
            limit = IDLE if name in ("nothing", "an extension") else LIMIT
            self.assertTrue(limit - 2 < span < limit + 10, (name, span))
        # One that takes what it asked for is there as long as it likes, and the others did not hold up the wall.
        self.assertFalse(steady.is_over)
        self.assertGreater(len(steady.all("tick")), LIMIT - 10)
        self.assertEqual(self.call("GET", "/api/v1/status", token=token).status, 200)

    def connected(self, said):
        link = socket.create_connection(("127.0.0.1", self.port), timeout=10)
        self.addCleanup(link.close)
        link.sendall(said)
        return link

    @staticmethod
    def is_ended(link):
        if not select.select([link], [], [], 0)[0]:
            return False
        with contextlib.suppress(ConnectionError):
            return link.recv(4096) == b""
        return True
