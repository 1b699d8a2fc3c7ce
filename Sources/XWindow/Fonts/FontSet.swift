/// The font that was asked for, and others that fill in for characters it lacks.
final class FontSet {
  private let pattern: String
  private var fonts: [FreeType]
  /// The font of characters that the first one lacks; `nil` where no other has them either.
  private var substitutes: [[Unicode.Scalar]: Int?] = [:]
  /// Those that have characters of a block: asked first, so that a word is of one font.
  private var fontsOfBlock: [UInt32: [Int]] = [:]

  /// More than any wall's texts have: then it begins anew.
  private static let mostSubstitutes = 4096
  /// As many as names of glyphs can tell apart.
  private static let mostFonts = 128

  init(_ font: FreeType, pattern: String) { (fonts, self.pattern) = ([font], pattern) }

  subscript(index: Int) -> FreeType { fonts[index] }

  /// The font of a character with its marks: the first one if no font has them all.
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
    guard let file = FontFile.match(pattern, having: cluster) else { return nil }
    if let index = fonts.firstIndex(where: { $0.file == file }) { return has(index, cluster) ? index : nil }
    guard fonts.count < FontSet.mostFonts, let font = FreeType(file) else { return nil }
    fonts.append(font)
    return has(fonts.count - 1, cluster) ? fonts.count - 1 : nil
  }
}
