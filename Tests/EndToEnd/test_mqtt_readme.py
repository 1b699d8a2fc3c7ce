"""The README's example of two walls on a broker, run by an ordinary user."""

import contextlib
import math
import os
import re
import subprocess
import time
import unittest

from basics import BINARY, SOURCES, companion, eventually, mortal, tool
from control import Client
from support import Case

USERS_PATH = "/usr/local/bin:/usr/bin:/bin"


class Readme(Case):
    """In its own network and process namespaces: its port may be in use outside, and it kills processes by name."""

    def setUp(self):
        super().setUp()
        self.runtime = self.home / "runtime"
        self.runtime.mkdir(mode=0o700)
        # The folder of the installed programs.
        self.bin = self.home / "bin"
        self.bin.mkdir()
        (self.bin / "colourclock").symlink_to(BINARY)
        (self.bin / "colourclock-mqtt").symlink_to(companion("mqtt"))

    def shell(self, script):
        """A shell that runs this script with a user's environment."""
        user, group = os.getuid(), os.getgid()
        root, back = ([], "") if user == 0 else (
            ["--map-root-user"], f"{tool('unshare')} --map-user={user} --map-group={group} -- ")
        file = self.home / "script"
        file.write_text(script)
        command = [tool("unshare"), *root, "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "--", tool("sh"),
                   "-c",
                   f'{tool("ip")} link set lo up && exec {back}{tool("sh")} "$0"', file]
        shell = subprocess.Popen(
            mortal(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=self.variables(PATH=f"{self.bin}:{USERS_PATH}", XDG_RUNTIME_DIR=self.runtime))
        self.addCleanup(shell.communicate)
        self.addCleanup(shell.kill)
        return shell

    def ends(self, name):
        """The earliest and the latest possible end of its countdown; `None` without one."""
        before = time.time()
        with contextlib.suppress(OSError), contextlib.closing(Client(self.runtime / f"{name}.sock")) as client:
            countdown = client.ask("status")["data"]["wall"].get("countdown")
            after = time.time()
            if countdown and countdown["state"] == "running":
                return before + countdown["remaining"], after + countdown["remaining"]
        return None

    def test_two_walls_agree(self):
        text = (SOURCES.parent / "README.md").read_text()
        section = re.search(r"(?ms)^## Many walls$.*?^## ", text)[0]
        block = re.search(r"(?ms)^```sh\n(.*?)^```", section)[1]
        end = re.search("`(pkill .*?)`", section)[1]
        shell = self.shell(
            f"{block}\nread line\n{end}\nwhile pgrep -l 'colourclock|mosquitto' >&2; do sleep 0.1; done\necho over\n")
        started = time.time()
        ends = eventually(
            lambda: all(each := [self.ends(name) for name in ("left", "right")]) and each, "two countdowns")
        # The same whole second, like date(1), to a tenth.
        second = math.ceil(max(earliest for earliest, _ in ends) - 0.1)
        self.assertLess(second, min(latest for _, latest in ends) + 0.1, ends)
        self.assertTrue(started + 298 < second < time.time() + 300.1, ends)
        shell.stdin.write("\n")
        shell.stdin.flush()
        self.assertEqual(shell.stdout.readline(), "over\n")


if __name__ == "__main__":
    unittest.main()
