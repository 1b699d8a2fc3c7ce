package enum Ink: Hashable, Sendable, CaseIterable {
  case black, white

  var colour: Colour { self == .black ? .black : .white }
  var opposite: Ink { self == .black ? .white : .black }

  /// The result has a contrast of at least 3:1 (WCAG) and Lc 45 (APCA) on any background.
  static func best(on background: Colour) -> Ink {
    let luminance = background.luminance
    guard border.contains(luminance) else { return luminance < border.lowerBound ? .white : .black }
    return Colour.white.legibility(on: background) >= Colour.black.legibility(on: background) ? .white : .black
  }

  /// White is better below these luminances, black above. The exact border is 0.279 to 0.291, depending on the hue.
  private static let border = 0.275...0.295

  static func best(on one: Colour, and other: Colour) -> Ink {
    func least(_ ink: Colour) -> Double { min(ink.legibility(on: one), ink.legibility(on: other)) }
    return least(.white) >= least(.black) ? .white : .black
  }
}

extension Colour {
  /// WCAG 2.2, 1.4.3 (AA). `large` means from 24 CSS pixels, or 18.7 in bold.
  package static let leastContrast = (large: 3.0, small: 4.5)
  /// The least Lc (APCA) of large text.
  package static let leastLightnessContrast = 45.0

  /// A value of 1 or more satisfies WCAG and APCA for large text.
  func legibility(on background: Colour) -> Double {
    min(
      contrast(with: background) / Colour.leastContrast.large,
      abs(lightnessContrast(on: background)) / Colour.leastLightnessContrast)
  }

  /// The darkest grey lighter than `background` and legible on it as large text; otherwise white.
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

  /// A plate behind small text: this background, darker or lighter until `ink` is legible; `nil` if not needed.
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
