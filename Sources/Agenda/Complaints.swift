import ColourClock

/// What is wrong with a calendar or an event of it.
struct Complaint: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// The complaints about a file.
struct Complaints {
  /// The first complaints, at most `most`: a file may have a fault in each event.
  private(set) var texts: [String] = []
  /// The number of all complaints.
  private(set) var count = 0

  private static let most = 100

  mutating func add(_ text: String) {
    count += 1
    if texts.count < Complaints.most { texts.append(text) }
  }

  /// Adds the complaints about another file, each after the file's name.
  mutating func add(_ others: Complaints, of name: String) {
    for text in others.texts { add("\(name): \(text)") }
    count += others.count - others.texts.count
  }

  /// The first complaints, then a line with the number of the others.
  func lines(atMost most: Int, of path: String) -> [String] {
    texts.prefix(most) + (count > most ? ["\(path): and \(count - most) more"] : [])
  }
}

extension String {
  /// The text on one line, cut to 80 characters. Reads only its start, because the text may be very long.
  var quoted: String {
    let words = prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return (dropFirst(200).isEmpty ? words : words + "…").cut(to: 80)
  }
}
