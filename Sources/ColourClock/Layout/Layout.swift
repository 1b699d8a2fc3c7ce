/// The places of all parts of a wall. They stay while only digits change, so that nothing jumps.
///
/// The wall has one subject, in the first size of `TypeScale`: an urgent message, an alarm, a countdown, a stopwatch or
/// the time of day. The other lines are around the subject, in the second and third size. The time of day has the first
/// or second size. In a small ring it may be smaller or be left out.
final class Layout: Sendable {
  /// Parts that can be left out for lack of room. The first part is left out first.
  enum Extra: String, CaseIterable, Sendable {
    case code, laps, zones, feed, date, agenda, program, countdowns

    fileprivate var bit: UInt8 {
      switch self {
      case .code: 1
      case .laps: 1 << 1
      case .zones: 1 << 2
      case .feed: 1 << 3
      case .date: 1 << 4
      case .agenda: 1 << 5
      case .program: 1 << 6
      case .countdowns: 1 << 7
      }
    }
  }

  /// A bit for each part. A set of the standard library would make each copy and comparison of `WallComposer.Wanted`
  /// expensive.
  struct Extras: Hashable, Sendable {
    private var bits: UInt8 = 0

    func contains(_ extra: Extra) -> Bool { bits & extra.bit != 0 }
    mutating func insert(_ extra: Extra) { bits |= extra.bit }
    mutating func remove(_ extra: Extra) { bits &= ~extra.bit }
  }

  /// A message on a plate of its own, which covers less important parts.
  struct Card: Hashable, Sendable {
    let box: Rect
    let isNotice: Bool
    let slots: [Slot]

    func moved(by offset: Point) -> Card {
      Card(box: box.moved(by: offset), isNotice: isNotice, slots: slots.map { $0.moved(by: offset) })
    }
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
  let agendaForm: AgendaDay.Form
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
    let shown = Layout.uncovered(wall, by: plan.covered, in: contents)
    let hours = AgendaBand.hoursHeight(below: wall.scale.third, in: contents.size)
    agendaBand = wall.band.flatMap { plan.covered?.overlaps(wall.around($0, hours: 0)) == true ? nil : $0 }
    let shapes =
      plan.cards.map(\.box) + [wall.ring, agendaBand.map { wall.around($0, hours: hours) }].compactMap(\.self)
    let slots = LeftOut(contents: contents, area: plan.area, wall: wall, shown: shown, shapes: shapes).slots
    (scale, self.slots, slotsInRing) = (wall.scale, mirrored(slots), mirrored(wall.slotsInRing))
    ring = runsLeft ? wall.ring?.mirrored(at: line) : wall.ring
    cards = plan.cards.map { card in
      let box = runsLeft ? card.box.mirrored(at: line) : card.box
      return Card(box: box, isNotice: card.isNotice, slots: mirrored(card.slots))
    }
    (isSizeFree, isMessageCut, controls) = (wall.isSizeFree, plan.isCut, plan.controls)
    agendaForm = wall.agendaForm
    let step = contents.stepCountdown.flatMap { step in
      slots.contains { $0.part == .countdownNumber(step) } ? step : nil
    }
    underBar = UnderBar(
      self.slots, step: step, cards.map(\.box) + [ring].compactMap(\.self), band: agendaBand,
      hours: hours, controls)
    let isBandCovered = wall.band != nil && agendaBand == nil
    let covered = wall.slots.filter { !shown.contains($0) }.compactMap { $0.part.extra(in: contents) }
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
    (isMoving, agendaForm) = (true, layout.agendaForm)
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

  /// A label at the left or right end of the row of labels, or on the wall's margin if nothing else stands there. Its
  /// digits are half as high as the row. With `isLarge`, the label is larger where nothing else stands.
  func edgeLabel(_ template: String, isLeft: Bool, isLarge: Bool = false) -> Rect {
    let boxes =
      slots.map(\.ink) + cards.map(\.box) + controls.barBoxes + [ring, agendaBand, controls.button].compactMap(\.self)
    let edge = contents.margin + Plan.margin * (contents.size.shortSide - 2 * contents.margin)
    func label(_ share: Double, at y: Double? = nil) -> Rect {
      let (row, tall) = (labelRow, share * labelRow.height)
      let width = min(row.width / 2, (Line.width(template) / 2 + 1) * tall)
      let isBelow = row.midY > Double(contents.size.height) / 2
      let onMargin = isBelow ? Double(contents.size.height) - edge - tall : edge
      return Rect(x: isLeft ? row.x : row.maxX - width, y: y ?? onMargin, width: width, height: tall)
    }
    return (isLarge ? [Self.largeLabel, 1] : [1]).lazy.map { label($0) }.first { !boxes.contains(where: $0.overlaps) }
      ?? label(1, at: labelRow.y)
  }

  private static let largeLabel = 1.4
}
