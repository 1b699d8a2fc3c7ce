/// System time and uptime, read together.
package struct Moment: Hashable, Sendable {
  package let instant: Instant
  /// The time on the boot clock.
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

/// A point of system time, which includes leap seconds if the zone file is from `right/`.
package struct Instant: Comparable, Hashable, Sendable {
  /// Time since 1970-01-01T00:00:00Z; may be negative.
  package let sinceEpoch: Duration

  package init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  package init(second: Int64) {
    sinceEpoch = .seconds(second)
  }

  /// Rounds down.
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

package enum ClockHealth: Hashable, Sendable {
  case good
  case unsynchronised
  /// The year is before the program's release.
  case unset

  /// - Parameter year: The year of the program's release.
  package init(isSynchronised: Bool, at instant: Instant, since year: Int) {
    let shown = Zone.utc.civil(at: instant.second).year
    self = shown < year ? .unset : isSynchronised ? .good : .unsynchronised
  }
}
