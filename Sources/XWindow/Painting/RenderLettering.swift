internal import CX11
internal import ColourClock

/// Lettering by the RENDER extension: anti-aliased, one request a line.
///
/// Xft would draw through the same requests, but keeps at most four megabytes of glyphs a font on the server and sends
/// the rest anew each time, which digits as tall as a wall exceed; it also knows neither cells nor halos.
final class RenderLettering: Lettering {
  private struct Source: Hashable {
    let colour: Colour
    let opacity: UInt8
  }

  private let display: OpaquePointer
  private let format: UnsafePointer<XRenderPictFormat>
  private let coverage: UnsafePointer<XRenderPictFormat>
  private var picture: Picture = 0
  private var sets: [Cut: (set: GlyphSet, characters: Set<Unicode.Scalar>)] = [:]
  private var sources: [Source: Picture] = [:]

  /// `nil` if the server cannot render to that format.
  init?(display: OpaquePointer, format: UnsafePointer<XRenderPictFormat>?) {
    guard let format, let coverage = XRenderFindStandardFormat(display, Int32(PictStandardA8)) else { return nil }
    (self.display, self.format, self.coverage) = (display, format, UnsafePointer(coverage))
  }

  /// Glyphs are sent one a request, which may not be longer than the server says.
  var largest: Int {
    let longest = max(XExtendedMaxRequestSize(display), XMaxRequestSize(display)) * 4
    return Int((Double(longest - 256) / 2).squareRoot())
  }

  func has(_ character: Unicode.Scalar, of cut: Cut) -> Bool { sets[cut]?.characters.contains(character) ?? false }

  func add(_ image: GlyphImage, as character: Unicode.Scalar, advance: Int, to cut: Cut) {
    var entry = sets[cut] ?? (XRenderCreateGlyphSet(display, coverage), [])
    entry.characters.insert(character)
    sets[cut] = entry
    var name = Glyph(character.value)
    var info = XGlyphInfo(
      width: UInt16(image.width), height: UInt16(image.height), x: Int16(-image.left), y: Int16(image.top),
      xOff: Int16(advance), yOff: 0)
    var rows = image.paddedRows
    rows.withUnsafeMutableBytes {
      XRenderAddGlyphs(
        display, entry.set, &name, &info, 1, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
  }

  func draw(_ run: Setting.Run, of cut: Cut, baseline: Int, colour: Colour, opacity: UInt8, ground: Colour) {
    guard let set = sets[cut]?.set else { return }
    let source = source(Source(colour: colour, opacity: opacity))
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

  func aim(at drawable: Drawable) {
    if picture != 0 { XRenderFreePicture(display, picture) }
    picture = XRenderCreatePicture(display, drawable, format, 0, nil)
  }

  func clip(to boxes: [XRectangle]?) {
    if let boxes {
      XRenderSetPictureClipRectangles(display, picture, 0, 0, boxes, Int32(boxes.count))
    } else {
      var attributes = XRenderPictureAttributes()
      XRenderChangePicture(display, picture, UInt(CPClipMask), &attributes)
    }
  }

  func discard() {
    for entry in sets.values { XRenderFreeGlyphSet(display, entry.set) }
    sets = [:]
  }

  /// Solid pictures are kept while they are few: the two inks, and the halo's present opacity.
  private func source(_ source: Source) -> Picture {
    if let known = sources[source] { return known }
    if sources.count >= 4 {
      sources.values.forEach { XRenderFreePicture(display, $0) }
      sources = [:]
    }
    let alpha = UInt32(source.opacity) * 257
    let premultiplied = { (value: UInt8) in UInt16(UInt32(value) * 257 * alpha / 65_535) }
    var colour = XRenderColor(
      red: premultiplied(source.colour.red), green: premultiplied(source.colour.green),
      blue: premultiplied(source.colour.blue), alpha: UInt16(alpha))
    let picture = XRenderCreateSolidFill(display, &colour)
    sources[source] = picture
    return picture
  }
}

extension GlyphImage {
  /// The coverage with every row filled up to four bytes, as RENDER wants it.
  fileprivate var paddedRows: [UInt8] {
    let padding = [UInt8](repeating: 0, count: (4 - width % 4) % 4)
    guard !padding.isEmpty else { return coverage }
    return (0..<height).flatMap { coverage[$0 * width..<($0 + 1) * width] + padding }
  }
}
