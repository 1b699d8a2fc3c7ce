extension Countdown {
  /// Times are in nanoseconds, wall times since 1970.
  package struct Record: Hashable, Sendable, Codable {
    /// The kernel's boot ID. `uptime` is valid only in the same boot.
    package let boot: String
    let length: Int64
    let period: Int64
    /// `span`, `aligned` or the time of day when it reaches zero, such as `17:30:00`.
    let timing: String
    let repeats: Bool
    let overtime: Bool
    var state: State
    /// The remaining time, if running or paused.
    var left: Int64?
    /// `clock`, `uptime` and `wall` say when the countdown reaches zero; `nil` unless running or over.
    var clock: ZeroClock?
    var uptime: Int64?
    var wall: Int64?
    /// The time of a full turn, if longer than the period.
    var turn: Int64?
    var warn: Int64?
    var danger: Int64?
    var program: ProgramRun.Record?
    var end: Int64?
    /// `Countdown.isLengthGuessed`; `nil` means false.
    var guessed: Bool?
    /// True if no options made the countdown; else `nil`.
    var byHand: Bool?
    /// False for a title from the set-up or a program's step; `nil` in old files.
    package fileprivate(set) var hasOwnTitle: Bool?

    enum State: String, Codable {
      case idle, paused, running, over
    }

    enum ZeroClock: String, Codable {
      case uptime, wall
    }
  }

  package func record(at moment: Moment, boot: String) -> Record {
    let timing =
      switch rules.timing {
      case .span: "span"
      case .aligned: "aligned"
      case .until(let time): time.text
      }
    var record = Record(
      boot: boot, length: length.nanoseconds, period: rules.period.nanoseconds, timing: timing,
      repeats: rules.repeats, overtime: rules.overtime, state: .idle)
    record.turn = enlargedFullTurn?.nanoseconds
    (record.warn, record.danger) = (phases.warn?.nanoseconds, phases.danger?.nanoseconds)
    record.program = program?.record(at: moment)
    record.end = end?.sinceEpoch.nanoseconds
    record.guessed = isLengthGuessed ? true : nil
    (record.byHand, record.hasOwnTitle) = (isFromOptions ? nil : true, program == nil && title != nil)
    switch state {
    case .idle: break
    case .paused(let rest): (record.state, record.left) = (.paused, rest.nanoseconds)
    case .running(let deadline): record.set(.running, deadline, at: moment)
    case .over(let deadline): record.set(.over, deadline, at: moment)
    }
    return record
  }

  /// After a reboot, wall time replaces uptime, and at most the saved time remains.
  /// - Returns: `nil` for an invalid record. `hasPassed` is true if the countdown reached zero meanwhile.
  package static func restore(
    _ record: Record, at moment: Moment, boot: String
  ) -> (countdown: Countdown, hasPassed: Bool)? {
    guard let rules = record.rules, let state = record.state(at: moment, isSameBoot: record.boot == boot) else {
      return nil
    }
    var countdown = Countdown(rules, length: .nanoseconds(record.length))
    if let program = record.program {
      guard let run = ProgramRun(program, at: moment, isSameBoot: record.boot == boot), rules.timing == .span,
        !rules.repeats
      else { return nil }
      countdown.program = run
      countdown.loadStep(run.index)
      (countdown.rules, countdown.length) = (rules, .nanoseconds(record.length))
    }
    (countdown.state, countdown.phases) = (state, record.phases)
    (countdown.end, countdown.isFromOptions) = (record.end(at: moment), record.byHand != true)
    countdown.isLengthGuessed = record.guessed == true
    if let turn = record.turn.flatMap(Record.span) { countdown.enlargeFullTurn(to: turn) }
    if moment.health != .unset { countdown.enlargeFullTurn(to: countdown.remaining(at: moment)) }
    let hasPassed = countdown.advance(to: moment)
    countdown.flashes = nil
    if let age = countdown.timeOver(at: moment), age < CountdownFlashes.ofSingle {
      countdown.flashes = CountdownFlashes(start: moment.uptime - age, span: CountdownFlashes.ofSingle)
    }
    return (countdown, hasPassed)
  }
}

extension Countdown {
  /// True if this is a new run, not the continuation of `old`.
  package func isBegun(after old: Countdown) -> Bool {
    if length != old.length || rules.timing != old.rules.timing { return true }
    switch (old.state, state) {
    case (.over, .over): return false
    case (.over, _), (.idle, _): return true
    case (.running, _), (.paused, _): return false
    }
  }
}

extension Countdown.Record {
  private static let spans = 0...TimeSpan.longest.nanoseconds

  fileprivate mutating func set(_ state: State, _ deadline: Countdown.Deadline, at moment: Moment) {
    let rest = deadline.remaining(at: moment)
    (uptime, wall) = ((moment.uptime + rest).nanoseconds, (moment.instant.sinceEpoch + rest).nanoseconds)
    if case .wall = deadline { clock = .wall } else { clock = .uptime }
    // While the system's clock is not set, the end may seem decades away.
    if state == .running { left = rest.clamped(to: TimeSpan.remaining).nanoseconds }
    self.state = state
  }

  fileprivate var rules: Countdown.Rules? {
    guard let parsedTiming, Self.spans.contains(length), Self.spans.contains(period), period >= leastPeriod else {
      return nil
    }
    return Countdown.Rules(period: .nanoseconds(period), timing: parsedTiming, repeats: repeats, overtime: overtime)
  }

  private var leastPeriod: Int64 { repeats ? TimeSpan.range.lowerBound.nanoseconds : 1 }

