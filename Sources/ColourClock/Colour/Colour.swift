package struct Colour: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  package static let black = Colour(red: 0, green: 0, blue: 0)
  package static let white = Colour(red: 255, green: 255, blue: 255)

  package init?(hex text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else { return nil }
    self.init(
      red: UInt8(value >> 16), green: UInt8(truncatingIfNeeded: value >> 8), blue: UInt8(truncatingIfNeeded: value))
  }

  /// `#rrggbb`, in lower case.
  package var hex: String {
    var hex = "#"
    hex += red.hex
    hex += green.hex
    hex += blue.hex
    return hex
  }

  /// `255 · part / whole`, rounded half up; at most 255, for leap seconds.
  static func channel(_ part: Int, of whole: Int) -> UInt8 { UInt8(min(255, (part * 510 + whole) / (whole * 2))) }

  /// Mixes 8-bit values as X's RENDER does. `share` is 0…1.
  package func blended(with other: Colour, share: Double) -> Colour {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(two) - Double(one)) * share).rounded())
    }
    return Colour(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}

extension UInt8 {
  /// 255 times `share` (limited to 0…1), rounded half up.
  init(share: Double) { self = UInt8((share.clamped(to: 0...1) * 255).rounded()) }

  package var hex: String { UInt8.pairs[Int(self)] }

  private static let pairs = (0...255).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
}
