private import func Glibc.cbrt

/// Emoji as in UTS 51.
extension Collection where Element == Unicode.Scalar {
  /// True for an emoji by default or with variation selector 16 (U+FE0F); false with variation selector 15 (U+FE0E). A
  /// digit, # or * is an emoji only as a keycap: with U+FE0F and U+20E3.
  package var isEmoji: Bool {
    guard let first else { return false }
    // Refuses most characters before the slow look at properties. The first emoji beyond ASCII is U+00A9.
    let mayBeEmoji = first.isASCII ? count > 1 : first.value >= 0xa9
    guard mayBeEmoji, first.properties.isEmoji else { return false }
    if first.isASCII { return contains("\u{fe0f}") && contains("\u{20e3}") }
    if dropFirst().first == "\u{fe0e}" { return false }
    return contains { $0 == "\u{fe0f}" || $0.properties.isEmojiPresentation }
  }
}

/// The dimming of an emoji, rounded to 1/255, because the X server keeps a picture for each value.
package struct Shade: Hashable, Sendable {
  /// 255 times the cube root of the items' light.
  private let lightness: UInt8
  /// 255 times `Dimming.redness`.
  private let redness: UInt8

  package static let none = Shade(.none)

  init(_ dimming: Dimming) {
    (lightness, redness) = (UInt8(share: cbrt(dimming.items)), UInt8(share: dimming.redness))
  }

  private var dimming: Dimming {
    let share = Double(lightness) / 255
    return Dimming(background: 1, items: share * share * share, redness: Double(redness) / 255)
  }

  /// True if the shade changes red, green and blue alike.
  package var hasNoTint: Bool { redness == 0 }

  /// Maps a colour to its shaded colour.
  package var colours: (Colour) -> Colour {
    let dimming = dimming
    return { dimming.item($0) }
  }
}
