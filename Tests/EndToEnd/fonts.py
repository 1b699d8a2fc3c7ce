"""Private copies of the font caches.

Fontconfig locks the first writable cache of a folder while a process reads it (FcDirCacheLock). A test with a time
limit would otherwise wait for any other starting clock on the machine."""

import functools
import os
import shutil
import tempfile
import weakref
from pathlib import Path

CACHES = Path("/var/cache/fontconfig")
# Temporary names of a cache that is being written (FcAtomicNewFile).
PASSING = shutil.ignore_patterns("*.TMP-*", "*.NEW", "*.LCK")
FILE = ('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><cachedir>{}</cachedir>'
        '<include>/etc/fonts/fonts.conf</include></fontconfig>')


@functools.cache
def own_fonts():
    """A configuration file with the system's fonts and copies of its caches."""
    folder = Path(tempfile.mkdtemp(prefix="colourclock-fonts-"))
    weakref.finalize(own_fonts, shutil.rmtree, folder, ignore_errors=True)
    caches = folder / "caches"
    shutil.copytree(CACHES, caches, ignore=PASSING, ignore_dangling_symlinks=True)
    os.chmod(folder, 0o755)
    path = folder / "fonts.conf"
    path.write_text(FILE.format(caches))
    return path
