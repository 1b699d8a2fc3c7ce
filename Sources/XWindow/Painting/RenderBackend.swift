internal import CX11
internal import ColourClock

final class RenderBackend: DrawingBackend {
  private let display: OpaquePointer
  private let formats: RenderFormats
  private let sources: SolidSources
  private var glyphs = GlyphCache<GlyphSet>()
  private var colourGlyphs = ColourGlyphCache<ServerPicture>()
  private lazy var sender = PictureSender(display: display, format: formats.translucent)

  init(display: OpaquePointer, formats: RenderFormats) {
    (self.display, self.formats) = (display, formats)
    sources = SolidSources(display: display, format: formats.translucent)
  }

  deinit {
    glyphs.handles.forEach { XRenderFreeGlyphSet(display, $0) }
    colourGlyphs.handles.forEach(free)
  }

  /// A request must hold a whole glyph, which covers two square ems at most.
  private(set) lazy var largestFontSize: Int = {
    let longest = max(XExtendedMaxRequestSize(display), XMaxRequestSize(display)) * 4
    return Int((Double(longest - 256) / 2).squareRoot())
  }()

  func missing(_ run: TextLayout.Run, of size: FontSize) -> [GlyphName] { glyphs.missing(run, of: size) }

  func hasFigures(_ figures: Text.Figures, of size: FontSize) -> Bool { glyphs.hasFigures(figures, of: size) }

  func add(_ image: GlyphImage, as name: GlyphName, advance: Int, to size: FontSize) {
    glyphs.add(name, to: size) { set in
      let glyphSet = set ?? XRenderCreateGlyphSet(display, formats.coverage)
      set = glyphSet
      var number = Glyph(name.number)
      var info = XGlyphInfo(
        width: UInt16(image.width), height: UInt16(image.height), x: Int16(-image.left), y: Int16(image.top),
        xOff: Int16(advance), yOff: 0)
      var rows = image.paddedRows
      rows.withUnsafeMutableBytes {
        XRenderAddGlyphs(
          display, glyphSet, &number, &info, 1, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
      }
    }
  }

  func draw(_ run: TextLayout.Run, of size: FontSize, baseline: Int, with paint: Paint, on canvas: Canvas) {
    guard let set = glyphs.use(size) else { return }
    let (source, picture) = (sources[paint.colour, paint.opacity], canvas.picture)
    let (over, x, y) = (Int32(PictOpOver), Int32(run.x), Int32(baseline))
    if let shaped = run.shaped {
      return draw(run.placed, isJoined: shaped.isJoined, from: set, x, y, source, on: picture)
    }
    // Glyph IDs are character codes, so ASCII needs no conversion.
    if run.string.utf8.span.isASCII {
      var string = run.string
      string.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          XRenderCompositeString8(
            display, over, source, picture, nil, set, 0, 0, x, y, $0.baseAddress, Int32($0.count))
        }
      }
    } else {
      let names = run.string.unicodeScalars.map(\.value)
      XRenderCompositeString32(display, over, source, picture, nil, set, 0, 0, x, y, names, Int32(names.count))
    }
  }

  /// If `isJoined`, overlaps are blended only once, which takes longer.
  private func draw(
    _ glyphs: [(name: GlyphName, x: Int, y: Int, advance: Int)], isJoined: Bool, from set: GlyphSet,
    _ x: Int32, _ y: Int32, _ source: Picture, on picture: Picture
  ) {
    guard !glyphs.isEmpty else { return }
    var numbers = glyphs.map { UInt32($0.name.number) }
    numbers.withUnsafeMutableBufferPointer { numbers in
      // XRenderCompositeText32 ignores its start arguments, so the first position counts from the picture's corner.
      // Other positions count from the pen.
      var (pen, elements): ((x: Int, y: Int), [XGlyphElt32]) = ((-Int(x), -Int(y)), [])
      for (index, glyph) in glyphs.enumerated() {
        if let last = elements.indices.last, pen == (glyph.x, glyph.y) {
          elements[last].nchars += 1
        } else {
          elements.append(
            XGlyphElt32(
              glyphset: set, chars: numbers.baseAddress.map { $0 + index }, nchars: 1, xOff: Int32(glyph.x - pen.x),
              yOff: Int32(glyph.y - pen.y)))
        }
        pen = (glyph.x + glyph.advance, glyph.y)
      }
      XRenderCompositeText32(
        display, Int32(PictOpOver), source, picture, isJoined ? formats.coverage : nil, 0, 0, 0, 0, elements,
        Int32(elements.count))
    }
  }

  func hasColourGlyph(_ name: ColourGlyphName) -> Bool { colourGlyphs.contains(name) }

  func add(_ image: ColourImage, as name: ColourGlyphName) {
    colourGlyphs.add(name, sender.send(image), bytes: image.bytes.count).forEach(free)
  }

  func draw(_ name: ColourGlyphName, x: Int, y: Int, with paint: Paint, on canvas: Canvas) {
    guard let glyph = colourGlyphs.use(name), let picture = glyph.picture else { return }
    let mask = paint.opacity < 255 ? sources[.black, paint.opacity] : 0
    XRenderComposite(
      display, Int32(PictOpOver), picture, mask, canvas.picture, 0, 0, 0, 0, Int32(x + glyph.left),
      Int32(y - glyph.top), UInt32(glyph.width), UInt32(glyph.height))
  }

  private func free(_ picture: ServerPicture) {
    if let picture = picture.picture { XRenderFreePicture(display, picture) }
  }

  func fill(_ strip: [Point], with paint: Paint, on canvas: Canvas) {
    let points = strip.map { XPointFixed(x: $0.x.fixed, y: $0.y.fixed) }
    XRenderCompositeTriStrip(
      display, Int32(PictOpOver), sources[paint.colour, paint.opacity], canvas.picture, formats.coverage, 0, 0, points,
      Int32(points.count))
  }

  func fill(_ box: PixelRect, with paint: Paint, on canvas: Canvas) {
    var colour = XRenderColor(paint.colour, opacity: paint.opacity)
    let (size, operation) = (box.size, paint.opacity == 255 ? PictOpSrc : PictOpOver)
    XRenderFillRectangle(
      display, Int32(operation), canvas.picture, &colour, Int32(box.left), Int32(box.top), UInt32(size.width),
      UInt32(size.height))
  }

  func composite(_ other: Canvas, over box: PixelRect, opacity: UInt8, on canvas: Canvas) {
    let (x, y, size) = (Int32(box.left), Int32(box.top), box.size)
    XRenderComposite(
      display, Int32(PictOpOver), other.picture, sources[.black, opacity], canvas.picture, x, y, 0, 0, x, y,
      UInt32(size.width), UInt32(size.height))
  }

  func prepareColours() -> Bool {
    sources.createAll()
    return true
  }

  func invalidateColours() { sources.invalidate() }

  func endFrame() { glyphs.endFrame().forEach { XRenderFreeGlyphSet(display, $0) } }
}

