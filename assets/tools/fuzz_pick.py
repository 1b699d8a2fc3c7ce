#!/usr/bin/python3
"""Selects the inputs of a parser's corpus: fuzz_pick.py NAME CONTROL, started by fuzz_one.

While libFuzzer merges, it records in the file CONTROL which features each input reaches. At most 40 inputs stay in
Tests/Fuzz/corpus/NAME: first the regressions, which have readable names, then the inputs that reach the most new
features. The next 600 go into Tests/Fuzz/found/NAME.tar.xz. The result is reproducible."""

import hashlib
import io
import re
import sys
import tarfile
from pathlib import Path

MOST, MOST_PACKED = 40, 600
# libFuzzer names an input by its SHA-1 sum.
SUM = re.compile(r"[0-9a-f]{40}")


def reached(control):
    """The paths of the inputs, with the numbers of the features that each reaches."""
    lines = iter(control.read_text().splitlines())
    count, _ = int(next(lines)), next(lines)
    paths = [Path(next(lines)) for _ in range(count)]
    notes = {int(place): set(numbers) for kind, place, *numbers in map(str.split, lines) if kind == "FT"}
    return {path: notes.get(place, set()) for place, path in enumerate(paths)}


def chosen(inputs, first):
    """The inputs of `first`, then the others by their gain in features; of equal ones the smaller."""
    known = set().union(*(inputs[path] for path in first))
    left = {path: numbers - known for path, numbers in inputs.items() if path not in first}
    size = {path: (path.stat().st_size, path.name) for path in left}
    while left := {path: numbers for path, numbers in left.items() if numbers}:
        best = min(left, key=lambda path: (-len(left[path]), size[path]))
        yield best
        more = left.pop(best)
        for numbers in left.values():
            numbers -= more


def pack(target, inputs):
    """Packs a reproducible archive: no times or owners, sorted by name."""
    with tarfile.open(target, "w:xz", preset=9) as archive:
        for data in sorted(inputs, key=named):
            entry = tarfile.TarInfo(named(data))
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))


def named(data):
    return hashlib.sha1(data).hexdigest()


def main(name, control):
    corpus, archive = Path("Tests/Fuzz/corpus", name), Path("Tests/Fuzz/found", f"{name}.tar.xz")
    inputs = reached(Path(control))
    regressions = [path for path in inputs if path.parent == corpus and not SUM.fullmatch(path.name)]
    order = list(chosen(inputs, regressions))
    kept = max(0, MOST - len(regressions))
    small, rest = ([path.read_bytes() for path in part] for part in (order[:kept], order[kept:kept + MOST_PACKED]))
    for path in corpus.iterdir():
        if path not in regressions:
            path.unlink()
    for data in small:
        (corpus / named(data)).write_bytes(data)
    archive.unlink(missing_ok=True)
    if rest:
        archive.parent.mkdir(exist_ok=True)
        pack(archive, rest)
    print(f"{name}: {len(regressions) + len(small)} inputs, and {len(rest)} in the archive, of {len(inputs)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
