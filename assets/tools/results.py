#!/usr/bin/python3
"""Writes the results of the bench and the soak into results.md.

results.py NAME COMMAND...    runs the command and stores its output, and its status if it fails
results.py --note NAME WORDS  stores these words

The section NAME is replaced, and gets the date and the commit."""

import datetime
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

FILE = Path(__file__).with_name("results.md")
MOST_LINES = 80


def git(*words):
    return subprocess.run(["git", *words], cwd=FILE.parent, capture_output=True, text=True).stdout.strip()


def commit():
    changed = git("status", "--porcelain", "--", "..", f":!{FILE.name}")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + (" with changes" if changed else "")


def run(command):
    """Runs a command and shows its output. Returns its status and lines. Ctrl-C in a terminal reaches it directly."""
    lines = []
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, errors="replace") as process:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, _: process.send_signal(number))
        for line in process.stdout:
            print(line, end="", flush=True)
            lines.append(line.rstrip())
    return process.returncode, lines


def section(name, body, status=0):
    where = f"{datetime.date.today()}, commit {commit()}, {os.cpu_count()} processors"
    return f"## {name}\n{where}{f', status {status}' if status else ''}.\n\n{body.strip()}\n"


def shown(lines):
    """Keeps tables unchanged; other lines get hard line breaks."""
    lines = lines[-MOST_LINES:]
    return "\n".join(lines if any(line.startswith("|") for line in lines) else ["```", *lines, "```"])


def keep(name, text):
    """Replaces the section of that name, or appends it."""
    head, *sections = re.split(r"(?m)^(?=## )", FILE.read_text())
    place = next((place for place, each in enumerate(sections) if each.split("\n")[0] == f"## {name}"), len(sections))
    sections[place:place + 1] = [text]
    FILE.write_text("\n".join(each.strip() + "\n" for each in [head, *sections]))


def main(name, *command):
    if name == "--note":
        return keep(command[0], section(command[0], " ".join(command[1:])))
    status, lines = run(command)
    keep(name, section(name, shown(lines), status))
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(__doc__ if len(sys.argv) < 3 else main(*sys.argv[1:]))
