/// A countdown as a value: the time at which it ends, not what is left, so that no late call, suspend or set clock can
/// falsify it.
///
/// Call `advance(to:)` before any change.
package struct Countdown: Hashable, Sendable {
  var rules: Rules
  /// What `start` counts down from, 0…`TimeSpan.longest`.
  var length: Duration
  package internal(set) var state: State
  /// What was left when it was made longer than a full ring, until it begins anew: else its ring would stand still for a while.
  private(set) var stretched: Duration?
  /// What it is for; `nil` for what the wall's countdowns are for.
  package var title: String?
  /// Whether its ring is being turned, which may pass zero on the way: then time has no effect on it.
  var isBeingSet = false
  /// The alarm of the last zero, also when it ended long ago.
  var alarm: CountdownAlarm?

  /// What stays the same from one start to the next.
  package struct Rules: Hashable, Sendable {
    /// What a full ring means and, of a repeating one, the span from zero to zero. More than nothing.
    var period: Duration
    let timing: Timing
    /// Whether it begins again at zero, for ever.
    let repeats: Bool
    /// Whether it counts on past zero.
    let overtime: Bool

    /// - Precondition: `period` is more than nothing.
    package init(period: Duration, timing: Timing = .span, repeats: Bool = false, overtime: Bool = false) {
      precondition(period > .zero, "the period of a countdown is more than nothing")
      (self.period, self.timing, self.repeats, self.overtime) = (period, timing, repeats, overtime)
    }

    var isAligned: Bool { timing == .aligned }
  }

  /// What decides when zero is.
  package enum Timing: Hashable, Sendable {
    /// A span of the boot-time clock.
    case span
    /// The wall time's multiples of the period.
    case aligned
    /// A time of day of the wall time.
    case until(TimeOfDay)
  }

  package enum State: Hashable, Sendable {
    case idle
    case running(Deadline)
    /// With what is left, 0…`TimeSpan.longest`.
    case paused(Duration)
    /// Zero was reached and has not been dismissed yet.
    case over(since: Deadline)
  }

  /// When zero is, on the clock that the countdown runs on.
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

  /// An idle one, set to `length` or else to the period.
  package init(_ rules: Rules, length: Duration? = nil) {
    self.rules = rules
    self.length = min(max(.zero, length ?? rules.period), TimeSpan.longest)
    state = .idle
  }

  /// One that runs up to the next `time` of the wall time.
  package static func until(_ time: TimeOfDay, overtime: Bool = false, at moment: Moment) -> Countdown {
    let span = time.next(after: moment) - moment.instant
    var countdown = Countdown(Rules(period: span, timing: .until(time), overtime: overtime))
    countdown.start(at: moment)
    return countdown
  }
}

extension Countdown {
  /// What is left: negative in overtime, otherwise never; nor while a hand holds its ring at zero, which is then not over.
  func remaining(at moment: Moment) -> Duration {
    switch state {
    case .idle: length
    case .paused(let rest): rest
    case .running(let deadline): max(.zero, deadline.remaining(at: moment))
    // Its zero is still to come where the clock was set back.
    case .over(let deadline): rules.overtime && !rules.repeats ? min(.zero, deadline.remaining(at: moment)) : .zero
    }
  }

  /// The seconds left, the begun one counted as a whole: 60…1, and 0 only when all are gone; in overtime -1, -2, ….
  func number(at moment: Moment) -> Int { remaining(at: moment).secondsRoundedUp }

  /// What a full ring means.
  var fullTurn: Duration { max(rules.period, stretched ?? .zero) }

  /// Has the ring begin full where more is left than it can show.
  mutating func stretch(to rest: Duration) {
    if rest > fullTurn { stretched = rest }
  }

  mutating func endStretch() { stretched = nil }

  /// How near the end is.
  enum Phase: Hashable, Sendable, CaseIterable {
    case calm, soon, last, over

    /// `soon` is the last fifth, but this at most.
    fileprivate static let longestSoon = Duration.seconds(300)
    /// `last` is the last tenth, but this at most.
    fileprivate static let longestLast = Duration.seconds(10)
  }

  /// What the shares of the phases are of: what it was set to, but no more than a ring.
  private var whole: Duration { min(length, rules.period) }

  /// What is left when `soon` begins.
  var soonSpan: Duration { min(whole / 5, Phase.longestSoon) }
  /// What is left when `last` begins.
  var lastSpan: Duration { min(whole / 10, Phase.longestLast) }

  /// Also a paused one has the phase of what is left; an idle one is calm.
  func phase(at moment: Moment) -> Phase {
    switch state {
    case .idle: return .calm
    case .over: return .over
    case .running, .paused:
      let rest = remaining(at: moment)
      return rest <= lastSpan ? .last : rest <= soonSpan ? .soon : .calm
    }
  }
}

/// A countdown in figures and words.
extension Countdown {
  /// The number of seconds that is shown between two.
  func number(at moment: Moment, _ counting: Ring.Counting) -> Int {
    Ring.number(remaining(at: moment), counting)
  }

  /// The widest form that number takes.
  func widestNumber(_ format: Ring.Format) -> String {
    Ring.template(from: max(length, fullTurn).secondsRoundedUp, format, overtime: rules.overtime)
  }

  /// How it is getting on; nothing while there is time.
  private func phrase(by device: InputDevice?, at moment: Moment, _ words: Words) -> String {
    switch state {
    case .idle: device?.phrase(words["press c to start"], words) ?? words["ready"]
    case .paused: words["paused"]
    case .over: words["time is up"]
    case .running:
      switch phase(at: moment) {
      case .calm: ""
      case .soon: words["nearly done"]
      case .last, .over: words["last seconds"]
      }
    }
  }

  /// The longest of these.
  static func widestPhase(_ words: Words) -> String {
    Line.widest([
      words["press c to start"], words["click to start"], words["tap to start"], words["paused"], words["time is up"],
      words["nearly done"],
      words["last seconds"],
    ])
  }

  /// The same behind what it is for, which stays; by itself it begins with a capital.
  func heading(_ title: String, by device: InputDevice? = .key, at moment: Moment, _ words: Words) -> String {
    let phrase = phrase(by: device, at: moment, words)
    guard !title.isEmpty else { return phrase.prefix(1).uppercased() + phrase.dropFirst() }
    return phrase.isEmpty ? title : "\(words.isolated(title)) · \(phrase)"
  }

  /// Its number in a line of its own, without a ring.
  func note(_ number: String, by device: InputDevice? = .key, at moment: Moment, _ words: Words) -> String {
    // A hand finds no ring there to tap.
    let phrase = phrase(by: device == .key ? .key : nil, at: moment, words)
    return phrase.isEmpty ? words["%s left", number] : "\(number) · \(phrase)"
  }

  static func widestNote(_ number: String, _ words: Words) -> String {
    Line.widest(["\(number) · \(widestPhase(words))", words["%s left", number]])
  }
}

extension InputDevice {
  /// How something is started by tapping it, or by a key.
  func phrase(_ key: String, _ words: Words) -> String {
    switch self {
    case .key: key
    case .pointer: words["click to start"]
    case .finger: words["tap to start"]
    }
  }
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
