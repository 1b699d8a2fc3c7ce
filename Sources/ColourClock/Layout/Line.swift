/// Widths and line breaks of text. All widths are in digit heights.
enum Line {
  /// The approximate width of a text in a common sans serif font. It is good enough for a layout; the painter measures.
  static func width(_ string: String) -> Double { Double(hundredths(string)) / 100 }

  /// The width in hundredths. With whole numbers the width of a line is exactly the sum of its pieces.
  private static func hundredths(_ string: String) -> Int {
    let bytes = string.utf8.span
    var sum = 0
    for index in bytes.indices { sum += Int(byteWidths[Int(bytes[index])]) }
    return sum < mayBeEmoji ? sum : string.reduce(0) { $0 + width(of: $1) }
  }

  /// The width of a character in hundredths. Several scalars may form one emoji.
  private static func width(of character: Character) -> Int {
    if character.unicodeScalars.isEmoji { return emojiWidth }
    return character.utf8.reduce(0) { $0 + Int(byteWidths[Int($1)]) % mayBeEmoji }
  }

  private static let emojiWidth = 140
  /// Marks the first bytes of emoji and of VS16. A sum of this size or more needs a look at each character.
  private static let mayBeEmoji = 1 << 14

  /// Width per UTF-8 byte; continuation bytes count 0.
  private static let byteWidths: [UInt16] = (UInt8.min...UInt8.max).map { byte in
    switch Unicode.Scalar(byte) {
    case ":", " ", ".", ",": 36
    case "i", "j", "l", "I", "'", "|", "!", ";": 40
    case "t", "f", "r", "(", ")", "-", "/": 52
    case "m", "w", "M", "W": 120
    case "A"..."H", "K"..."Z": 97
    // The clock's own marks begin with 0xf4 and are not drawn.
    case "\u{80}"..."\u{bf}", "\u{f4}"...: 0
    case "\u{e2}": 80 + UInt16(mayBeEmoji)
    case "\u{e3}"..."\u{ed}", "\u{f1}"..."\u{f3}": 140
    case "\u{ef}", "\u{f0}": 140 + UInt16(mayBeEmoji)
    default: 80
    }
  }

  /// The real width of a sentence as a share of `width`, in most fonts.
  static let realShare = 0.92

  /// The widest of the texts; empty without any.
  static func widest(_ strings: [String]) -> String { strings.max { width($0) < width($1) } ?? "" }

  /// How far letters reach below and above the digits, in digit heights. Inter has 0.28 for g and 0.27 for Ä.
  static let reach = (below: 0.3, above: 0.28)

  /// The smallest gap between two lines at which their letters do not touch.
  /// - Parameters:
  ///   - one: the digit height of the upper line.
  ///   - other: the digit height of the lower line.
  static func clear(below one: Double, above other: Double) -> Double { reach.below * one + reach.above * other }

  /// The text, cut with an ellipsis if it is wider than `width`.
  /// - Parameter keepsEnd: true to cut the beginning, false to cut the end.
  static func cut(_ text: String, to width: Double, keepsEnd: Bool = false) -> String {
    if self.width(text) <= width { return text }
    var rest = Substring(text)
    while self.width(String(rest)) + self.width("…") > width, rest.count > 1 {
      rest = keepsEnd ? rest.dropFirst() : rest.dropLast()
    }
    return keepsEnd ? "…" + rest : rest + "…"
  }

  /// The width of the widest piece that must not be broken, usually a word.
  static func widestPiece(of text: String) -> Double { pieces(of: text).reduce(0) { max($0, $1.width) } }

  /// Breaks a text into as few lines as the width allows, of about equal length. A word that is too wide continues on
  /// the next line.
  static func wrapped(_ text: String, at width: Double) -> [String] {
    let pieces = pieces(of: text)
    let lines = broken(pieces, at: width)
    guard lines.count > 1 else { return lines }
    guard pieces.count <= mostBalanced, pieces.allSatisfy({ $0.width <= width }) else {
      return broken(text, at: width) { _ in true }
    }
    return balanced(pieces, at: width)
  }

  /// The most pieces of a text with balanced lines.
  private static let mostBalanced = 80

