"""Part 11 of assets/tools/bench: time and memory of the companion `colourclock-agenda` on large and odd calendars."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Runs a program from a small process, since a child's peak memory is at least that of its parent at the fork. Prints
# CPU seconds, the peak in KiB and the exit status.
RUNNER = """import os, resource, sys
process = os.fork()
if process == 0:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    os.dup2(1, 2)
    os.execv(sys.argv[1], sys.argv[1:])
_, status, usage = os.wait4(process, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss, status)
"""
# Valid exit statuses: 0 for a calendar with events, 65 (EX_DATAERR) for no calendar.
ANSWERS = (0, 65 << 8)
# The most bytes that the program reads of a file. Each size is twice the one before.
MOST = 10_000_000
SIZES = (MOST // 8, MOST // 4, MOST // 2, MOST)
TRIES = 3
# Memory: bytes for each byte of the file. Growth: the factor by which the instructions for each byte grow when the size
# doubles. In proportion it is 1; the rest is for buffers that double. Slowing: the same of the times, which are noisy.
LIMITS = {"memory": 5, "growth": 1.05, "slowing": 1.25}
# The size of a small calendar of each kind, whose cost is subtracted: it runs the same code.
SMALL = 20_000
# Seconds. Shorter times are mostly the start of the program.
LEAST = 0.1
# The sizes whose instructions are counted. Counting takes about 15 times as long as the program.
COUNTED = (100_000, 200_000)
COUNTER = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")
# The day that the program prints, and its zone.
DAY, ZONE_OF_DAY = ("--print", "--date", "2026-03-30"), {"TZ": "Europe/Berlin"}


def event(lines, number="{n}"):
    return f"BEGIN:VEVENT\r\nUID:{number}\r\n{lines}END:VEVENT\r\n"


ZONE = (
    "BEGIN:VTIMEZONE\r\nTZID:Zone {n}\r\nBEGIN:STANDARD\r\nDTSTART:16010101T030000\r\nTZOFFSETFROM:+0200\r\n"
    "TZOFFSETTO:+0100\r\n"
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
)
LATE = "20260330T100000"
# For each kind: the head, the repeated part and the tail; {n} is a counter.
CALENDARS = {
    "nested": ("", "BEGIN:VEVENT\r\n", ""),
    "deep": ("BEGIN:VEVENT\r\n", "BEGIN:VALARM\r\n", "END:VEVENT\r\n"),
    "starts": ("BEGIN:VEVENT\r\n", "DTSTART:x\r\n", "END:VEVENT\r\n"),
    "zones": ("", ZONE, ""),
    "used-zones": ("", ZONE + event(f"DTSTART;TZID=Zone {{n}}:{LATE}\r\n"), ""),
    "no-zones": ("", event(f"DTSTART;TZID=No/Zone/{{n}}:{LATE}\r\n"), ""),
    "newlines": ("", "\n", ""),
    "returns": ("", "\r", ""),
    "folds": ("BEGIN:VEVENT\r\nSUMMARY:x", "\r\n ", "\r\nEND:VEVENT\r\n"),
    "title": ("BEGIN:VEVENT\r\nDTSTART:20260330T100000\r\nSUMMARY:", "x\\, é", "\r\nEND:VEVENT\r\n"),
    "events": ("", event(f"DTSTART:{LATE}\r\nDTEND:20260330T110000\r\nSUMMARY:Maths\r\n"), ""),
    "short-events": ("", "BEGIN:VEVENT\nDTSTART:20260330\nEND:VEVENT\n", ""),
    "series": ("",
               event(
        "DTSTART:20200101T100000\r\nDURATION:PT1H\r\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU;UNTIL=20270101T000000Z\r\n"), ""),
    "short-series": ("", "BEGIN:VEVENT\nDTSTART:20260330\nRRULE:FREQ=DAILY\nEND:VEVENT\n", ""),
    "overrides": (event(f"DTSTART:{LATE}\r\nRRULE:FREQ=DAILY\r\n", "x"),
                  event("RECURRENCE-ID:2026{m:02}{d:02}T{h:02}0000\r\nDTSTART:20260330T100000\r\n", "x"), ""),
    "versions": ("", event(f"SEQUENCE:{{n}}\r\nDTSTART:{LATE}\r\n", "x"), ""),
    "dates": (f"BEGIN:VEVENT\r\nDTSTART:{LATE}\r\nRRULE:FREQ=DAILY\r\nEXDATE:20200101", ",2021{m:02}{d:02}",
              "\r\nEND:VEVENT\r\n"),
    "further-times": (f"BEGIN:VEVENT\r\nDTSTART:{LATE}\r\nRDATE:20200101T100000", ",2021{m:02}{d:02}T100000",
                      "\r\nEND:VEVENT\r\n"),
    "exceptions": (f"BEGIN:VEVENT\r\nDTSTART:{LATE}\r\n", "EXDATE:20200101\r\n", "END:VEVENT\r\n"),
    "rules": (f"BEGIN:VEVENT\r\nDTSTART:{LATE}\r\n", "RRULE:FREQ=DAILY\r\n", "END:VEVENT\r\n"),
    "parameters": ("BEGIN:VEVENT\r\nDTSTART", ";X=1", f":{LATE}\r\nEND:VEVENT\r\n"),
    "colons": ("BEGIN:VEVENT\r\nDTSTART;TZID=", ":\"", f":{LATE}\r\nEND:VEVENT\r\n"),
    "calendars": ("", "BEGIN:VCALENDAR\r\n", ""),
    "ends": ("", "END:VEVENT\r\n", ""),
}


def values_with_parameters(size):
    """Half of the size are a line's parameters, half its values."""
    return f"{SERIES}EXDATE;X={'x' * (size // 2)}:20200101T100000{',20200102T100000' * (size // 32)}\r\nEND:VEVENT\r\n"


