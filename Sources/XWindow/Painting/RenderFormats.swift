internal import CX11

/// How RENDER names the pixels that we ask it for.
struct RenderFormats {
  typealias Format = UnsafePointer<XRenderPictFormat>

  /// Those that are painted.
  let pixels: Format
  /// How much of a pixel a glyph or a shape covers.
  let coverage: Format
  /// Colours that let something through.
  let translucent: Format

  /// `nil` where the server cannot render; `pixels` is looked for only if it can.
  init?(display: OpaquePointer, pixels: () -> UnsafeMutablePointer<XRenderPictFormat>?) {
    guard RenderFormats.hasRender(display), let pixels = pixels(),
      let coverage = XRenderFindStandardFormat(display, Int32(PictStandardA8)),
      let translucent = XRenderFindStandardFormat(display, Int32(PictStandardARGB32))
    else { return nil }
    (self.pixels, self.coverage, self.translucent) = (Format(pixels), Format(coverage), Format(translucent))
  }

  private static func hasRender(_ display: OpaquePointer) -> Bool {
    var (event, error): (Int32, Int32) = (0, 0)
    return XRenderQueryExtension(display, &event, &error) != 0
  }
}
