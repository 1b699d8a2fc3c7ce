/// The place of everything on the wall. It is computed when the window, the set-up or the contents change, and kept
/// while only digits change, so that nothing jumps.
///
/// From the top down: a row for small signs in the corners; the room with the labels or the ring; the strip of the
/// controls at the lower edge, which stays free while they are hidden. A hold button in the upper half of the window
/// turns this order around. A further control needs its own share of that strip.
final class Layout: Sendable {
  /// The contents of the wall that decide places and sizes.
  struct Contents: Hashable, Sendable {
    var size: Size
    var labels: Labels
    var words = Words()
    /// Free space at all edges, in pixels.
    var margin = 0.0
    /// The style of the countdown's ring. With a ring `above` the number stands among the labels.
    var ring: Ring.Style?
    /// The widest form of the countdown's number.
    var number = ""
    /// The paragraphs of a feed's text; `nil` without a feed.
    var feed: [String]?
    var feedStyle = Feed.Style.standard
    var hasStopwatch = false
    /// The widest form of each further zone.
    var zones: [String] = []
    var messages = Messages.Shown()
    /// `nil` without an agenda for the day.
    var agenda: AgendaTemplates?
    /// `nil` without a hold button.
    var button: HoldButton.Contents?
    /// `nil` without a bar of controls.
    var bar: ControlBar.Contents?
  }

  /// The widest forms of the agenda's two texts: the present event, and the next one.
  struct AgendaTemplates: Hashable, Sendable {
    let now: String
    let next: String
  }

  /// The place of one line of text.
  struct Slot: Hashable, Sendable {
    let part: Part
    /// The widest forms of the text and of the smaller suffix behind it.
    var template: String
    var suffix = ""
    var figures = Text.Figures.decimal
    /// Room for a sign before the text, in pixels, outside of the box.
    var lead = 0.0
    var box: Rect

    /// Mirrors the box. The sign stays at the left of the text.
    func mirrored(at line: Double) -> Slot {
      var slot = self
      let whole = Rect(x: box.x - lead, y: box.y, width: box.width + lead, height: box.height).mirrored(at: line)
      slot.box = Rect(x: whole.x + lead, y: box.y, width: box.width, height: box.height)
      return slot
    }

    /// Makes the text smaller if it is wider than the template.
    func fitting(_ text: String) -> Slot {
      guard Line.width(text) > Line.width(template) else { return self }
      var slot = self
      slot.template = text
      return slot
    }
  }

  /// The meaning of a line of text.
  enum Part: Hashable, Sendable {
    case time, hour, minute, second, half, code, date
    /// Countdown: number, phase, phase behind the title, and all of these in one line.
    case number, phase, heading, note
    /// Fixed text: a line of a title or of a feed.
    case words(String)
    /// The age of the feed's text.
    case status
    /// Stopwatch: number, and the note on the lap.
    case stopwatch, lap
    /// Stopwatch in a column: hours, minutes or seconds, and the note with hundredths.
    case elapsed(Int), exactLap
    /// A further zone, by its index.
    case zone(Int)
    /// Agenda: the present event, the next one, both in one line.
    case agendaNow, agendaNext, agenda
  }

  /// A sign before a text: its size and its distance from the text, in digit heights of the text.
  static let sign = (size: 1.15, gap: 0.45)

  let contents: Contents
  /// On the wall itself, from the top down.
  let slots: [Slot]
  /// The square of the ring, and the lines within it.
  let ring: Rect?
  let slotsInRing: [Slot]
  let controls: Controls
  /// The band that shows the day.
  let agendaBand: Rect?
  private let placedMessages: Messages.Shown
  /// The four sides of the border around an urgent message; empty without one.
  let border: [Rect]

  init(_ contents: Contents) {
    let plan = Plan(contents)
    self.contents = contents
    // Some languages read items in a row from the right.
    let runsLeft = contents.words.runsLeft
    func mirrored(_ slots: [Slot]) -> [Slot] { runsLeft ? slots.map { $0.mirrored(at: plan.window.midX) } : slots }
    (slots, slotsInRing) = (mirrored(plan.slots), mirrored(plan.slotsInRing))
    ring = runsLeft ? plan.ring?.mirrored(at: plan.window.midX) : plan.ring
    controls = plan.controls
    (agendaBand, border, placedMessages) = (plan.agendaBand, plan.border, plan.placedMessages)
  }

  /// True if a message of these lines has room when its turn comes.
  func hasRoom(forMessage lines: [String]) -> Bool {
    [placedMessages.info, placedMessages.notice, placedMessages.urgent].contains(lines)
  }

  /// A line in the middle of the signs' row, clear of the signs `others`; `nil` where it would be too small to read.
  func hint(_ words: String, beside others: [Rect]) -> Rect? {
    let room = signs.width - 2 * (others.map(\.width).max() ?? 0) - signs.height
    let tall = min(signs.height / 2, room / Line.width(words))
    return tall < Layout.leastHint ? nil : Rect(centre: signs.centre, width: max(1, room), height: tall)
  }

  /// Digit height in pixels.
  private static let leastHint = 6.0

  /// A sign at the left or right end of the row, as wide as its text needs. Its digits are half as tall as the row.
  func sign(_ template: String, isLeft: Bool) -> Rect {
    let width = min(signs.width / 2, (Line.width(template) / 2 + 1) * signs.height)
    return Rect(x: isLeft ? signs.x : signs.maxX - width, y: signs.y, width: width, height: signs.height)
  }
}
