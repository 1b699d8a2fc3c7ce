/// A clock moved by hand, for pictures of a given moment and for tests: nothing happens between two moves.
package final class ManualClock: Clock {
  package weak var delegate: (any ClockDelegate)?
  package private(set) var now: Moment
  /// The wake-up asked for last.
  package private(set) var alarm = Wake.never

  package init(_ moment: Moment) {
    now = moment
  }

  package func wake(at wake: Wake) {
    alarm = wake
  }

  /// Lets `span` go by, stopping at every wake-up that is asked for on the way.
  package func advance(by span: Duration) {
    let end = now.uptime + span
    while let next = alarm.moment(after: now, pace: .real), next.uptime <= end {
      now = next
      alarm = .never
      delegate?.clock(self, didReach: now)
    }
    let rest = end - now.uptime
    now = Moment(instant: now.instant + rest, uptime: end, zone: now.zone, health: now.health)
  }

  /// Sets the clock to another time at once, as a hand on the dial does: the alarm in between does not ring.
  package func set(to instant: Instant) {
    now = now.at(instant)
    delegate?.clock(self, didReach: now)
  }
}
