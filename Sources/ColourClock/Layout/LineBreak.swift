/// Line breaks within a word (text between blanks), by the rules of UAX 14 and JIS X 4051 that need no tables.
enum LineBreak {
  /// A line may end after each part.
  static func parts(of word: Substring) -> [String] {
    if !word.utf8.contains(where: mayAllowBreak) { return [String(word)] }
    let characters = Array(word)
    var (parts, start) = ([String](), 0)
    for index in characters.indices.dropFirst() where isBreakable(characters, at: index) {
      parts.append(String(characters[start..<index]))
      start = index
    }
    return parts + [String(characters[start...])]
  }

  /// The characters of a word wider than a line. Thai letters keep their vowels and marks.
  static func inseparable(_ word: String) -> [String] {
    var (parts, last) = ([String](), Character(" "))
    for character in word {
      if parts.isEmpty || last.isThaiFirst || character.isThaiLast {
        parts.append((parts.popLast() ?? "") + String(character))
      } else {
        parts.append(String(character))
      }
      last = character
    }
    return parts
  }

  /// True for a hyphen, a slash, and the first UTF-8 byte of a character from U+0800 on. Scripts below it use blanks.
  private static func mayAllowBreak(_ byte: UInt8) -> Bool {
    byte >= 0xe0 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "/")
  }

  private static func isBreakable(_ text: [Character], at index: Int) -> Bool {
    let (one, other) = (text[index - 1], text[index])
    if forbiddenAtLineEnd.contains(one) || forbiddenAtLineStart.contains(other) { return false }
    if one.isEastAsian || other.isEastAsian { return true }
    if hyphens.contains(one) { return isBreakable(text, afterHyphenBefore: index) }
    guard one.isThai, other.isThai, !one.isThaiFirst, !other.isThaiLast else { return false }
    // A Thai line may end before a vowel that begins a syllable, and after a vowel that ends one.
    return other.isThaiFirst || one.endsThai
  }

  /// The character before `index` is a hyphen. A line may end after it, but not before a digit (2026-01-01, -5) or
  /// another hyphen, and not after a word's first hyphens (`--option`). These are LB13, LB20a, LB21 and LB25 of UAX 14.
  private static func isBreakable(_ text: [Character], afterHyphenBefore index: Int) -> Bool {
    !hyphens.contains(text[index]) && !text[index].isNumber && !text[..<(index - 1)].allSatisfy(hyphens.contains)
  }

  private static let hyphens: Set<Character> = ["-", "\u{2010}", "–", "—", "/"]

  private static let forbiddenAtLineStart = Set(
    "、。，．・：；？！）］｝」』】〉》〕〗〙〛％…‥ー々ゝゞヽヾ゛゜ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ,.:;?!)]}%”’»"
  )
  private static let forbiddenAtLineEnd = Set("（［｛「『【〈《〔〖〘〚￥＄([{$“‘«")
}

extension Character {
  private var value: UInt32 { unicodeScalars.first?.value ?? 0 }

  /// Ideographs, kana, hangul, their punctuation, and emoji: a line may end before and after them.
  fileprivate var isEastAsian: Bool {
    switch value {
    case 0x2e80..<0xa000, 0xac00..<0xd7b0, 0xf900..<0xfb00, 0xff01..<0xffe7, 0x1f000..<0x40000: true
    default: false
    }
  }

  fileprivate var isThai: Bool { 0xe01...0xe5b ~= value }

  /// A vowel written before its letter: เ แ โ ใ ไ.
  fileprivate var isThaiFirst: Bool { 0xe40...0xe44 ~= value }

  /// A mark that belongs to the letter before: ะ า ำ ๅ, signs of vowels and tones, ฯ and ๆ.
  fileprivate var isThaiLast: Bool {
    switch value {
    case 0xe2f...0xe3a, 0xe45...0xe4e: true
    default: false
    }
  }

  /// True if the last mark ends a syllable: ะ ำ ๆ.
  fileprivate var endsThai: Bool { unicodeScalars.last.map { [0xe30, 0xe33, 0xe46].contains($0.value) } ?? false }
}
