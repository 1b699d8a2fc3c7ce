import ColourClock

/// A DATE or DATE-TIME (RFC 5545, 3.3.4 and 3.3.5). Some programs write ISO 8601: `2026-02-22T23:00:00`.
struct BasicTime {
  let local: LocalTime
  let isDate: Bool
  let isUniversal: Bool

  init?(_ text: some StringProtocol) {
    var digits = Array(text.utf8)
    let hasZ = digits.last == UInt8(ascii: "Z") || digits.last == UInt8(ascii: "z")
    if hasZ { digits.removeLast() }
    BasicTime.removeMarks(of: &digits)
    guard digits.count == 8 || digits.count == 15 else { return nil }
    let isDate = digits.count == 8
    if !isDate {
      guard digits[8] == UInt8(ascii: "T") || digits[8] == UInt8(ascii: "t") else { return nil }
      digits.remove(at: 8)
    }
    guard digits.allSatisfy(\.isDigit), !(isDate && hasZ) else { return nil }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } }
    guard let date = GregorianDate(year: number(0..<4), month: number(4..<6), day: number(6..<8)) else { return nil }
    let (hour, minute, second) = isDate ? (0, 0, 0) : (number(8..<10), number(10..<12), number(12..<14))
    guard hour <= 23, minute <= 59, second <= 60 else { return nil }
    local = LocalTime(day: date.dayNumber, second: hour * 3600 + minute * 60 + min(second, 59))
    (self.isDate, isUniversal) = (isDate, hasZ)
  }

  private static func removeMarks(of text: inout [UInt8]) {
    guard text.count == 10 || text.count == 19 else { return }
    let (dashes, colons) = ([4, 7], text.count == 10 ? [] : [13, 16])
    guard dashes.allSatisfy({ text[$0] == UInt8(ascii: "-") }), colons.allSatisfy({ text[$0] == UInt8(ascii: ":") })
    else { return }
    for place in (dashes + colons).reversed() { text.remove(at: place) }
  }
}
