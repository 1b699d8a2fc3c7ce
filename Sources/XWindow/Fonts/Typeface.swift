package import ColourClock

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
  private var measures = Measures()
  /// Of whichever hexadecimal figure is widest, tallest and so on.
  private lazy var widest = Typeface.union(Typeface.figures(.hexadecimal).unicodeScalars.map(placed))
  private var brush: HaloBrush?

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
    digitHeight = fonts.digitHeight
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

  /// The way over a whole string with any figures in the place of its own, in ems.
  func width(_ string: String, figures: Text.Figures) -> Double {
    shaped(string)?.width ?? string.unicodeScalars.reduce(0) { $0 + room(for: $1, figures).advance }
  }

  /// More than a wall shows at a time.
  private static let mostShaped = 64

  /// A text as it is written, where that is more than one character after the other.
  func shaped(_ string: String) -> ShapedText? {
    guard !string.isPlain || hasPlainPictures(string) else { return nil }
    if let known = shaped[string] { return known }
    if shaped.count >= Typeface.mostShaped { shaped = [:] }
    let new =
      shaper?.shape(string, missing: missing) ?? ShapedText(unshaped: string, fonts, missing: missing)
    shaped[string] = new
    return new
  }

  /// Whether only a font with pictures has one of its characters.
  private func hasPlainPictures(_ string: String) -> Bool {
    !string.utf8.allSatisfy { $0 < 0x80 }
      && string.unicodeScalars.contains {
        if case .pictures = fonts.choice(for: [$0]) { !$0.isASCII } else { false }
      }
  }

  /// How far the pen moves on after a character, in pixels: as far for every decimal figure, so that nothing wobbles as it
  /// counts.
  func advance(_ character: Unicode.Scalar, in size: FontSize) -> Int {
    pixels((size.isBold ? bold : self).placed(character).advance, in: size)
  }

  /// As far as after any that may take its place.
  func advance(_ character: Unicode.Scalar, in size: FontSize, room figures: Text.Figures) -> Int {
    pixels((size.isBold ? bold : self).room(for: character, figures).advance, in: size)
  }

  /// The way over a whole string of plain characters, in pixels.
  func width(_ string: String, in size: FontSize) -> Int {
    string.unicodeScalars.reduce(0) { $0 + advance($1, in: size) }
  }

  func width(_ string: String, in size: FontSize, room figures: Text.Figures) -> Int {
    string.unicodeScalars.reduce(0) { $0 + advance($1, in: size, room: figures) }
  }

  private func pixels(_ length: Double, in size: FontSize) -> Int { Int((length * Double(size.pixels)).rounded()) }

  /// What the ink of a glyph can cover, in pixels from the pen on the baseline, upwards and to the right positive; the
  /// same for all decimal figures, so that it does not change as they count.
  func inkBounds(of name: GlyphName, in size: FontSize) -> (left: Int, top: Int, right: Int, bottom: Int) {
    if size.isBold { return bold.inkBounds(of: name, in: size.inBold) }
    let measure =
      switch name {
      case .character(let character): placed(character)
      case .glyph(let glyph, let font): fonts[font].measure(glyph)
      case .missing: missing
      }
    return measure.ink(pixels: size.pixels)
  }

  /// The same for whichever may take the place of a character.
  func inkBounds(ofAnyLike character: Unicode.Scalar, _ figures: Text.Figures, in size: FontSize) -> (
    left: Int, top: Int, right: Int, bottom: Int
  ) { (size.isBold ? bold : self).room(for: character, figures).ink(pixels: size.pixels) }

  /// The glyph's image in a size; that of a character is centred in its cell, and a colon stands at half the height of
  /// the digits.
  func image(of name: GlyphName, in size: FontSize) -> GlyphImage {
    if size.isBold { return bold.image(of: name, in: size.inBold) }
    let image =
      switch name {
      case .character(let character): image(of: character, in: size)
      case .glyph(let glyph, let font): fonts[font].image(of: glyph, pixels: size.pixels)
      case .missing: missingImage(in: size)
      }
    // A font may draw farther than it says: what is drawn must not leave what a layout takes for its bounds.
    let ink = inkBounds(of: name, in: size)
    let cropped = image.cropped(left: ink.left, top: ink.top, right: ink.right, bottom: ink.bottom)
    return size.isHalo ? halo(of: cropped, in: size) : cropped
  }

  /// As `inkBounds(of:in:)`, of a picture.
  func inkBounds(of name: PictureName) -> (left: Int, top: Int, right: Int, bottom: Int) {
    let fonts = name.size.isBold ? bold.fonts : fonts
    return fonts.pictureFont(name.font).measure(name.glyph).ink(pixels: name.size.pixels)
  }

  func picture(_ name: PictureName) -> ColourImage {
    let fonts = name.size.isBold ? bold.fonts : fonts
    return fonts.pictureFont(name.font).image(of: name.glyph, pixels: name.size.pixels).shaded(by: name.shade)
  }

  /// The soft shape behind a glyph's image.
  func halo(of image: GlyphImage, in size: FontSize) -> GlyphImage {
    // The last one is kept: glyphs of one size come one after the other.
    if let brush, brush.radius == size.haloRadius { return brush.halo(of: image) }
    let new = HaloBrush(radius: size.haloRadius)
    brush = new
    return new.halo(of: image)
  }

  private func image(of character: Unicode.Scalar, in size: FontSize) -> GlyphImage {
    guard let font = font(for: character) else { return missingImage(in: size) }
    let glyph = font.glyph(of: character)
    var image = font.image(of: glyph, pixels: size.pixels)
    let own = font.measure(glyph)
    image.left += pixels((placed(character).advance - own.advance) / 2, in: size)
    if character == ":" { image.top += pixels(rise(of: own), in: size) }
    return image
  }

  /// A box as tall as a digit for what no font has.
  private var missing: FontMeasure {
    FontMeasure(
      advance: 0.8 * digitHeight, left: 0.1 * digitHeight, right: 0.7 * digitHeight, top: digitHeight, bottom: 0)
  }

  private func missingImage(in size: FontSize) -> GlyphImage {
    let edges = [missing.left, missing.right, missing.top].map { pixels($0, in: size) }
    return .outline(left: edges[0], top: edges[2], right: edges[1], line: max(1, size.pixels / 32))
  }

  /// Every character that may take the place of another one as a text counts.
  static func figures(_ figures: Text.Figures) -> String {
    figures == .decimal ? "0123456789" : "0123456789abcdef"
  }

  /// Whether the character of an ASCII code is one of them.
  static func isFigure(_ code: UInt8, _ figures: Text.Figures) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(code)
      || figures == .hexadecimal && (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(code)
  }

  /// How a character is measured in a line, in ems: every decimal figure as the cell that all of them share.
  private func placed(_ character: Unicode.Scalar) -> FontMeasure {
    if let known = measures[character] { return known }
    if "0"..."9" ~= character {
      let cell = cell
      for figure in Typeface.figures(.decimal).unicodeScalars { measures[figure] = cell }
      return cell
    }
    var measure = measure(character)
    if character == ":" { measure = measure.raised(by: rise(of: measure)) }
    measures[character] = measure
    return measure
  }

  /// What is kept for a character: as much as the widest of those needs that may take its place.
  private func room(for character: Unicode.Scalar, _ figures: Text.Figures) -> FontMeasure {
    let isAny =
      figures == .hexadecimal && UInt8(exactly: character.value).map { Typeface.isFigure($0, figures) } == true
    return isAny ? widest : placed(character)
  }

  /// How far a colon is raised, in ems.
  private func rise(of colon: FontMeasure) -> Double { (digitHeight - colon.top - colon.bottom) / 2 }

  /// The cell that all decimal figures share, with each in the middle of it: as wide as the font has its zero, so that a one
  /// is not lost in it, or else as the widest one's ink. A font's own tabular figures do not serve for it: those of Inter
  /// Display have several widths.
  private var cell: FontMeasure {
    let all = Typeface.figures(.decimal).unicodeScalars.map(measure)
    let advance = max(all[0].advance, all.map { $0.right - $0.left }.max() ?? 0)
    return Typeface.union(
      all.map {
        let inset = (advance - $0.advance) / 2
        return FontMeasure(
          advance: advance, left: inset + $0.left, right: inset + $0.right, top: $0.top, bottom: $0.bottom)
      })
  }

  /// Room for each of several characters, wherever it ends.
  private static func union(_ all: [FontMeasure]) -> FontMeasure {
    let advance = all.map(\.advance).max() ?? 0
    return FontMeasure(
      advance: advance, left: all.map(\.left).min() ?? 0,
      right: advance + (all.map { $0.right - $0.advance }.max() ?? 0),
      top: all.map(\.top).max() ?? 0, bottom: all.map(\.bottom).min() ?? 0)
  }

  private func measure(_ character: Unicode.Scalar) -> FontMeasure {
    font(for: character).map { $0.measure($0.glyph(of: character)) } ?? missing
  }

  /// `nil` if there is none that has the character.
  private func font(for character: Unicode.Scalar) -> FreeType? { fonts.index(for: [character]).map { fonts[$0] } }
}

extension Typeface {
  /// How tall the digits of a text are where it is painted, in pixels, in a window of that size; `nil` where it is not
  /// drawn, since it would be too small to be read.
  package func digitHeight(of text: Text, in size: Size) -> Double? {
    guard let layout = TextLayout(text, in: self, largest: max(size.width, size.height)) else { return nil }
    return (text.isBold ? bold : self).digitHeight * Double(layout.main.size.pixels)
  }
}
