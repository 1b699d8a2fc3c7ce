extension Scene {
  mutating func obey(
    _ order: Command.CountdownOrder, of name: Command.CountdownName?, at moment: Moment
  ) throws(Refusal) -> [Effect] {
    guard let name else { return try obeyForChosen(order, at: moment) }
    let id = try countdownID(of: name)
    return try Countdowns.change(id, of: &self) { (scene) throws(Refusal) in
      try scene.obeyForChosen(order, at: moment)
    } ?? []
  }

  private mutating func obeyForChosen(_ order: Command.CountdownOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    switch order {
    case .start(let length, let title, let phases): try start(length, title: title, phases, at: moment)
    case .until(let end, let beginning, let title, let phases):
      try start(until: end, from: beginning, title: title, phases, at: moment)
    case .new(let length, let title, let phases):
      var fresh = newCountdown(length)
      fresh.start(at: moment)
      guard case .running = fresh.state else { throw Refusal("a countdown needs a length") }
      try add(fresh, title: title, phases, at: moment)
    case .newUntil(let written, let title, let phases):
      let (end, rest) = try upcoming(written, at: moment)
      let fresh = newCountdown(rest).running(until: end, isLengthGuessed: moment.health == .unset)
      try add(fresh, title: title, phases, at: moment)
    case .choose(let name): clock.countdowns.bringToRing(try countdownID(of: name))
    case .set(let length) where countdown == nil: clock.countdown = newCountdown(length)
    case .toggle where countdown == nil: startOrToggle(at: moment)
    default: return try change(order, at: moment)
    }
    return []
  }

  private func countdownID(of name: Command.CountdownName) throws(Refusal) -> Int {
    switch name {
    case .id(let id):
      guard countdowns.all.contains(where: { $0.id == id }) else { throw Refusal("there is no countdown \(id)") }
      return id
    case .title(let title):
      guard let id = try countdownID(of: title, among: countdowns.all) else {
        throw Refusal("there is no countdown '\(title)'")
      }
      return id
    }
  }

  /// Ignores case.
  func countdownID(of title: String, among all: [Countdowns.Entry]) throws(Refusal) -> Int? {
    let name = (Countdown.title(of: title) ?? title).lowercased()
    let found = all.filter { ($0.countdown.title ?? setup.ring.title).lowercased() == name }
    guard found.count < 2 else {
      let ids = found.map { "\($0.id)" }.sorted().joined(separator: ", ")
      throw Refusal("several countdowns have the title '\(title)': choose one by its ID, \(ids)")
    }
    return found.first?.id
  }

  private mutating func add(
    _ countdown: Countdown, title: String, _ phases: CountdownPhases, at moment: Moment
  ) throws(Refusal) {
    var fresh = countdown
    fresh.phases = try checked(phases, over: nil, of: fresh.length)
    let program = self.countdown?.hasUnfinishedProgram == true ? countdowns.chosenID : nil
    guard add(fresh.titled(Countdown.title(of: title))) else { throw .tooMany }
    // A running program stays chosen.
    if let program, clock.program?.isRunning == true { _ = clock.countdowns.choose(program) }
  }

  private mutating func change(_ order: Command.CountdownOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    guard let countdown else { throw Refusal("there is no countdown") }
    switch order {
    case .pause:
      guard countdown.isRunning else { throw Refusal("the countdown is not running") }
      startOrToggle(at: moment)
    case .resume:
      guard countdown.isPaused else { throw Refusal("the countdown is not paused") }
      startOrToggle(at: moment)
    case .toggle: startOrToggle(at: moment)
    case .reset: clock.countdown?.reset()
    case .add(let span):
      guard countdown.remaining(at: moment) + span <= TimeSpan.longest else { throw .tooFar }
      clock.countdown?.add(span, at: moment)
    case .set(let span): clock.countdown?.set(span, at: moment)
    case .clear: clock.countdown = nil
    case .warn(let phases):
      let own = try checked(phases, over: countdown.phases, of: countdown.length)
      clock.countdown?.phases = own
    case .title(let title): clock.countdown?.title = Countdown.title(of: title)
    case .chooseNext: clock.countdowns.moveChoice(by: 1, at: moment)
    case .choosePrevious: clock.countdowns.moveChoice(by: -1, at: moment)
    case .start, .until, .new, .newUntil, .choose: break
    }
    return advance(to: moment)
  }

  /// Unset phases stay as in `old`.
  /// - Throws: `Refusal.phaseOrder`, also if the order is wrong together with the set-up's phases that fit in the
  ///   length.
  private func checked(
    _ phases: CountdownPhases, over old: CountdownPhases?, of length: Duration
  ) throws(Refusal) -> CountdownPhases {
    let own = old.map(phases.filled(from:)) ?? phases
    guard own.filled(from: setup.phases.within(length)).isInOrder else { throw .phaseOrder }
    return own
  }

  private mutating func start(
    _ length: Duration?, title: String?, _ phases: CountdownPhases, at moment: Moment
  ) throws(Refusal) {
    var fresh = length.map(newCountdown) ?? countdown ?? newCountdown(Scene.usualLength)
    fresh.reset()
    fresh.start(at: moment)
    guard case .running = fresh.state else { throw Refusal("a countdown needs a length") }
    if let title { fresh.title = Countdown.title(of: title) ?? "" }
    fresh.phases = try checked(phases, over: fresh.phases, of: fresh.length)
    guard length == nil else { return try replace(by: fresh, at: moment) }
    clock.countdown = fresh
    showBegun()
  }

  /// Replaces the chosen countdown. If that is an unfinished program, adds a countdown instead.
  private mutating func replace(by fresh: Countdown, at moment: Moment) throws(Refusal) {
    guard put(fresh, at: moment) else { throw .tooMany }
  }

  /// Counts down to an instant.
  /// - Parameter beginning: The instant at which the ring is full. `nil` means now, or no change if a countdown to the
  ///   same end already runs.
  private mutating func start(
    until written: ParsedInstant, from beginning: ParsedInstant?, title: String?, _ phases: CountdownPhases,
    at moment: Moment
  ) throws(Refusal) {
    let (end, rest) = try upcoming(written, at: moment)
    let start = try beginning.map { beginning throws(Refusal) in try beginning.instant(after: moment) }
    let full = start.map { end - $0 }.flatMap { $0 > .zero ? $0 : nil }
    // Before the system's clock is set, the remaining time is unknown.
    let isUnset = moment.health == .unset
    let length = min(isUnset ? full ?? rest : max(rest, full ?? .zero), TimeSpan.longest)
    var fresh = newCountdown(length).running(until: end, isLengthGuessed: isUnset && full == nil)
    if let countdown, countdown.runs(until: end) {
      (fresh.title, fresh.phases) = (countdown.title, countdown.phases)
      if start == nil || countdown.length == length { fresh = countdown }
    }
    if let title { fresh.title = Countdown.title(of: title) ?? "" }
    fresh.phases = try checked(phases, over: fresh.phases, of: fresh.length)
    try replace(by: fresh, at: moment)
  }

  private func upcoming(
    _ written: ParsedInstant, at moment: Moment
  ) throws(Refusal) -> (end: Instant, rest: Duration) {
    let end = try written.instant(after: moment)
    let rest = end - moment.instant
    guard rest > .zero else { throw Refusal("that moment has passed") }
    guard !TimeSpan.isTooFar(end, at: moment) else { throw .tooFar }
    return (end, min(rest, TimeSpan.longest))
  }

  mutating func obey(_ order: Command.StopwatchOrder, at moment: Moment) throws(Refusal) -> [Effect] {
    let isRunning = stopwatch?.isRunning ?? false
    switch order {
    case .start where isRunning: throw Refusal("the stopwatch is already running")
    case .stop where !isRunning, .lap where !isRunning: throw Refusal("the stopwatch is not running")
    case .reset where stopwatch == nil, .clear where stopwatch == nil: throw Refusal("there is no stopwatch")
    case .start, .stop, .toggle: return toggleStopwatch(at: moment)
    case .lap: return takeLap(at: moment)
    case .reset: clock.stopwatch = Stopwatch()
    case .clear: clock.stopwatch = nil
    }
    return [.saveTimers]
  }
}

extension Refusal {
  fileprivate static let tooMany = Refusal("there are \(Countdowns.most) countdowns already")
}
