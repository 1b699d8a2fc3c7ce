internal import CX11
internal import ColourClock

/// Draws on screens with a colour table (palette) and on servers without RENDER.
final class CoreBackend: DrawingBackend {
  private struct Glyph {
    let left: Int
    let top: Int
    let width: Int
    let height: Int
    let advance: Int
    /// One bitmap per step of coverage, the faintest first.
    let steps: [Pixmap]
  }

  private let display: OpaquePointer
  private let palette: any Palette
  private var glyphs = GlyphCache<[UInt32: Glyph]>()
  private var colourGlyphs = ColourGlyphCache<(dark: Glyph, light: Glyph)>()

  private static let steps = 4

  init(display: OpaquePointer, palette: any Palette) {
    (self.display, self.palette) = (display, palette)
  }

  deinit {
    glyphs.handles.forEach(free)
    colourGlyphs.handles.forEach(free)
  }

  static func colours(ofText paint: Paint) -> [Colour] { (1...steps).map { paint.mixed(Double($0) / Double(steps)) } }

  /// Coordinates have 16 bits.
  var largestFontSize: Int { Int(Int16.max) / 2 }

  func missing(_ run: TextLayout.Run, of size: FontSize) -> [GlyphName] { glyphs.missing(run, of: size) }

  func hasFigures(_ figures: Text.Figures, of size: FontSize) -> Bool { glyphs.hasFigures(figures, of: size) }

  func add(_ image: GlyphImage, as name: GlyphName, advance: Int, to size: FontSize) {
    let glyph = glyph(image, advance: advance)
    glyphs.add(name, to: size) { $0 = ($0 ?? [:]).merging([name.number: glyph]) { $1 } }
  }

  private func glyph(_ image: GlyphImage, advance: Int) -> Glyph {
    let steps = image.width == 0 ? [] : (1...CoreBackend.steps).map { bitmap(of: image, step: $0) }
    return Glyph(
      left: image.left, top: image.top, width: image.width, height: image.height, advance: advance, steps: steps)
  }

  func hasColourGlyph(_ name: ColourGlyphName) -> Bool { colourGlyphs.contains(name) }

  func add(_ image: ColourImage, as name: ColourGlyphName) {
    let tones = [false, true].map { glyph(image.mask(forLightInk: $0), advance: 0) }
    // Two tones of four bitmaps take eight bits per pixel.
    colourGlyphs.add(name, (dark: tones[0], light: tones[1]), bytes: image.width * image.height).forEach(free)
  }

  /// Draws an emoji in tones of the ink.
  func draw(_ name: ColourGlyphName, x: Int, y: Int, with paint: Paint, on canvas: Canvas) {
    guard let tones = colourGlyphs.use(name) else { return }
    let isLight = OKLab(paint.colour).lightness >= OKLab(paint.beneath).lightness
    XSetFillStyle(display, canvas.context, FillStippled)
    for (step, colour) in CoreBackend.colours(ofText: paint).enumerated() {
      XSetForeground(display, canvas.context, palette.pixel(for: colour))
      fill(isLight ? tones.light : tones.dark, step: step, x: x, y: y, on: canvas)
    }
    XSetFillStyle(display, canvas.context, FillSolid)
  }

  func draw(_ run: TextLayout.Run, of size: FontSize, baseline: Int, with paint: Paint, on canvas: Canvas) {
    guard let glyphs = glyphs.use(size) else { return }
    XSetFillStyle(display, canvas.context, FillStippled)
    for (step, colour) in CoreBackend.colours(ofText: paint).enumerated() {
      XSetForeground(display, canvas.context, palette.pixel(for: colour))
      for (name, x, y, _) in run.placed {
        if let glyph = glyphs[name.number] { fill(glyph, step: step, x: run.x + x, y: baseline + y, on: canvas) }
      }
      guard run.shaped == nil else { continue }
      var pen = run.x
      for glyph in run.string.unicodeScalars.compactMap({ glyphs[$0.value] }) {
        fill(glyph, step: step, x: pen, y: baseline, on: canvas)
        pen += glyph.advance
      }
    }
    XSetFillStyle(display, canvas.context, FillSolid)
  }

  func fill(_ strip: [Point], with paint: Paint, on canvas: Canvas) {
    XSetForeground(display, canvas.context, palette.pixel(for: paint.mixed()))
    // Each triangle is drawn alone: a polygon for a part of the strip would round its edges
    // differently from one for the whole strip.
    let points = strip.map {
      XPoint(x: Int16(clamping: Int($0.x.rounded())), y: Int16(clamping: Int($0.y.rounded())))
    }
    for index in points.indices.dropFirst(2) {
      var triangle = Array(points[index - 2...index])
      XFillPolygon(display, canvas.pixmap, canvas.context, &triangle, 3, Convex, CoordModeOrigin)
    }
  }

  func fill(_ box: PixelRect, with paint: Paint, on canvas: Canvas) {
    canvas.fill(box, with: palette.pixel(for: paint.mixed()))
  }

  /// This backend cannot blend: it copies a group that is at least half opaque.
  func composite(_ other: Canvas, over box: PixelRect, opacity: UInt8, on canvas: Canvas) {
    if opacity >= 128 { other.copy(box, to: canvas.pixmap) }
  }

  func prepareColours() -> Bool { false }
  func invalidateColours() {}

  func endFrame() { glyphs.endFrame().forEach(free) }

  private func free(_ glyphs: [UInt32: Glyph]) { glyphs.values.forEach(free) }

  private func free(_ tones: (dark: Glyph, light: Glyph)) {
    free(tones.dark)
    free(tones.light)
  }

  private func free(_ glyph: Glyph) { glyph.steps.forEach { XFreePixmap(display, $0) } }

  private func fill(_ glyph: Glyph, step: Int, x: Int, y: Int, on canvas: Canvas) {
    guard !glyph.steps.isEmpty else { return }
    let (x, y) = (x + glyph.left, y - glyph.top)
    XSetStipple(display, canvas.context, glyph.steps[step])
    XSetTSOrigin(display, canvas.context, Int32(x), Int32(y))
    XFillRectangle(
      display, canvas.pixmap, canvas.context, Int32(x), Int32(y), UInt32(glyph.width), UInt32(glyph.height))
  }

  /// A bitmap of the pixels whose coverage is nearest to `step`.
  private func bitmap(of image: GlyphImage, step: Int) -> Pixmap {
    let stride = (image.width + 7) / 8
    var bits = [UInt8](repeating: 0, count: stride * image.height)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let nearest = (Int(image.bytes[y * image.width + x]) * CoreBackend.steps + 127) / 255
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
