/// A text that is shown for a while, and for which the labels make room.
package struct Message: Hashable, Sendable {
  /// Another one of the same name takes its place.
  package let id: String?
  package let priority: Priority
  /// Plain short lines, cleaned like those of a feed.
  package let lines: [String]
  /// From when it is first seen; `nil` until it is dismissed.
  package let span: Duration?

  package enum Priority: String, Hashable, Sendable, CaseIterable {
    /// Under the labels.
    case info
    /// Above them.
    case notice
    /// In their place, within a border.
    case urgent
  }

  /// - Parameters:
  ///   - text: what is too long for a line of it is cut.
  ///   - isMarkup: whether markup is left out, as `<b>` and `&amp;` of notifications; else the text is shown to its end, in as
  ///     many lines as it needs.
  /// - Returns: `nil` if nothing of it can be shown.
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
  /// In Unicode's scalars: more than a wall has room for, with markup.
  private static let longest = 4000
  private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]
  /// No tag and no entity is as long.
  private static let longestTag = 400
  private static let longestEntity = 9

  /// With an end of the line where one would be too long, between words where that can be.
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

  /// Less than a line may have.
  private static let foldAt = 100

  /// Without tags, and with characters in the place of entities. What only looks like one, as `a < b` and `AT&T`, stays. By
  /// scalars: an accent behind a sign of the markup would make one character of the two.
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

  /// What is shown for what begins there, and how many scalars that is.
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
