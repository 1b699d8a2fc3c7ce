/// The places of all parts of a wall. They stay while only digits change.
final class Layout: Sendable {
  /// Without room, parts are left out in this order.
  enum Extra: UInt8, CaseIterable, Sendable {
    case code, laps, zones, feed, date, agenda, program, countdowns

    fileprivate var bit: UInt8 { 1 << rawValue }
  }

  /// A bit set, which is cheaper to copy and compare than a `Set`.
  struct Extras: Hashable, Sendable {
    private var bits: UInt8 = 0

    func contains(_ extra: Extra) -> Bool { bits & extra.bit != 0 }
    mutating func insert(_ extra: Extra) { bits |= extra.bit }
    mutating func remove(_ extra: Extra) { bits &= ~extra.bit }
  }

  struct Card: Hashable, Sendable {
    let box: Rect
    let isNotice: Bool
    let slots: [Slot]

    func moved(by offset: Point) -> Card {
      Card(box: box.moved(by: offset), isNotice: isNotice, slots: slots.map { $0.moved(by: offset) })
    }
  }

  /// The side of a symbol, and its gap to the text, in digit heights.
  static let symbol = (size: 1.15, gap: 0.45)
  static let symbolWidth = symbol.size + symbol.gap

  let contents: Contents
  let scale: TypeScale
  let slots: [Slot]
  let ring: Rect?
  let slotsInRing: [Slot]
  /// Ordered from top to bottom.
  let cards: [Card]
  let allowsAnySize: Bool
  /// Parts that are left out, shortened, or covered by a message.
  let hidden: [Extra]
  let controls: Controls
  /// The band without its row of hours.
  let agendaBand: Rect?
  let underBar: UnderBar
  let agendaForm: AgendaDay.Form
  /// A program's step that the list shows, as an index in `Contents.countdowns`.
  let stepInList: Int?
  private let isMessageCut: Bool

  init(_ contents: Contents) {
    let plan = Plan(contents)
    let wall = plan.composition
    self.contents = contents
    scale = wall.scale
    allowsAnySize = wall.allowsAnySize
    agendaForm = wall.agendaForm
    isMessageCut = plan.messages.isCut
    controls = plan.controls
    isMoving = false

    let messages = plan.messages
    let shown = Layout.uncovered(wall, by: messages.covered)
    let isBandCovered = wall.band.map { messages.covered?.overlaps($0) == true } ?? false
    agendaBand = isBandCovered ? nil : wall.band
    let hours = AgendaBand.hoursHeight(below: wall.scale.third, in: contents.size)
    let bandWithHours = agendaBand.map { wall.around($0, hours: hours) }
    let shapes = messages.cards.map(\.box) + [wall.ring, bandWithHours].compactMap(\.self)
    let slots = OmittedSign(contents: contents, area: plan.area, wall: wall, shown: shown, shapes: shapes).slots

    let axis = plan.window.midX
    let isRightToLeft = contents.words.isRightToLeft
    func mirrored(_ slots: [Slot]) -> [Slot] { isRightToLeft ? slots.map { $0.mirrored(at: axis) } : slots }
    self.slots = mirrored(slots)
    slotsInRing = mirrored(wall.slotsInRing)
    ring = isRightToLeft ? wall.ring?.mirrored(at: axis) : wall.ring
    cards = messages.cards.map { card in
      let box = isRightToLeft ? card.box.mirrored(at: axis) : card.box
      return Card(box: box, isNotice: card.isNotice, slots: mirrored(card.slots))
    }

    stepInList = contents.programCountdown.flatMap { step in
      slots.contains { $0.part == .countdownNumber(step) } ? step : nil
    }
    underBar = UnderBar(
      self.slots, step: stepInList, cards.map(\.box) + [ring].compactMap(\.self), band: agendaBand, hours: hours,
      controls)
    let covered = wall.slots.filter { !shown.contains($0) }.compactMap(\.part.extra)
    hidden = Extra.allCases.filter {
      plan.hidden.contains($0) || covered.contains($0) || isBandCovered && $0 == .agenda
    }
  }

  /// If a message covers a line of a feed's item, the whole item is hidden; so is an entry's text with its title.
  static func uncovered(_ wall: Composition, by covered: Rect?) -> [Slot] {
    guard let covered else { return wall.slots }
    let isCovered = { (slot: Slot) in !wall.isProtected(slot) && covered.overlaps(slot.ink) }
    let hidden = wall.slots.filter(isCovered)
    let items = Set(hidden.compactMap(\.part.feedItem))
    let isEntryHidden = hidden.contains(where: \.part.isOfTitleApart)
    return wall.slots.filter { slot in
      if isEntryHidden, slot.part.isOfTitleApart { return false }
      return slot.part.feedItem.map { !items.contains($0) } ?? !isCovered(slot)
    }
  }

  /// True only for copies made by `with(ring:)`.
  let isMoving: Bool

  private init(_ layout: Layout, ring: Rect) {
    contents = layout.contents
    scale = layout.scale
    slots = layout.slots
    cards = layout.cards
    agendaBand = layout.agendaBand
    agendaForm = layout.agendaForm
    allowsAnySize = layout.allowsAnySize
    isMessageCut = layout.isMessageCut
    controls = layout.controls
    hidden = layout.hidden
    underBar = layout.underBar
    stepInList = layout.stepInList
    isMoving = true
    let old = layout.ring ?? ring
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

  func with(ring: Rect) -> Layout { Layout(self, ring: ring) }

  var isUrgent: Bool { contents.messages.urgent != nil }

  func hasRoom(forMessage lines: [String]) -> Bool { !isMessageCut && shows(message: lines) }

  /// True even if the message is cut.
  func shows(message lines: [String]) -> Bool {
    let messages = contents.messages
    if isUrgent { return !slots.isEmpty && messages.urgent == lines }
    return cards.contains { ($0.isNotice ? messages.notice : messages.info) == lines }
  }

  /// A box in the row of labels, between `others`; `nil` if it would be too small.
  func hint(_ words: String, beside others: [Rect]) -> Rect? {
    let room = labelRow.width - 2 * (others.map(\.width).max() ?? 0) - labelRow.height
    let tall = min(labelRow.height / 2, room / Line.width(words))
    return tall < Layout.leastHint ? nil : Rect(centre: labelRow.centre, width: max(1, room), height: tall)
  }

  private static let leastHint = 6.0

  /// The box is at the margin, or in the row of labels if other parts are there. Its height is two digit heights.
  func edgeLabel(_ template: String, isLeft: Bool, isLarge: Bool = false) -> Rect {
    let boxes =
      slots.map(\.ink) + cards.map(\.box) + controls.barBoxes + [ring, agendaBand, controls.button].compactMap(\.self)
    let edge = contents.margin + Plan.margin * contents.shortSide
    func label(_ share: Double, at y: Double? = nil) -> Rect {
      let (row, tall) = (labelRow, share * labelRow.height)
      let width = min(row.width / 2, (Line.width(template) / 2 + 1) * tall)
      let isBelow = row.midY > Double(contents.size.height) / 2
      let onMargin = isBelow ? Double(contents.size.height) - edge - tall : edge
      return Rect(x: isLeft ? row.x : row.maxX - width, y: y ?? onMargin, width: width, height: tall)
    }
    for share in isLarge ? [Self.largeLabel, 1] : [1] {
      let box = label(share)
      if !boxes.contains(where: box.overlaps) { return box }
    }
    return label(1, at: labelRow.y)
  }

  private static let largeLabel = 1.4
}
