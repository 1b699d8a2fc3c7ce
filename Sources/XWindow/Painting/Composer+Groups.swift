internal import ColourClock

/// How what belongs together is painted as one.
extension Composer {
  /// A colour that lies over others, with the share (0…1) that they keep.
  struct Veil {
    let ground: Colour
    let share: Double
  }

  /// Paints the group upon a copy of what lies beneath it, and lays that over the original: so the group needs no pixels
  /// that can be transparent.
  func paint(_ group: Group, _ marks: [DisplayItem], on ground: Colour, within box: PixelRect) {
    let bounds = PixelRect(nearest: group.bounds).intersection(box)
    guard !bounds.isEmpty, group.opacity > 0 else { return }
    if group.opacity == 255 {
      paintInside(marks, on: ground, within: bounds)
      return target.clip(to: box)
    }
    let below = target
    if !marks.contains(where: { $0.hides(bounds) }) {
      display.copy(bounds, from: below.pixmap, to: overlay.pixmap, with: below.context)
    }
    target = overlay
    paintInside(marks, on: ground, within: bounds)
    target = below
    target.clip(to: box)
    filling.lay(overlay, over: bounds, opacity: group.opacity, on: target)
  }

  /// A group upon one plain colour is the same as its own colours mixed with that one, which saves painting it twice:
  /// mixing is linear, so it does not matter whether it comes before or after the items are blended with each other.
  func paintOnPlain(_ group: Group, _ marks: [DisplayItem], on ground: Colour, within box: PixelRect) {
    let bounds = PixelRect(nearest: group.bounds).intersection(box)
    guard !bounds.isEmpty, group.opacity > 0 else { return }
    veil = Veil(ground: ground, share: Double(group.opacity) / 255)
    paintInside(marks, on: ground, within: bounds)
    veil = nil
    target.clip(to: box)
  }

  /// A colour as it is to be painted now.
  func veiled(_ colour: Colour) -> Colour {
    veil.map { $0.ground.blended(with: colour, share: $0.share) } ?? colour
  }

  private func paintInside(_ marks: [DisplayItem], on ground: Colour, within bounds: PixelRect) {
    target.clip(to: bounds)
    for mark in marks where mark.bounds?.meets(bounds) == true { paint(mark, on: ground, within: bounds) }
  }
}
