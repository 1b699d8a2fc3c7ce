/// Spans of time as people write them.
package enum TimeSpan {
  /// What a countdown can be set to: 1 s to 99:59:59.
  package static let range: ClosedRange<Duration> = .seconds(1) ... .seconds(99 * 3600 + 59 * 60 + 59)
  /// The longest countdown, 99:59:59.
  package static var longest: Duration { range.upperBound }

  /// Takes seconds (`90`), units (`90s`, `25m`, `2h`, `1h30m15s`) and a dial (`12:30` for minutes and seconds, `1:00:00`).
  ///
  /// The first number may be as large as the span allows, those after it end at 59.
  /// - Throws: `SpanError`, for a text of another form or a span outside `range`.
  package static func parse(_ text: String) throws(SpanError) -> Duration {
    guard let seconds = units(text) ?? dial(text) else { throw .notASpan(text) }
    guard range.contains(.seconds(seconds)) else { throw .outOfRange(text) }
    return .seconds(seconds)
  }

  /// Enough for 99:59:59 in seconds, and for more to be told that it is too much.
  private static let digits = 1...9

  private static func units(_ text: String) -> Int? {
    var cursor = AsciiCursor(text)
    var sum: Int?
    for (unit, seconds) in [("h", 3600), ("m", 60), ("s", 1)] as [(Unicode.Scalar, Int)] {
      var ahead = cursor
      guard let number = ahead.number(digits: digits), ahead.take(unit) else { continue }
      guard sum == nil || number < 60 else { return nil }
      sum = (sum ?? 0) + number * seconds
      cursor = ahead
    }
    return cursor.isAtEnd ? sum : nil
  }

  private static func dial(_ text: String) -> Int? {
    var cursor = AsciiCursor(text)
    guard var sum = cursor.number(digits: digits) else { return nil }
    for _ in 0..<2 where cursor.take(":") {
      guard let number = cursor.number(digits: 2...2), number < 60 else { return nil }
      sum = sum * 60 + number
    }
    return cursor.isAtEnd ? sum : nil
  }
}

/// Why a text is no span.
package enum SpanError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text that has none of the forms.
  case notASpan(String)
  /// The text of a span that is too short or too long.
  case outOfRange(String)

  /// One line: what is wrong and what to write instead.
  package var description: String {
    switch self {
    case .notASpan(let text):
      "\(text.debugDescription) is not a span of time: write it like 90 (seconds), 25m, 1h30m, 12:30 or 1:00:00"
    case .outOfRange(let text):
      "\(text.debugDescription) is too short or too long: a countdown takes 1 second to 99:59:59"
    }
  }
}
