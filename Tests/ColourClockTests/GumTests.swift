import Testing

@testable import ColourClock

/// The gum has the shapes of the seed.
@Suite struct GumTests {
  /// The area of a strip of pairs.
  static func area(_ shape: Shape) -> Double {
    let rows = rows(shape)
    return zip(rows, rows.dropFirst()).reduce(0) { sum, pair in
      sum + (pair.1.left.y - pair.0.left.y) * (pair.0.right.x - pair.0.left.x + pair.1.right.x - pair.1.left.x) / 2
    }
  }

  static func rows(_ shape: Shape) -> [(left: Point, right: Point)] {
    let strip = shape.triangleStrip
    return stride(from: 0, to: strip.count - 1, by: 2).map { (strip[$0], strip[$0 + 1]) }
  }

  @Test(arguments: Gum.allCases, [0.5, 1, 2.25, 8])
  func unpulledItIsACircle(gum: Gum, scale: Double) {
    let shape = gum.shape(gum.stretched(by: 0), at: Point(x: 100, y: 10), scale: scale)
    #expect(abs(Self.area(shape) / scale / scale / 804.2 - 1) < 0.005)
    for point in shape.triangleStrip {
      let reach = (point - Point(x: 100, y: 10 + 16 * scale)).length
      #expect(abs(reach - 16 * scale) < 1e-9 * scale)
    }
  }

  @Test(arguments: [(Gum.version10, 65.0, 2.0), (.version14, 60, 2.5)])
  func radiiFollowTheSeed(gum: Gum, tearDistance: Double, lower: Double) {
    #expect(gum.tearDistance == tearDistance)
    let ends = (gum.stretched(by: 0), gum.stretched(by: tearDistance))
    #expect(ends.0.upper == 16 && ends.0.lower == 16)
    #expect(abs(ends.1.upper - 10) < 1e-12 && abs(ends.1.lower - lower) < 1e-12)
    let circles = stride(from: 0, through: tearDistance, by: 0.25).map(gum.stretched)
    for (one, next) in zip(circles, circles.dropFirst()) {
      #expect(next.upper < one.upper && next.lower < one.lower && next.distance > one.distance)
    }
    #expect(gum.stretched(by: tearDistance + 1000) == ends.1)
    #expect(gum.stretched(by: -3) == ends.0)
  }

  /// Half way, worked out by hand: 16 - 6·0.5^1.1 and 16 - 14·0.5^1.3; 13 and 9.25.
  @Test func radiiHalfWay() {
    let (post, head) = (Gum.version10.stretched(by: 32.5), Gum.version14.stretched(by: 30))
    #expect(abs(post.upper - 13.20090) < 1e-5 && abs(post.lower - 10.31423) < 1e-5)
    #expect(head.upper == 13 && head.lower == 9.25)
  }

  @Test(arguments: Gum.allCases, [0.4, 1, 3])
  func everyShapeIsSymmetricClosedAndMonotone(gum: Gum, scale: Double) {
    let stretched = stride(from: 0, through: gum.tearDistance, by: 0.5).map(gum.stretched)
    let collapsing = stride(from: 0, to: 1, by: 0.01).map(gum.collapsing)
    for circles in stretched + collapsing {
      let rows = Self.rows(gum.shape(circles, at: Point(x: 40, y: 7), scale: scale))
      #expect(rows.first?.left == Point(x: 40, y: 7) && rows.first?.right == Point(x: 40, y: 7))
      let bottom = 7 + (circles.upper + circles.distance + circles.lower) * scale
      #expect(abs((rows.last?.left.y ?? 0) - bottom) < 1e-9 && abs((rows.last?.left.x ?? 0) - 40) < 1e-9)
      for (one, next) in zip(rows, rows.dropFirst()) { #expect(next.left.y >= one.left.y) }
      for row in rows {
        #expect(row.left.y == row.right.y && row.right.x >= row.left.x)
        #expect(abs(row.left.x + row.right.x - 80) < 1e-9)
        #expect(row.left.x.isFinite && row.left.y.isFinite)
      }
    }
  }

  /// Points of the flanks by the seeds' control points, at half of the parameter.
  @Test func flanksFollowTheSeed() {
    // post: x (2R + 3·2R + 3(R+r) + R+r)/8 - R = (R + r)/2 - 0, y (R + 6R + 6R + R+d)/8.
    let (post, head) = (Gum.version10.stretched(by: 65), Gum.version14.stretched(by: 60))
    let onPost = Point(x: (10 + 2) / 2, y: (14 * 10 + 65) / 8)
    // head at p = 1: controls 2R and 0.3(R+d).
    let onHead = Point(x: (10 + 2.5) / 2, y: (10 + 3 * 20 + 3 * 21 + 70) / 8.0)
    for (gum, circles, expected) in [(Gum.version10, post, onPost), (.version14, head, onHead)] {
      let rows = Self.rows(gum.shape(circles, at: Point(x: 0, y: 0), scale: 50)).map { $0.right * (1.0 / 50) }
      let pair = zip(rows, rows.dropFirst()).first { $0.y <= expected.y && $1.y >= expected.y }
      #expect(pair.map { abs($0.x - expected.x) < 0.2 || abs($1.x - expected.x) < 0.2 } ?? false, "\(gum)")
    }
  }

  @Test func tornItSnapsBackAndIsGone() {
    #expect(Gum.version10.collapseTime == .milliseconds(130) && Gum.version14.collapseTime == .milliseconds(135))
    for gum in Gum.allCases {
      let (start, end) = (gum.collapsing(0), gum.collapsing(1))
      #expect(start.upper == 10 && start.distance == gum.tearDistance)
      #expect(abs(start.lower - gum.stretched(by: gum.tearDistance).lower) < 1e-12)
      #expect(end.upper == 0 && end.lower == 0 && end.distance == 0)
      #expect(gum.shape(end, at: Point(x: 0, y: 0), scale: 1) == .band([]))
      let near = gum.collapsing(0.95)
      #expect(near.lower == near.upper)
    }
  }
}
