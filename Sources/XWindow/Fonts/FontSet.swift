internal import ColourClock

/// The requested font, and substitutes for characters that it lacks.
final class FontSet {
  /// The index of an outline font, or of a font with coloured glyphs.
  enum Choice: Hashable { case outlines(Int), pictures(Int) }

  private let pattern: String
  private var fonts: [FreeType]
  private lazy var pictures = PictureFonts(pattern, width: FontSet.pictureWidth * digitHeight)
  /// The index of the substitute for each cluster (a character with its marks) that the first font lacks; `nil` if no
  /// font has it.
  private var substitutes: [[Unicode.Scalar]: Int?] = [:]
  /// The substitutes used in each block. They are tried first, so that a word has one font.
  private var fontsOfBlock: [UInt32: [Int]] = [:]

  /// At this number, all entries of `substitutes` are removed. A wall needs fewer.
  private static let maxSubstitutes = 4096
  /// The most outline fonts. `GlyphName.number` has room for this many.
  private static let maxFonts = 128
  /// The width of an emoji that `Line` plans, in digit heights.
  private static let pictureWidth = 1.4

  init(_ font: FreeType, pattern: String) { (fonts, self.pattern) = ([font], pattern) }

  subscript(index: Int) -> FreeType { fonts[index] }

  /// The height of a 7 above the baseline, in ems.
  private(set) lazy var digitHeight = fonts[0].measure(fonts[0].glyph(of: "7")).top

  func pictureFont(_ index: Int) -> PictureFont { pictures[index] }

  /// The font for a cluster; `nil` if no font has all of it. Emoji prefer picture fonts.
  func choice(for cluster: [Unicode.Scalar]) -> Choice? {
    if cluster.isEmoji, let index = pictures.index(for: cluster) { return .pictures(index) }
    return index(for: cluster).map(Choice.outlines) ?? pictures.index(for: cluster).map(Choice.pictures)
  }

  /// The cluster as a whole, if a font has it. Otherwise its characters, each with the invisible characters after it.
  /// The whole cluster with `nil` if no font has any of them.
  func parts(of cluster: [Unicode.Scalar]) -> [(cluster: [Unicode.Scalar], font: Choice?)] {
    if let font = choice(for: cluster) { return [(cluster, font)] }
    let starts = cluster.indices.filter { $0 == 0 || !cluster[$0].properties.isDefaultIgnorableCodePoint }
    let parts = zip(starts, starts.dropFirst() + [cluster.count]).map { Array(cluster[$0..<$1]) }
    let fonts = parts.map(choice)
    return fonts.contains { $0 != nil } ? Array(zip(parts, fonts)) : [(cluster, nil)]
  }

  /// The index of the outline font for a cluster; `nil` if there is none.
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

  /// True if an outline font has the whole cluster. Invisible characters need no glyph.
  func has(_ index: Int, _ cluster: [Unicode.Scalar]) -> Bool {
    cluster.allSatisfy { fonts[index].has($0) || $0.properties.isDefaultIgnorableCodePoint }
  }

  /// The number of a block of 128 characters. All Chinese and Japanese below U+A000 is one block, because usually one
  /// font has it all.
  private static func block(of cluster: [Unicode.Scalar]) -> UInt32 {
    let first = cluster.first?.value ?? 0
    return (0x2e80..<0xa000).contains(first) ? 0x2e80 : first >> 7
  }

  private func load(having cluster: [Unicode.Scalar]) -> Int? {
    // The font with the visible characters may lack invisible ones.
    let drawn = cluster.filter { !$0.properties.isDefaultIgnorableCodePoint }
    guard let file = FontFile.match(pattern, having: drawn.isEmpty ? cluster : drawn) else { return nil }
    if let index = fonts.firstIndex(where: { $0.file == file }) { return has(index, cluster) ? index : nil }
    guard fonts.count < FontSet.maxFonts, let font = FreeType(file) else { return nil }
    fonts.append(font)
    return has(fonts.count - 1, cluster) ? fonts.count - 1 : nil
  }
}

/// The fonts with coloured glyphs, opened when they are needed.
private final class PictureFonts {
  private let width: Double
  /// The fonts that are not opened yet.
  private lazy var files = FontFile.coloured(pattern).prefix(PictureFonts.most)
  private let pattern: String
  private var fonts: [PictureFont] = []

  /// The most fonts. Each open font keeps its file mapped. Most machines have fewer.
  private static let most = 16

  init(_ pattern: String, width: Double) { (self.pattern, self.width) = (pattern, width) }

  subscript(index: Int) -> PictureFont { fonts[index] }

  /// The index of the first font that has the whole cluster. Opens further fonts until one has it.
  func index(for cluster: [Unicode.Scalar]) -> Int? {
    func has(_ font: PictureFont) -> Bool {
      cluster.allSatisfy { font.has($0) || $0.properties.isDefaultIgnorableCodePoint }
    }
    if let index = fonts.firstIndex(where: has) { return index }
    while let file = files.popFirst() {
      guard let font = PictureFont(file, width: width) else { continue }
      fonts.append(font)
      if has(font) { return fonts.count - 1 }
    }
    return nil
  }
}
