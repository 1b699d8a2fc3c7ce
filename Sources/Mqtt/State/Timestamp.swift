import ColourClock

/// A moment of wall-clock time, to the millisecond: `2026-11-22T15:30:00.000Z`.
struct Timestamp: Hashable, Comparable {
  /// Since 1970-01-01T00:00:00Z.
  let milliseconds: Int64

  static func < (one: Timestamp, other: Timestamp) -> Bool { one.milliseconds < other.milliseconds }

  init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// `nil` if it is no date and time with a zone as ISO 8601 writes them, with four digits of the year; a space or a small
  /// letter may stand for its signs (RFC 3339).
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    func number(_ start: Int, _ count: Int) -> Int? {
      guard start + count <= bytes.count else { return nil }
      return bytes[start..<start + count].reduce(Int?.some(0)) { sum, byte in
        guard let sum, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        return sum * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    func has(_ signs: String, at place: Int) -> Bool { place < bytes.count && signs.utf8.contains(bytes[place]) }
    guard let year = number(0, 4), has("-", at: 4), let month = number(5, 2), has("-", at: 7), let day = number(8, 2),
      has("Tt ", at: 10), let hour = number(11, 2), has(":", at: 13), let minute = number(14, 2), hour < 24,
      minute < 60,
      let date = GregorianDate(year: year, month: month, day: day)
    else { return nil }
    var (place, second, fraction) = (16, 0, 0)
    if has(":", at: place) {
      // An inserted second is shown as the one before it.
      guard let number = number(17, 2), number <= 60 else { return nil }
      (second, place) = (min(number, 59), 19)
      if has(".,", at: place) {
        let digits = bytes[(place + 1)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard (1...9).contains(digits.count) else { return nil }
        fraction = (digits.prefix(3) + [UInt8](repeating: 0x30, count: max(0, 3 - digits.count)))
          .reduce(0) { $0 * 10 + Int($1 - 0x30) }
        place += 1 + digits.count
      }
    }
    guard let offset = Timestamp.offset(String(decoding: bytes[min(place, bytes.count)...], as: UTF8.self)) else {
      return nil
    }
    let seconds = date.dayNumber * 86_400 + (hour * 60 + minute) * 60 + second - offset
    milliseconds = Int64(seconds * 1000 + fraction)
  }

  /// Seconds to the east: `Z`, `+01:00`, `-0330`, `+01`.
  private static func offset(_ text: String) -> Int? {
    if text == "Z" || text == "z" { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    let isWritten = ["00", "00:00", "0000"].contains(
      String(text.dropFirst().map { $0.isASCII && $0.isNumber ? "0" : $0 }))
    guard isWritten, let hours = Int(digits.prefix(2)), let minutes = Int("0" + digits.dropFirst(2)), hours < 24,
      minutes < 60
    else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 60 + minutes) * 60
  }

  var text: String {
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
