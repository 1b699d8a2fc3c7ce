/// How light a colour is, and how well one reads on another: WCAG 2.2, definitions of relative luminance and contrast
/// ratio, https://www.w3.org/TR/WCAG22/.
extension Colour {
  /// The channels as light: linear, 0…1.
  var light: LinearRGB {
    LinearRGB(
      red: Colour.linear[Int(red)], green: Colour.linear[Int(green)], blue: Colour.linear[Int(blue)])
  }

  /// Relative luminance, 0 (black) to 1 (white).
  package var luminance: Double { light.luminance }

  /// Contrast ratio, 1 (none) to 21 (black on white).
  package func contrast(with other: Colour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The sRGB transfer function (IEC 61966-2-1) of all 256 values.
  private static let linear: [Double] = (0...255).map { LinearRGB.decode(Double($0) / 255) }
}

extension LinearRGB {
  /// Relative luminance, 0…1 inside the sRGB gamut.
  var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }
}
