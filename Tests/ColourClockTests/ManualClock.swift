@testable import ColourClock

/// A clock that stands still until a test moves it.
final class ManualClock: Clock {
  weak var delegate: (any ClockDelegate)?
  private(set) var now: Moment
  /// The last requested wake-up.
  private(set) var alarm = Wake.never
  private let pace: Pace
  private var isRunning = false

  init(_ moment: Moment, pace: Pace = .real) { (now, self.pace) = (moment, pace) }

  var interval: Duration? { .seconds(1) }

  func start() {
    isRunning = true
    delegate?.clock(self, didReach: now)
  }

  func stop() { (isRunning, alarm) = (false, .never) }

  func wake(at wake: Wake) {
    if isRunning { alarm = wake }
  }

  /// Advances by that many intervals.
  func tick(_ count: Int) {
    for _ in 0..<count { advance(by: interval ?? .zero) }
  }

  /// Advances by `span`, and delivers each wake-up that is requested on the way. If the clock is stopped, only the
  /// uptime advances.
  func advance(by span: Duration) {
    guard isRunning else {
      now = Moment(instant: now.instant, uptime: now.uptime + span, zone: now.zone, health: now.health)
      return
    }
    let end = now.uptime + span
    while let next = alarm.moment(after: now, pace: pace), next.uptime <= end {
      now = next
      alarm = .never
      delegate?.clock(self, didReach: now)
    }
    let rest = end - now.uptime
    now = Moment(instant: now.instant + pace.shown(rest), uptime: end, zone: now.zone, health: now.health)
  }

  /// Sets the clock to another time at once. A wake-up in between is not delivered.
  func set(to instant: Instant) {
    now = now.at(instant)
    delegate?.clock(self, didReach: now)
  }
}
