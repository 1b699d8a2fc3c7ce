private import System

/// The functions of HarfBuzz 2.6 and FriBidi 1.0 or later. The libraries are loaded only when needed, because they add
/// a third to the clock's memory.
struct ShapingLibrary {
  typealias Handle = OpaquePointer
  typealias Text = UnsafePointer<UInt32>
  typealias Features = UnsafePointer<UInt32>

  let createBlob: @convention(c) (_ path: UnsafePointer<CChar>) -> Handle
  let destroyBlob: @convention(c) (Handle) -> Void
  let createFace: @convention(c) (_ blob: Handle, _ index: UInt32) -> Handle
  let destroyFace: @convention(c) (Handle) -> Void
  let unitsPerEm: @convention(c) (_ face: Handle) -> UInt32
  let createFont: @convention(c) (_ face: Handle) -> Handle
  let destroyFont: @convention(c) (Handle) -> Void
  let setInstance: @convention(c) (_ font: Handle, UInt32) -> Void
  let createBuffer: @convention(c) () -> Handle
  let destroyBuffer: @convention(c) (Handle) -> Void
  let clear: @convention(c) (_ buffer: Handle) -> Void
  let add: @convention(c) (_ buffer: Handle, Text, _ count: Int32, _ offset: UInt32, _ length: Int32) -> Void
  let setDirection: @convention(c) (_ buffer: Handle, UInt32) -> Void
  let guessScript: @convention(c) (_ buffer: Handle) -> Void
  let shape: @convention(c) (_ font: Handle, _ buffer: Handle, _ features: Features?, UInt32) -> Void
  let glyphInfos: @convention(c) (_ buffer: Handle, UnsafeMutablePointer<UInt32>) -> UnsafeRawPointer?
  let glyphPositions: @convention(c) (_ buffer: Handle, UnsafeMutablePointer<UInt32>) -> UnsafeRawPointer?
  let unicode: @convention(c) () -> Handle
  let script: @convention(c) (_ unicode: Handle, UInt32) -> UInt32

  private let bidiTypes: @convention(c) (Text, Int32, UnsafeMutablePointer<UInt32>) -> Void
  private let bracketTypes: @convention(c) (Text, Int32, Text, UnsafeMutablePointer<UInt32>) -> Void
  private let embeddingLevels:
    @convention(c) (Text, Text, Int32, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<Int8>) -> Int8

  /// HB_DIRECTION_LTR and HB_DIRECTION_RTL.
  static let direction: (toRight: UInt32, toLeft: UInt32) = (4, 5)
  /// The size of `hb_glyph_info_t` and of `hb_glyph_position_t`, in bytes.
  static let stride = 20

  /// The size of `hb_feature_t`, in `UInt32`.
  static let featureLength = 4

  /// Returns `hb_feature_t` values (tag, value, start, end) that turn features off. A name has four letters.
  static func off(_ names: String...) -> [UInt32] {
    names.flatMap { [$0.utf8.reduce(0) { $0 << 8 | UInt32($1) }, 0, 0, UInt32.max] }
  }

  init?() {
    do {
      let shaping = try SharedLibrary.load("libharfbuzz.so.0")
      createBlob = try shaping.function("hb_blob_create_from_file")
      destroyBlob = try shaping.function("hb_blob_destroy")
      createFace = try shaping.function("hb_face_create")
      destroyFace = try shaping.function("hb_face_destroy")
      unitsPerEm = try shaping.function("hb_face_get_upem")
      createFont = try shaping.function("hb_font_create")
      destroyFont = try shaping.function("hb_font_destroy")
      setInstance = try shaping.function("hb_font_set_var_named_instance")
      createBuffer = try shaping.function("hb_buffer_create")
      destroyBuffer = try shaping.function("hb_buffer_destroy")
      clear = try shaping.function("hb_buffer_reset")
      add = try shaping.function("hb_buffer_add_utf32")
      setDirection = try shaping.function("hb_buffer_set_direction")
      guessScript = try shaping.function("hb_buffer_guess_segment_properties")
      shape = try shaping.function("hb_shape")
      glyphInfos = try shaping.function("hb_buffer_get_glyph_infos")
      glyphPositions = try shaping.function("hb_buffer_get_glyph_positions")
      unicode = try shaping.function("hb_unicode_funcs_get_default")
      script = try shaping.function("hb_unicode_script")
      let bidi = try SharedLibrary.load("libfribidi.so.0")
      bidiTypes = try bidi.function("fribidi_get_bidi_types")
      bracketTypes = try bidi.function("fribidi_get_bracket_types")
      embeddingLevels = try bidi.function("fribidi_get_par_embedding_levels_ex")
    } catch {
      return nil
    }
  }

  /// Text at odd levels (UAX 9) runs from right to left.
  func levels(of text: [UInt32]) -> [Int8] {
    let count = Int32(text.count)
    var (types, brackets) = ([UInt32](repeating: 0, count: text.count), [UInt32](repeating: 0, count: text.count))
    var levels = [Int8](repeating: 0, count: text.count)
    bidiTypes(text, count, &types)
    bracketTypes(text, count, types, &brackets)
    // FRIBIDI_PAR_ON: the first strong character sets the base direction.
    var base: UInt32 = 0x40
    _ = embeddingLevels(types, brackets, count, &base, &levels)
    return levels
  }
}
