package import ColourClock

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

/// A line of an options file: an option's name, usually without its dashes, and its value.
package struct OptionsLine {
  /// From 1.
  package let number: Int
  package let name: String
  package let value: String?

  /// Those that are neither empty nor comments; `nil` if the bytes are no text.
  package static func all(in bytes: [UInt8]) -> [OptionsLine]? {
    // Some editors begin a text with a byte order mark.
    let isMarked = bytes.starts(with: "\u{FEFF}".utf8)
    guard !bytes.contains(0), let text = String(validating: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self) else {
      return nil
    }
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      OptionsLine($1, number: $0 + 1)
    }
  }

  private typealias Scalars = Substring.UnicodeScalarView

  /// The option's name, also with dashes, and its value, with or without `=` before it and quotes around it; what
  /// follows a `#` at the start or after a blank is a comment. By scalars: an accent would make one character with the
  /// blank or the quote before it.
  private init?(_ text: Scalars, number: Int) {
    let line = text.drop(while: \.properties.isWhitespace)
    guard let first = line.first, first != "#" else { return nil }
    let word = line.prefix { !$0.properties.isWhitespace && $0 != "=" }
    let rest = line[word.endIndex...].drop { $0.properties.isWhitespace || $0 == "=" }
    let name = word.drop { $0 == "-" }
    self.number = number
    self.name = String(name.isEmpty ? word : name)
    value = OptionsLine.quoted(rest) ?? OptionsLine.withoutComment(line, rest)
  }

  /// The value between quotes, if they are around all of it.
  private static func quoted(_ text: Scalars) -> String? {
    guard let mark = text.first, mark == "\"" || mark == "'", let end = text.dropFirst().firstIndex(of: mark) else {
      return nil
    }
    let rest = text[text.index(after: end)...]
    let comment = rest.drop(while: \.properties.isWhitespace)
    let isAll = comment.isEmpty || comment.startIndex > rest.startIndex && comment.first == "#"
    return isAll ? String(text[..<end].dropFirst()) : nil
  }

  private static func withoutComment(_ line: Scalars, _ value: Scalars) -> String? {
    let comment = value.indices.first { value[$0] == "#" && line[line.index(before: $0)].properties.isWhitespace }
    var text = value[..<(comment ?? value.endIndex)]
    while text.last?.properties.isWhitespace == true { text.removeLast() }
    return text.isEmpty ? nil : String(text)
  }
}

extension Substring {
  /// Without the blanks around it.
  package var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
