/// What can be done with a countdown, and what time does with it.
extension Countdown {
  /// Whether zero has been crossed since the last call: once a period, and also once if several have gone by unobserved.
  ///
  /// One that repeats has its next zero in the future then, on the grid of those before it; any other is over.
  package mutating func advance(to moment: Moment) -> Bool {
    guard case .running(let deadline) = state, !isInHand else { return false }
    guard deadline.remaining(at: moment) <= .zero else {
      followWall(deadline, at: moment)
      return false
    }
    state = rules.repeats ? .running(successor(of: deadline, at: moment)) : .over(since: deadline)
    alarm = Alarm(after: alarm, at: moment.uptime, span: rules.repeats ? Alarm.ofRepeating : Alarm.ofSingle)
    return true
  }

  /// From the length set, if it is idle or over and set to anything.
  package mutating func start(at moment: Moment) {
    switch state {
    case .idle where length > .zero, .over where length > .zero: break
    default: return
    }
    silence()
    let deadline = aim(at: moment)
    state = .running(deadline)
    guard case .until = rules.timing else { return }
    length = deadline.remaining(at: moment)
    rules.period = length
  }

  package mutating func pause(at moment: Moment) {
    guard case .running(let deadline) = state else { return }
    silence()
    state = .paused(Countdown.clamped(deadline.remaining(at: moment)))
  }

  /// Goes on with what was left; an aligned one goes on with the wall. One that ran up to a time of day ends later than
  /// that by as long as it was paused.
  package mutating func resume(at moment: Moment) {
    guard case .paused(let rest) = state else { return }
    state = .running(rules.isAligned ? aim(at: moment) : .uptime(moment.uptime + rest))
  }

  /// What one key does: starts, pauses, resumes, dismisses.
  package mutating func toggle(at moment: Moment) {
    switch state {
    case .idle: start(at: moment)
    case .running: pause(at: moment)
    case .paused: resume(at: moment)
    case .over: dismiss(at: moment)
    }
  }

  /// Back to the length set, not running.
  package mutating func reset() {
    silence()
    state = .idle
  }

  /// Takes notice of zero: one that is over becomes idle, the signal of one that repeats ends.
  package mutating func dismiss(at moment: Moment) {
    silence()
    if case .over = state { state = .idle }
  }

  /// Lengthens or shortens what is left, or the length of an idle one, within 0…`TimeSpan.longest`.
  ///
  /// A running one may thereby reach zero: the next `advance` tells. One that is over runs again for `span`. An aligned
  /// one that runs goes by the wall alone.
  package mutating func add(_ span: Duration, at moment: Moment) {
    switch state {
    case .idle: setLength(length + span)
    case .paused(let rest): state = .paused(Countdown.clamped(rest + span))
    case .running(let deadline): setRest(deadline.remaining(at: moment) + span, of: deadline, at: moment)
    case .over where span > .zero:
      silence()
      state = .running(.uptime(moment.uptime + Countdown.clamped(span)))
    case .over: break
    }
  }

  /// Sets what is left, or the length of one that does not run.
  /// - Parameter period: what a full ring means from now on, at least the length; `nil` leaves it or, if it was the
  ///   length, makes it the new one. One that repeats has its length for a period.
  package mutating func set(_ span: Duration, period: Duration? = nil, at moment: Moment) {
    switch state {
    case .idle: setLength(span, period: period)
    case .paused: state = .paused(Countdown.clamped(span))
    case .running(let deadline): setRest(span, of: deadline, at: moment)
    case .over:
      reset()
      setLength(span, period: period)
    }
  }
}

extension Countdown {
  private static func clamped(_ span: Duration) -> Duration { min(max(.zero, span), TimeSpan.longest) }

  private mutating func silence() { alarm?.isSilenced = true }

  private mutating func setLength(_ span: Duration, period: Duration? = nil) {
    let wasFull = rules.period == length
    length = Countdown.clamped(span)
    let least = max(length, .seconds(1))
    if rules.repeats {
      rules.period = least
    } else if let period {
      rules.period = max(period, least)
    } else {
      rules.period = wasFull ? least : max(rules.period, least)
    }
  }

  private mutating func setRest(_ span: Duration, of deadline: Deadline, at moment: Moment) {
    guard !rules.isAligned else { return }
    let change = Countdown.clamped(span) - deadline.remaining(at: moment)
    state = .running(deadline.moved(by: change))
  }

  /// The first zero after a start.
  private func aim(at moment: Moment) -> Deadline {
    switch rules.timing {
    case .span: .uptime(moment.uptime + length)
    case .aligned: .wall(AlignedTime(period: rules.period, zone: moment.zone).next(after: moment.instant))
    case .until(let time): .wall(time.next(after: moment))
    }
  }

  /// The first zero of a repeating one in the future.
  private func successor(of deadline: Deadline, at moment: Moment) -> Deadline {
    guard rules.timing == .span else { return aim(at: moment) }
    let missed = (Duration.zero - deadline.remaining(at: moment)).count(of: rules.period)
    return deadline.moved(by: Duration(attoseconds: rules.period.attoseconds * Int128(missed + 1)))
  }

  /// An aligned one whose wall was set far back aims anew; a little back, and one zero is left out rather than told twice.
  private mutating func followWall(_ deadline: Deadline, at moment: Moment) {
    guard rules.isAligned, deadline.remaining(at: moment) > rules.period * 2 else { return }
    state = .running(aim(at: moment))
  }
}
