internal import CX11
internal import ColourClock

/// Lettering by the core protocol, for servers without RENDER and visuals with a colour table.
///
/// A glyph is a few bitmaps, one for each step of coverage; each is filled with the blend of ink and ground of its step.
/// So edges are smooth without the server knowing what a blend is, and nothing has to be read back.
final class CoreLettering: Lettering {
  private struct Glyph {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    let advance: Int
    /// One bitmap a step, from faint to full.
    let steps: [Pixmap]
  }

  private let display: OpaquePointer
  private let palette: any Palette
  private var stock = GlyphCache<[Unicode.Scalar: Glyph]> { $0.count }

  /// Steps of coverage: more look no smoother at the size of a wall's digits.
  private static let steps = 4

  init(display: OpaquePointer, palette: any Palette) {
    (self.display, self.palette) = (display, palette)
  }

  deinit { stock.all.forEach(free) }

  /// Xlib cuts a long bitmap into as many requests as it takes: only the protocol's coordinates set a limit.
  var largest: Int { Int(Int16.max) / 2 }

  func has(_ character: Unicode.Scalar, of cut: FontSize) -> Bool { stock[cut]?[character] != nil }

  func add(_ image: GlyphImage, as character: Unicode.Scalar, advance: Int, to cut: FontSize) {
    let steps = image.width == 0 ? [] : (1...CoreLettering.steps).map { bitmap(of: image, step: $0) }
    let glyph = Glyph(
      left: image.left, top: image.top, width: image.width, height: image.height, advance: advance, steps: steps)
    stock[cut] = (stock[cut] ?? [:]).merging([character: glyph]) { $1 }
  }

  func draw(_ run: TextLayout.Run, of cut: FontSize, baseline: Int, with paint: Paint, on target: Target) {
    guard let glyphs = stock.use(cut) else { return }
    XSetFillStyle(display, target.context, FillStippled)
    for step in 1...CoreLettering.steps {
      let colour = paint.mixed(Double(step) / Double(CoreLettering.steps))
      XSetForeground(display, target.context, palette.pixel(for: colour))
      var pen = run.x
      for glyph in run.characters.compactMap({ glyphs[$0] }) {
        if !glyph.steps.isEmpty { fill(glyph, step: step, x: pen + glyph.left, y: baseline - glyph.top, on: target) }
        pen += glyph.advance
      }
    }
    XSetFillStyle(display, target.context, FillSolid)
  }

  func endFrame() { stock.endFrame().forEach(free) }

  private func free(_ glyphs: [Unicode.Scalar: Glyph]) {
    for step in glyphs.values.flatMap(\.steps) { XFreePixmap(display, step) }
  }

  private func fill(_ glyph: Glyph, step: Int, x: Int, y: Int, on target: Target) {
    XSetStipple(display, target.context, glyph.steps[step - 1])
    XSetTSOrigin(display, target.context, Int32(x), Int32(y))
    XFillRectangle(
      display, target.pixmap, target.context, Int32(x), Int32(y), UInt32(glyph.width), UInt32(glyph.height))
  }

  /// The pixels whose coverage is nearest to a step, in the X bitmap format: the first pixel in the lowest bit.
  private func bitmap(of image: GlyphImage, step: Int) -> Pixmap {
    let stride = (image.width + 7) / 8
    var bits = [UInt8](repeating: 0, count: stride * image.height)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let nearest = (Int(image.coverage[y * image.width + x]) * CoreLettering.steps + 127) / 255
        if nearest == step { bits[y * stride + x / 8] |= 1 << UInt8(x % 8) }
      }
    }
    return bits.withUnsafeBytes {
      XCreateBitmapFromData(
        display, XDefaultRootWindow(display), $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(image.width),
        UInt32(image.height))
    }
  }
}
