extension Layout {
  /// One arrangement of a wall with all its places.
  struct Composition {
    let scale: TypeScale
    var slots: [Layout.Slot] = []
    var slotsInRing: [Layout.Slot] = []
    var ring: Rect?
    var band: Rect?
    /// The subject and the time of day, which no message covers.
    var kept: Rect
    /// True where all lines begin at the left margin; else they are centred around the subject.
    var isFlush = false
    /// True where nothing but the subject has room.
    var isForced = false

    /// Keeps a line too.
    mutating func keep(_ slot: Layout.Slot) {
      let (x, y) = (min(kept.x, slot.ink.x), min(kept.y, slot.box.y))
      let (right, bottom) = (max(kept.maxX, slot.ink.maxX), max(kept.maxY, slot.box.maxY))
      kept = Rect(x: x, y: y, width: right - x, height: bottom - y)
    }

    func keeps(_ slot: Layout.Slot) -> Bool {
      guard slot.part != .status, slot.part != .code else { return false }
      let (ink, edge) = (slot.ink, 0.5)
      return ink.x >= kept.x - edge && ink.maxX <= kept.maxX + edge && ink.midY >= kept.y && ink.midY <= kept.maxY
    }
  }
}
