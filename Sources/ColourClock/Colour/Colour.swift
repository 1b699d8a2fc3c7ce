/// A colour of the screen: device RGB, eight bits a channel.
package struct Colour: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  package static let black = Colour(red: 0, green: 0, blue: 0)
  package static let white = Colour(red: 255, green: 255, blue: 255)

  /// From six hexadecimal digits, with or without a `#` before them; `nil` from anything else.
  package init?(hex text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.count == 6, digits.allSatisfy(\.isHexDigit), let value = UInt32(digits, radix: 16) else { return nil }
    self.init(
      red: UInt8(value >> 16), green: UInt8(truncatingIfNeeded: value >> 8), blue: UInt8(truncatingIfNeeded: value))
  }

  /// `#rrggbb`, in lower case.
  package var hex: String { "#" + Colour.pair(red) + Colour.pair(green) + Colour.pair(blue) }

  private static func pair(_ value: UInt8) -> String {
    let digits = String(value, radix: 16)
    return value < 16 ? "0" + digits : digits
  }

  /// `value × 255 / maximum`, by default rounded half away from zero; beyond the maximum (a leap second) the channel is
  /// full.
  static func channel(
    _ value: Double, of maximum: Double, rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> UInt8 {
    UInt8(min(255, (value * 255 / maximum).rounded(rounding)))
  }

  /// This colour with a share (0…1) of another over it, mixed as RENDER mixes: by screen values.
  package func blended(with other: Colour, share: Double) -> Colour {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(two) - Double(one)) * share).rounded())
    }
    return Colour(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
