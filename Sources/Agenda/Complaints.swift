struct Complaint: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

struct Complaints {
  private(set) var texts: [String] = []
  /// The number of all faults. `texts` may have fewer.
  private(set) var count = 0

  /// The greatest number of `texts`, because a file may have a fault in each event.
  private static let most = 100

  mutating func add(_ text: String) {
    count += 1
    if texts.count < Complaints.most { texts.append(text) }
  }

  /// Adds another file's faults, each after the file's name.
  mutating func add(_ others: Complaints, of name: String) {
    for text in others.texts { add("\(name): \(text)") }
    count += others.count - others.texts.count
  }

  func lines(atMost most: Int, of path: String) -> [String] {
    texts.prefix(most) + (count > most ? ["\(path): and \(count - most) more"] : [])
  }
}

extension String {
  /// The text on one line, cut to 80 characters.
  var quoted: String {
    let words = prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 80 ? words.prefix(79) + "…" : words
  }
}
