import Testing

@testable import ColourClock

@Suite struct WallTimeTests {
  static func berlin() throws -> Zone { Zone(rule: try ZoneRule("CET-1CEST,M3.5.0,M10.5.0/3")) }

  /// Clocks go from 00:00 back to 23:00 of the day before, on the last Sunday of October.
  private static func midnightZone() throws -> Zone { Zone(rule: try ZoneRule("<-02>2<-01>,M3.5.0/-1,M10.5.0/0")) }

  @Test(arguments: [("17:30", 17, 30, 0), ("7:05", 7, 5, 0), ("00:00", 0, 0, 0), ("23:59:59", 23, 59, 59)])
  func `a time of day is read`(text: String, hour: Int, minute: Int, second: Int) throws {
    let time = try TimeOfDay.parse(text)
    #expect((time.hour, time.minute, time.second) == (hour, minute, second))
    #expect(try TimeOfDay.parse(time.text) == time)
  }

  @Test(arguments: ["", "24:00", "17:60", "17:30:60", "17", "17:3", "17:30:", "17:30 ", "1730", "-1:00", "017:30"])
  func `everything else is refused`(text: String) {
    #expect(throws: Refusal.timeOfDay) { try TimeOfDay.parse(text) }
  }

  /// From, time, and what comes of it, the two instants in universal time.
  static let berlinCases: [(String, String, String)] = [
    // An ordinary day: later today, tomorrow, and never now.
    ("2026-06-01T10:00:00Z", "17:30", "2026-06-01T15:30:00Z"),
    ("2026-06-01T15:30:00Z", "17:30", "2026-06-02T15:30:00Z"),
    ("2026-06-01T15:29:59Z", "17:30", "2026-06-01T15:30:00Z"),
    ("2026-06-01T21:30:00Z", "00:00", "2026-06-01T22:00:00Z"),
    // Across both changes.
    ("2026-03-28T20:00:00Z", "12:00", "2026-03-29T10:00:00Z"),
    ("2026-10-24T20:00:00Z", "12:00", "2026-10-25T11:00:00Z"),
    // Left out: the end of the gap, and once that is past the next day.
    ("2026-03-29T00:30:00Z", "02:30", "2026-03-29T01:00:00Z"),
    ("2026-03-29T01:00:00Z", "02:30", "2026-03-30T00:30:00Z"),
    // Shown twice: the first still to come.
    ("2026-10-24T23:00:00Z", "02:30", "2026-10-25T00:30:00Z"),
    ("2026-10-25T00:30:00Z", "02:30", "2026-10-25T01:30:00Z"),
    ("2026-10-25T00:45:00Z", "02:30", "2026-10-25T01:30:00Z"),
    ("2026-10-25T01:30:00Z", "02:30", "2026-10-26T01:30:00Z"),
    ("2026-10-25T00:59:59Z", "02:00", "2026-10-25T01:00:00Z"),
    ("2026-10-25T00:59:59Z", "03:00", "2026-10-25T02:00:00Z"),
  ]

  @Test(arguments: berlinCases) func `the next such time is right across summer time`(
    from: String, time: String, next: String
  ) throws {
    let moment = Moment(instant: try .at(from), uptime: .zero, zone: try Self.berlin())
    #expect(try TimeOfDay.parse(time).next(after: moment) == .at(next))
    let later = Moment(instant: moment.instant + .milliseconds(1), uptime: .zero, zone: moment.zone)
    #expect(try TimeOfDay.parse(time).next(after: later) == .at(next))
  }

  @Test(arguments: [
    ("2026-10-25T00:50:00Z", "23:30", "2026-10-25T01:30:00Z"),
    ("2026-10-25T01:10:00Z", "23:30", "2026-10-25T01:30:00Z"),
    ("2026-03-29T00:00:00Z", "23:30", "2026-03-29T01:00:00Z"),
  ])
  func `a change at midnight repeats and leaves out the evening before`(from: String, time: String, next: String) throws
  {
    let moment = Moment(instant: try .at(from), uptime: .zero, zone: try Self.midnightZone())
    #expect(try TimeOfDay.parse(time).next(after: moment) == .at(next))
  }

