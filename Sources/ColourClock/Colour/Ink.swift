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
