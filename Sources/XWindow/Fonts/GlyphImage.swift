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
    guard let outer = layers.last else { return .empty }
    var sums = [UInt16](repeating: 0, count: outer.width * outer.height)
    for layer in layers {
      let start = (outer.top - layer.top) * outer.width + layer.left - outer.left
      for y in 0..<layer.height {
        for x in 0..<layer.width {
          sums[start + y * outer.width + x] += UInt16(layer.coverage[y * layer.width + x])
        }
      }
    }
    let count = UInt16(layers.count)
    return GlyphImage(
      left: outer.left, top: outer.top, width: outer.width, height: outer.height,
      coverage: sums.map { UInt8($0 / count) })
  }
}
