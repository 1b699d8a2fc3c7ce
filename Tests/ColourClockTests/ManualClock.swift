@testable import ColourClock

/// A clock moved by hand: nothing happens between two moves.
final class ManualClock: Clock {
  weak var delegate: (any ClockDelegate)?
  private(set) var now: Moment
  /// The wake-up asked for last.
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

  /// Lets that many intervals go by.
  func tick(_ count: Int) {
    for _ in 0..<count { advance(by: interval ?? .zero) }
  }

  /// Lets `span` go by, stopping at every wake-up that is asked for on the way; of a stopped clock only outside of it.
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

  /// Sets the clock to another time at once, as a hand on the dial does: the alarm in between does not ring.
  func set(to instant: Instant) {
    now = now.at(instant)
    delegate?.clock(self, didReach: now)
  }
}
