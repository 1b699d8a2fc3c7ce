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
  /// `+02:00` or `+0200` may follow (a profile of ISO 8601). Second 60 stands for a leap second.
  /// - Throws: `StartingTimeError.notATime` for everything else.
  package static func parse(_ text: String) throws(StartingTimeError) -> StartingTime {
    var cursor = AsciiCursor(text)
    guard let time = time(&cursor), cursor.isAtEnd else { throw .notATime(text) }
    return time
  }

  /// The second since 1970 that the time stands for, as `Zone.civil(at:)` takes it.
  ///
  /// A time that the zone shows twice is the earlier one, one that it leaves out is the end of the gap.
  /// - Parameters:
  ///   - zone: where a time without an offset holds, and whose leap seconds there are.
  ///   - today: the day of a time without a date.
  /// - Throws: `StartingTimeError.noLeapSecond` for second 60 where the zone has none.
  package func second(in zone: Zone, today: Civil) throws(StartingTimeError) -> Int64 {
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
    guard let hour = number(0...23, &cursor), cursor.take(":"), let minute = number(0...59, &cursor) else { return nil }
    var second = 0
    if cursor.take(":") {
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

  /// Takes a date and what sets it off from the time.
  private static func date(_ cursor: inout AsciiCursor) -> GregorianDate? {
    guard let year = cursor.number(digits: 4...4), cursor.take("-"), let month = cursor.number(digits: 2...2),
      cursor.take("-"), let day = cursor.number(digits: 2...2), cursor.take("T") || cursor.take(" ")
    else { return nil }
    return GregorianDate(year: year, month: month, day: day)
  }

  private static func offset(_ cursor: inout AsciiCursor) -> Int? {
    if cursor.take("Z") { return 0 }
    let sign = cursor.isNext("-") ? -1 : 1
    guard cursor.take("-") || cursor.take("+"), let hours = number(0...23, &cursor) else { return nil }
    _ = cursor.take(":")
    guard let minutes = number(0...59, &cursor) else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private static func number(_ range: ClosedRange<Int>, _ cursor: inout AsciiCursor) -> Int? {
    cursor.number(digits: 2...2).flatMap { range.contains($0) ? $0 : nil }
  }
}

/// Why a text or a time is no starting time.
package enum StartingTimeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that has none of the forms.
  case notATime(String)
  /// The zone counts no leap second where the time has second 60.
  case noLeapSecond

  /// One line: what is wrong and what to write instead.
  package var description: String {
    switch self {
    case .notATime(let text):
      "\(text.debugDescription) is not a time: write HH:MM, HH:MM:SS or YYYY-MM-DDTHH:MM:SS, the last also with a space "
        + "for the T and with Z or +HH:MM at its end"
    case .noLeapSecond:
      "the time zone has no leap second then: write a second of 00 to 59, or choose a zone below right/ and a day with one"
    }
  }
}
