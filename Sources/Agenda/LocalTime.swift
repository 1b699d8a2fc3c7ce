import ColourClock

/// A date and a time of day, without a zone.
struct LocalTime: Hashable, Comparable {
  /// Seconds since 1970-01-01, 00:00. A single number saves memory in long lists of times.
  private let seconds: Int

  /// - Parameters:
  ///   - day: counted from 1970-01-01.
  ///   - second: the second of the day. A number outside of 0..<86,400 means another day.
  init(day: Int, second: Int) { seconds = day * 86_400 + second }

  /// The day, counted from 1970-01-01.
  var day: Int { seconds.floorDivided(by: 86_400) }
  /// The second of the day: 0..<86,400.
  var second: Int { seconds - day * 86_400 }

  static func < (one: LocalTime, other: LocalTime) -> Bool { one.seconds < other.seconds }

  func seconds(since other: LocalTime) -> Int { seconds - other.seconds }

  func advanced(days: Int, seconds: Int) -> LocalTime { LocalTime(day: day + days, second: second + seconds) }
}
