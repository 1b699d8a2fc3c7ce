/// A rule of TZ and of zone files' footers (POSIX.1-2017, Base Definitions, section 8.3; RFC 9636 section 3.3.1).
package struct ZoneRule: Hashable, Sendable {
  struct Change: Hashable, Sendable {
    let day: Day
    /// Seconds from midnight in the wall time before the change; less than 168 hours before or after.
    let time: Int
  }

  enum Day: Hashable, Sendable {
    /// `Jn`: 1 to 365, without 29 February.
    case julian(Int)
    /// `n`: 0 to 365, with 29 February.
    case ordinal(Int)
    /// `Mm.w.d`; week 5 is the last.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  struct Daylight: Hashable, Sendable {
    let offset: ZoneOffset
    let begins: Change
    let ends: Change
  }

  let standard: ZoneOffset
  let daylight: Daylight?

  init(standard: ZoneOffset, daylight: Daylight?) {
    self.standard = standard
    self.daylight = daylight
  }

  /// Parses a rule such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  /// - Throws: `Refusal.rule`.
  package init(_ text: String) throws(Refusal) {
    var parser = ZoneRuleParser(text)
    self = try parser.rule()
  }

  var offsets: [Int] { [standard.seconds] + (daylight.map { [$0.offset.seconds] } ?? []) }

  /// The last change up to `posix` counts. A change that the rule gives for a year can come almost 194 hours before
  /// that year begins: almost 168 by its time, 26 by the offset. So the search begins with the year of the ninth day after `posix`.
  func offset(at posix: Int) -> ZoneOffset {
    guard let daylight else { return standard }
    var year = GregorianDate(dayNumber: posix.floorDivided(by: 86_400) + 9).year
    while true {
      if let isDaylight = isDaylight(daylight, at: posix, by: year) { return isDaylight ? daylight.offset : standard }
      year -= 1
    }
  }

  /// True if one year's changes put `posix` into summer time; `nil` before the year's first change.
  ///
  /// If a beginning and an end coincide, the beginning wins: summer time then lasts all year (RFC 9636 section 3.3.1).
  private func isDaylight(_ daylight: Daylight, at posix: Int, by year: Int) -> Bool? {
    let begin = daylight.begins.second(in: year) - standard.seconds
    let end = daylight.ends.second(in: year) - daylight.offset.seconds
    guard posix >= min(begin, end) else { return nil }
    if posix >= max(begin, end) { return begin >= end }
    return begin < end
  }
}

extension ZoneRule.Change {
  /// Seconds since 1970, in wall time.
  fileprivate func second(in year: Int) -> Int { dayNumber(in: year) * 86_400 + time }

  private func dayNumber(in year: Int) -> Int {
    let newYear = { GregorianDate.dayNumber(year: year, month: 1, day: 1) }
    switch day {
    case .julian(let number): return newYear() + number - (GregorianDate.isLeap(year) && number > 59 ? 0 : 1)
    case .ordinal(let number): return newYear() + number
    case .weekday(let month, let week, let weekday):
      let first = GregorianDate.dayNumber(year: year, month: month, day: 1)
      let offset = (weekday - GregorianDate.weekday(ofDay: first) + 7) % 7 + (week - 1) * 7
      return first + (offset < GregorianDate.days(inMonth: month, of: year) ? offset : offset - 7)
    }
  }
}

/// `std offset [dst [offset] [,start[/time],end[/time]]]`.
private struct ZoneRuleParser {
  private let text: String
  private var cursor: AsciiCursor

  init(_ text: String) {
    self.text = text
    cursor = AsciiCursor(text)
  }

  mutating func rule() throws(Refusal) -> ZoneRule {
    let name = try name()
    let standard = ZoneOffset(seconds: -(try span(hours: 0...24)), abbreviation: name)
    let rule = ZoneRule(standard: standard, daylight: cursor.isAtEnd ? nil : try daylight(besides: standard))
    guard cursor.isAtEnd else { throw error("has text after its end") }
    return rule
  }

  private mutating func daylight(besides standard: ZoneOffset) throws(Refusal) -> ZoneRule.Daylight {
    let name = try name()
    let isHourAhead = cursor.isAtEnd || cursor.isNext(",")
    let seconds = isHourAhead ? standard.seconds + 3600 : -(try span(hours: 0...24))
    let offset = ZoneOffset(seconds: seconds, abbreviation: name)
    if cursor.isAtEnd { return .init(offset: offset, begins: .defaultBegin, ends: .defaultEnd) }
    return .init(offset: offset, begins: try change(), ends: try change())
  }

  private mutating func name() throws(Refusal) -> String {
    let isQuoted = cursor.consume("<")
    let name = cursor.consume { character in
      switch character {
      case "A"..."Z", "a"..."z": true
      case "0"..."9", "+", "-": isQuoted
      default: false
      }
    }
    guard name.utf8.count >= 3 else { throw error("has a name of fewer than three letters") }
    guard !isQuoted || cursor.consume(">") else { throw error("lacks the > of a name") }
    return name
  }

  private mutating func change() throws(Refusal) -> ZoneRule.Change {
    guard cursor.consume(",") else { throw error("needs two dates, or none") }
    let day = try day()
    return ZoneRule.Change(day: day, time: cursor.consume("/") ? try span(hours: 0...167) : 2 * 3600)
  }

  private mutating func day() throws(Refusal) -> ZoneRule.Day {
    if cursor.consume("J") { return .julian(try number(1...365, digits: 3, of: "day")) }
    guard cursor.consume("M") else { return .ordinal(try number(0...365, digits: 3, of: "day")) }
    let month = try number(1...12, digits: 2, of: "month")
    guard cursor.consume(".") else { throw error("has a date without a week") }
    let week = try number(1...5, digits: 1, of: "week")
    guard cursor.consume(".") else { throw error("has a date without a weekday") }
    return .weekday(month: month, week: week, weekday: try number(0...6, digits: 1, of: "weekday"))
  }

  /// Parses `[+-]h[h[h]][:mm[:ss]]`; returns seconds.
  private mutating func span(hours: ClosedRange<Int>) throws(Refusal) -> Int {
    let sign = cursor.consume("-") ? -1 : 1
    if sign > 0 { _ = cursor.consume("+") }
    var seconds = try number(hours, digits: 3, of: "hour") * 3600
    if cursor.consume(":") {
      seconds += try number(0...59, digits: 2, of: "minute") * 60
      if cursor.consume(":") { seconds += try number(0...59, digits: 2, of: "second") }
    }
    return sign * seconds
  }

  private mutating func number(
    _ range: ClosedRange<Int>, digits: Int, of what: String
  ) throws(Refusal) -> Int {
    guard let number = cursor.number(digits: 1...digits), range.contains(number) else {
      throw error("needs \(what == "hour" ? "an" : "a") \(what) of \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func error(_ problem: String) -> Refusal { .rule(text, problem: problem) }
}

extension ZoneRule.Change {
  /// The changes of the United States since 2007, as in the C library; POSIX leaves them open.
  fileprivate static let defaultBegin = Self(day: .weekday(month: 3, week: 2, weekday: 0), time: 2 * 3600)
  fileprivate static let defaultEnd = Self(day: .weekday(month: 11, week: 1, weekday: 0), time: 2 * 3600)
}
