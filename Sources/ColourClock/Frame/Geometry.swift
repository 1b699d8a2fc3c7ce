/// A size in pixels.
package struct Size: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
  }

  var shortSide: Double { Double(min(width, height)) }
}

/// Pixels from the upper left corner; `y` grows downwards.
package struct Point: Hashable, Sendable {
  package let x: Double
  package let y: Double

  package init(x: Double, y: Double) {
    (self.x, self.y) = (x, y)
  }

  package static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
  package static func - (left: Point, right: Point) -> Point { Point(x: left.x - right.x, y: left.y - right.y) }
  static func * (point: Point, factor: Double) -> Point { Point(x: point.x * factor, y: point.y * factor) }

  var length: Double { (x * x + y * y).squareRoot() }
}

/// A rectangle in fractional pixels.
package struct Rect: Hashable, Sendable {
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package init(centre: Point, width: Double, height: Double) {
    self.init(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
  }

  package init(_ size: Size) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// Returns `nil` without points.
  init?(around points: some Collection<Point>) {
    guard let first = points.first else { return nil }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }

  package var midX: Double { x + width / 2 }
  package var midY: Double { y + height / 2 }
  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  var centre: Point { Point(x: midX, y: midY) }
  var shortSide: Double { min(width, height) }

  func moved(by offset: Point) -> Rect { Rect(x: x + offset.x, y: y + offset.y, width: width, height: height) }

  func mirrored(at line: Double) -> Rect { Rect(x: 2 * line - maxX, y: y, width: width, height: height) }

  /// A negative margin enlarges the rectangle.
  func inset(by margin: Double) -> Rect {
    Rect(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
  }

  func united(with other: Rect) -> Rect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  func overlaps(_ other: Rect) -> Bool { x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY }

  func contains(_ point: Point) -> Bool { point.x >= x && point.x < maxX && point.y >= y && point.y < maxY }
}
