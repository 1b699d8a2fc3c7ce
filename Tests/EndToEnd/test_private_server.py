"""Snapshots without an X server: a private one is started, and nothing of it is left."""

import os
import signal
import subprocess
import time
from pathlib import Path

from basics import BINARY, eventually, mortal, tool
from support import Case, Server, picture

FIXED = ("--no-config", "--at", "13:35:16", "--size", "320x180")


class PrivateServers(Case):
    @classmethod
    def setUpClass(cls):
        cls.server = None

    def setUp(self):
        super().setUp()
        self.bin = self.home / "bin"
        self.bin.mkdir()

    def script(self, name, text):
        """A stand-in for the X server's program."""
        path = self.bin / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def shot(self, status=0, *options, **variables):
        """Takes a snapshot and returns the output. Fails if a process or file is left."""
        path = self.home / "shot.png"
        answer = self.run_clock("--snapshot", path, *FIXED, *options, **variables)
        self.assertEqual(answer.status, status, answer.complaints)
        self.assertEqual(path.exists(), status == 0)
        self.assert_nothing_left()
        return answer.complaints

    def running(self):
        """The processes with this test's home in their environment."""
        home = f"XDG_STATE_HOME={self.home}/state\0".encode()

        def has(pid):
            try:
                return home in Path(f"/proc/{pid}/environ").read_bytes()
            except OSError:
                return False

        return [pid for pid in os.listdir("/proc") if pid.isdigit() and has(pid)]

    def assert_nothing_left(self):
        eventually(
            lambda: not self.running(), lambda: [Path(f"/proc/{pid}/cmdline").read_text() for pid in self.running()])

    def test_it_is_the_same_picture(self):
        server = Server()
        self.addCleanup(server.close)
        expected = self.snapshot(*FIXED, name="expected.png", DISPLAY=server.name,
                                 XAUTHORITY=server.authority).read_bytes()
        for display in (None, "", ":6999", "nonexistent.invalid:0"):
            with self.subTest(display=display):
                self.assertEqual(self.shot(DISPLAY=display), "")
                path = self.home / "shot.png"
                self.assertEqual(path.read_bytes(), expected)
                path.unlink()

    def test_a_display_that_was_asked_for_has_to_be_there(self):
        self.assert_one_line(self.shot(1, "--display", ":6999"), "cannot reach the X server ':6999'")

    def test_a_window_has_to_have_a_server(self):
        self.assert_one_line(self.run_clock("--no-config").complaints, "no X server: set DISPLAY")

    def test_large_pictures_and_colours_by_name(self):
        self.shot(0, "--size", "3840x2160", "--ring-colour", "red", "--countdown", "5m")
        self.assertEqual(picture(self.home / "shot.png")[:2], (3840, 2160))
        (self.home / "shot.png").unlink()
        self.assert_one_line(self.shot(64, "--ring-colour", "bogus"), "there is no colour 'bogus'")

    def test_other_programs_cannot_use_it(self):
        """The server demands a secret cookie and has no socket in a folder."""
        self.script("Xvfb", f'exec {tool("Xvfb")} "$@"')
        feed = self.home / "feed"
        os.mkfifo(feed)
        clock = self.begin("--snapshot", feed)
        number = eventually(lambda: self.display_of(clock.pid), "the server")
        # Another server that was killed may have left a file with this number, so the file alone says nothing.
        self.assertNotIn(f"/tmp/.X11-unix/X{number}", self.sockets_below(clock.pid))
        answer = self.run_command([tool("xset"), "q"], DISPLAY=f":{number}")
        self.assertEqual(answer.status, 1, answer.output)
        self.assertIn("Authorization required", answer.complaints)
        clock.kill()
        clock.wait()
        self.assert_nothing_left()

    def begin(self, *options, **variables):
        process = subprocess.Popen(
            mortal([BINARY, *FIXED, *map(str, options)]),
            env=self.variables(PATH=f"{self.bin}:/usr/bin:/bin", **variables),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def display_of(self, parent):
        """The display number of a server below the process `parent`, from its abstract socket."""
        prefix = "@/tmp/.X11-unix/X"
        return next((name.removeprefix(prefix) for name in self.sockets_below(parent) if name.startswith(prefix)), None)

    def sockets_below(self, parent):
        """The names of the Unix sockets of the processes below `parent`; an abstract name begins with `@`."""
        inodes = {
            link[8:-1] for pid in self.running() if int(pid) != parent
            for link in self.links(pid) if link.startswith("socket:[")}
        lines = [line.split() for line in Path("/proc/net/unix").read_text().splitlines()]
        return {fields[7] for fields in lines if len(fields) > 7 and fields[6] in inodes}

    def links(self, pid):
        try:
            return [os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir()]
        except OSError:
            return []

    def test_without_any_program_it_says_what_to_install(self):
        self.assert_one_line(self.shot(1, PATH=str(self.bin)), "no X server", "install Xvfb")
        self.assert_one_line(self.shot(1, PATH=str(self.bin), DISPLAY=":6999"), "no X server", "install Xvfb")

    def test_another_program_stands_in(self):
        """Where Xvfb is not installed, and where it fails."""
        (self.bin / "Xvnc").symlink_to(tool("Xtigervnc"))
        self.assertEqual(self.shot(PATH=str(self.bin)), "")
        (self.home / "shot.png").unlink()
        self.script("Xvfb", "exit 1")
        self.assertEqual(self.shot(PATH=str(self.bin)), "")

    def test_one_that_dies(self):
        self.script("Xvnc", "exit 1")
        for text, said in (("exit 1", "it exited before it was ready"), ("kill -9 $$", "it exited before it was ready"),
                           ("echo nonsense >&4; exec sleep 1000", "it did not report its display number")):
            with self.subTest(text=text):
                self.script("Xvfb", text)
                self.assert_one_line(self.shot(1, PATH=f"{self.bin}:/usr/bin:/bin"),
                                     f"Xvfb could not be used instead: {said}")
        self.script("Xvfb", "echo 6998 >&4; exec sleep 1000")
        self.assert_one_line(self.shot(1, PATH=f"{self.bin}:/usr/bin:/bin"), "cannot reach the X server ':6998'")

    def test_one_that_dies_while_it_draws(self):
        self.script("Xvfb", f'{tool("Xvfb")} "$@" & server=$!\nsleep 0.3\nkill -9 $server\nwait')
        feed = self.home / "feed"
        os.mkfifo(feed)
        clock = self.begin("--snapshot", self.home / "shot.png", "--feed-file", feed)
        clock.wait(20)
        self.assert_nothing_left()

    def test_one_that_hangs(self):
        self.script("Xvfb", "sleep 1000 & wait")
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with self.subTest(number=number):
                clock = self.begin("--snapshot", self.home / "shot.png")
                eventually(lambda: len(self.running()) >= 3, "it waits")
                clock.send_signal(number)
                self.assertEqual(clock.wait(5), -number)
                self.assert_nothing_left()

    def test_it_is_not_waited_for_for_ever(self):
        self.script("Xvfb", "sleep 1000 & wait")
        self.script("Xvnc", "exit 1")
        started = time.monotonic()
        self.assert_one_line(self.shot(1, PATH=f"{self.bin}:/usr/bin:/bin"), "did not start within 10 s")
        self.assertLess(time.monotonic() - started, 20)

    def test_the_kernel_ends_it_with_the_clock(self):
        self.script("Xvfb", "exec sleep 1000")
        clock = self.begin("--snapshot", self.home / "shot.png")
        eventually(lambda: len(self.running()) >= 2, "it waits")
        clock.kill()
        clock.wait()
        self.assert_nothing_left()

    def test_an_audit_needs_one_for_names_of_colours_only(self):
        audit = ("audit", "--no-config", "--ring-colour")
        self.assertEqual(self.run_clock(*audit, "#ff0000", PATH=str(self.bin)).status, 0)
        named, written = (self.run_clock(*audit, colour) for colour in ("red", "#ff0000"))
        self.assertEqual((named.status, named.output), (0, written.output), named.complaints)
        self.assert_one_line(self.run_clock(*audit, "red", PATH=str(self.bin)).complaints, "install Xvfb")
        bogus = self.run_clock(*audit, "bogus")
        self.assertEqual(bogus.status, 64)
        self.assert_one_line(bogus.complaints, "there is no colour 'bogus'")
        self.assert_nothing_left()


if __name__ == "__main__":
    import unittest

    unittest.main()
