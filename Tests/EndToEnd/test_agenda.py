"""The calendar companion: the events of today on the wall, compared with the clock's agenda."""

import json
import os
import random
import signal
import subprocess
import unittest
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from basics import BINARY, companion, eventually, leave, mortal, never, promptly
from control import ControlCase
from support import Case

try:
    from dateutil.rrule import rruleset, rrulestr
except ImportError:
    leave("dateutil is missing: apt-get install python3-dateutil")

AGENDA = companion("agenda")

DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
DAY = "2026-03-30"  # a Monday, the day after summer time has begun in Europe


def event(title, start, end=None, *more, uid=None):
    """The lines of an event; times are as in `:20260330T083000Z` or `;TZID=Europe/Berlin:20260330T083000`."""
    lines = ["BEGIN:VEVENT", f"UID:{uid or title}", f"SUMMARY:{title}", f"DTSTART{start}"]
    return "\n".join([*lines, *([f"DTEND{end}"] if end else []), *more, "END:VEVENT"])


def at(hours, day="20260330", zone=None):
    return f";TZID={zone}:{day}T{hours}00" if zone else f":{day}T{hours}00"


def calendar(*parts):
    text = "\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", *parts, "END:VCALENDAR", ""])
    return text.replace("\n", "\r\n")


def period(start, end, title):
    """A period in the status; a moment has no end."""
    return (f"{start}:00", end and f"{end}:00", title)


# A zone definition by a program that does not know the zone database.
OFFICE = """BEGIN:VTIMEZONE
TZID:Office Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE"""

# The head of a script: listens on the socket s. Clients see it only when it accepts them.
LISTEN = ("import os, socket, sys\ns = socket.socket(socket.AF_UNIX)\nnew = sys.argv[1] + '.new'\n"
          "s.bind(new)\ns.listen()\nos.rename(new, sys.argv[1])\n")


