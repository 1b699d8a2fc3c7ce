/// A colour of the screen: device RGB, eight bits a channel.
package struct Colour: Hashable, Sendable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8

  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
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
  package var hex: String {
    var hex = "#"
    hex += Colour.digits[Int(red)]
    hex += Colour.digits[Int(green)]
    hex += Colour.digits[Int(blue)]
    return hex
  }

  private static let digits = (0...255).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }

  /// `255 · part / whole` of a part of at least 0, rounded half up; beyond the whole (a leap second) the channel is full.
  static func channel(_ part: Int, of whole: Int) -> UInt8 { UInt8(min(255, (part * 510 + whole) / (whole * 2))) }

  /// This colour with a share (0…1) of another over it, mixed as RENDER mixes: by screen values.
  package func blended(with other: Colour, share: Double) -> Colour {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(two) - Double(one)) * share).rounded())
    }
    return Colour(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}

/// What channels and opacities are in eight bits.
extension UInt8 {
  /// The nearest to a share of 255, half away from zero; a share outside 0…1 counts as the nearer end.
  init(share: Double) { self = UInt8((Swift.min(1, Swift.max(0, share)) * 255).rounded()) }
}

/// The colour of the labels, black or white, and the halo that carries them where neither stands out by itself.
package enum Ink: Hashable, Sendable, CaseIterable {
  case black, white

  var colour: Colour { self == .black ? .black : .white }
  var opposite: Ink { self == .black ? .white : .black }

  /// The ink with the higher contrast on a background: never under 4.58:1.
  static func best(on background: Colour) -> Ink {
    Colour.white.contrast(with: background) >= Colour.black.contrast(with: background) ? .white : .black
  }

  /// Contrast under which the halo stands in full, and over which there is none; between the two it fades, so that it
  /// does not blink where a face hovers about one value.
  static let halo = 7.0...9.0

  /// How opaque the halo of the opposite ink must be, 0…1, for labels in this ink on a background.
  func haloOpacity(on background: Colour) -> Double {
    Ink.haloOpacity(contrast: colour.contrast(with: background))
  }

  static func haloOpacity(contrast: Double) -> Double {
    let excess = (contrast - Ink.halo.lowerBound) / (Ink.halo.upperBound - Ink.halo.lowerBound)
    return 1 - min(1, max(0, excess))
  }
}
