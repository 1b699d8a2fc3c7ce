/// The place of everything on the wall. It is computed when the window, the set-up or the contents change, and kept
/// while only digits change, so that nothing jumps.
///
/// The wall has one subject: an urgent message, or what rings, or a countdown, a stopwatch, the time of day. It is of
/// level 1. The time of day is always there, of level 1 or 2. `TypeScale` has the three sizes.
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
    /// The countdowns beside the subject, in the order of their ends, and the index of the chosen one.
    var countdowns: [CountdownTemplates] = []
    var chosenCountdown: Int?
    /// What rings, in words; `nil` while nothing does.
    var headline: String?
    /// The paragraphs of a feed's text; `nil` without a feed.
    var feed: [String]?
    var feedStyle = Feed.Style.standard
    var hasStopwatch = false
    /// Room for the last laps is kept from the first one on.
    var hasLaps = false
    var zones: [ZoneTemplates] = []
    var messages = Messages.Shown()
    /// `nil` without a program.
    var program: ProgramTemplates?
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
    /// False on a day without periods, when the words tell of tomorrow alone.
    var hasBand = true
  }

  /// The widest forms of a program's texts: what comes next, when all ends, and both on one line.
  struct ProgramTemplates: Hashable, Sendable {
    let next: String
    let end: String
    let line: String
  }

  /// A further zone: its name, and the widest form of its time.
  struct ZoneTemplates: Hashable, Sendable {
    let name: String
    let time: String
  }

  /// A countdown beside the subject: its title, and the widest form of its number.
  struct CountdownTemplates: Hashable, Sendable {
    let title: String
    let number: String
  }

  /// The place of one line of text.
  struct Slot: Hashable, Sendable {
    let part: Part
    /// The widest forms of the text and of the smaller suffix behind it.
    var template: String
    var suffix = ""
    var figures = Text.Figures.decimal
    var alignment = Text.Alignment.centre
    /// Room for a sign before the text, in pixels, outside of the box.
    var lead = 0.0
    var box: Rect

    /// Mirrors the box. The sign stays at the left of the text.
    func mirrored(at line: Double) -> Slot {
      var slot = self
      let whole = Rect(x: box.x - lead, y: box.y, width: box.width + lead, height: box.height).mirrored(at: line)
      slot.box = Rect(x: whole.x + lead, y: box.y, width: box.width, height: box.height)
      slot.alignment = alignment.mirrored
      return slot
    }

    func moved(by offset: Point) -> Slot {
      var slot = self
      slot.box = box.moved(by: offset)
      return slot
    }

    /// The place of its letters, by an estimate. A text is seldom as wide as its box.
    var ink: Rect {
      let width = min(box.width, (Line.width(template) + Line.width(suffix) * Text.suffixScale) * box.height)
      let x =
        switch alignment {
        case .left: box.x
        case .centre: box.midX - width / 2
        case .right: box.maxX - width
        }
      let reach = Line.reach.below * box.height
      return Rect(x: x, y: box.y - reach, width: width, height: box.height + 2 * reach)
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
    /// Countdown: number, phase, and both in one line.
    case number, phase, note
    /// The title and the number of a countdown beside the subject, by its place in the order of ends.
    case countdownTitle(Int), countdownNumber(Int)
    /// Fixed text: a line of a title, of a message or of a feed.
    case words(String)
    /// The age of the feed's text.
    case status
    /// Stopwatch: number, a lap and its total by the place from the last one, and the note that says how to start it.
    case stopwatch, lap(Int), lapTotal(Int), stopwatchNote
    /// The name and the time of a further zone, by its index.
    case zoneName(Int), zone(Int)
    /// Agenda: the present event, the next one.
    case agendaNow, agendaNext
    /// A program: what comes next, when all ends, and both in one line.
    case programNext, programEnd, program
  }

  /// What can be left out where there is no room, in the order in which it is.
  enum Extra: String, CaseIterable, Sendable {
    case code, laps, zones, feed, date, agenda, countdowns, program
  }

  /// A message on a plate of its own, which lies over what is least important.
  struct Card: Hashable, Sendable {
    let box: Rect
    let isNotice: Bool
    let slots: [Slot]
  }

  /// A sign before a text: its size and its distance from the text, in digit heights of the text.
  static let sign = (size: 1.15, gap: 0.45)

  let contents: Contents
  let scale: TypeScale
  /// On the wall itself, from the top down.
  let slots: [Slot]
  /// The square of the ring, and the lines within it.
  let ring: Rect?
  let slotsInRing: [Slot]
  /// Messages, from the top down.
  let cards: [Card]
  /// True where nothing but the subject has room.
  let isForced: Bool
  /// What was asked for and is not seen, as a whole or in part: it has no room, or lies under a message.
  let hidden: [Extra]
  let controls: Controls
  /// The band that shows the day, with a row for its hours below.
  let agendaBand: Rect?
  /// True if the end of a message has no room.
  private let isMessageCut: Bool

  init(_ contents: Contents) {
    let plan = Plan(contents)
    self.contents = contents
    // Some languages read items in a row from the right.
    let line = plan.window.midX
    let runsLeft = contents.words.runsLeft
    func mirrored(_ slots: [Slot]) -> [Slot] { runsLeft ? slots.map { $0.mirrored(at: line) } : slots }
    let wall = plan.composition
    let slots = wall.slots.filter { wall.keeps($0) || plan.covered?.overlaps($0.ink) != true }
    (scale, self.slots, slotsInRing) = (wall.scale, mirrored(slots), mirrored(wall.slotsInRing))
    ring = runsLeft ? wall.ring?.mirrored(at: line) : wall.ring
    cards = plan.cards.map { card in
      let box = runsLeft ? card.box.mirrored(at: line) : card.box
      return Card(box: box, isNotice: card.isNotice, slots: mirrored(card.slots))
    }
    agendaBand = wall.band.flatMap { plan.covered?.overlaps($0) == true ? nil : $0 }
    (isForced, isMessageCut, controls) = (wall.isForced, plan.isCut, plan.controls)
    let isBandCovered = wall.band != nil && agendaBand == nil
    let covered = wall.slots.filter { !slots.contains($0) }.compactMap { $0.part.extra(in: contents) }
    hidden = Extra.allCases.filter {
      plan.hidden.contains($0) || covered.contains($0) || isBandCovered && $0 == .agenda
    }
  }

  /// True while an urgent message and the time of day replace all other contents.
  var isUrgent: Bool { contents.messages.urgent != nil }

  /// True if a message of these lines is shown as a whole.
  func hasRoom(forMessage lines: [String]) -> Bool { !isMessageCut && shows(message: lines) }

  /// True if a message of these lines is shown, if only its beginning.
  func shows(message lines: [String]) -> Bool {
    let messages = contents.messages
    if isUrgent { return !slots.isEmpty && messages.urgent == lines }
    return cards.contains { ($0.isNotice ? messages.notice : messages.info) == lines }
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

extension Layout.Part {
  /// What it belongs to, of what a message may cover.
  fileprivate func extra(in contents: Layout.Contents) -> Layout.Extra? {
    switch self {
    case .code: .code
    case .date: .date
    case .lap, .lapTotal: .laps
    case .zone, .zoneName: .zones
    case .status, .words: contents.feed == nil ? nil : .feed
    case .agendaNow, .agendaNext: .agenda
    case .countdownTitle, .countdownNumber: .countdowns
    case .programNext, .programEnd, .program: .program
    case .time, .hour, .minute, .second, .half, .number, .phase, .note, .stopwatch, .stopwatchNote: nil
    }
  }
}
