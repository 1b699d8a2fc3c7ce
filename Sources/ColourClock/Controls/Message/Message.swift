/// A text that is shown for a while. The labels make room for it.
package struct Message: Hashable, Sendable {
  /// A later message of the same name replaces it.
  package let id: String?
  package let priority: Priority
  /// Cleaned like the lines of a feed.
  package let lines: [String]
  /// From the first time it is seen; `nil` until it is dismissed.
  package let span: Duration?

  package enum Priority: String, Hashable, Sendable, CaseIterable {
    /// Below the labels.
    case info
    /// Above the labels.
    case notice
    /// In place of the labels, within a border.
    case urgent
  }

  /// - Parameters:
  ///   - text: lines that are too long are cut.
  ///   - isMarkup: whether to remove markup of notifications, as `<b>` and `&amp;`; otherwise long lines are folded.
  /// - Returns: `nil` if nothing can be shown.
  package init?(
    _ text: String, priority: Priority = .info, span: Duration? = nil, id: String? = nil, isMarkup: Bool = true
  ) {
    let start = String(text.unicodeScalars.prefix(Message.longest))
    let bytes = (isMarkup ? Message.plain(start) : Message.folded(start)).utf8.filter { $0 != 0 }
    guard let lines = Feed.lines(of: Array(bytes), upTo: Message.mostLines), !lines.isEmpty else {
      return nil
    }
    (self.lines, self.priority, self.span, self.id) = (lines, priority, span, id)
  }

  private static let mostLines = 8
  /// In scalars: more than a wall has room for, with markup.
  private static let longest = 4000
  private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]
  /// No tag and no entity is longer.
  private static let longestTag = 400
  private static let longestEntity = 9

  /// Breaks long lines, between words if possible.
  private static func folded(_ text: String) -> String {
    var (lines, line) = ([String](), "")
    for word in text.split(separator: " ") {
      var rest = Substring(word)
      if !line.isEmpty, line.count + 1 + rest.count > foldAt { (lines, line) = (lines + [line], "") }
      while rest.count > foldAt { (lines, rest) = (lines + [String(rest.prefix(foldAt))], rest.dropFirst(foldAt)) }
      line += line.isEmpty ? String(rest) : " \(rest)"
    }
    return (lines + [line]).joined(separator: "\n")
  }

  /// Less than the limit of a line.
  private static let foldAt = 100

  /// Without tags, and with entities replaced. `a < b` and `AT&T` stay. Splits scalars: an accent would join the sign
  /// before it.
  private static func plain(_ text: String) -> String {
    var (plain, rest) = (String.UnicodeScalarView(), text.unicodeScalars[...])
    while let next = rest.firstIndex(where: { $0 == "<" || $0 == "&" }) {
      plain.append(contentsOf: rest[..<next])
      rest = rest[next...]
      let (shown, length) = rest.first == "<" ? tag(rest) : entity(rest)
      plain.append(contentsOf: shown.unicodeScalars)
      rest = rest.dropFirst(length)
    }
    plain.append(contentsOf: rest)
    return String(plain)
  }

  /// The replacement of the tag or entity at the start, and its length in scalars.
  private static func tag(_ text: Substring.UnicodeScalarView) -> (String, Int) {
    let isTag = text.dropFirst().first.map { $0.properties.isAlphabetic || $0 == "/" || $0 == "!" } ?? false
    guard isTag, let end = text.prefix(longestTag).firstIndex(of: ">") else { return ("<", 1) }
    let inside = text.dropFirst().prefix { $0.properties.isAlphabetic || $0 == "/" }
    let name = String(inside).lowercased()
    return (["br", "br/", "/p"].contains(name) ? "\n" : "", text.distance(from: text.startIndex, to: end) + 1)
  }

  private static func entity(_ text: Substring.UnicodeScalarView) -> (String, Int) {
    guard let end = text.prefix(longestEntity).firstIndex(of: ";") else { return ("&", 1) }
    let name = String(text[..<end].dropFirst())
    let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
    let number = name.first == "#" ? UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10) : nil
    guard let shown = entities[name] ?? number.flatMap(Unicode.Scalar.init).map({ String(Character($0)) })
    else { return ("&", 1) }
    return (shown, text.distance(from: text.startIndex, to: end) + 1)
  }
}
