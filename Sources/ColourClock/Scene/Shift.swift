private import func Glibc.sin

/// Moves the picture against burn-in, only at a tick of the shown time.
package enum Shift: String, Hashable, Sendable, CaseIterable {
  case off
  case subtle
  case roam

  /// Periods in seconds. They are coprime, so `subtle` repeats only after a day and a half.
  private static let periods = (x: 311, y: 421)
  /// The reach from the middle, as a share of the shorter side.
  private static let drift = 3.0 / 480
  /// The reach from the middle: a share of each side, at most `mostPixels`.
  private static let roamRange = (share: 0.015, mostPixels: 24.0)
  /// Steps per minute, as shares of the range. Powers of the plastic number fill a square evenly (M. Roberts, "The
  /// Unreasonable Effectiveness of Quasirandom Sequences", 2018).
  private static let steps = (x: 0.7548776662466927, y: 0.5698402909980532)

  /// The reach in each direction, in pixels.
  package func reach(in size: Size) -> Point {
    switch self {
    case .off: Point(x: 0, y: 0)
    case .subtle: Point(x: Shift.driftReach(in: size), y: Shift.driftReach(in: size))
    case .roam: Point(x: Shift.roamReach(of: size.width), y: Shift.roamReach(of: size.height))
    }
  }

  func margin(in size: Size) -> Double { max(reach(in: size).x, reach(in: size).y) }

  /// `second` counts from 1970.
  package func offset(at second: Int64, in size: Size) -> Point {
    let (reach, position) = (reach(in: size), position(at: Int(second)))
    return Point(x: (reach.x * position.x).rounded(), y: (reach.y * position.y).rounded())
  }

  private static func driftReach(in size: Size) -> Double { (size.shortSide * drift).rounded(.down) }

  private static func roamReach(of side: Int) -> Double {
    min(roamRange.mostPixels, (roamRange.share * Double(side)).rounded(.down))
  }

  /// The share of `reach`, -1…1.
  private func position(at second: Int) -> Point {
    switch self {
    case .off: Point(x: 0, y: 0)
    case .subtle: Point(x: Shift.wave(second, Shift.periods.x), y: Shift.wave(second, Shift.periods.y))
    case .roam: Point(x: Shift.stepped(second, Shift.steps.x), y: Shift.stepped(second, Shift.steps.y))
    }
  }

  private static func wave(_ second: Int, _ period: Int) -> Double {
    sin(2 * .pi * Double(second.floorRemainder(by: period)) / Double(period))
  }

  /// Rises from -1 to 1, then begins again. `step` is the share of this range per minute.
  private static func stepped(_ second: Int, _ step: Double) -> Double {
    let distance = Double(second.floorDivided(by: 60)) * step
    return 2 * (distance - distance.rounded(.down)) - 1
  }
}

extension Scene {
  func shift(at moment: Moment) -> Point {
    guard setup.shift != .off, let size else { return Point(x: 0, y: 0) }
    let pace = style.fade.pace
    let hasViewer = activity.isThere(at: pace.tickUptime(of: moment))
    return setup.shift.offset(at: hasViewer ? activity.arrival : pace.tickStart(moment.instant), in: size)
  }
}
