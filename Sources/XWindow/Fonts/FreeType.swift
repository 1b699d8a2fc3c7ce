internal import CX11
import ColourClock

/// A glyph's extent in ems from the pen; up and right are positive.
struct FontMeasure {
  var advance = 0.0
  var left = 0.0
  var right = 0.0
  var top = 0.0
  var bottom = 0.0

  func raised(by rise: Double) -> FontMeasure {
    with(self) { ($0.top, $0.bottom) = (top + rise, bottom + rise) }
  }

  /// The edges are in pixels from the pen, with one pixel of margin for hinting. `pixels` is per em.
  func ink(pixels: Int) -> (left: Int, top: Int, right: Int, bottom: Int) {
    let pixels = Double(pixels)
    return (
      Int((left * pixels).rounded(.down)) - 1, Int((top * pixels).rounded(.up)) + 1,
      Int((right * pixels).rounded(.up)) + 1, Int((bottom * pixels).rounded(.down)) - 1
    )
  }
}

final class OpenedFont {
  let face: FT_Face
  private let library: FT_Library

  init?(_ file: FontFile) {
    var (library, face): (FT_Library?, FT_Face?)
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    guard FT_New_Face(library, file.path, file.index, &face) == 0, let face else {
      FT_Done_FreeType(library)
      return nil
    }
    (self.library, self.face) = (library, face)
  }

  deinit { FT_Done_FreeType(library) }

  func glyph(of character: Unicode.Scalar) -> UInt32 { FT_Get_Char_Index(face, FT_ULong(character.value)) }
}

final class FreeType {
  let file: FontFile
  private let font: OpenedFont
  private var face: FT_Face { font.face }
  private var measures: [UInt32: FontMeasure] = [:]

  init?(_ file: FontFile) {
    guard let font = OpenedFont(file), font.face.pointee.face_flags & FreeType.isScalable != 0,
      font.face.pointee.units_per_EM > 0
    else { return nil }
    (self.font, self.file) = (font, file)
  }

  func has(_ character: Unicode.Scalar) -> Bool { glyph(of: character) != 0 }

  func glyph(of character: Unicode.Scalar) -> UInt32 { font.glyph(of: character) }

  func measure(_ glyph: UInt32) -> FontMeasure {
    if let known = measures[glyph] { return known }
    let measure = loadedMeasure(glyph)
    measures[glyph] = measure
    return measure
  }

  private func loadedMeasure(_ glyph: UInt32) -> FontMeasure {
    guard load(glyph, flags: FreeType.noScale) else { return FontMeasure() }
    return FontMeasure(face.pointee.glyph.pointee.metrics, em: Double(face.pointee.units_per_EM))
  }

  func image(of glyph: UInt32, pixels: Int) -> GlyphImage {
    guard prepare(glyph, pixels: pixels), FT_Render_Glyph(face.pointee.glyph, FT_RENDER_MODE_NORMAL) == 0 else {
      return .empty
    }
    let slot = face.pointee.glyph.pointee
    return GlyphImage(slot.bitmap, left: Int(slot.bitmap_left), top: Int(slot.bitmap_top))
  }

  private func prepare(_ glyph: UInt32, pixels: Int) -> Bool {
    FT_Set_Pixel_Sizes(face, 0, FT_UInt(pixels)) == 0 && load(glyph, flags: FreeType.light)
  }

  private func load(_ glyph: UInt32, flags: Int32) -> Bool { FT_Load_Glyph(face, glyph, flags) == 0 }

  /// The value of FT_FACE_FLAG_SCALABLE.
  private static let isScalable = 1

  /// FT_LOAD_NO_SCALE.
  private static let noScale: Int32 = 1
  /// FT_LOAD_NO_BITMAP and FT_LOAD_TARGET_LIGHT.
  private static let light: Int32 = 1 << 3 | 1 << 16
}

extension GlyphImage {
  /// A box, for a character without a font. `line` is the width of its edge.
  static func outline(left: Int, top: Int, right: Int, line: Int) -> GlyphImage {
    let width = right - left
    let bytes: [UInt8] = (0..<top).flatMap { y in
      (0..<width).map { x in min(x, y, width - 1 - x, top - 1 - y) < line ? 255 : 0 }
    }
    return GlyphImage(left: left, top: top, width: width, height: top, bytes: bytes)
  }

  fileprivate init(_ bitmap: FT_Bitmap, left: Int, top: Int) {
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height)
    for row in 0..<height where bitmap.buffer != nil {
      bytes += UnsafeBufferPointer(start: bitmap.buffer + row * Int(bitmap.pitch), count: width)
    }
    self.init(left: left, top: top, width: width, height: height, bytes: bytes)
  }
}
