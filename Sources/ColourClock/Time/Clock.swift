/// A clock holds its delegate weakly.
package protocol Clock: AnyObject {
  var delegate: (any ClockDelegate)? { get set }
  /// A simulated clock stands still until `start()`.
  var now: Moment { get }
  /// The time between ticks, in real time; `nil` if the clock stands still.
  var interval: Duration? { get }
  /// Sends the delegate the present moment, then each moment of `wake(at:)`.
  func start()
  /// The delegate hears nothing until the next `start()`.
  func stop()
  /// Replaces an earlier wake-up.
  func wake(at wake: Wake)
}

package protocol ClockDelegate: AnyObject {
  /// Follows a start, a wake-up or a change of zone. The call may be late, or early if the system's clock was set.
  func clock(_ clock: any Clock, didReach moment: Moment)
  /// The clock tries this faster call first if only the time has changed.
  /// - Returns: True if the delegate has shown this second: the clock then skips `clock(_:didReach:)`.
  func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool
}

extension ClockDelegate {
  package func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool { false }
}

/// Wakes at a wall time or an uptime, whichever is first; never if both are `nil`.
package struct Wake: Hashable, Sendable {
  package var instant: Instant?
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

  /// The moment of the wake-up, unless the system's clock is set before; `nil` if the wake-up never comes.
  package func moment(after moment: Moment, pace: Pace) -> Moment? {
    let byInstant = pace.speed == 0 ? nil : instant.map { max(.zero, pace.real($0 - moment.instant)) }
    let byUptime = uptime.map { max(.zero, $0 - moment.uptime) }
    guard let span = Wake.earlier(byInstant, byUptime) else { return nil }
    // The time that comes first is not converted: rounding would make it miss the prepared frame.
    if let instant, byInstant == span {
      return Moment(instant: instant, uptime: moment.uptime + span, zone: moment.zone, health: moment.health)
    }
    return Moment(
      instant: moment.instant + pace.shown(span), uptime: uptime ?? moment.uptime, zone: moment.zone,
      health: moment.health)
  }
}
