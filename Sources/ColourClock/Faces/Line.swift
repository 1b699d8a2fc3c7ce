/// Lines of text before they have a place. Measures are in digit heights.
enum Line {
  /// About how wide a text gets in a common sans serif face: enough to plan with, the painter measures.
  static func width(_ string: String) -> Double { Double(hundredths(string)) / 100 }

  /// The width in hundredths: whole numbers, so that a line is as wide as its pieces together, to the last bit.
  private static func hundredths(_ string: String) -> Int {
    let bytes = string.utf8.span
    var sum = 0
    for index in bytes.indices { sum += Int(byteWidths[Int(bytes[index])]) }
    return sum < mayBeEmoji ? sum : string.reduce(0) { $0 + width(of: $1) }
  }

  /// A character of several scalars may be one picture.
  private static func width(of character: Character) -> Int {
    if character.unicodeScalars.isEmoji { return emojiWidth }
    return character.utf8.reduce(0) { $0 + Int(byteWidths[Int($1)]) % mayBeEmoji }
  }

  private static let emojiWidth = 140
  /// Added to the width of the first bytes of emoji and of VS16: from that sum on characters have to be looked at.
  private static let mayBeEmoji = 1 << 14

  /// Width per UTF-8 byte; continuation bytes count 0.
  private static let byteWidths: [UInt16] = (UInt8.min...UInt8.max).map { byte in
    switch Unicode.Scalar(byte) {
    case ":", " ", ".", ",": 36
    case "i", "j", "l", "I", "'", "|", "!", ";": 40
    case "t", "f", "r", "(", ")", "-", "/": 52
    case "m", "w", "M", "W": 120
    case "A"..."H", "K"..."Z": 97
    // The wall's own marks, which begin with 0xf4, are not drawn.
    case "\u{80}"..."\u{bf}", "\u{f4}"...: 0
    case "\u{e2}": 80 + UInt16(mayBeEmoji)
    case "\u{e3}"..."\u{ed}", "\u{f1}"..."\u{f3}": 140
    case "\u{ef}", "\u{f0}": 140 + UInt16(mayBeEmoji)
    default: 80
    }
  }

  static func widest(_ strings: [String]) -> String { strings.max { width($0) < width($1) } ?? "" }

  /// Of so many lines, the top of the first to the bottom of the last.
  static func height(of count: Int) -> Double { Double(count) * pitch - (pitch - 1) }

  /// From one line to the next, so that descenders, accents and halos of one do not touch the other.
  static let pitch = 1.9

  /// How far letters reach below the digits of their line and above them, in digit heights: those of Inter do so by 0.28 for g and 0.27
  /// for Ä.
  static let reach = (below: 0.3, above: 0.28)

  /// What must lie between the digits of a line and those of one below it, of so tall digits, that their letters do not meet.
  static func clear(below one: Double, above other: Double) -> Double { reach.below * one + reach.above * other }

  /// The width of the longest piece that no line may end in: a word, as a rule.
  static func widestPiece(of text: String) -> Double { pieces(of: text).reduce(0) { max($0, $1.width) } }

  /// Paragraphs broken into lines for an area: in the largest size up to `tallest` in which all of them fit and no word is torn that
  /// fits in `least`; in that as many as fit, the last one ending in an ellipsis.
  static func fitted(_ paragraphs: [String], width: Double, height: Double, tallest: Double, least: Double) -> (
    lines: [String], size: Double
  ) {
    let (items, size) = fitted(
      items: paragraphs, between: 0, width: width, height: height, tallest: tallest, least: least)
    return (items.flatMap(\.self), size)
  }

  /// The same with some room between the paragraphs, in lines.
  static func fitted(
    items: [String], between: Double, width: Double, height: Double, tallest: Double, least: Double
  ) -> (items: [[String]], size: Double) {
    let paragraphs = items.map(pieces).filter { !$0.isEmpty }
    // What is torn also in the least size needs no smaller one.
    let widest = paragraphs.joined().map(\.width).filter { $0 <= width / least }.max() ?? 0
    var size = max(tallest, least)
    while true {
      if size <= least || widest <= width / size {
        let items = paragraphs.map { balanced($0, at: width / size, noLessThan: widest) }
        if Line.height(of: items, between: between) * size <= height {
          return whole(paragraphs, width: width, from: size, least: least) ?? (items, size)
        }
        if size <= least { return (cut(items, height: height / size, between: between), size) }
      }
      size = max(least, size * 0.92)
    }
  }