struct RenderFormats {
  typealias Format = UnsafePointer<XRenderPictFormat>

  let pixels: Format
  let coverage: Format
  let translucent: Format

  /// - Parameter pixels: the drawable's format; called only with RENDER.
  init?(display: OpaquePointer, pixels: () -> UnsafeMutablePointer<XRenderPictFormat>?) {
    var (event, error): (Int32, Int32) = (0, 0)
    guard XRenderQueryExtension(display, &event, &error) != 0, let pixels = pixels(),
      let coverage = XRenderFindStandardFormat(display, Int32(PictStandardA8)),
      let translucent = XRenderFindStandardFormat(display, Int32(PictStandardARGB32))
    else { return nil }
    (self.pixels, self.coverage, self.translucent) = (Format(pixels), Format(coverage), Format(translucent))
  }
}

extension Double {
  fileprivate var fixed: Int32 { Int32(clamping: Int((self * 65_536).rounded())) }
}

extension GlyphImage {
  /// Rows padded to four bytes, as RENDER needs.
  fileprivate var paddedRows: [UInt8] {
    let stride = (width + 3) / 4 * 4
    guard stride > width else { return bytes }
    var rows = [UInt8](repeating: 0, count: stride * height)
    for y in 0..<height {
      rows.replaceSubrange(y * stride..<y * stride + width, with: bytes[y * width..<(y + 1) * width])
    }
    return rows
  }
}

extension Span<UInt8> {
  fileprivate var isASCII: Bool {
    for index in indices where self[index] >= 0x80 { return false }
    return true
  }
}
