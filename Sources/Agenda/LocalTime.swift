import ColourClock

struct LocalTime: Hashable, Comparable {
  /// Seconds since 1970-01-01, 00:00.
  private let seconds: Int

  /// - Parameter second: outside 0..<86,400, it means another day.
  init(day: Int, second: Int) { seconds = day * 86_400 + second }

  /// Days since 1970-01-01.
  var day: Int { seconds.floorDivided(by: 86_400) }
  var second: Int { seconds - day * 86_400 }

  static func < (one: LocalTime, other: LocalTime) -> Bool { one.seconds < other.seconds }

  func seconds(since other: LocalTime) -> Int { seconds - other.seconds }

  func advanced(days: Int, seconds: Int) -> LocalTime { LocalTime(day: day + days, second: second + seconds) }
}
