internal import CX11
internal import ColourClock

/// Puts glyphs on a target. The images live on the server, each sent once; a line of text is a few bytes.
protocol Lettering: AnyObject {
  /// The widest glyph image the server takes, in pixels to the em.
  var largest: Int { get }
  func has(_ character: Unicode.Scalar, of cut: FontSize) -> Bool
  func add(_ image: GlyphImage, as character: Unicode.Scalar, advance: Int, to cut: FontSize)
  func draw(_ run: TextLayout.Run, of cut: FontSize, baseline: Int, with paint: Paint, on target: Target)
  /// Told once a frame is composed: glyphs that are too many may go.
  func endFrame()
}
