/// A fault of an event or a file, in words.
struct Complaint: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// The faults of a file: the first ones in words, and the number of all.
struct Complaints {
  private(set) var named: [String] = []
  private(set) var count = 0

  /// A file that is broken throughout has a fault for each event.
  private static let most = 100

  mutating func add(_ text: String) {
    count += 1
    if named.count < Complaints.most { named.append(text) }
  }

  /// Adds the faults of a part, each with the part's name before it.
  mutating func add(_ others: Complaints, of name: String) {
    for text in others.named { add("\(name): \(text)") }
    count += others.count - others.named.count
  }

  /// The first faults as lines, and one line for the rest.
  func lines(atMost most: Int, of path: String) -> [String] {
    named.prefix(most) + (count > most ? ["\(path): and \(count - most) more"] : [])
  }
}

extension String {
  /// Text of others for a message: on one line, cut to a readable length.
  var quoted: String {
    let words = prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.count > 80 ? words.prefix(79) + "…" : words
  }
}