class AgendaCase(ControlCase):
    def file(self, *parts, name="calendar.ics"):
        path = self.home / name
        part = path.with_name(f".{path.name}.part")
        part.write_text(calendar(*parts))
        part.rename(path)
        return path

    def shown(self):
        """The agenda without tomorrow's events."""
        wall = self.status()["wall"]
        return [(part["start"], part.get("end"), part["title"]) for part in wall["agenda"]
                if part.get("date", "") <= wall["date"]]

    def wall(self, moment=f"{DAY}T08:40:00", *options, zone="Europe/Berlin", **variables):
        return self.running("--at", moment, "--speed", "0", "--timezone", zone, *options, **variables)

    def agenda(self, *arguments, **variables):
        return self.run_command([AGENDA, *arguments], **variables)

    def follow(self, *arguments, **variables):
        process = subprocess.Popen(
            mortal([AGENDA, *arguments]), env=self.variables(**variables), stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def assert_shown(self, *periods):
        eventually(lambda: self.shown() == list(periods), lambda: f"{periods}, but {self.shown()}")

    def assert_once(self, path, *periods, options=()):
        """A single run without messages puts these periods on the wall."""
        answer = self.agenda("--once", *options, path)
        self.assertEqual((answer.status, answer.output, answer.complaints), (0, "", ""))
        self.assertEqual(self.shown(), list(periods))


class Events(AgendaCase):
    def test_a_series_with_an_exception(self):
        weekly = "RRULE:FREQ=WEEKLY;BYDAY=MO,WE"
        path = self.file(
            event("Maths", at("0830", "20260105"), at("0915", "20260105"), weekly),
            event("German", at("1000", "20260105"), at("1100", "20260105"), weekly,
                  "EXDATE:20260325T100000,20260330T100000"),
            event("Art", at("1200", "20260105"), at("1300", "20260105"), weekly, "EXDATE;VALUE=DATE:20260330"),
            event("Sport", at("1400", "20260105"), at("1500", "20260105"), "RRULE:FREQ=WEEKLY;UNTIL=20260330T120000Z"),
            event("Swimming", at("1400", "20260105"), at("1500", "20260105"),
                  "RRULE:FREQ=WEEKLY;UNTIL=20260330T115959Z"),
            event("Music", at("1500", "20260105"), at("1530", "20260105"), "RRULE:FREQ=WEEKLY;UNTIL=20260330"),
            event("Once more", at("1600", "20260105"), at("1630", "20260105"), "RDATE:20260330T170000",
                  "RDATE;VALUE=PERIOD:20260330T180000/PT2H"),
            # Before and after its first occurrence, with its own end.
            event("Early", at("1600", "20260405"), at("1630", "20260405"),
                  "RDATE;VALUE=PERIOD:20260330T190000/20260330T193000"),
            event("Late", at("1600", "20260105"), at("1630", "20260105"),
                  "RDATE;VALUE=PERIOD:20260330T200000/20260330T203000"))
        self.wall()
        self.assert_once(
            path, period("08:30", "09:15", "Maths"), period("14:00", "15:00", "Sport"),
            period("15:00", "15:30", "Music"),
            period("17:00", "17:30", "Once more"), period("18:00", "20:00", "Once more"),
            period("19:00", "19:30", "Early"), period("20:00", "20:30", "Late"))
        self.assertEqual([part.get("turn") for part in self.status()["wall"]["agenda"][:2]], ["now", "next"])

    def test_a_moment_is_told_for_its_minute(self):
        path = self.file(event("Maths", at("0830"), at("0915")), event("Take pills", at("0840"), None))
        self.wall()
        self.assert_once(path, period("08:30", "09:15", "Maths"), period("08:40", None, "Take pills"))
        self.assertEqual([part.get("turn") for part in self.status()["wall"]["agenda"]], [None, "now"])

    def test_a_moved_and_a_cancelled_instance(self):
        weekly, berlin = "RRULE:FREQ=WEEKLY", "Europe/Berlin"

        def series(title, hours):
            return event(title, at(hours, "20260105", berlin), None, "DURATION:PT45M", weekly)

        def change(title, hours, start, *more):
            instance = f"RECURRENCE-ID{at(hours, zone=berlin)}"
            return event(title, start, None, "DURATION:PT45M", instance, *more, uid=title)

        path = self.file(
            series("Later", "0800"), change("Later", "0800", at("1100", zone=berlin)),
            series("Tomorrow", "0900"), change("Tomorrow", "0900", at("0900", "20260331", berlin)),
            series("Off", "1000"), change("Off", "1000", at("1000", zone=berlin), "STATUS:CANCELLED"),
            # The newer of two changes counts, in either order.
            series("Twice", "1300"), change("Twice", "1300", at("1400", zone=berlin), "SEQUENCE:2"),
            change("Twice", "1300", at("1500", zone=berlin), "SEQUENCE:1"))
        self.wall()
        self.assert_once(path, period("11:00", "11:45", "Later"), period("14:00", "14:45", "Twice"))

    def test_a_change_of_all_later_ones(self):
        """All later occurrences move by an hour and a length, to another day; a later single change still counts."""
        berlin, later = "Europe/Berlin", "RECURRENCE-ID;RANGE=THISANDFUTURE"

        def series(title, hours):
            return event(title, at(hours, "20260320", berlin), None, "DURATION:PT45M", "RRULE:FREQ=DAILY")

        def change(of, title, start, instance, *more, length="PT45M"):
            return event(title, start, None, f"DURATION:{length}", instance, *more, uid=of)

        def since(hours, day="20260328"):
            return f"{later}{at(hours, day, berlin)}"

        path = self.file(
            series("A", "0800"),
            change("A", "Later and longer", at("0930", "20260328", berlin), since("0800"), length="PT1H"),
            series("B", "1100"), change("B", "In universal time", ":20260328T110000Z", f"{later}:20260328T100000Z"),
            # From the day of the change to summer time to the next day.
            series("C", "1300"), change("C", "On the next day", at("1315", "20260329", berlin), since("1300")),
            series("D", "1500"), change("D", "Over", at("1500", "20260328", berlin), since("1500"), "STATUS:CANCELLED"),
            series("Still", "1600"),
            change("Still", "Not yet", at("1700", "20260405", berlin), since("1600", "20260405")),
            series("F", "1800"), change("F", "All", at("1900", "20260328", berlin), since("1800")),
            change("F", "Single", at("2000", zone=berlin), f"RECURRENCE-ID{at('1800', zone=berlin)}"))
        self.wall()
        self.assert_once(
            path, period("09:30", "10:30", "Later and longer"), period("12:00", "12:45", "In universal time"),
            period("13:15", "14:00", "On the next day"), period("16:00", "16:45", "Still"),
            period("20:00", "20:45", "Single"))

    def test_zones(self):
        """Across the change to summer time, which New York made three weeks before Berlin."""
        daily = "RRULE:FREQ=DAILY"
        path = self.file(
            OFFICE,
            event("New York", at("0900", "20260301", "America/New_York"), at("1000", "20260301", "America/New_York"),
                  daily),
            event("Universal", ":20260301T100000Z", ":20260301T110000Z", daily),
            event("Office", at("0800", "20260301", "Office Time"), at("0900", "20260301", "Office Time"), daily),
            event("Elsewhere", at("0715", "20260301", "/mozilla.org/20050126_1/Europe/Berlin"), None, "DURATION:PT15M",
                  daily),
            event("Here", at("2000", "20260301"), at("2100", "20260301"), daily))
        self.wall()
        berlin = [
            period("07:15", "07:30", "Elsewhere"), period("08:00", "09:00", "Office"),
            period("12:00", "13:00", "Universal"),
            period("15:00", "16:00", "New York"), period("20:00", "21:00", "Here")]
        self.assert_once(path, *berlin)
        self.wall("2026-03-27T08:40:00")
        self.assert_once(path, *berlin[:2], period("11:00", "12:00", "Universal"), period("14:00", "15:00", "New York"),
                         berlin[4])
        # The wall's date is already another one in Tokyo.
        self.wall("2026-03-31T00:10:00", zone="Asia/Tokyo")
        self.assert_once(
            path, period("14:15", "14:30", "Elsewhere"), period("15:00", "16:00", "Office"),
            period("19:00", "20:00", "Universal"), period("20:00", "21:00", "Here"),
            period("22:00", "23:00", "New York"))

    def test_the_walls_own_zone(self):
        """The default zone is the machine's, or that of the clock's environment."""
        path = self.file(event("Universal", ":20260330T100000Z", ":20260330T110000Z"))
        for zone, start in [("Asia/Kathmandu", "15:45"), ("America/St_Johns", "07:30")]:
            self.running("--at", f"{DAY}T08:40:00", "--speed", "0", TZ=zone)
            self.assert_once(path, period(start, f"{int(start[:2]) + 1}".zfill(2) + start[2:], "Universal"))
        self.running("--at", f"{DAY}T08:40:00", "--speed", "0", "--utc", TZ="Asia/Tokyo")
        self.assert_once(path, period("10:00", "11:00", "Universal"))

    def test_over_midnight(self):
        path = self.file(
            event("Night", at("2200", "20260301"), at("0600", "20260302"), "RRULE:FREQ=DAILY;UNTIL=20260330T235959"),
            event("Fair", at("0900", "20260329"), at("0200", "20260331")),
            event("Till midnight", at("2300", "20260330"), at("0000", "20260331")))
        self.wall()
        self.assert_once(
            path, period("00:00", "00:00", "Fair"), period("22:00", "06:00", "Night"),
            period("22:00", "06:00", "Night"),
            period("23:00", "00:00", "Till midnight"))
        # Each entry counts for its own day, even if this program has ended.
        turns = {part.get("turn") for part in self.status()["wall"]["agenda"]}
        self.assertEqual(turns, {"now", "next", None})
        self.wall("2026-03-31T05:59:00")
        self.assert_once(path, period("00:00", "02:00", "Fair"), period("22:00", "06:00", "Night"))
        self.assertEqual(self.status()["wall"]["agenda"][1].get("turn"), "now")

    def test_an_hour_that_comes_twice(self):
        """An hour that occurs twice at the end of summer time: the calendar says which one is meant."""
        day = "20261025"
        path = self.file(
            event("Before", f":{day}T001500Z", f":{day}T004500Z"),
            event("Across", f":{day}T004500Z", f":{day}T011500Z"),
            event("Behind", f":{day}T011500Z", f":{day}T014500Z"),
            event("A whole one", f":{day}T014500Z", f":{day}T024500Z"))
        spans = [period("02:15", "02:45", "Before"), period("02:45", "02:15", "Across"),
                 period("02:15", "02:45", "Behind"),
                 period("02:45", "03:45", "A whole one")]
        for time, title in (("00:14:59", None), ("00:15:00", "Before"), ("00:44:59", "Before"), ("00:45:00", "Across"),
                            ("01:14:59", "Across"), ("01:15:00", "Behind"), ("01:44:59", "Behind"),
                            ("01:45:00", "A whole one"),
                            ("02:44:59", "A whole one"), ("02:45:00", None)):
            with self.subTest(time):
                self.wall(f"2026-10-25T{time}Z")
                self.assert_once(path, *spans)
                present = [part["title"] for part in self.status()["wall"]["agenda"] if part.get("turn") == "now"]
                self.assertEqual(present, [title] if title else [])

    def test_a_wall_that_counts_leap_seconds(self):
        """Zones below right/ count leap seconds, so their clock is 27 s ahead since 2017: for every zone of a time,
        through both changes."""
        path = self.file(
            event("Universal", at("0800", zone=None) + "Z", at("0900", zone=None) + "Z"),
            event("Own", at("1200"), at("1300")),
            event("Of Tokyo", at("2000", zone="Asia/Tokyo"), at("2100", zone="Asia/Tokyo")),
            OFFICE, event("Defined", at("1500", zone="Office Time"), at("1600", zone="Office Time")),
            event("Weekly", at("1700", "20260105", "Europe/Berlin"), at("1730", "20260105", "Europe/Berlin"),
                  "RRULE:FREQ=WEEKLY;UNTIL=20260330T150000Z"),
            event("Left out", ":20260329T023000", ":20260329T040000"))
        spans = [period("10:00", "11:00", "Universal"), period("12:00", "13:00", "Own"),
                 period("13:00", "14:00", "Of Tokyo"),
                 period("15:00", "16:00", "Defined"), period("17:00", "17:30", "Weekly")]
        for time, title in (("09:59:59", None), ("10:00:00", "Universal"), ("10:59:59", "Universal"),
                            ("11:00:00", None),
                            ("12:00:00", "Own"), ("15:59:59", "Defined"), ("17:30:00", None)):
            with self.subTest(time):
                self.wall(f"{DAY}T{time}", zone="right/Europe/Berlin")
                self.assert_once(path, *spans)
                present = [part["title"] for part in self.status()["wall"]["agenda"] if part.get("turn") == "now"]
                self.assertEqual(present, [title] if title else [])
        self.wall("2026-03-29T03:30:00", zone="right/Europe/Berlin")
        self.assert_once(path, period("03:30", "04:00", "Left out"))

    def test_a_zone_that_leaves_out_more_than_a_day(self):
        path = self.file(event("Never", ":20260410T100000", ":20260410T110000"), event("Maths", at("0830"), at("0915")))
        for date in ("2026-04-09", "2026-04-10", "2026-04-11", "2026-04-12", "2026-07-19", "2026-07-20"):
            answer = self.agenda("--print", "--date", date, path, TZ="<AAA>24<BBB>-24,J100,J200")
            self.assertEqual((answer.status, answer.complaints), (0, ""))

    def test_a_time_that_is_named_again(self):
        """A time that occurs twice in a series counts once."""
        path = self.file(
            event("Maths", ":20260330T083000", ":20260330T091500", "RRULE:FREQ=WEEKLY",
                  "RDATE:20260330T083000,20260330T100000,20260330T100000"))
        self.wall()
        self.assert_once(path, period("08:30", "09:15", "Maths"), period("10:00", "10:45", "Maths"))

    def test_no_zone_at_all(self):
        """An empty zone name means UTC to both programs."""
        path = self.file(event("Universal", ":20260330T083000Z", ":20260330T091500Z"))
        answer = self.agenda("--print", "--date", DAY, path, TZ="")
        self.assertEqual(answer.output, "08:30-09:15 Universal @mon\n")
        self.running("--at", f"{DAY}T08:40:00", "--speed", "0", TZ="")
        self.assert_once(path, period("08:30", "09:15", "Universal"))

    def test_a_day_as_a_whole(self):
        path = self.file(
            event("Holiday", ";VALUE=DATE:20260328", ";VALUE=DATE:20260402"),
            event("Birthday", ";VALUE=DATE:19900330", None, "RRULE:FREQ=YEARLY"),
            event("Yesterday", ";VALUE=DATE:20260329", ";VALUE=DATE:20260330"),
            event("Maths", at("0830"), at("0915")))
        self.wall()
        self.assert_once(path, period("08:30", "09:15", "Maths"))
        self.assert_once(
            path, period("00:00", "00:00", "Holiday"), period("00:00", "00:00", "Birthday"),
            period("08:30", "09:15", "Maths"),
            options=["--all-day"])

    def test_what_is_broken_is_named(self):
        path = self.file(
            event("Maths", at("0830"), at("0915"), "LOCATION:"), event("No time", ":nonsense", at("0915")),
            event("Nowhere", at("1000", zone="Utopia/Capital"), at("1100", zone="Utopia/Capital")),
            event("No rule", at("1000"), at("1100"), "RRULE:FREQ=SOMETIMES"),
            event("Ends first", at("1100"), at("1000")),
            event("German", at("1000"), at("1100")))
        self.wall()
        answer = self.agenda("--once", path)
        self.assertEqual((answer.status, answer.output), (0, ""))
        lines = answer.complaints.splitlines()
        for title in ("No time", "Nowhere", "No rule", "Ends first"):
            self.assertEqual(len([line for line in lines if f"{path}: '{title}': " in line]), 1, lines)
        self.assertEqual(len(lines), 4, lines)
        self.assertEqual(self.shown(), [period("08:30", "09:15", "Maths"), period("10:00", "11:00", "German")])

    def test_a_folder(self):
        folder = self.home / "calendars"
        folder.mkdir()
        self.file(event("German", at("1000"), at("1100")), name="calendars/one.ics")
        self.file(event("Maths", at("0830"), at("0915")), event("German", at("1000"), at("1100")),
                  name="calendars/Two.ICS")
        (folder / "notes.txt").write_text("nothing")
        (folder / "broken.ics").write_text("nothing")
        self.wall()
        answer = self.agenda("--once", folder)
        self.assertEqual(answer.status, 0)
        self.assertEqual(answer.complaints, f"colourclock-agenda: {folder}/broken.ics: it is not a calendar\n")
        self.assertEqual(self.shown(), [period("08:30", "09:15", "Maths"), period("10:00", "11:00", "German")])

    def test_titles_are_only_titles(self):
        title = "Tea \\, \"cake\" '@home' #123456 – ☕\\n--for 5m"
        path = self.file(event(title, at("0830"), at("0915"), uid="x"),
                         event("x" * 99, at("1000"), at("1100"), uid="y"),
                         event("", at("1200"), at("1300"), uid="z"), event("\u200b\u202e", at("1300"), at("1400")))
        self.wall()
        self.assert_once(
            path, period("08:30", "09:15", "Tea , \"cake\" '@home' #123456 – ☕ --for 5m"),
            period("10:00", "11:00", "x" * 47 + "…"), period("12:00", "13:00", "–"), period("13:00", "14:00", "–"))

    def test_standard_input(self):
        path = self.file(event("Maths", at("0830"), at("0915")))
        self.wall()
        with path.open() as text:
            done = subprocess.run([AGENDA, "--once", "-"], env=self.variables(), stdin=text, capture_output=True,
                                  text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.shown(), [period("08:30", "09:15", "Maths")])

    def test_rules_without_measure(self):
        """Many daily rules over years: all rules of an event share one limit of steps, whatever is shown."""
        days = [f"RRULE:FREQ=DAILY;BYHOUR={hour}" for hour in range(24)]
        path = self.file(event("For ever", ":20200522T220000", ":20260102T060000", *days),
                         event("German", at("1000"), at("1100")))
        self.wall()
        answer = self.agenda("--once", path)
        self.assertEqual(answer.status, 0)
        self.assertEqual(answer.complaints.count("'For ever': its rule takes too long"), 1, answer.complaints)
        self.assertEqual(self.shown(), [period("10:00", "11:00", "German")])

    def test_rules_that_multiply_out(self):
        """Every second of a year is too often; every hour is not."""
        several = lambda name, count: f"BY{name}=" + ",".join(map(str, range(count)))
        rule = ";".join(["RRULE:FREQ=YEARLY", several("HOUR", 24), several("MINUTE", 60), several("SECOND", 60)])
        path = self.file(event("Ever", ":20200101T100000", ":20200101T100001", rule),
                         event("Chime", ":20200101T100000", ":20200101T100100",
                               "RRULE:FREQ=DAILY;" + several("HOUR", 24)))
        self.wall()
        answer = self.agenda("--once", path)
        self.assertEqual(answer.status, 0)
        self.assertLess(answer.seconds, 5)
        self.assertEqual(answer.complaints.count("'Ever': its rule has too many times a day"), 1, answer.complaints)
        self.assertEqual(len(self.shown()), 24)

    def test_rules_of_what_is_left_out(self):
        """EXRULE is no longer in the standard, but still occurs in calendars."""
        path = self.file(
            event("Each day", ":20260101T080000", ":20260101T090000", "RRULE:FREQ=DAILY",
                  "EXRULE:FREQ=WEEKLY;BYDAY=TU"),
            event("Not on Mondays", ":20260101T100000", ":20260101T110000", "RRULE:FREQ=DAILY",
                  "EXRULE:FREQ=WEEKLY;BYDAY=MO"),
            event("No rule", ":20260101T120000", ":20260101T130000", "RRULE:FREQ=DAILY", "EXRULE:FREQ=NEVER"))
        self.wall()
        answer = self.agenda("--once", path)
        self.assertIn("'No rule': ", answer.complaints)
        self.assertEqual(self.shown(), [period("08:00", "09:00", "Each day")])

    def test_rules_and_lines_that_have_no_end(self):
        """February 30 is searched for 400 years at most; and a title of megabytes."""
        never = "FREQ={};BYMONTH=2;BYMONTHDAY=30"
        zone = ["BEGIN:VTIMEZONE", "TZID:Odd", "BEGIN:STANDARD", "DTSTART:16010101T000000", "RRULE:FREQ=SECONDLY",
                "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:STANDARD", "END:VTIMEZONE"]
        path = self.file(*zone,
                         *(event(each, ":19700101T000000", ":19700101T000100", f"RRULE:{never.format(each)}", uid=each)
                                  for each in ("SECONDLY", "MINUTELY", "HOURLY", "DAILY")),
                         event("Odd", ";TZID=Odd:20260330T100000", ";TZID=Odd:20260330T110000", uid="odd"),
                         event("x" * 5_000_000, at("0800"), at("0900"), uid="long"),
                         event("German", at("1000"), at("1100"), uid="german"))
        self.wall()
        answer = self.agenda("--once", path)
        self.assertEqual(answer.status, 0)
        self.assertLess(answer.seconds, 5)
        for complaint in ("'SECONDLY': its rule repeats every few seconds", "'MINUTELY': its rule never occurs",
                          "'HOURLY': its rule never occurs", "'DAILY': its rule never occurs",
                          "its time zone is unknown: Odd"):
            self.assertIn(complaint, answer.complaints)
        self.assertEqual(self.shown(), [period("08:00", "09:00", "x" * 47 + "…"), period("10:00", "11:00", "German")])

    def test_long_lists_of_dates(self):
        """Five thousand dates in one line, folded at any place."""
        days = [datetime(2026, 3, 30) - timedelta(days=5000 - number) for number in range(5001)]
        def dates(hour):
            whole = ",".join(f"{day:%Y%m%d}T{hour}" for day in days)
            return [whole[start:start + 70] for start in range(0, len(whole), 70)]
        path = self.file(
            event("Left out", ":20100101T100000", ":20100101T110000", "RRULE:FREQ=DAILY",
                  "EXDATE:" + "\n ".join(dates("100000")),
                  uid="without"),
            event("Now and then", ":20100101T120000", ":20100101T130000", "RDATE:" + "\n ".join(dates("120000")),
                  uid="with"))
        self.wall()
        self.assert_once(path, period("12:00", "13:00", "Now and then"))

    def test_more_than_there_is_room_for(self):
        path = self.file(*(event("É" * 60, at(f"{8 + n // 30:02}{2 * (n % 30):02}"), None, "DURATION:PT2M", uid=f"{n}")
                           for n in range(230)))
        self.wall()
        answer = self.agenda("--once", path)
        self.assertEqual((answer.status, answer.complaints.count("\n")), (0, 1), answer.complaints)
        self.assertIn("30 of the day's 230 events are left out", answer.complaints)
        self.assertEqual(len(self.shown()), 200)


class Tomorrow(AgendaCase):
    def coming(self):
        wall = self.status()["wall"]
        return [
            (part["date"], *period(part["start"][:5], part.get("end", "")[:5] or None, part["title"]), part.get("turn"))
                for part in wall["agenda"] if part["date"] > wall["date"]]

    def test_what_comes_tomorrow_when_today_is_over(self):
        """Tomorrow's events are sent with the day, and the wall names them after the last event of today."""
        path = self.file(
            event("Maths", at("0830"), at("0915"), "RRULE:FREQ=DAILY"),
            event("Night", at("2200"), at("0600", "20260331")),
            event("Fair", at("0700", "20260331"), at("1200", "20260402")),
            event("Later", at("0830", "20260401"), at("0915", "20260401")))
        for clock, turn in (("08:40:00", None), ("21:59:00", None)):
            self.wall(f"{DAY}T{clock}")
            self.assert_once(path, period("08:30", "09:15", "Maths"), period("22:00", "06:00", "Night"))
            self.assertEqual(self.coming(), [("2026-03-31", *period("07:00", "00:00", "Fair"), turn),
                                             ("2026-03-31", *period("08:30", "09:15", "Maths"), None)])
        self.file(event("Maths", at("0830"), at("0915"), "RRULE:FREQ=DAILY"))
        self.wall(f"{DAY}T09:14:59")
        self.assert_once(path, period("08:30", "09:15", "Maths"))
        self.assertEqual([part[-1] for part in self.coming()], [None])
        self.wall(f"{DAY}T09:15:00")
        self.assert_once(path, period("08:30", "09:15", "Maths"))
        self.assertEqual(self.coming(), [("2026-03-31", *period("08:30", "09:15", "Maths"), "tomorrow")])

    def test_a_date_that_is_left_out(self):
        """Samoa went from December 29 to December 31, 2011."""
        path = self.file(event("Maths", at("0830", "20111231"), at("0915", "20111231")))
        self.wall("2011-12-29T20:00:00", zone="Pacific/Apia")
        self.assert_once(path)
        self.assertEqual(self.coming(), [("2011-12-31", *period("08:30", "09:15", "Maths"), "tomorrow")])

    def test_a_companion_that_has_gone(self):
        """The wall has tomorrow's events after the companion has ended."""
        path = self.file(event("Maths", at("0830"), at("0915"), "RRULE:FREQ=DAILY"))
        self.running("--at", f"{DAY}T23:59:54", "--timezone", "Europe/Berlin")
        self.assertEqual(self.agenda("--once", path).status, 0)
        eventually(lambda: [part.get("turn") for part in self.status()["wall"]["agenda"]] == [None, "next"], "tomorrow")


class Several(AgendaCase):
    def calendars(self):
        """The calendars in the status."""
        return [(part["title"], part.get("calendar"), part.get("colour")) for part in self.status()["wall"]["agenda"]]

    def test_names_and_colours(self):
        work = self.file(event("Standup", at("0900"), at("0915")), event("Late", at("1700"), at("1800")),
                         name="work.ics")
        folder = self.home / "home"
        folder.mkdir()
        self.file(event("Dentist", at("0905"), at("1000")), name="home/a=b.ics")
        own = self.file(event("Run", at("0700"), at("0800")), name="own.ics")
        self.wall()
        answer = self.agenda("--once", "--calendar", f"Work #3b6fb6={work}", "--calendar", f"Home={folder}", own)
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        self.assertEqual(self.calendars(),
                         [("Run", None, None), ("Standup", "Work", "#3b6fb6"), ("Dentist", "Home", None),
                                            ("Late", "Work", "#3b6fb6")])
        answer = self.agenda("--print", "--date", DAY, "--calendar", f"Work #3b6fb6={work}", "--calendar",
                             f"Home={folder}", own)
        self.assertEqual(answer.output,
                         "07:00-08:00 Run @mon\n[Work #3b6fb6]\n09:00-09:15 Standup @mon\n17:00-18:00 Late @mon\n"
                                        "[Home]\n09:05-10:00 Dentist @mon\n")
        day = self.home / "day"
        day.write_text(answer.output)
        self.wall(f"{DAY}T08:40:00", "--agenda", day)
        self.assertEqual(sorted(self.calendars(), key=str), sorted(
            [("Run", None, None), ("Standup", "Work", "#3b6fb6"), ("Dentist", "Home", None),
             ("Late", "Work", "#3b6fb6")], key=str))

    def test_names_and_colours_of_the_files(self):
        """Each file of a folder has its own. An option overrides them."""
        folder = self.home / "all"
        folder.mkdir()
        self.file("X-WR-CALNAME:Choir #2", "X-APPLE-CALENDAR-COLOR:#B5533CFF", event("Sing", at("0900"), at("0915")),
                  name="all/a.ics")
        self.file("NAME:Work", "X-WR-CALNAME:Other", "COLOR:SteelBlue", event("Standup", at("0905"), at("0915")),
                  name="all/b.ics")
        self.file("NAME:Holidays of all the neighbours", "COLOR:sky", event("Off", at("1000"), at("1100")),
                  event("Sing", at("0900"), at("0915")), name="all/c.ics")
        self.wall()
        answer = self.agenda("--once", folder)
        self.assertEqual((answer.status, answer.complaints),
                         (0, f"colourclock-agenda: {folder}/c.ics: the calendar's colour is unknown: sky\n"))
        own = ("Off", "Holidays of all the…", None)
        self.assertEqual(self.calendars(),
                         [("Sing", own[1], None), ("Standup", "Work", "#4682b4"), own])
        self.assertEqual(self.agenda("--print", "--date", DAY, folder).output,
                         "[Holidays of all the…]\n09:00-09:15 Sing @mon\n10:00-11:00 Off @mon\n"
                         "[Work #4682b4]\n09:05-09:15 Standup @mon\n")
        (folder / "c.ics").unlink()
        answer = self.agenda("--print", "--date", DAY, folder)
        self.assertEqual(answer.output, "[Choir #2 #b5533c]\n09:00-09:15 Sing @mon\n"
                                        "[Work #4682b4]\n09:05-09:15 Standup @mon\n")
        self.agenda("--once", "--calendar", f"#8a9544={folder}/a.ics", "--calendar", f"Desk={folder}/b.ics")
        self.assertEqual(self.calendars(), [("Sing", "Choir #2", "#8a9544"), ("Standup", "Desk", "#4682b4")])

    def test_each_is_read_again(self):
        """Each file is read again when it changes, or when a zone file that it uses changes."""
        one = self.file(event("A", at("0900"), at("0915")), name="one.ics")
        other = self.file(event("B", at("1000"), at("1015")), name="other.ics")
        self.wall()
        self.follow("--calendar", f"One={one}", "--calendar", f"Other={other}")
        eventually(lambda: self.calendars() == [("A", "One", None), ("B", "Other", None)], "both")
        self.file(event("C", at("1000"), at("1015")), name="other.ics")
        eventually(lambda: self.calendars() == [("A", "One", None), ("C", "Other", None)], "the other")
        self.file(event("D", at("1100"), at("1115")), name="one.ics")
        eventually(lambda: self.calendars() == [("C", "Other", None), ("D", "One", None)], "the first")

    def test_two_hundred_with_long_names_fit_into_a_line(self):
        path = self.file(
            *(event("É" * 60, at(f"{8 + n // 30:02}{2 * (n % 30):02}"), None, "DURATION:PT2M", uid=f"{n}")
              for n in range(100)))
        self.wall()
        names = ["ж" * 20, "ы" * 20, "ю" * 20]
        answer = self.agenda("--once", *(part for name in names for part in ("--calendar", f"{name} #3b6fb6={path}")))
        self.assertEqual((answer.status, answer.complaints),
                         (0, "colourclock-agenda: 100 of the day's 300 events are left out\n"))
        self.assertEqual({name for _, name, _ in self.calendars()}, set(names))
        self.assertEqual(len(self.shown()), 200)


class Following(AgendaCase):
    def test_a_file_that_is_replaced(self):
        path = self.file(event("Maths", at("0830"), at("0915")))
        self.wall()
        companion = self.follow(path)
        self.assert_shown(period("08:30", "09:15", "Maths"))
        self.file(event("German", at("1000"), at("1100")))
        self.assert_shown(period("10:00", "11:00", "German"))
        # An unreadable file leaves the agenda unchanged.
        path.unlink()
        self.assertIn(f"cannot read {path}", companion.stderr.readline())
        path.write_text("half a fi")
        self.assertIn(f"{path}: it is not a calendar", companion.stderr.readline())
        self.assertEqual(self.shown(), [period("10:00", "11:00", "German")])
        # Half a file, as while another program writes it.
        path.write_text(calendar(event("French", at("1000"), at("1100")))[:60])
        self.assertIn("it ends before 'END:", companion.stderr.readline())
        self.assertEqual(self.shown(), [period("10:00", "11:00", "German")])
        path.write_text(calendar())
        self.assert_shown()
        companion.terminate()
        companion.wait(10)
        self.assertEqual(companion.stderr.read(), "")

    def test_a_file_that_comes_into_the_folder(self):
        folder = self.home / "calendars"
        folder.mkdir()
        self.wall()
        self.follow(folder)
        self.file(event("Maths", at("0830"), at("0915")), name="calendars/maths.ics")
        self.assert_shown(period("08:30", "09:15", "Maths"))
        (folder / "maths.ics").unlink()
        self.assert_shown()

    def test_a_file_of_a_folder_that_cannot_be_read(self):
        """The file is named, its known events stay, and the other files count; also if it was never readable."""
        folder = self.home / "calendars"
        folder.mkdir()
        maths = self.file(event("Maths", at("0830"), at("0915")), name="calendars/maths.ics")
        german = self.file(event("German", at("1000"), at("1100")), name="calendars/german.ics")
        self.wall()
        companion = self.follow(folder)
        both = [period("08:30", "09:15", "Maths"), period("10:00", "11:00", "German")]
        self.assert_shown(*both)
        for spoil, why in (
            (lambda: maths.symlink_to("nowhere"), "No such file"), (lambda: os.mkfifo(maths), "not a regular file"),
                           (lambda: maths.write_text("nothing"), "it is not a calendar")):
            maths.unlink()
            spoil()
            line = companion.stderr.readline()
            self.assertIn(str(maths), line)
            self.assertIn(why, line)
            self.assert_shown(*both)
        self.file(event("French", at("1000"), at("1100")), name="calendars/german.ics")
        self.assert_shown(both[0], period("10:00", "11:00", "French"))
        answer = self.agenda("--print", "--date", DAY, folder)
        self.assertEqual(
            (answer.status, answer.complaints), (0, f"colourclock-agenda: {maths}: it is not a calendar\n"))
        german.unlink()
        self.assert_shown(both[0])

    def test_a_zone_that_is_replaced(self):
        """New zone data, as by a system update: events of the old zone are computed again."""
        folder, zones = self.home / "zoneinfo/My", Path("/usr/share/zoneinfo")
        folder.mkdir(parents=True)

        def put(name):
            (folder / "Zone.new").write_bytes((zones / name).read_bytes())
            (folder / "Zone.new").rename(folder / "Zone")

        put("Europe/Berlin")
        path = self.file(event("Maths", at("0830", zone="My/Zone"), at("0915", zone="My/Zone")))
        self.wall(zone="UTC0")
        self.follow(path, TZDIR=str(folder.parent))
        self.assert_shown(period("06:30", "07:15", "Maths"))
        put("Europe/London")
        self.assert_shown(period("07:30", "08:15", "Maths"))

    def test_a_clock_that_comes_back(self):
        path = self.file(event("Maths", at("0830"), at("0915")))
        companion = self.follow("--control", self.path, path)
        self.assertEqual(companion.stderr.readline(), f"colourclock-agenda: there is no clock at {self.path}\n")
        for _ in range(2):
            clock = self.wall()
            self.assert_shown(period("08:30", "09:15", "Maths"))
            clock.signal(signal.SIGTERM)
            clock.end()
        companion.terminate()
        companion.wait(10)
        # Each absence is reported once; a short return may go unnoticed.
        lines = companion.stderr.read().splitlines()
        self.assertIn(len(lines), (0, 1, 2), lines)
        self.assertTrue(all("no clock at" in line or "does not answer" in line for line in lines), lines)

    def test_midnight(self):
        path = self.file(event("Today", at("0830"), at("0915")),
                         event("Tomorrow", at("0000", "20260331"), at("0915", "20260331")))
        self.running("--at", f"{DAY}T23:59:52", "--timezone", "Europe/Berlin")
        companion, client = self.follow(path), self.client()
        wall = lambda: client.ask("status")["data"]["wall"]
        titles = lambda: [part["title"] for part in wall()["agenda"] if part["date"] <= wall()["date"]]
        eventually(lambda: titles() == ["Today"], lambda: f"today, but {titles()}")
        eventually(lambda: wall()["time"] < "12", "midnight")
        promptly(lambda: titles() == ["Tomorrow"], lambda: f"tomorrow, but {titles()}", 4, companion.pid,
                 self.present.pid)
        self.assertEqual(self.shown(), [period("00:00", "09:15", "Tomorrow")])
        self.assertEqual(self.status()["wall"]["agenda"][0].get("turn"), "now")

    def test_it_waits_in_peace(self):
        """It checks its file now and then."""
        path = self.file(event("Maths", at("0830"), at("0915")))
        self.wall()
        companion = self.follow(path)
        self.assert_shown(period("08:30", "09:15", "Maths"))

        def ticks():
            """Its CPU time, in hundredths of a second."""
            return sum(map(int, Path(f"/proc/{companion.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))

        before = ticks()
        never(lambda: companion.poll() is not None, "an end", during=5)
        self.assertLessEqual(ticks() - before, 1)


class CommandLine(AgendaCase):
    def test_what_is_wrong_is_said_in_a_line(self):
        good = self.file(event("Maths", at("0830"), at("0915")))
        bad = self.home / "bad.ics"
        bad.write_text("nothing")
        for arguments, status, part in [
                ([], 64, "give one file"), (["--calendar", good], 64, "takes NAME=FILE"),
                (["--calendar", f"Work #1={good}"], 64, "is not a colour"),
                (["--calendar", f"={good}"], 64, "is missing"), (["--calendar", "A=-", "-"], 64, "only one calendar"),
                (["--calendar", f"A={good}"] * 9, 64, "there can be 8"),
                (["--calendar", f"A={good}", "--calendar", "B=/nonexistent.ics"], 66, "/nonexistent"),
                ([good, good], 64, "give one file"), (["--yaml", good], 64, "--yaml"),
                (["--control"], 64, "Missing value"), (["--once", "--date", DAY, good], 64, "--print"),
                (["--print", "--date", "2026-02-30", good], 64, "not a date"),
                (["/nonexistent.ics"], 66, "/nonexistent.ics"),
                (["--once", bad], 65, "not a calendar"), (["--once", good], 69, "no clock"),
                (["--once", "--control", self.home / "none", good], 69, "no clock at")]:
            with self.subTest(arguments):
                answer = self.agenda(*arguments)
                self.assertEqual((answer.status, answer.output, answer.complaints.count("\n")), (status, "", 1))
                self.assertTrue(answer.complaints.startswith("colourclock-agenda: "), answer.complaints)
                self.assertIn(part, answer.complaints)

    def test_a_clock_that_refuses(self):
        """Another program that speaks the clock's protocol and refuses everything."""
        path = self.file(event("Maths", at("0830"), at("0915")))
        wall = {"date": DAY, "time": "08:40:00", "offset": 7200, "agenda": []}
        replies = [{"error": "success", "data": {"wall": wall, "options": []}}, {"error": "there is no room"}]
        script = self.home / "clock.py"
        script.write_text(
            LISTEN + "c = s.accept()[0].makefile('rw')\n"
            + "".join(f"c.readline(); c.write({json.dumps(reply)!r} + '\\n'); c.flush()\n" for reply in replies))
        socket = self.home / "socket"
        server = subprocess.Popen(mortal(["/usr/bin/python3", script, socket]))
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        eventually(socket.exists, "its socket")
        answer = self.agenda("--once", "--control", socket, path)
        self.assertEqual((answer.status, answer.complaints), (1, "colourclock-agenda: there is no room\n"))

    def test_an_answer_without_an_end(self):
        """An endless answer is not stored; the companion gives up that clock."""
        path = self.file(event("Maths", at("0830"), at("0915")))
        script = self.home / "clock.py"
        script.write_text(LISTEN + "c = s.accept()[0]\nc.recv(99)\nfor _ in range(1 << 14): c.sendall(b'x' * 65536)\n")
        socket = self.home / "socket"
        server = subprocess.Popen(mortal(["/usr/bin/python3", script, socket]), stderr=subprocess.DEVNULL)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        eventually(socket.exists, "its socket")
        answer = self.agenda("--once", "--control", socket, path)
        self.assertEqual((answer.status, answer.complaints), (69, "colourclock-agenda: the clock does not answer\n"))
        self.assertLess(answer.peak, 100 << 20)

    def test_what_it_says_of_itself(self):
        self.assertIn("--all-day", self.agenda("--help").output)
        self.assertEqual(self.agenda("--version").output, self.run_clock("--version").output)

    def test_the_clock_takes_what_is_printed(self):
        path = self.file(event("Maths", at("0830"), at("0915")), event("Night", at("2200"), at("0600", "20260331")))
        answer = self.agenda("--print", "--date", DAY, path, TZ="Europe/Berlin")
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        self.assertEqual(answer.output, "08:30-09:15 Maths @mon\n22:00-06:00 Night @mon\n")
        day = self.home / "day"
        day.write_text(answer.output)
        self.wall(f"{DAY}T08:40:00", "--agenda", day)
        self.assertEqual(self.shown(), [period("08:30", "09:15", "Maths"), period("22:00", "06:00", "Night")])

    def test_it_needs_no_library_of_its_own(self):
        for program in (BINARY, AGENDA):
            linked = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
            self.assertNotIn("libical", linked)
        self.assertNotIn("libX", linked)


class Rules(Case):
    """420 random rules on many days, compared with dateutil."""

    server = None
    maxDiff = None
    zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "UTC"]
    wall = ZoneInfo("Europe/Berlin")

    @classmethod
    def setUpClass(cls):
        pass

    def rule(self, dice):
        kind = dice.choice(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])
        parts = [f"FREQ={kind}"]
        if dice.random() < 0.4:
            parts.append(f"INTERVAL={dice.randint(2, 5)}")
        days = dice.sample(DAYS, dice.randint(1, 4))
        form = dice.random()
        if kind == "WEEKLY" and form < 0.7 or kind == "DAILY" and form < 0.3:
            parts.append("BYDAY=" + ",".join(days))
        elif kind in ("MONTHLY", "YEARLY"):
            if kind == "YEARLY" and not 0.5 < form < 0.65:
                parts.append(f"BYMONTH={','.join(map(str, sorted(dice.sample(range(1, 13), dice.randint(1, 6)))))}")
            if form < 0.3:
                parts.append("BYDAY=" + ",".join(f"{dice.choice([1, 2, 3, 4, -1, -2])}{day}" for day in days))
            elif form < 0.5:
                parts += ["BYDAY=" + ",".join(days), f"BYSETPOS={dice.choice([1, 2, -1])}"]
            elif form < 0.8:
                parts.append(
                    f"BYMONTHDAY={','.join(map(str, sorted(dice.sample([1, 5, 15, 28, 29, 30, 31, -1, -3], 3))))}")
        if kind == "DAILY" and dice.random() < 0.3:
            parts.append(f"BYMONTH={dice.randint(1, 6)},{dice.randint(7, 12)}")
            if dice.random() < 0.5:
                parts.append(f"BYMONTHDAY={dice.choice(['-1', '1,-1,29', '-31,15', '2,3,4,5'])}")
        if dice.random() < 0.3:
            parts.append(f"WKST={dice.choice(DAYS)}")
        return ";".join(parts)

    def hourly(self, dice):
        hours = dice.choice([4, 5, 6, 7, 8, 12, 13, 24, 30])
        parts = [
            f"FREQ=HOURLY;INTERVAL={hours}" if dice.random() < 0.8 else f"FREQ=MINUTELY;INTERVAL={60 * hours + 30}"]
        form = dice.random()
        if form < 0.2:
            parts.append("BYDAY=" + ",".join(dice.sample(DAYS, 3)))
        elif form < 0.4 and "HOURLY" in parts[0]:
            parts.append(f"BYMONTHDAY={dice.choice(['-1,-2,-3,-9', '1,2,3,20'])}")
        elif form < 0.6 and hours in (5, 7, 13):
            # Other rules may have no occurrence, which dateutil refuses.
            parts.append("BYHOUR=" + ",".join(map(str, sorted(dice.sample(range(24), 12)))))
        return ";".join(parts)

    def series(self, dice, number, rule):
        """A rule in dateutil, its zone, and the lines of its event."""
        zone = dice.choice(self.zones)
        # Half of them began long ago.
        year = dice.choice([2025, dice.randint(1971, 2024)])
        start = datetime(year, dice.randint(1, 12), dice.randint(1, 28), dice.randint(0, 23), dice.choice([0, 15, 30]))
        end = ""
        # If the start does not match the rule, the set is undefined (RFC 5545, 3.8.5.3); here the start counts too.
        if dice.random() < 0.6:
            start = rrulestr(rule, dtstart=start).after(start, inc=True)
        choice = dice.random()
        last = start + timedelta(days=dice.randint(10, 700), minutes=dice.choice([0, 1, -1]))
        if choice < 0.3:
            end = f";COUNT={dice.randint(1, 200)}"
        elif choice < 0.6:
            end = f";UNTIL={last.replace(tzinfo=ZoneInfo(zone)).astimezone(ZoneInfo('UTC')):%Y%m%dT%H%M%SZ}"
        naive = rule + (f";UNTIL={last:%Y%m%dT%H%M%S}" if "UNTIL" in end else end)
        hours = f";TZID={zone}:{start:%Y%m%dT%H%M%S}"
        times = rruleset()
        times.rrule(rrulestr(naive, dtstart=start))
        times.rdate(start)
        return times, zone, event(f"{number}", hours, None, "DURATION:PT20M", "RRULE:" + rule + end)

    def test_as_dateutil_has_it(self):
        dice = random.Random(11)
        days = [date(2026, 3, 29),
                date(2026, 10, 25)] + [date(2025, 12, 25) + timedelta(dice.randint(0, 500)) for _ in range(38)]
        series = [self.series(dice, number, self.rule(dice)) for number in range(300)]
        self.assertGreater(self.compare(series, days), 800)

    def test_a_first_month_without_the_day(self):
        for number, (start, rule, days, others) in enumerate([
                ("20260601", "BYMONTHDAY=31", ["2026-07-31", "2026-10-31"], ["2026-06-30", "2026-11-30", "2026-05-31"]),
                ("20260228", "BYMONTHDAY=30,31;COUNT=3", ["2026-03-30", "2026-03-31", "2026-04-30"], ["2026-05-30"]),
                ("20250228", "INTERVAL=12;BYMONTHDAY=29", ["2028-02-29"], ["2026-03-29", "2027-02-28"]),
                ("20260601", "BYMONTHDAY=31;FREQ=YEARLY", ["2026-07-31", "2026-10-31", "2027-01-31"],
                 ["2026-06-30", "2026-11-30"]),
                ("20260401", "INTERVAL=3;BYDAY=5WE", ["2026-04-29", "2026-07-29"], ["2026-05-27", "2026-06-24"])]):
            path = self.home / f"{number}.ics"
            path.write_text(
                calendar(
                event("M", at("0900", start), at("0930", start),
                      "RRULE:" + ("" if "FREQ" in rule else "FREQ=MONTHLY;") + rule)))
            for day in days + others:
                answer = self.run_command([AGENDA, "--print", "--date", day, path], TZ="UTC")
                self.assertEqual((answer.status, answer.complaints), (0, ""))
                self.assertEqual(answer.output.startswith("09:00-09:30 M"), day in days, (rule, day, answer.output))

    def test_hours_as_dateutil_has_them(self):
        """Twenty at a time, so that no day has more events than can be shown."""
        dice, found = random.Random(12), 0
        for _ in range(6):
            days = [date(2025, 12, 25) + timedelta(dice.randint(0, 500)) for _ in range(6)]
            found += self.compare([self.series(dice, number, self.hourly(dice)) for number in range(20)], days)
        self.assertGreater(found, 500)

    def compare(self, series, days):
        """Compares these days. Returns the number of occurrences."""
        path = self.home / "rules.ics"
        path.write_text(calendar(*(lines for *_, lines in series)))
        found = 0
        for day in days:
            answer = self.run_command([AGENDA, "--print", "--date", day, path], TZ="Europe/Berlin")
            self.assertEqual((answer.status, answer.complaints), (0, ""))
            printed = {(line.split()[0].split("-")[0], line.split()[1]) for line in answer.output.splitlines()}
            expected = {found for number, one in enumerate(series) for found in self.on(day, number, *one[:2])}
            self.assertEqual(printed, expected, [day, *(series[int(title)][2] for _, title in printed ^ expected)])
            found += len(expected)
        return found

    def on(self, day, number, rule, zone):
        """The printed starts on that day of the wall; each event takes twenty minutes."""
        midnight = datetime.combine(day, time())
        for moment in rule.between(midnight - timedelta(2), midnight + timedelta(3), inc=True):
            begin = moment.replace(tzinfo=ZoneInfo(zone)).astimezone(ZoneInfo("UTC"))
            ending = (begin + timedelta(minutes=20)).astimezone(self.wall)
            begin = begin.astimezone(self.wall)
            if begin.date() == day or ending.date() == day and ending.time() > time():
                yield f"{begin:%H:%M}", f"{number}"


if __name__ == "__main__":
    unittest.main()
