private import func Glibc.pow

/// Light: the sRGB channels without their transfer function, 0…1 each inside the sRGB gamut and beyond it outside.
package struct LinearRGB: Hashable, Sendable {
  package let red: Double
  package let green: Double
  package let blue: Double

  /// Whether a screen can show it, with half an eight-bit step to spare at either end.
  var isInGamut: Bool {
    let slack = 0.5 / 255 / 12.92
    let range = -slack...1 + slack
    return range.contains(red) && range.contains(green) && range.contains(blue)
  }

  /// The nearest colour of eight bits a channel; what lies outside the gamut is clipped.
  var colour: Colour {
    Colour(
      red: UInt8(share: LinearRGB.encode(red)), green: UInt8(share: LinearRGB.encode(green)),
      blue: UInt8(share: LinearRGB.encode(blue)))
  }

  /// Screen value to light, both 0…1 (IEC 61966-2-1).
  static func decode(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// Light to screen value, both 0…1 (IEC 61966-2-1).
  static func encode(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
