"""300 calendars in the manner of six programs, on 44 days: what colourclock-agenda shows, compared with `recurring-ical-events` over
`icalendar`, and through it dateutil. Each difference is of a kind that the table names, with the place in RFC 5545."""

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
        self.assertLess(sum(differing.values()), events / 20)
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


if __name__ == "__main__":
    unittest.main()
