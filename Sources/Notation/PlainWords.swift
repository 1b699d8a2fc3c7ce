/// A command line as people write it.
package enum PlainWords {
  /// The words between blanks; quotes of either kind keep blanks together, and in double ones a backslash keeps what
  /// follows it. A quote is one also before an accent, which would make one character of the two.
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
