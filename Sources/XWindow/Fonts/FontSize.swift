internal import ColourClock

/// The typeface at one size, as type founders call it: what a set of glyphs on the server is made for.
struct FontSize: Hashable {
  /// Pixels to the em.
  let pixels: Int
  let figures: Text.Figures
  /// Whether these are the soft shapes behind the glyphs.
  let isHalo: Bool

  func haloed() -> FontSize { FontSize(pixels: pixels, figures: figures, isHalo: true) }

  /// How far the layers of the halo are grown beyond the glyph, in pixels: a keyline of an eightieth of the em, and as
  /// much again to fade out. Four layers make steps of no more than two pixels up to the digits of a 1080-line screen.
  var haloRadii: [Double] { (0..<4).map { max(1.5, Double(pixels) / 80) * (1 + Double($0) / 3) } }
  /// How far from the glyph the halo can be seen at all, in pixels.
  var haloReach: Int { Int((haloRadii.last ?? 0).rounded(.up)) + 1 }
}
