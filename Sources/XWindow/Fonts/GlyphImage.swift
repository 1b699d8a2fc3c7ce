/// A glyph's image. `left` is in pixels from the pen, `top` in pixels above the baseline.
struct GlyphBitmap<Pixel: GlyphPixel> {
  var left: Int
  var top: Int
  let width: Int
  let height: Int
  /// The rows from the top.
  let bytes: [UInt8]

  static var empty: Self { Self(left: 0, top: 0, width: 0, height: 0, bytes: []) }

  func cropped(left: Int, top: Int, right: Int, bottom: Int) -> Self {
    let (first, last) = (max(self.left, left), min(self.left + width, right))
    let (upper, lower) = (min(self.top, top), max(self.top - height, bottom))
    if first == self.left, last == self.left + width, upper == self.top, lower == self.top - height { return self }
    guard first < last, lower < upper else { return .empty }
    let rows = (self.top - upper..<self.top - lower).map { row in
      let start = row * width - self.left
      return bytes[Pixel.bytes * (start + first)..<Pixel.bytes * (start + last)]
    }
    return Self(left: first, top: upper, width: last - first, height: upper - lower, bytes: rows.flatMap { $0 })
  }
}

protocol GlyphPixel { static var bytes: Int { get } }

/// In one ink; 255 is fully covered.
enum CoveragePixel: GlyphPixel { static let bytes = 1 }

/// Premultiplied blue, green, red, then alpha.
enum ColourPixel: GlyphPixel { static let bytes = 4 }

typealias GlyphImage = GlyphBitmap<CoveragePixel>
typealias ColourImage = GlyphBitmap<ColourPixel>
