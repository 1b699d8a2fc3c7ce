/// What is wrong with an event or a file, in words.
struct Complaint: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// What is said of a file: the first complaints, and how many there are.
struct Complaints {
  private(set) var named: [String] = []
  private(set) var count = 0

  /// A file that is broken throughout has one for each event.
  private static let most = 100

  mutating func add(_ text: String) {
    count += 1
    if named.count < Complaints.most { named.append(text) }
  }

  /// Adds those of a part, each with a name before it.
  mutating func add(_ others: Complaints, of name: String) {
    for text in others.named { add("\(name): \(text)") }
    count += others.count - others.named.count
  }

  /// The first of them as lines, and one for the others.
  func lines(atMost most: Int, of path: String) -> [String] {
    named.prefix(most) + (count > most ? ["\(path): and \(count - most) more"] : [])
  }
}

extension String {
  /// As a message quotes what others wrote: in one line, and not longer than it can be read.
  var quoted: String {
    let words = prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 80 ? words.prefix(79) + "…" : words
  }
}
