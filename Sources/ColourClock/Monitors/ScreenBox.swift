/// A rectangle of whole pixels of the screen, by its upper left corner.
package struct ScreenBox: Hashable, Sendable {
  package let x: Int
  package let y: Int
  package let size: Size

  package init(x: Int, y: Int, size: Size) {
    (self.x, self.y, self.size) = (x, y, size)
  }

  package init(_ size: Size) { self.init(x: 0, y: 0, size: size) }

  /// The first column and row that no longer belong to it.
  package var right: Int { x + size.width }
  package var bottom: Int { y + size.height }

  package var isEmpty: Bool { size.width <= 0 || size.height <= 0 }
  package var area: Int { isEmpty ? 0 : size.width * size.height }

  /// What both cover; empty if they do not meet.
  package func intersection(_ other: ScreenBox) -> ScreenBox {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let width = max(0, min(right, other.right) - left)
    let height = max(0, min(bottom, other.bottom) - top)
    return ScreenBox(x: left, y: top, size: Size(width: width, height: height))
  }

  package func contains(_ other: ScreenBox) -> Bool { intersection(other) == other }

  /// What others leave of it, in rectangles that do not overlap.
  package func remainder(beside others: [ScreenBox]) -> [ScreenBox] {
    others.reduce([self]) { rest, other in rest.flatMap { $0.strips(around: other) } }.filter { !$0.isEmpty }
  }

  /// Above, below, left and right of the part of it that the other covers.
  private func strips(around other: ScreenBox) -> [ScreenBox] {
    let hole = intersection(other)
    guard !hole.isEmpty else { return [self] }
    return [
      ScreenBox(x: x, y: y, size: Size(width: size.width, height: hole.y - y)),
      ScreenBox(x: x, y: hole.bottom, size: Size(width: size.width, height: bottom - hole.bottom)),
      ScreenBox(x: x, y: hole.y, size: Size(width: hole.x - x, height: hole.size.height)),
      ScreenBox(x: hole.right, y: hole.y, size: Size(width: right - hole.right, height: hole.size.height)),
    ]
  }

  /// The same rectangle, seen from the upper left corner of another.
  package func seen(from other: ScreenBox) -> ScreenBox { ScreenBox(x: x - other.x, y: y - other.y, size: size) }
}
