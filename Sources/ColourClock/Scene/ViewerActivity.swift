/// Whether somebody is at the wall, by what was done to it: then it keeps still, and is as by day.
struct ViewerActivity: Hashable, Sendable {
  /// The uptime of the last sign of somebody, in whole seconds: so that walls that share it have little to share.
  private(set) var last: Duration?
  /// The second that was shown when they came.
  private(set) var second: Int64 = 0

  /// How long somebody counts as there after the last sign: longer than the button stays, so that one thing is seen to
  /// go after the other.
  static let linger = Duration.seconds(10)
  /// How long the night takes to come back.
  static let leaving = Duration.seconds(60)

  mutating func note(at moment: Moment, _ pace: Pace) {
    if !isThere(at: pace.tickUptime(of: moment)) { second = pace.tickStart(moment.instant) }
    last = .seconds(moment.uptime.components.seconds)
  }

  func isThere(at uptime: Duration) -> Bool { last.map { uptime < $0 + ViewerActivity.linger } ?? false }

  /// From 0, while somebody is there, to 1.
  func absence(at uptime: Duration) -> Double {
    guard let last else { return 1 }
    return Motion.progress(from: last + ViewerActivity.linger, to: uptime, over: ViewerActivity.leaving)
  }
}

extension Scene {
  /// Only where it makes a difference: else it would be one more thing for walls to share.
  private var needsAttendance: Bool { setup.shift != .off || setup.night != nil }

  /// To be told of each event, after what time has brought about.
  mutating func noteAttendance(_ event: Event, at moment: Moment) {
    guard needsAttendance, event.isInput || isBusy(at: moment) else { return }
    attendance.note(at: moment, style.fade.pace)
  }

  /// Whether there is something that nobody is to miss, or a hand in something.
  private func isBusy(at moment: Moment) -> Bool {
    if case .over = countdown?.state { return true }
    return (gesture != .idle && gesture != .spent) || gallery.isVisible(at: moment.uptime)
  }

  /// On a wall whose time stands still nothing else would bring the night back.
  func leavingChange(after uptime: Duration) -> Duration? {
    guard style.fade.pace.speed == 0, setup.night != nil, attendance.absence(at: uptime) < 1 else { return nil }
    return .seconds(uptime.components.seconds + 1)
  }
}
