package import ColourClock

/// Splits a command line almost like a shell.
package enum CommandLineWords {
  /// A backslash escapes any character, but only in double quotes.
  /// - Throws: if a quote is not closed.
  package static func of(_ text: String) throws(Refusal) -> [String] {
    var (words, word, quote): ([String], String.UnicodeScalarView?, Unicode.Scalar?) = ([], nil, nil)
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (quote, scalar) {
      case (nil, "'"), (nil, "\""): (quote, word) = (scalar, word ?? String.UnicodeScalarView())
      case (let mark?, _) where mark == scalar: quote = nil
      case ("\"", "\\"): word?.append(contentsOf: rest.popFirst().map { [$0] } ?? [])
      case (nil, _) where scalar.properties.isWhitespace:
        if let whole = word { words.append(String(whole)) }
        word = nil
      default:
        word = word ?? String.UnicodeScalarView()
        word?.append(scalar)
      }
    }
    guard quote == nil else { throw Refusal("a quote is not closed") }
    return words + (word.map { [String($0)] } ?? [])
  }
}

extension Substring {
  package var trimmed: String { String(trimmed(of: \.isWhitespace)) }
}
