internal import ColourClock

struct DisplayItem {
  let bounds: PixelRect
  let content: Content

  enum Content {
    indirect case text(Text, TextLayout)
    case fill(Fill, strip: [Point])
    /// A box of whole pixels with square corners.
    case block(Fill)
    /// `isOnPlain` means that only background lies beneath, and no glyph is coloured.
    case group(Group, [DisplayItem], isOnPlain: Bool)
  }

  /// Leaves out items too small to draw. `largest` is in pixels per em.
  static func list(
    _ items: [Item], like old: [DisplayItem] = [], in typeface: Typeface, largest: Int
  ) -> [DisplayItem] {
    var list: [DisplayItem] = []
    list.reserveCapacity(items.count)
    for item in items {
      // Both lists leave out items too small to draw, so items with one index belong together.
      if list.count < old.count, let same = old[list.count].adapted(to: item, in: typeface) {
        list.append(same)
      } else if let new = DisplayItem(item, beneath: list, in: typeface, largest: largest) {
        list.append(new)
      }
    }
    return list
  }

  private init(_ bounds: PixelRect, _ content: Content) { (self.bounds, self.content) = (bounds, content) }

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
      let isOnPlain = !list.contains { $0.bounds.meets(bounds) } && !items.contains(where: \.hasColourGlyphs)
      precondition(!items.contains(where: \.isGroup), "groups do not lie within groups")
      self.init(bounds, .group(group, items, isOnPlain: isOnPlain))
    }
  }

  private var hasColourGlyphs: Bool { if case .text(_, let layout) = content { layout.hasColourGlyphs } else { false } }

  var isGroup: Bool { if case .group = content { true } else { false } }

  func hides(_ box: PixelRect) -> Bool {
    if case .block(let fill) = content { fill.opacity == 255 && bounds.contains(box) } else { false }
  }

  func difference(from old: DisplayItem) -> [PixelRect] {
    switch (old.content, content) {
    case (.text(let one, _), .text(let two, _)) where one == two: return []
    case (.fill(let one, let before), .fill(let two, let after))
    where one.colour == two.colour && one.opacity == two.opacity:
      return after.difference(from: before)
    case (.block(let one), .block(let two)) where one.colour == two.colour && one.opacity == two.opacity:
      return bounds.difference(from: old.bounds)
    case (.group(let one, let before, let wasOnPlain), .group(let two, let after, let isOnPlain))
    where one.bounds == two.bounds && one.opacity == two.opacity && wasOnPlain == isOnPlain:
      return after.difference(from: before).map { $0.intersection(bounds) }
    default: return [old, self].boxes
    }
  }
}

extension Collection<DisplayItem> {
  var boxes: [PixelRect] {
    var boxes: [PixelRect] = []
    boxes.reserveCapacity(count)
    for item in self {
      if case .fill(_, let strip) = item.content { boxes += strip.tiles } else { boxes.append(item.bounds) }
    }
    return boxes
  }
}

extension [DisplayItem] {
  func difference(from old: [DisplayItem]) -> [PixelRect] {
    let both = zip(old, self).flatMap { $1.difference(from: $0) }
    guard count != old.count else { return both }
    return both + dropFirst(old.count).boxes + old.dropFirst(count).boxes
  }
}

extension [Point] {
  fileprivate var tiles: [PixelRect] {
    let length = 16
    return stride(from: 0, to: Swift.max(0, count - 2), by: length).compactMap { start in
      PixelRect(around: self[start..<Swift.min(count, start + length + 2)])
    }.merged()
  }

  fileprivate func difference(from other: [Point]) -> [PixelRect] {
    let head = zip(self, other).prefix { $0 == $1 }.count
    guard head < Swift.max(count, other.count) else { return [] }
    let longestTail = Swift.min(count, other.count) - head
    let tail = zip(reversed(), other.reversed()).prefix(longestTail).prefix { $0 == $1 }.count
    return [self, other].flatMap { points in
      // A point's triangles reach two points further on each side.
      let (start, end) = (Swift.max(0, head - 2), Swift.min(points.count, points.count - tail + 2))
      return start < end ? Array(points[start..<end]).tiles : []
    }
  }

  /// Returns one strip, because two strips would blend shared pixels twice.
  func part(within box: PixelRect) -> [Point] {
    var part: [Point] = []
    var last = 0
    for index in indices.dropFirst(2) where PixelRect(around: self[index - 2...index])?.meets(box) == true {
      if part.isEmpty || last < index - 1 {
        // Repeated points make empty triangles, which join two parts.
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
  fileprivate func difference(from other: PixelRect) -> [PixelRect] {
    guard self != other else { return [] }
    let common = intersection(other)
    guard !common.isEmpty else { return [self, other] }
    return union(other).remainder(beside: [common])
  }
}
