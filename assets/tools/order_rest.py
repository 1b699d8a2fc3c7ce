"""Orders functions for the linker, those of a resting second first: order_rest.py OWN CALLED REST...

OWN lists the program's own functions, one a line. CALLED is callgrind's output of a whole run; each REST its output of
some seconds at rest. Functions in every REST run each second and come first, in the order of their first call. The
others follow by name. So a page of code has either functions of each second or other ones."""

import re
import sys
from pathlib import Path

CALLED = re.compile(r"^c?fn=([^'\n]+)", re.MULTILINE)


def called(path):
    """Names of functions in the order of their first call, each once."""
    return list(dict.fromkeys(CALLED.findall(Path(path).read_text())))


def main(own, whole, *rests):
    own = set(Path(own).read_text().split())
    each = [called(rest) for rest in rests]
    first = [name for name in each[0] if name in own and all(name in other for other in each[1:])]
    print("\n".join(first + sorted(own.intersection(called(whole)).difference(first))))


if __name__ == "__main__":
    main(*sys.argv[1:])
