package enum TimeSpan {
  package static let range: ClosedRange<Duration> = .seconds(1) ... .seconds(99 * 3600 + 59 * 60 + 59)
  /// Ten years with three leap days.
  package static let longest = Duration.seconds(3653 * 86_400)
  package static let countdowns: ClosedRange<Duration> = range.lowerBound...longest
  static let remaining: ClosedRange<Duration> = .zero...longest

  /// Before the system's clock is set, no end is too far: the present time is unknown.
  package static func isTooFar(_ end: Instant, at moment: Moment) -> Bool {
    moment.health != .unset && end - moment.instant > longest
  }

  /// Accepts `90` (seconds), `25m`, `1h30m15s`, `40d 4h`, `12:30` (minutes and seconds) or `1:00:00`. Numbers after the
  /// first are at most 59; hours after days are at most 23.
  /// - Throws: `Refusal.span`; outside `range`, `countdownRange` or `spanRange`.
  package static func parse(
    _ text: String, within range: ClosedRange<Duration> = TimeSpan.range
  ) throws(Refusal) -> Duration {
    guard let seconds = withUnits(text) ?? withColons(text) else { throw .span }
    guard range.contains(.seconds(seconds)) else { throw range == countdowns ? .countdownRange : .spanRange }
    return .seconds(seconds)
  }

  /// Also accepts 45M, 45min, and 1h30 for 1h30m.
  static func typed(_ text: String) -> Duration? {
    let letters = text.lowercased()
    let written = letters.hasSuffix("min") ? String(letters.dropLast(2)) : letters
    return (try? parse(written)) ?? (try? parse(written + "m"))
  }

  private static let digits = 1...9

  private static func withUnits(_ text: String) -> Int? {
    var cursor = AsciiCursor(text)
    var sum: Int?
    for (unit, seconds) in [("d", 86_400), ("h", 3600), ("m", 60), ("s", 1)] as [(Unicode.Scalar, Int)] {
      var ahead = cursor
      if sum != nil { _ = ahead.consume(" ") }
      guard let number = ahead.number(digits: digits), ahead.consume(unit) else { continue }
      guard sum == nil || number < (unit == "h" ? 24 : 60) else { return nil }
      sum = (sum ?? 0) + number * seconds
      cursor = ahead
    }
    return cursor.isAtEnd ? sum : nil
  }

  private static func withColons(_ text: String) -> Int? {
    var cursor = AsciiCursor(text)
    guard var sum = cursor.number(digits: digits) else { return nil }
    for _ in 0..<2 where cursor.consume(":") {
      guard let number = cursor.number(digits: 2...2), number < 60 else { return nil }
      sum = sum * 60 + number
    }
    return cursor.isAtEnd ? sum : nil
  }
}

/// The caller puts the refused value before these texts.
extension Refusal {
  static let span = Refusal("it takes a span of time, like 90 (seconds), 25m, 1h30m, 12:30 or 1:00:00")
  package static let spanRange = Refusal("it takes 1 second to 99:59:59")
  static let countdownRange = Refusal("it takes 1 second to ten years, 3653d")
  static let timeOfDay = Refusal("it takes HH:MM or HH:MM:SS, such as 17:30")
  static let weekdays = Refusal("days are mon, tue, wed, thu, fri, sat and sun, such as @mon-fri or @sat,sun")
  static let alarm = Refusal(
    "it takes TIME, TIME=TITLE, TIME@DAYS or TIME=TITLE@DAYS, such as 08:30=Standup@mon-fri; a title has up to "
      + "\(Countdown.longestTitle) characters")
  static let period = Refusal(
    "it takes START-END TITLE, such as 08:30-09:15 Maths, or TIME TITLE, such as 08:00 Take pills; then perhaps days "
      + "and a colour, such as @mon-fri #8a9544")
  static let schedule = Refusal("it takes two times of day, such as 22:00-07:00")
  static let startingTime = Refusal(
    "it takes HH:MM, HH:MM:SS or YYYY-MM-DDTHH:MM:SS; a date may have a space instead of the T, and Z or +HH:MM after "
      + "the time")
  static let instant = Refusal(
    "it takes a date and a time with their zone, such as 2026-11-22T15:30:00Z or 2026-11-22T16:30:00.250+01:00")
  static let upcoming = Refusal(
    "it takes a time of day, such as 12:40, or a date, perhaps with a time and its zone, such as 2027-01-01, "
      + "2027-01-01T17:30 or 2026-11-22T15:30:00Z")
  static let localInstant = Refusal(
    "it takes a date, perhaps with a time and its zone, such as 2027-01-01, 2027-01-01T17:30 or 2026-11-22T15:30:00Z")
  package static let tooFar = Refusal("it is too far away: a countdown lasts ten years at most")
  static let format = Refusal(
    "it takes up to 100 characters with strftime's \(TimeFormat.fields); a - after the % "
      + "means no padding")
  static let noLeapSecond = Refusal(
    "the time zone has no leap second then: write a second of 00 to 59, or choose a zone that begins with "
      + "right/ and a day that has a leap second")
}

struct AsciiCursor {
  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
  }

  var isAtEnd: Bool { rest.isEmpty }

  func isNext(_ character: Unicode.Scalar) -> Bool {
    rest.first.map { UInt32($0) == character.value } ?? false
  }

  mutating func consume(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    rest.removeFirst()
    return true
  }

  mutating func consume(while isIncluded: (Unicode.Scalar) -> Bool) -> String {
    let consumed = rest.prefix { isIncluded(Unicode.Scalar($0)) }
    rest.removeFirst(consumed.count)
    return String(decoding: consumed, as: UTF8.self)
  }

  /// Returns `nil` and does not move if there are too few digits.
  mutating func number(digits: ClosedRange<Int>) -> Int? {
    let consumed = rest.prefix(digits.upperBound).prefix(while: \.isDigit)
    guard consumed.count >= digits.lowerBound else { return nil }
    rest.removeFirst(consumed.count)
    return consumed.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
