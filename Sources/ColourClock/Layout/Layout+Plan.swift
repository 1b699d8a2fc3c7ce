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
    private var covered: Rect?
    /// True if the end of a message has no room.
    private(set) var isCut = false
    /// True if a button has room of its own.
    private let hasReserved: Bool
    private(set) var hidden: [Layout.Extra] = []
    private(set) var hiddenFeedLines = 0
    /// The messages that have room.
    private(set) var placedMessages = Messages.Shown()

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
      hasReserved = controls.button != nil
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
        placedMessages.urgent = urgent
        isCut = !placed.isWhole
        return
      }
      composeWall(foot: 0)
      placeMessages()
      let wanted = [contents.messages.notice, contents.messages.info].compactMap(\.self)
      guard contents.ring?.place == .around, cards.count < wanted.count || isCut else { return }
      // A smaller ring leaves a strip for them; in a very small window one of any size.
      let old = self
      let isSmall = min(window.width, window.height) < Self.small
      for mayBeForced in isSmall ? [false, true] : [false] {
        for strip in Self.strips {
          composeWall(foot: strip * area.height)
          placeMessages()
          if !isCut, cards.count > old.cards.count || old.isCut, mayBeForced || !composition.isForced { return }
        }
      }
      self = old
    }

    /// Shares of the height that messages get where there is no other room for them.
    private static let strips = [0.2, 0.3, 0.4]
    /// In pixels.
    private static let small = 200.0

    /// - Parameter foot: the height at the lower edge that stays free.
    private mutating func composeWall(foot: Double) {
      let room = Rect(x: area.x, y: area.y, width: area.width, height: area.height - foot)
      let stage = foot > 0 || hasReserved ? room : window
      let found = WallComposer(contents: contents, area: room, stage: stage).composition()
      (composition, hidden, hiddenFeedLines) = (found.composition, found.hidden, found.hiddenFeedLines)
    }

    /// The strip of the wall that messages lie on: lines that it touches are not shown, so that none is seen in part.
    var coveredStrip: Strip { Strip(box: covered) }

    private mutating func placeMessages() {
      let messages = contents.messages
      let composer = CardComposer(
        scale: composition.scale, area: area, kept: composition.kept, ceiling: controls.bar.map(\.box.y).min())
      let placed = composer.cards(notice: messages.notice, info: messages.info)
      (cards, covered, isCut) = (placed.cards, placed.covered, placed.isCut)
      placedMessages.notice = cards.contains(where: \.isNotice) ? messages.notice : nil
      placedMessages.info = cards.contains { !$0.isNotice } ? messages.info : nil
    }
  }

  /// What messages cover.
  struct Strip {
    let box: Rect?

    func touches(_ slot: Layout.Slot) -> Bool {
      let reach = Line.reach.below * slot.box.height
      let ink = slot.box.inset(by: -reach)
      // A text is seldom as wide as its box.
      let width = min(slot.box.width, Line.width(slot.template) * slot.box.height)
      return slot.alignment == .left
        ? touches(Rect(x: slot.box.x, y: ink.y, width: width, height: ink.height)) : touches(ink)
    }

    func touches(_ rect: Rect) -> Bool {
      guard let box else { return false }
      return rect.x < box.maxX && rect.maxX > box.x && rect.y < box.maxY && rect.maxY > box.y
    }
  }

  /// One arrangement of a wall with all its places.
  struct Composition {
    let scale: TypeScale
    var slots: [Layout.Slot] = []
    var slotsInRing: [Layout.Slot] = []
    var ring: Rect?
    var band: Rect?
    /// The subject and the time of day, which no message covers.
    var kept: Rect
    /// True where nothing but the subject has room.
    var isForced = false

    /// Keeps what lies above `bottom` too.
    mutating func keep(_ bottom: Double) {
      kept = Rect(x: kept.x, y: kept.y, width: kept.width, height: max(kept.height, bottom - kept.y))
    }

    /// Keeps a line too.
    mutating func keep(_ slot: Layout.Slot) {
      let (x, y) = (min(kept.x, slot.box.x), min(kept.y, slot.box.y))
      let (right, bottom) = (max(kept.maxX, slot.box.maxX), max(kept.maxY, slot.box.maxY))
      kept = Rect(x: x, y: y, width: right - x, height: bottom - y)
    }

    func keeps(_ slot: Layout.Slot) -> Bool {
      guard slot.part != .status, slot.part != .code else { return false }
      return slot.box.midX >= kept.x && slot.box.midX <= kept.maxX && slot.box.midY >= kept.y
        && slot.box.midY <= kept.maxY
    }
  }
}
