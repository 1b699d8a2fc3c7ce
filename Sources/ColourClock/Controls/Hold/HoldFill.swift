/// The colour that rises in a hold button.
extension Colour {
  /// A colour of the hue of this one, in which black and white text read equally well, 4.58:1 at the least.
  ///
  /// Its chroma is one that the screen has in every hue at this lightness; greys stay grey, and near-greys do not leap
  /// to a hue they hardly have.
  package var fillBetweenInks: Colour {
    let lab = OKLab(self)
    let chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
    let factor = chroma > 0 ? min(3 * chroma, Colour.fillChroma) / chroma : 0
    return Colour.fill(a: lab.a * factor, b: lab.b * factor)
  }

  static let fillChroma = 0.09
  /// The luminance with the same contrast to black and to white: √(1.05 · 0.05) - 0.05.
  private static let fillLuminance = 0.1791

  private static func fill(a: Double, b: Double) -> Colour {
    var (low, high) = (0.3, 0.8)
    for _ in 0..<16 {
      let middle = (low + high) / 2
      (low, high) =
        OKLab(lightness: middle, a: a, b: b).light.luminance < fillLuminance ? (middle, high) : (low, middle)
    }
    return OKLab(lightness: (low + high) / 2, a: a, b: b).colour
  }
}
