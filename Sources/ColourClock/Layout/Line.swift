/// Estimated widths of text, in digit heights.
enum Line {
  /// The width in a common sans serif font. The estimate is enough for a layout; the painter measures.
  static func width(_ string: String) -> Double { Double(hundredths(string)) / 100 }

  /// The width in hundredths of a digit height. As a whole number, it is exactly the sum of the widths of its pieces.
  static func hundredths(_ string: String) -> Int {
    let bytes = string.utf8.span
    var sum = 0
    for index in bytes.indices { sum += Int(byteWidths[Int(bytes[index])]) }
    return sum < mayBeEmoji ? sum : string.reduce(0) { $0 + width(of: $1) }
  }

  /// The width in hundredths of a digit height. Several scalars may form one emoji.
  private static func width(of character: Character) -> Int {
    if character.unicodeScalars.isEmoji { return emojiWidth }
    return character.utf8.reduce(0) { $0 + Int(byteWidths[Int($1)]) % mayBeEmoji }
  }

  /// In hundredths of a digit height.
  private static let emojiWidth = 140
  /// A flag in the widths of the first bytes of emoji and of VS16. A sum with the flag needs a look at each character.
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

  /// The width of a box that has room for the text in most fonts, as a multiple of `width`.
  static let spare = 1.04

  static func widest(_ strings: [String]) -> String { strings.max { width($0) < width($1) } ?? "" }

  /// How far letters reach below and above the digits, in digit heights. In Inter, g reaches 0.28 below, Ä 0.27 above.
  static let reach = (below: 0.3, above: 0.28)

  /// The least gap at which the letters of two lines of these digit heights do not touch.
  static func clear(below one: Double, above other: Double) -> Double { reach.below * one + reach.above * other }

  /// Cuts the end of a text, or its beginning with `keepsEnd`, and adds an ellipsis.
  static func cut(_ text: String, to width: Double, keepsEnd: Bool = false) -> String {
    if self.width(text) <= width { return text }
    if keepsEnd { return "…" + text.suffix(fitting(text.reversed(), within: width)) }
    return text.prefix(fitting(text, within: width)) + "…"
  }

  /// How many of the first characters fit beside an ellipsis; at least 1.
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
