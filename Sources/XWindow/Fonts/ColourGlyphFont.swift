internal import CX11
internal import ColourClock

/// Draws coloured glyphs: bitmaps (CBDT, sbix) and layers (COLR 0). COLR 1 and SVG are not supported.
final class ColourGlyphFont {
  let file: FontFile
  /// Ems of the text per em of this font.
  let scale: Double
  private let font: OpenedFont
  private var face: FT_Face { font.face }
  private var measures: [UInt32: FontMeasure] = [:]

  /// Each emoji font has at least one of these characters.
  private static let references: [Unicode.Scalar] = ["😀", "❤", "⭐", "👍", "🏴", "🇦"]

  /// - Parameter width: a glyph's width and greatest height, in ems of the text.
  init?(_ file: FontFile, width: Double) {
    guard let font = OpenedFont(file),
      let glyph = ColourGlyphFont.references.lazy.map(font.glyph).first(where: { $0 != 0 }),
      case let measure = ColourGlyphFont.measure(glyph, of: font.face), measure.advance > 0,
      ColourGlyphFont.isDrawn(glyph, of: font.face)
    else { return nil }
    (self.font, self.file, scale) = (font, file, width / max(measure.advance, measure.top - measure.bottom))
  }

  func has(_ character: Unicode.Scalar) -> Bool { glyph(of: character) != 0 }

  func glyph(of character: Unicode.Scalar) -> UInt32 { font.glyph(of: character) }

  /// The result is in ems of the text.
  func measure(_ glyph: UInt32) -> FontMeasure {
    if let known = measures[glyph] { return known }
    let own = ColourGlyphFont.measure(glyph, of: face)
    let measure = FontMeasure(
      advance: own.advance * scale, left: own.left * scale, right: own.right * scale, top: own.top * scale,
      bottom: own.bottom * scale)
    measures[glyph] = measure
    return measure
  }

  func image(of glyph: UInt32, pixels: Int) -> ColourImage {
    face.pointee.num_fixed_sizes > 0 ? scaledBitmap(of: glyph, pixels) : drawnLayers(of: glyph, pixels)
  }

  private func drawnLayers(of glyph: UInt32, _ pixels: Int) -> ColourImage {
    // `measure` comes first: it may load a glyph, and a face holds only one loaded glyph.
    let ink = measure(glyph).ink(pixels: pixels)
    let own = FT_UInt((Double(pixels) * scale).rounded())
    guard FT_Set_Pixel_Sizes(face, 0, max(1, own)) == 0, ColourGlyphFont.load(glyph, of: face) else { return .empty }
    let slot = face.pointee.glyph.pointee
    return ColourImage(slot.bitmap, left: Int(slot.bitmap_left), top: Int(slot.bitmap_top))
      .cropped(left: ink.left, top: ink.top, right: ink.right, bottom: ink.bottom)
  }

  private func scaledBitmap(of glyph: UInt32, _ pixels: Int) -> ColourImage {
    let measure = measure(glyph)
    let wanted = Double(pixels) * scale
    guard ColourGlyphFont.selectStrike(of: face, atLeast: wanted), ColourGlyphFont.load(glyph, of: face) else {
      return .empty
    }
    let (left, top) = (measure.left * Double(pixels), measure.top * Double(pixels))
    return ColourImage(face.pointee.glyph.pointee.bitmap, left: Int(left.rounded()), top: Int(top.rounded()))
      .resampled(
        width: max(1, Int(((measure.right - measure.left) * Double(pixels)).rounded())),
        height: max(1, Int(((measure.top - measure.bottom) * Double(pixels)).rounded())))
  }
}

/// These functions change the face's size and loaded glyph.
extension ColourGlyphFont {
  private static func isDrawn(_ glyph: UInt32, of face: FT_Face) -> Bool {
    let isReady =
      face.pointee.num_fixed_sizes > 0
      ? selectStrike(of: face, atLeast: .infinity) : FT_Set_Pixel_Sizes(face, 0, 32) == 0
    return isReady && load(glyph, of: face)
      && UInt32(face.pointee.glyph.pointee.bitmap.pixel_mode) == FT_PIXEL_MODE_BGRA.rawValue
  }