def names_with_blanks(size):
    """Half of the size is a zone; the events write its name with more and more blanks."""
    zone = ZONE.format(n=0).replace("BEGIN:STANDARD", "X-NOTE:note\r\n" * (size // 26) + "BEGIN:STANDARD")
    return zone + "".join(event(f"DTSTART;TZID=Zone 0{' ' * (n % 900)}:{LATE}\r\n", n) for n in range(size // 1100))


def overrides_of_the_day(size):
    """Half of the size are exceptions, half are overrides on the day."""
    return f"{SERIES}EXDATE:20200101T100000{',20200102T100000' * (size // 32)}\r\nEND:VEVENT\r\n" + "".join(
        event(
            f"RECURRENCE-ID:2026{n % 12 + 1:02}{n % 28 + 1:02}T{n % 24:02}{n // 336 % 60:02}{n // 20160 % 60:02}\r\n"
            f"DTSTART:{LATE}\r\n",
            "x",
        )
        for n in range(size // 220)
    )


SERIES = f"BEGIN:VEVENT\r\nUID:x\r\nDTSTART:{LATE}\r\nRRULE:FREQ=DAILY\r\n"
# Kinds that are not just one repeated part, made by a function of the size.
CALENDARS |= {"values-with-parameters": values_with_parameters, "names-with-blanks": names_with_blanks,
              "overrides-of-the-day": overrides_of_the_day}


def write(path, name, size):
    """Writes a calendar of about this size in bytes."""
    if callable(CALENDARS[name]):
        path.write_text(f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{CALENDARS[name](size)}END:VCALENDAR\r\n", newline="")
        return
    before, part, after = CALENDARS[name]
    counts = "{" in part
    with path.open("w", newline="") as file:
        written = file.write("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + before.format(n=0))
        number = 0
        while written < size - len(part) - len(after) - 20:
            number += 1
            written += file.write(part.format(n=number, m=number % 12 + 1, d=number % 28 + 1, h=number % 24) if counts
                                  else part * min(1000, max(1, (size - written) // len(part) - 10)))
        file.write(after + "END:VCALENDAR\r\n")


def cost(program, path, tries):
    """CPU seconds (the least of several tries) and peak memory in bytes."""
    costs = []
    for _ in range(tries):
        done = subprocess.run([sys.executable, "-I", "-S", "-c", RUNNER, program, *DAY, path],
                              env=ZONE_OF_DAY, capture_output=True, text=True, check=True)
        seconds, peak, status = done.stdout.split()
        if int(status) not in ANSWERS:
            raise RuntimeError(f"{path.name} ends it with status {int(status):#x}")
        costs.append((float(seconds), int(peak) << 10))
        if costs[0][0] > 1:
            break
    return min(costs)[0], min(peak for _, peak in costs)


def instructions(program, path):
    """The instructions to read a calendar. They do not depend on the load of the machine, nor on the seed of hashes."""
    env = {**ZONE_OF_DAY, "SWIFT_DETERMINISTIC_HASHING": "1"}
    done = subprocess.run([*COUNTER, program, *DAY, path], env=env, capture_output=True, text=True)
    found = re.search(r"I +refs: +([\d,]+)", done.stderr)
    if not found or done.returncode << 8 not in ANSWERS:
        raise RuntimeError(f"{path.name}: nothing counted: {done.stderr[-300:]}")
    return int(found[1].replace(",", ""))


def growth(program, path, name):
    """How much the instructions for each byte grow when the calendar's size doubles."""
    counts = []
    for size in (SMALL, *COUNTED):
        write(path, name, size)
        counts.append((instructions(program, path), path.stat().st_size))
    (base, least), *others = counts
    rates = [(count - base) / (size - least) for count, size in others]
    return rates[1] / rates[0]


def slowing(costs):
    """The greatest growth of the time for each byte from one size to the next, which is twice as large."""
    times = [max(LEAST, seconds) for seconds, _ in costs]
    return max((new / old / 2 for old, new in zip(times, times[1:])), default=0)


def calendars(program, names=tuple(CALENDARS), sizes=SIZES, tries=TRIES):
    """A table row for each kind of calendar, and the missed limits."""
    rows, missed = [], []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        path = Path(folder) / "calendar.ics"
        for name in names:
            write(path, name, SMALL)
            nothing, base = cost(program, path, tries)
            costs = []
            for size in sizes:
                write(path, name, size)
                costs.append(cost(program, path, tries))
            found = {"memory": max((peak - base) / min(size, MOST) for size, (_, peak) in zip(sizes, costs)),
                     "growth": growth(program, path, name), "slowing": slowing(costs)}
            rows.append(
                {"calendar": name,
                 **{f"{size / 1e6:g} MB s": round(seconds - nothing, 2) for size, (seconds, _) in zip(sizes, costs)},
                 "slowing": round(found["slowing"], 2), "growth": round(found["growth"], 3), "memory/size": round(found["memory"], 2),
                 "peak MB": round(costs[-1][1] / 1e6, 1)})
            missed += [f"{name}: {what} {value:.3f}, more than {LIMITS[what]}"
                       for what, value in found.items() if value > LIMITS[what]]
    return rows, missed
