/// A viewer counts as present after an input and while the wall is busy. The wall then neither shifts nor dims for the
/// night. Activity is recorded in whole seconds, so that the shared state changes seldom.
struct ViewerActivity: Hashable, Sendable {
  private(set) var last: Duration?
  /// The shown time when the viewer came, in seconds since 1970. The pixel shift stays as it was then.
  private(set) var arrival: Int64 = 0

  /// The time for which a viewer counts as present.
  static let linger = Duration.seconds(10)
  static let nightReturn = Duration.seconds(60)

  mutating func record(at moment: Moment, _ pace: Pace) {
    if !isThere(at: pace.tickUptime(of: moment)) { arrival = pace.tickStart(moment.instant) }
    last = .seconds(moment.uptime.components.seconds)
  }

  func isThere(at uptime: Duration) -> Bool { last.map { uptime < $0 + ViewerActivity.linger } ?? false }

  func absenceShare(at uptime: Duration) -> Double {
    guard let last else { return 1 }
    return Motion.progress(from: last + ViewerActivity.linger, to: uptime, over: ViewerActivity.nightReturn)
  }
}

extension Scene {
  private var needsActivity: Bool { setup.shift != .off || setup.night != nil }

  mutating func recordActivity(_ event: Event, at moment: Moment) {
    guard needsActivity, event.isInput || isBusy(at: moment) else { return }
    clock.activity.record(at: moment, style.fade.pace)
  }

  private func isBusy(at moment: Moment) -> Bool {
    if isRinging || schedule.messages.isUrgent { return true }
    return !gesture.isOver || gallery.isVisible(at: moment)
  }

  /// After the viewer has left, the wall dims for the night in steps. Returns the uptime of the next step on a stopped
  /// clock. Otherwise returns `nil`, because each tick makes a step.
  func absenceChange(after uptime: Duration) -> Duration? {
    guard style.fade.pace.speed == 0, setup.night != nil, activity.absenceShare(at: uptime) < 1 else { return nil }
    return .seconds(uptime.components.seconds + 1)
  }
}
