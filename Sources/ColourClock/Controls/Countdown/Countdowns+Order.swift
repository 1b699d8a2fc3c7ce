extension Countdowns {
  func isSorted(at moment: Moment) -> Bool {
    let lastZero = lastZero(at: moment)
    return all.indices.dropFirst().allSatisfy { !precedes(all[$0], all[$0 - 1], lastZero, at: moment) }
  }

  /// The time until the last zero of an ended countdown, negative if past; `nil` if none is over.
  func lastZero(at moment: Moment) -> Duration? {
    all.lazy.filter(\.countdown.isOver).map { $0.countdown.distance(at: moment) }.max()
  }

  func precedes(_ one: Entry, _ other: Entry, _ lastZero: Duration?, at moment: Moment) -> Bool {
    precedes((one, rank(one, lastZero, at: moment)), (other, rank(other, lastZero, at: moment)), at: moment)
  }

  func precedes(
    _ one: (entry: Entry, rank: Int), _ other: (entry: Entry, rank: Int), at moment: Moment
  ) -> Bool {
    if one.rank != other.rank { return one.rank < other.rank }
    let (rest, otherRest) = (one.entry.countdown.distance(at: moment), other.entry.countdown.distance(at: moment))
    return rest == otherRest ? one.entry.id < other.entry.id : rest < otherRest
  }

  private func rank(_ entry: Entry, _ lastZero: Duration?, at moment: Moment) -> Int {
    if entry.countdown.isOver, let lastZero {
      // Zeros are compared with each other, so that the order changes only when a countdown ends.
      let isOutdated = entry.countdown.distance(at: moment) <= lastZero - Sound.longest
      return isOutdated ? Countdown.silentRank : entry.countdown.rank
    }
    let isPausedInRing = pausedInRing == entry.id && choice == entry.id && entry.countdown.isPaused
    let mayBeBrought = entry.countdown.isUnderWay || entry.countdown.hasUnfinishedProgram
    if broughtToRing == entry.id, mayBeBrought { return min(Countdown.broughtToRingRank, entry.countdown.rank) }
    return isPausedInRing ? Countdown.pausedInRingRank : entry.countdown.rank
  }
}

extension Countdown {
  package var isOver: Bool { if case .over = state { true } else { false } }

  var isRunning: Bool { if case .running = state { true } else { false } }
  var isPaused: Bool { if case .paused = state { true } else { false } }

  var isUnderWay: Bool { state != .idle && !isOver }

  /// The lowest rank is first.
  var rank: Int {
    if isBeingTurned { return 0 }
    switch state {
    case .over: return 1
    case .running: return 5
    case .paused: return 6
    case .idle: return 7
    }
  }

  /// An ended countdown whose sound was over when another one ended.
  fileprivate static let silentRank = 2
  fileprivate static let broughtToRingRank = 3
  fileprivate static let pausedInRingRank = 4

  /// The time until zero, negative after it.
  fileprivate func distance(at moment: Moment) -> Duration {
    switch state {
    case .idle: length
    case .paused(let rest): rest
    case .running(let deadline), .over(let deadline): deadline.remaining(at: moment)
    }
  }
}
