internal import CX11
internal import ColourClock

/// Lettering by the RENDER extension: anti-aliased, one request a line.
///
/// Xft would draw through the same requests, but keeps at most four megabytes of glyphs a font on the server and sends
/// the rest anew each time, which digits as tall as a wall exceed; it also knows neither cells nor halos.
final class RenderLettering: Lettering {
  private let display: OpaquePointer
  private let format: UnsafePointer<XRenderPictFormat>
  private let coverage: UnsafePointer<XRenderPictFormat>
  private var picture: Picture = 0
  private let sources: SolidSources
  private var sets: [Cut: (set: GlyphSet, characters: Set<Unicode.Scalar>, lastUse: Int)] = [:]
  private var frame = 0

  /// More cuts than any picture at rest has: what a gallery in motion leaves behind is given back.
  private static let mostSets = 96

  /// `nil` if the server cannot render to that format.
  init?(display: OpaquePointer, format: UnsafePointer<XRenderPictFormat>?) {
    guard let format, let coverage = XRenderFindStandardFormat(display, Int32(PictStandardA8)) else { return nil }
    (self.display, self.format, self.coverage) = (display, format, UnsafePointer(coverage))
    sources = SolidSources(display: display)
  }

  deinit {
    discard()
    if picture != 0 { XRenderFreePicture(display, picture) }
  }

  /// Glyphs are sent one a request, which may not be longer than the server says.
  var largest: Int {
    let longest = max(XExtendedMaxRequestSize(display), XMaxRequestSize(display)) * 4
    return Int((Double(longest - 256) / 2).squareRoot())
  }

  func has(_ character: Unicode.Scalar, of cut: Cut) -> Bool { sets[cut]?.characters.contains(character) ?? false }

  func add(_ image: GlyphImage, as character: Unicode.Scalar, advance: Int, to cut: Cut) {
    var entry = sets[cut] ?? (XRenderCreateGlyphSet(display, coverage), [], frame)
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
    sets[cut]?.lastUse = frame
    let source = sources[colour, opacity]
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

  func clip(to box: PixelBox?) { picture.clip(to: box, on: display) }

  func discard() {
    for entry in sets.values { XRenderFreeGlyphSet(display, entry.set) }
    sets = [:]
  }

  func endFrame() {
    if sets.count > RenderLettering.mostSets {
      for (cut, entry) in sets where entry.lastUse < frame {
        XRenderFreeGlyphSet(display, entry.set)
        sets[cut] = nil
      }
    }
    frame += 1
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
