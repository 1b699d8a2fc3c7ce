/// Records when a viewer was there: at each input, and at each event while the wall is busy, for example while an alarm
/// rings. While a viewer is there, the wall does not shift, and the night does not dim it.
struct ViewerActivity: Hashable, Sendable {
  /// The uptime of the last activity, rounded down to seconds so that the shared state seldom changes.
  private(set) var last: Duration?
  /// The shown second at the first activity, since 1970. The shift stays as it was at this second.
  private(set) var second: Int64 = 0

  /// How long a viewer counts as there after the last activity. The hold button disappears sooner, so that the light
  /// does not change at the same time.
  static let linger = Duration.seconds(10)
  /// How long the night takes to return after `linger`.
  static let leaving = Duration.seconds(60)

  mutating func record(at moment: Moment, _ pace: Pace) {
    if !isThere(at: pace.tickUptime(of: moment)) { second = pace.tickStart(moment.instant) }
    last = .seconds(moment.uptime.components.seconds)
  }

  func isThere(at uptime: Duration) -> Bool { last.map { uptime < $0 + ViewerActivity.linger } ?? false }

  /// 0 while a viewer is there. After `linger`, the value rises to 1.
  func absence(at uptime: Duration) -> Double {
    guard let last else { return 1 }
    return Motion.progress(from: last + ViewerActivity.linger, to: uptime, over: ViewerActivity.leaving)
  }
}

extension Scene {
  /// If nothing uses the activity, it is not recorded, so that the shared state seldom changes.
  private var needsActivity: Bool { setup.shift != .off || setup.night != nil }

  /// Call this with each event, after `advance`.
  mutating func recordActivity(_ event: Event, at moment: Moment) {
    guard needsActivity, event.isInput || isBusy(at: moment) else { return }
    clock.activity.record(at: moment, style.fade.pace)
  }

  private func isBusy(at moment: Moment) -> Bool {
    if isRinging || schedule.messages.isUrgent { return true }
    return !gesture.isOver || gallery.isVisible(at: moment)
  }

  /// The next change of the light while the night returns. Only a stopped clock needs this change, because it has no
  /// ticks; `nil` for any other clock.
  func absenceChange(after uptime: Duration) -> Duration? {
    guard style.fade.pace.speed == 0, setup.night != nil, activity.absence(at: uptime) < 1 else { return nil }
    return .seconds(uptime.components.seconds + 1)
  }
}
