private import func Glibc.cos
private import func Glibc.pow
private import func Glibc.sin

/// The drop that stretches and tears off when the wall is pulled down: two circles with curved flanks, in points.
package enum Gum: String, Hashable, Sendable, CaseIterable {
  /// ISRefreshControl 1.0.2, as in its author's post.
  case version10 = "post"
  /// ISRefreshControl 1.4.1.
  case version14 = "head"

  struct Circles: Hashable, Sendable {
    let upper: Double
    let lower: Double
    let distance: Double
  }

  /// UIKit's light grey.
  static let plain = Colour(red: 170, green: 170, blue: 170)

  static let radius = 16.0

  var tearDistance: Double { self == .version10 ? 65 : 60 }

  /// `version10` loses a point every two milliseconds.
  var collapseTime: Duration { .milliseconds(self == .version10 ? 130 : 135) }

  func stretched(by distance: Double) -> Circles {
    let distance = distance.clamped(to: 0...tearDistance)
    let share = distance / tearDistance
    return switch self {
    case .version10:
      Circles(upper: Gum.radius - 6 * pow(share, 1.1), lower: Gum.radius - 14 * pow(share, 1.3), distance: distance)
    case .version14: Circles(upper: Gum.radius - 6 * share, lower: Gum.radius - 13.5 * share, distance: distance)
    }
  }

  func collapsing(_ progress: Double) -> Circles {
    let distance = tearDistance * (1 - progress)
    let upper = 10 * pow(distance / tearDistance, self == .version10 ? 0.1 : 0.15)
    let lower = stretched(by: tearDistance).lower
    let share = distance > upper ? (tearDistance - distance) / (tearDistance - upper) : 1
    return Circles(upper: upper, lower: Motion.mix(lower, upper, share), distance: distance)
  }

  /// Pairs of a left and a right point, from the top.
  /// - Parameters:
  ///   - top: the uppermost point, in pixels.
  ///   - scale: pixels per point.
  func shape(_ circles: Circles, at top: Point, scale: Double) -> Shape {
    guard circles.upper > 0, scale > 0 else { return .band([]) }
    let rows = upperHalf(circles, scale) + flank(circles, scale) + lowerHalf(circles, scale)
    return .band(
      rows.flatMap { row in
        [
          Point(x: top.x - row.x * scale, y: top.y + row.y * scale),
          Point(x: top.x + row.x * scale, y: top.y + row.y * scale),
        ]
      })
  }

  /// With at least 12 chords in a quarter circle, the area is right to 0.3 %.
  private func chords(_ radius: Double) -> Int { max(12, Int((0.25 / Shape.chord(radius: radius)).rounded(.up))) }

  /// Rows from the top; `x` is half a row's width.
  private func upperHalf(_ circles: Circles, _ scale: Double) -> [Point] {
    let count = chords(circles.upper * scale)
    return (0...count).map { index in
      let angle = Double(index) / Double(count) * .pi / 2
      return Point(x: circles.upper * sin(angle), y: circles.upper * (1 - cos(angle)))
    }
  }

  private func lowerHalf(_ circles: Circles, _ scale: Double) -> [Point] {
    let count = chords(circles.lower * scale)
    return (1...count).map { index in
      let angle = Double(index) / Double(count) * .pi / 2
      return Point(
        x: max(0, circles.lower * cos(angle)), y: circles.upper + circles.distance + circles.lower * sin(angle))
    }
  }

  /// `version10` can curve below the lower centre; that part is cut off.
  private func flank(_ circles: Circles, _ scale: Double) -> [Point] {
    let curve = curve(circles)
    let end = circles.upper + circles.distance
    var lowest = circles.upper
    return curve.flattened(tolerance: Shape.tolerance / scale).map { point in
      lowest = min(end, max(lowest, point.y))
      return Point(x: point.x, y: lowest)
    }
  }

  /// The right flank; the origin is the gum's uppermost point.
  private func curve(_ circles: Circles) -> Cubic {
    let (upper, lower, end) = (circles.upper, circles.lower, circles.upper + circles.distance)
    let share = circles.distance / tearDistance
    let controls = self == .version10 ? (2 * upper, 2 * upper) : (upper * (1 + share), end * (1 - 0.7 * share))
    return Cubic(
      start: Point(x: upper, y: upper), first: Point(x: upper, y: controls.0), second: Point(x: lower, y: controls.1),
      end: Point(x: lower, y: end))
  }
}

private struct Cubic {
  let start: Point
  let first: Point
  let second: Point
  let end: Point

  private func point(at share: Double) -> Point {
    let rest = 1 - share
    return start * (rest * rest * rest) + first * (3 * rest * rest * share) + second * (3 * rest * share * share)
      + end * (share * share * share)
  }

  /// A chord over a step h of the parameter deviates by at most h²/8 times the second derivative. The second derivative
  /// is at most 6 times the control points' second difference.
  func flattened(tolerance: Double) -> [Point] {
    let bend = max((start - first * 2 + second).length, (first - second * 2 + end).length)
    let count = max(1, Int((6 * bend / (8 * tolerance)).squareRoot().rounded(.up)))
    return (1...count).map { point(at: Double($0) / Double(count)) }
  }
}
