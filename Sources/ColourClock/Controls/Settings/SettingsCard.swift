/// The state of the card of settings: whether it is open, its page and focus, and the title that is being typed.
struct SettingsCard: Hashable, Sendable {
  /// A part that can be pressed.
  enum Part: Hashable, Sendable {
    case setting(Setting)
    /// The next page.
    case next
    case done
  }

  /// The uptime at which the card closes by itself; `nil` while closed.
  private(set) var end: Duration?
  /// The part with the keyboard focus; `nil` without one.
  private(set) var focus: Part?
  /// The index of the page shown.
  private(set) var page = 0
  /// The title while it is being typed; otherwise `nil`, and letters are commands.
  private(set) var draft: TypedLine?
  /// The last title typed.
  private(set) var typed: String?

  /// How long the card stays open without input.
  private static let span = Duration.seconds(30)

  func isOpen(at uptime: Duration) -> Bool { end.map { uptime < $0 } ?? false }

  /// - Parameter focus: the part with the keyboard focus; `nil` for a pointer.
  mutating func open(focus: Part?, at uptime: Duration) {
    (self.focus, page, draft) = (focus, 0, nil)
    record(at: uptime)
  }

  /// Call `endTyping` first: a title that is being typed is dropped here.
  mutating func close() { (end, focus, draft) = (nil, nil, nil) }

  /// Restarts the idle span.
  mutating func record(at uptime: Duration) { end = uptime + SettingsCard.span }

  mutating func dropFocus() { focus = nil }

  /// Moves the focus by one part, 1 or -1. It wraps around at both ends. The page of the part is shown.
  mutating func moveFocus(by step: Int, in plan: Plan) {
    let parts = plan.parts
    let index = focus.flatMap(parts.firstIndex)
    let next = index.map { ($0 + step + parts.count) % parts.count } ?? (step > 0 ? 0 : parts.count - 1)
    focus = parts[next]
    page = plan.page(of: parts[next]) ?? page
  }

  mutating func turnPage(by step: Int, of count: Int) {
    focus = nil
    page = (page + step + count) % count
  }

  // MARK: Typing

  mutating func beginTyping(_ text: String) { draft = TypedLine(text) }

  mutating func type(_ text: String) { draft?.insert(text) }
  mutating func deleteBackward() { draft?.deleteBackward() }
  mutating func dropDraft() { draft = nil }

  /// Ends typing.
  /// - Returns: the title; `nil` if no title was being typed.
  mutating func endTyping() -> String? {
    guard let draft else { return nil }
    self.draft = nil
    if !draft.line.isEmpty { typed = draft.line }
    return draft.line
  }
}

/// A line of text while it is typed.
struct TypedLine: Hashable, Sendable {
  private(set) var text: String

  /// The greatest length in characters; a longer title would be too small to read.
  private static let most = 120

  init(_ text: String = "") { self.text = text }

  /// Adds text at the end, without control characters. If the line would become too long, the whole text is ignored.
  mutating func insert(_ typed: String) {
    let scalars = typed.unicodeScalars.filter { $0.isPrintable }
    let longer = text + String(String.UnicodeScalarView(scalars))
    if longer.count <= TypedLine.most { text = longer }
  }

  mutating func deleteBackward() { if !text.isEmpty { text.removeLast() } }

  /// The text, cleaned and cut like a line on the wall.
  var line: String { Feed.line(of: text) ?? "" }
}
