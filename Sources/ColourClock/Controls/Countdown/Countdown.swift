/// A running countdown stores the time of zero. Call `advance(to:)` before each change.
package struct Countdown: Hashable, Sendable {
  var rules: Rules
  /// The full time, 0…`TimeSpan.longest`; `adjustLength` can raise it.
  var length: Duration
  package internal(set) var state: State
  /// The time of a full turn of the ring, if more than `rules.period` was set.
  private(set) var enlargedFullTurn: Duration?
  /// `nil` means the set-up's title; empty means no title.
  package var title: String?
  /// The limit in characters, also for steps and alarms.
  package static let longestTitle = 80
  /// `nil` values mean the set-up's phases.
  package var phases = CountdownPhases()
  /// True while a viewer turns the ring. The countdown then does not end.
  var isBeingTurned = false
  /// True if the system's clock was not set at the start. `advance` later measures the length to `end`.
  var isLengthGuessed = false
  /// The chosen end in wall time, also during a pause; `nil` for a chosen length.
  var end: Instant?
  /// True if options made the countdown. A restart with other options replaces it.
  package var isFromOptions = false
  package internal(set) var program: ProgramRun?
  var flashes: CountdownFlashes?

  package struct Rules: Hashable, Sendable {
    /// The time of a full turn of the ring, above zero. A repeating countdown reaches zero once a period.
    var period: Duration
    let timing: Timing
    let repeats: Bool
    /// Counting goes on below zero, unless the countdown repeats.
    let overtime: Bool

    package init(period: Duration, timing: Timing = .span, repeats: Bool = false, overtime: Bool = false) {
      precondition(period > .zero, "the period of a countdown is more than nothing")
      (self.period, self.timing, self.repeats, self.overtime) = (period, timing, repeats, overtime)
    }

    var isAligned: Bool { timing == .aligned }
  }

  package enum Timing: Hashable, Sendable {
    case span
    /// Zero is at multiples of the period in wall time (`AlignedTime`).
    case aligned
    case until(TimeOfDay)
  }

  package enum State: Hashable, Sendable {
    case idle
    case running(Deadline)
    /// The remaining time, 0…`TimeSpan.longest`.
    case paused(Duration)
    case over(since: Deadline)
  }

  package enum Deadline: Hashable, Sendable {
    case uptime(Duration)
    case wall(Instant)

    /// The result is negative after zero.
    func remaining(at moment: Moment) -> Duration {
      switch self {
      case .uptime(let uptime): uptime - moment.uptime
      case .wall(let instant): instant - moment.instant
      }
    }

    /// `nil` for an uptime, and for an aligned zero.
    func wallTime(isAligned: Bool = false) -> Instant? {
      if case .wall(let instant) = self, !isAligned { instant } else { nil }
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
    self.length = (length ?? rules.period).clamped(to: TimeSpan.remaining)
    state = .idle
  }

  package static func title(of text: String) -> String? { Feed.line(of: text, longest: longestTitle) }

  /// `nil` becomes empty, so that the countdown does not get the set-up's title.
  func titled(_ title: String?) -> Countdown { with(self) { $0.title = title ?? "" } }

  package static func until(_ time: TimeOfDay, overtime: Bool = false, at moment: Moment) -> Countdown {
    let span = time.next(after: moment) - moment.instant
    return with(Countdown(Rules(period: span, timing: .until(time), overtime: overtime))) { $0.start(at: moment) }
  }
}

extension Countdown {
  /// The result is negative only in overtime.
  func remaining(at moment: Moment) -> Duration {
    switch state {
    case .idle: length
    case .paused(let rest): rest
    case .running(let deadline): max(.zero, deadline.remaining(at: moment))
    // The wall clock may have been set back.
    case .over(let deadline): rules.overtime && !rules.repeats ? min(.zero, deadline.remaining(at: moment)) : .zero
    }
  }

  package func timeOver(at moment: Moment) -> Duration? {
    if case .over(let deadline) = state { max(.zero, .zero - deadline.remaining(at: moment)) } else { nil }
  }

  /// The remaining seconds, rounded up; negative in overtime.
  func number(at moment: Moment) -> Int { remaining(at: moment).secondsRoundedUp }

  var fullTurn: Duration { max(rules.period, enlargedFullTurn ?? .zero) }

  mutating func enlargeFullTurn(to rest: Duration) {
    if rest > fullTurn { enlargedFullTurn = rest }
  }

  /// Makes the length at least the remaining time `rest`. Only the length of a program's step can become shorter.
  mutating func adjustLength(by span: Duration, toFit rest: Duration) {
    guard !rules.repeats, rest > length || program != nil else { return }
    length = min(max(length + span, rest), TimeSpan.longest)
  }

  mutating func resetFullTurn() { enlargedFullTurn = nil }

  /// The phases, from early to late. Reports contain the names.
  enum Phase: Comparable, Hashable, Sendable, CaseIterable {
    case calm, soon, last, over
  }

  /// With a chosen end, a countdown may begin in a warning phase.
  func phases(by setup: CountdownPhases) -> CountdownPhases {
    phases.filled(from: end == nil ? setup.within(length) : setup)
  }

  func spans(_ setup: CountdownPhases) -> (soon: Duration, last: Duration) {
    phases(by: setup).spans(of: min(length, rules.period))
  }

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

extension Countdown {
  func number(at moment: Moment, _ counting: Ring.Counting) -> Int {
    Ring.number(remaining(at: moment), counting)
  }

  /// - Parameter device: `nil` if viewers cannot start the countdown.
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
      case .soon where isNearlyDone(at: moment): words["nearly done"]
      case .soon: minutesLeft(at: moment, words)
      case .last, .over: spans(setup).last > .seconds(60) ? words["last minutes"] : words["last seconds"]
      }
    }
  }

  private func isNearlyDone(at moment: Moment) -> Bool {
    remaining(at: moment) <= max(.seconds(60), min(length, rules.period) / 10)
  }

  /// A text such as `5 min left`; empty above 1:59:00.
  private func minutesLeft(at moment: Moment, _ words: Words) -> String {
    let minutes = (number(at: moment) + 59) / 60
    return minutes < 120 ? words["%s left", words["%d min", minutes]] : ""
  }

  static func widestPhase(_ words: Words) -> String {
    Line.widest([
      words["press c to start"], words["click to start"], words["tap to start"], words["paused"], words["time is up"],
      words["nearly done"], words["last seconds"], words["last minutes"], words["%s left", words["%d min", 108]],
    ])
  }

  static func endPhrase(_ words: Words) -> String { words["time is up"].capitalised }

  func phrase(
    by device: InputDevice? = .key, at moment: Moment, _ words: Words, _ setup: CountdownPhases = CountdownPhases()
  ) -> String {
    self.words(by: device, at: moment, setup, words).capitalised
  }

  /// The text for a wall without a ring.
  func note(
    _ number: String, by device: InputDevice? = .key, at moment: Moment, _ words: Words,
    _ setup: CountdownPhases = CountdownPhases()
  ) -> String {
    // Without a ring, there is nothing to tap.
    let phrase = self.words(by: device == .key ? .key : nil, at: moment, setup, words)
    let isRepeated = isRunning && phrase == minutesLeft(at: moment, words)
    return phrase.isEmpty || isRepeated ? words["%s left", number] : "\(number) · \(phrase)"
  }

  static func widestNote(_ number: String, _ words: Words) -> String {
    Line.widest(["\(number) · \(widestPhase(words))", words["%s left", number]])
  }
}

extension InputDevice {
  func phrase(_ keyPhrase: String, _ words: Words) -> String {
    switch self {
    case .key: keyPhrase
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

  func count(roundedUpOf step: Duration) -> Int {
    let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: step.attoseconds)
    return Int(clamping: rest > 0 ? quotient + 1 : quotient)
  }

  /// Rounds down, also below zero.
  func count(of step: Duration) -> Int64 {
    let (quotient, rest) = attoseconds.quotientAndRemainder(dividingBy: step.attoseconds)
    return Int64(clamping: rest < 0 ? quotient - 1 : quotient)
  }
}
