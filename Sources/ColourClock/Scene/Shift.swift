private import func Glibc.sin

/// The shift of ring, labels and button against burn-in: a function of the wall time, in whole pixels, that changes at
/// ticks.
package enum Shift: String, Hashable, Sendable, CaseIterable {
  case off
  /// A drift too slow to be seen.
  case subtle
  /// To another place each minute.
  case roam

  /// The periods of the drift, in seconds: coprime, so that it repeats after a day and a half.
  private static let periods = (x: 311, y: 421)
  /// A share of the shorter side: 3 pixels of 480.
  private static let drift = 3.0 / 480
  /// A share of each side, limited in pixels.
  private static let range = (share: 0.015, most: 24.0)
  /// Powers of the plastic number: steps that fill a square evenly (M. Roberts, "The Unreasonable Effectiveness of
  /// Quasirandom Sequences", 2018).
  private static let steps = (x: 0.7548776662466927, y: 0.5698402909980532)

  /// In pixels, across and down.
  package func reach(in size: Size) -> Point {
    switch self {
    case .off: Point(x: 0, y: 0)
    case .subtle: Point(x: drift(in: size), y: drift(in: size))
    case .roam: Point(x: Shift.range(of: size.width), y: Shift.range(of: size.height))
    }
  }

  /// The free space at all edges.
  func margin(in size: Size) -> Double { max(reach(in: size).x, reach(in: size).y) }

  package func offset(at second: Int64, in size: Size) -> Point {
    let reach = reach(in: size)
    let share = share(at: Int(second))
    return Point(x: (reach.x * share.x).rounded(), y: (reach.y * share.y).rounded())
  }

  private func drift(in size: Size) -> Double { (size.shortSide * Shift.drift).rounded(.down) }

  private static func range(of side: Int) -> Double { min(range.most, (range.share * Double(side)).rounded(.down)) }

  /// -1…1.
  private func share(at second: Int) -> Point {
    switch self {
    case .off: Point(x: 0, y: 0)
    case .subtle: Point(x: Shift.wave(second, Shift.periods.x), y: Shift.wave(second, Shift.periods.y))
    case .roam: Point(x: Shift.step(second, Shift.steps.x), y: Shift.step(second, Shift.steps.y))
    }
  }

  private static func wave(_ second: Int, _ period: Int) -> Double {
    sin(2 * .pi * Double(second - second.floored(by: period) * period) / Double(period))
  }

  /// - Parameter ratio: the way of a step, from end to end; beyond the end it continues at the other.
  private static func step(_ second: Int, _ ratio: Double) -> Double {
    let way = Double(second.floored(by: 60)) * ratio
    return 2 * (way - way.rounded(.down)) - 1
  }
}

extension Scene {
  /// While a viewer is there, it keeps still.
  func shift(at moment: Moment) -> Point {
    guard setup.shift != .off, let size else { return Point(x: 0, y: 0) }
    let pace = style.fade.pace
    let isStill = activity.isThere(at: pace.tickUptime(of: moment))
    return setup.shift.offset(at: isStill ? activity.second : pace.tickStart(moment.instant), in: size)
  }
}
