"""Random calendars in the style of several programs, from a seed: their zones, line ends, rule parts and ends of
series."""

import random
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

# The compared days include both changes to summer time; ends, exceptions and overrides fall among them.
FIRST, COUNT = date(2026, 2, 20), 44
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]

ZONES = {"Europe/Berlin": ("+0100", "+0200", "20261025T030000", "-1SU", 10, "20260329T020000", "-1SU", 3),
         "America/New_York": ("-0500", "-0400", "20261101T020000", "1SU", 11, "20260308T020000", "2SU", 3)}


def vtimezone(name, zone):
    """A VTIMEZONE as Exchange writes it, valid for all years."""
    standard, summer, _, autumn_day, autumn, _, spring_day, spring = ZONES[zone]
    hours = ("T030000", "T020000") if zone == "Europe/Berlin" else ("T020000", "T020000")
    return ["BEGIN:VTIMEZONE", f"TZID:{name}", "BEGIN:STANDARD", f"DTSTART:19700101{hours[0]}",
            f"TZOFFSETFROM:{summer}",
            f"TZOFFSETTO:{standard}", f"RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY={autumn_day};BYMONTH={autumn}",
            "END:STANDARD",
            "BEGIN:DAYLIGHT", f"DTSTART:19700101{hours[1]}", f"TZOFFSETFROM:{standard}", f"TZOFFSETTO:{summer}",
            f"RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY={spring_day};BYMONTH={spring}", "END:DAYLIGHT", "END:VTIMEZONE"]


def folded(line, newline):
    """Folds a line after 75 bytes (RFC 5545, 3.1)."""
    parts = [line[:75]] + [line[at:at + 74] for at in range(75, len(line), 74)]
    return (newline + " ").join(parts)


