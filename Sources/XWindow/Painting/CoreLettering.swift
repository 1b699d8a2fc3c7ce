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
  private var drawable: Drawable = 0
  private var context: GC?
  private var glyphs: [Cut: [Unicode.Scalar: Glyph]] = [:]
  private var lastUse: [Cut: Int] = [:]
  private var frame = 0

  /// Steps of coverage: more look no smoother at the size of a wall's digits.
  private static let steps = 4
  /// More cuts than any picture at rest has.
  private static let mostCuts = 96

  init(display: OpaquePointer, palette: any Palette) {
    (self.display, self.palette) = (display, palette)
  }

  deinit {
    discard()
    if let context { XFreeGC(display, context) }
  }

  /// Xlib cuts a long bitmap into as many requests as it takes: only the protocol's coordinates set a limit.
  var largest: Int { Int(Int16.max) / 2 }

  func has(_ character: Unicode.Scalar, of cut: Cut) -> Bool { glyphs[cut]?[character] != nil }

  func add(_ image: GlyphImage, as character: Unicode.Scalar, advance: Int, to cut: Cut) {
    let steps = image.width == 0 ? [] : (1...CoreLettering.steps).map { bitmap(of: image, step: $0) }
    glyphs[cut, default: [:]][character] = Glyph(
      left: image.left, top: image.top, width: image.width, height: image.height, advance: advance, steps: steps)
  }

  func draw(_ run: Setting.Run, of cut: Cut, baseline: Int, colour: Colour, opacity: UInt8, ground: Colour) {
    lastUse[cut] = frame
    for step in 1...CoreLettering.steps {
      let share = Double(step) / Double(CoreLettering.steps) * Double(opacity) / 255
      XSetForeground(display, context, palette.pixel(for: ground.blended(with: colour, share: share)))
      var pen = run.x
      for character in run.characters {
        guard let glyph = glyphs[cut]?[character] else { continue }
        if !glyph.steps.isEmpty { fill(glyph, step: step, x: pen + glyph.left, y: baseline - glyph.top) }
        pen += glyph.advance
      }
    }
  }

  func aim(at drawable: Drawable) {
    self.drawable = drawable
    if let context { XFreeGC(display, context) }
    var values = XGCValues()
    values.fill_style = FillStippled
    context = XCreateGC(display, drawable, UInt(GCFillStyle), &values)
  }

  func clip(to box: PixelBox?) { display.clip(context, to: box) }

  func endFrame() {
    if glyphs.count > CoreLettering.mostCuts {
      for cut in glyphs.keys where lastUse[cut] ?? 0 < frame { free(cut) }
    }
    frame += 1
  }

  func discard() { glyphs.keys.forEach(free) }

  private func free(_ cut: Cut) {
    for glyph in glyphs.removeValue(forKey: cut)?.values ?? [:].values {
      glyph.steps.forEach { XFreePixmap(display, $0) }
    }
    lastUse[cut] = nil
  }

  private func fill(_ glyph: Glyph, step: Int, x: Int, y: Int) {
    XSetStipple(display, context, glyph.steps[step - 1])
    XSetTSOrigin(display, context, Int32(x), Int32(y))
    XFillRectangle(
      display, drawable, context, Int32(x), Int32(y), UInt32(glyph.width), UInt32(glyph.height))
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
        display, drawable, $0.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(image.width),
        UInt32(image.height))
    }
  }
}

extension Colour {
  /// This colour with a share (0…1) of another over it, mixed as RENDER mixes: by screen values.
  func blended(with other: Colour, share: Double) -> Colour {
    func mix(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(two) - Double(one)) * share).rounded())
    }
    return Colour(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }
}
