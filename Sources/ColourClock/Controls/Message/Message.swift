/// A text over less important parts of the wall.
package struct Message: Hashable, Sendable {
  /// The message's name. A later message with the same name replaces this one. `nil` for no name.
  package let id: String?
  package let priority: Priority
  /// The lines of the text, cleaned like those of a feed.
  package let lines: [String]
  /// How long the message is shown; `nil`: until it is dismissed.
  package let span: Duration?
  /// False if the text was too long and is cut.
  let isWhole: Bool
  /// True for the clock's own messages, which are shown even if they have to be cut.
  let mayBeCut: Bool

  /// The priorities, from low to high.
  package enum Priority: String, Hashable, Sendable, CaseIterable {
    /// Shown on a plate of the wall's colour.
    case info
    /// Shown on a plate of ink.
    case notice
    /// Shown in place of everything else, with inverted colours.
    case urgent
  }

  /// `nil` for binary text, or if nothing can be shown.
  /// - Parameter isMarkup: removes the markup of notifications, such as `<b>` and `&amp;`.
  package init?(
    _ text: String, priority: Priority = .info, span: Duration? = nil, id: String? = nil, isMarkup: Bool = true
  ) {
    let start = String(text.unicodeScalars.prefix(Message.longest))
    let bytes = (isMarkup ? Message.plain(start) : start).utf8.filter { $0 != 0 }
    let found = Feed.lines(of: Array(bytes), upTo: Message.mostLines, longest: Message.longestLine)
    guard let found, !found.lines.isEmpty else { return nil }
    (lines, self.priority, self.span, self.id) = (found.lines, priority, span, id)
    mayBeCut = !isMarkup
    isWhole = found.isWhole && start.unicodeScalars.count == text.unicodeScalars.count
  }

  private static let mostLines = 8
  /// The longest line, in characters.
  private static let longestLine = 1000
  /// The longest text with its markup, in scalars. A wall cannot show so much.
  private static let longest = 4000
  private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]
  /// The longest tag, in scalars. A longer tag is text.
  private static let longestTag = 400
  /// The longest entity, in scalars.
  private static let longestEntity = 9

  /// The text without markup. Keeps `a < b` and `AT&T`. Searches scalars, not characters: a combining accent would join
  /// the `<` or `&` before it.
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

  /// The text that replaces a tag, and the length of the tag in scalars. `text` begins with `<`. If it is no tag, the
  /// `<` stays.
  private static func tag(_ text: Substring.UnicodeScalarView) -> (String, Int) {
    let isTag = text.dropFirst().first.map { $0.properties.isAlphabetic || $0 == "/" || $0 == "!" } ?? false
    guard isTag, let end = text.prefix(longestTag).firstIndex(of: ">") else { return ("<", 1) }
    let inside = text.dropFirst().prefix { $0.properties.isAlphabetic || $0 == "/" }
    let name = String(inside).lowercased()
    return (["br", "br/", "/p"].contains(name) ? "\n" : "", text.distance(from: text.startIndex, to: end) + 1)
  }

  /// The same for an entity. `text` begins with `&`.
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
