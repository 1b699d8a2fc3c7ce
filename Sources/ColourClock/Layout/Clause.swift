/// Clauses of a text: parts after which a line may well end.
enum Clause {
  static func all(of text: String) -> [String] { parts(of: text, endingWith: long.union(short)) }

  static func long(of text: String) -> [String] { parts(of: text, endingWith: long) }

  private static let long = Set<Character>(".:;!?。：；！？؛؟")
  private static let short = Set<Character>(",،、，")
  /// The least number of characters in a word that ends a sentence, with its full stop. Shorter words are often
  /// abbreviations, such as "Dr." and "p.m.".
  private static let leastSentenceEnd = 5

  /// The clauses of a text. A text with words of different directions is one clause: its lines need marks of the whole
  /// text's direction.
  private static func parts(of text: String, endingWith marks: Set<Character>) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    guard Text.running(asOne: words) == words else { return [text] }
    var (parts, part) = ([String](), [String]())
    for word in words {
      part.append(word)
      guard let last = word.last, marks.contains(last), last != "." || word.count >= leastSentenceEnd else { continue }
      parts.append(part.joined(separator: " "))
      part = []
    }
    return part.isEmpty ? parts : parts + [part.joined(separator: " ")]
  }
}
