/// The source of time. It wakes its delegate, which it holds weakly. The name shadows `Swift.Clock` on purpose.
package protocol Clock: AnyObject {
  var delegate: (any ClockDelegate)? { get set }
  /// A simulated clock stands still until `start()`.
  var now: Moment { get }
  /// The real time between two ticks; `nil` if the clock stands still.
  var interval: Duration? { get }
  /// Sends the present moment, then each moment that `wake(at:)` asks for.
  func start()
  /// Sends nothing until the next `start()`. A simulated clock stands still.
  func stop()
  /// Replaces an earlier wake-up.
  func wake(at wake: Wake)
}

package protocol ClockDelegate: AnyObject {
  /// The clock has started, a wake-up is due, or the zone has changed. The call may be late. It may be early if the
  /// system's clock was set.
  func clock(_ clock: any Clock, didReach moment: Moment)
  /// A quicker call before `clock(_:didReach:)`, if only the time has changed.
  /// - Returns: true if the delegate has shown this second. The clock then does not call `clock(_:didReach:)`.
  func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool
}

extension ClockDelegate {
  package func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool { false }
}

/// When the clock wakes its delegate: at a wall time or at an uptime, whichever comes first. If both are `nil`, never.
package struct Wake: Hashable, Sendable {
  /// Wall time: the next tick, or the end of a span.
  package var instant: Instant?
  /// Uptime: the next frame of a motion, or the end of a span.
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

  /// The moment of the wake-up, unless the system's clock is set before. `nil` if the wake-up never comes.
  package func moment(after moment: Moment, pace: Pace) -> Moment? {
    let byInstant = pace.speed == 0 ? nil : instant.map { max(.zero, pace.real($0 - moment.instant)) }
    let byUptime = uptime.map { max(.zero, $0 - moment.uptime) }
    guard let span = Wake.earlier(byInstant, byUptime) else { return nil }
    // Take the time that was asked for as it is, and convert only the other one. A converted time is rounded, so the
    // prepared frame would not match.
    if let instant, byInstant == span {
      return Moment(instant: instant, uptime: moment.uptime + span, zone: moment.zone, health: moment.health)
    }
    return Moment(
      instant: moment.instant + pace.shown(span), uptime: uptime ?? moment.uptime, zone: moment.zone,
      health: moment.health)
  }
}
