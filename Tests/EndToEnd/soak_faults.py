#!/usr/bin/python3
"""Makes faults of all kinds to the program that $COLOURCLOCK names, each hundreds of times: soak_faults.py [OPTIONS].

A line when a fault has been tried, and a table at the end. At the first promise that is broken it ends with status 1,
and says with which options that try comes again."""

import argparse
import signal
import sys
import time
import unittest

from faults import Plan
from faults_client import FAULTS as CLIENT
from faults_commands import FAULTS as COMMANDS
from faults_files import FAULTS as FILES
from faults_links import FAULTS as LINKS
from faults_server import FAULTS as SERVER

FAULTS = SERVER + CLIENT + COMMANDS + FILES + LINKS
HEAD = ("fault", "tries", "survived", "median s", "worst s", "notes")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tries", type=int, default=200, help="of each fault (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the tries (1)")
    parser.add_argument("--first", type=int, default=0, metavar="NUMBER", help="the number of the first try (0)")
    group = parser.add_mutually_exclusive_group()
    group.add_argument("--only", metavar="NAME", help="this fault alone")
    group.add_argument("--from", dest="start", metavar="NAME", help="this fault and those after it")
    parser.add_argument("--list", action="store_true", help="the names of the faults")
    options = parser.parse_args()
    named = options.only or options.start
    names = [fault.__name__ for fault in FAULTS]
    if named and named not in names:
        parser.error(f"'{named}' is none of {', '.join(names)}")
    begin = names.index(named) if named else 0
    return options, FAULTS[begin : begin + 1 if options.only else None]


def table(rows):
    """A table in the format of assets/tools/results.md."""
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD))
    for row in rows:
        print("| " + " | ".join(map(str, row)) + " |")


def main():
    options, faults = parse()
    # Shells and nohup(1) start programs with these signals ignored, which clocks would inherit; a handled signal is
    # reset in children.
    for number in (signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    if options.list:
        return print("\n".join(f"{fault.__name__}: {fault.name}" for fault in faults))
    Plan.tries, Plan.first, Plan.seed, Plan.minute = options.tries, options.first, options.seed, 60
    for fault in faults:
        started, result = time.monotonic(), unittest.TestResult()
        print(f"{fault.__name__}: {fault.name} …", flush=True)
        unittest.TestSuite([fault("test_tries")]).run(result)
        for _, text in result.failures + result.errors:
            table(Plan.rows)
            sys.exit(f"{text}\nsoak_faults.py: FAILED: {fault.__name__}; again with --only {fault.__name__} --seed "
                     f"{options.seed} --tries 1 and --first with the number of the try")
        _, tries, survived, median, worst, _ = Plan.rows[-1]
        print(
            f"  {tries} tries in {time.monotonic() - started:.0f} s, survived {survived}, right again after {median} s "
              f"(median), {worst} s (worst)", flush=True)
    table(Plan.rows)


if __name__ == "__main__":
    main()
