/// The places of all parts of a wall. They stay while only digits change, so that nothing jumps.
///
/// The wall has one subject, in the first size of `TypeScale`: an urgent message, an alarm, a countdown, a stopwatch or
/// the time of day. The other lines are around the subject, in the second and third size. The time of day has the first
/// or second size. In a small ring it may be smaller or be left out.
final class Layout: Sendable {
  struct Contents: Hashable, Sendable {
    var size: Size
    var labels: Labels
    var words = Words()
    /// The margin at all edges, in pixels.
    var margin = 0.0
    /// The style of the ring; `nil` without a ring. If the ring is above the window (place `above`), its number is one
    /// of the labels.
    var ring: Ring.Style?
    /// The widest form of the countdown's number.
    var number = ""
    /// The number's widest form in the last minute, when it has fewer digits; `nil` at other times.
    var lastNumber: String?
    /// True if the ring shows the time of day and no countdown.
    var hasDial = false
    /// The countdowns beside the subject, in the order of their ends.
    var countdowns: [CountdownTemplates] = []
    /// The index of the chosen countdown in `countdowns`; `nil` if the chosen countdown is the subject.
    var chosenCountdown: Int?
    /// The index of a program's step in `countdowns`; `nil` if the step is the subject, or without a program.
    var stepCountdown: Int?
    var headline: String?
    /// The title of the countdown that rings, for the foot of an urgent message.
    var ringing: String?
    var feed: [String]?
    var feedStyle = Feed.Style.standard
    var hasStopwatch = false
    /// True if the stopwatch is at zero. Beside a countdown it then is one of the last and smallest lines.
    var isStopwatchIdle = false
    /// True if there is a lap, so that the layout has room for the last laps.
    var hasLaps = false
    var zones: [ZoneTemplates] = []
    var messages = Messages.Shown()
    var program: ProgramTemplates?
    var agenda: AgendaTemplates?
    var button: HoldButton.Contents?
    var bar: ControlBar.Contents?
  }

  /// The widest forms of the agenda's texts. They change only when the texts name other entries.
  struct AgendaTemplates: Hashable, Sendable {
    let now: String
    let next: String?
    /// The text for a wall that has room for only one text.
    let only: String
    /// False on a day without entries, and after the last entry. Then there is only one text, about tomorrow or
    /// "Nothing more today".
    var hasBand = true
    /// True if reminders need a lane of their own above the periods.
    var hasReminders = false
    /// True with several calendars: a square before a text has the colour of the entry.
    var hasSymbols = false
  }

  /// The widest forms of the program's texts. `title` names the present step if it is not in the ring; it precedes
  /// `next` if no list has the step.
  struct ProgramTemplates: Hashable, Sendable {
    var title = ""
    let next: String
    let end: String
  }

  /// `time` is the widest form of the time.
  struct ZoneTemplates: Hashable, Sendable {
    let name: String
    let time: String
  }

  struct CountdownTemplates: Hashable, Sendable {
    let title: String
    let number: String
  }

  struct Slot: Hashable, Sendable {
    let part: Part
    /// The widest form of the text.
    var template: String
    /// The widest form of the smaller text beside the text.
    var suffix = ""
    var figures = Text.Figures.decimal
    var alignment = Text.Alignment.centre
    /// Space for a symbol before the text, in pixels, outside the box.
    var lead = 0.0
    var box: Rect

    /// Mirrors the box at a vertical line. The symbol stays at the left of the text.
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

    /// The estimated rectangle of the letters. A text is seldom as wide as its box.
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

    /// The slot for a text. A text wider than the template becomes the template, so that it is drawn smaller.
    func fitting(_ text: String) -> Slot {
      guard Line.width(text) > Line.width(template) else { return self }
      var slot = self
      slot.template = text
      return slot
    }
  }

