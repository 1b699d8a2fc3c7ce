internal import CX11
internal import ColourClock

/// Draws text and shapes on a canvas: by the RENDER extension, or by the core protocol where there is none.
///
/// Glyph images live on the server, each sent once; a line of text is then a few bytes.
protocol DrawingBackend: AnyObject {
  /// The largest font size whose glyphs the server takes, in pixels to the em.
  var largestFontSize: Int { get }
  /// Those of the characters that the server does not have yet.
  func missing(_ characters: [Unicode.Scalar], of size: FontSize) -> [Unicode.Scalar]
  func add(_ image: GlyphImage, as character: Unicode.Scalar, advance: Int, to size: FontSize)
  func draw(_ run: TextLayout.Run, of size: FontSize, baseline: Int, with paint: Paint, on canvas: Canvas)
  /// Fills a triangle strip.
  func fill(_ strip: [Point], with paint: Paint, on canvas: Canvas)
  func fill(_ box: PixelRect, with paint: Paint, on canvas: Canvas)
  /// Blends the pixels of another canvas over the same place of this one.
  func composite(_ other: Canvas, over box: PixelRect, opacity: UInt8, on canvas: Canvas)
  /// To be called once a frame is composed: glyphs that are too many are given back.
  func endFrame()
}

/// A colour to draw with.
struct Paint {
  let colour: Colour
  /// 1…255.
  let opacity: UInt8
  /// The colour beneath, for servers that cannot blend.
  let beneath: Colour

  /// What can be seen of a share (0…1) of it.
  func mixed(_ share: Double = 1) -> Colour { beneath.blended(with: colour, share: share * Double(opacity) / 255) }
}
