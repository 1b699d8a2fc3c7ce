extension Layout {
  /// A layout while it is computed.
  struct Plan {
    let contents: Layout.Contents
    /// The window without the space for shifts.
    let window: Rect
    /// Without the margins and the row of signs.
    let area: Rect
    let controls: Layout.Controls
    private(set) var composition: Composition
    private(set) var cards: [Layout.Card] = []
    /// The strip of the wall that messages lie on: lines that it touches are not shown, so that none is seen in part.
    private(set) var covered: Rect?
    /// True if the end of a message has no room.
    private(set) var isCut = false
    private(set) var hidden: [Layout.Extra] = []

    /// Of the shorter side.
    private static let margin = 0.04

    init(_ contents: Layout.Contents) {
      let window = Rect(contents.size).inset(by: contents.margin)
      let margin = Self.margin * min(window.width, window.height)
      (self.contents, self.window) = (contents, window)
      let controls = Layout.Controls(contents, in: window)
      self.controls = controls
      let free = controls.reserved(in: window)
      let (top, bottom) = (max(margin, free.top), max(margin, free.bottom))
      area = Rect(
        x: window.x + margin, y: window.y + top, width: window.width - 2 * margin,
        height: max(1, window.height - top - bottom))
      composition = Composition(scale: TypeScale(first: 1), kept: area)
      compose()
    }

    private mutating func compose() {
      // Nothing could be read in fewer pixels.
      guard min(window.width, window.height) >= 4 else { return }
      if let urgent = contents.messages.urgent {
        let placed = UrgentComposer(contents: contents, area: area, top: window.y).composition(urgent)
        composition = placed.composition
        isCut = !placed.isWhole
        return
      }
      composeWall(foot: 0)
      placeMessages()
      guard contents.ring?.place == .around, cards.count < messageCount || isCut || hasSmallCards else { return }
      // A smaller ring leaves a strip for them; in a very small window one of any size.
      let old = self
      let isSmall = min(window.width, window.height) < Self.small
      for mayBeForced in isSmall ? [false, true] : [false] {
        for strip in Self.strips {
          composeWall(foot: strip * area.height)
          placeMessages()
          let isBetter = cards.count > old.cards.count || old.isCut || old.hasSmallCards && !hasSmallCards
          if !isCut, isBetter, mayBeForced || !composition.isForced { return }
        }
      }
      self = old
    }

    /// Shares of the height that messages get where there is no other room for them.
    private static let strips = [0.2, 0.3, 0.4]
    /// In pixels.
    private static let small = 200.0

    /// True if a message beside a ring without company is hard to read from afar.
    private var hasSmallCards: Bool {
      composition.slots.allSatisfy { $0.part == .code }
        && cards.contains {
          $0.slots.contains { $0.box.height < 0.99 * CardComposer.good * min(area.width, area.height) }
        }
    }

    /// - Parameter foot: the height at the lower edge that stays free.
    private mutating func composeWall(foot: Double) {
      let room = Rect(x: area.x, y: area.y, width: area.width, height: area.height - foot)
      let stage = foot > 0 || controls.button != nil ? room : window
      var contents = contents
      // Between ring and message a code would float.
      let leavesOutCode = foot > 0 && contents.labels.hex
      if leavesOutCode { contents.labels.hex = false }
      let found = WallComposer(contents: contents, area: room, stage: stage, ceiling: ceiling).composition()
      composition = found.composition
      hidden = (leavesOutCode ? [.code] : []) + found.hidden
    }

    /// The upper edge of the controls.
    private var ceiling: Double? { controls.bar.map(\.box.y).min() }

    /// Above the code in its corner; over it where there is no other room.
    private mutating func placeMessages() {
      let code = composition.slots.first { $0.part == .code && $0.alignment == .right }
      if let code {
        placeMessages(above: code.box.y - composition.scale.lineGap)
        if cards.count == messageCount, !isCut, !hasSmallCards { return }
      }
      placeMessages(above: area.maxY)
    }

    private var messageCount: Int {
      [contents.messages.notice, contents.messages.info].count { $0 != nil }
    }

    private mutating func placeMessages(above floor: Double) {
      let messages = contents.messages
      let room = Rect(x: area.x, y: area.y, width: area.width, height: max(1, floor - area.y))
      let composer = CardComposer(
        scale: composition.scale, area: room, kept: composition.kept, ceiling: ceiling, isFlush: composition.isFlush)
      let placed = composer.cards(notice: messages.notice, info: messages.info)
      (cards, covered, isCut) = (placed.cards, placed.covered, placed.isCut)
    }
  }
}
