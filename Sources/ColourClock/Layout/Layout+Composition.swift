extension Layout {
  struct Composition {
    let scale: TypeScale
    var slots: [Layout.Slot] = []
    var slotsInRing: [Layout.Slot] = []
    var ring: Rect?
    var band: Rect?
    /// The rectangle around the subject (the wall's main part) and the time of day. Messages do not cover it.
    var protectedArea: Rect
    var isFlushLeft = false
    var allowsAnySize = false
    var agendaForm = AgendaDay.Form.both
    /// Lines left out that no text such as "3 more" counts yet.
    var omitted = Layout.OmittedCount()

    func around(_ band: Rect, hours: Double) -> Rect {
      Rect(x: band.x, y: band.y, width: band.width, height: band.height + hours)
    }

    mutating func move(by offset: Point) {
      slots = slots.map { $0.moved(by: offset) }
      slotsInRing = slotsInRing.map { $0.moved(by: offset) }
      (ring, band, protectedArea) = (ring?.moved(by: offset), band?.moved(by: offset), protectedArea.moved(by: offset))
    }

    mutating func protect(_ slot: Layout.Slot) {
      let ink = slot.ink
      let box = Rect(x: ink.x, y: slot.box.y, width: ink.width, height: slot.box.height)
      protectedArea = protectedArea.united(with: box)
    }

    /// Messages may always cover the code and a feed's age.
    func isProtected(_ slot: Layout.Slot) -> Bool {
      guard !slot.part.isFeedStatus, slot.part != .code else { return false }
      let (ink, area, edge) = (slot.ink, protectedArea, 0.5)
      return ink.x >= area.x - edge && ink.maxX <= area.maxX + edge && ink.midY >= area.y && ink.midY <= area.maxY
    }
  }
}
