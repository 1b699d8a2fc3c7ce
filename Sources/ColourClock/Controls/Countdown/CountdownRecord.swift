/// What is saved of a countdown, to be picked up at the next start of the program or of the machine.
extension Countdown {
  package struct Record: Hashable, Sendable {
    /// Which start of the machine the uptimes belong to: its boot ID, or any other word.
    package let boot: String
    let rules: Rules
    let length: Duration
    let state: State

    enum State: Hashable, Sendable {
      case idle
      case paused(Duration)
      case running(Zero)
      case over(Zero)
    }

    /// A deadline on both clocks, in whole nanoseconds.
    struct Zero: Hashable, Sendable {
      /// Whether it hangs on the wall's time.
      let isWall: Bool
      let uptime: Duration
      let wall: Duration
    }
  }

  /// - Precondition: `boot` is one word.
  package func record(at moment: Moment, boot: String) -> Record {
    precondition(!boot.isEmpty && !boot.contains { $0.isWhitespace }, "a boot ID is one word")
    let saved: Record.State =
      switch state {
      case .idle: .idle
      case .paused(let rest): .paused(rest)
      case .running(let deadline): .running(Record.Zero(deadline, at: moment))
      case .over(let deadline): .over(Record.Zero(deadline, at: moment))
      }
    return Record(boot: boot, rules: rules, length: length, state: saved)
  }

  /// The countdown saved, as it stands now, and whether zero has passed since: that is told here, once.
  ///
  /// A span goes by the uptime within the same `boot` and by the wall's time after another. What a wall set wrong makes
  /// longer than it can be is cut short.
  package static func restore(
    _ record: Record, at moment: Moment, boot: String
  ) -> (countdown: Countdown, hasPassed: Bool) {
    var countdown = Countdown(record.rules, length: record.length)
    switch record.state {
    case .idle: break
    case .paused(let rest): countdown.state = .paused(rest)
    case .over(let zero): countdown.state = .over(since: zero.deadline(at: moment, isSameBoot: record.boot == boot))
    case .running(let zero):
      let deadline = zero.deadline(at: moment, isSameBoot: record.boot == boot)
      let excess = deadline.remaining(at: moment) - TimeSpan.longest
      countdown.state = .running(deadline.moved(by: .zero - max(.zero, excess)))
    }
    let hasPassed = countdown.advance(to: moment)
    return (countdown, hasPassed)
  }
}

extension Countdown.Record.Zero {
  fileprivate init(_ deadline: Countdown.Deadline, at moment: Moment) {
    let rest = deadline.remaining(at: moment)
    if case .wall = deadline { isWall = true } else { isWall = false }
    (uptime, wall) = (moment.uptime + rest, moment.instant.sinceEpoch + rest)
  }

  fileprivate func deadline(at moment: Moment, isSameBoot: Bool) -> Countdown.Deadline {
    let instant = Instant(sinceEpoch: wall)
    if isWall { return .wall(instant) }
    return .uptime(isSameBoot ? uptime : moment.uptime + (instant - moment.instant))
  }
}
