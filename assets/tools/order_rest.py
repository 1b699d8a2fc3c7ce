"""The functions of a resting second first: order_rest.py CALLED_AT_REST CALLED OWN prints the order for the linker.

Each argument is a file of names, one a line: what runs in a second at rest, what runs at all (both as callgrind writes them), and
what the program has of its own. A page of the program then has either functions of each second, or others."""

import re
import sys
from pathlib import Path

CALLED = re.compile(r"^c?fn=\(\d+\) ([^'\n]+)", re.MULTILINE)


def called(path):
    """Names of functions in the order in which callgrind met them, each once."""
    return list(dict.fromkeys(CALLED.findall(Path(path).read_text())))


def main(rest, all_of_it, own):
    own = set(Path(own).read_text().split())
    first = [name for name in called(rest) if name in own]
    seen = set(first)
    for name in first + sorted(name for name in set(called(all_of_it)) if name in own and name not in seen):
        print(name)


if __name__ == "__main__":
    main(*sys.argv[1:])
