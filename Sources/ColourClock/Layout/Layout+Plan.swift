extension Layout {
  /// The wall and its message cards, computed from left to right. `Layout` mirrors them for right-to-left languages.
  struct Plan {
    let contents: Layout.Contents
    let texts: WallTexts
    let ringFit: RingPlan.Fit?
    /// The window without the space for pixel shift.
    let window: Rect
    /// The window without margins and labels; with `reservesButton`, also without the hold button's row.
    let area: Rect
    let controls: Layout.Controls
    var composition: Composition
    var messages = CardComposer.Placed()
    // If false, the controls may cover the list of countdowns, or a program's lines:
    var keepsListClear = true
    var keepsProgramClear = true
    var hidden: [Layout.Extra] = []
    var hasMessageStrip = false

    /// The margin, as a share of the window's shorter side.
    static let margin = 0.04

    /// While something rings, a list of countdowns may use the hold button's row, unless lines and controls overlap.
    init(_ contents: Layout.Contents) {
      if contents.isRinging, !contents.countdowns.isEmpty {
        self.init(contents, reservesButton: false)
        if isClearOfControls { return }
      }
      self.init(contents, reservesButton: true)
    }

    private init(_ contents: Layout.Contents, reservesButton: Bool) {
      let window = Rect(contents.size).inset(by: contents.margin)
      let margin = ControlBar.margin(in: window)
      (self.contents, self.window) = (contents, window)
      texts = WallTexts(contents)
      ringFit = RingPlan.Fit(contents, texts)
      let controls = Layout.Controls(contents, in: window)
      self.controls = controls
      let reserved = controls.reserved(in: window, withButton: reservesButton)
      let (top, bottom) = (max(margin, reserved.top), max(margin, reserved.bottom))
      area = Rect(
        x: window.x + margin, y: window.y + top, width: window.width - 2 * margin,
        height: max(1, window.height - top - bottom))
      composition = Composition(scale: TypeScale(first: 1), protectedArea: area)
      compose()
    }

    private var isClearOfControls: Bool {
      let lines = composition.slots.map(\.ink) + [composition.ring, composition.band].compactMap(\.self)
      // For right-to-left languages, only the controls are already mirrored.
      let boxes = controls.barBoxes + [controls.button].compactMap(\.self)
      let leftToRight = contents.words.isRightToLeft ? boxes.map { $0.mirrored(at: window.midX) } : boxes
      return leftToRight.allSatisfy { control in !lines.contains { $0.overlaps(control) } }
    }

    private mutating func compose() {
      guard window.shortSide >= Self.leastWindow else { return }
      if let urgent = contents.messages.urgent {
        let isAbove = controls.labelRow.midY > window.midY
        let margin = ControlBar.margin(in: window)
        let button = isAbove ? nil : controls.button
        let composer = UrgentComposer(
          contents: contents, area: area, top: window.y, low: isAbove ? area.maxY : window.maxY - margin,
          controls: controls.barBoxes + [button].compactMap(\.self))
        let placed = composer.composition(urgent)
        composition = placed.composition
        messages.isCut = !placed.isWhole
        return
      }
      composeWithMessages()
      centreGroup()
      placeRingAside()
    }

    private mutating func composeWithMessages() {
      composeWall(messageStrip: 0)
      placeMessages()
      guard hasRing, messageCount > 0, !hasGoodCards else { return }
      var best = self
      let shortSide = window.shortSide
      let isTight = shortSide < Self.small || contents.program != nil || !contents.countdowns.isEmpty
      for allowsFreeSize in shortSide < Self.least ? [false, true] : [false] {
        for ring in isTight ? [RingPlan.least, RingPlan.leastOnSmall] : [RingPlan.least] {
          for strip in Self.strips {
            composeWall(messageStrip: strip * area.height, leastRing: ring)
            placeMessages()
            guard allowsFreeSize || !composition.allowsAnySize, isBetter(than: best) else { continue }
            if hasGoodCards { return }
            best = self
          }
        }
        let placed = best.messages
        if placed.cards.count == messageCount, !placed.isCut, !placed.isTooSmall, !best.losesLines { break }
      }
      self = best
    }

    private mutating func centreGroup() {
      guard hasMessageStrip, hasOnlyRing, let square = composition.ring, let last = messages.cards.last,
        messages.cards.allSatisfy({ $0.box.y >= square.maxY })
      else { return }
      let top = ringLine(in: square).y
      let toMiddle = ((window.maxY - last.box.maxY) - (top - window.y)) / 2
      let offset = Point(x: 0, y: max(area.y - square.y, min(0, toMiddle)))
      composition.move(by: offset)
      messages.cards = messages.cards.map { $0.moved(by: offset) }
      messages.covered = messages.covered?.moved(by: offset)
    }

    /// On a wide wall, moves the ring to the left margin and messages to its right, if the ring grows and the messages
    /// do not shrink.
    private mutating func placeRingAside() {
      guard hasOnlyRing, messageCount > 0, !contents.isRinging, window.width > window.height,
        let ring = composition.ring
      else { return }
      var aside = self
      aside.composeWall(messageStrip: 0)
      guard aside.hasOnlyRing, let square = aside.composition.ring, square.height > Self.asideGain * ring.height else {
        return
      }
      let code = aside.composition.slots
      aside.composition.move(by: Point(x: area.x - aside.ringLine(in: square).x, y: 0))
      aside.composition.slots = code
      aside.placeMessages()
      let isBeside = aside.messages.cards.allSatisfy { $0.box.x > (aside.composition.ring?.maxX ?? 0) }
      if isBeside, aside.hasGoodCards, aside.cardHeight >= cardHeight { self = aside }
    }

    private static let asideGain = 1.15

    /// The square around the outer edge of the ring's line.
    private func ringLine(in square: Rect) -> Rect {
      square.inset(by: contents.ring?.lineInset(of: square.width) ?? 0)
    }

    private static let strips = [0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.55]
    // Lengths of the window's shorter side, in pixels:
    static let small = 400.0
    /// In a smaller window, title and time may have any size.
    private static let least = 200.0
    private static let leastWindow = 4.0
  }
}
