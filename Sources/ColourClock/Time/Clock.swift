/// The source of time. It sends moments to a weak delegate.
///
/// The name shadows `Swift.Clock` on purpose: here a clock is the thing on the wall.
package protocol Clock: AnyObject {
  var delegate: (any ClockDelegate)? { get set }
  /// A simulated clock stands still until `start()`.
  var now: Moment { get }
  /// The time from tick to tick, in real time; `nil` if the clock stands still.
  var interval: Duration? { get }
  /// Sends the present moment, and from then on each moment that `wake(at:)` asks for.
  func start()
  /// Sends nothing until the next `start()`. Until then a simulated clock stands still.
  func stop()
  /// Asks for a wake-up, which replaces an earlier wake-up.
  func wake(at wake: Wake)
}

package protocol ClockDelegate: AnyObject {
  /// `moment` is the present: at a wake-up, at the start, or after a change of the zone. A wake-up is late if the
  /// machine was busy or asleep, and early or late if the system's clock was set.
  func clock(_ clock: any Clock, didReach moment: Moment)
  /// A quick call for a second in which only the time has changed. Returns true if a frame recorded for this second was
  /// shown. Otherwise the clock calls `clock(_:didReach:)`.
  func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool
}

extension ClockDelegate {
  package func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool { false }
}

/// A wall time or an uptime, whichever comes first.
package struct Wake: Hashable, Sendable {
  /// The next tick, or the end of a span of wall time.
  package var instant: Instant?
  /// The next frame of a motion, or the end of a span of uptime.
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

  /// The moment of the wake-up; `nil` if the wake-up never comes. Assumes that the system's clock is not set until
  /// then.
  package func moment(after moment: Moment, pace: Pace) -> Moment? {
    let byInstant = pace.speed == 0 ? nil : instant.map { max(.zero, pace.real($0 - moment.instant)) }
    let byUptime = uptime.map { max(.zero, $0 - moment.uptime) }
    guard let span = Wake.earlier(byInstant, byUptime) else { return nil }
    // Return the wanted instant or uptime unchanged. With another value, the frame prepared for this moment could
    // differ from the frame that is shown then.
    let isInstant = byInstant == span
    return Moment(
      instant: isInstant ? instant ?? moment.instant : moment.instant + pace.shown(span),
      uptime: isInstant ? moment.uptime + span : uptime ?? moment.uptime, zone: moment.zone,
      health: moment.health)
  }
}
