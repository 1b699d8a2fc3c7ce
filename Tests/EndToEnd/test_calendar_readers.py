"""300 calendars in the manner of six programs, on 44 days: what colourclock-agenda shows, compared with `recurring-ical-events` over
`icalendar`, and through it dateutil. Each difference is of a kind that the table names, with the place in RFC 5545."""

import resource
import unittest
from collections import Counter
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from basics import companion, leave
from calendars import COUNT, FIRST, made
from support import Case

try:
    import icalendar
    import recurring_ical_events
except ImportError:
    leave("another reader is missing: apt-get install python3-icalendar python3-recurring-ical-events")

AGENDA = companion("agenda")

SEED, CALENDARS = 27, 50
DAYS = [FIRST + timedelta(days) for days in range(COUNT)]

# What the other reader takes otherwise, and why ours is right.
DIFFERENCES = {
    "UNTIL in universal time for days": "3.3.10: UNTIL has the type of DTSTART. Exchange writes the local midnight of the last day; the "
                                        "other reader takes the date of universal time, and loses that day east of Greenwich.",
    "UNTIL is a day for times": "3.3.10: UNTIL bounds the rule in an inclusive manner. The other reader ends at 00:00 of that day.",
    "UNTIL across a change of the clock": "3.3.10: UNTIL is a moment. The other reader compares it by the offset of DTSTART, and loses a last "
                                          "time in summer of a series that began in winter.",
    "BYHOUR for days": "3.3.10: BYHOUR is ignored where DTSTART is a date. dateutil makes times of the days, the last of which is after UNTIL.",
    "exception of an override": "3.8.5.1: EXDATE takes the occurrence of that time away. The other reader shows the override of it.",
    "BYDAY with two digits": "3.3.10: weekdaynum has one or two digits. icalendar 4 takes one, and leaves the rule out.",
    "BYWEEKNO without BYDAY": "3.3.10: what the rule lacks is derived from DTSTART, here the weekday. dateutil takes all seven days.",
}


class Calendars(Case):
    @classmethod
    def setUpClass(cls):
        pass

    server = None

    def test_as_other_readers_have_them(self):
        events, differing, features = 0, Counter(), {}
        for style, zone, files in made(SEED, CALENDARS):
            folder = self.home / f"{style.__name__} {zone.replace('/', ' ')}"
            folder.mkdir()
            expected = {day: set() for day in DAYS}
            for number, calendar in enumerate(files):
                text = calendar.text()
                (folder / f"{number}.ics").write_text(text, newline="")
                self.read(text, ZoneInfo(zone), expected)
                features |= calendar.features
            for day in DAYS:
                shown = self.shown(folder, zone, day)
                events += len(expected[day] | shown)
                for line in expected[day] ^ shown:
                    kinds = features[line.split()[1]] & DIFFERENCES.keys()
                    self.assertTrue(kinds, f"{line} on {day} in {folder}: {'only here' if line in shown else 'only there'}")
                    differing[min(kinds)] += 1
        # Each kind of difference is there, and all others are the same.
        self.assertEqual(set(differing), set(DIFFERENCES))
        self.assertGreater(events, 5000)
        self.assertLess(sum(differing.values()), events / 10)
        print(f"{events} events on {len(DAYS)} days; {dict(differing)}", flush=True)

    def shown(self, folder, zone, day):
        """The lines of events that begin on that day, and of whole days, as `08:00-08:50 TITLE`."""
        answer = self.run_command([AGENDA, "--print", "--all-day", "--date", f"{day}", folder], TZ=zone)
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        lines = answer.output.splitlines()
        self.assertLess(len(lines), 200)
        return {line.rsplit(" @")[0] for line in lines}

    def read(self, text, wall, expected):
        """The same by the other reader."""
        calendar = recurring_ical_events.of(icalendar.Calendar.from_ical(text))
        for event in calendar.between(FIRST - timedelta(1), FIRST + timedelta(COUNT + 1)):
            start, end = event["DTSTART"].dt, event["DTEND"].dt
            if isinstance(start, datetime):
                begin, over = Calendars.local(start, wall), Calendars.local(end, wall)
                if begin.date() in expected:
                    expected[begin.date()].add(f"{begin:%H:%M}-{over:%H:%M} {event['SUMMARY']}")
            else:
                for day in range(max(1, (end - start).days)):
                    expected.get(start + timedelta(day), set()).add(f"00:00-24:00 {event['SUMMARY']}")

    @staticmethod
    def local(moment, wall):
        return moment.astimezone(wall) if moment.tzinfo else datetime.combine(moment.date(), time(moment.hour, moment.minute))


