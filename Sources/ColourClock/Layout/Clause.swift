/// A line that ends with a clause is easy to read.
enum Clause {
  /// Parts between all punctuation marks.
  static func all(of text: String) -> [String] { parts(of: text, endingWith: strongMarks.union(commas)) }

  /// Parts between marks stronger than a comma.
  static func long(of text: String) -> [String] { parts(of: text, endingWith: strongMarks) }

  private static let strongMarks = Set<Character>(".:;!?。：；！？؛؟")
  private static let commas = Set<Character>(",،、，")
  /// The least length of a sentence's last word with its full stop. Shorter words may be abbreviations: "Dr.", "p.m.".
  private static let leastSentenceEnd = 5

  /// A text of mixed direction stays one clause, because its lines need marks of the whole text's direction.
  private static func parts(of text: String, endingWith marks: Set<Character>) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    guard Text.running(asOne: words) == words else { return [text] }
    var (parts, part) = ([String](), [String]())
    for word in words {
      part.append(word)
      guard let mark = word.last, marks.contains(mark) else { continue }
      let isAbbreviation = mark == "." && word.count < leastSentenceEnd
      if isAbbreviation { continue }
      parts.append(part.joined(separator: " "))
      part = []
    }
    return part.isEmpty ? parts : parts + [part.joined(separator: " ")]
  }
}
