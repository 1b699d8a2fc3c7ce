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
