internal import CX11
internal import ColourClock

/// Puts glyphs on a drawable. The images live on the server, each sent once; a line of text is a few bytes.
protocol Lettering: AnyObject {
  /// The widest glyph image the server takes, in pixels to the em.
  var largest: Int { get }
  func has(_ character: Unicode.Scalar, of cut: Cut) -> Bool
  func add(_ image: GlyphImage, as character: Unicode.Scalar, advance: Int, to cut: Cut)
  /// Draws upon `ground`, the colour that lies beneath; `opacity` 0…255.
  func draw(_ run: Setting.Run, of cut: Cut, baseline: Int, colour: Colour, opacity: UInt8, ground: Colour)
  /// Draws on this drawable from now on, within this box.
  func aim(at drawable: Drawable)
  func clip(to box: PixelBox?)
  /// Told once a frame is composed: glyphs of cuts that nobody uses any more may go.
  func endFrame()
  /// Gives back every glyph on the server.
  func discard()
}
