extension TimerProgram {
  private static let repeatMarks: [Unicode.Scalar] = ["x", "X", "×"]

  private static func isNumber(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.isAllDigits
  }

  /// The number of rounds, perhaps out of range; `nil` if the words are no repeat.
  static func count(_ words: [String]) -> Int? {
    guard words.count == 1, let text = afterMark(words[0]), isNumber(text), text.count <= 6 else { return nil }
    return Int(text)
  }

  private static func afterMark(_ word: String) -> String? {
    word.unicodeScalars.first.map(repeatMarks.contains) == true ? String(word.unicodeScalars.dropFirst()) : nil
  }

  static func checkNoRepeat(_ words: [String]) throws(Refusal) {
    if looksLikeRepeat(words) {
      throw Refusal(
        "put a repeat after its steps, as Work 40s, Rest 20s, x8; put a title that looks like a repeat in quotes")
    }
    guard words.count == 1, let text = afterMark(words[0]),
      text.unicodeScalars.drop(while: { "+-.".unicodeScalars.contains($0) }).first?.isDigit == true
    else { return }
    throw .repeatCount(of: words[0])
  }

  /// True for `4x Work 25m`, `4 x Work 25m`, `(Work 25m` or `Rest 5m x4`.
  static func looksLikeRepeat(_ words: [String]) -> Bool {
    guard let first = words.first, let last = words.last, words.count > 1 else { return false }
    let marks = repeatMarks.map { String($0) }
    if marks.contains(where: { first.hasSuffix($0) }), isNumber(first.dropLast()) { return true }
    if isNumber(first), marks.contains(words[1]) { return true }
    if count([last]) != nil || last.hasSuffix(")") { return true }
    return first.hasPrefix("(") && !words.contains { $0.contains(")") }
  }
}

extension Refusal {
  static func repeatCount(of word: String) -> Refusal {
    Refusal("'\(word.shortened)' is no repeat: a repeat is x1 to x\(TimerProgram.most)")
  }
}
