/// The nights of a place. Times are in seconds since 1970.
package struct SunNight: Sendable {
  let place: GeographicPlace
  let beginning: Beginning
  /// Delays the beginning and advances the end; may be negative.
  let offset: Duration

  package enum Beginning: String, Hashable, Sendable, CaseIterable {
    /// The sun's upper edge is at the horizon, with refraction.
    case sunset
    case civil
    case nautical

    /// The sun's distance from the zenith at the beginning, in degrees. The value for sunset is NOAA's.
    var zenith: Double {
      switch self {
      case .sunset: 90.833
      case .civil: 96
      case .nautical: 102
      }
    }
  }

  private struct Computed: Sendable {
    var seconds: Range<Int64> = 0..<0
    var nights: [Range<Int64>] = []
  }
  private var computed = Computed()

  private static let day: Int64 = 86_400
  /// A longer offset could reach into another night.
  package static let longestOffset = Duration.seconds(3 * 3600)

  /// - Precondition: `offset` is within ±`longestOffset`.
  package init(at place: GeographicPlace, from beginning: Beginning = .sunset, offset: Duration = .zero) {
    (self.place, self.beginning, self.offset) = (place, beginning, offset)
  }

  /// The share of the last ten minutes that is night, 0…1.
  func depth(at second: Int64) -> Double {
    let window = second - DailyHours.ramp + 1..<second + 1
    var dark: Int64 = 0
    for night in nights(around: second) where night.overlaps(window) { dark += Int64(night.clamped(to: window).count) }
    return Double(dark) / Double(DailyHours.ramp)
  }

  func contains(_ second: Int64) -> Bool { nights(around: second).contains { $0.contains(second) } }

  private func nights(around second: Int64) -> [Range<Int64>] {
    computed.seconds.contains(second) ? computed.nights : nights(of: days(around: second))
  }

  func isComputed(at second: Int64) -> Bool { computed.seconds.contains(second) }

  /// Caches the nights of this day and the next, which begin at 00:00 UTC.
  mutating func compute(at second: Int64) {
    let days = days(around: second)
    computed = Computed(
      seconds: Int64(days.lowerBound) * SunNight.day..<Int64(days.upperBound) * SunNight.day, nights: nights(of: days))
  }

  private func days(around second: Int64) -> Range<Int> {
    let day = Int(second).clamped(to: Zone.bounds).floorDivided(by: 86_400)
    return day..<day + 2
  }

  private func course(onDay day: Int) -> SunriseEquation.Course {
    SunriseEquation.course(onDay: day, at: place, zenith: beginning.zenith)
  }

  /// Returns the nights in order, from two days before `days` to two days after. A polar night is cut off there.
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

  /// The part of a day that is not night, after `offset`. Without night, neighbouring days overlap.
  private func light(of course: SunriseEquation.Course) -> Range<Int64> {
    let (noon, delay) = (Int64(course.noon.rounded()), offset.components.seconds)
    // Noons are a day apart, within half a minute.
    let half = SunNight.day / 2 + 60
    let start = course.rise.map { Int64($0.rounded()) - delay } ?? (course.isUp ? noon - half : noon)
    let end = course.set.map { Int64($0.rounded()) + delay } ?? (course.isUp ? noon + half : noon)
    return start < end ? start..<end : noon..<noon
  }
}

extension SunNight: Hashable {
  package static func == (one: SunNight, two: SunNight) -> Bool {
    one.place == two.place && one.beginning == two.beginning && one.offset == two.offset
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(place) }
}

extension SunNight {
  package func polarNotice(at second: Int64) -> String? {
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

  package func account(at second: Int64, in zone: Zone) -> String {
    if let polar = polarNotice(at: second) { return polar }
    let days = days(around: second)
    let end = Int64(days.upperBound + 2) * SunNight.day
    guard let night = nights(of: days).first(where: { $0.upperBound > second }),
      night.lowerBound < second + SunNight.day
    else { return "no night today by the sun at \(place)" }
    let start = zone.civil(at: night.lowerBound).hourAndMinute
    let last = night.upperBound < end ? "to \(zone.civil(at: night.upperBound).hourAndMinute)" : "on, for days"
    return "night from \(start) \(last) by the sun at \(place)"
  }

  private func courseOfDay(at second: Int64) -> SunriseEquation.Course {
    let day = days(around: second).lowerBound
    let courses = (day - 1...day + 1).map { course(onDay: $0) }
    return courses.min { abs($0.noon - Double(second)) < abs($1.noon - Double(second)) } ?? courses[1]
  }
}
