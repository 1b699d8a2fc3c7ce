#!/usr/bin/env python3
"""The Windows names of time zones, from the copy of CLDR's windowsZones in ICU (Debian's libicu72):

    windows_zones.py            writes Sources/Agenda/WindowsZones.swift
    windows_zones.py --check    checks that file against the package; exit status 1 if it differs

Each name is mapped to CLDR's zone for the whole world (territory 001)."""

import ctypes
import ctypes.util
import re
import subprocess
import sys
from pathlib import Path

TARGET = Path(__file__).resolve().parents[2] / "Sources/Agenda/WindowsZones.swift"
WORLD = b"001"
HEAD = """\
/// Zones by their Windows names in lower case (CLDR's windowsZones, territory 001). `assets/tools/windows_zones.py`
/// writes this file from ICU's data (Debian's libicu72).
enum WindowsZones {
  static let names: [String: String] = [
"""


class Icu:
    """ICU's resource bundle functions (ures.h), whose names end with the version."""

    def __init__(self):
        name = ctypes.util.find_library("icuuc")
        if not name:
            sys.exit("windows_zones.py: ICU is missing: apt-get install libicu72")
        self.library, self.version = ctypes.CDLL(name), re.search(r"so\.(\d+)", name)[1]

    def call(self, function, *arguments, result=ctypes.c_void_p):
        error = ctypes.c_int(0)
        entry = getattr(self.library, f"{function}_{self.version}")
        entry.restype = result
        found = entry(*arguments, ctypes.byref(error))
        if error.value > 0:
            sys.exit(f"windows_zones.py: ICU has no table of this form: error {error.value} of {function}")
        return found

    def child(self, bundle, key):
        return ctypes.c_void_p(self.call("ures_getByKey", bundle, key, None))

    def zones(self):
        """Pairs of a Windows name and an Area/City name, in order."""
        table = self.child(ctypes.c_void_p(self.call("ures_openDirect", None, b"windowsZones")), b"mapTimezones")
        self.library[f"ures_getSize_{self.version}"].restype = ctypes.c_int
        key_of = self.library[f"ures_getKey_{self.version}"]
        key_of.restype = ctypes.c_char_p
        for index in range(self.library[f"ures_getSize_{self.version}"](table)):
            entry = ctypes.c_void_p(self.call("ures_getByIndex", table, index, None))
            length = ctypes.c_int()
            text = self.call("ures_getStringByKey", entry, WORLD, ctypes.byref(length))
            # Windows' offset names, such as "UTC-11", map to Etc/GMT+11.
            yield key_of(entry).decode(), ctypes.string_at(text, length.value * 2).decode("utf-16-le")


def source():
    rows = sorted((name.lower(), zone) for name, zone in Icu().zones())
    assert len(rows) > 100 and all(
        re.fullmatch(r"[\w +.()-]+", name) for name, _ in rows
    ), "ICU's table is another one now"
    return HEAD + "".join(f'    "{name}": "{zone}",\n' for name, zone in rows) + "  ]\n}\n"


def main():
    text = source()
    if sys.argv[1:] == ["--check"]:
        if TARGET.read_text() != text:
            sys.exit(
                f"windows_zones.py: {TARGET} is not what ICU says: run assets/tools/windows_zones.py, and look at "
                "what changes"
            )
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        TARGET.write_text(text)
        subprocess.run(["swift", "format", "lint", "--strict", TARGET], check=True)


if __name__ == "__main__":
    main()
