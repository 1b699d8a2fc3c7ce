"""300 calendars in the style of six programs, on 44 days: colourclock-agenda compared with libical and with
`recurring-ical-events` (on `icalendar` and dateutil). Each difference is of a kind listed in a table, with its place in
RFC 5545."""

import resource
import unittest
from collections import Counter
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from basics import companion, leave
from calendars import COUNT, FIRST, made
from support import Case

try:
    import gi
    import icalendar
    import recurring_ical_events
    gi.require_version("ICalGLib", "3.0")
    from gi.repository import ICalGLib
except (ImportError, ValueError):
    leave("another reader is missing: apt-get install gir1.2-ical-3.0 python3-gi python3-icalendar "
          "python3-recurring-ical-events")

AGENDA = companion("agenda")

SEED, CALENDARS = 27, 50
DAYS = [FIRST + timedelta(days) for days in range(COUNT)]


class RecurringIcalEvents:
    """The known differences of this reader, and why ours is right."""

    differences = {
        "UNTIL in universal time for days":
            "3.3.10: UNTIL has the type of DTSTART. Exchange writes the local midnight of the last day; this reader "
            "takes the date of universal time, and loses that day east of Greenwich.",
        "UNTIL is a day for times":
            "3.3.10: UNTIL bounds the rule in an inclusive manner. This reader ends at 00:00 of that day.",
        "UNTIL across a change of the clock":
            "3.3.10: UNTIL is a moment. This reader compares it by the offset of DTSTART, and loses a last time in "
            "summer of a series that began in winter.",
        "BYHOUR for days":
            "3.3.10: BYHOUR is ignored where DTSTART is a date. dateutil makes times of the days, the last of which "
            "is after UNTIL.",
        "exception of an override":
            "3.8.5.1: EXDATE takes the occurrence of that time away. This reader shows the override of it.",
        "BYDAY with two digits":
            "3.3.10: weekdaynum has one or two digits. icalendar 4 takes one, and leaves the rule out.",
        "BYWEEKNO without BYDAY":
            "3.3.10: what the rule lacks is derived from DTSTART, here the weekday. dateutil takes all seven days.",
    }

    @staticmethod
    def read(text, zone):
        """Yields title, start and end of each event near the compared days."""
        calendar = recurring_ical_events.of(icalendar.Calendar.from_ical(text))
        for event in calendar.between(FIRST - timedelta(1), FIRST + timedelta(COUNT + 1)):
            yield event["SUMMARY"], event["DTSTART"].dt, event["DTEND"].dt


class Libical:
    """The same for libical 3.0.16. It expands rules; exceptions and overrides are applied here."""

    differences = {
        "UNTIL in universal time for days": RecurringIcalEvents.differences["UNTIL in universal time for days"],
        "UNTIL is a day for times": RecurringIcalEvents.differences["UNTIL is a day for times"],
        "BYSETPOS of a week or of hours":
            "3.3.10: BYSETPOS takes positions of the set of one interval, of any frequency. libical takes them of the "
            "days of a month or a year alone, and shows the whole set of a week or of the hours of a day.",
        "BYMONTHDAY of every month":
            "3.3.10, the table: BYMONTHDAY expands a yearly rule. libical takes it of the month of DTSTART alone.",
        "rule in small letters": "3.1 and 3.3.10: names and values are not case-sensitive. libical refuses the rule.",
    }

    @staticmethod
    def read(text, zone):
        calendar = ICalGLib.Component.new_from_string(text)
        events = list(
            Libical.each(calendar.get_first_component, calendar.get_next_component,
                         ICalGLib.ComponentKind.VEVENT_COMPONENT))
        away, moved = Counter(), set()
        for event in events:
            for value in Libical.properties(event, ICalGLib.PropertyKind.EXDATE_PROPERTY):
                away[event.get_uid(), Libical.value(value.get_exdate())] += 1
            if not event.get_recurrenceid().is_null_time():
                moved.add((event.get_uid(), Libical.value(event.get_recurrenceid())))
        for event in events:
            identifier, title = event.get_uid(), event.get_summary()
            is_override = not event.get_recurrenceid().is_null_time()
            length = Libical.value(event.get_dtend()) - Libical.value(event.get_dtstart())
            for start in Libical.starts(event):
                place = identifier, Libical.value(event.get_recurrenceid()) if is_override else start
                if place in away or not is_override and place in moved:
                    continue
                if isinstance(start, datetime) and event.get_dtstart().get_timezone():
                    start = start.replace(tzinfo=start.tzinfo or zone)
                yield title, start, start + length

    @staticmethod
    def starts(event):
        first, rules = event.get_dtstart(), Libical.properties(event, ICalGLib.PropertyKind.RRULE_PROPERTY)
        found = {Libical.value(first)}
        for rule in rules:
            try:
                times = ICalGLib.RecurIterator.new(rule.get_rrule(), first)
            # libical refuses the rule.
            except TypeError:
                continue
            while (moment := times.next()) and not moment.is_null_time():
                start = Libical.value(moment)
                if f"{start:%Y%m%d}" > f"{DAYS[-1]:%Y%m%d}":
                    break
                found.add(start)
        return sorted(found)

    @staticmethod
    def properties(event, kind):
        # A complete list first: reading another property would end libical's iteration.
        return list(Libical.each(event.get_first_property, event.get_next_property, kind))

    @staticmethod
    def each(first, following, kind):
        item = first(kind)
        while item:
            yield item
            item = following(kind)

    @staticmethod
    def value(moment):
        day = moment.get_year(), moment.get_month(), moment.get_day()
        if moment.is_date():
            return date(*day)
        zone = ZoneInfo("UTC") if moment.is_utc() else None
        return datetime(*day, moment.get_hour(), moment.get_minute(), moment.get_second(), tzinfo=zone)


