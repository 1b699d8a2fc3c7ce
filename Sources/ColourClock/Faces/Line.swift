/// Lines of text before they have a place. Measures are in digit heights.
enum Line {
  /// About how wide a text gets in a common sans serif face: enough to plan with, the painter measures. Counted by bytes,
  /// of which those that continue a character (10xxxxxx) add none, and those that begin one of four bytes or of East
  /// Asia's three are wide.
  static func width(_ string: String) -> Double {
    let bytes = string.utf8.span
    var width = 0.0
    for index in bytes.indices where bytes[index] & 0xc0 != 0x80 {
      switch bytes[index] {
      case UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "."), UInt8(ascii: ","): width += 0.36
      case UInt8(ascii: "m"), UInt8(ascii: "w"), UInt8(ascii: "M"), UInt8(ascii: "W"): width += 1.2
      case 0xe3...0xed, 0xef...: width += 1.4
      default: width += 0.8
      }
    }
    return width
  }

  static func widest(_ strings: [String]) -> String { strings.max { width($0) < width($1) } ?? "" }

  /// Of so many lines, the top of the first to the bottom of the last.
  static func height(of count: Int) -> Double { Double(count) * pitch - (pitch - 1) }

  /// From one line to the next, so that descenders, accents and halos of one do not touch the other.
  static let pitch = 1.9

  /// Paragraphs broken into lines for an area: in the largest size up to `tallest` in which all of them fit; in `least`
  /// as many as fit, the last one ending in an ellipsis.
  static func fitted(_ paragraphs: [String], width: Double, height: Double, tallest: Double, least: Double) -> (
    lines: [String], size: Double
  ) {
    let paragraphs = paragraphs.map(pieces)
    var size = max(tallest, least)
    while true {
      let lines = paragraphs.flatMap { balanced($0, at: width / size) }
      if Line.height(of: lines.count) * size <= height {
        return whole(paragraphs, width: width, from: size, least: least) ?? (lines, size)
      }
      if size <= least {
        let count = max(1, Int((height / size - 1) / pitch) + 1)
        return (lines.prefix(count - 1) + [lines[count - 1] + "…"], size)
      }
      size = max(least, size * 0.92)
    }
  }

  /// All in one line each, in a size that is only a little smaller: what is torn is harder to read than what is small.
  private static func whole(_ paragraphs: [[Piece]], width: Double, from size: Double, least: Double) -> (
    lines: [String], size: Double
  )? {
    for share in stride(from: 1, to: 0.7, by: -0.06) where share * size >= least {
      let lines = paragraphs.flatMap { broken($0, at: width / (share * size)) }
      if lines.count <= paragraphs.count { return (lines, share * size) }
    }
    return nil
  }

  /// In as few lines as the width allows, but those about equally long, so that no word stands alone.
  private static func balanced(_ text: [Piece], at width: Double) -> [String] {
    var lines = broken(text, at: width)
    for share in stride(from: 0.9, to: 0.4, by: -0.1) where lines.count > 1 {
      let others = broken(text, at: share * width)
      if others.count > lines.count { break }
      lines = others
    }
    return lines
  }

  /// Where breaks may be; what is wider than a line without one goes on in the next.
  private static func broken(_ text: [Piece], at width: Double) -> [String] {
    var (lines, line) = ([String](), "")
    for piece in text {
      let longer = line.isEmpty ? piece.text : line + (piece.followsBlank ? " " : "") + piece.text
      if Line.width(longer) <= width {
        line = longer
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = ""
      for character in piece.text {
        if !line.isEmpty, Line.width(line + String(character)) > width {
          lines.append(line)
          line = ""
        }
        line.append(character)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private struct Piece {
    var text: String
    let followsBlank: Bool
  }

  /// What stays together: words, and of scripts that have no blanks between them single characters, with the punctuation
  /// that begins no line or ends none.
  private static func pieces(of text: String) -> [Piece] {
    text.split(separator: " ").flatMap { word in
      if word.utf8.allSatisfy({ $0 < 0x80 }) { return [Piece(text: String(word), followsBlank: true)] }
      var pieces: [Piece] = []
      var last: Character?
      for character in word {
        if let last, isBreakable(between: last, and: character) {
          pieces.append(Piece(text: String(character), followsBlank: false))
        } else if pieces.isEmpty {
          pieces.append(Piece(text: String(character), followsBlank: true))
        } else {
          pieces[pieces.count - 1].text.append(character)
        }
        last = character
      }
      return pieces
    }
  }

  private static func isBreakable(between one: Character, and other: Character) -> Bool {
    (one.isEastAsian || other.isEastAsian) && !endingNone.contains(one) && !beginningNone.contains(other)
  }

  /// After UAX 14 and JIS X 4051: what closes, small kana, marks of repetition and of length.
  private static let beginningNone = Set(
    "、。，．・：；？！）］｝」』】〉》〕〗〙〛％…‥ー々ゝゞヽヾ゛゜ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ,.:;?!)]}%”’»"
  )
  private static let endingNone = Set("（［｛「『【〈《〔〖〘〚￥＄([{$“‘«")
}

extension Character {
  /// Whether lines may end behind it: ideographs, kana, hangul, their punctuation, and pictures.
  fileprivate var isEastAsian: Bool {
    switch unicodeScalars.first?.value ?? 0 {
    case 0x2e80..<0xa000, 0xac00..<0xd7b0, 0xf900..<0xfb00, 0xff01..<0xffe7, 0x1f000..<0x40000: true
    default: false
    }
  }
}
