/// A rectangle of whole pixels, without the column `right` and the row `bottom`.
package struct PixelRect: Hashable, Sendable {
  package var left: Int
  package var top: Int
  package var right: Int
  package var bottom: Int

  package init(left: Int, top: Int, right: Int, bottom: Int) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }

  package init(x: Int, y: Int, size: Size) {
    self.init(left: x, top: y, right: x + size.width, bottom: y + size.height)
  }

  package init(_ size: Size) { self.init(x: 0, y: 0, size: size) }

  package init(covering rect: Rect) {
    self.init(
      left: Int(rect.x.rounded(.down)), top: Int(rect.y.rounded(.down)), right: Int(rect.maxX.rounded(.up)),
      bottom: Int(rect.maxY.rounded(.up)))
  }

  package init(nearest rect: Rect) {
    self.init(
      left: Int(rect.x.rounded()), top: Int(rect.y.rounded()), right: Int(rect.maxX.rounded()),
      bottom: Int(rect.maxY.rounded()))
  }

  package init?(around points: ArraySlice<Point>) {
    guard let rect = Rect(around: points) else { return nil }
    self.init(covering: rect)
  }

  package var size: Size { Size(width: right - left, height: bottom - top) }
  package var isEmpty: Bool { left >= right || top >= bottom }
  package var area: Int { isEmpty ? 0 : (right - left) * (bottom - top) }

  package func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(left, other.left), max(top, other.top))
    return PixelRect(
      left: left, top: top, right: max(left, min(right, other.right)), bottom: max(top, min(bottom, other.bottom)))
  }

  package func union(_ other: PixelRect) -> PixelRect {
    PixelRect(
      left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
      bottom: max(bottom, other.bottom))
  }

  package func meets(_ other: PixelRect) -> Bool {
    max(left, other.left) < min(right, other.right) && max(top, other.top) < min(bottom, other.bottom)
  }

  package func contains(_ other: PixelRect) -> Bool {
    left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom
  }

  package func contains(_ point: Point) -> Bool {
    (Double(left)..<Double(right)).contains(point.x) && (Double(top)..<Double(bottom)).contains(point.y)
  }

  /// Moves the origin to the upper left corner of `other`.
  package func seen(from other: PixelRect) -> PixelRect {
    PixelRect(x: left - other.left, y: top - other.top, size: size)
  }

  /// The parts outside `others`; they do not overlap.
  package func remainder(beside others: [PixelRect]) -> [PixelRect] {
    var rest = isEmpty ? [] : [self]
    for other in others where other.meets(self) { rest = rest.flatMap { $0.strips(around: other) } }
    return rest
  }

  private func strips(around other: PixelRect) -> [PixelRect] {
    let hole = intersection(other)
    guard !hole.isEmpty else { return [self] }
    var strips: [PixelRect] = []
    if top < hole.top { strips.append(PixelRect(left: left, top: top, right: right, bottom: hole.top)) }
    if hole.bottom < bottom { strips.append(PixelRect(left: left, top: hole.bottom, right: right, bottom: bottom)) }
    if left < hole.left { strips.append(PixelRect(left: left, top: hole.top, right: hole.left, bottom: hole.bottom)) }
    if hole.right < right {
      strips.append(PixelRect(left: hole.right, top: hole.top, right: right, bottom: hole.bottom))
    }
    return strips
  }
}

extension [PixelRect] {
  /// Joins rectangles if that adds at most 10 % to the sum of their areas.
  package func merged() -> [PixelRect] {
    var merged: [PixelRect] = []
    for box in self where !box.isEmpty {
      var grown = box
      while let index = merged.firstIndex(where: { $0.isWorthJoining(grown) }) {
        grown = grown.union(merged.remove(at: index))
      }
      merged.append(grown)
    }
    return merged
  }
}

extension PixelRect {
  fileprivate func isWorthJoining(_ other: PixelRect) -> Bool {
    union(other).area * 10 <= (area + other.area) * 11
  }
}
