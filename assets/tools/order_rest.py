"""The functions of a resting second first: order_rest.py OWN CALLED REST... prints the order for the linker.

OWN has the names of the program's own functions, one a line; CALLED what callgrind wrote of the whole time; each REST what it wrote
of some seconds at rest. What is in all of the last belongs to each second: in the order in which it was met it comes first, then
the others by name. A page of the program then has either functions of each second, or others."""

import re
import sys
from pathlib import Path

CALLED = re.compile(r"^c?fn=\(\d+\) ([^'\n]+)", re.MULTILINE)


def called(path):
    """Names of functions in the order in which callgrind met them, each once."""
    return list(dict.fromkeys(CALLED.findall(Path(path).read_text())))


def main(own, whole, *rests):
    own = set(Path(own).read_text().split())
    each = [called(rest) for rest in rests]
    first = [name for name in each[0] if name in own and all(name in other for other in each[1:])]
    print("\n".join(first + sorted(own.intersection(called(whole)).difference(first))))


if __name__ == "__main__":
    main(*sys.argv[1:])