class Calendars(Case):
    @classmethod
    def setUpClass(cls):
        pass

    server = None

    def test_as_other_readers_have_them(self):
        events, differing = Counter(), {reader: Counter() for reader in (RecurringIcalEvents, Libical)}
        for style, zone, files in made(SEED, CALENDARS):
            folder = self.home / f"{style.__name__} {zone.replace('/', ' ')}"
            folder.mkdir()
            features = {}
            for number, calendar in enumerate(files):
                (folder / f"{number}.ics").write_text(calendar.text(), newline="")
                features |= calendar.features
            shown = {day: self.shown(folder, zone, day) for day in DAYS}
            for reader, kinds in differing.items():
                expected = self.expected(reader, folder, ZoneInfo(zone))
                events[reader] += sum(len(expected[day] | shown[day]) for day in DAYS)
                for day in DAYS:
                    for line in expected[day] ^ shown[day]:
                        known = features[line.split()[1]] & reader.differences.keys()
                        side = "only here" if line in shown[day] else f"only in {reader.__name__}"
                        self.assertTrue(known, f"{line} on {day} in {folder}: {side}")
                        kinds[min(known)] += 1
        for reader, kinds in differing.items():
            # Every kind of difference occurs, and everything else agrees.
            self.assertEqual(set(kinds), set(reader.differences))
            self.assertGreater(events[reader], 5000)
            self.assertLess(sum(kinds.values()), events[reader] / 10)
            print(f"{reader.__name__}: {events[reader]} events on {len(DAYS)} days; {dict(kinds)}", flush=True)

    def shown(self, folder, zone, day):
        """The lines of events that begin on that day, and of all-day events, as `08:00-08:50 TITLE`."""
        answer = self.run_command([AGENDA, "--print", "--all-day", "--date", f"{day}", folder], TZ=zone)
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        lines = answer.output.splitlines()
        self.assertLess(len(lines), 200)
        return {line.rsplit(" @")[0] for line in lines if not line.startswith("[")}

    @staticmethod
    def expected(reader, folder, wall):
        """The other reader's lines for each day."""
        lines = {day: set() for day in DAYS}
        for path in folder.glob("*.ics"):
            for title, start, end in reader.read(path.read_bytes().decode(), wall):
                if isinstance(start, datetime):
                    begin, over = Calendars.local(start, wall), Calendars.local(end, wall)
                    lines.get(begin.date(), set()).add(f"{begin:%H:%M}-{over:%H:%M} {title}")
                else:
                    for day in range(max(1, (end - start).days)):
                        lines.get(start + timedelta(day), set()).add(f"00:00-24:00 {title}")
        return lines

    @staticmethod
    def local(moment, wall):
        return moment.astimezone(wall) if moment.tzinfo else datetime.combine(
            moment.date(), time(moment.hour, moment.minute))


def series(title, start, *lines):
    return "\r\n".join(
        ["BEGIN:VEVENT", f"UID:{title}", f"SUMMARY:{title}", f"DTSTART{start}", *lines, "END:VEVENT", ""])


