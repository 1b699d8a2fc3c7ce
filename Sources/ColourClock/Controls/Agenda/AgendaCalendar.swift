package struct AgendaCalendar: Hashable, Sendable {
  package let name: String?
  /// The colour of periods without their own; `nil` means the labels' colour.
  package let colour: Colour?

  package init() { (name, colour) = (nil, nil) }

  private static let longest = 20
  /// 200 names must fit into one line of the control socket.
  private static let mostBytes = 40

  package init(name: String?, colour: Colour? = nil) throws(Refusal) {
    self.colour = colour
    guard let name else {
      self.name = nil
      return
    }
    guard let shown = Feed.line(of: name), shown.count <= AgendaCalendar.longest,
      shown.utf8.count <= AgendaCalendar.mostBytes
    else {
      throw Refusal("a calendar's name has 1 to 20 characters, and no more than 40 bytes")
    }
    self.name = shown
  }

  /// Cuts a long name. A name that shows nothing becomes `nil`.
  package init(cutting name: String?, colour: Colour?) {
    self.colour = colour
    let cuts = stride(from: AgendaCalendar.longest, to: 1, by: -1).lazy
    self.name = name.flatMap { name in
      cuts.compactMap { Feed.line(of: name, longest: $0) }.first { $0.utf8.count <= AgendaCalendar.mostBytes }
    }
  }

  private init(_ name: String?, _ colour: Colour?) { (self.name, self.colour) = (name, colour) }

  package func completed(by other: AgendaCalendar) -> AgendaCalendar {
    AgendaCalendar(name ?? other.name, colour ?? other.colour)
  }

  /// Parses `Work`, `#3b6fb6` or `Work #3b6fb6`.
  package static func parse(_ text: String) throws(Refusal) -> AgendaCalendar {
    var words = text.split(whereSeparator: \.isWhitespace)
    var colour: Colour?
    if let last = words.last, last.hasPrefix("#") {
      guard let value = Colour(hex: String(last)) else { throw Refusal("'\(last)' is not a colour such as #8a9544") }
      colour = value
      words.removeLast()
    }
    return try AgendaCalendar(name: words.isEmpty ? nil : words.joined(separator: " "), colour: colour)
  }
}

package struct AgendaLines {
  private var calendar = AgendaCalendar()

  package init() {}

  /// `nil` for a heading such as `[Work #3b6fb6]`. Lines below a wrong heading have no calendar.
  package mutating func read(_ line: String) throws(Refusal) -> Period? {
    let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard text.hasPrefix("["), text.hasSuffix("]") else { return try Period.parse(line, of: calendar) }
    calendar = AgendaCalendar()
    calendar = try .parse(String(text.dropFirst().dropLast()))
    return nil
  }
}
