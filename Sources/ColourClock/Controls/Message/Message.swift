package struct Message: Hashable, Sendable {
  /// A later message with this name replaces this one.
  package let id: String?
  package let priority: Priority
  package let lines: [String]
  /// `nil` for a message that stays until it is dismissed.
  package let span: Duration?
  let isWhole: Bool
  /// True for the clock's own messages.
  let mayBeCut: Bool

  /// The cases are in order, from low to high.
  package enum Priority: String, Hashable, Sendable, CaseIterable {
    case info
    case notice
    /// The message replaces everything else on the wall.
    case urgent
  }

  /// `nil` for binary text, or if nothing can be shown.
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

  /// The longest name, in scalars.
  package static let longestID = 200
  private static let mostLines = 8
  /// The longest line, in characters.
  private static let longestLine = 1000
  /// The longest text, in scalars.
  private static let longest = 4000
  private static let entities = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " "]
  /// The longest tag, in scalars.
  private static let longestTag = 400
  private static let longestEntity = 9

  /// The search compares scalars, because a combining accent would join the `<` or `&` before it.
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

  /// The replacement of the tag at the start, and the tag's length in scalars.
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
    // `UInt32` would also accept a sign.
    let isNumber = name.first == "#" && digits.first?.isHexDigit == true
    let number = isNumber ? UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10) : nil
    guard let shown = entities[name] ?? number.flatMap(Unicode.Scalar.init).map({ String(Character($0)) })
    else { return ("&", 1) }
    return (shown, text.distance(from: text.startIndex, to: end) + 1)
  }
}
