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
