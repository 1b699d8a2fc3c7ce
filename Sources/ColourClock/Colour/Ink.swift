/// The colour of the labels: black or white.
package enum Ink: Hashable, Sendable, CaseIterable {
  case black, white

  var colour: Colour { self == .black ? .black : .white }
  var opposite: Ink { self == .black ? .white : .black }

  /// The ink that can be read better on a background, by both measures: never under 3:1 and Lc 45.
  static func best(on background: Colour) -> Ink {
    let luminance = background.luminance
    guard border.contains(luminance) else { return luminance < border.lowerBound ? .white : .black }
    return Colour.white.legibility(on: background) >= Colour.black.legibility(on: background) ? .white : .black
  }

  /// Luminances between which it takes APCA's powers to decide: all borders lie in 0.279…0.291.
  private static let border = 0.275...0.295

  /// The same for a background of two colours.
  static func best(on one: Colour, and other: Colour) -> Ink {
    func least(_ ink: Colour) -> Double { min(ink.legibility(on: one), ink.legibility(on: other)) }
    return least(.white) >= least(.black) ? .white : .black
  }
}

/// What the measures ask for.
extension Colour {
  /// WCAG 2.2, level AA: for large text (24 CSS pixels, or 18.7 in bold) and for smaller text (1.4.3).
  package static let leastContrast = (large: 3.0, small: 4.5)
  /// APCA, for large text.
  package static let leastLightness = 45.0

  /// How well large text of this colour can be read: 1 is as much as both measures ask for.
  func legibility(on background: Colour) -> Double {
    min(
      contrast(with: background) / Colour.leastContrast.large,
      abs(lightnessContrast(on: background)) / Colour.leastLightness)
  }

  /// The darkest grey in which large text can be read on a darker background.
  static func leastGrey(on background: Colour) -> Colour {
    func grey(_ value: Int) -> Colour { Colour(red: UInt8(value), green: UInt8(value), blue: UInt8(value)) }
    var (dark, light) = (0, 255)
    while light - dark > 1 {
      let middle = (dark + light) / 2
      let isReadable = grey(middle).luminance > background.luminance && grey(middle).legibility(on: background) >= 1
      if isReadable { light = middle } else { dark = middle }
    }
    return grey(light)
  }

  /// The colour beneath small text of an ink on this background: as much darker or lighter, in the same hue, as the ink
  /// needs to be read. `nil` if the background itself does.
  package func plate(for ink: Colour) -> Colour? {
    guard contrast(with: ink) < Colour.leastContrast.small else { return nil }
    let far = ink.luminance > luminance ? Colour.black : .white
    let steps = 64
    for step in 1..<steps {
      let plate = blended(with: far, share: Double(step) / Double(steps))
      if plate.contrast(with: ink) >= Colour.leastContrast.small { return plate }
    }
    return far
  }
}
