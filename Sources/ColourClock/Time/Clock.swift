/// A source of moments that does not know what is done with them: it keeps the ticking apart from the view.
///
/// The name shadows `Swift.Clock` on purpose: in this program a clock is the thing on the wall. The other one can still
/// be reached under its full name.
package protocol Clock: AnyObject {
  /// Receives each moment that was waited for; held weakly.
  var delegate: (any ClockDelegate)? { get set }
  /// The present moment. A clock that plays a time stands still until it is started.
  var now: Moment { get }
  /// The real time from one tick to the next; `nil` where the time stands still.
  var interval: Duration? { get }
  /// Tells the delegate the present moment, and from then on each one that is waited for.
  func start()
  /// Tells nothing more until it is started again; a time that is played stands still meanwhile.
  func stop()
  /// Sleeps until then. It replaces the wake-up asked for before.
  func wake(at wake: Wake)
}

package protocol ClockDelegate: AnyObject {
  /// `moment` is the present one: never before the instant waited for, but after it when the machine was busy, asleep
  /// or set to another time.
  func clock(_ clock: any Clock, didReach moment: Moment)
  /// A second has passed, and nothing but the time is another: zone, health and the run of time are as at the last
  /// moment.
  /// - Returns: whether that was foreseen, and is shown. Else the clock tells the moment, as it does any other.
  func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool
}

extension ClockDelegate {
  package func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool { false }
}

/// When to be woken: at a wall time or at an uptime, whichever comes first.
package struct Wake: Hashable, Sendable {
  /// The next tick, or a deadline of the wall clock.
  package var instant: Instant?
  /// The next frame of a motion, or the end of a span.
  package var uptime: Duration?

  package init(instant: Instant? = nil, uptime: Duration? = nil) {
    (self.instant, self.uptime) = (instant, uptime)
  }

  package static let never = Wake()

  /// The earlier of each.
  package func or(_ other: Wake) -> Wake {
    Wake(instant: Wake.earlier(instant, other.instant), uptime: Wake.earlier(uptime, other.uptime))
  }

  package func or(uptime other: Duration?) -> Wake { Wake(instant: instant, uptime: Wake.earlier(uptime, other)) }

  private static func earlier<Time: Comparable>(_ one: Time?, _ other: Time?) -> Time? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  func isDue(at moment: Moment) -> Bool {
    if let instant, instant <= moment.instant { return true }
    if let uptime, uptime <= moment.uptime { return true }
    return false
  }

  /// The moment it comes to, unless the system's clock is set until then; `nil` if it never comes.
  package func moment(after moment: Moment, pace: Pace) -> Moment? {
    let byInstant = pace.speed == 0 ? nil : instant.map { max(.zero, pace.real($0 - moment.instant)) }
    let byUptime = uptime.map { max(.zero, $0 - moment.uptime) }
    guard let span = Wake.earlier(byInstant, byUptime) else { return nil }
    // The instant or uptime that was asked for is kept as it is: the frame composed for it must equal the one shown.
    let isInstant = byInstant == span
    return Moment(
      instant: isInstant ? instant ?? moment.instant : moment.instant + pace.shown(span),
      uptime: isInstant ? moment.uptime + span : uptime ?? moment.uptime, zone: moment.zone,
      health: moment.health)
  }
}
