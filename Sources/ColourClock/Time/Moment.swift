/// What a frame may know about the time. It is read once a frame, so that no two labels can disagree.
package struct Moment: Hashable, Sendable {
  /// The wall time that is shown: the system's, or a simulated time.
  package let instant: Instant
  /// The boot-time clock, for spans and motion. It includes suspend and cannot be set.
  package let uptime: Duration
  package let zone: Zone
  package let health: ClockHealth

  package init(instant: Instant, uptime: Duration, zone: Zone, health: ClockHealth = .good) {
    (self.instant, self.uptime, self.zone, self.health) = (instant, uptime, zone, health)
  }

  /// A copy with another wall time.
  func at(_ instant: Instant) -> Moment {
    Moment(instant: instant, uptime: uptime, zone: zone, health: health)
  }
}

/// A point of wall time: the span since 1970-01-01T00:00:00Z, as the system's clock counts. It includes leap seconds
/// only with a zone below `right/`.
package struct Instant: Comparable, Hashable, Sendable {
  /// Negative before 1970.
  package let sinceEpoch: Duration

  package init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  package init(second: Int64) {
    sinceEpoch = .seconds(second)
  }

  /// The whole second that contains this instant.
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

/// How far the system's clock can be trusted.
package enum ClockHealth: Hashable, Sendable {
  case good
  /// No time service synchronises the clock, so it may drift by seconds a day.
  case unsynchronised
  /// The clock's year is earlier than the program's release, as on a board without a battery that has just started.
  case unset

  /// - Parameter year: the year of the program's release. An earlier year cannot be right.
  package init(isSynchronised: Bool, at instant: Instant, since year: Int) {
    let shown = Zone.utc.civil(at: instant.second).year
    self = shown < year ? .unset : isSynchronised ? .good : .unsynchronised
  }
}
