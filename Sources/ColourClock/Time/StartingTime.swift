/// The time that a clock shall start at, as the user writes it: a time of day, or a date and time.
package struct StartingTime: Hashable, Sendable {
  /// `nil` for the day on which the clock is started.
  let date: GregorianDate?
  let hour: Int
  let minute: Int
  /// 0 to 60.
  let second: Int
  /// Seconds east of Greenwich; `nil` for the time in the zone of the clock.
  let utcOffset: Int?

  /// Takes `HH:MM` or `HH:MM:SS`, on its own or after `YYYY-MM-DD` and a `T` or a space; with a date, `Z` or an offset as
  /// `+02:00` or `+0200` may follow (a profile of ISO 8601). Without a date the hour may have one digit. Second 60 stands
  /// for a leap second.
  /// - Throws: `ValueError.startingTime` for everything else.
  package static func parse(_ text: String) throws(ValueError) -> StartingTime {
    var cursor = AsciiCursor(text)
    guard let time = time(&cursor), cursor.isAtEnd else { throw .startingTime }
    return time
  }

  /// The second since 1970 that the time stands for, as `Zone.civil(at:)` takes it.
  ///
  /// A time that the zone shows twice is the earlier one, one that it leaves out is the end of the gap.
  /// - Parameters:
  ///   - zone: where a time without an offset holds, and whose leap seconds there are.
  ///   - today: the day of a time without a date.
  /// - Throws: `ValueError.noLeapSecond` for second 60 where the zone has none.
  package func second(in zone: Zone, today: Civil) throws(ValueError) -> Int64 {
    let date = date ?? today.date
    guard let start = zone.second(on: date, hour: hour, minute: minute, second: second, utcOffset: utcOffset) else {
      throw .noLeapSecond
    }
    return start
  }
}

extension StartingTime {
  private static func time(_ cursor: inout AsciiCursor) -> StartingTime? {
    var dateCursor = cursor
    let date = date(&dateCursor)
    if date != nil { cursor = dateCursor }
    let hourDigits = date == nil ? 1...2 : 2...2
    guard let hour = number(0...23, digits: hourDigits, &cursor), cursor.consume(":"),
      let minute = number(0...59, &cursor)
    else { return nil }
    var second = 0
    if cursor.consume(":") {
      guard let number = number(0...60, &cursor) else { return nil }
      second = number
    }
    var utcOffset: Int?
    if date != nil, !cursor.isAtEnd {
      guard let offset = offset(&cursor) else { return nil }
      utcOffset = offset
    }
    return StartingTime(date: date, hour: hour, minute: minute, second: second, utcOffset: utcOffset)
  }

  /// A date and the `T` or space behind it.
  private static func date(_ cursor: inout AsciiCursor) -> GregorianDate? {
    guard let year = cursor.number(digits: 4...4), cursor.consume("-"), let month = cursor.number(digits: 2...2),
      cursor.consume("-"), let day = cursor.number(digits: 2...2), cursor.consume("T") || cursor.consume(" ")
    else { return nil }
    return GregorianDate(year: year, month: month, day: day)
  }

  private static func offset(_ cursor: inout AsciiCursor) -> Int? {
    if cursor.consume("Z") { return 0 }
    let sign = cursor.isNext("-") ? -1 : 1
    guard cursor.consume("-") || cursor.consume("+"), let hours = number(0...23, &cursor) else { return nil }
    _ = cursor.consume(":")
    guard let minutes = number(0...59, &cursor) else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private static func number(
    _ range: ClosedRange<Int>, digits: ClosedRange<Int> = 2...2, _ cursor: inout AsciiCursor
  ) -> Int? {
    cursor.number(digits: digits).flatMap { range.contains($0) ? $0 : nil }
  }
}
