private import func Glibc.pow

/// sRGB without the transfer function; 0…1 inside the gamut.
struct LinearRGB: Hashable, Sendable {
  let red: Double
  let green: Double
  let blue: Double

  /// The limits allow half the darkest 8-bit step.
  var isInGamut: Bool {
    let slack = 0.5 / 255 / 12.92
    let range = -slack...1 + slack
    return range.contains(red) && range.contains(green) && range.contains(blue)
  }

  var colour: Colour {
    Colour(
      red: UInt8(share: LinearRGB.encode(red)), green: UInt8(share: LinearRGB.encode(green)),
      blue: UInt8(share: LinearRGB.encode(blue)))
  }

  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  static func * (light: LinearRGB, factor: Double) -> LinearRGB {
    LinearRGB(red: light.red * factor, green: light.green * factor, blue: light.blue * factor)
  }

  /// The formula is from IEC 61966-2-1.
  fileprivate static func decode(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  private static func encode(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}

/// The formulas are from WCAG 2.2, https://www.w3.org/TR/WCAG22/.
extension Colour {
  var light: LinearRGB {
    LinearRGB(
      red: Colour.linear[Int(red)], green: Colour.linear[Int(green)], blue: Colour.linear[Int(blue)])
  }

  /// Relative luminance, 0 (black) to 1 (white).
  var luminance: Double { light.luminance }

  /// The contrast ratio, 1 (none) to 21 (black on white).
  func contrast(with other: Colour) -> Double { Colour.contrast(luminance, other.luminance) }

  static func contrast(_ one: Double, _ two: Double) -> Double { (max(one, two) + 0.05) / (min(one, two) + 0.05) }

  /// True if this change and one back could be a general flash (WCAG 2.2, flash thresholds).
  func isFlash(to other: Colour) -> Bool {
    let (one, two) = (luminance, other.luminance)
    return abs(one - two) >= Colour.flash.step && min(one, two) < Colour.flash.light
  }

  /// Relative luminances: the least change of a flash, and the limit of its darker colour.
  static let flash = (step: 0.1, light: 0.8)

  private static let linear: [Double] = (0...255).map { LinearRGB.decode(Double($0) / 255) }
}
