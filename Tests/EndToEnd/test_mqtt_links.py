"""The companion's connection to its broker: TLS, credentials and options, and its error messages."""

import re
import subprocess
import time
import unittest

from basics import eventually, mortal, never, tool
from broker import MQTT, MqttCase, free_port, listens

P = "colourclock"
SECRET = "s3cr3t-w0rd"


class Authority:
    """An authority that signs test certificates."""

    def __init__(self, folder, name="test authority"):
        self.folder = folder
        folder.mkdir()
        self.openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                     "ca.key",
                     "-out", "ca.crt", "-days", "2", "-subj", f"/CN={name}")
        self.file = folder / "ca.crt"

    def openssl(self, *arguments):
        subprocess.run([tool("openssl"), *arguments], cwd=self.folder, check=True, capture_output=True)

    def certificate(self, name, names="DNS:localhost,IP:127.0.0.1", days=1):
        """A key and a certificate for these names."""
        self.openssl("req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", f"{name}.key",
                     "-out", f"{name}.csr", "-subj", f"/CN={name}")
        (self.folder / f"{name}.ext").write_text(f"subjectAltName={names}\n")
        self.openssl("x509", "-req", "-in", f"{name}.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial",
                     "-days", str(days), "-extfile", f"{name}.ext", "-out", f"{name}.crt")
        return self.folder / f"{name}.key", self.folder / f"{name}.crt"


class LinkCase(MqttCase):
    def secured(self, *lines, names="DNS:localhost,IP:127.0.0.1", days=1, name="broker", anonymous=True):
        """A broker with a certificate."""
        key, certificate = self.authority.certificate(name, names, days)
        return self.broker(f"keyfile {key}", f"certfile {certificate}", *lines, name=name, anonymous=anonymous)

    def credentials(self, password=SECRET, mode=0o600, user="wall"):
        path = self.home / f"credentials-of-{user}"
        path.write_text(f"{user}\n{password}\n")
        path.chmod(mode)
        return path

    def passwords(self, **more):
        path = self.home / "passwords"
        for index, (user, password) in enumerate({"wall": SECRET, **more}.items()):
            subprocess.run([tool("mosquitto_passwd"), *(["-c"] if index == 0 else []), "-b", path, user, password],
                           check=True,
                           capture_output=True)
        return path

    def comes(self, wall):
        """True if its companion connects, by its own log or the broker's."""
        eventually(
            lambda: f"as colourclock-{wall.name} " in self.broker_log(), lambda: f"a link, but {wall.lines()}", 10)

    def broker_log(self):
        return (self.home / "broker/log").read_text()

    def assert_complains(self, wall, *parts):
        """One line about the problem without secrets, then further attempts without another line."""
        eventually(wall.lines, "a line")
        attempts = lambda: len(re.findall("New connection from 127.0.0.1", self.broker_log()))
        before = attempts()
        eventually(lambda: attempts() > before, "another attempt", 12)
        time.sleep(0.3)
        lines = wall.lines()
        self.assertEqual(len(lines), 1, lines)
        for part in parts:
            self.assertIn(part, lines[0])
        self.assertNotIn(SECRET, lines[0])
        self.assertNotIn("wrong-w0rd", lines[0])
        self.assertIsNone(wall.companion.poll())


