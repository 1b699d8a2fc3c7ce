import ColourClock
import System

package struct Timestamp: Hashable, Comparable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64

  package static func < (one: Timestamp, other: Timestamp) -> Bool { one.milliseconds < other.milliseconds }

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Clamps `seconds`, counted from 1970, to the years 1970 to 9999.
  package init(clampingSeconds seconds: Int64) {
    milliseconds = min(max(0, seconds), GregorianDate.secondsOfFourDigitYears.upperBound) * 1000
  }

  package static var now: Timestamp { Timestamp(milliseconds: Int64(Now.wall / .milliseconds(1))) }

  /// Returns `nil` if the text is not a date and time with a UTC offset.
  package init?(_ text: String) {
    // `parse` requires an offset in the text, so `.utc` does not replace a missing one.
    guard let instant = try? ParsedInstant.parse(text).instant(in: .utc) else { return nil }
    let (seconds, attoseconds) = instant.sinceEpoch.components
    milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }

  /// The time in UTC, such as `2026-11-22T15:30:00.000Z`.
  package var text: String {
    let day = Int(milliseconds).floorDivided(by: 86_400_000)
    let time = Int(milliseconds) - day * 86_400_000
    let date = GregorianDate(dayNumber: day)
    let dates = [date.year.padded(to: 4), date.month.padded(to: 2), date.day.padded(to: 2)]
    let times = [time / 3_600_000, time / 60_000 % 60, time / 1000 % 60].map { $0.padded(to: 2) }
    return "\(dates.joined(separator: "-"))T\(times.joined(separator: ":")).\((time % 1000).padded(to: 3))Z"
  }
}