  /// The line breaks with the fewest lines. Among these, the breaks with the least sum of squares of free space.
  private static func balanced(_ pieces: [Piece], at width: Double) -> [String] {
    // For each piece: the least cost of the lines before it, and the piece that begins the last of these lines.
    var best = [(cost: Double, start: Int)](repeating: (.infinity, 0), count: pieces.count + 1)
    best[0].cost = 0
    let line = Double(pieces.count + 1) * width * width
    let blank = hundredths(" ")
    for start in pieces.indices {
      var taken = pieces[start].hundredths
      for end in start..<pieces.count {
        if end > start { taken += pieces[end].hundredths + (pieces[end].followsBlank ? blank : 0) }
        let free = width - Double(taken) / 100
        guard free >= 0 else { break }
        // A line may well end with a colon: "Fire drill:".
        let cost = best[start].cost + line + (pieces[end].text.hasSuffix(":") ? 0 : free * free)
        if cost < best[end + 1].cost { best[end + 1] = (cost, start) }
      }
    }
    var (lines, end) = ([String](), pieces.count)
    while end > 0 {
      var taken = Piece("")
      for piece in pieces[best[end].start..<end] { _ = taken.takes(piece, within: width) }
      lines.insert(taken.text, at: 0)
      end = best[end].start
    }
    return Text.running(asOne: lines)
  }

  /// Like `wrapped`, but lines are as long as the width allows, unless the last line would be very short.
  static func list(_ text: String, at width: Double) -> [String] {
    broken(text, at: width) { Line.width($0.last ?? "") < 0.35 * width }
  }

  /// The text in lines as long as the width allows.
  static func filled(_ text: String, at width: Double) -> [String] { broken(text, at: width) { _ in false } }

  /// - Parameter isUneven: returns true if the lines should have more equal lengths.
  private static func broken(_ text: String, at width: Double, _ isUneven: ([String]) -> Bool) -> [String] {
    let pieces = pieces(of: text)
    let widest = pieces.reduce(0) { $1.width <= width ? max($0, $1.width) : $0 }
    var lines = broken(pieces, at: width)
    for share in stride(from: 0.95, to: 0.4, by: -0.05) where lines.count > 1 && share * width >= widest {
      guard isUneven(lines) else { break }
      let others = broken(pieces, at: share * width)
      if others.count > lines.count { break }
      lines = others
    }
    return lines
  }

  /// Breaks between pieces. A piece that is too wide continues on the next line.
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

  /// A piece of text that must not be broken, or a line made of such pieces.
  private struct Piece {
    private(set) var text: String
    fileprivate let followsBlank: Bool
    fileprivate private(set) var hundredths: Int

    init(_ text: String, followsBlank: Bool = false) {
      (self.text, self.followsBlank, hundredths) = (text, followsBlank, Line.hundredths(text))
    }

    var width: Double { Double(hundredths) / 100 }

    /// Adds a piece if it fits. Returns true if it was added.
    mutating func takes(_ piece: Piece, within width: Double) -> Bool {
      let blank = piece.followsBlank && !text.isEmpty ? " " : ""
      let longer = hundredths + Line.hundredths(blank) + piece.hundredths
      guard Double(longer) / 100 <= width else { return false }
      text += blank + piece.text
      hundredths = longer
      return true
    }

    /// The piece itself, or its smallest parts if it is wider than a line.
    func parts(within width: Double) -> [Piece] {
      self.width <= width ? [self] : LineBreak.inseparable(text).map { Piece($0) }
    }
  }

  /// Words, split after hyphens; in scripts without blanks by the rules of `LineBreak`. A number and a short word after
  /// it, such as a unit, are one piece.
  private static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var number: Substring?
    for bytes in text.utf8.split(separator: UInt8(ascii: " ")) {
      let word = Substring(bytes)
      if let found = number, word.count <= 4 {
        pieces[pieces.count - 1] = Piece("\(found) \(word)", followsBlank: true)
        number = nil
        continue
      }
      pieces += LineBreak.parts(of: word).enumerated().map { Piece($1, followsBlank: $0 == 0) }
      number = word.utf8.allSatisfy { (0x30...0x39).contains($0) } ? word : nil
    }
    return pieces
  }
}