  @Test func `a day that is left out has no time`() {
    let before = ZoneOffset(seconds: -10 * 3600, abbreviation: "-10")
    let after = Zone.Period(start: 1_325_239_200, offset: ZoneOffset(seconds: 14 * 3600, abbreviation: "+14"))
    let samoa = Zone(first: before, periods: [after])
    let moment = Moment(instant: Instant(second: after.start64 - 3600), uptime: .zero, zone: samoa)
    let next = TimeOfDay(hour: 17, minute: 30)?.next(after: moment)
    #expect(next == Instant(second: after.start64 + 17 * 3600 + 1800))
  }

  /// Period in seconds, from, next.
  static let aligned: [(Int, String, String)] = [
    (60, "2026-06-01T10:00:00Z", "2026-06-01T10:01:00Z"), (60, "2026-06-01T10:00:59Z", "2026-06-01T10:01:00Z"),
    (900, "2026-06-01T10:16:00Z", "2026-06-01T10:30:00Z"), (21_600, "2026-06-01T09:00:00Z", "2026-06-01T10:00:00Z"),
    (86_400, "2026-06-01T10:00:00Z", "2026-06-01T22:00:00Z"), (86_400, "2026-03-29T00:00:00Z", "2026-03-29T22:00:00Z"),
    // Six hours of the wall, not of the day: 06:00 is five hours after a midnight in March, seven in October.
    (21_600, "2026-03-28T23:00:00Z", "2026-03-29T04:00:00Z"), (21_600, "2026-10-24T22:00:00Z", "2026-10-25T05:00:00Z"),
    // At the changes themselves.
    (60, "2026-03-29T00:59:30Z", "2026-03-29T01:00:00Z"), (60, "2026-10-25T00:59:30Z", "2026-10-25T01:00:00Z"),
    (7200, "2026-03-29T00:10:00Z", "2026-03-29T01:00:00Z"), (7200, "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"),
    // Seven minutes do not divide a day.
    (420, "1970-01-01T00:06:59Z", "1970-01-01T00:07:00Z"), (420, "1970-01-01T00:07:00Z", "1970-01-01T00:14:00Z"),
    (420, "1969-12-31T23:50:00Z", "1969-12-31T23:53:00Z"),
  ]

  @Test(arguments: aligned) func `aligned times are those the wall shows`(
    period: Int, from: String, next: String
  ) throws {
    let times = AlignedTime(period: .seconds(period), zone: try Self.berlin())
    #expect(times.next(after: try .at(from)) == (try .at(next)))
    #expect(times.next(after: try .at(from) + .milliseconds(500)) == (try .at(next)))
  }

  @Test func `each minute of the two odd days has its own time`() throws {
    for start in ["2026-03-28T23:00:00Z", "2026-10-24T22:00:00Z"] {
      let times = AlignedTime(period: .seconds(60), zone: try Self.berlin())
      var instant = try Instant.at(start)
      for minute in 1...1600 {
        instant = times.next(after: instant)
        #expect(instant == (try Instant.at(start)) + .seconds(60 * minute))
      }
    }
  }

  @Test func `minutes stay full ones through a leap second`() throws {
    let zone = try ZoneFile.parse(CLibrary.zoneFile("right/UTC"))
    let before = Instant(second: 1_483_228_826 - 30)
    let next = AlignedTime(period: .seconds(60), zone: zone).next(after: before)
    #expect(next == Instant(second: 1_483_228_827))
    #expect(zone.civil(at: next.second).second == 0)
  }
}

extension Zone.Period {
  fileprivate var start64: Int64 { Int64(start) }
}

extension Instant {
  /// A date and time with their offset from universal time.
  static func at(_ text: String) throws -> Instant {
    Instant(second: try DateAndTime.parse(text).secondSince1970(in: .utc, today: Zone.utc.civil(at: 0)))
  }
}
