/// A date and a time of day by some clock.
struct LocalTime: Hashable, Comparable {
  /// Days since 1970-01-01.
  let day: Int
  /// Of the day: 0..<86,400.
  let second: Int

  init(day: Int, second: Int) {
    // An ending may lie days later.
    let days = (second >= 0 ? second : second - 86_399) / 86_400
    (self.day, self.second) = (day + days, second - days * 86_400)
  }

  static func < (one: LocalTime, other: LocalTime) -> Bool {
    (one.day, one.second) < (other.day, other.second)
  }

  func seconds(since other: LocalTime) -> Int { (day - other.day) * 86_400 + second - other.second }

  func advanced(days: Int, seconds: Int) -> LocalTime { LocalTime(day: day + days, second: second + seconds) }
}
