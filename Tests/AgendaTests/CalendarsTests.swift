import ColourClock
import ControlProtocol
import Testing

@testable import Agenda

/// Calendars on the command line, each with a name and a colour.
@Suite struct CalendarsTests {
  @Test(
    arguments: [
      ("Work=a.ics", "Work", nil, "a.ics"), ("Work #3b6fb6=/a=b.ics", "Work", "#3b6fb6", "/a=b.ics"),
      ("#3B6FB6=-", nil, "#3b6fb6", "-"), (" My  school #8a9544 =x", "My school", "#8a9544", "x"),
      ("Room #4 b=x", "Room #4 b", nil, "x"),
    ] as [(String, String?, String?, String)])
  func places(text: String, name: String?, colour: String?, path: String) throws {
    let place = try CalendarPlace(named: text)
    #expect(place.calendar.name == name && place.calendar.colour?.hex == colour && place.path == path)
  }

  @Test(arguments: ["", "Work", "Work=", "=x", "  =x", "Work #3b6=x", "a name of 21 letters!=x", "\u{202e}=x"])
  func noPlaces(text: String) { #expect(throws: Refusal.self) { try CalendarPlace(named: text) } }

  /// The name and the colour in a file.
  @Test(
    arguments: [
      ([], nil, nil, []), (["X-WR-CALNAME:Choir"], "Choir", nil, []),
      (["X-WR-CALNAME:Choir", "NAME:Sing"], "Sing", nil, []),
      (["NAME:", "X-WR-CALNAME:A\\, B\\n C"], "A, B C", nil, []),
      (["NAME;LANGUAGE=de:Chor", "NAME:Choir"], "Chor", nil, []),
      (["NAME:a name of 21 letters!"], "a name of 21 letter…", nil, []), (["NAME:\u{202e}"], nil, nil, []),
      (["NAME:" + String(repeating: "日", count: 30)], String(repeating: "日", count: 12) + "…", nil, []),
      (["COLOR:CornflowerBlue"], nil, "#6495ed", []), (["COLOR: #3B6FB6 "], nil, "#3b6fb6", []),
      (["X-APPLE-CALENDAR-COLOR:#3B6FB6FF"], nil, "#3b6fb6", []),
      (["X-APPLE-CALENDAR-COLOR:#111111", "COLOR:red"], nil, "#ff0000", []),
      (["X-APPLE-CALENDAR-COLOR:#111111", "COLOR:sky"], nil, "#111111", ["sky"]),
      (["COLOR:sky"], nil, nil, ["sky"]), (["COLOR:#3b6"], nil, nil, ["#3b6"]),
      (["X-APPLE-CALENDAR-COLOR:3b6fb6"], nil, nil, ["3b6fb6"]),
      // In an event they are not the calendar's.
      (["BEGIN:VEVENT", "COLOR:red", "NAME:Event", "DTSTART:20260330T080000Z", "END:VEVENT"], nil, nil, []),
    ] as [([String], String?, String?, [String])])
  func inTheFile(lines: [String], name: String?, colour: String?, unknown: [String]) throws {
    let text = (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\r\n")
    let contents = try CalendarReader(SystemZones()).read(Array(text.utf8))
    #expect(contents.calendar.name == name && contents.calendar.colour?.hex == colour)
    #expect(contents.complaints.texts == unknown.map { "the calendar's colour is unknown: \($0)" })
  }

  /// The clock reads each heading back as a calendar with the same colour.
  @Test(
    arguments: [
      ("Work", nil, "Work"), ("Work", "#3b6fb6", "Work #3b6fb6"), (nil, "#3b6fb6", "#3b6fb6"), (nil, nil, nil),
      ("Room #4", nil, "Room #4 ·"), ("Room #4", "#3b6fb6", "Room #4 #3b6fb6"), ("#3b6fb6", nil, "#3b6fb6 ·"),
      ("a long name, yes #4", nil, nil), ("a long name, yes #4", "#111111", "a long name, yes #4 #111111"),
    ] as [(String?, String?, String?)])
  func headings(name: String?, colour: String?, heading: String?) throws {
    let date = try #require(GregorianDate(iso: "2026-03-30"))
    let event = CalendarEvent.Occurrence(seconds: 0..<900, title: "Tea", isAllDay: false)
    let calendar = AgendaCalendar(cutting: name, colour: colour.flatMap { Colour(hex: $0) })
    let period = DayPeriod(event, titled: "Tea", on: date, in: .utc, of: calendar)
    #expect(Calendars.heading(of: period) == heading)
  }

  /// The period of a calendar without a name is what it was before calendars had names.
  @Test func whatTheClockIsSent() throws {
    let date = try #require(GregorianDate(iso: "2026-03-30"))
    let nine = Int64(date.dayNumber * 86_400 + 9 * 3600)
    let event = CalendarEvent.Occurrence(seconds: nine..<nine + 900, title: "Tea", isAllDay: false)
    let plain = DayPeriod(event, titled: "Tea", on: date, in: .utc)
    #expect(JSON.text(of: plain) == #"{"end":"09:15","seconds":[1774861200,1774862100],"start":"09:00","title":"Tea"}"#)
    let named = DayPeriod(event, titled: "Tea", on: date, in: .utc, of: try .parse("Home #8a9544"))
    #expect(
      JSON.text(of: named)
        == ##"{"calendar":"Home","colour":"#8a9544","end":"09:15","seconds":[1774861200,1774862100],"##
        + #""start":"09:00","title":"Tea"}"#
    )
    #expect(named.line == plain.line)
  }
}
