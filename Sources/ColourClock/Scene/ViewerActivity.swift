/// A viewer is there at inputs, and at events while the wall is busy, as with a ringing alarm. Then the wall does not
/// shift, and the night does not dim it.
struct ViewerActivity: Hashable, Sendable {
  /// Rounded down to seconds, so the shared state seldom changes.
  private(set) var last: Duration?
  /// The shown second at the first activity, since 1970. The shift stays as it was then.
  private(set) var second: Int64 = 0

  /// How long a viewer counts as there. Longer than the hold button, so that the light changes later.
  static let linger = Duration.seconds(10)
  /// How long the night takes to return then.
  static let leaving = Duration.seconds(60)

  mutating func record(at moment: Moment, _ pace: Pace) {
    if !isThere(at: pace.tickUptime(of: moment)) { second = pace.tickStart(moment.instant) }
    last = .seconds(moment.uptime.components.seconds)
  }

  func isThere(at uptime: Duration) -> Bool { last.map { uptime < $0 + ViewerActivity.linger } ?? false }

  /// 0 while a viewer is there; rises to 1 after `linger`.
  func absence(at uptime: Duration) -> Double {
    guard let last else { return 1 }
    return Motion.progress(from: last + ViewerActivity.linger, to: uptime, over: ViewerActivity.leaving)
  }
}

extension Scene {
  /// Recording only what is used keeps the shared state still.
  private var needsActivity: Bool { setup.shift != .off || setup.night != nil }

  /// Call with each event, after `advance`.
  mutating func recordActivity(_ event: Event, at moment: Moment) {
    guard needsActivity, event.isInput || isBusy(at: moment) else { return }
    clock.activity.record(at: moment, style.fade.pace)
  }

  private func isBusy(at moment: Moment) -> Bool {
    if isRinging || schedule.messages.isUrgent { return true }
    return !gesture.isOver || gallery.isVisible(at: moment)
  }

  /// The next change of light while the night returns. Only for a stopped clock, which has no ticks; else `nil`.
  func absenceChange(after uptime: Duration) -> Duration? {
    guard style.fade.pace.speed == 0, setup.night != nil, activity.absence(at: uptime) < 1 else { return nil }
    return .seconds(uptime.components.seconds + 1)
  }
}