  enum Part: Hashable, Sendable {
    case time, hour, minute, second, half, code, date
    /// Hours and minutes in one row, with the seconds below them.
    case hourAndMinute
    /// A line of the date, if it has two lines.
    case dateLine(Int)
    /// A countdown. `note` has its number and phase in one line.
    case number, phase, note
    /// A countdown beside the subject, by its index in `Contents.countdowns`.
    case countdownTitle(Int), countdownNumber(Int)
    /// A text that does not change: a line of a title, of a message or of a feed.
    case words(String)
    case status
    /// The stopwatch. Lap 0 is the first row of the table, usually the last lap. `lapRange` says which laps the table
    /// shows. The note says how to start the stopwatch.
    /// `stopwatchStart` has its hours and minutes, `stopwatchEnd` its seconds.
    case stopwatch, stopwatchStart, stopwatchEnd, lap(Int), lapSplit(Int), lapTotal(Int), lapRange, stopwatchNote
    /// A further zone, by its index. `zoneDays` is the difference of its date in days.
    case zoneName(Int), zone(Int), zoneDays(Int)
    /// The agenda's texts. If one text is too wide, both texts are broken into lines (`agendaLine`), numbered from 0.
    case agendaNow, agendaNext, agendaLine(Int)
    /// How many lines of a list are left out, such as "+3".
    case others(Extra, Int)
    /// A program: what comes next, when all ends, and both in one line.
    case programNext, programEnd, program
  }

  /// Parts that can be left out for lack of room. The first part is left out first.
  enum Extra: String, CaseIterable, Sendable {
    case code, laps, zones, feed, date, agenda, program, countdowns
  }

  /// A message on a plate of its own, which covers less important parts.
  struct Card: Hashable, Sendable {
    let box: Rect
    let isNotice: Bool
    let slots: [Slot]
  }

  /// A symbol before a text, in digit heights. `size`: its side. `gap`: its distance from the text.
  static let symbol = (size: 1.15, gap: 0.45)

  let contents: Contents
  let scale: TypeScale
  let slots: [Slot]
  let ring: Rect?
  let slotsInRing: [Slot]
  /// The cards, from the top down.
  let cards: [Card]
  /// True if nothing else has room, so that title and time may have any size.
  let isSizeFree: Bool
  /// The parts that are hidden or incomplete, for lack of room or under a message.
  let hidden: [Extra]
  let controls: Controls
  /// The agenda's band. The row with the hours is below the band.
  let agendaBand: Rect?
  let underBar: UnderBar
  /// True if only one text of the agenda has room.
  let hasOneAgendaText: Bool
  private let isMessageCut: Bool

  init(_ contents: Contents) {
    let plan = Plan(contents)
    self.contents = contents
    isMoving = false
    // Some languages read a row from the right.
    let line = plan.window.midX
    let runsLeft = contents.words.runsLeft
    func mirrored(_ slots: [Slot]) -> [Slot] { runsLeft ? slots.map { $0.mirrored(at: line) } : slots }
    let wall = plan.composition
    let slots = Layout.uncovered(wall, by: plan.covered, in: contents)
    hasOneAgendaText = wall.hasOneAgendaText
    (scale, self.slots, slotsInRing) = (wall.scale, mirrored(slots), mirrored(wall.slotsInRing))
    ring = runsLeft ? wall.ring?.mirrored(at: line) : wall.ring
    cards = plan.cards.map { card in
      let box = runsLeft ? card.box.mirrored(at: line) : card.box
      return Card(box: box, isNotice: card.isNotice, slots: mirrored(card.slots))
    }
    agendaBand = wall.band.flatMap { plan.covered?.overlaps($0) == true ? nil : $0 }
    (isSizeFree, isMessageCut, controls) = (wall.isSizeFree, plan.isCut, plan.controls)
    underBar = UnderBar(
      self.slots, cards.map(\.box) + [ring].compactMap(\.self), band: agendaBand,
      hours: AgendaBand.hours * scale.third, controls)
    let isBandCovered = wall.band != nil && agendaBand == nil
    let covered = wall.slots.filter { !slots.contains($0) }.compactMap { $0.part.extra(in: contents) }
    hidden = Extra.allCases.filter {
      plan.hidden.contains($0) || covered.contains($0) || isBandCovered && $0 == .agenda
    }
  }

  /// The lines that messages do not cover. If a message covers a later line of a feed's item, the whole item is left
  /// out.
  private static func uncovered(_ wall: Composition, by covered: Rect?, in contents: Contents) -> [Slot] {
    guard let covered else { return wall.slots }
    let isLine = { (slot: Slot) in if case .words = slot.part { contents.feed != nil } else { false } }
    let start = wall.slots.filter(isLine).map(\.box.x).min() ?? 0
    var slots: [Slot] = []
    for slot in wall.slots {
      if wall.keeps(slot) || !covered.overlaps(slot.ink) {
        slots.append(slot)
      } else if isLine(slot), slot.box.x > start, slot.alignment == .left {
        // Later lines are indented.
        while let last = slots.last, isLine(last) {
          slots.removeLast()
          if last.box.x == start { break }
        }
      }
    }
    return slots
  }

