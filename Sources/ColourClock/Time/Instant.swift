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
