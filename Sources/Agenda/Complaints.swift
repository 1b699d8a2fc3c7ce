import ColourClock

struct Complaint: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

struct Complaints {
  /// The first `most` texts; `count` includes the others.
  private(set) var texts: [String] = []
  private(set) var count = 0

  private static let most = 100

  mutating func add(_ text: String) {
    count += 1
    if texts.count < Complaints.most { texts.append(text) }
  }

  mutating func add(_ others: Complaints, of name: String) {
    for text in others.texts { add("\(name): \(text)") }
    count += others.count - others.texts.count
  }

  func lines(atMost most: Int, of path: String) -> [String] {
    texts.prefix(most) + (count > most ? ["\(path): and \(count - most) more"] : [])
  }
}

extension String {
  /// One line of at most 80 characters.
  var quoted: String {
    let words = prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (dropFirst(200).isEmpty ? words : words + "…").cut(to: 80)
  }
}
