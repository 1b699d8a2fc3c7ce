/// The picture of one glyph: how much of each pixel its ink covers.
struct GlyphImage {
  /// From the pen to the first column.
  var left: Int
  /// From the baseline up to the first row.
  var top: Int
  let width: Int
  let height: Int
  /// Row by row from the top, 0 to 255.
  let coverage: [UInt8]

  static let empty = GlyphImage(left: 0, top: 0, width: 0, height: 0, coverage: [])

  /// The mean of several images of one glyph, each grown further than the one before: solid where even the smallest
  /// reaches, fading out towards the largest.
  static func ramp(_ layers: [GlyphImage]) -> GlyphImage {
    guard let outer = layers.last, outer.width > 0 else { return .empty }
    var sums = [UInt16](repeating: 0, count: outer.width * outer.height)
    for layer in layers where layer.width > 0 {
      let start = (outer.top - layer.top) * outer.width + layer.left - outer.left
      // FreeType may fail to grow one of them: then the others have to do.
      guard start >= 0, start + (layer.height - 1) * outer.width + layer.width <= sums.count else { continue }
      sums.withUnsafeMutableBufferPointer { sums in
        layer.coverage.withUnsafeBufferPointer { coverage in
          for y in 0..<layer.height {
            let (from, to) = (y * layer.width, start + y * outer.width)
            for x in 0..<layer.width { sums[to + x] &+= UInt16(coverage[from + x]) }
          }
        }
      }
    }
    let share = UInt32(65_536 / layers.count)
    return GlyphImage(
      left: outer.left, top: outer.top, width: outer.width, height: outer.height,
      coverage: sums.map { UInt8(truncatingIfNeeded: (UInt32($0) * share + 0x8000) >> 16) })
  }
}
