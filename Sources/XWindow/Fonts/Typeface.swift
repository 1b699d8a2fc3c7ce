internal import ColourClock

/// The font of the labels, with others that fill in for characters it lacks: measures and images of glyphs.
package final class Typeface {
  /// The family that fontconfig chose.
  package var family: String { families.first ?? "a font without a name" }
  private let families: [String]
  /// The height of a digit above the baseline, in ems.
  let digitHeight: Double
  private let fonts: FontSet
  private let pattern: String
  /// The bold cut, loaded when a text asks for it; itself where there is none.
  private(set) lazy var bold = (try? Typeface((pattern.split(separator: ":").first ?? "") + ":bold")) ?? self
  private lazy var shaper = Shaper(fonts)
  /// Texts that were shaped last.
  private var shaped: [String: ShapedText] = [:]
  private var decimal = Measures()
  private var hexadecimal = Measures()

  package enum Failure: Error {
    /// The pattern cannot be read, or the machine has no font.
    case notFound(pattern: String)
  }

  /// The measures of characters as they stand in a line: quick to look up for the first 128, as a tick needs some fifty.
  private struct Measures {
    private var low = [FontMeasure?](repeating: nil, count: 128)
    private var others: [Unicode.Scalar: FontMeasure] = [:]

    subscript(scalar: Unicode.Scalar) -> FontMeasure? {
      get { scalar.isASCII ? low[Int(scalar.value)] : others[scalar] }
      set { if scalar.isASCII { low[Int(scalar.value)] = newValue } else { others[scalar] = newValue } }
    }
  }

  /// Loads the best match of a fontconfig pattern.
  package init(_ pattern: String) throws(Failure) {
    guard let file = FontFile.plainMatch(pattern) ?? FontFile.match(pattern), let font = FreeType(file) else {
      throw .notFound(pattern: pattern)
    }
    (families, self.pattern) = (file.families, pattern)
    fonts = FontSet(font, pattern: pattern)
    digitHeight = font.measure(font.glyph(of: "7")).top
    guard digitHeight > 0 else { throw .notFound(pattern: pattern) }
  }

  /// The family that `pattern` names first and that this typeface is not of; `nil` if there is none such. The generic
  /// families are names for whatever the machine has.
  package func missingFamily(of pattern: String) -> String? {
    let generic = ["sans", "sans-serif", "serif", "mono", "monospace", "system-ui"]
    let asked = FontFile.families(in: pattern)
    let found = families.map { $0.lowercased() }
    guard let first = asked.first, !asked.contains(where: { found.contains($0.lowercased()) }) else { return nil }
    return generic.contains(first.lowercased()) ? nil : first
  }

  /// The way over a whole string, in ems.
  func width(_ string: String, figures: Text.Figures) -> Double {
    shaped(string)?.width ?? string.unicodeScalars.reduce(0) { $0 + placed($1, figures).advance }
  }

  /// More than a wall shows at a time.
  private static let mostShaped = 64

  /// A text as it is written, where that is more than one character after the other.
  func shaped(_ string: String) -> ShapedText? {
    guard !string.isPlain, let shaper else { return nil }
    if let known = shaped[string] { return known }
    if shaped.count >= Typeface.mostShaped { shaped = [:] }
    let new = shaper.shape(string, missing: missing)
    shaped[string] = new
    return new
  }

  /// How far the pen moves on after a character, in pixels: the widest figure's way for every figure, so that nothing
  /// wobbles as it counts.
  func advance(_ character: Unicode.Scalar, in size: FontSize) -> Int {
    if size.isBold { return bold.advance(character, in: size.inBold) }
    return Int((placed(character, size.figures).advance * Double(size.pixels)).rounded())
  }

  /// What the ink of a glyph can cover, in pixels from the pen on the baseline, upwards and to the right positive; the
  /// same for all figures, so that it does not change as they count.
  func inkBounds(of name: GlyphName, in size: FontSize) -> (left: Int, top: Int, right: Int, bottom: Int) {
    if size.isBold { return bold.inkBounds(of: name, in: size.inBold) }
    let measure =
      switch name {
      case .character(let character): placed(character, size.figures)
      case .glyph(let glyph, let font): fonts[font].measure(glyph)
      case .missing: missing
      }
    return measure.ink(pixels: size.pixels)
  }

  /// The glyph's image in a size; that of a character is centred in its cell, and a colon stands at half the height of
  /// the digits.
  func image(of name: GlyphName, in size: FontSize) -> GlyphImage {
    if size.isBold { return bold.image(of: name, in: size.inBold) }
    let image =
      switch name {
      case .character(let character): image(of: character, in: size)
      case .glyph(let glyph, let font): Typeface.image(of: glyph, of: fonts[font], in: size)
      case .missing: missingImage(in: size)
      }
    // A font may draw farther than it says: what is drawn must not leave what a layout takes for its bounds.
    let ink = inkBounds(of: name, in: size)
    let reach = size.isHalo ? size.haloReach : 0
    return image.cropped(
      left: ink.left - reach, top: ink.top + reach, right: ink.right + reach, bottom: ink.bottom - reach)
  }

  private func image(of character: Unicode.Scalar, in size: FontSize) -> GlyphImage {
    guard let font = font(for: character) else { return missingImage(in: size) }
    let glyph = font.glyph(of: character)
    var image = Typeface.image(of: glyph, of: font, in: size)
    let own = font.measure(glyph)
    let inset = (placed(character, size.figures).advance - own.advance) / 2
    image.left += Int((inset * Double(size.pixels)).rounded())
    if character == ":" { image.top += Int((rise(of: own) * Double(size.pixels)).rounded()) }
    return image
  }

  private static func image(of glyph: UInt32, of font: FreeType, in size: FontSize) -> GlyphImage {
    size.isHalo
      ? .ramp(font.grownImages(of: glyph, pixels: size.pixels, radii: size.haloRadii))
      : font.image(of: glyph, pixels: size.pixels)
  }

  /// A box as tall as a digit for what no font has.
  private var missing: FontMeasure {
    FontMeasure(
      advance: 0.8 * digitHeight, left: 0.1 * digitHeight, right: 0.7 * digitHeight, top: digitHeight, bottom: 0)
  }

  private func missingImage(in size: FontSize) -> GlyphImage {
    let pixels = Double(size.pixels)
    let (left, right) = (Int((missing.left * pixels).rounded()), Int((missing.right * pixels).rounded()))
    let (top, line) = (Int((missing.top * pixels).rounded()), max(1, size.pixels / 32))
    let box = { GlyphImage.outline(left: left, top: top, right: right, bottom: 0, line: line, grownBy: $0) }
    return size.isHalo ? .ramp(size.haloRadii.map { box(Int($0)) }) : box(0)
  }

  /// Every character that stands in a cell.
  static func figures(_ figures: Text.Figures) -> String {
    figures == .decimal ? "0123456789" : "0123456789abcdef"
  }

  /// Whether the character of an ASCII code stands in a cell.
  static func isFigure(_ code: UInt8, _ figures: Text.Figures) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(code)
      || figures == .hexadecimal && (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(code)
  }

  /// How a character is measured in a line, in ems: every figure as the cell that all share.
  private func placed(_ character: Unicode.Scalar, _ figures: Text.Figures) -> FontMeasure {
    if let known = figures == .decimal ? decimal[character] : hexadecimal[character] { return known }
    let isFigure = UInt8(exactly: character.value).map { Typeface.isFigure($0, figures) } == true
    var measure = isFigure ? cell(figures) : measure(character)
    if character == ":" { measure = measure.raised(by: rise(of: measure)) }
    for each in isFigure ? Array(Typeface.figures(figures).unicodeScalars) : [character] {
      if figures == .decimal { decimal[each] = measure } else { hexadecimal[each] = measure }
    }
    return measure
  }

  /// How far a colon is raised, in ems.
  private func rise(of colon: FontMeasure) -> Double { (digitHeight - colon.top - colon.bottom) / 2 }

  /// The cell that all figures share: the widest advance, and room for the ink of each in the middle of it.
  private func cell(_ figures: Text.Figures) -> FontMeasure {
    let all = Typeface.figures(figures).unicodeScalars.map(measure)
    let advance = all.map(\.advance).max() ?? 0
    let left = all.map { (advance - $0.advance) / 2 + $0.left }.min() ?? 0
    let right = all.map { (advance - $0.advance) / 2 + $0.right }.max() ?? 0
    return FontMeasure(
      advance: advance, left: left, right: right, top: all.map(\.top).max() ?? 0, bottom: all.map(\.bottom).min() ?? 0)
  }

  private func measure(_ character: Unicode.Scalar) -> FontMeasure {
    font(for: character).map { $0.measure($0.glyph(of: character)) } ?? missing
  }

  /// `nil` if there is none that has the character.
  private func font(for character: Unicode.Scalar) -> FreeType? { fonts.index(for: [character]).map { fonts[$0] } }
}
