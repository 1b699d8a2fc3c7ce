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
  private var homes: [Unicode.Scalar: Int] = [:]
  private var measures: [Unicode.Scalar: (advance: Double, top: Double, bottom: Double)] = [:]
  private var cells: [Text.Figures: (advance: Double, top: Double, bottom: Double)] = [:]

  package enum Failure: Error {
    /// The pattern cannot be read, or the machine has no font.
    case notFound(pattern: String)
  }

  /// Loads the best match of a fontconfig pattern.
  package init(_ pattern: String) throws(Failure) {
    guard let file = FontFile.match(pattern), let font = FreeType(file) else { throw .notFound(pattern: pattern) }
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

  /// How far the pen moves on after a character, in ems: the widest figure's way for every figure, so that nothing
  /// wobbles as it counts.
  func advance(_ character: Unicode.Scalar, figures: Text.Figures) -> Double {
    Typeface.isFigure(character, figures) ? cell(figures).advance : measure(character).advance
  }

  /// The way over a whole string, in ems.
  func width(_ string: String, figures: Text.Figures) -> Double {
    string.unicodeScalars.reduce(0) { $0 + advance($1, figures: figures) }
  }

  /// How far the pen moves on after a character of a cut, in pixels.
  func advance(_ character: Unicode.Scalar, in cut: FontSize) -> Int {
    Int((advance(character, figures: cut.figures) * Double(cut.pixels)).rounded())
  }

  /// How far ink can reach above and below the baseline in a line, in ems: the same whatever its figures say.
  func extent(of string: String, figures: Text.Figures) -> (top: Double, bottom: Double) {
    string.unicodeScalars.reduce((cell(figures).top, cell(figures).bottom)) { reach, character in
      Typeface.isFigure(character, figures)
        ? reach : (max(reach.0, measure(character).top), min(reach.1, measure(character).bottom))
    }
  }

  /// The glyph's image in a cut, centred in its cell; a colon stands at half the height of the digits.
  func image(of character: Unicode.Scalar, in cut: FontSize) -> GlyphImage {
    let font = font(for: character)
    let size = Double(cut.pixels)
    var image =
      cut.isHalo
      ? .ramp(cut.haloRadii.map { font.grownImage(of: character, pixels: cut.pixels, radius: $0) })
      : font.image(of: character, pixels: cut.pixels)
    let own = measure(character)
    image.left += Int(((advance(character, figures: cut.figures) - own.advance) / 2 * size).rounded())
    if character == ":" { image.top += Int(((digitHeight - own.top - own.bottom) / 2 * size).rounded()) }
    return image
  }

  /// Every character that stands in a cell.
  static func figures(_ figures: Text.Figures) -> [Unicode.Scalar] {
    Array((figures == .decimal ? "0123456789" : "0123456789abcdef").unicodeScalars)
  }

  private static func isFigure(_ character: Unicode.Scalar, _ figures: Text.Figures) -> Bool {
    ("0"..."9").contains(character) || figures == .hexadecimal && ("a"..."f").contains(character)
  }

  /// The cell that all figures share: the widest advance, the highest top and the lowest bottom.
  private func cell(_ figures: Text.Figures) -> (advance: Double, top: Double, bottom: Double) {
    if let known = cells[figures] { return known }
    let all = Typeface.figures(figures).map(measure)
    let cell = (all.map(\.advance).max() ?? 0, all.map(\.top).max() ?? 0, all.map(\.bottom).min() ?? 0)
    cells[figures] = cell
    return cell
  }

  private func measure(_ character: Unicode.Scalar) -> (advance: Double, top: Double, bottom: Double) {
    if let known = measures[character] { return known }
    let measure = font(for: character).measure(character)
    measures[character] = measure
    return measure
  }

  private func font(for character: Unicode.Scalar) -> FreeType {
    if let home = homes[character] { return fonts[home] }
    let home = fonts.firstIndex { $0.has(character) } ?? substitute(for: character)
    homes[character] = home
    return fonts[home]
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
