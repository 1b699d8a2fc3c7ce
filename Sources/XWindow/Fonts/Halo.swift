/// A vector of as many bytes as processors handle at once.
private typealias Vector = SIMD16<UInt8>

/// Draws the soft shape behind a glyph: a round brush that follows the glyph's edge.
///
/// The brush is solid up to its radius and fades over the same distance again, in four steps that are each smoothed
/// over a pixel. Up to the digits of a 1080-line screen a step is at most two pixels wide. FreeType's stroker gives the
/// same picture for four times the work: a third of the time to a first picture.
struct HaloBrush {
  let radius: Double
  /// The distance in pixels at which the halo ends.
  let reach: Int
  /// Bytes of a row: whole vectors.
  private let stride: Int
  /// The brush for each of `levels` of coverage at its middle. The level tells the distance to the edge.
  private let tips: [[UInt8]]

  private static let levels = 16

  init(radius: Double) {
    self.radius = radius
    let reach = HaloBrush.reach(of: radius)
    let side = 2 * reach + 1
    let stride = (side + Vector.scalarCount - 1) / Vector.scalarCount * Vector.scalarCount
    (self.reach, self.stride) = (reach, stride)
    tips = (0..<HaloBrush.levels).map { level in
      let edge = 0.5 - Double(level) / Double(HaloBrush.levels - 1)
      var tip = [UInt8](repeating: 0, count: side * stride)
      for y in 0..<side {
        for x in 0..<side {
          let (right, down) = (x - reach, y - reach)
          let distance = Double(right * right + down * down).squareRoot() + edge
          tip[y * stride + x] = UInt8(255 * HaloBrush.share(at: distance, radius) + 0.5)
        }
      }
      return tip
    }
  }

  static func reach(of radius: Double) -> Int { Int((2 * radius).rounded(.up)) + 1 }

  /// Opacity at a distance from the edge.
  private static func share(at distance: Double, _ radius: Double) -> Double {
    (0..<4).reduce(0) { $0 + min(1, max(0, radius * (1 + Double($1) / 3) - distance + 0.5)) / 4 }
  }

  /// The halo of a glyph.
  func halo(of glyph: GlyphImage) -> GlyphImage {
    guard glyph.width > 0, glyph.height > 0 else { return .empty }
    let (width, height) = (glyph.width + 2 * reach, glyph.height + 2 * reach)
    let rowLength = width + stride
    var rows = [UInt8](repeating: 0, count: rowLength * height)
    rows.withUnsafeMutableBufferPointer { rows in
      guard let rows = rows.baseAddress else { return }
      draw(glyph, on: rows, rowLength)
    }
    let coverage = [UInt8](unsafeUninitializedCapacity: width * height) { bytes, count in
      for y in 0..<height {
        _ = UnsafeMutableBufferPointer(rebasing: bytes[y * width..<(y + 1) * width])
          .initialize(fromContentsOf: rows[y * rowLength..<y * rowLength + width])
      }
      count = width * height
    }
    return GlyphImage(
      left: glyph.left - reach, top: glyph.top + reach, width: width, height: height, coverage: coverage)
  }

  private func draw(_ glyph: GlyphImage, on rows: UnsafeMutablePointer<UInt8>, _ rowLength: Int) {
    let (width, height) = (glyph.width, glyph.height)
    glyph.coverage.withUnsafeBufferPointer { coverage in
      guard let coverage = coverage.baseAddress else { return }
      for y in 0..<height {
        (rows + (y + reach) * rowLength + reach).update(from: coverage + y * width, count: width)
      }
      for y in 0..<height {
        let row = coverage + y * width
        // Pixels outside of the glyph are empty.
        let (above, below) = (y > 0 ? row - width : nil, y < height - 1 ? row + width : nil)
        var x = 0
        while x < width {
          if isPlain(row + x, above.map { $0 + x }, below.map { $0 + x }, left: x, right: width - x) {
            x += HaloBrush.run
            continue
          }
          let here = row[x]
          let isAtSide = x == 0 || x == width - 1 || row[x - 1] == 0 || row[x + 1] == 0
          let isAtEdge = isAtSide || above?[x] ?? 0 == 0 || below?[x] ?? 0 == 0
          if here > 0, here < 255 || isAtEdge {
            let level = (Int(here) * (HaloBrush.levels - 1) + 127) / 255
            stamp(tips[level], on: rows + y * rowLength + x, rowLength)
          }
          x += 1
        }
      }
    }
  }

  /// Pixels that are tested together where nothing is drawn.
  private static let run = MemoryLayout<UInt64>.size

  /// True if the next `run` pixels are all empty, or all full and not at an edge.
  private func isPlain(
    _ row: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>?, _ below: UnsafePointer<UInt8>?, left: Int, right: Int
  ) -> Bool {
    guard right > HaloBrush.run else { return false }
    let eight = row.eight
    if eight == 0 { return true }
    guard eight == .max, left > 0, row[-1] > 0, row[HaloBrush.run] > 0, let above, let below else { return false }
    return above.eight == .max && below.eight == .max
  }

  /// Stamps the brush: the more opaque value stays.
  private func stamp(_ tip: [UInt8], on rows: UnsafeMutablePointer<UInt8>, _ rowLength: Int) {
    tip.withUnsafeBufferPointer { tip in
      guard var from = tip.baseAddress else { return }
      var row = rows
      for _ in 0...2 * reach {
        var x = 0
        while x < stride {
          let (old, new) = (Vector(at: row + x), Vector(at: from + x))
          UnsafeMutableRawPointer(row + x).storeBytes(of: old.replacing(with: new, where: new .> old), as: Vector.self)
          x += Vector.scalarCount
        }
        from += stride
        row += rowLength
      }
    }
  }
}

extension Vector {
  fileprivate init(at pointer: UnsafePointer<UInt8>) {
    self = UnsafeRawPointer(pointer).loadUnaligned(as: Vector.self)
  }
}

extension UnsafePointer<UInt8> {
  fileprivate var eight: UInt64 { UnsafeRawPointer(self).loadUnaligned(as: UInt64.self) }
}
