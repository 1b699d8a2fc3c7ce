extension Layout {
  struct Plan {
    let contents: Layout.Contents
    private let texts: WallTexts
    private let ringFit: RingPlan.Fit?
    /// The window without the space for pixel shift.
    let window: Rect
    /// The window without the margins and the row of labels, and, with `keepsClear`, without the row of the button.
    let area: Rect
    let controls: Layout.Controls
    private(set) var composition: Composition
    private(set) var cards: [Layout.Card] = []
    /// The strip that messages cover. Lines that touch the strip are not shown, so that no line is visible in part.
    /// Lines of `Composition.keeps` stay.
    private(set) var covered: Rect?
    private(set) var isCut = false
    private var isUnderBar = false
    /// False if the list of countdowns, or the lines of a program, may stand under the controls, because there is no
    /// other room for all of them.
    private var (keepsListClear, keepsProgramClear) = (true, true)
    private var isTooSmall = false
    private(set) var hidden: [Layout.Extra] = []
    /// True if a ring has moved up for messages.
    private var hasFoot = false

    /// The wall's margin, as a share of the shorter side.
    static let margin = 0.04

    /// While a countdown rings, a button appears. A list of countdowns stays where it is, unless the button would cover
    /// something.
    init(_ contents: Layout.Contents) {
      if contents.headline != nil, !contents.countdowns.isEmpty {
        self.init(contents, keepsClear: false)
        if isClearOfControls { return }
      }
      self.init(contents, keepsClear: true)
    }

    /// - Parameter keepsClear: true if the row of the button stays free.
    private init(_ contents: Layout.Contents, keepsClear: Bool) {
      let window = Rect(contents.size).inset(by: contents.margin)
      let margin = Self.margin * min(window.width, window.height)
      (self.contents, self.window) = (contents, window)
      texts = WallTexts(contents)
      ringFit = RingPlan.Fit(contents, texts)
      let controls = Layout.Controls(contents, in: window)
      self.controls = controls
      let free = controls.reserved(in: window, withButton: keepsClear)
      let (top, bottom) = (max(margin, free.top), max(margin, free.bottom))
      area = Rect(
        x: window.x + margin, y: window.y + top, width: window.width - 2 * margin,
        height: max(1, window.height - top - bottom))
      composition = Composition(scale: TypeScale(first: 1), kept: area)
      compose()
    }

    /// True if button and bar touch no line, ring or agenda.
    private var isClearOfControls: Bool {
      let lines = composition.slots.map(\.ink) + [composition.ring, composition.band].compactMap(\.self)
      return (controls.barBoxes + [controls.button].compactMap(\.self)).allSatisfy { control in
        !lines.contains { $0.overlaps(control) }
      }
    }

    private mutating func compose() {
      // In a smaller window nothing is legible.
      guard min(window.width, window.height) >= 4 else { return }
      if let urgent = contents.messages.urgent {
        let isAbove = controls.labelRow.midY > window.midY
        let margin = Self.margin * min(window.width, window.height)
        let button = isAbove ? nil : controls.button
        let composer = UrgentComposer(
          contents: contents, area: area, top: window.y, low: isAbove ? area.maxY : window.maxY - margin,
          controls: controls.barBoxes + [button].compactMap(\.self))
        let placed = composer.composition(urgent)
        composition = placed.composition
        isCut = !placed.isWhole
        return
      }
      composeWithMessages()
      centreGroup()
    }

    private mutating func composeWithMessages() {
      composeWall(foot: 0)
      placeMessages()
      guard hasRing, messageCount > 0, !hasGoodCards else { return }
      // A smaller ring leaves a strip for messages. In a very small window title and time may have any size.
      var best = self
      let short = min(window.width, window.height)
      let isTight = short < Self.small || contents.program != nil || !contents.countdowns.isEmpty
      for allowsFreeSize in short < Self.least ? [false, true] : [false] {
        for ring in isTight ? [RingPlan.least, RingPlan.leastOnSmall] : [RingPlan.least] {
          for strip in Self.strips {
            composeWall(foot: strip * area.height, leastRing: ring)
            placeMessages()
            guard allowsFreeSize || !composition.isSizeFree, isBetter(than: best) else { continue }
            if hasGoodCards { return }
            best = self
          }
        }
        if best.cards.count == messageCount, !best.isCut, !best.losesLines, !best.isTooSmall { break }
      }
      self = best
    }

    /// A ring that has moved up for messages below it is in the middle of the wall together with them.
    private mutating func centreGroup() {
      guard hasFoot, hasOnlyRing, let style = contents.ring, let square = composition.ring, let last = cards.last,
        cards.allSatisfy({ $0.box.y >= square.maxY })
      else { return }
      let ring = Ring(style: style, in: square, ink: .white, background: .black)
      let top = square.midY - ring.radius - ring.stroke / 2
      let way = ((window.maxY - last.box.maxY) - (top - window.y)) / 2
      // Never down, where the controls are.
      let offset = Point(x: 0, y: max(area.y - square.y, min(0, way)))
      composition.move(by: offset)
      cards = cards.map { $0.moved(by: offset) }
      covered = covered?.moved(by: offset)
    }

    /// Compares one property after the other. The first difference decides.
    private func isBetter(than other: Plan) -> Bool {
      if isCut { return false }
      if other.isCut || cards.count != other.cards.count { return other.isCut || cards.count > other.cards.count }
      if losesLines != other.losesLines { return !losesLines }
      // A plan must not win only by covering a large text: its messages must be larger too.
      if isSmallerThanText != other.isSmallerThanText, isSmallerThanText == (cardHeight < other.cardHeight) {
        return !isSmallerThanText
      }
      if coversAgenda != other.coversAgenda { return !coversAgenda }
      if coversDate != other.coversDate { return !coversDate }
      if isUnderBar != other.isUnderBar { return !isUnderBar }
      return (isReadFromAfar || other.isTooSmall) && cardHeight > 1.1 * other.cardHeight
    }

    /// True if all messages are whole, large enough and clear of the bar, and `losesLines` is false.
    private var hasGoodCards: Bool {
      cards.count == messageCount && !isCut && !hasSmallCards && !isTooSmall && !isUnderBar && !losesLines
        && !isSmallerThanText
    }

    /// True if messages are smaller than a text that stays on the wall.
    private var isSmallerThanText: Bool {
      !cards.isEmpty && cardHeight < 0.99 * textHeight { covered?.overlaps($0.ink) != true }
    }

    /// The largest digit height of date, feed and agenda, in pixels; 0 without them.
    private func textHeight(where isShown: (Slot) -> Bool = { _ in true }) -> Double {
      composition.slots.filter { slot in
        switch slot.part {
        case .date, .dateLine, .words, .agendaNow, .agendaNext, .agendaLine: isShown(slot)
        default: false
        }
      }.map(\.box.height).max() ?? 0
    }

    /// True if messages cover a line of a countdown, or if countdowns or program have no room.
    private var losesLines: Bool {
      hidden.contains(.countdowns) || hidden.contains(.program)
        || countdownLines.contains { covered?.overlaps($0.ink) == true }
    }

    private var coversAgenda: Bool { agendaLines.contains { covered?.overlaps($0.ink) == true } }

    private var hasRing: Bool { contents.ring?.place == .around }

    /// True if messages cover the date of a wall without a ring.
    private var coversDate: Bool { !hasRing && dates.contains { covered?.overlaps($0.ink) == true } }

    private var dates: [Slot] {
      composition.slots.filter {
        switch $0.part {
        case .date, .dateLine: true
        default: false
        }
      }
    }

    private var agendaLines: [Slot] {
      composition.slots.filter {
        switch $0.part {
        case .agendaNow, .agendaNext, .agendaLine: true
        default: false
        }
      }
    }

    /// The lines of the list, with those of a program's step.
    private var countdownLines: [Slot] {
      composition.slots.filter { $0.part.isCountdown || contents.stepCountdown != nil && $0.part.isProgram }
    }

    /// The least digit height of the messages, in pixels.
    private var cardHeight: Double { cards.flatMap(\.slots).map(\.box.height).min() ?? 0 }

    /// Heights of the free strip to try for messages that have no other room, as shares of the area's height.
    private static let strips = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.55]
    /// Limits of the window's shorter side, in pixels. Below `small`, legible messages matter more than a large ring.
    /// Below `least`, title and time may have any size.
    private static let (small, least) = (400.0, 200.0)

    /// True if the wall shows only a ring. A code in the corner does not count.
    private var hasOnlyRing: Bool {
      hasRing && composition.band == nil
        && composition.slots.allSatisfy { $0.part == .code }
    }

    private var isReadFromAfar: Bool { hasOnlyRing || contents.program != nil || !contents.countdowns.isEmpty }

    /// True if messages are too small on a wall that is read from afar.
    private var hasSmallCards: Bool {
      isReadFromAfar && !cards.isEmpty && cardHeight < 0.99 * CardComposer.good * min(area.width, area.height)
    }

    /// Composes the wall without messages. `foot` is the height at the lower edge that stays free, in pixels.
    private mutating func composeWall(foot: Double, leastRing: Double = RingPlan.least) {
      let room = Rect(x: area.x, y: area.y, width: area.width, height: area.height - foot)
      // With the buttons below it, a ring is a group, which is in the middle of the wall.
      let lift = Point(x: 0, y: foot > 0 ? 0 : -controls.ringLift)
      let isLow = foot > 0 || controls.button != nil && !controls.isBelowRing
      let stage = isLow ? belowLabels(room) : window.moved(by: lift)
      var contents = contents
      // The code is left out, because it would stand between ring and message.
      let leavesOutCode = foot > 0 && contents.labels.hex
      if leavesOutCode { contents.labels.hex = false }
      var composer = WallComposer(
        contents: contents, texts: texts, area: room, stage: stage, ceiling: ceiling, ringFit: ringFit,
        leastRing: leastRing, keepsProgramClear: keepsProgramClear, keepsListClear: keepsListClear)
      if let large = withoutBar(composer) {
        (composition, hidden) = (large.composition, large.hidden)
        return
      }
      var found = composer.composition()
      if foot == 0 { found = withSmallerRing(found, composer) }
      if foot == 0, ceiling != nil { found = withLinesUnderControls(found, &composer) }
      found = withoutBand(found, composer)
      composition = found.composition
      hasFoot = foot > 0
      hidden = (leavesOutCode ? [.code] : []) + found.hidden
    }

    /// Above the row of a hold button, a ring of the least size may leave no room for other parts. A smaller ring keeps
    /// them, unless the window is small.
    private func withSmallerRing(_ found: WallComposer.Found, _ composer: WallComposer) -> WallComposer.Found {
      guard hasRing, contents.button?.place != nil,
        min(window.width, window.height) >= Self.small, found.hidden.contains(where: { $0 != .code })
      else { return found }
      var smaller = composer
      smaller.leastRing = RingPlan.leastOnSmall
      let other = smaller.composition()
      return other.hidden.count < found.hidden.count ? other : found
    }

    /// A large ring in the room of the bar, while the bar is not visible; `nil` if other lines would move when the bar
    /// comes. The ring does not touch the row of labels.
    private func withoutBar(_ composer: WallComposer) -> WallComposer.Found? {
      guard contents.bar?.isAway == true, contents.hasOnlyRing, contents.button == nil else { return nil }
      let row = controls.labelRow
      let edge = min(0.2 * window.height, row.midY < window.midY ? row.maxY - window.y : window.maxY - row.y)
      let stage = Rect(
        x: composer.stage.x, y: composer.stage.y + edge, width: composer.stage.width,
        height: composer.stage.height - 2 * edge)
      let found = composer.standing(on: stage).composition()
      return found.composition.slots.allSatisfy { $0.part == .code } ? found : nil
    }

    /// The room for a ring that rings alone on a wide wall: with the row of labels above it, because a ring leaves the
    /// corners free.
    private func belowLabels(_ room: Rect) -> Rect {
      guard contents.headline != nil, contents.hasOnlyRing, window.width > window.height,
        controls.labelRow.midY < window.midY
      else { return room }
      let top = min(room.y, window.y + Self.margin * window.height)
      return Rect(x: room.x, y: top, width: room.width, height: room.maxY - top)
    }

    /// Lines under the controls if there are more lines then. In a small or upright window also if they are larger. The
    /// first composition decides this, because each composition takes long.
    private mutating func withLinesUnderControls(
      _ first: WallComposer.Found, _ composer: inout WallComposer
    ) -> WallComposer.Found {
      var found = first
      let mayBeLarger = window.width < window.height || window.height < Self.small
      let height = composer.listHeight(found.composition)
      let isSmall = mayBeLarger && height < found.composition.scale.second
      if isSmall || listed(found) < contents.countdowns.count {
        composer.keepsListClear = false
        let other = composer.composition()
        let (more, isLarger) = (listed(other) - listed(found), composer.listHeight(other.composition) > 1.1 * height)
        if more > 0 || more == 0 && isLarger { (found, keepsListClear) = (other, false) }
      }
      if found.hidden.contains(.program) {
        composer.keepsProgramClear = false
        let other = composer.composition()
        if !other.hidden.contains(.program) { (found, keepsProgramClear) = (other, false) }
      }
      return found
    }

    /// Without the agenda if its band leaves no countdown on the wall, because one that runs is more important.
    private func withoutBand(_ found: WallComposer.Found, _ composer: WallComposer) -> WallComposer.Found {
      var contents = composer.contents
      guard contents.agenda?.hasBand == true, !contents.countdowns.isEmpty, listed(found) == 0 else { return found }
      contents.agenda = nil
      let other = composer.showing(contents).composition()
      return listed(other) > 0 ? (other.composition, [.agenda] + other.hidden) : found
    }

    /// How many countdowns have a line.
    private func listed(_ found: WallComposer.Found) -> Int {
      found.composition.slots.count { if case .countdownNumber = $0.part { true } else { false } }
    }

    private var ceiling: Double? { controls.top }

    /// Places the messages above the code in the corner, or over the code if there is no room above it. As a last
    /// choice, messages cover the lines of countdowns and of the agenda.
    private mutating func placeMessages() {
      guard messageCount > 0 else { return }
      let code = composition.slots.first { $0.part == .code && $0.alignment == .right }
      // The lowest edges to try for messages. The first edge is just above the code, so that messages do not cover the
      // code.
      let floors = [code.map { $0.ink.y - 2 * composition.scale.step - 0.01 }, area.maxY].compactMap(\.self)
      var part = composition
      for slot in countdownLines {
        // The plate of the line must not be covered either.
        var line = slot
        line.box = slot.box.inset(by: -Layout.countdownPlate.edge * slot.box.height)
        part.keep(line)
      }
      // The text about the next entry is covered before the text about the present entry.
      for slot in agendaLines where slot.part != .agendaNext { part.keep(slot) }
      var whole = part
      for slot in agendaLines { whole.keep(slot) }
      var dated = composition
      if !hasRing { for slot in dates { dated.keep(slot) } }
      let kept = [whole.kept, part.kept, dated.kept, composition.kept].reduce(into: [Rect]()) {
        if $0.last != $1 { $0.append($1) }
      }
      if placeMessagesBelowAll(from: whole, above: floors) || placeMessagesBesideSubject() { return }
      var best: Plan?
      for kept in kept {
        for floor in floors {
          placeMessages(above: floor, kept: kept)
          if hasGoodCards, !coversAgenda { return }
          if best.map(isBetter) ?? true { best = self }
        }
      }
      if let best { self = best }
    }

    /// Places the messages below all lines, where the controls appear, and returns true. Returns false with a ring, or
    /// if the messages would be small there.
    private mutating func placeMessagesBelowAll(from whole: Composition, above floors: [Double]) -> Bool {
      guard !hasRing else { return false }
      var all = whole
      for slot in composition.slots where slot.part != .code { all.keep(slot) }
      for floor in floors {
        placeMessages(above: floor, kept: all.kept)
        if hasLargeCards { return true }
      }
      return false
    }

    /// Places the messages at the right of the subject, above all other lines, so that the agenda's band stays, and
    /// returns true. Returns false without a band, or if the messages would be small there.
    private mutating func placeMessagesBesideSubject() -> Bool {
      guard !hasRing, let band = composition.band else { return false }
      let kept = composition.kept
      let lines = composition.slots.filter { $0.ink.maxX > kept.maxX }.map(\.ink.y)
      let floor = (lines + [composition.around(band, hours: 0).y]).min() ?? area.maxY
      placeMessages(above: floor - 2 * composition.scale.step, kept: kept, isFlush: false)
      return hasLargeCards
    }

    private var hasLargeCards: Bool {
      let isLarge = cardHeight >= CardComposer.leastClear * min(area.width, area.height)
      return cards.count == messageCount && !isCut && isLarge && !isSmallerThanText
    }

    private var messageCount: Int {
      [contents.messages.notice, contents.messages.info].count { $0 != nil }
    }

    private mutating func placeMessages(above floor: Double, kept: Rect, isFlush: Bool? = nil) {
      let room = Rect(x: area.x, y: area.y, width: area.width, height: max(1, floor - area.y))
      let composer = CardComposer(
        scale: composition.scale, area: room, kept: kept, ceiling: hasOnlyRing ? nil : ceiling,
        isFlush: isFlush ?? composition.isFlush, isAlone: hasOnlyRing, hasRing: hasRing,
        text: textHeight())
      let placed = composer.cards(notice: texts.notice, info: texts.info)
      (cards, covered) = (placed.cards, placed.covered)
      (isCut, isUnderBar, isTooSmall) = (placed.isCut, placed.isUnderBar, placed.isTooSmall)
    }
  }
}
