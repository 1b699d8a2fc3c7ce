package import ColourClock

package final class Typeface {
  package var family: String { families.first ?? "a font without a name" }
  private let families: [String]
  let digitHeight: Double
  private let fonts: FontSet
  private let pattern: String
  private(set) lazy var bold = FontFile.bold(pattern).flatMap { try? Typeface($0) } ?? self
  private lazy var shaper = Shaper(fonts)
  private var shapedTexts: [String: ShapedText?] = [:]
  private var measures = Measures()
  private lazy var anyHexadecimal = Typeface.union(Typeface.figures(.hexadecimal).unicodeScalars.map(measureInCell))
  private lazy var anyOfClock = Typeface.union(Typeface.figures(.clock).unicodeScalars.map(measureInCell))

  private struct Measures {
    private var low = [FontMeasure?](repeating: nil, count: 128)
    private var others: [Unicode.Scalar: FontMeasure] = [:]

    subscript(scalar: Unicode.Scalar) -> FontMeasure? {
      get { scalar.isASCII ? low[Int(scalar.value)] : others[scalar] }
      set { if scalar.isASCII { low[Int(scalar.value)] = newValue } else { others[scalar] = newValue } }
    }
  }

  /// - Throws: if the pattern is malformed, or no font has digits.
  package init(_ pattern: String) throws(Refusal) {
    let missing = Refusal("there is no font for '\(pattern)'")
    guard let file = FontFile.plainMatch(pattern) ?? FontFile.match(pattern), let font = FreeType(file) else {
      throw missing
    }
    (families, self.pattern) = (file.families, pattern)
    fonts = FontSet(font, pattern: pattern)
    digitHeight = fonts.digitHeight
    guard digitHeight > 0 else { throw missing }
  }

  /// `nil` if this typeface has one of the families, or if the first one is generic.
  package func missingFamily(of pattern: String) -> String? {
    let generic = ["sans", "sans-serif", "serif", "mono", "monospace", "system-ui"]
    let asked = FontFile.families(in: pattern)
    let found = families.map { $0.lowercased() }
    guard let first = asked.first, !asked.contains(where: { found.contains($0.lowercased()) }) else { return nil }
    return generic.contains(first.lowercased()) ? nil : first
  }

  /// The width in ems, whatever digits are shown.
  func width(_ string: String, figures: Text.Figures) -> Double {
    let shaped = shape(string, figures)
    if let shaped, shaped.isJoined { return shaped.width }
    return string.unicodeScalars.reduce(shaped?.kerning ?? 0) { $0 + room(for: $1, figures).advance }
  }

  private static let maxShaped = 256

  /// `nil` if each character has its own glyph at its own advance.
  func shape(_ string: String, _ figures: Text.Figures = .decimal) -> ShapedText? {
    if string.isPlain, !hasPlainColourGlyphs(string) {
      return figures == .hexadecimal || !string.hasLetters ? nil : cached(string.withFigures(figures), kerned)
    }
    return cached(string, joined)
  }

  private func cached(_ string: String, _ shape: (String) -> ShapedText?) -> ShapedText? {
    if let known = shapedTexts[string] { return known }
    if shapedTexts.count >= Typeface.maxShaped { shapedTexts = [:] }
    let new = shape(string)
    shapedTexts[string] = .some(new)
    return new
  }

  private func joined(_ string: String) -> ShapedText? {
    shaper?.shape(string, missing: missing) ?? ShapedText(unshaped: string, fonts, missing: missing)
  }

  private func kerned(_ string: String) -> ShapedText? {
    let characters = Array(string.unicodeScalars)
    guard let kerning = shaper?.kerning(of: characters) else { return nil }
    return ShapedText(characters, advances: characters.map { measureInCell($0).advance }, kerning: kerning)
  }

  private func hasPlainColourGlyphs(_ string: String) -> Bool {
    !string.utf8.allSatisfy { $0 < 0x80 }
      && string.unicodeScalars.contains {
        if case .colourGlyphs = fonts.choice(for: [$0]) { !$0.isASCII } else { false }
      }
  }

  /// All decimal digits have the same advance.
  func advance(_ character: Unicode.Scalar, in size: FontSize) -> Int {
    weight(of: size).measureInCell(character).advance.pixels(in: size)
  }

  /// The advance has room for any digit in this place.
  func advance(_ character: Unicode.Scalar, in size: FontSize, room figures: Text.Figures) -> Int {
    weight(of: size).room(for: character, figures).advance.pixels(in: size)
  }

  func width(_ string: String, in size: FontSize) -> Int {
    string.unicodeScalars.reduce(0) { $0 + advance($1, in: size) }
  }

  func width(_ string: String, in size: FontSize, room figures: Text.Figures) -> Int {
    string.unicodeScalars.reduce(0) { $0 + advance($1, in: size, room: figures) }
  }

  func weight(of size: FontSize) -> Typeface { size.isBold ? bold : self }

  /// The edges in pixels from the pen; up and right are positive. Decimal digits share one extent.
  func inkBounds(of name: GlyphName, in size: FontSize) -> (left: Int, top: Int, right: Int, bottom: Int) {
    if size.isBold { return bold.inkBounds(of: name, in: size.withoutBold) }
    let measure =
      switch name {
      case .character(let character): measureInCell(character)
      case .glyph(let glyph, let font): fonts[font].measure(glyph)
      case .missing: missing
      }
    return measure.ink(pixels: size.pixels)
  }

  func inkBounds(ofDigit character: Unicode.Scalar, in size: FontSize) -> (
    left: Int, top: Int, right: Int, bottom: Int
  ) {
    guard character.isDigit else { return inkBounds(of: .character(character), in: size) }
    return weight(of: size).cells[Int(character.value & 0xf)].ink(pixels: size.pixels)
  }

  func inkBounds(ofAnyFigureLike character: Unicode.Scalar, _ figures: Text.Figures, in size: FontSize) -> (
    left: Int, top: Int, right: Int, bottom: Int
  ) { weight(of: size).room(for: character, figures).ink(pixels: size.pixels) }

  func image(of name: GlyphName, in size: FontSize) -> GlyphImage {
    if size.isBold { return bold.image(of: name, in: size.withoutBold) }
    let image =
      switch name {
      case .character(let character): image(of: character, in: size)
      case .glyph(let glyph, let font): fonts[font].image(of: glyph, pixels: size.pixels)
      case .missing: missingImage(in: size)
      }
    // A glyph may extend beyond its metrics, but not beyond the layout's bounds.
    let ink = inkBounds(of: name, in: size)
    return image.cropped(left: ink.left, top: ink.top, right: ink.right, bottom: ink.bottom)
  }

  func inkBounds(of name: ColourGlyphName) -> (left: Int, top: Int, right: Int, bottom: Int) {
    weight(of: name.size).fonts.colourGlyphFont(name.font).measure(name.glyph).ink(pixels: name.size.pixels)
  }

  func image(of name: ColourGlyphName) -> ColourImage {
    let font = weight(of: name.size).fonts.colourGlyphFont(name.font)
    return font.image(of: name.glyph, pixels: name.size.pixels).shaded(by: name.shade)
  }

  private func image(of character: Unicode.Scalar, in size: FontSize) -> GlyphImage {
    let drawn = Typeface.drawn(character)
    guard let font = font(for: drawn) else { return missingImage(in: size) }
    let glyph = font.glyph(of: drawn)
    var image = font.image(of: glyph, pixels: size.pixels)
    let own = font.measure(glyph)
    image.left += ((measureInCell(character).advance - own.advance) / 2).pixels(in: size)
    if character == Typeface.middleColon { image.top += rise(of: own).pixels(in: size) }
    return image
  }

  private var missing: FontMeasure {
    let (left, right, advance) = (0.1, 0.7, 0.8)
    return FontMeasure(
      advance: advance * digitHeight, left: left * digitHeight, right: right * digitHeight, top: digitHeight, bottom: 0)
  }

  private static let boxLine = 32

  private func missingImage(in size: FontSize) -> GlyphImage {
    let edges = [missing.left, missing.right, missing.top].map { $0.pixels(in: size) }
    return .outline(left: edges[0], top: edges[2], right: edges[1], line: max(1, size.pixels / Typeface.boxLine))
  }

  static func figures(_ figures: Text.Figures) -> String {
    switch figures {
    case .decimal: "0123456789"
    case .hexadecimal: "0123456789abcdef"
    case .clock, .countdown, .proportional: "0123456789\(narrowOne)\(middleColon)"
    }
  }

  /// Stands for a 1 of the font's own width. Texts from outside never contain it.
  static let narrowOne: Unicode.Scalar = "\u{1}"
  /// Stands for a colon between digits, centred in their height.
  static let middleColon: Unicode.Scalar = "\u{2}"

  private static func drawn(_ character: Unicode.Scalar) -> Unicode.Scalar {
    switch character {
    case narrowOne: "1"
    case middleColon: ":"
    default: character
    }
  }

  static func isFigure(_ code: UInt8, _ figures: Text.Figures) -> Bool {
    code.isDigit || figures == .hexadecimal && (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(code)
  }

  private func measureInCell(_ character: Unicode.Scalar) -> FontMeasure {
    if let known = measures[character] { return known }
    if character.isDigit {
      let cell = cell
      for figure in Typeface.figures(.decimal).unicodeScalars { measures[figure] = cell }
      return cell
    }
    if character == Typeface.narrowOne {
      let (own, inCell) = (measure("1"), cells[1])
      let narrow = own.advance < inCell.advance ? own : inCell
      measures[character] = narrow
      return narrow
    }
    var measure = measure(Typeface.drawn(character))
    if character == Typeface.middleColon { measure = measure.raised(by: rise(of: measure)) }
    measures[character] = measure
    return measure
  }

  private func room(for character: Unicode.Scalar, _ figures: Text.Figures) -> FontMeasure {
    guard figures != .decimal, let code = UInt8(exactly: character.value),
      Typeface.isFigure(code, figures) || character == Typeface.narrowOne
    else { return measureInCell(character) }
    return figures == .hexadecimal ? anyHexadecimal : anyOfClock
  }

  private func rise(of colon: FontMeasure) -> Double { (digitHeight - colon.top - colon.bottom) / 2 }

  /// Digits share one cell, because even tabular figures are unequal in Inter Display.
  private var cell: FontMeasure { Typeface.union(cells) }

  private lazy var cells: [FontMeasure] = {
    let all = Typeface.figures(.decimal).unicodeScalars.map(measure)
    let advance = max(all[0].advance, all.map { $0.right - $0.left }.max() ?? 0)
    return all.map {
      let inset = (advance - $0.advance) / 2
      return FontMeasure(
        advance: advance, left: inset + $0.left, right: inset + $0.right, top: $0.top, bottom: $0.bottom)
    }
  }()

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

  private func font(for character: Unicode.Scalar) -> FreeType? { fonts.index(for: [character]).map { fonts[$0] } }
}

extension Typeface {
  /// The height in pixels; `nil` if the text is too small.
  package func digitHeight(of text: Text, in size: Size) -> Double? {
    guard let layout = TextLayout(text, in: self, largest: max(size.width, size.height)) else { return nil }
    return weight(of: layout.main.size).digitHeight * Double(layout.main.size.pixels)
  }
}
