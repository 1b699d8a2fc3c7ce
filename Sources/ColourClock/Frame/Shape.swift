package enum Shape: Hashable, Sendable {
  case arc(Arc)
  case disc(centre: Point, radius: Double)
  /// A box with round corners. With radius 0, the box is painted on whole pixels.
  case box(Rect, radius: Double)
  /// A triangle strip.
  case band([Point])

  static func diamond(in box: Rect) -> Shape {
    .band([
      Point(x: box.x, y: box.midY), Point(x: box.midX, y: box.y), Point(x: box.midX, y: box.maxY),
      Point(x: box.maxX, y: box.midY),
    ])
  }

  func moved(by offset: Point) -> Shape {
    switch self {
    case .arc(let arc): .arc(arc.moved(by: offset))
    case .disc(let centre, let radius): .disc(centre: centre + offset, radius: radius)
    case .box(let rect, let radius): .box(rect.moved(by: offset), radius: radius)
    case .band(let points): .band(points.map { $0 + offset })
    }
  }
}

/// A stroke. Lengths are in pixels, angles in full turns clockwise from twelve o'clock.
package struct Arc: Hashable, Sendable {
  package var centre: Point
  /// The radius of the stroke's middle line.
  package var radius: Double
  package var width: Double
  package var start: Double
  var sweep: Double
  package var cap: Cap

  package enum Cap: String, Hashable, Sendable, CaseIterable {
    case butt
    case round
    /// The stroke goes on for half its width.
    case square
  }

  init(centre: Point, radius: Double, width: Double, start: Double = 0, sweep: Double, cap: Cap = .butt) {
    (self.centre, self.radius, self.width) = (centre, radius, width)
    (self.start, self.sweep, self.cap) = (start, sweep, cap)
  }

  func point(at turn: Double, radius: Double) -> Point { centre + Point.direction(turn) * radius }

  func moved(by offset: Point) -> Arc { with(self) { $0.centre = centre + offset } }
}
