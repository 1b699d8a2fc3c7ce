#!/usr/bin/env python3
"""An hour of a clock under valgrind, shown at sixtyfold speed: soak_valgrind.py PROGRAM.

The clock runs under memcheck on its own server and gets random commands, as soak_commands.py makes them, until it is
told to quit. The run fails at an invalid read or write, at a decision on uninitialised memory, or at a definite leak.
valgrind.supp lists known faults of libraries with reasons. The same seed makes the same commands."""

import argparse
import contextlib
import random
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import soak_commands
from bench_processes import running, xvfb
from soak_commands import SIZE, START, Failed, Link, Orders, Soak, Watch, boot, require

SPEED = 60
SUPPRESSIONS = Path(__file__).with_name("valgrind.supp")
# Seconds. The clock is some forty times slower, and loads much for all scripts.
PATIENCE = 240
FAULTS = 99
MEMORY = ("--tool=memcheck", "--leak-check=full", "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite")


def checker(log, tool=MEMORY, children=False):
    """The command prefix; `children` includes forked copies. Its own exit status appears only if the command exits by
    itself."""
    return ["valgrind", *tool, f"--error-exitcode={FAULTS}", f"--suppressions={SUPPRESSIONS}", "--num-callers=24",
            f"--child-silent-after-fork={'no' if children else 'yes'}", "--show-error-list=yes", f"--log-file={log}"]


def figures(log):
    return re.findall(r"^==\d+==\s+((?:definitely lost|suppressed|still reachable|ERROR SUMMARY|in use at exit).*)",
                      log, re.M)


class Memory:
    def __init__(self, program, hour, pause, seed):
        self.program, self.hour, self.pause, self.random = program, hour, pause, random.Random(seed)
        self.said = Counter()

    def command(self, folder):
        return [*checker(f"{folder}/valgrind"), self.program, "--no-config", "--no-hint", "--fullscreen", "--at", START,
                "--speed", str(SPEED), "--utc",
                "--fade", "0", "--allow-remote", "quit", "--control", f"{folder}/clock.sock"]

    def connect(self, client, path):
        """Connects when the clock listens; its start takes a while."""
        end = boot() + PATIENCE
        while not path.exists():
            client.check()
            require(boot() < end, "it does not open its socket")
            time.sleep(0.05)
        link = Link(path)
        link.socket.settimeout(PATIENCE)
        return link

    def tell(self, client, link, orders):
        due, start = boot(), orders.now
        while True:
            orders.now = Watch.shown(link.ask("status")["data"])
            shown = (orders.now - start).total_seconds()
            if shown >= self.hour:
                return shown
            for _ in range(4):
                words = orders.next()
                reply = link.ask(*words)
                self.said[reply["error"] == "success"] += 1
                due = max(due + self.pause, boot())
                time.sleep(max(0, due - boot()))
            client.check()

    def run(self):
        with contextlib.ExitStack() as stack:
            _, display = stack.enter_context(xvfb(SIZE))
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="soak-")))
            client = stack.enter_context(running("clock", self.command(folder), display))
            link = stack.enter_context(contextlib.closing(self.connect(client, folder / "clock.sock")))
            soak = Soak(self.program, self.hour, self.pause, 0)
            orders = Orders(self.random, link.ask("help")["data"], soak.flags(link), folder)
            soak.warm(link)
            orders.now = Watch.shown(link.ask("status")["data"])
            shown = self.tell(client, link, orders)
            require(link.ask("quit")["error"] == "success", "it does not quit")
            status = client.process.wait(PATIENCE)
            self.report(shown, status, (folder / "valgrind").read_text(errors="replace"))

    def report(self, shown, status, log):
        print(f"{shown:.0f} s shown after a warm-up, {self.said[True]} commands obeyed and {self.said[False]} refused")
        print("\n".join(figures(log)))
        if status:
            print(log)
        require(status == 0, "valgrind has found something" if status == FAULTS else f"it ended with status {status}")


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--hour", type=float, default=3600, metavar="N", help="seconds that the clock shows (3600)")
    parser.add_argument("--pause", type=float, default=0.25, help="seconds between commands (0.25)")
    parser.add_argument("--seed", type=int, help="of the commands; by chance unless given")
    return parser.parse_args()


def main():
    options = parse()
    seed = random.randrange(1 << 32) if options.seed is None else options.seed
    # Under valgrind a tick may take longer than its second.
    soak_commands.TICK = 0.5
    try:
        Memory(options.program, options.hour, options.pause, seed).run()
    except Failed as failure:
        sys.exit(f"soak: seed {seed}: {failure}")
    print(f"nothing wrong with seed {seed}")


if __name__ == "__main__":
    main()
