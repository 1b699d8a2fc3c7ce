/// Where everything on the wall has its place: worked out when the window, the set-up or what is on the wall changes, and
/// kept while only digits change, so that nothing jumps.
///
/// From the top down: a row for small signs in the corners; the room, with the labels or a ring and what belongs to it;
/// and at the lower edge the strip of the controls, which is kept free also while they are hidden. (With a hold button in
/// the upper half of the window it is the other way round.) A further control needs its own share of that strip.
final class Layout: Sendable {
  /// What is on the wall, as far as places and sizes depend on it.
  struct Contents: Hashable, Sendable {
    var size: Size
    var labels: Labels
    var words = Words()
    /// What has to be left free at all edges, in pixels.
    var margin = 0.0
    /// That of a countdown; above the edge its number stands among the labels.
    var ring: Ring.Style?
    /// The widest form of the countdown's number.
    var number = ""
    /// The paragraphs of a feed's text; `nil` without a feed.
    var feed: [String]?
    var feedStyle = Feed.Style.standard
    var hasStopwatch = false
    /// The widest forms of further zones.
    var zones: [String] = []
    var messages = Messages.Shown()
    /// `nil` without an agenda for the day.
    var agenda: AgendaTemplates?
    /// `nil` without a hold button.
    var button: HoldButton.Contents?
    /// `nil` without a bar of controls.
    var bar: ControlBar.Contents?
  }

  /// The widest forms of what is said of the agenda: of what is on, and of what begins next.
  struct AgendaTemplates: Hashable, Sendable {
    let now: String
    let next: String
  }

  /// One line of text in its place.
  struct Slot: Hashable, Sendable {
    let part: Part
    /// The widest forms of the text and of what follows it in smaller letters.
    var template: String
    var suffix = ""
    var figures = Text.Figures.decimal
    /// How much room there is for a sign before the text, in pixels, outside of the box.
    var lead = 0.0
    var box: Rect

    /// Its sign is still at its left.
    func mirrored(at line: Double) -> Slot {
      var slot = self
      let whole = Rect(x: box.x - lead, y: box.y, width: box.width + lead, height: box.height).mirrored(at: line)
      slot.box = Rect(x: whole.x + lead, y: box.y, width: box.width, height: box.height)
      return slot
    }

    /// As small as it must be for a text that is wider than usual.
    func fitting(_ text: String) -> Slot {
      guard Line.width(text) > Line.width(template) else { return self }
      var slot = self
      slot.template = text
      return slot
    }
  }

  /// What a line of text is.
  enum Part: Hashable, Sendable {
    case time, hour, minute, second, half, code, date
    /// Of a countdown: its number, how it is getting on, that behind its title, all of it in one line.
    case number, phase, heading, note
    /// Text that stays as it is: a line of a title or of a feed.
    case words(String)
    /// How old the feed's text is.
    case status
    /// Of a stopwatch: its number, and what is said of it.
    case stopwatch, lap
    /// Of one in a column: its hours, minutes and seconds, and what is said of it with the hundredths.
    case elapsed(Int), exactLap
    /// One of the further zones.
    case zone(Int)
    /// Of the agenda: what is on, what begins next, both in one line.
    case agendaNow, agendaNext, agenda
  }

  /// Of a sign before a text, in its digit heights: its size, and the way to the text.
  static let sign = (size: 1.15, gap: 0.45)

  let contents: Contents
  /// On the wall itself, from the top down.
  let slots: [Slot]
  /// The square of a ring, and what is within the ring.
  let ring: Rect?
  let slotsInRing: [Slot]
  /// The outline of the hold button.
  let button: Rect?
  /// The controls of the bar; none where there is no room for it.
  let bar: [ControlBar.Place]
  /// The row at whose ends small signs stand.
  let signs: Rect
  /// The day as a band.
  let agendaBand: Rect?
  private let placedMessages: Messages.Shown
  /// The four sides of what is around an urgent message; none without one.
  let border: [Rect]

  init(_ contents: Contents) {
    let plan = Plan(contents)
    self.contents = contents
    // What stands beside each other is read from the right in some languages.
    let runsLeft = contents.words.runsLeft
    func mirrored(_ slots: [Slot]) -> [Slot] { runsLeft ? slots.map { $0.mirrored(at: plan.window.midX) } : slots }
    (slots, slotsInRing) = (mirrored(plan.slots), mirrored(plan.slotsInRing))
    ring = runsLeft ? plan.ring?.mirrored(at: plan.window.midX) : plan.ring
    (button, bar, signs) = (plan.button, plan.bar, plan.signs)
    (agendaBand, border, placedMessages) = (plan.agendaBand, plan.border, plan.placedMessages)
  }

  /// Whether a message of these lines, if it is its turn, has room.
  func hasRoom(forMessage lines: [String]) -> Bool {
    [placedMessages.info, placedMessages.notice, placedMessages.urgent].contains(lines)
  }

  /// A line in the middle of the signs' row, clear of those that stand there; `nil` where it could not be read.
  func hint(_ words: String, beside others: [Rect]) -> Rect? {
    let room = signs.width - 2 * (others.map(\.width).max() ?? 0) - signs.height
    let tall = min(signs.height / 2, room / Line.width(words))
    return tall < Layout.leastHint ? nil : Rect(centre: signs.centre, width: max(1, room), height: tall)
  }

  /// In pixels of digit height.
  private static let leastHint = 6.0

  /// A sign at the left or the right end of its row, as wide as its text needs; the text's digits are half as tall.
  func sign(_ template: String, isLeft: Bool) -> Rect {
    let width = min(signs.width / 2, (Line.width(template) / 2 + 1) * signs.height)
    return Rect(x: isLeft ? signs.x : signs.maxX - width, y: signs.y, width: width, height: signs.height)
  }
}
