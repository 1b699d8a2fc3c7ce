/// A cubic Bézier curve.
struct Cubic {
  let start: Point
  let first: Point
  let second: Point
  let end: Point

  func point(at share: Double) -> Point {
    let rest = 1 - share
    return start * (rest * rest * rest) + first * (3 * rest * rest * share) + second * (3 * rest * share * share)
      + end * (share * share * share)
  }

  /// The ends of chords that nowhere leave the curve by more than `tolerance`, without the start.
  ///
  /// A chord over a share h of the parameter leaves it by at most h²/8 of the second derivative, which is nowhere
  /// greater than six times the greater bend of the control polygon.
  func flattened(tolerance: Double) -> [Point] {
    let bend = max((start - first * 2 + second).length, (first - second * 2 + end).length)
    let count = max(1, Int((6 * bend / (8 * tolerance)).squareRoot().rounded(.up)))
    return (1...count).map { point(at: Double($0) / Double(count)) }
  }
}
