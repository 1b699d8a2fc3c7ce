/// How near the end is.
extension Countdown {
  package enum Phase: Hashable, Sendable, CaseIterable {
    case calm, soon, last, over

    /// `soon` is the last fifth, but this at most.
    package static let longestSoon = Duration.seconds(300)
    /// `last` is the last tenth, but this at most.
    package static let longestLast = Duration.seconds(10)

    /// What to say besides showing the phase; nothing while there is time.
    package var caption: String? {
      switch self {
      case .calm: nil
      case .soon: "soon over"
      case .last: "last seconds"
      case .over: "time is up"
      }
    }
  }

  /// What the shares of the phases are of: what it was set to, but no more than a ring.
  private var whole: Duration { min(length, rules.period) }

  /// What is left when `soon` begins.
  package var soonSpan: Duration { min(whole / 5, Phase.longestSoon) }
  /// What is left when `last` begins.
  package var lastSpan: Duration { min(whole / 10, Phase.longestLast) }

  /// Of what is left, also of a paused one; idle, it is calm.
  package func phase(at moment: Moment) -> Phase {
    switch state {
    case .idle: return .calm
    case .over: return .over
    case .running, .paused:
      let rest = remaining(at: moment)
      return rest <= lastSpan ? .last : rest <= soonSpan ? .soon : .calm
    }
  }
}
