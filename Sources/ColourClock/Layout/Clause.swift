/// Splits text into clauses, because a line that ends with a clause is easy to read.
enum Clause {
  /// The parts that end with a punctuation mark.
  static func all(of text: String) -> [String] { parts(of: text, endingWith: strongMarks.union(commas)) }

  /// The parts that end with a mark stronger than a comma.
  static func long(of text: String) -> [String] { parts(of: text, endingWith: strongMarks) }

  private static let strongMarks = Set<Character>(".:;!?。：；！？؛؟")
  private static let commas = Set<Character>(",،、，")
  /// A shorter word with a full stop may be an abbreviation, such as "Dr." or "p.m.", and ends no clause.
  private static let leastSentenceEnd = 5

  /// A text that mixes left-to-right and right-to-left words stays one clause.
  private static func parts(of text: String, endingWith marks: Set<Character>) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    guard Text.withCommonDirection(words) == words else { return [text] }
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
