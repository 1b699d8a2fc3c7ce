"""Calendars in other programs' forms: the file, the wall's zone, the day, and the expected periods."""

import subprocess
import sys
import unittest

from basics import PACKAGES, SOURCES, companion, tool
from support import Case
from test_agenda import OFFICE, at, calendar, event

AGENDA = companion("agenda")
PACKAGES.update({"valgrind": "valgrind"})
TOOLS = SOURCES.parent / "assets/tools"
BERLIN, LONDON = "Europe/Berlin", "Europe/London"
SUMMER, WINTER = "2026-07-08", "2026-01-14"


def zone(name, *parts):
    """A VTIMEZONE from the lines of its parts."""
    lines = [f"BEGIN:{kind}\n{lines}\nEND:{kind}" for kind, lines in parts]
    return "\n".join(["BEGIN:VTIMEZONE", f"TZID:{name}", *lines, "END:VTIMEZONE"])


def part(start, offsets, *more):
    before, after = offsets.split()
    return "\n".join([f"DTSTART:{start}", f"TZOFFSETFROM:{before}", f"TZOFFSETTO:{after}", *more])


def european(name, winter="+0100", summer="+0200"):
    """A zone with European daylight saving, as Exchange writes it."""
    return zone(name,
                ("STANDARD",
                 part("16010101T030000", f"{summer} {winter}", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10")),
                ("DAYLIGHT",
                 part("16010101T020000", f"{winter} {summer}", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3")))


def of_zone(name, day=SUMMER, title="A"):
    """An event from nine to ten with the zone as given."""
    day = day.replace("-", "")
    return event(title, f";TZID={name}:{day}T090000", f";TZID={name}:{day}T100000")


NINE = "09:00-10:00 A @wed"
UNKNOWN = "'A': its time zone is unknown: "
# Rows: a name, the calendar's parts, the wall's zone, the day, the expected lines, the expected message.
ZONES = [
    # TZID is TEXT as a property and a parameter beside (RFC 5545, 3.2.19 and 3.8.3.1).
    ("escaped commas",
     [european("(UTC+01:00) Amsterdam\\, Berlin\\, Bern"), of_zone('"(UTC+01:00) Amsterdam, Berlin, Bern"')],
     BERLIN, SUMMER, [NINE]),
    ("plain commas",
     [european("(UTC+01:00) Amsterdam, Berlin, Bern"), of_zone('"(UTC+01:00) Amsterdam, Berlin, Bern"')],
     BERLIN, SUMMER, [NINE]),
    ("no quotes", [european("(UTC+01:00) Amsterdam\\, Berlin\\, Bern"), of_zone("(UTC+01:00) Amsterdam, Berlin, Bern")],
     BERLIN, SUMMER, [NINE]),
    ("escapes in both", [european("Amsterdam\\, Berlin\\, Bern"), of_zone("Amsterdam\\, Berlin\\, Bern")], BERLIN,
     SUMMER, [NINE]),
    ("semicolons", [european("Amsterdam\\; Berlin"), of_zone('"Amsterdam; Berlin"')], BERLIN, SUMMER, [NINE]),
    ("semicolons without quotes", [european("Amsterdam; Berlin"), of_zone("Amsterdam; Berlin")], BERLIN, SUMMER,
     [NINE]),
    ("a leading blank", [european(" Head office"), of_zone("Head office")], BERLIN, SUMMER, [NINE]),
    ("a leading blank there", [european("Head office"), of_zone('" Head office"')], BERLIN, SUMMER, [NINE]),
    ("quotes (RFC 6868)", [european('The "old" office'), of_zone("\"The ^'old^' office\"")], BERLIN, SUMMER, [NINE]),
    ("a colon in quotes", [european("Office: Bern"), of_zone('"Office: Bern"')], BERLIN, SUMMER, [NINE]),
    ("a definition behind the event", [of_zone("Office Time"), OFFICE], BERLIN, SUMMER, [NINE]),
    ("an unknown parameter before",
     [OFFICE, event("A", ";X-A=1;TZID=Office Time;VALUE=DATE-TIME:20260708T090000", None, "DURATION:PT1H")],
     BERLIN, SUMMER, [NINE]),
    # An empty definition counts as none.
    ("an empty definition",
     ["BEGIN:VTIMEZONE\nTZID:Romance Standard Time\nEND:VTIMEZONE", of_zone("Romance Standard Time")],
     BERLIN, SUMMER, [NINE]),
    ("an empty definition of no name", ["BEGIN:VTIMEZONE\nTZID:Somewhere\nEND:VTIMEZONE", of_zone("Somewhere")],
     BERLIN, SUMMER, [], UNKNOWN + "Somewhere"),
    ("no offset",
     [zone("Somewhere", ("STANDARD", "DTSTART:16010101T000000\nTZOFFSETFROM:+0100")), of_zone("Somewhere")],
     BERLIN, SUMMER, [], UNKNOWN + "Somewhere"),
    ("no start", [zone("Somewhere", ("STANDARD", "TZOFFSETTO:+0100\nTZOFFSETFROM:+0100")), of_zone("Somewhere")],
     BERLIN, SUMMER, [], UNKNOWN + "Somewhere"),
    ("no part with a name",
     [zone("Somewhere", ("X-PART", part("16010101T000000", "+0100 +0100"))), of_zone("Somewhere")],
     BERLIN, SUMMER, [], UNKNOWN + "Somewhere"),
    ("an offset of a hundred hours",
     [zone("Somewhere", ("STANDARD", part("16010101T000000", "+0100 +9900"))), of_zone("Somewhere")],
     BERLIN, SUMMER, [], UNKNOWN + "Somewhere"),
    ("half a definition", [zone("Europe/Berlin", ("STANDARD", "DTSTART:16010101T000000")), of_zone("Europe/Berlin")],
     BERLIN, SUMMER, [NINE]),
    # Without a slash the calendar's own definition has precedence.
    ("GMT with summer time",
     [european("GMT", "+0000", "+0100"), event("A", at("1020", "20260723", "GMT"), at("1120", "20260723", "GMT"))],
     LONDON, "2026-07-23", ["10:20-11:20 A @thu"]),
    ("EST with summer time", [european("EST", "-0500", "-0400"), of_zone("EST")], "UTC", SUMMER,
     ["13:00-14:00 A @wed"]),
    ("GMT without a definition", [of_zone("GMT")], LONDON, SUMMER, ["10:00-11:00 A @wed"]),
    ("a city's own definition", [european("Europe/Berlin", "+0500", "+0600"), of_zone("Europe/Berlin")], BERLIN, SUMMER,
     [NINE]),
    ("a path before a city", [of_zone("/mozilla.org/20050126_1/Europe/Berlin")], BERLIN, SUMMER, [NINE]),
    ("a path with a definition", [european("/example.org/Office"), of_zone("/example.org/Office")], BERLIN, SUMMER,
     [NINE]),
    # Without a definition CLDR's windowsZones apply.
    ("a name of Windows", [of_zone("Romance Standard Time")], BERLIN, SUMMER, [NINE]),
    ("a name of Windows in winter", [of_zone("W. Europe Standard Time", WINTER)], BERLIN, WINTER, [NINE]),
    ("a name of Windows with dots", [of_zone("Pacific Standard Time")], BERLIN, SUMMER, ["18:00-19:00 A @wed"]),
    ("a definition with a name of Windows", [european("Pacific Standard Time"), of_zone("Pacific Standard Time")],
     BERLIN, SUMMER, [NINE]),
    ("GMT+0100", [of_zone("GMT+0100")], BERLIN, WINTER.replace("01-14", "07-08"), ["10:00-11:00 A @wed"]),
    ("UTC+01:00", [of_zone("UTC+01:00", WINTER)], BERLIN, WINTER, [NINE]),
    ("UTC-3", [of_zone("UTC-3", WINTER)], "UTC", WINTER, ["12:00-13:00 A @wed"]),
    ("(UTC+05:30)", [of_zone('"(UTC+05:30)"', WINTER)], "Asia/Kolkata", WINTER, [NINE]),
    ("a place of Windows", [of_zone('"(UTC+01:00) Amsterdam, Berlin, Bern, Rome"')], BERLIN, SUMMER, [NINE]),
    ("a region of Windows", [of_zone('"(UTC-05:00) Eastern Time (US & Canada)"')], "America/New_York", SUMMER, [NINE]),
    ("UTC in words", [of_zone('"(UTC) Coordinated Universal Time"')], "UTC", SUMMER, [NINE]),
    ("no such place", [of_zone('"(UTC-03:00) Utopia"')], "America/Sao_Paulo", SUMMER, [NINE],
     "'A': its time zone is unknown, and counts as UTC-03:00 all year: (UTC-03:00) Utopia"),
    ("no such offset", [of_zone("UTC+99")], "UTC", SUMMER, [], UNKNOWN + "UTC+99"),
    ("Microsoft's UTC", [of_zone('"tzone://Microsoft/Utc"')], "UTC", SUMMER, [NINE]),
    # Files of the zone database that are no places.
    ("the machine's own", [of_zone("localtime")], BERLIN, SUMMER, [], UNKNOWN + "localtime"),
    ("the default of rules", [of_zone("posixrules")], BERLIN, SUMMER, [], UNKNOWN + "posixrules"),
    ("not set", [of_zone("Factory")], BERLIN, SUMMER, [], UNKNOWN + "Factory"),
    # Definitions with an end, with single dates, and without summer time.
    ("a rule that has ended", [
        zone("Office", ("STANDARD", part("20001029T030000", "+0200 +0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU")),
             ("DAYLIGHT",
              part("20000326T020000", "+0100 +0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU;UNTIL=20250330T010000Z"))),
        of_zone("Office")], "UTC", SUMMER, ["08:00-09:00 A @wed"]),
    ("dates", [zone("Office", ("STANDARD", part("20251026T030000", "+0200 +0100")),
                    ("DAYLIGHT", part("20250330T020000", "+0100 +0200", "RDATE:20260329T020000"))), of_zone("Office")],
     "UTC", SUMMER, ["07:00-08:00 A @wed"]),
    ("one offset", [zone("Office", ("STANDARD", part("19700101T000000", "+0530 +0530"))), of_zone("Office")],
     "UTC", SUMMER, ["03:30-04:30 A @wed"]),
    ("before all changes", [zone("Office", ("STANDARD", part("20270101T000000", "+0300 +0200"))), of_zone("Office")],
     "UTC", SUMMER, ["06:00-07:00 A @wed"]),
    ("summer in the south", [zone(
        "South", ("STANDARD", part("16010101T030000", "+1100 +1000", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=4")),
        ("DAYLIGHT", part("16010101T020000", "+1000 +1100", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=10"))),
        of_zone("South", WINTER)],
     "Australia/Sydney", WINTER, [NINE]),
]

GAP = "2026-03-29"
# A skipped time counts with the offset before the gap (RFC 5545, 3.3.5).
GAPS = [
    (f"{name}, {ending}", parts + [event("A", f"{place}:20260329T023000", *lines)], BERLIN, GAP, ["03:30-04:30 A @sun"])
    for ending, at_end, span in (("an end", True, None), ("a length", False, "DURATION:PT1H"))
    for name, parts, place in (("a city", [], ";TZID=Europe/Berlin"), ("a definition", [OFFICE], ";TZID=Office Time"),
                               ("the wall", [], ""))
    for lines in [(f"{place}:20260329T033000",) if at_end else (None, span)]
] + [
    ("an end in the gap", [event("A", at("0130", "20260329", BERLIN), at("0230", "20260329", BERLIN))], BERLIN, GAP,
     ["01:30-03:30 A @sun"]),
    ("an end behind it", [event("A", at("0230", "20260329", BERLIN), at("0400", "20260329", BERLIN))], BERLIN, GAP,
     ["03:30-04:00 A @sun"]),
    ("a series", [event("A", at("0230", "20260301", BERLIN), at("0330", "20260301", BERLIN), "RRULE:FREQ=DAILY")],
     BERLIN, GAP,
     ["03:30-04:30 A @sun"]),
    # The skipped 02:30 becomes 03:30, at which the series itself also occurs, with its own end.
    ("a time that comes there by itself",
     [event("A", at("1530", "20241220"), at("1700", "20241220"), "RRULE:FREQ=HOURLY;BYHOUR=2,3,15")],
     BERLIN, GAP, ["03:30-05:00 A @sun", "15:30-17:00 A @sun"]),
    ("seen from afar", [event("A", at("0230", "20260329", BERLIN), at("0330", "20260329", BERLIN))], "UTC", GAP,
     ["01:30-02:30 A @sun"]),
    ("a definition's hour that comes twice",
     [OFFICE, event("A", at("0230", "20261025", "Office Time"), None, "DURATION:PT10M")],
     "UTC", "2026-10-25", ["00:30-00:40 A @sun"]),
]

MOMENTS = [
    ("a start alone", [event("Take pills", at("0800", "20260708"))], BERLIN, SUMMER, ["08:00 Take pills @wed"]),
    ("an end that is the start", [event("Take pills", at("0800", "20260708"), at("0800", "20260708"))], BERLIN, SUMMER,
     ["08:00 Take pills @wed"]),
    ("no length", [event("Take pills", at("0800", "20260708"), None, "DURATION:PT0S")], BERLIN, SUMMER,
     ["08:00 Take pills @wed"]),
    ("each day", [event("Take pills", at("0800", "20260701", BERLIN), None, "RRULE:FREQ=DAILY")], "UTC", SUMMER,
     ["06:00 Take pills @wed"]),
    ("at midnight", [event("Close", at("0000", "20260709"))], BERLIN, SUMMER, []),
    ("at midnight of the day", [event("Open", at("0000", "20260708"))], BERLIN, SUMMER, ["00:00 Open @wed"]),
    ("a title like a time", [event("09:00 at last", at("0800", "20260708"))], BERLIN, SUMMER,
     ["08:00 · 09:00 at last @wed"]),
    ("left out once", [event("Take pills", at("0800", "20260701"), None, "RRULE:FREQ=DAILY", "EXDATE:20260708T080000")],
     BERLIN, SUMMER, []),
    ("a day alone is a day", [event("Fair", ";VALUE=DATE:20260708")], BERLIN, SUMMER, ["00:00-24:00 Fair @wed"]),
    ("a day of no length is a day", [event("Fair", ";VALUE=DATE:20260708", None, "DURATION:P0D")], BERLIN, SUMMER,
     ["00:00-24:00 Fair @wed"]),
]


def invited(status, address="mailto:jo@school.example", *more):
    attendee = f"ATTENDEE;CN=\"Jo: B\";PARTSTAT={status}:{address}"
    return event("A", at("0900", "20260708"), at("1000", "20260708"),
                 "ATTENDEE;PARTSTAT=DECLINED:mailto:eve@school.example", attendee, *more)


ME = ["--me", "Jo@school.example", "--me", "mailto:sam@school.example"]
ATTENDEES = [
    ("declined", [invited("DECLINED")], ME, []),
    ("declined in capitals", [invited("declined", "MAILTO:JO@School.example")], ME, []),
    ("the other address", [invited("DECLINED", "mailto:sam@school.example")], ME, []),
    ("accepted", [invited("ACCEPTED")], ME, [NINE]),
    ("no owner", [invited("DECLINED")], [], [NINE]),
    ("another's", [invited("DECLINED", "mailto:bob@school.example")], ME, [NINE]),
    ("an address in a parameter", [event("A", at("0900", "20260708"), at("1000", "20260708"),
                                         "ATTENDEE;EMAIL=jo@school.example;PARTSTAT=DECLINED:urn:uuid:1-2-3")], ME, []),
    ("free time", [invited("ACCEPTED", "mailto:jo@school.example", "TRANSP:TRANSPARENT")], ME, [NINE]),
    ("cancelled", [invited("ACCEPTED", "mailto:jo@school.example", "STATUS:CANCELLED")], ME, []),
    ("one of a series", [event("A", at("0900", "20260701"), at("1000", "20260701"), "RRULE:FREQ=DAILY"),
                         event("A", at("0900", "20260708"), at("1000", "20260708"), "RECURRENCE-ID:20260708T090000",
                               "ATTENDEE;PARTSTAT=DECLINED:mailto:jo@school.example")], ME, []),
]

LINES = (b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260708T090000\r\nDTEND:20260708T100000\r\n%s\r\n"
         b"END:VEVENT\r\nEND:VCALENDAR\r\n")
# Bytes, and the expected line.
FORMS = [
    ("a fold in a character", LINES % b"SUMMARY:Tea \xe2\r\n \x98\x8e now", "Tea ☎ now"),
    ("a fold by a tab", LINES % b"SUMMARY:Tea \xe2\x98\r\n\t\x8e now", "Tea ☎ now"),
    ("a fold at each byte", LINES % b"\r\n ".join(bytes([byte]) for byte in "SUMMARY:Grüße ☎".encode()), "Grüße ☎"),
    ("lines without CR", (LINES % b"SUMMARY:Tea \xe2\n \x98\x8e now").replace(b"\r\n", b"\n"), "Tea ☎ now"),
    ("lines with CR alone", (LINES % b"SUMMARY:Tea").replace(b"\r\n", b"\r"), "Tea"),
    ("lines with CR twice", (LINES % b"SUMMARY:Te\r\n a").replace(b"\r\n", b"\r\r\n"), "Tea"),
    ("a mark of the byte order", b"\xef\xbb\xbf" + LINES % b"SUMMARY:Tea", "Tea"),
    ("small letters",
     (LINES % b"summary;language=en:Tea").replace(b"VEVENT", b"vevent").replace(b"DTSTART", b"dtstart"), "Tea"),
    ("empty lines", (LINES % b"SUMMARY:Tea").replace(b"\r\n", b"\r\n\r\n"), "Tea"),
    ("escapes", LINES % rb"SUMMARY:Tea\, now\; \\ or\nlater", "Tea, now; \\ or later"),
    ("a backslash alone", LINES % rb"SUMMARY:C:\temp\x", "C:\\temp\\x"),
    ("a quote in a parameter", LINES % b'SUMMARY;ALTREP="http://a;b:c":Tea', "Tea"),
    ("the extended form", LINES.replace(b"20260708T090000", b"2026-07-08T09:00:00") % b"SUMMARY:Tea", "Tea"),
    ("a NUL", LINES % b"SUMMARY:Tea\0 now", "Tea now"),
    ("an alarm with a title",
     LINES % b"BEGIN:VALARM\r\nSUMMARY:No\r\nDTSTART:20260101T000000\r\nEND:VALARM\r\nSUMMARY:Tea", "Tea"),
    ("no end of the calendar before the next", b"BEGIN:VCALENDAR\r\n" + LINES % b"SUMMARY:Tea", "Tea"),
]

BROKEN = [
    ("no end of an event",
     "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:B\nDTSTART:20260708T080000\n" + event(
        "A", at("0900", "20260708"), at("1000", "20260708"))
     + "\nEND:VCALENDAR\n", [NINE], ["'B': its end is missing"]),
    ("no end of the file", "BEGIN:VCALENDAR\n" + event("A", at("0900", "20260708"), at("1000", "20260708")) + "\n",
     [NINE],
     ["it ends before 'END:VCALENDAR'"]),
    ("half an event",
     "BEGIN:VCALENDAR\n" + event("A", at("0900", "20260708"),
                                 at("1000", "20260708")) + "\nBEGIN:VEVENT\nSUMMARY:B\nDTSTA",
     [NINE], ["'B': its end is missing", "it ends before 'END:VEVENT'"]),
    ("an end of nothing",
     "BEGIN:VCALENDAR\nEND:VEVENT\nEND:VTODO\n" + event("A", at("0900", "20260708"), at("1000", "20260708"))
     + "\nEND:VCALENDAR\n", [NINE], []),
    ("too deep",
     "BEGIN:VCALENDAR\n" + "BEGIN:X\n" * 40 + "END:X\n" * 40 + event(
        "A", at("0900", "20260708"), at("1000", "20260708"))
     + "\nEND:VCALENDAR\n", [NINE], ["components nested more than 32 deep are left out"]),
    *(
        (f"no end of a {kind}",
         calendar(f"BEGIN:{kind}\nTZID:Somewhere\nSUMMARY:B",
                  event("A", at("0900", "20260708"), at("1000", "20260708"))),
       [NINE],
       [f"the end of a {kind} is missing"]) for kind in ("VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE", "X-OTHER")),
    ("no end of a to-do behind",
     calendar(event("A", at("0900", "20260708"), at("1000", "20260708")), "BEGIN:VTODO\nSUMMARY:B"),
     [NINE], ["the end of a VTODO is missing"]),
    ("no end of a zone that is used", calendar(OFFICE.removesuffix("\nEND:VTIMEZONE"), of_zone("Office Time")), [NINE],
     ["the end of a VTIMEZONE is missing"]),
    ("no beginning", calendar("BEGIN:VEVENT\nSUMMARY:B\nEND:VEVENT"), [], ["'B': it has no start"]),
    ("no name", calendar("BEGIN:VEVENT\nUID:u-1\nEND:VEVENT", "BEGIN:VEVENT\nEND:VEVENT"), [],
     ["event u-1: it has no start", "an event without a name: it has no start"]),
    ("a negative length", calendar(event("B", at("0900", "20260708"), None, "DURATION:-PT1H")), [],
     ["'B': its duration is not valid: -PT1H"]),
    ("an end in another zone",
     calendar(event("B", at("0900", "20260708", BERLIN), at("0930", "20260708", "Asia/Tokyo"))), [],
     ["'B': it ends before it begins"]),
    ("one of its ends is a day", calendar(event("B", at("0900", "20260708"), ";VALUE=DATE:20260709")), [],
     ["'B': its start and its end must both be days, or both be times"]),
]


def nightly(day, *more, until="0600"):
    """An event from ten in the evening to six in the morning."""
    after = f"{int(day) + 1}"
    return event("Night", at("2200", day, BERLIN), at(until, after, BERLIN), *more, uid="n")


def since(hours, day, zone=BERLIN):
    return f"RECURRENCE-ID;RANGE=THISANDFUTURE{at(hours, day, zone)}"


DAILY = "RRULE:FREQ=DAILY"
HOUR = "DURATION:PT1H"
# Combinations of occurrences, changes and exceptions.
SERIES = [
    *((f"nights that are changed over the change of the clock, {day}",
       [nightly("20260320", DAILY), nightly("20260328", since("2200", "20260328"))], BERLIN, f"2026-04-0{day}",
       [f"22:00-06:00 Night @{before}",
        f"22:00-06:00 Night @{this}"]) for day, before, this in ((1, "tue", "wed"), (8, "tue", "wed"))),
    ("a further time that is changed",
     [event("A", at("0900", "20260701"), None, HOUR, "RDATE:20260708T120000", uid="x"),
      event("B", at("1000", "20260705"), None, "DURATION:PT2H", since("0900", "20260705", None), uid="x")], BERLIN,
      SUMMER,
     ["13:00-15:00 B @wed"]),
    ("a further time that is cancelled",
     [event("A", at("0900", "20260701"), None, HOUR, "RDATE:20260708T120000", uid="x"),
      event("A", at("0900", "20260705"), None, HOUR, since("0900", "20260705", None), "STATUS:CANCELLED", uid="x")],
      BERLIN, SUMMER, []),
    ("a further time of its own length that is changed",
     [event("A", at("0900", "20260701"), None, HOUR, "RDATE;VALUE=PERIOD:20260708T120000/PT3H", uid="x"),
      event("B", at("1000", "20260705"), None, HOUR, since("0900", "20260705", None), uid="x")], BERLIN, SUMMER,
      ["13:00-16:00 B @wed"]),
    ("a period at a time of the rule",
     [event("A", at("0900", "20260701"), at("1000", "20260701"), DAILY, "RDATE;VALUE=PERIOD:20260708T090000/PT2H")],
     BERLIN, SUMMER,
     ["09:00-11:00 A @wed"]),
    ("a date at a time of the rule", [event("A", at("0900", "20260701"), None, HOUR, DAILY, "RDATE:20260708T090000")],
     BERLIN, SUMMER, [NINE]),
    ("a series that is cancelled",
     [event("A", at("0900", "20260701"), None, HOUR, DAILY, "STATUS:CANCELLED", uid="x"),
      event("A", at("1000", "20260708"), None, HOUR, "RECURRENCE-ID:20260708T090000", uid="x")], BERLIN, SUMMER, []),
    ("a version beyond all numbers",
     [event("A", at("0900", "20260708"), at("1000", "20260708"), "SEQUENCE:99999999999999999999", uid="x"),
      event("B", at("1100", "20260708"), at("1200", "20260708"), "SEQUENCE:1", uid="x")], BERLIN, SUMMER, [NINE]),
    ("two changes of one hour in two zones",
     [event("A", at("0100", "20260701", BERLIN), None, HOUR, DAILY, "RDATE:20260708T080000Z",
            f"RDATE{at('0800', '20260708', BERLIN)}",
            "EXDATE;VALUE=DATE:20260709", uid="x"),
      event("B", at("1100", "20260708", BERLIN), None, HOUR, "RECURRENCE-ID:20260708T080000Z", uid="x"),
      event("C", at("1300", "20260708", BERLIN), None, HOUR, f"RECURRENCE-ID{at('0800', '20260708', BERLIN)}",
            uid="x")], BERLIN, SUMMER,
     ["01:00-02:00 A @wed", "11:00-12:00 B @wed", "13:00-14:00 C @wed"]),
    ("one change in two zones",
     [event("A", at("0900", "20260701", BERLIN), None, HOUR, DAILY, uid="x"),
      event("B", at("1100", "20260708", BERLIN), None, HOUR, "RECURRENCE-ID:20260708T070000Z", "SEQUENCE:1", uid="x"),
      event("C", at("1300", "20260708", BERLIN), None, HOUR, f"RECURRENCE-ID{at('0900', '20260708', BERLIN)}",
            "SEQUENCE:2", uid="x")],
     BERLIN, SUMMER, ["13:00-14:00 C @wed"]),
    *((f"a day that is left out in universal time, {zone}, {day}",
       [f"X-WR-TIMEZONE:{zone}", event("A", ";VALUE=DATE:20260701", None, DAILY, f"EXDATE:{moment}")], zone, day, lines)
      for zone, moment, day, lines in (
          (BERLIN, "20260707T220000Z", SUMMER, []), (BERLIN, "20260707T220000Z", "2026-07-07", ["00:00-24:00 A @tue"]),
          ("America/New_York", "20260708T040000Z", SUMMER, []))),
]
# Times in extended form, at every place.
EXTENDED = [
    ("an exception", [event("A", at("0900", "20260701"), None, HOUR, DAILY, "EXDATE:2026-07-08T09:00:00")], BERLIN,
     SUMMER, []),
    ("a last time", [event("A", at("0900", "20260701"), None, HOUR, f"{DAILY};UNTIL=2026-07-08T09:00:00")], BERLIN,
     SUMMER, [NINE]),
    ("a last time that is over",
     [event("A", at("0900", "20260701"), None, HOUR, f"{DAILY};UNTIL=2026-07-07T09:00:00Z")], BERLIN, SUMMER, []),
    ("a last day", [event("A", at("0900", "20260701"), None, HOUR, f"{DAILY};UNTIL=2026-07-08")], BERLIN, SUMMER,
     [NINE]),
    ("a zone", [OFFICE.replace("16010101T030000", "1601-01-01T03:00:00"), of_zone("Office Time")], BERLIN, SUMMER,
     [NINE]),
    ("a colon as a dash", [event("A", ":2026:07:08T09-00-00", None, HOUR)], BERLIN, SUMMER, [],
     "'A': its start is no time: 2026:07:08T09-00-00"),
]
# A title, and its form behind a period and behind a moment, so that a clock reads it back.
TITLES = [
    ("Ticket #123456", "Ticket #123456 ·", "Ticket #123456 ·"), ("Row #abc", "Row #abc", "Row #abc"),
    ("Team #1", "Team #1", "Team #1"),
    ("#123456", "#123456 ·", "#123456 ·"), ("Meet @mon", "Meet @mon", "Meet @mon"),
    ("Meet @all #ffffff", "Meet @all #ffffff ·", "Meet @all #ffffff ·"),
    ("24:00 Close", "24:00 Close", "· 24:00 Close"), ("9:15 Bus", "9:15 Bus", "· 9:15 Bus"),
    ("- Bus", "- Bus", "· - Bus"),
    ("– Bus", "– Bus", "· – Bus"), ("8-9 Bus", "8-9 Bus", "8-9 Bus"),
    ("9:15 Bus #123456", "9:15 Bus #123456 ·", "· 9:15 Bus #123456 ·"),
]


class CalendarCase(Case):
    server = None
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        pass

    def printed(self, content, zone, day, *options):
        path = self.home / "calendar.ics"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        answer = self.run_command([AGENDA, "--print", "--all-day", "--date", day, *options, path], TZ=zone)
        self.assertEqual(answer.status, 0, answer.complaints)
        complaints = [line.removeprefix(f"colourclock-agenda: {path}: ") for line in answer.complaints.splitlines()]
        return answer.output.splitlines(), complaints


class Files(CalendarCase):
    def compare(self, rows):
        self.assertEqual(len({name for name, *_ in rows}), len(rows))
        for name, parts, zone, day, lines, *said in rows:
            with self.subTest(name):
                self.assertEqual(self.printed(calendar(*parts), zone, day), (lines, said))

    def test_zones(self):
        self.compare(ZONES)

    def test_times_that_are_left_out(self):
        self.compare(GAPS)

    def test_moments(self):
        self.compare(MOMENTS)

    def test_series(self):
        self.compare(SERIES)

    def test_the_extended_form(self):
        self.compare(EXTENDED)

    def test_titles_are_read_back(self):
        for title, behind_period, behind_moment in TITLES:
            with self.subTest(title):
                parts = [event(title, at("0900", "20260708"), at("1000", "20260708"), uid="p"),
                         event(title, at("1100", "20260708"), uid="m")]
                self.assertEqual(self.printed(calendar(*parts), BERLIN, SUMMER),
                                 ([f"09:00-10:00 {behind_period} @wed", f"11:00 {behind_moment} @wed"], []))

    def test_who_has_declined(self):
        for name, parts, options, lines in ATTENDEES:
            with self.subTest(name):
                self.assertEqual(self.printed(calendar(*parts), BERLIN, SUMMER, *options), (lines, []))

    def test_lines(self):
        for name, content, title in FORMS:
            with self.subTest(name):
                self.assertEqual(self.printed(content, BERLIN, SUMMER), ([f"09:00-10:00 {title} @wed"], []))

    def test_what_is_broken(self):
        for name, content, lines, said in BROKEN:
            with self.subTest(name):
                self.assertEqual(self.printed(content.replace("\r\n", "\n").replace("\n", "\r\n"), BERLIN, SUMMER),
                                 (lines, said))

    def test_as_the_system_has_its_zones(self):
        """A VTIMEZONE in a file gives the same times as the system's zone data, for each hour of a year."""
        name = "Office of tests"
        events = [
            event(f"{month:02}{day:02}{hour:02}", at(f"{hour:02}30", f"2026{month:02}{day:02}", name), None,
                  "DURATION:PT1M")
                  for month in range(1, 13) for day in (1, 15, 25, 28) for hour in range(0, 24, 3)]
        events += [event(f"{day}{hour:02}{minute:02}", at(f"{hour:02}{minute:02}", day, name), None, "DURATION:PT1M")
                   for day in ("20260329", "20261025") for hour in range(5) for minute in (0, 59)]
        own = calendar(european(name), *events)
        for month in range(1, 13):
            for day in (1, 15, 25, 28, 29):
                if (month, day) != (2, 29):
                    date = f"2026-{month:02}-{day:02}"
                    expected = self.printed(calendar(*events).replace(name, BERLIN), "UTC", date)
                    self.assertEqual(self.printed(own, "UTC", date), expected)

    def test_complaints_have_an_end(self):
        """With 20,000 broken events, ten are named and the others are counted."""
        _, said = self.printed(
            calendar(*(f"BEGIN:VEVENT\nSUMMARY:{n}\nEND:VEVENT" for n in range(20_000))), BERLIN, SUMMER)
        self.assertEqual(said[:2], ["'0': it has no start", "'1': it has no start"])
        self.assertEqual((len(said), said[-1]), (11, "and 19990 more"))

    def test_the_names_of_windows_are_the_packages(self):
        done = subprocess.run([sys.executable, TOOLS / "windows_zones.py", "--check"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Folders(CalendarCase):
    def folder(self, *names):
        root = self.home / "calendars"
        for number, name in enumerate(names):
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(calendar(event(name, at(f"{8 + number:02}00", "20260708"), None, "DURATION:PT30M")))
        root.mkdir(exist_ok=True)
        return root

    def read(self, folder):
        return self.run_command([AGENDA, "--print", "--date", SUMMER, folder], TZ=BERLIN)

    def test_folders_in_a_folder(self):
        """A folder for each calendar, as vdirsyncer keeps them."""
        folder = self.folder("a.ics", "work/b.ics", "home/deep/c.ICS")
        (folder / "home/loop").symlink_to(folder)
        (folder / "again").symlink_to(folder / "work")
        (folder / "nowhere").symlink_to(folder / "nothing")
        answer = self.read(folder)
        self.assertEqual((answer.status, answer.complaints), (0, ""))
        self.assertEqual(answer.output,
                         "08:00-08:30 a.ics @wed\n09:00-09:30 work/b.ics @wed\n10:00-10:30 home/deep/c.ICS @wed\n")

    def test_a_folder_without_calendars(self):
        folder = self.folder()
        (folder / "notes.txt").write_text("nothing")
        (folder / "empty").mkdir()
        answer = self.read(folder)
        self.assertEqual((answer.status, answer.output), (66, ""))
        self.assertEqual(answer.complaints, f"colourclock-agenda: there is no calendar (.ics) in {folder}\n")

    def test_folders_without_end(self):
        folder = self.folder("/".join(str(n) for n in range(12)) + "/deep.ics", "a.ics")
        answer = self.read(folder)
        self.assertEqual((answer.status, answer.output), (0, "09:00-09:30 a.ics @wed\n"))
        self.assertEqual(answer.complaints, f"colourclock-agenda: {folder}/{'/'.join(str(n) for n in range(8))} is "
                         f"left out: it is nested too deep\n")


class Measure(CalendarCase):
    """Work and memory grow linearly with the file. `assets/tools/bench --calendars` also measures times, at full size.
    """

    def test_in_proportion(self):
        """The instructions and the memory of each kind of calendar."""
        sys.path.append(str(TOOLS))
        from bench_calendars import CALENDARS, calendars
        tool("valgrind")
        rows, missed = calendars(AGENDA, sizes=(1_000_000,), tries=1)
        self.assertEqual((len(rows), missed), (len(CALENDARS), []), rows)

    def test_only_the_beginning_of_a_large_file(self):
        path = self.home / "large.ics"
        first = calendar(event("A", at("0900", "20260708"), at("1000", "20260708"))).replace("END:VCALENDAR\r\n", "")
        for filling, size in (("\n", 50_000_000), ("\r\n ", 50_000_000), ("BEGIN:VEVENT\r\n", 20_000_000)):
            with self.subTest(filling):
                with path.open("w", newline="") as file:
                    file.write(first)
                    for _ in range(size // 1_000_000):
                        file.write(filling * (1_000_000 // len(filling)))
                answer = self.run_command([AGENDA, "--print", "--date", SUMMER, path], TZ=BERLIN)
                self.assertEqual((answer.status, answer.output), (0, NINE + "\n"))
                self.assertIn(f"colourclock-agenda: {path}: only its first 10 MB are read\n", answer.complaints)
                self.assertLess(answer.peak, 80 << 20)
                self.assertLessEqual(answer.complaints.count("\n"), 11)


if __name__ == "__main__":
    unittest.main()
