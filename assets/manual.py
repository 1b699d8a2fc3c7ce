#!/usr/bin/env python3
"""Makes a page of the manual: manual.py PROGRAM SOURCE prints SOURCE with its placeholders filled in.

The source is mdoc(7). Whatever can be asked of the program is not written there but in comments that stand for it:
  .\\" OPTIONS                   every option, by the groups of --help
  .\\" OPTIONS: GROUP, GROUP     those of these groups
  .\\" OPTIONS: GROUP (A B)      only --A and --B of the group
  .\\" FACES                     the faces, as --list-faces tells of them
"""

import json
import re
import subprocess
import sys
import textwrap
from itertools import groupby
from pathlib import Path

# What belongs to no group: the options that the parser itself brings along.
REST = "Other"
WIDTH = 78
GENERATING = {
    "abstract": "Print completions and exit.", "kind": "option", "valueName": "shell", "sectionTitle": REST,
    "names": [{"kind": "long", "name": "generate-completion-script"}], "allValues": ["bash", "zsh", "fish"],
}


def answer(program, *options):
    """What the program prints when it is asked for that."""
    return subprocess.run([program, *options], check=True, capture_output=True, text=True).stdout


def arguments(program):
    """The options as the program's own parser describes them, without those that --help hides."""
    command = json.loads(answer(program, "--experimental-dump-help"))["command"]
    shown = [argument for argument in command["arguments"] if argument["shouldDisplay"]]
    return [*shown, GENERATING]


def escaped(text):
    """Text in which nothing is a command to the formatter, and a dash before an option can be copied and pasted."""
    text = text.replace("\\", "\\e").replace("--", "\\-\\-").replace(" -", " \\-")
    return re.sub(r"^(?=[.'])", r"\\&", text)


def sentences(text):
    """Lines of a sentence each, as mdoc wants them."""
    return [escaped(sentence) for sentence in re.split(r"(?<=[.]) (?=[A-Z])", text)]


def spelled(name):
    """An option's name after the dash that `Fl` puts before it."""
    return escaped(f"-{name['name']}" if name["kind"] == "long" else name["name"])


def default(argument):
    """What it is without the option, where the parser knows that."""
    value = argument.get("defaultValue")
    return [f"The default is {escaped(value)}."] if value else []


def head(alternatives):
    """The line with the names and the value of options that are told of together."""
    words = []
    for argument in alternatives:
        value = "" if argument["kind"] == "flag" else f" Ar {escaped(argument['valueName'])}"
        words += [f"Fl {spelled(name)}{value}" for name in argument["names"]]
    return ".It " + " , ".join(words)


def values(argument):
    """The values it takes, if they can be listed and its meaning does not name them all."""
    *others, last = argument.get("allValues") or [None]
    if not others or all(re.search(rf"\b{re.escape(value)}\b", argument["abstract"]) for value in [*others, last]):
        return []
    return ["One of", f".Cm {' , '.join(map(escaped, others))}", "or", f".Cm {escaped(last)} ."]


def listed(group):
    """A list of options; those with one and the same meaning, such as --date and --no-date, are one item of it."""
    lines = [".Bl -tag -width Ds"]
    for meaning, alternatives in groupby(group, lambda argument: argument.get("abstract", "")):
        alternatives = list(alternatives)
        lines += [head(alternatives), *sentences(meaning), *values(alternatives[0]), *default(alternatives[0])]
    return [*lines, ".El"]


def options(program, wanted):
    """The groups that are wanted, or all, each under its title."""
    every, lines = arguments(program), []
    titles = list(dict.fromkeys(argument.get("sectionTitle", REST) for argument in every))
    for wish in wanted or titles:
        title, *names = re.fullmatch(r"(.*?)(?: \((.*)\))?", wish).groups()
        group = [argument for argument in every if argument.get("sectionTitle", REST) == title]
        if names[0]:
            group = [argument for argument in group if argument["names"][0]["name"] in names[0].split()]
        if not group:
            sys.exit(f"manual.py: there are no such options: {wish}")
        lines += [f".Ss {title}", *listed(group)]
    return lines


def faces(program):
    """The faces with what they are."""
    lines = [".Bl -tag -width literal"]
    for line in answer(program, "--list-faces").splitlines():
        name, summary = line.split(maxsplit=1)
        lines += [f".It Cm {name}", *sentences(summary)]
    return [*lines, ".El"]


def filled(program, source):
    """The lines of the source, and in the places of the comments what they stand for."""
    for line in source.splitlines():
        comment, _, rest = line.removeprefix('.\\" ').partition(":")
        if not line.startswith('.\\" '):
            yield line
        elif comment == "OPTIONS":
            yield from options(program, [title.strip() for title in rest.split(",") if rest])
        elif comment == "FACES":
            yield from faces(program)


def page(program, source):
    """The same, with no line of running text longer than a source of a manual may be."""
    is_literal = False
    for line in filled(program, source):
        is_literal = line.startswith(".Bd -literal") or is_literal and line != ".Ed"
        if is_literal or line.startswith("."):
            yield line
        else:
            yield from textwrap.wrap(line, WIDTH, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    _, clock, path = sys.argv
    print("\n".join(page(clock, Path(path).read_text())))