  private static func height(of items: [[String]], between: Double) -> Double {
    height(of: items.reduce(0) { $0 + $1.count }) + Double(max(0, items.count - 1)) * between * pitch
  }

  /// As many lines as fit, one at least.
  private static func cut(_ items: [[String]], height: Double, between: Double) -> [[String]] {
    var kept: [[String]] = []
    for item in items {
      for (index, line) in item.enumerated() {
        let longer = index == 0 ? kept + [[line]] : kept.dropLast() + [(kept.last ?? []) + [line]]
        if !kept.isEmpty, Line.height(of: longer, between: between) > height {
          return kept.dropLast() + [(kept.last ?? []).dropLast() + [(kept.last?.last ?? "") + "…"]]
        }
        kept = longer
      }
    }
    return kept
  }

  /// All in one line each, in a size that is only a little smaller: what is torn is harder to read than what is small.
  private static func whole(_ paragraphs: [[Piece]], width: Double, from size: Double, least: Double) -> (
    items: [[String]], size: Double
  )? {
    for share in stride(from: 1, to: 0.7, by: -0.06) where share * size >= least {
      let items = paragraphs.map { broken($0, at: width / (share * size)) }
      if items.allSatisfy({ $0.count <= 1 }) { return (items, share * size) }
    }
    return nil
  }

  /// In as few lines as the width allows, but those about equally long, so that no word stands alone.
  private static func balanced(_ text: [Piece], at width: Double, noLessThan widest: Double) -> [String] {
    var lines = broken(text, at: width)
    for share in stride(from: 0.9, to: 0.4, by: -0.1) where lines.count > 1 && share * width >= widest {
      let others = broken(text, at: share * width)
      if others.count > lines.count { break }
      lines = others
    }
    return lines
  }

  /// Where breaks may be; what is wider than a line without one goes on in the next.
  private static func broken(_ text: [Piece], at width: Double) -> [String] {
    var (lines, line) = ([String](), Piece(""))
    for piece in text {
      if line.takes(piece, within: width) { continue }
      if !line.text.isEmpty { lines.append(line.text) }
      line = Piece("")
      for part in piece.parts(within: width) where !line.takes(part, within: width) {
        if !line.text.isEmpty { lines.append(line.text) }
        line = part
      }
    }
    return Text.running(asOne: line.text.isEmpty ? lines : lines + [line.text])
  }

  /// What stays together, and a line of it so far.
  private struct Piece {
    private(set) var text: String
    private let followsBlank: Bool
    private var hundredths: Int

    init(_ text: String, followsBlank: Bool = false) {
      (self.text, self.followsBlank, hundredths) = (text, followsBlank, Line.hundredths(text))
    }

    var width: Double { Double(hundredths) / 100 }

    /// Whether there was room for another one behind it.
    mutating func takes(_ piece: Piece, within width: Double) -> Bool {
      let blank = piece.followsBlank && !text.isEmpty ? " " : ""
      let longer = hundredths + Line.hundredths(blank) + piece.hundredths
      guard Double(longer) / 100 <= width else { return false }
      text += blank + piece.text
      hundredths = longer
      return true
    }

    /// What it may be torn into where it is wider than a line.
    func parts(within width: Double) -> [Piece] {
      self.width <= width ? [self] : LineBreak.inseparable(text).map { Piece($0) }
    }
  }

  /// Words, their parts behind hyphens, and of scripts that have no blanks between words what `LineBreak` knows of them.
  private static func pieces(of text: String) -> [Piece] {
    text.split(separator: " ").flatMap { word in
      LineBreak.parts(of: word).enumerated().map { Piece($1, followsBlank: $0 == 0) }
    }
  }
}
