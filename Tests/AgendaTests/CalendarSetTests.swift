import ColourClock
import Testing

@testable import Agenda

/// Overrides and exceptions, and how much work on rules a day may take.
@Suite struct CalendarSetTests {
  private static let day = "2026-03-30"

  private static func event(_ title: String, _ lines: String...) -> String {
    (["BEGIN:VEVENT", "UID:\(title)", "SUMMARY:\(title)", "DURATION:PT30M"] + lines + ["END:VEVENT"])
      .joined(separator: "\r\n")
  }

  /// What a calendar has on a day, `08:00 Title`, and the complaints, when each reading of the clock takes some
  /// seconds.
  private static func shown(
    _ files: [[String]], on day: String = day, secondsEach: Double = 0
  ) throws -> (events: [String], complaints: [String]) {
    var (read, complaints): ([[CalendarEvent]], [String]) = ([], [])
    for events in files {
      let lines = ["BEGIN:VCALENDAR", "VERSION:2.0"] + events + ["END:VCALENDAR", ""]
      let found = try CalendarReader(SystemZones()).read(Array(lines.joined(separator: "\r\n").utf8))
      read.append(found.events)
      complaints += found.complaints.texts
    }
    var now = 0.0
    let calendar = CalendarSet(read) {
      now += secondsEach
      return now
    }
    let date = try Times.required(GregorianDate(iso: day))
    let found = calendar.occurrences(on: date, wallZone: .utc)
    let events = found.occurrences.map { occurrence in
      let second = Int(occurrence.seconds.lowerBound) - date.dayNumber * 86_400
      return Times.text(LocalTime(day: 0, second: second)).dropFirst(11) + " " + occurrence.title
    }
    return (events, complaints + found.complaints)
  }

  @Test func anExceptionTakesItsOverrideAway() throws {
    func series(_ exception: String) -> [String] {
      [
        Self.event("A", "DTSTART:20260302T080000Z", "RRULE:FREQ=WEEKLY", exception),
        Self.event("A", "DTSTART:20260330T110000Z", "RECURRENCE-ID:20260330T080000Z"),
      ]
    }
    let rows = [
      ("X-NONE:1", ["11:00 A"]), ("EXDATE:20260330T080000Z", []), ("EXDATE;VALUE=DATE:20260330", []),
      // The same moment in another zone; another moment; the time to which it was moved.
      ("EXDATE;TZID=Europe/Berlin:20260330T100000", []), ("EXDATE:20260323T080000Z", ["11:00 A"]),
      ("EXDATE:20260330T110000Z", ["11:00 A"]),
    ]
    for (exception, events) in rows {
      let shown = try Self.shown([series(exception)])
      #expect(shown.events == events && shown.complaints.isEmpty, "\(exception)")
      // Also where series and override are in two files, or come in the other order.
      #expect(try Self.shown(series(exception).map { [$0] }).events == events, "\(exception)")
      #expect(try Self.shown([series(exception).reversed()]).events == events, "\(exception)")
    }
    let days = [
      Self.event("B", "DTSTART;VALUE=DATE:20260330", "RRULE:FREQ=DAILY", "EXDATE;VALUE=DATE:20260330"),
      Self.event("B", "DTSTART;VALUE=DATE:20260330", "RECURRENCE-ID;VALUE=DATE:20260330"),
    ].map { $0.replacing("DURATION:PT30M\r\n", with: "") }
    #expect(try Self.shown([days]).events == [])
    // An override to another day is gone as well, and no other one.
    let moved = [
      Self.event("C", "DTSTART:20260302T080000Z", "RRULE:FREQ=DAILY;BYDAY=TU,WE", "EXDATE:20260325T080000Z"),
      Self.event("C", "DTSTART:20260330T110000Z", "RECURRENCE-ID:20260325T080000Z"),
      Self.event("C", "DTSTART:20260330T120000Z", "RECURRENCE-ID:20260324T080000Z"),
    ]
    #expect(try Self.shown([moved]).events == ["12:00 C"])
  }

  /// Rules that repeat without measure are named, and the others are shown, wherever they stand.
  @Test func otherEventsAreShown() throws {
    let endless = (0..<30).map { hour in "RRULE:FREQ=MINUTELY;BYHOUR=\(hour % 24);COUNT=99999999" }
    let without = Self.event("Without measure", (["DTSTART:19700101T000000Z"] + endless).joined(separator: "\r\n"))
    let plain = Self.event("Plain", "DTSTART:20260330T100000Z", "RRULE:FREQ=WEEKLY")
    let shown = try Self.shown([[without, plain]])
    #expect(shown.events == ["10:00 Plain"])
    #expect(shown.complaints == ["'Without measure': its rule takes too long"])
  }

  /// A thousand that are each allowed use up a file's steps; those of another file, and single events, are shown.
  @Test func aFileHasItsOwnSteps() throws {
    let many = (0..<1000).map { number in
      Self.event("M\(number)", "DTSTART:20200101T000000Z", "RRULE:FREQ=MINUTELY;INTERVAL=2")
    }
    let single = Self.event("Single", "DTSTART:20260330T100000Z")
    let other = Self.event("Other", "DTSTART:20260328T110000Z", "RRULE:FREQ=DAILY")
    let shown = try Self.shown([many + [single], [other]])
    #expect(shown.events.contains("10:00 Single") && shown.events.contains("11:00 Other"))
    #expect(shown.complaints.count == 11 && shown.complaints[0].contains("the rules of the calendar take too long"))
    #expect(shown.complaints[10].hasSuffix(" more events are left out"))
  }

  /// A clock that goes fast ends the work after two seconds of a file, and ten of all.
  @Test func secondsAreLimited() throws {
    func file(_ name: String) -> [String] {
      (0..<40).map { number in
        Self.event("\(name)\(number)", "DTSTART:20260101T000000Z", "RRULE:FREQ=DAILY;COUNT=999")
      }
    }
    let quick = try Self.shown([file("A")], secondsEach: 0.001)
    #expect(quick.events.count == 40 && quick.complaints.isEmpty)
    let slow = try Self.shown([file("A"), file("B")], secondsEach: 0.1)
    #expect(
      slow.events.contains { $0.contains("A") } && slow.events.contains { $0.contains("B") } && slow.events.count < 80)
    #expect(slow.complaints.contains { $0.contains("take too long") })
    let files = (0..<20).map { file("F\($0)-") }
    let all = try Self.shown(files, secondsEach: 0.1)
    #expect(!all.events.contains { $0.contains("F19-") } && all.events.count < 200)
  }
}
