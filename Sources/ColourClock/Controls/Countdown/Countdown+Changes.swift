extension Countdown {
  /// Returns true if zero was reached since the last call.
  /// - Parameter shown: the flashes that the ring shows now, perhaps of another countdown.
  mutating func advance(to moment: Moment, keepingRhythmOf shown: CountdownFlashes? = nil) -> Bool {
    guard case .running(let deadline) = state, !isBeingTurned else { return false }
    if canMeasureLength(at: moment), case .until = rules.timing {
      runToFirstZero(at: moment)
      return false
    }
    guard deadline.remaining(at: moment) <= .zero else {
      followSystemClock(deadline, at: moment)
      if canMeasureLength(at: moment) { measureLength(to: deadline, at: moment) }
      return false
    }
    resetFullTurn()
    state = stateAfterZero(deadline, at: moment)
    let span = isOver ? CountdownFlashes.ofSingle : CountdownFlashes.ofRepeating
    flashes = CountdownFlashes(keepingRhythmOf: shown ?? flashes, at: moment.uptime, span: span)
    return true
  }

  private mutating func stateAfterZero(_ zero: Deadline, at moment: Moment) -> State {
    if rules.repeats { return .running(successor(of: zero, at: moment)) }
    return program == nil ? .over(since: zero) : stateAfterStep(endedAt: zero, at: moment)
  }

  /// True if `advance` may change the countdown.
  func isDue(at moment: Moment) -> Bool {
    guard case .running(let deadline) = state, !isBeingTurned else { return false }
    return rules.isAligned || canMeasureLength(at: moment) || deadline.remaining(at: moment) <= .zero
  }

  /// True if the length was guessed before the system's clock was set, and the clock is set now.
  private func canMeasureLength(at moment: Moment) -> Bool { isLengthGuessed && moment.health != .unset }

  private mutating func measureLength(to zero: Deadline, at moment: Moment) {
    length = zero.remaining(at: moment).clamped(to: TimeSpan.remaining)
    (rules.period, isLengthGuessed) = (length, moment.health == .unset)
    resetFullTurn()
  }

  /// Does nothing to a countdown under way or without length.
  package mutating func start(at moment: Moment) {
    switch state {
    case .idle where length > .zero, .over where length > .zero: break
    default: return
    }
    silence()
    resetFullTurn()
    beginStep(at: moment)
    runToFirstZero(at: moment)
  }

  private mutating func runToFirstZero(at moment: Moment) {
    let deadline = firstZero(at: moment)
    state = .running(deadline)
    end = deadline.wallTime(isAligned: rules.isAligned)
    isLengthGuessed = false
    if end != nil { measureLength(to: deadline, at: moment) }
  }

  func running(until end: Instant, isLengthGuessed: Bool) -> Countdown {
    with(self) { ($0.state, $0.end, $0.isLengthGuessed) = (.running(.wall(end)), end, isLengthGuessed) }
  }

  func runs(until end: Instant) -> Bool { state == .running(.wall(end)) && !rules.repeats }

  mutating func toggle(at moment: Moment) {
    switch state {
    case .idle: start(at: moment)
    case .running(let deadline):
      silence()
      state = .paused(deadline.remaining(at: moment).clamped(to: TimeSpan.remaining))
    case .paused(let rest):
      let deadline = end.map(Deadline.wall) ?? .uptime(moment.uptime + rest)
      state = .running(rules.isAligned ? firstZero(at: moment) : deadline)
    case .over: dismiss(at: moment)
    }
  }

  mutating func reset() {
    silence()
    resetFullTurn()
    if let program { loadStep(program.index) } else { state = .idle }
  }

  mutating func dismiss(at moment: Moment) {
    silence()
    guard isOver else { return }
    if waitsInProgram { return start(at: moment) }
    if program == nil { state = .idle } else { rewind() }
  }

  /// Adds to the remaining time, or to the length if idle. A positive `span` restarts an ended countdown.
  mutating func add(_ span: Duration, at moment: Moment) {
    switch state {
    case .idle: setLength(length + span)
    case .paused(let rest):
      if program == nil { adjustLength(by: span, toFit: rest + span) }
      pause(with: rest + span)
      end = end.map { $0 + ((rest + span).clamped(to: TimeSpan.remaining) - rest) }
    case .running(let deadline):
      let rest = deadline.remaining(at: moment) + span
      if !rules.isAligned, program == nil { adjustLength(by: span, toFit: rest) }
      setRest(rest, of: deadline, at: moment)
    case .over(let zero) where span > .zero:
      silence()
      let rest = span.clamped(to: TimeSpan.remaining)
      (state, end) = (.running(.uptime(moment.uptime + rest)), nil)
      enlargeFullTurn(to: rest)
      adjustLength(by: lengthChange(rest - zero.remaining(at: moment)), toFit: rest)
    case .over: break
    }
  }

  /// Sets the remaining time, or the length if idle or over.
  /// - Parameter turn: the time of a full turn of the ring while a viewer turns it, otherwise `nil`.
  mutating func set(_ span: Duration, fullTurn turn: Duration? = nil, at moment: Moment) {
    switch state {
    case .idle: setLength(span, fullTurn: turn)
    case .paused:
      pause(with: span, enlargesFullTurn: turn == nil)
      end = nil
    case .running(let deadline): setRest(span, of: deadline, at: moment, enlargesFullTurn: turn == nil)
    case .over:
      reset()
      setLength(span, fullTurn: turn)
    }
  }

  mutating func silence() { flashes?.isSilenced = true }

  private mutating func setLength(_ span: Duration, fullTurn turn: Duration? = nil) {
    let wasFullTurn = rules.period == length
    end = nil
    length = span.clamped(to: TimeSpan.remaining)
    let least = max(length, .seconds(1))
    if rules.repeats || turn == nil && wasFullTurn {
      rules.period = least
    } else {
      rules.period = turn ?? max(rules.period, least)
    }
  }

  private mutating func setRest(
    _ span: Duration, of deadline: Deadline, at moment: Moment, enlargesFullTurn: Bool = true
  ) {
    guard !rules.isAligned else { return }
    let rest = span.clamped(to: TimeSpan.remaining)
    let moved = deadline.moved(by: rest - deadline.remaining(at: moment))
    (state, end) = (.running(moved), moved.wallTime())
    if enlargesFullTurn { enlargeFullTurn(to: rest) }
    adjustLength(by: lengthChange(rest - deadline.remaining(at: moment)), toFit: rest)
  }

  private mutating func pause(with span: Duration, enlargesFullTurn: Bool = true) {
    let rest = span.clamped(to: TimeSpan.remaining)
    let old = if case .paused(let old) = state { old } else { rest }
    state = .paused(rest)
    if enlargesFullTurn { enlargeFullTurn(to: rest) }
    adjustLength(by: lengthChange(rest - old), toFit: rest)
  }

  /// Only a program's step changes its length here. For other countdowns, `add` changes it.
  private func lengthChange(_ span: Duration) -> Duration { program == nil ? .zero : span }

  private func firstZero(at moment: Moment) -> Deadline {
    switch rules.timing {
    case .span: end.flatMap { $0 > moment.instant ? .wall($0) : nil } ?? .uptime(moment.uptime + length)
    case .aligned: .wall(AlignedTime(period: rules.period, zone: moment.zone).next(after: moment.instant))
    case .until(let time): .wall(time.next(after: moment))
    }
  }

  /// The next zero of a repeating countdown. Missed zeros do not count.
  private func successor(of deadline: Deadline, at moment: Moment) -> Deadline {
    guard rules.timing == .span else { return firstZero(at: moment) }
    let missed = (Duration.zero - deadline.remaining(at: moment)).count(of: rules.period)
    return deadline.moved(by: Duration(attoseconds: rules.period.attoseconds * Int128(missed + 1)))
  }

  /// Corrects an aligned zero after a change of the system's clock or zone. If the clock is set back by less than a
  /// period, the zero stays, so that the last zero is not reported twice.
  private mutating func followSystemClock(_ deadline: Deadline, at moment: Moment) {
    guard rules.isAligned, case .wall(let zero) = deadline else { return }
    let isFar = zero - moment.instant > rules.period * 2
    if isFar || !AlignedTime(period: rules.period, zone: moment.zone).contains(zero) {
      state = .running(firstZero(at: moment))
    }
  }
}
