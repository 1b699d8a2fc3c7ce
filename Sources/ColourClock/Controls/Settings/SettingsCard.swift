/// The state of the card of settings: whether it is open, its page and focus, and the title that is being typed.
struct SettingsCard: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case setting(Setting)
    case item(Int)
    case next
    case done
  }

  private var card = Overlay()
  var end: Duration? { card.end }
  private(set) var focus: Part?
  private(set) var page = 0
  /// The list that is shown in place of the settings.
  private(set) var list: List?
  /// The title while a viewer types it. While it is `nil`, letters are commands.
  private(set) var draft: TypedLine?
  /// The countdown and step that get the title that is being typed.
  private var owner = TitleOwner()

  /// A countdown by its ID, and its step if it is a program. Both are `nil` if there was no countdown.
  struct TitleOwner: Hashable, Sendable {
    var countdown: Int?
    var step: Int?
  }

  /// Lists for viewers without a keyboard.
  enum List: Hashable, Sendable {
    case titles, programs
  }

  func isOpen(at uptime: Duration) -> Bool { card.isOpen(at: uptime) }

  /// - Parameter focus: the part that has the focus; `nil` if a pointer opens the card.
  mutating func open(focus: Part?, at uptime: Duration) {
    (self.focus, page, draft, list) = (focus, 0, nil, nil)
    keepOpen(at: uptime)
  }

  /// Call `endTyping` first to keep a title that is being typed.
  mutating func close() { (card, focus, page, draft, list) = (Overlay(), nil, 0, nil, nil) }

  /// Shows a list, or the settings again if `list` is `nil`.
  mutating func show(_ list: List?, focus: Part?) { (self.list, self.focus, page) = (list, focus, 0) }

  /// Restarts the time after which the card closes by itself.
  mutating func keepOpen(at uptime: Duration) { card.open(at: uptime) }

  mutating func dropFocus() { focus = nil }

  /// Moves the focus, which wraps around, and shows the page of the part. `step` is 1 or -1.
  mutating func moveFocus(by step: Int, in plan: Plan) {
    let parts = plan.parts
    let index = focus.flatMap(parts.firstIndex)
    let next = index.map { ($0 + step + parts.count) % parts.count } ?? (step > 0 ? 0 : parts.count - 1)
    focus = parts[next]
    page = plan.page(of: parts[next]) ?? page
  }

  mutating func turnPage(by step: Int, of count: Int) {
    focus = nil
    // There may be fewer pages than before.
    page = (min(page, count - 1) + step + count) % count
  }

  // MARK: Typing

  /// - Parameter isSuggestion: true if the first letter replaces the text.
  mutating func beginTyping(_ text: String, for owner: TitleOwner, isSuggestion: Bool = false) {
    draft = TypedLine(text, isSuggestion: isSuggestion)
    self.owner = owner
  }

  func isTyping(for owner: TitleOwner) -> Bool { draft != nil && self.owner == owner }

  mutating func type(_ text: String) { draft?.insert(text) }
  mutating func deleteBackward() { draft?.deleteBackward() }
  mutating func dropDraft() { draft = nil }

  /// Ends typing and returns the title and what gets it. `nil` if no title was being typed, or if a suggestion was not
  /// changed.
  mutating func endTyping() -> (title: String, owner: TitleOwner)? {
    guard let draft else { return nil }
    self.draft = nil
    return draft.isSuggestion ? nil : (draft.line, owner)
  }
}

/// A line of text that a viewer types, such as a title.
struct TypedLine: Hashable, Sendable {
  private(set) var text: String
  /// True if the next change replaces the whole text.
  private(set) var isSuggestion = false

  init(_ text: String = "", isSuggestion: Bool = false) { (self.text, self.isSuggestion) = (text, isSuggestion) }

  /// Adds typed text. If the line would become too long for a title, nothing is added.
  mutating func insert(_ typed: String) {
    let scalars = typed.unicodeScalars.filter { $0.isPrintable }
    if scalars.isEmpty { return }
    let longer = (isSuggestion ? "" : text) + String(String.UnicodeScalarView(scalars))
    if longer.count <= Countdown.longestTitle { (text, isSuggestion) = (longer, false) }
  }

  mutating func deleteBackward() {
    if isSuggestion { text = "" } else if !text.isEmpty { text.removeLast() }
    isSuggestion = false
  }

  var line: String { Feed.line(of: text) ?? "" }
}
