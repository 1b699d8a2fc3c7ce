"""Hosts of savers that find what assets/install makes, where they look for it: under /usr."""

import os
import subprocess
import tempfile
from pathlib import Path

from basics import BINARY, tool
from hosts import HostCase
from shipping import ASSETS


class InstalledCase(HostCase):
    """A test whose hosts see an installation in /usr that only they see: it is mounted over the system's own."""

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
        """The command in a name space of its own; where the tests are not root's, they are for a while in there."""
        user, group = os.getuid(), os.getgid()
        root, back = ([], "") if user == 0 else (
            ["--map-root-user"], f"{tool('unshare')} --map-user={user} --map-group={group} -- ")
        return [tool("unshare"), *root, "--mount", "--", tool("sh"), "-c", f'{self.over} && exec {back}"$@"', "sh",
                *super().host_command(command)]

    def is_clock(self, process):
        """Other tests have theirs at the same path, but each test has a home of its own."""
        return (os.readlink(process / "exe").endswith("/bin/colourclock")
                and f"HOME={self.home}".encode() in (process / "environ").read_bytes().split(b"\0"))
