/// Whether input shows that a viewer is there: then the wall keeps still and looks as by day.
struct ViewerActivity: Hashable, Sendable {
  /// The uptime of the last input, in whole seconds, so that the shared state seldom changes.
  private(set) var last: Duration?
  /// The second that was shown at the first input.
  private(set) var second: Int64 = 0

  /// How long a viewer counts as there: longer than the button stays, so that one thing disappears after the other.
  static let linger = Duration.seconds(10)
  /// How long the night takes to return.
  static let leaving = Duration.seconds(60)

  mutating func record(at moment: Moment, _ pace: Pace) {
    if !isThere(at: pace.tickUptime(of: moment)) { second = pace.tickStart(moment.instant) }
    last = .seconds(moment.uptime.components.seconds)
  }

  func isThere(at uptime: Duration) -> Bool { last.map { uptime < $0 + ViewerActivity.linger } ?? false }

  /// From 0, while a viewer is there, to 1.
  func absence(at uptime: Duration) -> Double {
    guard let last else { return 1 }
    return Motion.progress(from: last + ViewerActivity.linger, to: uptime, over: ViewerActivity.leaving)
  }
}

extension Scene {
  /// Only where it makes a difference, so that the shared state seldom changes.
  private var needsActivity: Bool { setup.shift != .off || setup.night != nil }

  /// To be called with each event, after `advance`.
  mutating func recordActivity(_ event: Event, at moment: Moment) {
    guard needsActivity, event.isInput || isBusy(at: moment) else { return }
    clock.activity.record(at: moment, style.fade.pace)
  }

  /// Whether there is an alarm, an urgent message or a gesture.
  private func isBusy(at moment: Moment) -> Bool {
    if isRinging || schedule.messages.isUrgent { return true }
    return !gesture.isOver || gallery.isVisible(at: moment)
  }

  /// Brings the night back on a wall whose time stands still.
  func absenceChange(after uptime: Duration) -> Duration? {
    guard style.fade.pace.speed == 0, setup.night != nil, activity.absence(at: uptime) < 1 else { return nil }
    return .seconds(uptime.components.seconds + 1)
  }
}
