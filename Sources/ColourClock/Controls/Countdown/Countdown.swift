/// A countdown. Its state is the time of its end, not what is left: no late call, suspend or set clock can falsify it.
/// Call `advance(to:)` before any change.
package struct Countdown: Hashable, Sendable {
  var rules: Rules
  /// The length at the start, 0…`TimeSpan.longest`; never less than is left, unless it repeats.
  var length: Duration
  package internal(set) var state: State
  /// The remainder when it was made longer than a full ring; `nil` otherwise. Its ring would else stand still for a
  /// while.
  private(set) var stretched: Duration?
  /// `nil` for the title of the set-up.
  package var title: String?
  /// What is left open is as in the set-up.
  package var phases = CountdownPhases()
  /// Whether its ring is being turned. That may pass zero, so time has no effect then.
  var isBeingSet = false
  /// The program whose step it is; `nil` for a countdown by itself.
  package internal(set) var program: ProgramRun?
  /// The alarm of the last zero, which may be long ago.
  var alarm: CountdownAlarm?

  package struct Rules: Hashable, Sendable {
    /// The length of a full ring, and of a repeating countdown the span from zero to zero. Greater than zero.
    var period: Duration
    let timing: Timing
    let repeats: Bool
    let overtime: Bool

    /// - Precondition: `period` is greater than zero.
    package init(period: Duration, timing: Timing = .span, repeats: Bool = false, overtime: Bool = false) {
      precondition(period > .zero, "the period of a countdown is more than nothing")
      (self.period, self.timing, self.repeats, self.overtime) = (period, timing, repeats, overtime)
    }

    var isAligned: Bool { timing == .aligned }
  }

  /// The rule for the time of zero.
  package enum Timing: Hashable, Sendable {
    case span
    case aligned
    case until(TimeOfDay)
  }

  package enum State: Hashable, Sendable {
    case idle
    case running(Deadline)
    /// The remainder, 0…`TimeSpan.longest`.
    case paused(Duration)
    /// Zero was reached and has not been dismissed.
    case over(since: Deadline)
  }

  /// The time of zero, on the clock of the countdown.
  package enum Deadline: Hashable, Sendable {
    case uptime(Duration)
    case wall(Instant)

    /// Negative once it has passed.
    func remaining(at moment: Moment) -> Duration {
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

  package init(_ rules: Rules, length: Duration? = nil) {
    self.rules = rules
    self.length = min(max(.zero, length ?? rules.period), TimeSpan.longest)
    state = .idle
  }

  package static func until(_ time: TimeOfDay, overtime: Bool = false, at moment: Moment) -> Countdown {
    let span = time.next(after: moment) - moment.instant
    var countdown = Countdown(Rules(period: span, timing: .until(time), overtime: overtime))
    countdown.start(at: moment)
    return countdown
  }
}

extension Countdown {
  /// Negative in overtime only. While a viewer holds its ring at zero it is not over.
  func remaining(at moment: Moment) -> Duration {
    switch state {
    case .idle: length
    case .paused(let rest): rest
    case .running(let deadline): max(.zero, deadline.remaining(at: moment))
    // Zero is still to come where the clock was set back.
    case .over(let deadline): rules.overtime && !rules.repeats ? min(.zero, deadline.remaining(at: moment)) : .zero
    }
  }

  /// The seconds left, rounded up: 0 only when all are gone; in overtime -1, -2, ….
  func number(at moment: Moment) -> Int { remaining(at: moment).secondsRoundedUp }

  var fullTurn: Duration { max(rules.period, stretched ?? .zero) }

  /// Makes the ring begin full where more is left than it can show.
  mutating func stretch(to rest: Duration) {
    if rest > fullTurn { stretched = rest }
  }

  /// Keeps the length from being less than what is left.
  mutating func lengthen(by span: Duration = .zero, to rest: Duration) {
    guard !rules.repeats, rest > length else { return }
    length = min(max(length + span, rest), TimeSpan.longest)
  }

  mutating func endStretch() { stretched = nil }

  enum Phase: Hashable, Sendable, CaseIterable {
    case calm, soon, last, over
  }

  /// The spans before the end in which it is `soon` and `last`.
  /// - Parameter setup: the phases of the set-up.
  func spans(_ setup: CountdownPhases) -> (soon: Duration, last: Duration) {
    phases.over(setup).spans(of: min(length, rules.period))
  }

  /// A paused one has a phase too; an idle one is calm.
  func phase(at moment: Moment, _ setup: CountdownPhases = CountdownPhases()) -> Phase {
    switch state {
    case .idle: return .calm
    case .over: return .over
    case .running, .paused:
      let (rest, spans) = (remaining(at: moment), spans(setup))
      if spans.last > .zero, rest <= spans.last { return .last }
      return spans.soon > .zero && rest <= spans.soon ? .soon : .calm
    }
  }
}

/// The countdown in figures and words.
extension Countdown {
  func number(at moment: Moment, _ counting: Ring.Counting) -> Int {
    Ring.number(remaining(at: moment), counting)
  }

  /// Empty while there is time.
  private func words(
    by device: InputDevice?, at moment: Moment, _ setup: CountdownPhases, _ words: Words
  ) -> String {
    switch state {
    case .idle: device?.phrase(words["press c to start"], words) ?? words["ready"]
    case .paused: words["paused"]
    case .over: words["time is up"]
    case .running:
      switch phase(at: moment, setup) {
      case .calm: ""
      case .soon: words["nearly done"]
      case .last, .over: spans(setup).last > .seconds(60) ? words["last minutes"] : words["last seconds"]
      }
    }
  }

  static func widestPhase(_ words: Words) -> String {
    Line.widest([
      words["press c to start"], words["click to start"], words["tap to start"], words["paused"], words["time is up"],
      words["nearly done"], words["last seconds"], words["last minutes"],
    ])
  }

  /// The phrase of one that has ended, as a line of its own.
  static func endPhrase(_ words: Words) -> String { capitalised(words["time is up"]) }

  private static func capitalised(_ phrase: String) -> String { phrase.prefix(1).uppercased() + phrase.dropFirst() }

  /// The phrase of its phase, as a line of its own; empty while there is time.
  func phrase(
    by device: InputDevice? = .key, at moment: Moment, _ words: Words, _ setup: CountdownPhases = CountdownPhases()
  ) -> String {
    Countdown.capitalised(self.words(by: device, at: moment, setup, words))
  }

  /// The number with its phrase, where there is no ring.
  func note(
    _ number: String, by device: InputDevice? = .key, at moment: Moment, _ words: Words,
    _ setup: CountdownPhases = CountdownPhases()
  ) -> String {
    // There is no ring to tap.
    let phrase = self.words(by: device == .key ? .key : nil, at: moment, setup, words)
    return phrase.isEmpty ? words["%s left", number] : "\(number) · \(phrase)"
  }

  static func widestNote(_ number: String, _ words: Words) -> String {
    Line.widest(["\(number) · \(widestPhase(words))", words["%s left", number]])
  }
}

extension InputDevice {
  func phrase(_ key: String, _ words: Words) -> String {
    switch self {
    case .key: key
    case .pointer: words["click to start"]
    case .finger: words["tap to start"]
    }
  }
}

extension Duration {
  var secondsRoundedUp: Int {
    let (seconds, attoseconds) = components
    return Int(attoseconds > 0 ? seconds + 1 : seconds)
  }

  /// The number of steps, the last of which need not be whole.
  func count(roundedUpOf step: Duration) -> Int {
    let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: step.attoseconds)
    return Int(clamping: rest > 0 ? quotient + 1 : quotient)
  }

  /// The number of whole steps, rounded towards the past.
  func count(of step: Duration) -> Int64 {
    let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: step.attoseconds)
    return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
  }
}
