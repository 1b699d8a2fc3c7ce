/// Estimated widths of text, in digit heights.
enum Line {
  /// The estimate is for a common sans serif font; the painter measures the real width.
  static func width(_ string: String) -> Double { Double(hundredths(string)) / 100 }

  /// The width in hundredths, an integer so that sums are exact.
  static func hundredths(_ string: String) -> Int {
    let bytes = string.utf8.span
    var sum = 0
    for index in bytes.indices { sum += Int(byteWidths[Int(bytes[index])]) }
    return sum < mayBeEmoji ? sum : string.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of character: Character) -> Int {
    if character.unicodeScalars.isEmoji { return emojiWidth }
    return character.utf8.reduce(0) { $0 + Int(byteWidths[Int($1)]) % mayBeEmoji }
  }

  private static let emojiWidth = 140
  /// Marks first bytes of emoji and VS16. A text with this flag is measured by character.
  private static let mayBeEmoji = 1 << 14

  /// The width of each UTF-8 byte, in hundredths; continuation bytes count 0.
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

  /// The real width of a sentence in most fonts, as a share of `width`.
  static let realShare = 0.92

  /// Room that suffices in most fonts, as a multiple of `width`.
  static let spare = 1.04

  static func widest(_ strings: [String]) -> String { strings.max { width($0) < width($1) } ?? "" }

  /// How far letters reach beyond digits, in digit heights. Examples from Inter: g 0.28 below, Ä 0.27 above.
  static let reach = (below: 0.3, above: 0.28)

  /// The least gap at which letters of two lines do not touch.
  static func clear(below one: Double, above other: Double) -> Double { reach.below * one + reach.above * other }

  /// Adds an ellipsis at the cut end.
  static func cut(_ text: String, to width: Double, keepsEnd: Bool = false) -> String {
    if self.width(text) <= width { return text }
    if keepsEnd { return "…" + text.suffix(fitting(text.reversed(), within: width)) }
    return text.prefix(fitting(text, within: width)) + "…"
  }

  /// The number of characters that fit with an ellipsis; at least 1.
  private static func fitting(_ characters: some Sequence<Character>, within width: Double) -> Int {
    var (count, taken) = (0, hundredths("…"))
    for character in characters {
      taken += self.width(of: character)
      guard Double(taken) / 100 <= width else { break }
      count += 1
    }
    return max(1, count)
  }
}
