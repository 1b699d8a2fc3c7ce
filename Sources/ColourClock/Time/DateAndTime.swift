package struct DateAndTime: Hashable, Sendable {
  /// `nil` means today.
  let date: GregorianDate?
  let hour: Int
  let minute: Int
  let second: Int
  /// Seconds east of Greenwich; `nil` means the clock's zone.
  let utcOffset: Int?

  /// Accepts a time of day, `[H]H:MM[:SS]`, or a date and time, `YYYY-MM-DDTHH:MM[:SS]` (ISO 8601), also with a space
  /// instead of `T`. A date and time may end with an offset: `Z`, `+02:00` or `+0200`.
  /// - Throws: `Refusal.startingTime`.
  package static func parse(_ text: String) throws(Refusal) -> DateAndTime {
    var cursor = AsciiCursor(text)
    guard let time = time(&cursor), cursor.isAtEnd else { throw .startingTime }
    return time
  }

  /// - Throws: `Refusal.noLeapSecond` for second 60 without a leap second.
  package func secondSince1970(in zone: Zone, today: Civil) throws(Refusal) -> Int64 {
    let date = date ?? today.date
    guard let start = zone.second(on: date, hour: hour, minute: minute, second: second, utcOffset: utcOffset) else {
      throw .noLeapSecond
    }
    return start
  }
}

extension DateAndTime {
  private static func time(_ cursor: inout AsciiCursor) -> DateAndTime? {
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
    return DateAndTime(date: date, hour: hour, minute: minute, second: second, utcOffset: utcOffset)
  }

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

/// A date and time of ISO 8601, or the next occurrence of a time of day.
package struct ParsedInstant: Hashable, Sendable {
  private let time: DateAndTime
  private let fraction: Duration

  private static let lengthWithSeconds = "2026-11-22T15:30:00".utf8.count

  /// Accepts a time of day, and what `parseLocal` accepts.
  /// - Throws: `Refusal.upcoming`.
  package static func parseUpcoming(_ text: String) throws(Refusal) -> ParsedInstant {
    if let instant = try? parseLocal(text) { return instant }
    guard let time = try? DateAndTime.parse(text), time.date == nil, time.second < 60 else { throw .upcoming }
    return ParsedInstant(time: time, fraction: .zero)
  }

  /// Accepts a date (its beginning), a date and time in the clock's zone, and what `parse` accepts.
  /// - Throws: `Refusal.localInstant`.
  package static func parseLocal(_ text: String) throws(Refusal) -> ParsedInstant {
    if let instant = try? parse(text) { return instant }
    let isDate = text.utf8.count == "2027-01-01".utf8.count
    guard let time = try? DateAndTime.parse(isDate ? text + "T00:00" : text), time.date != nil, time.utcOffset == nil
    else { throw .localInstant }
    return ParsedInstant(time: time, fraction: .zero)
  }

  /// Accepts `2026-11-22T15:30:00Z` or `2026-11-22T16:30:00.250+01:00`, with at most nine digits after the point.
  /// - Throws: `Refusal.instant`.
  package static func parse(_ text: String) throws(Refusal) -> ParsedInstant {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var (whole, fraction) = (text, Duration.zero)
    if parts.count > 1 {
      let digits = parts[1].prefix(while: \.isDigit)
      guard parts[0].utf8.count == lengthWithSeconds, (1...9).contains(digits.count) else { throw .instant }
      whole = parts[0] + String(parts[1].dropFirst(digits.count))
      let nanoseconds = digits + String(repeating: "0", count: 9 - digits.count)
      fraction = .nanoseconds(Int64(nanoseconds) ?? 0)
    }
    guard let time = try? DateAndTime.parse(whole), time.date != nil, time.utcOffset != nil else { throw .instant }
    return ParsedInstant(time: time, fraction: fraction)
  }

  package func instant(after moment: Moment) throws(Refusal) -> Instant {
    guard time.date == nil, let daily = TimeOfDay(hour: time.hour, minute: time.minute, second: time.second) else {
      return try instant(in: moment.zone)
    }
    return daily.next(after: moment)
  }

  /// - Throws: `Refusal.noLeapSecond` for second 60 without a leap second.
  package func instant(in zone: Zone) throws(Refusal) -> Instant {
    // Callers have excluded a time without date, so `today` does not matter.
    Instant(second: try time.secondSince1970(in: zone, today: zone.civil(at: 0))) + fraction
  }
}
