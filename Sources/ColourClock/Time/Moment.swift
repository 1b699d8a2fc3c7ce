/// Everything a frame may know of the time: read once and handed to all that draw, so that no two labels can disagree.
package struct Moment: Hashable, Sendable {
  /// The wall time shown, which is the system's unless the user asked for another.
  package let instant: Instant
  /// The boot-time clock, which counts suspend and which cannot be set: the one for spans and motion.
  package let uptime: Duration
  /// The zone of the wall.
  package let zone: Zone
  /// Whether the instant can be believed.
  package let health: ClockHealth

  package init(instant: Instant, uptime: Duration, zone: Zone, health: ClockHealth = .good) {
    (self.instant, self.uptime, self.zone, self.health) = (instant, uptime, zone, health)
  }

  /// The same place at another wall time.
  func at(_ instant: Instant) -> Moment {
    Moment(instant: instant, uptime: uptime, zone: zone, health: health)
  }
}

/// A point of wall time: the span since 1970-01-01T00:00:00Z, counted as POSIX counts it, without leap seconds.
package struct Instant: Comparable, Hashable, Sendable {
  /// Negative before 1970.
  package let sinceEpoch: Duration

  package init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  package init(second: Int64) {
    sinceEpoch = .seconds(second)
  }

  /// The whole second this instant lies in, rounded towards the past.
  package var second: Int64 {
    let (seconds, attoseconds) = sinceEpoch.components
    return attoseconds < 0 ? seconds - 1 : seconds
  }

  package static func < (left: Instant, right: Instant) -> Bool { left.sinceEpoch < right.sinceEpoch }
  package static func + (instant: Instant, span: Duration) -> Instant { Instant(sinceEpoch: instant.sinceEpoch + span) }
  package static func - (left: Instant, right: Instant) -> Duration { left.sinceEpoch - right.sinceEpoch }
}

extension Duration {
  /// The span in seconds, to the precision of a `Double`.
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

/// Whether the system's clock can be believed.
package enum ClockHealth: Hashable, Sendable {
  case good
  /// No time service keeps it in step: it drifts by seconds a day.
  case unsynchronised
  /// It is before the program was made: a board without a battery has just been started.
  case unset

  /// - Parameter year: the year in which the program was made; no clock before it can be right.
  package init(isSynchronised: Bool, at instant: Instant, since year: Int) {
    let shown = Zone.utc.civil(at: instant.second).year
    self = shown < year ? .unset : isSynchronised ? .good : .unsynchronised
  }
}
