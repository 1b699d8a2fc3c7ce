#!/usr/bin/env python3
"""Makes a page of the manual: manual.py PROGRAM SOURCE [COMPANION] prints SOURCE with its placeholders filled in.

The source is mdoc(7). Lists that the program can print are not in the source. Comments are placeholders for them:
  .\\" OPTIONS                   every option, by the groups of --help
  .\\" OPTIONS: GROUP, GROUP     the options of these groups
  .\\" OPTIONS: GROUP (A B)      only --A and --B of the group
  .\\" FACES                     the faces, as --list-faces prints them
  .\\" COMMANDS                  the commands of the control socket
  .\\" TOPICS                    the commands as topics of MQTT
With a companion, the options are those of that program.
"""

import re
import subprocess
import sys
import textwrap
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

WIDTH = 78


class Option(NamedTuple):
    """A line of --list-options; names are without dashes. `value` is empty for an option without a value."""

    group: str
    names: list
    value: str
    values: list
    default: str
    meaning: str
    is_shown: bool


def answer(program, *options):
    """The output of the program for these options."""
    return subprocess.run([program, *options], check=True, capture_output=True, text=True).stdout


def options_of(program):
    """The options in the program's table."""
    for line in answer(program, "--list-options").splitlines():
        group, names, value, values, default, meaning, shown = line.split("\t")
        yield Option(group, names.split(), value, values.split(), default, meaning, shown == "shown")


def escaped(text):
    """Escapes a text: nothing in it is a command to the formatter, and dashes before options can be copied."""
    text = text.replace("\\", "\\e").replace("--", "\\-\\-").replace(" -", " \\-")
    return re.sub(r"^(?=[.'])", r"\\&", text)


def sentences(text):
    """Splits a text into lines of one sentence each, as mdoc requires."""
    return [escaped(sentence) for sentence in re.split(r"(?<=[.]) (?=[A-Z])", text)]


def spelled(name):
    """An option's name as the argument of `Fl`, which puts one dash before it."""
    return escaped(f"-{name}" if len(name) > 1 else name)


def default(option):
    """A line with the default, if the program prints one."""
    return [f"The default is {escaped(option.default)}."] if option.default else []


def head(alternatives):
    """The line with the names and values of options that share a description."""
    words = []
    for option in alternatives:
        value = f" Ar {escaped(option.value)}" if option.value else ""
        words += [f"Fl {spelled(name)}{value}" for name in option.names]
    return ".It " + " , ".join(words)


def values(option):
    """Lines with the allowed values, if they can be listed and the description does not name them all."""
    if all(re.search(rf"\b{re.escape(value)}\b", option.meaning) for value in option.values):
        return []
    *others, last = option.values
    return ["One of", f".Cm {' , '.join(map(escaped, others))}", "or", f".Cm {escaped(last)} ."]


def listed(group):
    """A list of options. Options with the same description, such as --date and --no-date, are one item."""
    lines = [".Bl -tag -width Ds"]
    for meaning, alternatives in groupby(group, lambda option: option.meaning):
        alternatives = list(alternatives)
        lines += [head(alternatives), *sentences(meaning), *values(alternatives[0]), *default(alternatives[0])]
    return [*lines, ".El"]


def options(program, wanted):
    """The wanted groups, or all, each under its title."""
    every, lines = [option for option in options_of(program) if option.is_shown], []
    titles = list(dict.fromkeys(option.group for option in every))
    for wish in wanted or titles:
        title, *names = re.fullmatch(r"(.*?)(?: \((.*)\))?", wish).groups()
        group = [option for option in every if option.group == title]
        if names[0]:
            group = [option for option in group if option.names[0] in names[0].split()]
        if not group:
            sys.exit(f"manual.py: there are no such options: {wish}")
        lines += [f".Ss {title}", *listed(group)]
    return lines


def faces(program):
    """A list of the faces with their descriptions."""
    lines = [".Bl -tag -width literal"]
    for line in answer(program, "--list-faces").splitlines():
        name, summary = line.split(maxsplit=1)
        lines += [f".It Cm {name}", *sentences(summary)]
    return [*lines, ".El"]


def commands(program):
    """A list of the commands with their arguments and descriptions."""
    lines = [".Bl -tag -width Ds"]
    for line in answer(program, "--list-commands").splitlines():
        name, arguments, meaning, since, _ = line.split("\t")
        head = f".It Cm {escaped(name)}" + (f" Ar {escaped(arguments)}\\&" if arguments else "")
        lines += [head, *sentences(meaning), f"Since version {since}."]
    return [*lines, ".El"]


def topics(program):
    """A list of the commands: the end of the topic, the payload and the description of each."""
    lines = [".Bl -tag -width Ds"]
    for line in answer(program, "--list-commands").splitlines():
        name, arguments, meaning, _, _ = line.split("\t")
        if name != "observe":
            head = f".It Pa command/{escaped(name.replace(' ', '/'))}" + (
                f" Ar {escaped(arguments)}\\&" if arguments else "")
            lines += [head, *sentences(meaning)]
    return [*lines, ".El"]


def filled(program, source, companion):
    """The lines of the source, with the placeholders filled in."""
    for line in source.splitlines():
        comment, _, rest = line.removeprefix('.\\" ').partition(":")
        if not line.startswith('.\\" '):
            yield line
        elif comment == "OPTIONS":
            yield from options(companion, [title.strip() for title in rest.split(",") if rest])
        elif comment == "FACES":
            yield from faces(program)
        elif comment == "COMMANDS":
            yield from commands(program)
        elif comment == "TOPICS":
            yield from topics(program)


def page(program, source, companion):
    """The result of `filled`, with long lines of running text wrapped."""
    is_literal = False
    for line in filled(program, source, companion):
        is_literal = line.startswith(".Bd -literal") or is_literal and line != ".Ed"
        if is_literal or line.startswith("."):
            yield line
        else:
            yield from textwrap.wrap(line, WIDTH, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    _, clock, path, *other = sys.argv
    print("\n".join(page(clock, Path(path).read_text(), *other or [clock])))
