"""Screensaver hosts that find the clock as installed by assets/install in /usr."""

import os
import subprocess
import tempfile
from pathlib import Path

from basics import BINARY, tool
from hosts import HostCase
from shipping import ASSETS


class InstalledCase(HostCase):
    """Mounts an installation over the system's /usr, visible to the test's hosts only."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        root = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="colourclock-installed-")))
        root.chmod(0o755)
        subprocess.run(
            ["sh", ASSETS / "install", "/usr"], check=True, capture_output=True,
            env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "COLOURCLOCK": BINARY, "DESTDIR": str(root)})
        cls.over = f"mount -t overlay colourclock -o lowerdir='{root}/usr:/usr' /usr"

    def host_command(self, command):
        """Runs the command in its own mount namespace, as mapped root if the tests do not run as root."""
        user, group = os.getuid(), os.getgid()
        root, back = ([], "") if user == 0 else (
            ["--map-root-user"], f"{tool('unshare')} --map-user={user} --map-group={group} -- ")
        return [tool("unshare"), *root, "--mount", "--", tool("sh"), "-c", f'{self.over} && exec {back}"$@"', "sh",
                *super().host_command(command)]

    def is_clock(self, process):
        """True for a clock of this test. Clocks of other tests have the same path but another home."""
        return (os.readlink(process / "exe").endswith("/bin/colourclock")
                and f"HOME={self.home}".encode() in (process / "environ").read_bytes().split(b"\0"))
