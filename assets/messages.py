#!/usr/bin/env python3
"""Prints the template of the message catalogues, assets/po/colourclock.pot, with every text of the wall to translate.

  assets/messages.py >assets/po/colourclock.pot
  for po in assets/po/*.po; do msgmerge --update --backup=none "$po" assets/po/colourclock.pot; done

In the core, a text of the wall is written as words["Hold to quit"], or words["%d min", 5] with values. A text that is
looked up elsewhere is written as a `caption:`. A comment "Translators: …" on the line before is for the translators."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CORE = ROOT / "Sources/ColourClock"
HEAD = '''# The words of Colour Clock's wall. assets/messages.py writes this template from the sources.
msgid ""
msgstr ""
"Project-Id-Version: colourclock\\n"
"PO-Revision-Date: 2026-11-22 12:00+0000\\n"
"Last-Translator: Colour Clock developers\\n"
"Language-Team: none\\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
'''
TEXT = r'"((?:[^"\\]|\\.)*)"'
MESSAGE = re.compile(r'(?:\bwords\[\s*|\bcaption: )' + TEXT)
# A format of strftime, not of printf.
FORM_OF_DATE = "%A, %-d %B %Y"


def messages():
    """Every text with its places in the sources and the comments for translators, in the order of the files."""
    found = {}
    for path in sorted(CORE.rglob("*.swift")):
        source = re.sub(r"(?m)^\s*///.*$", "", path.read_text())
        for match in MESSAGE.finditer(source):
            places, comments = found.setdefault(match[1], ([], []))
            places.append(str(path.relative_to(ROOT)))
            line = source[:match.start()].rpartition("\n")[0].rpartition("\n")[2]
            comments += re.findall(r"^\s*// Translators: (.*)$", line)
    return found


def entry(text, places, comments):
    lines = [f"#. {comment}" for comment in comments] + [f"#: {place}" for place in dict.fromkeys(places)]
    if "%" in text:
        lines.append("#, no-c-format" if text == FORM_OF_DATE else "#, c-format")
    return "\n".join([*lines, f'msgid "{text}"', 'msgstr ""', ""])


if __name__ == "__main__":
    print("\n".join([HEAD, *(entry(text, *found) for text, found in messages().items())]), end="")