  let isMoving: Bool

  private init(_ layout: Layout, ring: Rect) {
    (contents, scale, slots, cards, agendaBand) = (
      layout.contents, layout.scale, layout.slots, layout.cards, layout.agendaBand
    )
    (isSizeFree, isMessageCut, controls, hidden) = (
      layout.isSizeFree, layout.isMessageCut, layout.controls, layout.hidden
    )
    underBar = layout.underBar
    let old = layout.ring ?? ring
    (isMoving, hasOneAgendaText) = (true, layout.hasOneAgendaText)
    let ratio = old.width > 0 ? ring.width / old.width : 1
    self.ring = ring
    slotsInRing = layout.slotsInRing.map { slot in
      var slot = slot
      let box = slot.box
      slot.box = Rect(
        x: ring.x + (box.x - old.x) * ratio, y: ring.y + (box.y - old.y) * ratio, width: box.width * ratio,
        height: box.height * ratio)
      return slot
    }
  }

  /// The layout with its ring moved and scaled to `ring`, and the lines inside the ring with it.
  func with(ring: Rect) -> Layout { Layout(self, ring: ring) }

  /// True if an urgent message and the time of day take the place of all else.
  var isUrgent: Bool { contents.messages.urgent != nil }

  func hasRoom(forMessage lines: [String]) -> Bool { !isMessageCut && shows(message: lines) }

  /// True if at least the beginning of the message is shown.
  func shows(message lines: [String]) -> Bool {
    let messages = contents.messages
    if isUrgent { return !slots.isEmpty && messages.urgent == lines }
    return cards.contains { ($0.isNotice ? messages.notice : messages.info) == lines }
  }

  /// The place of a hint in the middle of the row of labels, between the labels `others`; `nil` if the hint would be
  /// too small.
  func hint(_ words: String, beside others: [Rect]) -> Rect? {
    let room = labelRow.width - 2 * (others.map(\.width).max() ?? 0) - labelRow.height
    let tall = min(labelRow.height / 2, room / Line.width(words))
    return tall < Layout.leastHint ? nil : Rect(centre: labelRow.centre, width: max(1, room), height: tall)
  }

  /// The least height of a hint, in pixels.
  private static let leastHint = 6.0

  /// True if the list of countdowns has a line for the present step of a program.
  var hasStepInList: Bool {
    guard let index = contents.stepCountdown else { return false }
    return slots.contains { $0.part == .countdownNumber(index) }
  }

  /// A label at the left or right end of the row of labels. Its digits are half as high as the row.
  func edgeLabel(_ template: String, isLeft: Bool) -> Rect {
    let width = min(labelRow.width / 2, (Line.width(template) / 2 + 1) * labelRow.height)
    return Rect(x: isLeft ? labelRow.x : labelRow.maxX - width, y: labelRow.y, width: width, height: labelRow.height)
  }
}

extension Layout.Part {
  /// True for the lines of a program.
  var isProgram: Bool { self == .programNext || self == .programEnd || self == .program }

  /// True for a line of the list of countdowns.
  var isCountdown: Bool {
    switch self {
    case .countdownTitle, .countdownNumber: true
    default: false
    }
  }

  /// The extra to which the part belongs; `nil` if the part cannot be left out.
  fileprivate func extra(in contents: Layout.Contents) -> Layout.Extra? {
    switch self {
    case .code: .code
    case .date, .dateLine: .date
    case .lap, .lapSplit, .lapTotal, .lapRange: .laps
    case .zone, .zoneName, .zoneDays: .zones
    case .status, .words: contents.feed == nil ? nil : .feed
    case .agendaNow, .agendaNext, .agendaLine: .agenda
    case .countdownTitle, .countdownNumber: .countdowns
    case .programNext, .programEnd, .program: .program
    case .others(let extra, _): extra
    case .time, .hour, .minute, .second, .half, .hourAndMinute, .number, .phase, .note, .stopwatch, .stopwatchStart,
      .stopwatchEnd, .stopwatchNote:
      nil
    }
  }
}
