private import func Glibc.cos
private import func Glibc.pow
private import func Glibc.sin

/// The elastic shape of a pull: two circles with curved flanks between them, by the formulas of ISRefreshControl.
/// Lengths are in points.
package enum Gum: String, Hashable, Sendable, CaseIterable {
  /// The formulas of ISRefreshControl 1.0.2, which its author's post describes.
  case version10 = "post"
  /// The formulas of ISRefreshControl 1.4.1.
  case version14 = "head"

  struct Circles: Hashable, Sendable {
    /// The radius of the upper circle, which stays in its place.
    let upper: Double
    /// The radius of the lower circle, which is pulled.
    let lower: Double
    /// The distance between the centres.
    let distance: Double
  }

  /// UIKit's light grey, two thirds of white.
  static let plain = Colour(red: 170, green: 170, blue: 170)

  /// The radius of the circle before it is pulled, in points.
  static let radius = 16.0

  /// The distance of the centres at which the gum tears, in points.
  var longest: Double { self == .version10 ? 65 : 60 }

  /// How long a torn gum takes to vanish. `version10` shrinks by a point every two milliseconds.
  var collapse: Duration { .milliseconds(self == .version10 ? 130 : 135) }

  func stretched(by distance: Double) -> Circles {
    let distance = min(longest, max(0, distance))
    let share = distance / longest
    return switch self {
    case .version10:
      Circles(upper: Gum.radius - 6 * pow(share, 1.1), lower: Gum.radius - 14 * pow(share, 1.3), distance: distance)
    case .version14: Circles(upper: Gum.radius - 6 * share, lower: Gum.radius - 13.5 * share, distance: distance)
    }
  }

  /// The circles of a torn gum: the lower circle snaps back into the upper circle, and both vanish. `progress` is 0…1.
  func collapsing(_ progress: Double) -> Circles {
    let distance = longest * (1 - progress)
    let upper = 10 * pow(distance / longest, self == .version10 ? 0.1 : 0.15)
    let lower = stretched(by: longest).lower
    // Both radii become equal when the distance has shrunk to the upper radius.
    let share = distance > upper ? (longest - distance) / (longest - upper) : 1
    return Circles(upper: upper, lower: Motion.mix(lower, upper, share), distance: distance)
  }

  /// The outline of the gum, as pairs of a left and a right point, from the top down.
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

  /// The number of chords for a quarter circle. With this number, the area is right to 0.3 %.
  private func chords(_ radius: Double) -> Int { max(12, Int((0.25 / Shape.chord(radius: radius)).rounded(.up))) }

  /// The rows of the upper half from the top; `x` is half of a row's width.
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

  /// In a short pull, the curve of `version10` runs below the centre of the lower circle. The part below the centre is
  /// cut off: up to 12 points at the beginning of a pull, less in a longer pull.
  private func flank(_ circles: Circles, _ scale: Double) -> [Point] {
    let curve = curve(circles)
    let end = circles.upper + circles.distance
    var lowest = circles.upper
    return curve.flattened(tolerance: Shape.tolerance / scale).map { point in
      lowest = min(end, max(lowest, point.y))
      return Point(x: point.x, y: lowest)
    }
  }

  /// The right flank. The origin is the uppermost point of the gum.
  private func curve(_ circles: Circles) -> Cubic {
    let (upper, lower, end) = (circles.upper, circles.lower, circles.upper + circles.distance)
    let share = circles.distance / longest
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

  /// Chords within `tolerance` of the curve. If the parameter grows by h along a chord, the curve is at most h²/8 times
  /// the second derivative away from the chord. This derivative is at most six times the greater second difference of
  /// the control points.
  func flattened(tolerance: Double) -> [Point] {
    let bend = max((start - first * 2 + second).length, (first - second * 2 + end).length)
    let count = max(1, Int((6 * bend / (8 * tolerance)).squareRoot().rounded(.up)))
    return (1...count).map { point(at: Double($0) / Double(count)) }
  }
}