def series(title, start, *lines):
    return "\r\n".join(["BEGIN:VEVENT", f"UID:{title}", f"SUMMARY:{title}", f"DTSTART{start}", *lines, "END:VEVENT", ""])


class Rules(Case):
    """Rules that programs write in their own way, and such as never occur or occur without end."""

    @classmethod
    def setUpClass(cls):
        pass

    server = None

    def printed(self, *events, on, zone="Europe/Oslo"):
        """The titles on a day, the complaints, and the seconds of the processor."""
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
        moved = series("Moved", ":20260330T110000", "DURATION:PT1H", "RECURRENCE-ID:20260330T080000").replace("UID:Moved", "UID:Own")
        for exception, expected in [("EXDATE:20260330T080000", []), ("EXDATE;VALUE=DATE:20260330", []), ("EXDATE:20260331T080000", ["Moved"])]:
            own = series("Own", ":20260302T080000", "DURATION:PT1H", "RRULE:FREQ=DAILY", exception)
            self.assertEqual(self.printed(own, moved, on="2026-03-30")[:2], (expected, ""), exception)

    def test_rules_that_never_occur(self):
        rules = ["FREQ=MONTHLY;BYDAY=6MO", "FREQ=MONTHLY;BYDAY=53MO", "FREQ=MONTHLY;BYMONTHDAY=1,2;BYSETPOS=3", "FREQ=YEARLY;BYSETPOS=-366",
                 "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=-366", "FREQ=MINUTELY;BYDAY=53MO", "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1",
                 "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1", "FREQ=HOURLY;INTERVAL=24;BYHOUR=5"]
        rules += [f"FREQ={kind};BYMONTH=2;BYMONTHDAY=30" for kind in ("SECONDLY", "MINUTELY", "HOURLY", "DAILY", "MONTHLY", "YEARLY")]
        other = series("Other", ":20260330T100000", "DURATION:PT1H")
        for rule in rules:
            titles, complaints, seconds = self.printed(series("Never", ":20260101T080000", "DURATION:PT1H", f"RRULE:{rule}"), other, on="2026-03-30")
            self.assertEqual(titles, ["Other"], rule)
            self.assertRegex(complaints, "^[^\n]*'Never': its rule [^\n]*\n$", rule)
            self.assertIn(rule, complaints)
            self.assertLess(seconds, 1, rule)

    def test_a_thousand_rules(self):
        """Each minute, or counted from long ago, or with nothing to be found: the others are shown, in two seconds."""
        for rule in ["FREQ=MINUTELY", "FREQ=MINUTELY;COUNT=999999999", "FREQ=DAILY;COUNT=999999999", "FREQ=DAILY;BYMONTHDAY=31;BYDAY=MO;BYMONTH=2",
                     "FREQ=YEARLY;BYDAY=MO;BYSETPOS=40;COUNT=99999", "FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=MO;INTERVAL=7;BYMONTH=4,5"]:
            many = [series(f"E{number}", ":19700101T100000", "DURATION:PT1M", f"RRULE:{rule}") for number in range(1000)]
            early = series("Other", ":20260330T000000", "DURATION:PT1H")
            titles, complaints, seconds = self.printed(*many, early, on="2026-03-30")
            self.assertIn("Other", titles, rule)
            self.assertLess(complaints.count("\n"), 15)
            self.assertLess(seconds, 2.5, rule)


if __name__ == "__main__":
    unittest.main()
