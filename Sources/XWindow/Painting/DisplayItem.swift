internal import ColourClock

/// An item of a frame, worked out down to the pixels.
struct DisplayItem {
  /// One box around all the pixels it can cover.
  let bounds: PixelRect
  let content: Content

  enum Content {
    indirect case text(Text, TextLayout)
    /// With its shape as a triangle strip.
    case fill(Fill, strip: [Point])
    /// A fill with square corners, which covers whole pixels.
    case block(Fill)
    /// `isOnPlain`: beneath it there is nothing but the background, and all in it has the colours it is given.
    case group(Group, [DisplayItem], isOnPlain: Bool)
  }

  /// The list for a frame's items, without those that are too small to be seen. `largest` bounds the pixels to the em.
  ///
  /// - Parameter old: a list that may be like it: what is the same is taken over.
  static func list(
    _ items: [Item], like old: [DisplayItem] = [], in typeface: Typeface, largest: Int
  ) -> [DisplayItem] {
    var list: [DisplayItem] = []
    list.reserveCapacity(items.count)
    for item in items {
      if list.count < old.count, let same = old[list.count].adapted(to: item, in: typeface) {
        list.append(same)
      } else if let new = DisplayItem(item, beneath: list, in: typeface, largest: largest) {
        list.append(new)
      }
    }
    return list
  }

  private init(_ bounds: PixelRect, _ content: Content) { (self.bounds, self.content) = (bounds, content) }

  /// The same for a text whose figures are others.
  private func adapted(to item: Item, in typeface: Typeface) -> DisplayItem? {
    guard case .text(let old, let layout) = content, case .text(let new) = item else { return nil }
    return layout.adapted(to: new, from: old, in: typeface).map { DisplayItem(bounds, .text(new, $0)) }
  }

  private init?(_ item: Item, beneath list: [DisplayItem], in typeface: Typeface, largest: Int) {
    switch item {
    case .text(let text):
      guard let layout = TextLayout(text, in: typeface, largest: largest) else { return nil }
      self.init(layout.bounds, .text(text, layout))
    case .fill(let fill):
      if case .box(let rect, radius: 0) = fill.shape {
        self.init(PixelRect(nearest: rect), .block(fill))
      } else {
        let strip = fill.shape.triangleStrip
        guard let bounds = PixelRect(around: strip[...]) else { return nil }
        self.init(bounds, .fill(fill, strip: strip))
      }
    case .group(let group):
      let bounds = PixelRect(nearest: group.bounds)
      let items = DisplayItem.list(group.items, in: typeface, largest: largest)
      let isOnPlain = !list.contains { $0.bounds.meets(bounds) } && !items.contains(where: \.hasPictures)
      precondition(!items.contains(where: \.isGroup), "groups do not lie within groups")
      self.init(bounds, .group(group, items, isOnPlain: isOnPlain))
    }
  }

  /// The pixels it can cover, in boxes that leave out most of what it does not: a ring has many.
  var boxes: [PixelRect] { if case .fill(_, let strip) = content { strip.tiles } else { [bounds] } }

  private var hasPictures: Bool { if case .text(_, let layout) = content { layout.hasPictures } else { false } }

  var isGroup: Bool { if case .group = content { true } else { false } }

  /// Whether nothing beneath it can be seen in `box`.
  func hides(_ box: PixelRect) -> Bool {
    if case .block(let fill) = content { fill.opacity == 255 && bounds.contains(box) } else { false }
  }

  /// The pixels in which this item and the one in whose place it comes look different.
  func difference(from old: DisplayItem) -> [PixelRect] {
    switch (old.content, content) {
    case (.text(let one, _), .text(let two, _)) where one == two: return []
    case (.fill(let one, let before), .fill(let two, let after))
    where one.colour == two.colour && one.opacity == two.opacity:
      return before.difference(from: after)
    case (.block(let one), .block(let two)) where one.colour == two.colour && one.opacity == two.opacity:
      return old.bounds.difference(from: bounds)
    case (.group(let one, let before, let wasOnPlain), .group(let two, let after, let isOnPlain))
    where one.bounds == two.bounds && one.opacity == two.opacity && wasOnPlain == isOnPlain:
      return after.difference(from: before).map { $0.intersection(bounds) }
    default: return old.boxes + boxes
    }
  }
}

extension [DisplayItem] {
  /// Those of all items.
  var boxes: [PixelRect] {
    var boxes: [PixelRect] = []
    boxes.reserveCapacity(count)
    for item in self {
      if case .fill(_, let strip) = item.content { boxes += strip.tiles } else { boxes.append(item.bounds) }
    }
    return boxes
  }

  /// Item by item, in order: frames of one scene differ in some of their items, seldom in their number. What both lists
  /// begin and end with is the same.
  func difference(from old: [DisplayItem]) -> [PixelRect] {
    let both = zip(old, self).flatMap { $1.difference(from: $0) }
    guard count != old.count else { return both }
    let rest = dropFirst(old.count).flatMap(\.boxes) + old.dropFirst(count).flatMap(\.boxes)
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

  /// The triangles of the strip that touch a box: all that has to be drawn in it. As one strip, in which triangles
  /// without an area lead from one stretch to the next: drawn apart, two that share a pixel, as a ring's ends do, would
  /// not cover it as the whole does.
  func part(within box: PixelRect) -> [Point] {
    var part: [Point] = []
    var last = 0
    for index in indices.dropFirst(2) where PixelRect(around: self[index - 2...index])?.meets(box) == true {
      if part.isEmpty || last < index - 1 {
        if let end = part.last { part += [end, self[index - 2]] }
        part += self[index - 2...index]
      } else {
        part.append(self[index])
      }
      last = index
    }
    return part
  }
}

extension PixelRect {
  /// Where one box is and the other is not.
  fileprivate func difference(from other: PixelRect) -> [PixelRect] {
    guard self != other else { return [] }
    // Boxes that grow or shrink at one edge are common: a fill, a card.
    let common = intersection(other)
    guard !common.isEmpty else { return [self, other] }
    return union(other).remainder(beside: [common])
  }
}
