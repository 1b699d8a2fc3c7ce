private import func Glibc.cbrt

/// Which characters are pictures (UTS 51).
extension Collection where Element == Unicode.Scalar {
  /// Whether a character of these scalars has emoji presentation: by itself, by VS16, or as a sequence with a part that
  /// has. VS15 asks for text. Digits are emoji only as keycaps.
  package var isEmoji: Bool {
    guard let first, first.isASCII ? count > 1 : first.value >= 0xa9, first.properties.isEmoji else { return false }
    if first.isASCII { return contains("\u{fe0f}") && contains("\u{20e3}") }
    if dropFirst().first == "\u{fe0e}" { return false }
    return contains { $0 == "\u{fe0f}" || $0.properties.isEmojiPresentation }
  }
}

/// How the coloured pictures of a text are dimmed with their frame: in few steps, as each is a picture of its own at
/// the server.
package struct Shade: Hashable, Sendable {
  /// The lightness that is left, about the cube root of the light.
  private let lightness: UInt8
  /// The share of 255 that is red instead.
  private let redness: UInt8

  package static let none = Shade(.none)

  init(_ dimming: Dimming) {
    (lightness, redness) = (UInt8(share: cbrt(dimming.items)), UInt8(share: dimming.redness))
  }

  private var dimming: Dimming {
    let share = Double(lightness) / 255
    return Dimming(background: 1, items: share * share * share, redness: Double(redness) / 255)
  }

  /// Whether it leaves each channel by itself.
  package var isGrey: Bool { redness == 0 }

  /// Colours as the dimmed picture has them.
  package var colours: (Colour) -> Colour {
    let dimming = dimming
    return { dimming.item($0) }
  }
}
