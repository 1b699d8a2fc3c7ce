private import func Glibc.sin

/// How far ring, labels and button shift, so that no pixel wears out under the same label: a function of the wall time
/// in whole pixels, another one only at a tick.
package enum Shift: String, Hashable, Sendable, CaseIterable {
  case off
  /// A drift too slow to be seen.
  case subtle
  /// Each minute to another place.
  case roam

  /// Of the drift across and down, in seconds: prime to each other, so that it takes a day and a half to come back.
  private static let periods = (x: 311, y: 421)
  /// How far the drift goes, of the shorter side: 3 pixels of 480.
  private static let drift = 3.0 / 480
  /// How far one roams: a share of each side, and at most so many pixels.
  private static let range = (share: 0.015, most: 24.0)
  /// The powers of the plastic number: steps that fill a square evenly, however many there are (M. Roberts, "The
  /// Unreasonable Effectiveness of Quasirandom Sequences", 2018).
  private static let steps = (x: 0.7548776662466927, y: 0.5698402909980532)

  /// How far it goes across and down, in pixels.
  package func reach(in size: Size) -> Point {
    switch self {
    case .off: Point(x: 0, y: 0)
    case .subtle: Point(x: drift(in: size), y: drift(in: size))
    case .roam: Point(x: Shift.range(of: size.width), y: Shift.range(of: size.height))
    }
  }

  /// What has to be left free at all edges.
  func margin(in size: Size) -> Double { max(reach(in: size).x, reach(in: size).y) }

  /// How far it is from its place during a second.
  package func offset(at second: Int64, in size: Size) -> Point {
    let reach = reach(in: size)
    let share = share(at: Int(second))
    return Point(x: (reach.x * share.x).rounded(), y: (reach.y * share.y).rounded())
  }

  private func drift(in size: Size) -> Double { (size.shortSide * Shift.drift).rounded(.down) }

  private static func range(of side: Int) -> Double { min(range.most, (range.share * Double(side)).rounded(.down)) }

  /// Of the reach, -1…1.
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

  /// - Parameter ratio: how far one step goes, of the way from end to end; beyond the end it goes on at the other.
  private static func step(_ second: Int, _ ratio: Double) -> Double {
    let way = Double(second.floored(by: 60)) * ratio
    return 2 * (way - way.rounded(.down)) - 1
  }
}

extension Scene {
  /// How far ring, labels and button are from their places; while a viewer is there they keep still.
  func shift(at moment: Moment) -> Point {
    guard setup.shift != .off, let size else { return Point(x: 0, y: 0) }
    let pace = style.fade.pace
    let isStill = activity.isThere(at: pace.tickUptime(of: moment))
    return setup.shift.offset(at: isStill ? activity.second : pace.tickStart(moment.instant), in: size)
  }
}
