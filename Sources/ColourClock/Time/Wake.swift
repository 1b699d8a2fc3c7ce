/// When to be woken: at a wall time, at an uptime, or at whichever comes first.
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

  private static func earlier<Time: Comparable>(_ one: Time?, _ other: Time?) -> Time? {
    guard let one, let other else { return one ?? other }
    return min(one, other)
  }

  package func or(uptime other: Duration?) -> Wake { or(Wake(uptime: other)) }

  /// The moment it comes to, if nobody sets a clock until then; `nil` if it never comes.
  package func moment(after moment: Moment, pace: Pace) -> Moment? {
    let byInstant = pace.speed == 0 ? nil : instant.map { max(.zero, pace.real($0 - moment.instant)) }
    let byUptime = uptime.map { max(.zero, $0 - moment.uptime) }
    guard let span = [byInstant, byUptime].compactMap(\.self).min() else { return nil }
    // What was asked for exactly is given exactly: a frame composed for it must be the one that is shown.
    let isInstant = byInstant == span
    return Moment(
      instant: isInstant ? instant ?? moment.instant : moment.instant + pace.shown(span),
      uptime: isInstant ? moment.uptime + span : uptime ?? moment.uptime, zone: moment.zone,
      health: moment.health)
  }
}