class Style:
    """A program's style: its name, its zone names, and its way to write rules and ends."""

    product, newline, zone_names = "", "\r\n", {}

    def __init__(self, dice, zone, number):
        self.dice, self.zone, self.number = dice, zone, number
        # The features of each event by title.
        self.features = {}

    def text(self):
        events = [line for count in range(self.dice.randint(3, 5)) for line in self.series(f"{self.number}-{count}")]
        head = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{self.product}", *self.head()]
        return "".join(folded(line, self.newline) + self.newline for line in [*head, *events, "END:VCALENDAR"])

    def head(self):
        return vtimezone(self.tzid, self.zone)

    @property
    def tzid(self):
        return self.zone_names.get(self.zone, self.zone)

    def chance(self, share):
        return self.dice.random() < share

    def start(self):
        """A start far from midnight, on a day of the month that February has too."""
        return datetime(self.dice.choice([2024, 2025]), self.dice.randint(1, 12), self.dice.randint(1, 28),
                        self.dice.randint(8, 17),
                        self.dice.choice([0, 15, 30, 45]))

    def time(self, name, moment, is_day):
        return f"{name};VALUE=DATE:{moment:%Y%m%d}" if is_day else f"{name};TZID={self.tzid}:{moment:%Y%m%dT%H%M%S}"

    def offset(self, moment):
        return moment.replace(tzinfo=ZoneInfo(self.zone)).utcoffset()

    def universal(self, moment):
        return f"{moment.replace(tzinfo=ZoneInfo(self.zone)).astimezone(ZoneInfo('UTC')):%Y%m%dT%H%M%SZ}"

    def series(self, title):
        features = self.features.setdefault(title, set())
        start, is_day = self.start(), self.chance(0.25)
        parts = self.rule(start, features)
        near = self.near(start, parts)
        last = self.dice.choice(near)
        end = self.end(start, last, is_day, features)
        if "BYHOUR" in parts and is_day:
            features.add("BYHOUR for days")
        if not is_day and end.get("UNTIL", "").endswith("Z") and self.offset(start) != self.offset(last):
            features.add("UNTIL across a change of the clock")
        if "BYSETPOS" in parts and (parts["FREQ"] == "WEEKLY" or "BYHOUR" in parts):
            features.add("BYSETPOS of a week or of hours")
        if parts["FREQ"] == "YEARLY" and "BYMONTHDAY" in parts and "BYMONTH" not in parts:
            features.add("BYMONTHDAY of every month")
        lines = [*self.first_lines(title), self.time("DTSTART", start, is_day), *self.length(start, is_day)]
        if self.chance(0.9):
            rule = self.joined(parts, end)
            lines.append("RRULE:" + rule)
            if rule != rule.upper():
                features.add("rule in small letters")
        times = self.dice.sample(near, min(6, len(near)))
        lines += self.exceptions(times[:self.dice.randint(0, 3)], is_day)
        lines.append("END:VEVENT")
        moved = times[3:3 + self.dice.randint(0, 3)]
        if moved and self.chance(0.2):
            lines[-1:-1] = self.exceptions(moved, is_day)
            features.add("exception of an override")
        for moment in moved:
            there = moment + timedelta(days=self.dice.randint(0, 2),
                                       hours=0 if is_day else self.dice.choice([-1, 1, 2]))
            lines += [*self.first_lines(title), self.time("DTSTART", there, is_day), *self.length(there, is_day),
                      self.time("RECURRENCE-ID", moment, is_day), "END:VEVENT"]
        return lines

    def near(self, start, parts):
        """The occurrences on the compared days. If there are none, or the event has no rule: any times on these
        days."""
        first = datetime.combine(FIRST, time())
        rule = ";".join(f"{name}={value}" for name, value in parts.items())
        times = rrulestr(rule, dtstart=start).between(first, first + timedelta(COUNT))
        return times or [datetime.combine(FIRST, start.time()) + timedelta(days) for days in range(COUNT)]

    def first_lines(self, title):
        return ["BEGIN:VEVENT", f"UID:{title}@example.org", f"SUMMARY:{title}", "DTSTAMP:20250101T000000Z"]

    def length(self, start, is_day):
        return [
            self.time("DTEND", start + (timedelta(days=self.dice.randint(1, 2)) if is_day else timedelta(minutes=50)),
                      is_day)]

    def exceptions(self, times, is_day):
        return [self.time("EXDATE", moment, is_day) for moment in times]

    def rule(self, start, features):
        """A rule with the parts that a calendar program's form offers."""
        interval, weekday = self.dice.choice([1, 1, 1, 2, 3]), DAYS[start.weekday()]
        kind = self.dice.choice(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY", "YEARLY"])
        parts = {"FREQ": kind, "INTERVAL": interval}
        if kind == "DAILY":
            return parts
        if kind == "WEEKLY":
            others = sorted({weekday, *self.dice.sample(DAYS, self.dice.randint(0, 2))}, key=DAYS.index)
            parts["BYDAY"] = ",".join(others)
            return parts
        nth = self.dice.choice([(start.day + 6) // 7, -1]) if start.day > 24 else (start.day + 6) // 7
        if kind == "MONTHLY":
            parts |= self.dice.choice([{"BYMONTHDAY": start.day}, {"BYDAY": f"{nth}{weekday}"}, {}])
        else:
            parts |= self.dice.choice(
                [{"BYMONTH": start.month, "BYMONTHDAY": start.day},
                 {"BYMONTH": start.month, "BYDAY": f"{nth}{weekday}"}, {}])
        return parts

    def end(self, start, last, is_day, features):
        form = self.dice.random()
        if form < 0.3:
            return {"COUNT": self.dice.randint(2, 300)}
        return {"UNTIL": self.until(last, is_day, features)} if form < 0.7 else {}

    def until(self, last, is_day, features):
        return f"{last:%Y%m%d}" if is_day else self.universal(last)

    def joined(self, parts, end):
        return ";".join(
            f"{name}={value}" for name, value in {**parts, **end}.items() if (name, value) != ("INTERVAL", 1))


class Exchange(Style):
    """Windows zone names, end days at local midnight in UTC, long headers, WKST by the locale."""

    product = "Microsoft Exchange Server 2010"
    zone_names = {"Europe/Berlin": "W. Europe Standard Time", "America/New_York": "Eastern Standard Time"}

    def first_lines(self, title):
        more = ["CLASS:PUBLIC", "PRIORITY:5", "TRANSP:OPAQUE", "STATUS:CONFIRMED", "SEQUENCE:0",
                "X-MICROSOFT-CDO-BUSYSTATUS:BUSY",
                "DESCRIPTION;LANGUAGE=de-DE:" + "Besprechung\\, Raum 2\\n" * self.dice.randint(1, 6)]
        return [*super().first_lines(title), *more]

    def until(self, last, is_day, features):
        if not is_day:
            return self.universal(last)
        features.add("UNTIL in universal time for days")
        return self.universal(last.replace(hour=0, minute=0))

    def joined(self, parts, end):
        return ";".join(
            f"{name}={value}" for name, value in {"FREQ": parts["FREQ"], **end, **parts, "WKST": "MO"}.items())


class Outlook(Exchange):
    """Like Outlook's files: all exceptions in one line, the zone's name in quotes."""

    product = "-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN"

    def time(self, name, moment, is_day):
        return super().time(name, moment, is_day).replace(f"TZID={self.tzid}", f'TZID="{self.tzid}"')

    def exceptions(self, times, is_day):
        value = ",".join(f"{moment:%Y%m%d}" if is_day else f"{moment:%Y%m%dT%H%M%S}" for moment in times)
        return [f"EXDATE;VALUE=DATE:{value}" if is_day else f'EXDATE;TZID="{self.tzid}":{value}'] if times else []


class Google(Style):
    """X-WR-TIMEZONE, WKST, and the end of the last day in UTC."""

    product = "-//Google Inc//Google Calendar 70.9054//EN"

    def head(self):
        return ["CALSCALE:GREGORIAN", "METHOD:PUBLISH", "X-WR-CALNAME:Team", f"X-WR-TIMEZONE:{self.zone}",
                *super().head()]

    def until(self, last, is_day, features):
        return f"{last:%Y%m%d}" if is_day else self.universal(last.replace(hour=23, minute=59, second=59))

    def joined(self, parts, end):
        order = {"FREQ": parts["FREQ"], "WKST": self.dice.choice(["MO", "SU"]), **end, **parts}
        return ";".join(f"{name}={value}" for name, value in order.items())


class ICloud(Style):
    """UNTIL as a day, alarms, and BYSETPOS with weekdays for "the last workday"."""

    product = "-//Apple Inc.//iOS 17.4//EN"

    def rule(self, start, features):
        parts = super().rule(start, features)
        if parts["FREQ"] == "MONTHLY" and self.chance(0.4):
            parts = {"FREQ": "MONTHLY", "INTERVAL": parts["INTERVAL"], "BYDAY": "MO,TU,WE,TH,FR",
                     "BYSETPOS": self.dice.choice([1, 2, -1, -2])}
        return parts

    def first_lines(self, title):
        return [*super().first_lines(title), "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:soon",
                "END:VALARM"]


class Nextcloud(Style):
    """Every form of its editor: sets of month days and months, ordinals with BYSETPOS."""

    product = "-//IDN nextcloud.com//Calendar app 4.6.4//EN"

    def rule(self, start, features):
        parts = super().rule(start, features)
        if parts["FREQ"] == "MONTHLY":
            numbers = ",".join(map(str, sorted({start.day, *self.dice.sample(range(1, 32), 2)})))
            parts = {"FREQ": "MONTHLY", "INTERVAL": parts["INTERVAL"]}
            parts |= self.dice.choice(
                [{"BYMONTHDAY": numbers},
                 {"BYDAY": ",".join(self.dice.sample(DAYS, 2)), "BYSETPOS": self.dice.choice([1, 3, -1])}])
        elif parts["FREQ"] == "YEARLY":
            months = ",".join(map(str, sorted({start.month, *self.dice.sample(range(1, 13), 3)})))
            parts = {"FREQ": "YEARLY", "INTERVAL": parts["INTERVAL"], "BYMONTH": months}
            parts |= self.dice.choice(
                [{}, {"BYMONTHDAY": start.day},
                 {"BYDAY": self.dice.choice(DAYS), "BYSETPOS": self.dice.choice([1, -1])}])
        return parts


class ByHand(Style):
    """Plain newlines, floating times, every rule part of RFC 5545, and common mistakes."""

    product, newline = "me", "\n"

    def head(self):
        return []

    def time(self, name, moment, is_day):
        return f"{name};VALUE=DATE:{moment:%Y%m%d}" if is_day else f"{name}:{moment:%Y%m%dT%H%M%S}"

    def length(self, start, is_day):
        return [f"DURATION:{'P1D' if is_day else 'PT50M'}"]

    def rule(self, start, features):
        some = lambda numbers, most: ",".join(
            map(str, sorted(self.dice.sample(list(numbers), self.dice.randint(1, most)))))
        days = lambda most: ",".join(self.dice.sample(DAYS, self.dice.randint(1, most)))
        nth = lambda numbers: ",".join(
            f"{self.dice.choice(numbers)}{day}" for day in self.dice.sample(DAYS, self.dice.randint(1, 3)))
        month_days, year_days = [*range(1, 32), -1, -2, -10], [*range(1, 366, 7), -1, -100]
        weeks = some([*range(1, 53), -1, -2], 5)
        parts = self.dice.choice([
            lambda: {"FREQ": "DAILY", "BYMONTH": some(range(1, 13), 5), "BYDAY": days(4)},
            lambda: {"FREQ": "DAILY", "BYMONTHDAY": some(month_days, 6)},
            lambda: {"FREQ": "DAILY", "BYHOUR": some(range(8, 18), 3)},
            lambda: {"FREQ": "WEEKLY", "BYDAY": days(4), "BYMONTH": some(range(1, 13), 6)},
            lambda: {"FREQ": "WEEKLY", "BYDAY": days(5), "BYSETPOS": self.dice.choice(["1", "-1", "1,-1"])},
            lambda: {"FREQ": "MONTHLY", "BYDAY": nth([1, 2, 3, 4, 5, -1, -2, -5])},
            lambda: {"FREQ": "MONTHLY", "BYDAY": days(5), "BYMONTHDAY": some(month_days, 8)},
            lambda: {"FREQ": "MONTHLY", "BYMONTHDAY": some(month_days, 4), "BYHOUR": some(range(8, 18), 2),
                     "BYSETPOS": self.dice.choice(["1", "-1", "2,-1"])},
            lambda: {"FREQ": "YEARLY", "BYDAY": nth([1, 20, 52, 53, -1, -10])},
            lambda: {"FREQ": "YEARLY", "BYDAY": nth([1, 3, -1]), "BYMONTH": some(range(1, 13), 4)},
            lambda: {"FREQ": "YEARLY", "BYYEARDAY": some(year_days, 20)},
            lambda: {"FREQ": "YEARLY", "BYMONTHDAY": some(month_days, 4)},
            lambda: {"FREQ": "YEARLY", "BYWEEKNO": weeks, "BYDAY": days(3)},
            lambda: {"FREQ": "YEARLY", "BYWEEKNO": weeks},
            lambda: {"FREQ": "YEARLY", "BYMONTHDAY": some(month_days, 6), "BYDAY": days(4),
                     "BYMONTH": some(range(1, 13), 8)},
            lambda: {"FREQ": "YEARLY", "BYDAY": days(5), "BYSETPOS": self.dice.choice(["1", "-1", "100", "3,-3"])}])()
        if "BYWEEKNO" in parts and "BYDAY" not in parts:
            features.add("BYWEEKNO without BYDAY")
        if any(len(day) > 3 and day[-4].isdigit() for day in parts.get("BYDAY", "").split(",")):
            features.add("BYDAY with two digits")
        if self.chance(0.4):
            parts["INTERVAL"] = self.dice.choice([2, 3, 4])
        if self.chance(0.4):
            parts["WKST"] = self.dice.choice(DAYS)
        return parts

    def until(self, last, is_day, features):
        form = self.dice.choice(["same", "same", "day"])
        if not is_day and form == "day":
            features.add("UNTIL is a day for times")
            return f"{last:%Y%m%d}"
        return f"{last:%Y%m%d}" if is_day else f"{last:%Y%m%dT%H%M%S}"

    def joined(self, parts, end):
        lists = list({**parts, **end}.items())
        self.dice.shuffle(lists)
        text = ";".join(f"{name}={value}" for name, value in lists)
        return text.lower() if self.chance(0.1) else text


STYLES = [Exchange, Outlook, Google, ICloud, Nextcloud, ByHand]


def made(seed, count):
    """`count` calendars of each style, grouped by style and zone. Each group has style, zone and files."""
    for style in STYLES:
        for zone in ZONES:
            dice = random.Random(f"{seed} {style.__name__} {zone}")
            yield style, zone, [style(dice, zone, f"{style.__name__}{number}") for number in range(count // len(ZONES))]
