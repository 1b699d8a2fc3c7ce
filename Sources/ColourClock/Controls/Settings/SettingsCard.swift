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
  /// `nil` while the card shows the settings.
  private(set) var list: List?
  /// The title being typed. While it is `nil`, letters are commands.
  private(set) var draft: TypedLine?
  private var owner = TitleOwner()

  /// A countdown's ID, and the step of its program.
  struct TitleOwner: Hashable, Sendable {
    var countdown: Int?
    var step: Int?
  }

  enum List: Hashable, Sendable {
    case titles, programs
  }

  func isOpen(at uptime: Duration) -> Bool { card.isOpen(at: uptime) }

  /// - Parameter focus: `nil` if a pointer opens the card.
  mutating func open(focus: Part?, at uptime: Duration) {
    (self.focus, page, draft, list) = (focus, 0, nil, nil)
    keepOpen(at: uptime)
  }

  /// Drops a typed title; to keep it, call `endTyping` first.
  mutating func close() { (card, focus, page, draft, list) = (Overlay(), nil, 0, nil, nil) }

  mutating func show(_ list: List?, focus: Part?) { (self.list, self.focus, page) = (list, focus, 0) }

  mutating func keepOpen(at uptime: Duration) { card.open(at: uptime) }

  mutating func dropFocus() { focus = nil }

  /// `step` is 1 or -1.
  mutating func moveFocus(by step: Int, in plan: Plan) {
    let parts = plan.parts
    focus = focus.flatMap { parts.element(after: $0, by: step) } ?? (step > 0 ? parts.first : parts.last)
    page = focus.flatMap(plan.page(of:)) ?? page
  }

  mutating func turnPage(by step: Int, of count: Int) {
    guard count > 0 else { return }
    focus = nil
    // There may be fewer pages than before.
    page = (min(page, count - 1) + step + count) % count
  }

  // MARK: Typing

  mutating func beginTyping(_ text: String, for owner: TitleOwner, isSuggestion: Bool = false) {
    draft = TypedLine(text, isSuggestion: isSuggestion)
    self.owner = owner
  }

  func isTyping(for owner: TitleOwner) -> Bool { draft != nil && self.owner == owner }

  mutating func type(_ text: String) { draft?.insert(text) }
  mutating func deleteBackward() { draft?.deleteBackward() }
  mutating func dropDraft() { draft = nil }

  /// `nil` if no title was being typed, or if a suggestion was not changed.
  mutating func endTyping() -> (title: String, owner: TitleOwner)? {
    guard let draft else { return nil }
    self.draft = nil
    return draft.isSuggestion ? nil : (draft.line, owner)
  }
}

struct TypedLine: Hashable, Sendable {
  private(set) var text: String
  /// True if the next change replaces the whole text.
  private(set) var isSuggestion = false

  init(_ text: String = "", isSuggestion: Bool = false) { (self.text, self.isSuggestion) = (text, isSuggestion) }

  mutating func insert(_ typed: String) {
    let printable = typed.printable
    if printable.isEmpty { return }
    let longer = (isSuggestion ? "" : text) + printable
    if longer.count <= Countdown.longestTitle { (text, isSuggestion) = (longer, false) }
  }

  mutating func deleteBackward() {
    if isSuggestion { text = "" } else if !text.isEmpty { text.removeLast() }
    isSuggestion = false
  }

  var line: String { Feed.line(of: text) ?? "" }
}
