import ColourClock
import System

/// A time to the millisecond.
package struct Timestamp: Hashable, Comparable {
  /// Since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64

  package static func < (one: Timestamp, other: Timestamp) -> Bool { one.milliseconds < other.milliseconds }

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package static var now: Timestamp { Timestamp(milliseconds: Int64(Now.wall / .milliseconds(1))) }

  /// Needs a UTC offset, as in `WrittenInstant.parse`; otherwise `nil`.
  package init?(_ text: String) {
    guard let instant = try? WrittenInstant.parse(text).instant(in: .utc) else { return nil }
    let (seconds, attoseconds) = instant.sinceEpoch.components
    milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }

  /// UTC, such as `2026-11-22T15:30:00.000Z`.
  package var text: String {
    let (days, rest) = (Timestamp.floored(milliseconds, by: 86_400_000), milliseconds)
    let time = Int(rest - days * 86_400_000)
    let date = GregorianDate(dayNumber: Int(days))
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))T\(digits(time / 3_600_000, 2)):"
      + "\(digits(time / 60_000 % 60, 2)):\(digits(time / 1000 % 60, 2)).\(digits(time % 1000, 3))Z"
  }

  private static func floored(_ number: Int64, by divisor: Int64) -> Int64 {
    number / divisor - (number % divisor < 0 ? 1 : 0)
  }
}
