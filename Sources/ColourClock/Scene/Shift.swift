private import func Glibc.sin

/// The shift of ring, labels and button against burn-in, by whole pixels at ticks. It is computed from the shown time.
package enum Shift: String, Hashable, Sendable, CaseIterable {
  case off
  /// A drift too slow to be seen.
  case subtle
  /// A jump each minute.
  case roam

  /// The periods of the drift to the side (`x`) and up and down (`y`), in seconds. They are coprime, so the drift
  /// repeats after a day and a half.
  private static let periods = (x: 311, y: 421)
  /// The greatest drift from the middle, as a share of the shorter side: 3 of 480 pixels.
  private static let drift = 3.0 / 480
  /// The greatest jump from the middle: a share of each side, but at most `mostPixels`.
  private static let roamRange = (share: 0.015, mostPixels: 24.0)
  /// The steps each minute, as shares of the whole range. These powers of the plastic number fill a square evenly (M.
  /// Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018).
  private static let steps = (x: 0.7548776662466927, y: 0.5698402909980532)

  /// The greatest shift in each direction, in pixels.
  package func reach(in size: Size) -> Point {
    switch self {
    case .off: Point(x: 0, y: 0)
    case .subtle: Point(x: Shift.driftReach(in: size), y: Shift.driftReach(in: size))
    case .roam: Point(x: Shift.roamReach(of: size.width), y: Shift.roamReach(of: size.height))
    }
  }

  /// The pixels that the layout leaves free at all edges.
  func margin(in size: Size) -> Double { max(reach(in: size).x, reach(in: size).y) }

  /// The shift at a second since 1970, in pixels.
  package func offset(at second: Int64, in size: Size) -> Point {
    let (reach, position) = (reach(in: size), position(at: Int(second)))
    return Point(x: (reach.x * position.x).rounded(), y: (reach.y * position.y).rounded())
  }

  private static func driftReach(in size: Size) -> Double { (size.shortSide * drift).rounded(.down) }

  /// The reach along `side`; both are in pixels.
  private static func roamReach(of side: Int) -> Double {
    min(roamRange.mostPixels, (roamRange.share * Double(side)).rounded(.down))
  }

  /// The place within the reach at a second since 1970, -1…1 in each direction.
  private func position(at second: Int) -> Point {
    switch self {
    case .off: Point(x: 0, y: 0)
    case .subtle: Point(x: Shift.wave(second, Shift.periods.x), y: Shift.wave(second, Shift.periods.y))
    case .roam: Point(x: Shift.step(second, Shift.steps.x), y: Shift.step(second, Shift.steps.y))
    }
  }

  /// The place on a wave, -1…1.
  private static func wave(_ second: Int, _ period: Int) -> Double {
    sin(2 * .pi * Double(second - second.floored(by: period) * period) / Double(period))
  }

  /// The place after a step each minute, -1…1. Beyond 1 the place continues at -1. `ratio` is the step as a share of
  /// this range.
  private static func step(_ second: Int, _ ratio: Double) -> Double {
    let distance = Double(second.floored(by: 60)) * ratio
    return 2 * (distance - distance.rounded(.down)) - 1
  }
}

extension Scene {
  /// The shift of the content, in pixels. It does not change while a viewer is there.
  func shift(at moment: Moment) -> Point {
    guard setup.shift != .off, let size else { return Point(x: 0, y: 0) }
    let pace = style.fade.pace
    let isStill = activity.isThere(at: pace.tickUptime(of: moment))
    return setup.shift.offset(at: isStill ? activity.second : pace.tickStart(moment.instant), in: size)
  }
}
