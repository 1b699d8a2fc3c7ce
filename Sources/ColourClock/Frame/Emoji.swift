private import func Glibc.cbrt

extension Collection where Element == Unicode.Scalar {
  /// True if UTS 51 shows the character as an emoji: by default, or with U+FE0F. U+FE0E asks for a text. A digit, # or *
  /// needs both U+FE0F and U+20E3 (a keycap).
  package var isEmoji: Bool {
    guard let first else { return false }
    // Reading properties is slow. The first emoji beyond ASCII is U+00A9.
    let mayBeEmoji = first.isASCII ? count > 1 : first.value >= 0xa9
    guard mayBeEmoji, first.properties.isEmoji else { return false }
    if first.isASCII { return contains("\u{fe0f}") && contains("\u{20e3}") }
    if dropFirst().first == "\u{fe0e}" { return false }
    return contains { $0 == "\u{fe0f}" || $0.properties.isEmojiPresentation }
  }
}

/// The dimming of emoji, in steps of 1/255, so that the X server keeps fewer pictures.
package struct Shade: Hashable, Sendable {
  /// 255 times the cube root of `Dimming.items`.
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

  package var hasNoTint: Bool { redness == 0 }

  package var colourTransform: (Colour) -> Colour {
    let dimming = dimming
    return { dimming.item($0) }
  }
}
