internal import ColourClock

/// An item of a frame, worked out down to the pixels.
enum DisplayItem {
  case text(Text, TextLayout)
  /// With its shape as a triangle strip.
  case fill(Fill, strip: [Point])
  /// A fill with square corners, which covers whole pixels.
  case block(Fill, PixelRect)
  case group(Group, [DisplayItem])

  /// `nil` for what is too small to be seen. `largest` bounds the pixels to the em.
  init?(_ item: Item, in typeface: Typeface, largest: Int) {
    switch item {
    case .text(let text):
      guard let setting = TextLayout(text, in: typeface, largest: largest) else { return nil }
      self = .text(text, setting)
    case .fill(let fill):
      if case .box(let rect, radius: 0) = fill.shape {
        self = .block(fill, PixelRect(nearest: rect))
      } else {
        self = .fill(fill, strip: fill.shape.triangleStrip)
      }
    case .group(let group):
      self = .group(group, group.items.compactMap { DisplayItem($0, in: typeface, largest: largest) })
    }
  }

  /// The pixels it can cover, in boxes that leave out most of what it does not: a ring has many.
  var boxes: [PixelRect] {
    switch self {
    case .text(_, let setting): [setting.bounds]
    case .fill(_, let strip): strip.tiles
    case .block(_, let box): [box]
    case .group(let group, _): [PixelRect(nearest: group.bounds)]
    }
  }

  /// One box around all of them.
  var bounds: PixelRect? {
    switch self {
    case .text(_, let setting): setting.bounds
    case .fill(_, let strip): PixelRect(around: strip)
    case .block(_, let box): box
    case .group(let group, _): PixelRect(nearest: group.bounds)
    }
  }

  var isGroup: Bool { if case .group = self { true } else { false } }

  func overlaps(_ other: DisplayItem) -> Bool {
    guard let bounds, let others = other.bounds else { return false }
    return bounds.meets(others)
  }

  /// Whether nothing beneath it can be seen in `box`.
  func hides(_ box: PixelRect) -> Bool {
    if case .block(let fill, let own) = self { fill.opacity == 255 && own.contains(box) } else { false }
  }

  /// The pixels in which this mark and the one in whose place it comes look different.
  func difference(from old: DisplayItem) -> [PixelRect] {
    switch (old, self) {
    case (.fill(let one, let before), .fill(let two, let after))
    where one.colour == two.colour && one.opacity == two.opacity:
      return before.difference(from: after)
    case (.block(let one, let before), .block(let two, let after))
    where one.colour == two.colour && one.opacity == two.opacity:
      return before.difference(from: after)
    case (.group(let one, let before), .group(let two, let after))
    where one.bounds == two.bounds && one.opacity == two.opacity:
      let bounds = PixelRect(nearest: one.bounds)
      return before.difference(from: after).map { $0.intersection(bounds) }
    default: return old.boxes + boxes
    }
  }
}

extension [DisplayItem] {
  /// Mark by mark, in order: frames of one scene differ in some of their items, seldom in their number.
  func difference(from other: [DisplayItem]) -> [PixelRect] {
    let both = zip(other, self).flatMap { $1.difference(from: $0) }
    let rest = dropFirst(other.count).flatMap(\.boxes) + other.dropFirst(count).flatMap(\.boxes)
    return both + rest
  }
}

extension [Point] {
  /// Boxes around the triangles, a few at a time.
  fileprivate var tiles: [PixelRect] {
    let most = 16
    return stride(from: 0, to: Swift.max(0, count - 2), by: most).compactMap { start in
      PixelRect(around: self[start..<Swift.min(count, start + most + 2)])
    }.merged()
  }

  /// The boxes of the triangles that two strips do not share at their beginnings and ends.
  fileprivate func difference(from other: [Point]) -> [PixelRect] {
    let head = zip(self, other).prefix { $0 == $1 }.count
    guard head < Swift.max(count, other.count) else { return [] }
    let shortest = Swift.min(count, other.count) - head
    let tail = zip(reversed(), other.reversed()).prefix(shortest).prefix { $0 == $1 }.count
    return [self, other].flatMap { points in
      let ends = (Swift.max(0, head - 2), Swift.min(points.count, points.count - tail + 2))
      return ends.0 < ends.1 ? Array(points[ends.0..<ends.1]).tiles : []
    }
  }
}

extension PixelRect {
  /// Where one box is and the other is not.
  fileprivate func difference(from other: PixelRect) -> [PixelRect] {
    guard self != other else { return [] }
    // Boxes that grow or shrink at one edge are common: a fill, a card.
    let common = intersection(other)
    guard !common.isEmpty else { return [self, other] }
    let whole = union(other)
    return [
      PixelRect(left: whole.left, top: whole.top, right: whole.right, bottom: common.top),
      PixelRect(left: whole.left, top: common.bottom, right: whole.right, bottom: whole.bottom),
      PixelRect(left: whole.left, top: common.top, right: common.left, bottom: common.bottom),
      PixelRect(left: common.right, top: common.top, right: whole.right, bottom: common.bottom),
    ].filter { !$0.isEmpty }
  }
}