class Rules(Case):
    """Rules in other programs' forms, and rules with no occurrence or endless ones."""

    @classmethod
    def setUpClass(cls):
        pass

    server = None

    def printed(self, *events, on, zone="Europe/Oslo"):
        """The titles of a day, the messages, and the CPU seconds."""
        path = self.home / "rules.ics"
        path.write_text("".join(["BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", *events, "END:VCALENDAR\r\n"]), newline="")
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        answer = self.run_command([AGENDA, "--print", "--all-day", "--date", on, path], TZ=zone)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertEqual(answer.status, 0)
        titles = [line.split()[1] for line in answer.output.splitlines()]
        return titles, answer.complaints, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def test_days_until_the_last_midnight(self):
        for rule, start, last, after in [
                ("FREQ=DAILY;UNTIL=20260222T230000Z;INTERVAL=1", "20260216", "2026-02-23", "2026-02-24"),
                ("FREQ=WEEKLY;UNTIL=20260308T230000Z;BYDAY=MO", "20260216", "2026-03-09", "2026-03-16"),
                ("FREQ=MONTHLY;UNTIL=20260430T220000Z;BYMONTHDAY=1", "20260101", "2026-05-01", "2026-06-01"),
                ("FREQ=YEARLY;UNTIL=20260516T220000Z", "20200517", "2026-05-17", "2027-05-17")]:
            event = series("Off", f";VALUE=DATE:{start}", f"RRULE:{rule}")
            self.assertEqual(self.printed(event, on=last)[:2], (["Off"], ""), rule)
            self.assertEqual(self.printed(event, on=after)[:2], ([], ""), rule)

    def test_an_exception_of_an_override(self):
        moved = series("Moved", ":20260330T110000", "DURATION:PT1H",
                       "RECURRENCE-ID:20260330T080000").replace("UID:Moved", "UID:Own")
        for exception, expected in [("EXDATE:20260330T080000", []), ("EXDATE;VALUE=DATE:20260330", []),
                                    ("EXDATE:20260331T080000", ["Moved"])]:
            own = series("Own", ":20260302T080000", "DURATION:PT1H", "RRULE:FREQ=DAILY", exception)
            self.assertEqual(self.printed(own, moved, on="2026-03-30")[:2], (expected, ""), exception)

    def test_rules_that_never_occur(self):
        rules = ["FREQ=MONTHLY;BYDAY=6MO", "FREQ=MONTHLY;BYDAY=53MO", "FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=3",
                 "FREQ=YEARLY;BYSETPOS=-366",
                 "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-366", "FREQ=MINUTELY;BYDAY=53MO", "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1",
                 "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1", "FREQ=HOURLY;INTERVAL=24;BYHOUR=5"]
        rules += [f"FREQ={kind};BYMONTH=2;BYMONTHDAY=30"
                  for kind in ("SECONDLY", "MINUTELY", "HOURLY", "DAILY", "MONTHLY", "YEARLY")]
        other = series("Other", ":20260330T100000", "DURATION:PT1H")
        for rule in rules:
            titles, complaints, seconds = self.printed(
                series("Never", ":20260101T080000", "DURATION:PT1H", f"RRULE:{rule}"), other, on="2026-03-30")
            self.assertEqual(titles, ["Other"], rule)
            self.assertRegex(complaints, "^[^\n]*'Never': its rule [^\n]*\n$", rule)
            self.assertIn(rule, complaints)
            self.assertLess(seconds, 1, rule)

    def test_a_thousand_rules(self):
        """Every minute, counted from long ago, or without any occurrence: the other events appear within two
        seconds."""
        for rule in ["FREQ=MINUTELY", "FREQ=MINUTELY;COUNT=999999999", "FREQ=DAILY;COUNT=999999999",
                     "FREQ=DAILY;BYMONTHDAY=31;BYDAY=MO;BYMONTH=2",
                     "FREQ=YEARLY;BYDAY=MO;BYSETPOS=40;COUNT=99999",
                     "FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=MO;INTERVAL=7;BYMONTH=4,5"]:
            many = [
                series(f"E{number}", ":19700101T100000", "DURATION:PT1M", f"RRULE:{rule}") for number in range(1000)]
            early = series("Other", ":20260330T000000", "DURATION:PT1H")
            titles, complaints, seconds = self.printed(*many, early, on="2026-03-30")
            self.assertIn("Other", titles, rule)
            self.assertLess(complaints.count("\n"), 15)
            self.assertLess(seconds, 2.5, rule)


if __name__ == "__main__":
    unittest.main()
