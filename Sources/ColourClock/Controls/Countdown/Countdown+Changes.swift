/// What time and the user change of a countdown.
extension Countdown {
  /// - Returns: whether zero has been reached since the last call: once a period, and also once if several went by
  ///   unobserved.
  ///
  /// A repeating one then has its next zero in the future, on the grid of those before it; any other is over.
  mutating func advance(to moment: Moment) -> Bool {
    guard case .running(let deadline) = state, !isBeingSet else { return false }
    guard deadline.remaining(at: moment) <= .zero else {
      followWall(deadline, at: moment)
      return false
    }
    endStretch()
    state = rules.repeats ? .running(successor(of: deadline, at: moment)) : .over(since: deadline)
    alarm = CountdownAlarm(
      after: alarm, at: moment.uptime, span: rules.repeats ? CountdownAlarm.ofRepeating : CountdownAlarm.ofSingle)
    return true
  }

  /// From the length set, if it is idle or over and the length is more than nothing.
  package mutating func start(at moment: Moment) {
    switch state {
    case .idle where length > .zero, .over where length > .zero: break
    default: return
    }
    silence()
    endStretch()
    let deadline = firstZero(at: moment)
    state = .running(deadline)
    guard case .until = rules.timing else { return }
    length = deadline.remaining(at: moment)
    rules.period = length
  }

  /// The same, on the way to a point of the wall time.
  func running(until end: Instant) -> Countdown {
    var running = self
    running.state = .running(.wall(end))
    return running
  }

  /// Whether the countdown runs to exactly `end`, once.
  func runs(until end: Instant) -> Bool { state == .running(.wall(end)) && !rules.repeats }

  /// What one key does: starts, pauses, resumes, dismisses.
  ///
  /// An aligned one resumes with the wall time. One that ran up to a time of day ends later than that by as long as it
  /// was paused.
  mutating func toggle(at moment: Moment) {
    switch state {
    case .idle: start(at: moment)
    case .running(let deadline):
      silence()
      state = .paused(Countdown.clamped(deadline.remaining(at: moment)))
    case .paused(let rest): state = .running(rules.isAligned ? firstZero(at: moment) : .uptime(moment.uptime + rest))
    case .over: dismiss()
    }
  }

  /// Back to the length set, not running.
  mutating func reset() {
    silence()
    endStretch()
    state = .idle
  }

  /// One that is over becomes idle; of a repeating one only the alarm ends.
  mutating func dismiss() {
    silence()
    if case .over = state { state = .idle }
  }

  /// Lengthens or shortens what is left, or the length of an idle one, within 0…`TimeSpan.longest`.
  ///
  /// A running one may thereby reach zero: the next `advance` reports it. One that is over runs again for `span`. A
  /// running aligned one is not changed: it depends on the wall time alone.
  mutating func add(_ span: Duration, at moment: Moment) {
    switch state {
    case .idle: setLength(length + span)
    case .paused(let rest): pause(with: rest + span)
    case .running(let deadline): setRest(deadline.remaining(at: moment) + span, of: deadline, at: moment)
    case .over where span > .zero:
      silence()
      state = .running(.uptime(moment.uptime + Countdown.clamped(span)))
      stretch(to: Countdown.clamped(span))
    case .over: break
    }
  }

  /// Sets what is left, or the length of one that is idle or over.
  /// - Parameter period: what a full ring means from now on, at least the length; `nil` leaves it or, if it was the
  ///   length, makes it the new one. The period of a repeating one is always its length.
  mutating func set(_ span: Duration, period: Duration? = nil, at moment: Moment) {
    switch state {
    case .idle: setLength(span, period: period)
    case .paused: pause(with: span)
    case .running(let deadline): setRest(span, of: deadline, at: moment)
    case .over:
      reset()
      setLength(span, period: period)
    }
  }

  private static func clamped(_ span: Duration) -> Duration { min(max(.zero, span), TimeSpan.longest) }

  /// Ends the alarm.
  mutating func silence() { alarm?.isSilenced = true }

  private mutating func setLength(_ span: Duration, period: Duration? = nil) {
    let wasFull = rules.period == length
    length = Countdown.clamped(span)
    let least = max(length, .seconds(1))
    let isLength = rules.repeats || period == nil && wasFull
    rules.period = isLength ? least : max(period ?? rules.period, least)
  }

  private mutating func setRest(_ span: Duration, of deadline: Deadline, at moment: Moment) {
    guard !rules.isAligned else { return }
    let rest = Countdown.clamped(span)
    state = .running(deadline.moved(by: rest - deadline.remaining(at: moment)))
    stretch(to: rest)
  }

  private mutating func pause(with span: Duration) {
    let rest = Countdown.clamped(span)
    state = .paused(rest)
    stretch(to: rest)
  }

  /// The first zero after a start.
  private func firstZero(at moment: Moment) -> Deadline {
    switch rules.timing {
    case .span: .uptime(moment.uptime + length)
    case .aligned: .wall(AlignedTime(period: rules.period, zone: moment.zone).next(after: moment.instant))
    case .until(let time): .wall(time.next(after: moment))
    }
  }

  /// The first zero of a repeating one in the future.
  private func successor(of deadline: Deadline, at moment: Moment) -> Deadline {
    guard rules.timing == .span else { return firstZero(at: moment) }
    let missed = (Duration.zero - deadline.remaining(at: moment)).count(of: rules.period)
    return deadline.moved(by: Duration(attoseconds: rules.period.attoseconds * Int128(missed + 1)))
  }

  /// After the wall time was set far back, or in another zone, an aligned one has a new zero; after it was set back by little,
  /// one zero is left out, so that none is reported twice.
  private mutating func followWall(_ deadline: Deadline, at moment: Moment) {
    guard rules.isAligned, case .wall(let zero) = deadline else { return }
    let isFar = zero - moment.instant > rules.period * 2
    if isFar || !AlignedTime(period: rules.period, zone: moment.zone).contains(zero) {
      state = .running(firstZero(at: moment))
    }
  }
}
