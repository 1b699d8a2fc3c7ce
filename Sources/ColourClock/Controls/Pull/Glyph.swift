/// Small signs drawn from shapes, which are to be filled with one opaque colour.
enum Glyph {
  /// An open ring with an arrow head at its clockwise end.
  static func refresh(centre: Point, radius: Double) -> [Shape] {
    let ring = Arc(centre: centre, radius: radius, width: radius * 0.34, start: 0.12, sweep: 0.68)
    let end = ring.start + ring.sweep
    let tip = ring.point(at: end, radius: radius) + Point.direction(end + 0.25) * (radius * 0.72)
    let head = [ring.point(at: end, radius: radius * 0.45), ring.point(at: end, radius: radius * 1.55), tip]
    return [.arc(ring), .band(head)]
  }

  /// - Parameter radius: of the circle that it fits into.
  static func tick(centre: Point, radius: Double) -> [Shape] {
    stroke([Point(x: -0.72, y: 0.02), Point(x: -0.2, y: 0.54), Point(x: 0.74, y: -0.5)], centre, radius)
  }

  /// - Parameter radius: of the circle that it fits into.
  static func cross(centre: Point, radius: Double) -> [Shape] {
    stroke([Point(x: -0.6, y: -0.6), Point(x: 0.6, y: 0.6)], centre, radius)
      + stroke([Point(x: -0.6, y: 0.6), Point(x: 0.6, y: -0.6)], centre, radius)
  }

  /// A line through points of the unit circle, its ends and corners round.
  private static func stroke(_ points: [Point], _ centre: Point, _ radius: Double) -> [Shape] {
    let places = points.map { centre + $0 * radius }
    let half = radius * 0.14
    let lines = zip(places, places.dropFirst()).map { from, to in
      let along = (to - from) * (half / (to - from).length)
      let across = Point(x: -along.y, y: along.x)
      return Shape.band([from - across, from + across, to - across, to + across])
    }
    return lines + places.map { .disc(centre: $0, radius: half) }
  }
}
