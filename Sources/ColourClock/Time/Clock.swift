/// The source of time, for a weak delegate. Shadows `Swift.Clock` on purpose.
package protocol Clock: AnyObject {
  var delegate: (any ClockDelegate)? { get set }
  /// A simulated clock stands still until `start()`.
  var now: Moment { get }
  /// Real time between ticks; `nil` if the clock stands still.
  var interval: Duration? { get }
  /// Sends the present moment, then each moment that `wake(at:)` asks for.
  func start()
  /// Until the next `start()`, sends nothing; a simulated clock stands still.
  func stop()
  /// Replaces an earlier wake-up.
  func wake(at wake: Wake)
}

package protocol ClockDelegate: AnyObject {
  /// Reports the present: at a wake-up, the start or a zone change. May be late, and early if the system's clock was
  /// set.
  func clock(_ clock: any Clock, didReach moment: Moment)
  /// A quick call if only the time changed. Returns true if the delegate has shown this second; otherwise the clock
  /// calls `clock(_:didReach:)`.
  func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool
}

extension ClockDelegate {
  package func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool { false }
}

/// A wall time or an uptime; whichever comes first counts. `nil` for no such time; both `nil`: never.
package struct Wake: Hashable, Sendable {
  /// The next tick, or the end of a span.
  package var instant: Instant?
  /// The next frame of a motion, or the end of a span.
  package var uptime: Duration?

  package init(instant: Instant? = nil, uptime: Duration? = nil) {
    (self.instant, self.uptime) = (instant, uptime)
  }

  package static let never = Wake()

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

  /// `nil` if the wake-up never comes. Assumes that nobody sets the system's clock.
  package func moment(after moment: Moment, pace: Pace) -> Moment? {
    let byInstant = pace.speed == 0 ? nil : instant.map { max(.zero, pace.real($0 - moment.instant)) }
    let byUptime = uptime.map { max(.zero, $0 - moment.uptime) }
    guard let span = Wake.earlier(byInstant, byUptime) else { return nil }
    // Exactly the instant or uptime asked for: a converted one is rounded, and the prepared frame would not match.
    let isInstant = byInstant == span
    return Moment(
      instant: isInstant ? instant ?? moment.instant : moment.instant + pace.shown(span),
      uptime: isInstant ? moment.uptime + span : uptime ?? moment.uptime, zone: moment.zone,
      health: moment.health)
  }
}