  private static func load(_ glyph: UInt32, of face: FT_Face) -> Bool {
    FT_Load_Glyph(face, glyph, colour | render | noHinting) == 0
  }

  /// Selects the smallest strike (set of bitmaps) of at least `pixels`, or else the largest.
  private static func selectStrike(of face: FT_Face, atLeast pixels: Double) -> Bool {
    let strikes = UnsafeBufferPointer(start: face.pointee.available_sizes, count: Int(face.pointee.num_fixed_sizes))
    let sizes = strikes.enumerated().map { (index: $0, pixels: Double($1.y_ppem) / 64) }.sorted {
      $0.pixels < $1.pixels
    }
    guard let best = sizes.first(where: { $0.pixels >= pixels }) ?? sizes.last else { return false }
    return FT_Select_Size(face, FT_Int(best.index)) == 0
  }

  /// The result is in ems of the font.
  private static func measure(_ glyph: UInt32, of face: FT_Face) -> FontMeasure {
    face.pointee.num_fixed_sizes > 0 ? bitmapMeasure(glyph, of: face) : layersMeasure(glyph, of: face)
  }

  private static func bitmapMeasure(_ glyph: UInt32, of face: FT_Face) -> FontMeasure {
    guard selectStrike(of: face, atLeast: .infinity), FT_Load_Glyph(face, glyph, colour | metricsOnly) == 0 else {
      return FontMeasure()
    }
    // Metrics are in 64ths of a pixel.
    return FontMeasure(
      face.pointee.glyph.pointee.metrics, em: 64 * Double(max(1, face.pointee.size.pointee.metrics.y_ppem)))
  }

  private static func layersMeasure(_ glyph: UInt32, of face: FT_Face) -> FontMeasure {
    let em = Double(max(1, face.pointee.units_per_EM))
    func own(_ glyph: UInt32) -> FontMeasure {
      FT_Load_Glyph(face, glyph, noScale) == 0 ? FontMeasure(face.pointee.glyph.pointee.metrics, em: em) : FontMeasure()
    }
    let base = own(glyph)
    var (parts, layer, colour, iterator) = ([base], FT_UInt(0), FT_UInt(0), FT_LayerIterator())
    while FT_Get_Color_Glyph_Layer(face, glyph, &layer, &colour, &iterator) != 0 { parts.append(own(layer)) }
    parts.removeAll { $0.right <= $0.left }
    return FontMeasure(
      advance: base.advance, left: parts.map(\.left).min() ?? 0, right: parts.map(\.right).max() ?? 0,
      top: parts.map(\.top).max() ?? 0, bottom: parts.map(\.bottom).min() ?? 0)
  }

  /// FT_LOAD_NO_SCALE, _NO_HINTING, _RENDER, _COLOR and _BITMAP_METRICS_ONLY.
  private static let noScale: Int32 = 1
  private static let noHinting: Int32 = 1 << 1
  private static let render: Int32 = 1 << 2
  private static let colour: Int32 = 1 << 20
  private static let metricsOnly: Int32 = 1 << 22
}

extension FontMeasure {
  init(_ metrics: FT_Glyph_Metrics, em: Double) {
    self.init(
      advance: Double(metrics.horiAdvance) / em, left: Double(metrics.horiBearingX) / em,
      right: Double(metrics.horiBearingX + metrics.width) / em, top: Double(metrics.horiBearingY) / em,
      bottom: Double(metrics.horiBearingY - metrics.height) / em)
  }
}

extension ColourImage {
  /// A glyph without colours becomes grey.
  fileprivate init(_ bitmap: FT_Bitmap, left: Int, top: Int) {
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    let isColoured = UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_BGRA.rawValue
    let isCoverage = UInt32(bitmap.pixel_mode) == FT_PIXEL_MODE_GRAY.rawValue
    guard let buffer = bitmap.buffer, isColoured || isCoverage else {
      self = .empty
      return
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for row in 0..<height {
      let start = buffer + row * Int(bitmap.pitch)
      if isColoured {
        bytes += UnsafeBufferPointer(start: start, count: 4 * width)
      } else {
        for x in 0..<width { bytes += [start[x] / 2, start[x] / 2, start[x] / 2, start[x]] }
      }
    }
    self.init(left: left, top: top, width: width, height: height, bytes: bytes)
  }
}
