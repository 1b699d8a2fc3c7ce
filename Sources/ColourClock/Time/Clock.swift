/// The source of time. It sends moments to a weak delegate.
///
/// The name shadows `Swift.Clock` on purpose: in this program a clock is the thing on the wall.
package protocol Clock: AnyObject {
  var delegate: (any ClockDelegate)? { get set }
  /// The present moment. A simulated clock stands still until `start()`.
  var now: Moment { get }
  /// The real time from one tick to the next; `nil` if the clock stands still.
  var interval: Duration? { get }
  /// Sends the delegate the present moment, then each moment that `wake(at:)` asks for.
  func start()
  /// Sends nothing until the next `start()`. Until then a simulated clock stands still.
  func stop()
  /// Sets the next wake-up, in place of an earlier one.
  func wake(at wake: Wake)
}

package protocol ClockDelegate: AnyObject {
  /// `moment` is the present: at a wake-up, at the start, or after a change of the zone. A wake-up is late if the
  /// machine was busy or asleep. It may be early or late if the system's clock was set.
  func clock(_ clock: any Clock, didReach moment: Moment)
  /// A quick form for a second in which only the time has changed, and not zone, health or speed.
  /// - Returns: true if a frame recorded in advance was shown. If false, the clock sends the moment in the usual way.
  func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool
}

extension ClockDelegate {
  package func clock(_ clock: any Clock, didPass instant: Instant, uptime: Duration) -> Bool { false }
}

/// A time to wake up: a wall time or an uptime, whichever comes first. `nil` means never.
package struct Wake: Hashable, Sendable {
  /// The next tick, or the end of a span of wall time.
  package var instant: Instant?
  /// The next frame of a motion, or the end of a span of uptime.
  package var uptime: Duration?

  package init(instant: Instant? = nil, uptime: Duration? = nil) {
    (self.instant, self.uptime) = (instant, uptime)
  }

  package static let never = Wake()

  /// The earlier of the two instants, and the earlier of the two uptimes.
  package func or(_ other: Wake) -> Wake {
    Wake(instant: Wake.earlier(instant, other.instant), uptime: Wake.earlier(uptime, other.uptime))
  }

  /// The same wake-up, with the uptime `other` if that is earlier.
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

  /// The moment of the wake-up, if nobody sets the system's clock before it; `nil` if the wake-up never comes.
  package func moment(after moment: Moment, pace: Pace) -> Moment? {
    let byInstant = pace.speed == 0 ? nil : instant.map { max(.zero, pace.real($0 - moment.instant)) }
    let byUptime = uptime.map { max(.zero, $0 - moment.uptime) }
    guard let span = Wake.earlier(byInstant, byUptime) else { return nil }
    // The requested instant or uptime is not computed again: the frame composed for it must equal the frame shown.
    let isInstant = byInstant == span
    return Moment(
      instant: isInstant ? instant ?? moment.instant : moment.instant + pace.shown(span),
      uptime: isInstant ? moment.uptime + span : uptime ?? moment.uptime, zone: moment.zone,
      health: moment.health)
  }
}
