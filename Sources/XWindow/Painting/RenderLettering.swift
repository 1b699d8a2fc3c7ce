internal import CX11
internal import ColourClock

/// Lettering by the RENDER extension: anti-aliased, one request a line.
///
/// Xft would draw through the same requests, but keeps at most four megabytes of glyphs a font on the server and sends
/// the rest anew each time, which digits as tall as a wall exceed; it also knows neither cells nor halos.
final class RenderLettering: Lettering {
  private let display: OpaquePointer
  private let formats: RenderFormats
  private let sources: SolidSources
  private var sets = GlyphCache<Glyphs> { $0.characters.count }

  private struct Glyphs {
    let set: GlyphSet
    var characters: Set<Unicode.Scalar> = []
  }

  init(display: OpaquePointer, formats: RenderFormats, sources: SolidSources) {
    (self.display, self.formats, self.sources) = (display, formats, sources)
  }

  deinit { sets.all.forEach(free) }

  /// Glyphs are sent one a request, which may not be longer than the server says.
  var largest: Int {
    let longest = max(XExtendedMaxRequestSize(display), XMaxRequestSize(display)) * 4
    return Int((Double(longest - 256) / 2).squareRoot())
  }

  func has(_ character: Unicode.Scalar, of cut: FontSize) -> Bool { sets[cut]?.characters.contains(character) ?? false }

  func add(_ image: GlyphImage, as character: Unicode.Scalar, advance: Int, to cut: FontSize) {
    var glyphs = sets[cut] ?? Glyphs(set: XRenderCreateGlyphSet(display, formats.coverage))
    glyphs.characters.insert(character)
    sets[cut] = glyphs
    var name = Glyph(character.value)
    var info = XGlyphInfo(
      width: UInt16(image.width), height: UInt16(image.height), x: Int16(-image.left), y: Int16(image.top),
      xOff: Int16(advance), yOff: 0)
    var rows = image.paddedRows
    rows.withUnsafeMutableBytes {
      XRenderAddGlyphs(
        display, glyphs.set, &name, &info, 1, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
  }

  func draw(_ run: TextLayout.Run, of cut: FontSize, baseline: Int, with paint: Paint, on target: Target) {
    guard let set = sets.use(cut)?.set else { return }
    let (source, picture) = (sources[paint.colour, paint.opacity], target.picture)
    let over = Int32(PictOpOver)
    if run.characters.allSatisfy({ $0.value < 256 }) {
      let names = run.characters.map { CChar(truncatingIfNeeded: $0.value) }
      XRenderCompositeString8(
        display, over, source, picture, nil, set, 0, 0, Int32(run.x), Int32(baseline), names, Int32(names.count))
    } else {
      let names = run.characters.map(\.value)
      XRenderCompositeString32(
        display, over, source, picture, nil, set, 0, 0, Int32(run.x), Int32(baseline), names, Int32(names.count))
    }
  }

  func endFrame() { sets.endFrame().forEach(free) }

  private func free(_ glyphs: Glyphs) { XRenderFreeGlyphSet(display, glyphs.set) }
}

extension GlyphImage {
  /// The coverage with every row filled up to four bytes, as RENDER wants it.
  fileprivate var paddedRows: [UInt8] {
    let padding = [UInt8](repeating: 0, count: (4 - width % 4) % 4)
    guard !padding.isEmpty else { return coverage }
    return (0..<height).flatMap { coverage[$0 * width..<($0 + 1) * width] + padding }
  }
}
