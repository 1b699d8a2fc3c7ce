/// The nights of a place by its sun. They go by the sun alone: daylight saving and the wall's zone play no part in
/// them.
package struct SunNight: Sendable {
  let place: GeographicPlace
  let beginning: Beginning
  /// How much later than the sun says a night begins, and how much earlier it ends; negative for longer nights.
  let offset: Duration

  /// How far down the sun is when the night begins, and when it ends.
  package enum Beginning: String, Hashable, Sendable, CaseIterable {
    /// Its upper edge is at the horizon, lifted by the air.
    case sunset
    /// Civil twilight is over: without a lamp one cannot read outside any more.
    case civil
    /// Nautical twilight is over: the horizon at sea cannot be seen any more.
    case nautical

    /// In degrees; that of the sunset is NOAA's.
    var zenith: Double {
      switch self {
      case .sunset: 90.833
      case .civil: 96
      case .nautical: 102
      }
    }
  }

  /// The nights of two days, which are looked up every second.
  private struct Kept: Sendable {
    var seconds: Range<Int64> = 0..<0
    var nights: [Range<Int64>] = []
  }
  private var kept = Kept()

  private static let day: Int64 = 86_400
  /// More could lead into another night.
  package static let longestOffset = Duration.seconds(3 * 3600)

  /// - Precondition: `offset` is at most `longestOffset` either way.
  package init(at place: GeographicPlace, from beginning: Beginning = .sunset, offset: Duration = .zero) {
    (self.place, self.beginning, self.offset) = (place, beginning, offset)
  }

  /// The share of the last ten minutes that lay in a night, 0…1, as that of a `DailyHours`.
  func depth(at second: Int64) -> Double {
    let window = second - DailyHours.ramp + 1..<second + 1
    var dark: Int64 = 0
    for night in nights(around: second) where night.overlaps(window) { dark += Int64(night.clamped(to: window).count) }
    return Double(dark) / Double(DailyHours.ramp)
  }

  func contains(_ second: Int64) -> Bool { nights(around: second).contains { $0.contains(second) } }

  private func nights(around second: Int64) -> [Range<Int64>] {
    kept.seconds.contains(second) ? kept.nights : nights(of: days(around: second))
  }

  /// Whether `depth` has nothing to work out at that second.
  func isKept(at second: Int64) -> Bool { kept.seconds.contains(second) }

  /// Works out the nights of the day that the second lies in and of the next one.
  mutating func keep(at second: Int64) {
    let days = days(around: second)
    kept = Kept(
      seconds: Int64(days.lowerBound) * SunNight.day..<Int64(days.upperBound) * SunNight.day, nights: nights(of: days))
  }

  private func days(around second: Int64) -> Range<Int> {
    // Within the years of the calendar.
    let day = Zone.clamped(Int(second)).floored(by: 86_400)
    return day..<day + 2
  }

  private func course(onDay day: Int) -> Sun.Course { Sun.course(onDay: day, at: place, zenith: beginning.zenith) }

  /// The nights that touch these days and ten minutes before them, in order; those that last for days are cut off two
  /// days further on.
  private func nights(of days: Range<Int>) -> [Range<Int64>] {
    let lights = (days.lowerBound - 2...days.upperBound + 1).map { light(of: course(onDay: $0)) }
    let ends = Int64(days.lowerBound - 2) * SunNight.day..<Int64(days.upperBound + 2) * SunNight.day
    var (nights, start): ([Range<Int64>], Int64) = ([], ends.lowerBound)
    for light in lights where !light.isEmpty {
      if start < light.lowerBound { nights.append(start..<light.lowerBound) }
      start = max(start, light.upperBound)
    }
    if start < ends.upperBound { nights.append(start..<ends.upperBound) }
    return nights
  }

  /// When it is no night around a noon, by the offset; of a sun that is up all the time until the next such day begins.
  private func light(of course: Sun.Course) -> Range<Int64> {
    let (noon, late) = (Int64(course.noon.rounded()), offset.components.seconds)
    // Noons are a day apart, give or take half a minute.
    let half = SunNight.day / 2 + 60
    let start = course.rise.map { Int64($0.rounded()) - late } ?? (course.isUp ? noon - half : noon)
    let end = course.set.map { Int64($0.rounded()) + late } ?? (course.isUp ? noon + half : noon)
    return start < end ? start..<end : noon..<noon
  }
}

/// What was worked out before makes no difference.
extension SunNight: Hashable {
  package static func == (one: SunNight, two: SunNight) -> Bool {
    one.place == two.place && one.beginning == two.beginning && one.offset == two.offset
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

/// In words, for those who look after the wall.
extension SunNight {
  /// Of a sun that does not cross the line of the night in the whole day around the second; `nil` of any other.
  package func polarAccount(at second: Int64) -> String? {
    let course = courseOfDay(at: second)
    guard course.rise == nil, course.set == nil else { return nil }
    let low = beginning == .civil ? "6 degrees" : "12 degrees"
    return switch (beginning, course.isUp) {
    case (.sunset, true): "the sun does not set today at \(place): there is no night"
    case (.sunset, false): "the sun does not rise today at \(place): it is night all day"
    case (_, true): "the sun does not go \(low) below the horizon today at \(place): there is no night"
    case (_, false): "the sun stays \(low) below the horizon today at \(place): it is night all day"
    }
  }

  /// What night is meant now, such as `night from 21:32 to 04:51 by the sun at 52.52,13.4`.
  package func account(at second: Int64, in zone: Zone) -> String {
    if let polar = polarAccount(at: second) { return polar }
    let days = days(around: second)
    let end = Int64(days.upperBound + 2) * SunNight.day
    guard let night = nights(of: days).first(where: { $0.upperBound > second }),
      night.lowerBound < second + SunNight.day
    else { return "no night today by the sun at \(place)" }
    let start = zone.civil(at: night.lowerBound).hourAndMinute
    let last = night.upperBound < end ? "to \(zone.civil(at: night.upperBound).hourAndMinute)" : "on, for days"
    return "night from \(start) \(last) by the sun at \(place)"
  }

  /// That of the nearest noon.
  private func courseOfDay(at second: Int64) -> Sun.Course {
    let day = days(around: second).lowerBound
    let courses = (day - 1...day + 1).map { course(onDay: $0) }
    return courses.min { abs($0.noon - Double(second)) < abs($1.noon - Double(second)) } ?? courses[1]
  }
}

extension Civil {
  fileprivate var hourAndMinute: String { "\(hour.twoDigits):\(minute.twoDigits)" }
}
