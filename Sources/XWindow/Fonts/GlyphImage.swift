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

  /// The image spread softly by about `radius` pixels on all sides: three box blurs, which come close to a Gaussian.
  /// Coverage is then multiplied by `gain`, so that a core stays solid.
  func blurred(radius: Int, gain: Double) -> GlyphImage {
    guard radius > 0, width > 0 else { return self }
    let margin = 3 * radius
    let (wide, high) = (width + 2 * margin, height + 2 * margin)
    var plane = [UInt16](repeating: 0, count: wide * high)
    for y in 0..<height {
      for x in 0..<width { plane[(y + margin) * wide + x + margin] = UInt16(coverage[y * width + x]) << 8 }
    }
    for _ in 0..<3 {
      plane = GlyphImage.transposedBlur(plane, width: wide, height: high, radius: radius)
      plane = GlyphImage.transposedBlur(plane, width: high, height: wide, radius: radius)
    }
    let scale = UInt32(gain * 256)
    return GlyphImage(
      left: left - margin, top: top + margin, width: wide, height: high,
      coverage: plane.map { UInt8(min(255, (UInt32($0) * scale) >> 16)) })
  }

  /// Every pixel becomes the mean of the `2 radius + 1` around it in its row; the result is transposed, so that a second
  /// pass does the columns. The plane is zero within `radius` of its rim, so that no sum has to look beyond it.
  private static func transposedBlur(_ plane: [UInt16], width: Int, height: Int, radius: Int) -> [UInt16] {
    let share = UInt32(65_536 / (2 * radius + 1))
    return [UInt16](unsafeUninitializedCapacity: plane.count) { result, count in
      count = plane.count
      plane.withUnsafeBufferPointer { plane in
        for y in 0..<height {
          let row = y * width
          var sum: UInt32 = 0
          for x in 0..<width {
            if x + radius < width { sum += UInt32(plane[row + x + radius]) }
            if x > radius { sum -= UInt32(plane[row + x - radius - 1]) }
            result[x * height + y] = UInt16((sum * share) >> 16)
          }
        }
      }
    }
  }
}
