import ColourClock

@testable import Agenda

/// Helpers for tables of recurrence rules and their times.
enum Times {
  /// Parses a start: `20260330T090000`, or `20260330` for a whole day.
  static func start(_ text: String, zone: EventZone = .known(.utc)) throws -> CalendarTime {
    let time = try required(BasicTime(text))
    return CalendarTime(local: time.local, isDate: time.isDate, zone: time.isDate ? .floating : zone)
  }

  /// Parses a rule.
  static func rule(
    _ text: String, from start: String, zone: EventZone = .known(.utc), calendarZone: EventZone = .floating
  ) throws -> RecurrenceRule {
    var budget = StepBudget(steps: RuleLimits.stepsOfSearch)
    return try RecurrenceRule(
      text, of: try self.start(start, zone: zone), calendarZone: calendarZone, budget: &budget)
  }

  /// All times of a rule within some days after its start.
  static func all(_ rule: RecurrenceRule, days: Int = 3000, wallZone: Zone = .utc) throws -> [LocalTime] {
    var budget = StepBudget(steps: 100_000_000)
    let first = rule.start.local.day
    return try required(rule.starts(in: first...first + days, wallZone: wallZone, budget: &budget))
  }

  /// Parses days as RFC 5545 lists them, such as `1997 Sep 2-30 Oct 1,3`, each with all times of day, such as
  /// `09:00 09:20`.
  static func listed(_ days: String, at times: String) throws -> [LocalTime] {
    let seconds = times.split(separator: " ").map { time in
      zip(time.split(separator: ":"), [3600, 60, 1]).reduce(0) { $0 + (Int($1.0) ?? 0) * $1.1 }
    }
    var (year, month, found) = (0, 0, [LocalTime]())
    for word in days.split(separator: " ") {
      if let named = months.firstIndex(of: String(word)) {
        month = named + 1
      } else if word.count == 4, let number = Int(word) {
        year = number
      } else {
        for part in word.split(separator: ",") {
          let ends = part.split(separator: "-").compactMap { Int($0) }
          for day in try required(ends.first)...(try required(ends.last)) {
            let date = try required(GregorianDate(year: year, month: month, day: day))
            found += seconds.map { LocalTime(day: date.dayNumber, second: $0) }
          }
        }
      }
    }
    return found
  }

  /// A time as text, such as `1997-09-02 09:00`; with seconds if they are not 0.
  static func text(_ time: LocalTime) -> String {
    let date = GregorianDate(dayNumber: time.day)
    let parts = [time.second / 3600, time.second / 60 % 60] + (time.second % 60 == 0 ? [] : [time.second % 60])
    return "\(date.year)-\(pair(date.month))-\(pair(date.day)) \(parts.map(pair).joined(separator: ":"))"
  }

  private static func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Throws if the value is `nil`, because a table is wrong.
  static func required<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Complaint("a table is wrong") }
    return value
  }
}
