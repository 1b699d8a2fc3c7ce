extension Layout.Plan {
  /// As a last choice, messages cover agenda, countdowns and date.
  mutating func placeMessages() {
    guard messageCount > 0 else { return }
    let code = composition.slots.first { $0.part == .code && $0.alignment == .right }
    // Lower limits for messages (y): above the code, then the area's edge.
    let floors = [code.map { $0.ink.y - 2 * composition.scale.step - 0.01 }, area.maxY].compactMap(\.self)
    var withPresent = composition
    for slot in countdownLines {
      let plate = Layout.countdownPlate(title: slot.box.height, number: slot.box.height)
      var line = slot
      line.box = slot.box.inset(by: -plate.edge)
      withPresent.protect(line)
    }
    for slot in agendaLines where slot.part.isPresentAgenda { withPresent.protect(slot) }
    var withAgenda = withPresent
    for slot in agendaLines { withAgenda.protect(slot) }
    var withDate = composition
    if !hasRing { for slot in composition.slots where slot.part.isDate { withDate.protect(slot) } }
    var protectedAreas: [Rect] = []
    for wall in [withAgenda, withPresent, withDate, composition] where protectedAreas.last != wall.protectedArea {
      protectedAreas.append(wall.protectedArea)
    }
    if placeMessagesBelowAll(from: withAgenda, above: floors) || placeMessagesBesideSubject() { return }
    var best: Layout.Plan?
    for protectedArea in protectedAreas {
      for floor in floors {
        placeMessages(above: floor, protectedArea: protectedArea)
        if hasGoodCards, !coversAgenda { return }
        if best.map(isBetter) ?? true { best = self }
      }
    }
    if let best { self = best }
  }

  /// Returns false with a ring, or if messages would be small.
  private mutating func placeMessagesBelowAll(from withAgenda: Layout.Composition, above floors: [Double]) -> Bool {
    guard !hasRing else { return false }
    var all = withAgenda
    for slot in composition.slots where slot.part != .code { all.protect(slot) }
    for floor in floors {
      placeMessages(above: floor, protectedArea: all.protectedArea)
      if hasLargeCards { return true }
    }
    return false
  }

  /// Leaves the agenda's band free. Returns false without a band, or if messages would be small.
  private mutating func placeMessagesBesideSubject() -> Bool {
    guard !hasRing, let band = composition.band else { return false }
    let protectedArea = composition.protectedArea
    let tops = composition.slots.filter { $0.ink.maxX > protectedArea.maxX }.map(\.ink.y) + [band.y]
    let floor = tops.min() ?? area.maxY
    placeMessages(above: floor - 2 * composition.scale.step, protectedArea: protectedArea, isFlushLeft: false)
    return hasLargeCards
  }

  private var hasLargeCards: Bool {
    let isLarge = cardHeight >= CardComposer.leastClear * area.shortSide
    return messages.cards.count == messageCount && !messages.isCut && isLarge && !isSmallerThanText
  }

  var messageCount: Int {
    [contents.messages.notice, contents.messages.info].count { $0 != nil }
  }

  private mutating func placeMessages(above floor: Double, protectedArea: Rect, isFlushLeft: Bool? = nil) {
    let room = Rect(x: area.x, y: area.y, width: area.width, height: max(1, floor - area.y))
    let composer = CardComposer(
      scale: composition.scale, area: room, protectedArea: protectedArea, controlsTop: hasOnlyRing ? nil : controlsTop,
      isFlushLeft: isFlushLeft ?? composition.isFlushLeft, isAlone: hasOnlyRing, hasRing: hasRing,
      text: textHeight())
    messages = composer.cards(notice: texts.notice, info: texts.info)
  }

  // MARK: Which result is better

  func isBetter(than other: Layout.Plan) -> Bool {
    let (placed, others) = (messages, other.messages)
    if placed.isCut { return false }
    if others.isCut { return true }
    if placed.cards.count != others.cards.count { return placed.cards.count > others.cards.count }
    if losesLines != other.losesLines { return !losesLines }
    // A plan that covers a large text must not have smaller messages.
    if isSmallerThanText, !other.isSmallerThanText, cardHeight < other.cardHeight { return false }
    if !isSmallerThanText, other.isSmallerThanText, cardHeight >= other.cardHeight { return true }
    if coversAgenda != other.coversAgenda { return !coversAgenda }
    if coversDate != other.coversDate { return !coversDate }
    if placed.isUnderBar != others.isUnderBar { return !placed.isUnderBar }
    return (isReadFromAfar || others.isTooSmall) && cardHeight > Self.muchLarger * other.cardHeight
  }

  static let muchLarger = 1.1

  var hasGoodCards: Bool {
    messages.cards.count == messageCount && !messages.isCut && !messages.isTooSmall && !messages.isUnderBar
      && !hasSmallCards && !losesLines && !isSmallerThanText
  }

  private var isSmallerThanText: Bool {
    !messages.cards.isEmpty && cardHeight < 0.99 * textHeight { !isCovered($0) }
  }

  /// The largest digit height of date, titles, feed and agenda, in pixels; 0 without them.
  private func textHeight(where isShown: (Layout.Slot) -> Bool = { _ in true }) -> Double {
    let texts = composition.slots.filter { slot in
      switch slot.part {
      case .words, .feedLine: isShown(slot)
      default: (slot.part.isDate || slot.part.isAgenda) && isShown(slot)
      }
    }
    return texts.map(\.box.height).max() ?? 0
  }

  var losesLines: Bool {
    hidden.contains(.countdowns) || hidden.contains(.program)
      || countdownLines.contains(where: isCovered)
  }

  private func isCovered(_ slot: Layout.Slot) -> Bool { messages.covered?.overlaps(slot.ink) == true }

  private var coversAgenda: Bool { agendaLines.contains(where: isCovered) }

  var hasRing: Bool { contents.ring?.place == .around }

  private var coversDate: Bool { !hasRing && composition.slots.contains { $0.part.isDate && isCovered($0) } }

  private var agendaLines: [Layout.Slot] { composition.slots.filter(\.part.isAgenda) }

  private var countdownLines: [Layout.Slot] {
    composition.slots.filter { $0.part.isCountdown || contents.programCountdown != nil && $0.part.isProgram }
  }

  /// The messages' least digit height; 0 without messages.
  var cardHeight: Double { messages.cards.flatMap(\.slots).map(\.box.height).min() ?? 0 }

  var hasOnlyRing: Bool {
    hasRing && composition.band == nil && composition.slots.allSatisfy { $0.part == .code }
  }

  private var isReadFromAfar: Bool { hasOnlyRing || contents.program != nil || !contents.countdowns.isEmpty }

  private var hasSmallCards: Bool {
    isReadFromAfar && !messages.cards.isEmpty && cardHeight < 0.99 * CardComposer.easyToRead * area.shortSide
  }
}
