internal import ColourClock

/// The typeface at one size, as type founders call it: what a set of glyphs on the server is made for.
struct Cut: Hashable {
  /// Pixels to the em.
  let pixels: Int
  let figures: Text.Figures
  /// Whether these are the soft shapes behind the glyphs.
  let isHalo: Bool

  func haloed() -> Cut { Cut(pixels: pixels, figures: figures, isHalo: true) }

  /// How far the glyph is grown to be its halo, in pixels: a keyline a hundredth of the em wide when blurred.
  var haloRadius: Double { max(1, Double(pixels) / 60) }
  /// How far each pass of the blur reaches that softens the halo, in pixels.
  var haloBlur: Int { max(1, pixels / 150) }
  /// How far from the glyph the halo can be seen at all, in pixels.
  var haloReach: Int { Int(haloRadius.rounded(.up)) + 3 * haloBlur + 1 }
}
