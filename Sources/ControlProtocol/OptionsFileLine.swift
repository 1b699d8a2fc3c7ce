package struct OptionsFileLine {
  package let number: Int
  package let name: String
  package let value: String?

  /// Returns `nil` if the bytes are not UTF-8 or contain NUL.
  package static func all(in bytes: [UInt8]) -> [OptionsFileLine]? {
    // Some editors write a byte order mark.
    let isMarked = bytes.starts(with: "\u{FEFF}".utf8)
    guard !bytes.contains(0), let text = String(validating: bytes.dropFirst(isMarked ? 3 : 0), as: UTF8.self) else {
      return nil
    }
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap {
      OptionsFileLine($1, number: $0 + 1)
    }
  }

  private typealias Scalars = Substring.UnicodeScalarView

  /// Returns `nil` for an empty line or a comment. The name may have dashes; the value may follow `=`, and may have
  /// quotes. `#` after a blank begins a comment. Compares scalars, because `Character` joins a quote to an accent after
  /// it.
  private init?(_ text: Scalars, number: Int) {
    let line = text.drop(while: \.properties.isWhitespace)
    guard let first = line.first, first != "#" else { return nil }
    let word = line.prefix { !$0.properties.isWhitespace && $0 != "=" }
    let rest = line[word.endIndex...].drop { $0.properties.isWhitespace || $0 == "=" }
    let name = word.drop { $0 == "-" }
    self.number = number
    self.name = String(name.isEmpty ? word : name)
    value = OptionsFileLine.quoted(rest) ?? OptionsFileLine.withoutComment(line, rest)
  }

  /// Returns `nil` without quotes, or if more than a comment follows the quotes.
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
