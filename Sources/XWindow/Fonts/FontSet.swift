internal import ColourClock

/// The font that was asked for, and others that fill in for characters it lacks.
final class FontSet {
  /// A font by its position: among those with outlines, or among those with pictures.
  enum Choice: Hashable { case outlines(Int), pictures(Int) }

  private let pattern: String
  private var fonts: [FreeType]
  private lazy var pictures = PictureFonts(pattern, width: FontSet.pictureWidth * digitHeight)
  /// The font of characters that the first one lacks; `nil` where no other has them either.
  private var substitutes: [[Unicode.Scalar]: Int?] = [:]
  /// Those that have characters of a block: asked first, so that a word is of one font.
  private var fontsOfBlock: [UInt32: [Int]] = [:]

  /// More than any wall's texts have: then it begins anew.
  private static let mostSubstitutes = 4096
  /// As many as names of glyphs can tell apart.
  private static let mostFonts = 128
  /// In digit heights: as wide as `Line` plans a line with emoji.
  private static let pictureWidth = 1.4

  init(_ font: FreeType, pattern: String) { (fonts, self.pattern) = ([font], pattern) }

  subscript(index: Int) -> FreeType { fonts[index] }

  /// The height of a digit above the baseline, in ems.
  private(set) lazy var digitHeight = fonts[0].measure(fonts[0].glyph(of: "7")).top

  func pictureFont(_ index: Int) -> PictureFont { pictures[index] }

  /// The font of a character with its marks: for emoji one with pictures, if there is one; `nil` if no font has them all.
  func choice(for cluster: [Unicode.Scalar]) -> Choice? {
    if cluster.isEmoji, let index = pictures.index(for: cluster) { return .pictures(index) }
    return index(for: cluster).map(Choice.outlines) ?? pictures.index(for: cluster).map(Choice.pictures)
  }

  /// A character with its marks and its font; where no font has all of it, each part that some font has.
  func parts(of cluster: [Unicode.Scalar]) -> [(cluster: [Unicode.Scalar], font: Choice?)] {
    if let font = choice(for: cluster) { return [(cluster, font)] }
    let starts = cluster.indices.filter { $0 == 0 || !cluster[$0].properties.isDefaultIgnorableCodePoint }
    let parts = zip(starts, starts.dropFirst() + [cluster.count]).map { Array(cluster[$0..<$1]) }
    let fonts = parts.map(choice)
    return fonts.contains { $0 != nil } ? Array(zip(parts, fonts)) : [(cluster, nil)]
  }

  /// As `choice`, of those with outlines.
  func index(for cluster: [Unicode.Scalar]) -> Int? {
    if has(0, cluster) { return 0 }
    if let known = substitutes[cluster] { return known }
    let block = FontSet.block(of: cluster)
    let found = fontsOfBlock[block]?.first { has($0, cluster) } ?? load(having: cluster)
    if let found, fontsOfBlock[block]?.contains(found) != true { fontsOfBlock[block, default: []].append(found) }
    if substitutes.count >= FontSet.mostSubstitutes { substitutes = [:] }
    substitutes[cluster] = .some(found)
    return found
  }

  func has(_ index: Int, _ cluster: [Unicode.Scalar]) -> Bool {
    cluster.allSatisfy { fonts[index].has($0) || $0.properties.isDefaultIgnorableCodePoint }
  }

  /// Characters that one font is likely to have: all that East Asia writes with, else Unicode's half pages.
  private static func block(of cluster: [Unicode.Scalar]) -> UInt32 {
    let first = cluster.first?.value ?? 0
    return (0x2e80..<0xa000).contains(first) ? 0x2e80 : first >> 7
  }

  private func load(having cluster: [Unicode.Scalar]) -> Int? {
    // A font needs no glyph for what is not drawn, and may be the only one that has the rest.
    let drawn = cluster.filter { !$0.properties.isDefaultIgnorableCodePoint }
    guard let file = FontFile.match(pattern, having: drawn.isEmpty ? cluster : drawn) else { return nil }
    if let index = fonts.firstIndex(where: { $0.file == file }) { return has(index, cluster) ? index : nil }
    guard fonts.count < FontSet.mostFonts, let font = FreeType(file) else { return nil }
    fonts.append(font)
    return has(fonts.count - 1, cluster) ? fonts.count - 1 : nil
  }
}

/// Fonts with pictures, opened one after the other until one has what is wanted.
private final class PictureFonts {
  private let width: Double
  private lazy var files = FontFile.coloured(pattern).prefix(PictureFonts.most)
  private let pattern: String
  private var fonts: [PictureFont] = []

  /// More than a machine has; each keeps a file mapped.
  private static let most = 16

  init(_ pattern: String, width: Double) { (self.pattern, self.width) = (pattern, width) }

  subscript(index: Int) -> PictureFont { fonts[index] }

  /// In the same order whatever was asked before.
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
