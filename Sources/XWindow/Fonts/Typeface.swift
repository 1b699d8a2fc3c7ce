internal import ColourClock

/// The font of the labels, with others that fill in for characters it lacks.
package final class Typeface {
  /// The family that fontconfig chose.
  package var family: String { families.first ?? "a font without a name" }
  private let families: [String]
  /// The height of a digit above the baseline, in ems.
  let digitHeight: Double
  private let pattern: String
  private var fonts: [FreeType]
  /// The position among the fonts of the one that has a character.
  private var fontIndex: [Unicode.Scalar: Int] = [:]
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
    self.pattern = pattern
    families = file.families
    fonts = [font]
    digitHeight = font.measure("7").top
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
    string.unicodeScalars.reduce(0) { $0 + placed($1, figures).advance }
  }

  /// How far the pen moves on after a character, in pixels: the widest figure's way for every figure, so that nothing
  /// wobbles as it counts.
  func advance(_ character: Unicode.Scalar, in size: FontSize) -> Int {
    Int((placed(character, size.figures).advance * Double(size.pixels)).rounded())
  }

  /// What the ink of a character can cover, in pixels from the pen on the baseline, upwards and to the right positive; the
  /// same for all figures, so that it does not change as they count. A pixel more is left for what hinting adds.
  func inkBounds(
    of character: Unicode.Scalar, in size: FontSize
  ) -> (left: Int, top: Int, right: Int, bottom: Int) {
    let (ink, pixels) = (placed(character, size.figures), Double(size.pixels))
    return (
      Int((ink.left * pixels).rounded(.down)) - 1, Int((ink.top * pixels).rounded(.up)) + 1,
      Int((ink.right * pixels).rounded(.up)) + 1, Int((ink.bottom * pixels).rounded(.down)) - 1
    )
  }

  /// The glyph's image in a size, centred in its cell; a colon stands at half the height of the digits.
  func image(of character: Unicode.Scalar, in size: FontSize) -> GlyphImage {
    let font = font(for: character)
    var image =
      size.isHalo
      ? .ramp(font.grownImages(of: character, pixels: size.pixels, radii: size.haloRadii))
      : font.image(of: character, pixels: size.pixels)
    let own = font.measure(character)
    let inset = (placed(character, size.figures).advance - own.advance) / 2
    image.left += Int((inset * Double(size.pixels)).rounded())
    if character == ":" { image.top += Int((rise(of: own) * Double(size.pixels)).rounded()) }
    // A font may draw farther than it says: what is drawn must not leave what a layout takes for its bounds.
    let ink = inkBounds(of: character, in: size)
    let reach = size.isHalo ? size.haloReach : 0
    return image.cropped(
      left: ink.left - reach, top: ink.top + reach, right: ink.right + reach, bottom: ink.bottom - reach)
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
    var measure = isFigure ? cell(figures) : font(for: character).measure(character)
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
    let all = Typeface.figures(figures).unicodeScalars.map { font(for: $0).measure($0) }
    let advance = all.map(\.advance).max() ?? 0
    let left = all.map { (advance - $0.advance) / 2 + $0.left }.min() ?? 0
    let right = all.map { (advance - $0.advance) / 2 + $0.right }.max() ?? 0
    return FontMeasure(
      advance: advance, left: left, right: right, top: all.map(\.top).max() ?? 0, bottom: all.map(\.bottom).min() ?? 0)
  }

  private func font(for character: Unicode.Scalar) -> FreeType {
    if let index = fontIndex[character] { return fonts[index] }
    let index = fonts.firstIndex { $0.has(character) } ?? substitute(for: character)
    fontIndex[character] = index
    return fonts[index]
  }

  /// The position of a newly loaded font that has the character; of the main font if no other has it either.
  private func substitute(for character: Unicode.Scalar) -> Int {
    guard let file = FontFile.match(pattern, having: character), let font = FreeType(file), font.has(character) else {
      return 0
    }
    fonts.append(font)
    return fonts.count - 1
  }
}
