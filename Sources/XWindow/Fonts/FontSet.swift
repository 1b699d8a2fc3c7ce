internal import ColourClock

final class FontSet {
  enum Choice: Hashable { case outlines(Int), colourGlyphs(Int) }

  private let pattern: String
  private var fonts: [FreeType]
  private lazy var colourFonts = ColourGlyphFonts(pattern, width: FontSet.emojiWidth * digitHeight)
  /// A cluster is a character with its combining marks.
  private var substitutes: [[Unicode.Scalar]: Int?] = [:]
  /// Fonts already used for a block of characters are tried first, so that a word has one font.
  private var fontsOfBlock: [UInt32: [Int]] = [:]

  private static let maxSubstitutes = 4096
  /// `GlyphName.number` has eight bits for the font.
  private static let maxFonts = 128
  /// The width of an emoji, in digit heights. `Line` assumes the same width.
  private static let emojiWidth = 1.4

  init(_ font: FreeType, pattern: String) { (fonts, self.pattern) = ([font], pattern) }

  subscript(index: Int) -> FreeType { fonts[index] }

  /// The height of a 7, in ems.
  private(set) lazy var digitHeight = fonts[0].measure(fonts[0].glyph(of: "7")).top

  func colourGlyphFont(_ index: Int) -> ColourGlyphFont { colourFonts[index] }

  func choice(for cluster: [Unicode.Scalar]) -> Choice? {
    if cluster.isEmoji, let index = colourFonts.index(for: cluster) { return .colourGlyphs(index) }
    return index(for: cluster).map(Choice.outlines) ?? colourFonts.index(for: cluster).map(Choice.colourGlyphs)
  }

  /// Splits a cluster that no single font has. An invisible character stays with the character before.
  func parts(of cluster: [Unicode.Scalar]) -> [(cluster: [Unicode.Scalar], font: Choice?)] {
    if let font = choice(for: cluster) { return [(cluster, font)] }
    let starts = cluster.indices.filter { $0 == 0 || !cluster[$0].properties.isDefaultIgnorableCodePoint }
    let parts = zip(starts, starts.dropFirst() + [cluster.count]).map { Array(cluster[$0..<$1]) }
    let fonts = parts.map(choice)
    return fonts.contains { $0 != nil } ? Array(zip(parts, fonts)) : [(cluster, nil)]
  }

  func index(for cluster: [Unicode.Scalar]) -> Int? {
    if has(0, cluster) { return 0 }
    if let known = substitutes[cluster] { return known }
    let block = FontSet.block(of: cluster)
    let found = fontsOfBlock[block]?.first { has($0, cluster) } ?? load(having: cluster)
    if let found, fontsOfBlock[block]?.contains(found) != true { fontsOfBlock[block, default: []].append(found) }
    if substitutes.count >= FontSet.maxSubstitutes { substitutes = [:] }
    substitutes[cluster] = .some(found)
    return found
  }

  func has(_ index: Int, _ cluster: [Unicode.Scalar]) -> Bool {
    cluster.allSatisfy { fonts[index].has($0) || $0.properties.isDefaultIgnorableCodePoint }
  }

  /// A block has 128 characters; U+2E80 to U+9FFF (Chinese and Japanese) are one block.
  private static func block(of cluster: [Unicode.Scalar]) -> UInt32 {
    let first = cluster.first?.value ?? 0
    return (0x2e80..<0xa000).contains(first) ? 0x2e80 : first >> 7
  }

  private func load(having cluster: [Unicode.Scalar]) -> Int? {
    let drawn = cluster.filter { !$0.properties.isDefaultIgnorableCodePoint }
    guard let file = FontFile.match(pattern, having: drawn.isEmpty ? cluster : drawn) else { return nil }
    if let index = fonts.firstIndex(where: { $0.file == file }) { return has(index, cluster) ? index : nil }
    guard fonts.count < FontSet.maxFonts, let font = FreeType(file) else { return nil }
    fonts.append(font)
    return has(fonts.count - 1, cluster) ? fonts.count - 1 : nil
  }
}

private final class ColourGlyphFonts {
  private let width: Double
  private lazy var files = FontFile.coloured(pattern).prefix(ColourGlyphFonts.mostFonts)
  private let pattern: String
  private var fonts: [ColourGlyphFont] = []

  private static let mostFonts = 16

  init(_ pattern: String, width: Double) { (self.pattern, self.width) = (pattern, width) }

  subscript(index: Int) -> ColourGlyphFont { fonts[index] }

  func index(for cluster: [Unicode.Scalar]) -> Int? {
    func has(_ font: ColourGlyphFont) -> Bool {
      cluster.allSatisfy { font.has($0) || $0.properties.isDefaultIgnorableCodePoint }
    }
    if let index = fonts.firstIndex(where: has) { return index }
    while let file = files.popFirst() {
      guard let font = ColourGlyphFont(file, width: width) else { continue }
      fonts.append(font)
      if has(font) { return fonts.count - 1 }
    }
    return nil
  }
}
