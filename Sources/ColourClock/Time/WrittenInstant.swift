/// A point of time as programs write it: date, time and zone by ISO 8601, with or without parts of a second.
package struct WrittenInstant: Hashable, Sendable {
  private let time: StartingTime
  /// Of the second.
  private let fraction: Duration

  /// As long as a date and a time with seconds, the only one that can have parts of a second behind it.
  private static let lengthWithSeconds = "2026-11-22T15:30:00".utf8.count

  /// Takes `2026-11-22T15:30:00Z` and `2026-11-22T16:30:00.250+01:00`, with up to nine digits behind the point.
  /// - Throws: `ValueError.instant` for everything else.
  package static func parse(_ text: String) throws(ValueError) -> WrittenInstant {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var (whole, fraction) = (text, Duration.zero)
    if parts.count > 1 {
      let digits = parts[1].prefix { ("0"..."9").contains($0) }
      guard parts[0].utf8.count == lengthWithSeconds, (1...9).contains(digits.count) else { throw .instant }
      whole = parts[0] + String(parts[1].dropFirst(digits.count))
      let nanoseconds = digits + String(repeating: "0", count: 9 - digits.count)
      fraction = .nanoseconds(Int64(nanoseconds) ?? 0)
    }
    guard let time = try? StartingTime.parse(whole), time.date != nil, time.utcOffset != nil else { throw .instant }
    return WrittenInstant(time: time, fraction: fraction)
  }

  /// When that is on a clock of this zone, which may count leap seconds.
  /// - Throws: `ValueError.noLeapSecond` for second 60 where the zone has none.
  package func instant(in zone: Zone) throws(ValueError) -> Instant {
    // It has a date of its own: today's is not asked for.
    Instant(second: try time.second(in: zone, today: zone.civil(at: 0))) + fraction
  }
}
