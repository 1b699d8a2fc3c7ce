/// Reads the text of a `ZoneRule`: `std offset [dst [offset] [,start[/time],end[/time]]]`.
struct ZoneRuleParser {
  private let text: String
  private var cursor: AsciiCursor

  init(_ text: String) {
    self.text = text
    cursor = AsciiCursor(text)
  }

  mutating func rule() throws(ZoneError) -> ZoneRule {
    let name = try name()
    let standard = ZoneOffset(seconds: -(try span(hours: 0...24)), abbreviation: name)
    let rule = ZoneRule(standard: standard, daylight: cursor.isAtEnd ? nil : try daylight(besides: standard))
    guard cursor.isAtEnd else { throw error("goes on after its end") }
    return rule
  }

  private mutating func daylight(besides standard: ZoneOffset) throws(ZoneError) -> ZoneRule.Daylight {
    let name = try name()
    let isHourAhead = cursor.isAtEnd || cursor.isNext(",")
    let seconds = isHourAhead ? standard.seconds + 3600 : -(try span(hours: 0...24))
    let offset = ZoneOffset(seconds: seconds, abbreviation: name)
    if cursor.isAtEnd { return .init(offset: offset, begins: .defaultBegin, ends: .defaultEnd) }
    return .init(offset: offset, begins: try change(), ends: try change())
  }

  /// At least three letters, or within `<>` letters, digits and signs.
  private mutating func name() throws(ZoneError) -> String {
    let isQuoted = cursor.take("<")
    let name = cursor.take { character in
      switch character {
      case "A"..."Z", "a"..."z": true
      case "0"..."9", "+", "-": isQuoted
      default: false
      }
    }
    guard name.utf8.count >= 3 else { throw error("has a name of fewer than three letters") }
    guard !isQuoted || cursor.take(">") else { throw error("lacks the > of a name") }
    return name
  }

  private mutating func change() throws(ZoneError) -> ZoneRule.Change {
    guard cursor.take(",") else { throw error("lacks one of two dates") }
    let day = try day()
    return ZoneRule.Change(day: day, time: cursor.take("/") ? try span(hours: 0...167) : 2 * 3600)
  }

  private mutating func day() throws(ZoneError) -> ZoneRule.Day {
    if cursor.take("J") { return .julian(try number(1...365, digits: 3, of: "day")) }
    guard cursor.take("M") else { return .ordinal(try number(0...365, digits: 3, of: "day")) }
    let month = try number(1...12, digits: 2, of: "month")
    guard cursor.take(".") else { throw error("has a date without a week") }
    let week = try number(1...5, digits: 1, of: "week")
    guard cursor.take(".") else { throw error("has a date without a weekday") }
    return .weekday(month: month, week: week, weekday: try number(0...6, digits: 1, of: "weekday"))
  }

  /// `[+-]h[h[h]][:mm[:ss]]` in seconds.
  private mutating func span(hours: ClosedRange<Int>) throws(ZoneError) -> Int {
    let sign = cursor.take("-") ? -1 : 1
    if sign > 0 { _ = cursor.take("+") }
    var seconds = try number(hours, digits: 3, of: "hour") * 3600
    if cursor.take(":") {
      seconds += try number(0...59, digits: 2, of: "minute") * 60
      if cursor.take(":") { seconds += try number(0...59, digits: 2, of: "second") }
    }
    return sign * seconds
  }

  private mutating func number(
    _ range: ClosedRange<Int>, digits: Int, of what: String
  ) throws(ZoneError) -> Int {
    guard let number = cursor.number(digits: 1...digits), range.contains(number) else {
      throw error("needs \(what == "hour" ? "an" : "a") \(what) of \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func error(_ problem: String) -> ZoneError { .rule(text, problem: problem) }
}

extension ZoneRule.Change {
  /// Where a rule names summer time without dates POSIX leaves them open; the C library takes those of the United States
  /// since 2007, `M3.2.0,M11.1.0`.
  fileprivate static let defaultBegin = Self(day: .weekday(month: 3, week: 2, weekday: 0), time: 2 * 3600)
  fileprivate static let defaultEnd = Self(day: .weekday(month: 11, week: 1, weekday: 0), time: 2 * 3600)
}
