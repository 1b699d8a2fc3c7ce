/// The time for one frame, read once so that no two labels can disagree.
package struct Moment: Hashable, Sendable {
  /// The system's wall time, or a simulated time.
  package let instant: Instant
  /// The time on the boot-time clock, for spans and motion. It includes suspend and cannot be set.
  package let uptime: Duration
  package let zone: Zone
  package let health: ClockHealth

  package init(instant: Instant, uptime: Duration, zone: Zone, health: ClockHealth = .good) {
    (self.instant, self.uptime, self.zone, self.health) = (instant, uptime, zone, health)
  }

  func at(_ instant: Instant) -> Moment {
    Moment(instant: instant, uptime: uptime, zone: zone, health: health)
  }
}

/// A point of time, as the system's clock counts. With a zone file from the folder `right/`, the count includes leap
/// seconds.
package struct Instant: Comparable, Hashable, Sendable {
  /// The time since 1970-01-01T00:00:00Z; negative for an earlier instant.
  package let sinceEpoch: Duration

  package init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  package init(second: Int64) {
    sinceEpoch = .seconds(second)
  }

  /// The whole seconds since 1970, rounded down.
  package var second: Int64 {
    let (seconds, attoseconds) = sinceEpoch.components
    return attoseconds < 0 ? seconds - 1 : seconds
  }

  package static func < (left: Instant, right: Instant) -> Bool { left.sinceEpoch < right.sinceEpoch }
  package static func + (instant: Instant, span: Duration) -> Instant { Instant(sinceEpoch: instant.sinceEpoch + span) }
  package static func - (left: Instant, right: Instant) -> Duration { left.sinceEpoch - right.sinceEpoch }
}

extension Duration {
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

/// How far the system's clock can be trusted.
package enum ClockHealth: Hashable, Sendable {
  case good
  /// No time service sets the clock, so it may drift by seconds a day.
  case unsynchronised
  /// The year is earlier than the program's release, as on a board without a battery that has just started.
  case unset

  package init(isSynchronised: Bool, at instant: Instant, since year: Int) {
    let shown = Zone.utc.civil(at: instant.second).year
    self = shown < year ? .unset : isSynchronised ? .good : .unsynchronised
  }
}
