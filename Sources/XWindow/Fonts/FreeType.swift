private import CX11

/// One outline font, loaded by FreeType: measures in ems, images in pixels.
final class FreeType {
  private let library: FT_Library
  private let face: FT_Face

  /// `nil` if the file is not an outline font that FreeType can read.
  init?(_ file: FontFile) {
    var (library, face): (FT_Library?, FT_Face?)
    guard FT_Init_FreeType(&library) == 0, let library else { return nil }
    guard FT_New_Face(library, file.path, file.index, &face) == 0, let face, face.pointee.units_per_EM > 0 else {
      FT_Done_FreeType(library)
      return nil
    }
    (self.library, self.face) = (library, face)
  }

  /// The library takes its faces with it.
  deinit { FT_Done_FreeType(library) }

  func has(_ character: Unicode.Scalar) -> Bool { FT_Get_Char_Index(face, FT_ULong(character.value)) != 0 }

  /// How far the pen moves on, and where the ink's upper and lower edges lie above the baseline; in ems.
  func measure(_ character: Unicode.Scalar) -> (advance: Double, top: Double, bottom: Double) {
    guard load(character, flags: FreeType.noScale) else { return (0, 0, 0) }
    let metrics = face.pointee.glyph.pointee.metrics
    let em = Double(face.pointee.units_per_EM)
    return (
      Double(metrics.horiAdvance) / em, Double(metrics.horiBearingY) / em,
      Double(metrics.horiBearingY - metrics.height) / em
    )
  }

  /// The glyph's coverage at a size in pixels to the em.
  func image(of character: Unicode.Scalar, pixels: Int) -> GlyphImage {
    guard prepare(character, pixels: pixels), FT_Render_Glyph(face.pointee.glyph, FT_RENDER_MODE_NORMAL) == 0 else {
      return .empty
    }
    let slot = face.pointee.glyph.pointee
    return GlyphImage(slot.bitmap, left: Int(slot.bitmap_left), top: Int(slot.bitmap_top))
  }

  /// As `image`, but of the glyph grown by `radius` pixels on all sides.
  func grownImage(of character: Unicode.Scalar, pixels: Int, radius: Double) -> GlyphImage {
    var stroker: FT_Stroker?
    var glyph: FT_Glyph?
    guard prepare(character, pixels: pixels), FT_Get_Glyph(face.pointee.glyph, &glyph) == 0 else { return .empty }
    defer { FT_Done_Glyph(glyph) }
    guard FT_Stroker_New(library, &stroker) == 0 else { return .empty }
    defer { FT_Stroker_Done(stroker) }
    FT_Stroker_Set(stroker, FT_Fixed(radius * 64), FT_STROKER_LINECAP_ROUND, FT_STROKER_LINEJOIN_ROUND, 0)
    let outside: FT_Bool = 0
    let discard: FT_Bool = 1
    guard FT_Glyph_StrokeBorder(&glyph, stroker, outside, discard) == 0,
      FT_Glyph_To_Bitmap(&glyph, FT_RENDER_MODE_NORMAL, nil, discard) == 0, let glyph
    else { return .empty }
    return glyph.withMemoryRebound(to: FT_BitmapGlyphRec.self, capacity: 1) {
      GlyphImage($0.pointee.bitmap, left: Int($0.pointee.left), top: Int($0.pointee.top))
    }
  }

  private func prepare(_ character: Unicode.Scalar, pixels: Int) -> Bool {
    FT_Set_Pixel_Sizes(face, 0, FT_UInt(pixels)) == 0 && load(character, flags: FreeType.light)
  }

  private func load(_ character: Unicode.Scalar, flags: Int32) -> Bool {
    FT_Load_Glyph(face, FT_Get_Char_Index(face, FT_ULong(character.value)), flags) == 0
  }

  /// FT_LOAD_NO_SCALE: font units.
  private static let noScale: Int32 = 1
  /// FT_LOAD_NO_BITMAP | FT_LOAD_TARGET_LIGHT: outlines snapped to the pixels vertically only, so that the flat tops and
  /// feet of digits are sharp and their widths true.
  private static let light: Int32 = 1 << 3 | 1 << 16
}

extension GlyphImage {
  fileprivate init(_ bitmap: FT_Bitmap, left: Int, top: Int) {
    let (width, height) = (Int(bitmap.width), Int(bitmap.rows))
    var coverage: [UInt8] = []
    coverage.reserveCapacity(width * height)
    for row in 0..<height where bitmap.buffer != nil {
      coverage += UnsafeBufferPointer(start: bitmap.buffer + row * Int(bitmap.pitch), count: width)
    }
    self.init(left: left, top: top, width: width, height: height, coverage: coverage)
  }
}
