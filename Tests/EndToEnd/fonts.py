"""Fonts of this run's own, as far as they can be locked.

Fontconfig has one process at a time read a folder's cache, and locks the first that may be written (FcDirCacheLock): a test that says
how long a clock may take would else wait for any other clock on the machine that is on its way there."""

import functools
import os
import shutil
import tempfile
import weakref
from pathlib import Path

CACHES = Path("/var/cache/fontconfig")
# Of a cache that is being written: a moment later it has its own name (FcAtomicNewFile).
PASSING = shutil.ignore_patterns("*.TMP-*", "*.NEW", "*.LCK")
FILE = '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><cachedir>{}</cachedir><include>/etc/fonts/fonts.conf</include></fontconfig>'


@functools.cache
def own_fonts():
    """The file that says so: the system's fonts, with copies of its caches."""
    folder = Path(tempfile.mkdtemp(prefix="colourclock-fonts-"))
    weakref.finalize(own_fonts, shutil.rmtree, folder, ignore_errors=True)
    caches = folder / "caches"
    shutil.copytree(CACHES, caches, ignore=PASSING, ignore_dangling_symlinks=True)
    os.chmod(folder, 0o755)
    path = folder / "fonts.conf"
    path.write_text(FILE.format(caches))
    return path
