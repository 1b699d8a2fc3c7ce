/// A clock moved by hand, for pictures of a given moment and for tests: nothing happens between two moves.
package final class ManualClock: Clock {
  package weak var delegate: (any ClockDelegate)?
  package private(set) var now: Moment
  /// The wake-up asked for last.
  package private(set) var alarm: Instant?

  package init(_ moment: Moment) {
    now = moment
  }

  package func wake(at instant: Instant?) {
    alarm = instant
  }

  /// Lets `span` go by, stopping at every wake-up that is asked for on the way.
  package func advance(by span: Duration) {
    let end = now.instant + span
    while let next = alarm, next <= end {
      move(to: max(next, now.instant))
      alarm = nil
      delegate?.clock(self, didReach: now)
    }
    move(to: end)
  }

  /// Sets the clock to another time at once, as a hand on the dial does: the alarm in between does not ring.
  package func set(to instant: Instant) {
    now = now.at(instant)
    delegate?.clock(self, didReach: now)
  }

  private func move(to instant: Instant) {
    now = Moment(instant: instant, uptime: now.uptime + (instant - now.instant), zone: now.zone)
  }
}