  private var parsedTiming: Countdown.Timing? {
    switch timing {
    case "span": .span
    case "aligned": .aligned
    default: (try? TimeOfDay.parse(timing)).map(Countdown.Timing.until)
    }
  }

  /// Why `restore` refuses the record, such as `length is -5`. Keep in sync with `rules`, `state`, `zero` and
  /// `restore`.
  package var wrongValue: String {
    func text(_ value: (some Any)?) -> String { value.map { "\($0)" } ?? "missing" }
    let hasZero = state == .running || state == .over
    let isLeftValid = left.map(Self.spans.contains) ?? (state != .paused)
    let values: [(name: String, value: String, isValid: Bool)] = [
      ("length", text(length), Self.spans.contains(length)),
      ("period", text(period), Self.spans.contains(period) && period >= leastPeriod),
      ("timing", "'\(timing.shortened)'", parsedTiming != nil && (program == nil || parsedTiming == .span)),
      ("repeats", text(repeats), program == nil || !repeats),
      ("left", text(left), state == .idle || isLeftValid), ("clock", text(clock), !hasZero || clock != nil),
      ("uptime", text(uptime), !hasZero || uptime != nil), ("wall", text(wall), !hasZero || wall != nil),
    ]
    return values.first { !$0.isValid }.map { "\($0.name) is \($0.value)" } ?? program?.wrongValue ?? "unknown"
  }

  fileprivate var phases: CountdownPhases {
    let (warn, danger) = (warn.flatMap(Self.span), danger.flatMap(Self.span))
    let phases = CountdownPhases(warn: warn, danger: danger)
    return phases.isInOrder ? phases : CountdownPhases()
  }

  /// Old files have no `end`, but `wall` is the same time.
  fileprivate func end(at moment: Moment) -> Instant? {
    let isOld = state == .running && clock == .wall && timing != "aligned" && !repeats
    guard let end = (self.end ?? (isOld ? wall : nil)).map({ Instant(sinceEpoch: .nanoseconds($0)) }) else {
      return nil
    }
    return TimeSpan.isTooFar(end, at: moment) ? nil : end
  }

  fileprivate static func span(_ nanoseconds: Int64) -> Duration? {
    spans.contains(nanoseconds) ? .nanoseconds(nanoseconds) : nil
  }

  fileprivate func state(at moment: Moment, isSameBoot: Bool) -> Countdown.State? {
    switch state {
    case .idle: return .idle
    case .paused: return left.flatMap { Self.spans.contains($0) ? .paused(.nanoseconds($0)) : nil }
    case .running: return zero(at: moment, isSameBoot: isSameBoot).map(Countdown.State.running)
    case .over: return zero(at: moment, isSameBoot: isSameBoot).map(Countdown.State.over)
    }
  }

  private func zero(at moment: Moment, isSameBoot: Bool) -> Countdown.Deadline? {
    guard let clock, let uptime, let wall, left.map(Self.spans.contains) ?? true else { return nil }
    let instant = Instant(sinceEpoch: .nanoseconds(wall))
    var most = TimeSpan.longest
    let zero: Countdown.Deadline
    switch clock {
    // The remaining time is unknown until the system's clock is set.
    case .wall where moment.health == .unset: return .wall(instant)
    case .wall: zero = .wall(instant)
    case .uptime where isSameBoot: zero = .uptime(.nanoseconds(uptime))
    case .uptime:
      zero = .uptime(moment.uptime + (instant - moment.instant))
      if let left { most = .nanoseconds(left) }
    }
    let excess = max(.zero, zero.remaining(at: moment) - most)
    return zero.moved(by: .zero - excess)
  }

  /// Reads the format before 0.2: nine lines, each a key and its values.
  package init?(legacy text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    }
    let keys = [
      "colourclock-countdown", "boot", "length", "period", "timing", "repeats", "overtime", "state", "end", "",
    ]
    let flags = ["yes": true, "no": false]
    guard lines.map(\.[0]) == keys else { return nil }
    if lines[4].count == 3, lines[4][1] == "until" { lines[4].remove(at: 1) }
    let stateWords = lines[7]
    guard lines[..<7].allSatisfy({ $0.count == 2 }), lines[8...].allSatisfy({ $0.count == 1 }), stateWords.count > 1
    else { return nil }
    let values = Dictionary(uniqueKeysWithValues: lines[..<7].map { ($0[0], $0[1]) })
    guard values["colourclock-countdown"] == "1", let boot = values["boot"], !boot.isEmpty,
      let length = values["length"].flatMap({ Int64($0) }), let period = values["period"].flatMap({ Int64($0) }),
      let timing = values["timing"], let repeats = flags[values["repeats"] ?? ""],
      let overtime = flags[values["overtime"] ?? ""], let state = State(rawValue: stateWords[1])
    else { return nil }
    self.init(
      boot: boot, length: length, period: period, timing: timing, repeats: repeats, overtime: overtime, state: state)
    let rest = Array(stateWords.dropFirst(2))
    switch (state, rest.count) {
    case (.idle, 0): break
    case (.paused, 1): left = Int64(rest[0])
    case (.running, 3), (.over, 3):
      (clock, uptime, wall) = (ZeroClock(rawValue: rest[0]), Int64(rest[1]), Int64(rest[2]))
    default: return nil
    }
    guard rules != nil, self.state(at: .epoch, isSameBoot: true) != nil else { return nil }
  }
}

extension Moment {
  fileprivate static let epoch = Moment(instant: Instant(second: 0), uptime: .zero, zone: .utc)
}

extension Duration {
  var nanoseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000) }
}