class Secured(LinkCase):
    def setUp(self):
        super().setUp()
        self.authority = Authority(self.home / "authority")

    def test_tls(self):
        broker = self.secured()
        for host in ("localhost", "127.0.0.1"):
            wall = self.wall(host.replace(".", "-"))
            wall.join(f"mqtts://{host}:{broker.port}", "--ca", self.authority.file)
            self.comes(wall)
            self.assertEqual(wall.lines(), [])
            wall.leave()

    def test_the_wrong_authority(self):
        broker, other = self.secured(), Authority(self.home / "other", "another authority")
        wall = self.wall().join(f"mqtts://localhost:{broker.port}", "--ca", other.file)
        self.assert_complains(wall, "certificate")

    def test_the_systems_authorities(self):
        broker = self.secured()
        wall = self.wall().join(f"mqtts://localhost:{broker.port}")
        self.assert_complains(wall, "certificate")

    def test_a_certificate_that_has_expired(self):
        broker = self.secured(days=-1)
        wall = self.wall().join(f"mqtts://localhost:{broker.port}", "--ca", self.authority.file)
        self.assert_complains(wall, "expired")

    def test_the_certificate_of_another_host(self):
        broker = self.secured(names="DNS:elsewhere.example")
        wall = self.wall().join(f"mqtts://localhost:{broker.port}", "--ca", self.authority.file)
        self.assert_complains(wall, "localhost")

    def test_an_old_tls(self):
        """mosquitto cannot be limited to an old version, so another server stands in."""
        key, certificate = self.authority.certificate("old")
        port = free_port()
        server = subprocess.Popen(
            mortal(
                [tool("openssl"), "s_server", "-accept", f"127.0.0.1:{port}", "-key", key, "-cert", certificate,
                 "-tls1_1",
                    "-cipher", "DEFAULT:@SECLEVEL=0", "-quiet"]), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        eventually(lambda: listens(port), "the server")
        wall = self.wall().join(f"mqtts://localhost:{port}", "--ca", self.authority.file)
        self.assertIn("TLS", eventually(wall.lines, "a line")[0])
        never(lambda: len(wall.lines()) > 1, "another line", during=3)

    def test_a_certificate_of_its_own(self):
        broker = self.secured(f"cafile {self.authority.file}", "require_certificate true")
        key, certificate = self.authority.certificate("client")
        wall = self.wall().join(f"mqtts://localhost:{broker.port}", "--ca", self.authority.file)
        eventually(wall.lines, "a complaint")
        wall.leave()
        wall.join(f"mqtts://localhost:{broker.port}", "--ca", self.authority.file, "--certificate", certificate,
                  "--key", key)
        self.comes(wall)

    def test_files_that_cannot_be_used(self):
        """It ends with one line, with or without a broker: the files would be wrong the next time too."""
        key, certificate = self.authority.certificate("client")
        other, _ = self.authority.certificate("other")
        garbage, locked = self.home / "garbage", self.home / "locked"
        garbage.write_text("-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n")
        self.authority.openssl("ec", "-in", str(key), "-out", str(locked), "-aes256", "-passout", "pass:secret")
        for status, file, options in (
                (65, garbage, ["--ca", garbage]), (65, self.home, ["--ca", self.home]), (66, "none", ["--ca", "none"]),
                (65, garbage, ["--certificate", garbage, "--key", key]),
                (65, other, ["--certificate", certificate, "--key", other]),
                (65, locked, ["--certificate", certificate, "--key", locked]), (65, key, ["--ca", key])):
            with self.subTest(options):
                answer = self.companion("--no-config", "--broker", "mqtts://nonexistent.invalid", *options)
                self.assertEqual((answer.status, answer.output, answer.complaints.count("\n")), (status, "", 1),
                                 answer.complaints)
                self.assertIn(str(file), answer.complaints)

    def test_a_wrong_password_over_tls(self):
        broker = self.secured(f"password_file {self.passwords()}", anonymous=False)
        url = f"mqtts://localhost:{broker.port}"
        wall = self.wall().join(url, "--ca", self.authority.file, "--credentials", self.credentials("wrong-w0rd"))
        self.assert_complains(wall, "not authorized")
        wall.leave()
        wall.join(url, "--ca", self.authority.file, "--credentials", self.credentials())
        self.comes(wall)


class Credentials(LinkCase):
    def test_by_file_and_by_systemd(self):
        broker = self.broker(f"password_file {self.passwords()}", anonymous=False)
        wall = self.wall()
        folder = self.home / "systemd"
        folder.mkdir(mode=0o700)
        self.credentials().rename(folder / "colourclock-mqtt")
        wall.join(broker, CREDENTIALS_DIRECTORY=folder)
        self.comes(wall)
        wall.leave()
        wall.join(broker)
        self.assert_complains(wall, "asks for a user name", "not authorized")

    def test_another_password_holds_from_the_next_try_on(self):
        broker = self.broker(f"password_file {self.passwords()}", anonymous=False)
        file = self.credentials("wrong-w0rd")
        wall = self.wall().join(broker, "--credentials", file)
        self.assert_complains(wall, "user name or password is wrong")
        # A file that is incomplete for a moment is no reason to end.
        file.write_text("")
        eventually(lambda: any("has no user name" in line for line in wall.lines()), wall.lines, 30)
        self.assertIsNone(wall.companion.poll())
        self.credentials()
        eventually(lambda: any("connected to the broker" in line for line in wall.lines()), wall.lines, 60)
        self.assertNotIn(SECRET, "".join(wall.lines()))

    def test_a_password_that_others_could_read_on_its_way(self):
        wall = self.wall()
        warned = lambda: [line for line in wall.lines() if "unencrypted" in line]
        for url, expected in (("mqtt://nonexistent.invalid", 1), ("mqtts://nonexistent.invalid", 0),
                              (f"mqtt://127.0.0.1:{free_port()}", 0), (f"mqtt://localhost:{free_port()}", 0)):
            with self.subTest(url):
                wall.join(url, "--credentials", self.credentials())
                eventually(lambda: any("cannot join" in line for line in wall.lines()), wall.lines)
                self.assertEqual(len(warned()), expected, wall.lines())
                self.assertNotIn(SECRET, "".join(wall.lines()))
                wall.leave()
        # Without a password it does not matter that others could read it.
        wall.join("mqtt://nonexistent.invalid")
        eventually(wall.lines, "a line")
        self.assertEqual(warned(), [])

    def test_a_file_that_others_may_read(self):
        broker = self.broker(f"password_file {self.passwords()}", anonymous=False)
        for mode in (0o640, 0o604):
            file = self.credentials(mode=mode)
            answer = self.companion("--no-config", "--broker", broker.url, "--credentials", file)
            self.assertNotEqual(answer.status, 0)
            self.assertEqual(answer.complaints.count("\n"), 1, answer.complaints)
            self.assertIn(str(file), answer.complaints)
            self.assertNotIn(SECRET, answer.complaints)

    def test_never_on_the_command_line(self):
        for url in (f"mqtt://wall:{SECRET}@127.0.0.1", f"mqtts://wall:{SECRET}@localhost:8883"):
            answer = self.companion("--no-config", "--broker", url)
            self.assertEqual((answer.status, answer.output, answer.complaints.count("\n")), (64, "", 1),
                             answer.complaints)
            self.assertNotIn(SECRET, answer.complaints)

    def test_what_is_no_command_line(self):
        for options in ([], ["--broker"], ["--broker", "http://localhost"], ["--broker", "mqtt://localhost:99999"],
                        ["--nonsense"], ["--broker", "mqtt://localhost", "--name", "a/b"],
                        ["--broker", "mqtt://localhost", "--group", "#"],
                        ["--broker", "mqtt://localhost", "--prefix", "+"],
                        ["--broker", "mqtt://localhost", "--allow", ""],
                        ["--broker", "mqtt://localhost", "--allow", "face,bogus"],
                        ["--broker", "mqtt://localhost", "--discovery", "maybe"],
                        ["--broker", "mqtt://localhost", "more"]):
            with self.subTest(options):
                answer = self.companion("--no-config", *options)
                self.assertEqual((answer.status, answer.output, answer.complaints.count("\n")), (64, "", 1),
                                 answer.complaints)
        self.assertIn("--broker", self.companion("--help").output)
        self.assertEqual(self.companion("--version").output, self.run_clock("--version").output)

    def test_its_options_file(self):
        broker = self.broker()
        file = self.home / "config/colourclock/colourclock-mqtt.conf"
        file.parent.mkdir(parents=True)
        wall = self.wall()
        file.write_text(
            f"# The office's.\nbroker = {broker.url}\nname = office\ngroup = a\ngroup = b\ncontrol = {wall.socket}\n")
        wall.log = self.home / "log"
        peer = self.peer(broker)
        self.start_companion(wall)
        peer.expect(f"{P}/office/availability", lambda heard: heard.payload == b"online")
        for group, face in (("a", "hue"), ("b", "full")):
            peer.tell(f"{P}/group/{group}/command/face", face)
            eventually(lambda: wall.wall["face"] == face, face)
        file.write_text("broker = mqtt://localhost\nnonsense = 5\n")
        answer = self.companion()
        self.assertEqual((answer.status, answer.complaints.count("\n")), (78, 1))
        self.assertIn(f"{file}:2", answer.complaints)

    def start_companion(self, wall):
        companion = subprocess.Popen([MQTT], env=wall.variables(), stdin=subprocess.DEVNULL)
        self.addCleanup(companion.wait)
        self.addCleanup(companion.kill)


if __name__ == "__main__":
    unittest.main()
