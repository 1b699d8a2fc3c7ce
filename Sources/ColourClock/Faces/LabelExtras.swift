/// What stands with the labels besides the time: a countdown's number above them, a feed's text below.
package struct LabelExtras: Hashable, Sendable {
  /// A countdown's number, which is then the main line and the time a caption.
  package var number: Number?
  package var feed: [String] = []
  /// How old the feed's text is.
  package var status: String?

  package struct Number: Hashable, Sendable {
    package var string: String
    /// The widest form it takes.
    package var template: String
    /// Above the number: what it is for, or how near its end it is; its place is kept while it is empty.
    package var heading: String

    package init(string: String, template: String, heading: String) {
      (self.string, self.template, self.heading) = (string, template, heading)
    }
  }

  package init() {}

  /// The feed's text broken into lines of about the same length, as many as fit under the labels.
  var feedLines: [String] {
    let lines = feed.flatMap { LabelExtras.wrapped($0, at: LabelExtras.lineLength) }
    guard lines.count > LabelExtras.mostLines, let last = lines.prefix(LabelExtras.mostLines).last else { return lines }
    return lines.prefix(LabelExtras.mostLines - 1) + [last + "…"]
  }

  /// In characters: what still reads from across a room when it is as wide as the time.
  private static let lineLength = 48
  private static let mostLines = 3

  private static func wrapped(_ text: String, at length: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < length {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
