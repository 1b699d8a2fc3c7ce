/// A countdown as a value: what it runs up to, not what is left, so that no late call, suspend or set clock can bend it.
///
/// Whoever changes it tells it the time first, by `advance(to:)`.
package struct Countdown: Hashable, Sendable {
  package internal(set) var rules: Rules
  /// What `start` counts down from, 0…`TimeSpan.longest`.
  package internal(set) var length: Duration
  package internal(set) var state: State
  /// Whether a hand is on its ring, which may pass zero on its way: then time brings nothing about.
  var isInHand = false
  /// That of the last zero, also when it has long ended.
  package internal(set) var alarm: Alarm?

  /// What stays the same from one start to the next.
  package struct Rules: Hashable, Sendable {
    /// What a full ring means and, of a repeating one, the span from zero to zero. More than nothing.
    package internal(set) var period: Duration
    package let timing: Timing
    /// Whether it begins again at zero, for ever.
    package let repeats: Bool
    /// Whether one that is over counts on past zero.
    package let overtime: Bool

    /// - Precondition: `period` is more than nothing.
    package init(period: Duration, timing: Timing = .span, repeats: Bool = false, overtime: Bool = false) {
      precondition(period > .zero, "the period of a countdown is more than nothing")
      (self.period, self.timing, self.repeats, self.overtime) = (period, timing, repeats, overtime)
    }

    package var isAligned: Bool { timing == .aligned }
  }

  /// What it goes by.
  package enum Timing: Hashable, Sendable {
    /// A span of the boot-time clock.
    case span
    /// The times at which the wall shows a multiple of the period.
    case aligned
    /// A time of day on the wall.
    case until(TimeOfDay)
  }

  package enum State: Hashable, Sendable {
    case idle
    case running(Deadline)
    /// With what is left, 0…`TimeSpan.longest`.
    case paused(Duration)
    /// Zero was reached and nobody has dismissed it.
    case over(since: Deadline)
  }

  /// When zero is, on the clock that it goes by.
  package enum Deadline: Hashable, Sendable {
    case uptime(Duration)
    case wall(Instant)

    /// Negative once it has passed.
    package func remaining(at moment: Moment) -> Duration {
      switch self {
      case .uptime(let uptime): uptime - moment.uptime
      case .wall(let instant): instant - moment.instant
      }
    }

    func moved(by span: Duration) -> Deadline {
      switch self {
      case .uptime(let uptime): .uptime(uptime + span)
      case .wall(let instant): .wall(instant + span)
      }
    }
  }

  /// An idle one, set to `length` or else to the period.
  package init(_ rules: Rules, length: Duration? = nil) {
    self.rules = rules
    self.length = min(max(.zero, length ?? rules.period), TimeSpan.longest)
    state = .idle
  }

  /// One that runs up to the next `time` on the wall.
  package static func until(_ time: TimeOfDay, overtime: Bool = false, at moment: Moment) -> Countdown {
    let span = time.next(after: moment) - moment.instant
    var countdown = Countdown(Rules(period: span, timing: .until(time), overtime: overtime))
    countdown.start(at: moment)
    return countdown
  }
}

extension Countdown {
  /// What is left: negative in overtime, otherwise never.
  package func remaining(at moment: Moment) -> Duration {
    switch state {
    case .idle: length
    case .paused(let rest): rest
    case .running(let deadline): rules.repeats ? max(.zero, deadline.remaining(at: moment)) : rest(of: deadline, moment)
    case .over(let deadline): rest(of: deadline, moment)
    }
  }

  private func rest(of deadline: Deadline, _ moment: Moment) -> Duration {
    let rest = deadline.remaining(at: moment)
    return rules.overtime ? rest : max(.zero, rest)
  }

  /// How much of the ring is left, 0…1, without steps.
  package func fraction(at moment: Moment) -> Double {
    min(1, max(0, remaining(at: moment) / rules.period))
  }

  /// The seconds left, the begun one counted as a whole: 60…1, and 0 only when all are gone; in overtime -1, -2, ….
  package func number(at moment: Moment) -> Int { remaining(at: moment).secondsRoundedUp }
}

extension Duration {
  /// The least whole number of seconds that is not less.
  var secondsRoundedUp: Int {
    let (seconds, attoseconds) = components
    return Int(attoseconds > 0 ? seconds + 1 : seconds)
  }

  /// How often `step` goes into it, rounded towards the past.
  func count(of step: Duration) -> Int64 {
    let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: step.attoseconds)
    return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
  }
}
