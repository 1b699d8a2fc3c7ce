/// A button that acts when it is held.
package struct Hold: Hashable, Sendable {
  let rules: Rules
  private var phase = Phase.idle
  private var visibility: AutoHide
  /// The uptime of the last press that was only a tap.
  private var tapped: Duration?

  private enum Phase: Hashable {
    case idle
    case filling(from: Double, since: Duration, isResumed: Bool = false)
    case falling(from: Double, since: Duration, wasResumed: Bool)
    /// Confirmed once.
    case asked(since: Duration)
    /// Has acted; the rest fills in `over`.
    case done(from: Double, since: Duration, over: Duration)
  }

  /// The labels of the button.
  enum Prompt: Hashable, Sendable, CaseIterable {
    case hold, hint, again, done
  }

  init(rules: Rules = .standard, mode: AutoHide.Mode = .auto, isReduced: Bool = false) {
    self.rules = rules
    visibility = AutoHide(mode: mode, isReduced: isReduced)
  }

  // MARK: Input

  /// The pointer has moved, or a key was pressed.
  mutating func appear(at moment: Moment) -> Bool {
    let acts = advance(to: moment)
    if !isHeld, !isOffered(at: moment) { visibility.appear(at: moment.uptime) }
    return acts
  }

  /// Appears by itself until `end`.
  mutating func offer(until end: Duration, at moment: Moment) { visibility.appear(at: moment.uptime, until: end) }

  /// Whether it is there by itself.
  func isOffered(at moment: Moment) -> Bool { visibility.staysOn(at: moment.uptime) }

  /// Nothing is left to do with it. It goes at once, as its own action was not asked for; under a hand it stays a
  /// while.
  mutating func endOffer(at moment: Moment) {
    if isHeld { visibility.stay(until: moment.uptime) } else { visibility.disappear(at: moment.uptime) }
  }

  /// - Parameter isInOnePress: whether it takes a single press; otherwise several presses add up.
  mutating func press(at moment: Moment, isInOnePress: Bool = false) -> Bool {
    let acts = appear(at: moment)
    let uptime = moment.uptime
    switch phase {
    case .idle, .asked: phase = .filling(from: 0, since: uptime)
    case .falling(_, let since, let wasResumed) where isInOnePress && (wasResumed || uptime - since >= Rules.bounce):
      phase = .filling(from: 0, since: uptime)
    case .falling: phase = .filling(from: level(uptime), since: uptime, isResumed: true)
    case .filling, .done: break
    }
    return acts
  }

  mutating func move(isOnButton: Bool, at moment: Moment) -> Bool {
    isOnButton ? advance(to: moment) : cancel(at: moment)
  }

  mutating func release(at moment: Moment) -> Bool {
    let (acts, uptime) = (advance(to: moment), moment.uptime)
    guard case .filling(_, let since, _) = phase else { return acts }
    let (level, held) = (level(uptime), uptime - since)
    if rules.fires == .release, level >= rules.goal, held >= rules.minimum {
      act(from: level, at: uptime)
      return true
    }
    tapped = held < rules.tap ? uptime : tapped
    giveUp(at: uptime)
    return acts
  }

  /// Ends a hold in any other way: sliding off, another button, focus lost, Escape, unmapped, a grab broken.
  mutating func cancel(at moment: Moment) -> Bool {
    let acts = advance(to: moment)
    tapped = nil
    if isHeld { giveUp(at: moment.uptime) }
    withdraw()
    return acts
  }

  /// The action has changed: discards the fill.
  mutating func beginAnew(at moment: Moment) {
    _ = cancel(at: moment)
    if case .falling = phase { phase = .idle }
  }

  /// Confirming twice is for users who cannot hold. The caller filters out keys that repeat.
  mutating func confirm(at moment: Moment) -> Bool {
    let acts = appear(at: moment)
    switch phase {
    case .idle, .falling: phase = .asked(since: moment.uptime)
    case .asked:
      act(from: 0, at: moment.uptime)
      return true
    case .filling, .done: break
    }
    return acts
  }

  /// Something else was done: forgets a first confirmation.
  mutating func withdraw() { if case .asked = phase { (phase, tapped) = (.idle, nil) } }

  /// Leaves out a span in which no release could arrive.
  mutating func leaveOut(_ span: Duration) {
    guard case .filling(let level, let since, let isResumed) = phase else { return }
    phase = .filling(from: level, since: since + span, isResumed: isResumed)
  }

  private mutating func giveUp(at uptime: Duration) {
    visibility.prolong(until: uptime)
    let wasResumed = if case .filling(_, _, true) = phase { true } else { false }
    phase = .falling(from: level(uptime), since: uptime, wasResumed: wasResumed)
  }

  private mutating func act(from level: Double, at uptime: Duration) {
    visibility.stay(until: uptime)
    tapped = nil
    let rest = rules.time * (1 - (level > 0 ? level : rules.fraction))
    phase = .done(from: level, since: uptime, over: rest)
  }

  // MARK: Time

  mutating func advance(to moment: Moment) -> Bool { advance(to: moment.uptime) }

  private mutating func advance(to uptime: Duration) -> Bool {
    var acts = false
    while let due, due <= uptime {
      if case .filling = phase {
        act(from: level(due), at: due)
        acts = true
      } else {
        phase = .idle
      }
    }
    return acts
  }

  var due: Duration? {
    switch phase {
    case .idle: nil
    case .filling(let level, let since, _):
      rules.fires == .release ? nil : since + max(rules.minimum, rules.time * max(0, rules.goal - level))
    case .falling(_, let since, _): since + rules.wait + rules.fall
    case .asked(let since): since + rules.window
    case .done(_, let since, _): since + rules.reset
    }
  }

  /// - Parameter pixels: the way of the fill. Each pixel of it is a change.
  func nextChange(after moment: Moment, pixels: Int) -> Wake {
    let (now, uptime) = (settled(at: moment), moment.uptime)
    let appearing = now.opacity(at: moment) < 1 && visibility.mode == .auto ? Motion.nextFrame(after: uptime) : nil
    let untapped = tapped.map { $0 + rules.hintTime }.flatMap { $0 > uptime ? $0 : nil }
    return Wake(uptime: now.due).or(uptime: now.nextLevel(after: uptime, pixels: pixels)).or(uptime: untapped)
      .or(uptime: now.isHeld ? appearing : now.visibility.nextChange(after: uptime))
  }

  private func nextLevel(after uptime: Duration, pixels: Int) -> Duration? {
    let level = level(uptime)
    switch phase {
    case .idle, .asked: return nil
    case .filling: return level < 1 ? nextPixel(after: uptime, level, pixels, over: rules.time) : nil
    case .falling(_, let since, _):
      return uptime < since + rules.wait ? since + rules.wait : Motion.nextFrame(after: uptime)
    case .done(let from, _, let over):
      return level < 1 && from < 1 ? nextPixel(after: uptime, level, pixels, over: over / (1 - from)) : nil
    }
  }

  /// - Parameter span: from empty to full.
  private func nextPixel(after uptime: Duration, _ level: Double, _ pixels: Int, over span: Duration) -> Duration {
    let full = Double(max(1, pixels))
    // A level that is rounded to just under a pixel's edge stands on it.
    let next = ((level * full + 0.001).rounded(.down) + 1) / full
    return max(Motion.nextFrame(after: uptime), uptime + span * (min(1, next) - level))
  }

  // MARK: Appearance

  func level(at moment: Moment) -> Double { settled(at: moment).level(moment.uptime) }

  func opacity(at moment: Moment) -> Double {
    var now = settled(at: moment)
    if now.isHeld { now.visibility.prolong(until: moment.uptime) }
    return now.visibility.opacity(at: moment.uptime)
  }

  func prompt(at moment: Moment) -> Prompt {
    switch settled(at: moment).phase {
    case .done: .done
    case .asked: .again
    case .idle, .filling, .falling: isHinting(at: moment.uptime) ? .hint : .hold
    }
  }

  /// Whether it is held, falls, asks, hints or has just acted.
  func isActive(at moment: Moment) -> Bool {
    let now = settled(at: moment)
    if case .idle = now.phase { return now.isHinting(at: moment.uptime) }
    return true
  }

  private func isHinting(at uptime: Duration) -> Bool { tapped.map { uptime < $0 + rules.hintTime } ?? false }

  func isAtRest(at moment: Moment) -> Bool {
    let now = settled(at: moment)
    guard case .idle = now.phase, !now.isHinting(at: moment.uptime) else { return false }
    return now.visibility.nextChange(after: moment.uptime) == nil
  }

  private func settled(at moment: Moment) -> Hold {
    var copy = self
    _ = copy.advance(to: moment.uptime)
    return copy
  }

  var isHeld: Bool { if case .filling = phase { true } else { false } }

  private func level(_ uptime: Duration) -> Double {
    switch phase {
    case .idle, .asked: return 0
    case .filling(let level, let since, _): return min(1, level + max(.zero, uptime - since) / rules.time)
    case .falling(let level, let since, _):
      return level * (1 - Motion.progress(from: since + rules.wait, to: uptime, over: rules.fall))
    case .done(let level, let since, let over):
      return Motion.mix(level, 1, Motion.progress(from: since, to: uptime, over: over))
    }
  }
}

extension Hold {
  /// The rules that an option can change.
  package struct Rules: Hashable, Sendable {
    /// From empty to full.
    package var time: Duration
    /// The mark, a share of full: from there on the hold completes itself.
    package var fraction: Double
    package var fires: Fires
    /// How long an abandoned hold can be resumed before it falls.
    package let wait: Duration
    package let fall: Duration
    /// Shorter presses never count: a tap must not complete a nearly full hold.
    let minimum = Rules.leastTime
    /// Where a single press counts, a shorter break does not end it: keys bounce and touches get lost. Only one such
    /// break counts.
    fileprivate static let bounce = Duration.milliseconds(40)
    /// From the action to the next possible one.
    let reset = Duration.seconds(2)
    /// The second confirmation must come within it.
    package let window = Duration.seconds(4)
    /// A shorter press is a tap, by a user who has not read the label.
    let tap = Duration.milliseconds(300)
    /// How long the hint after a tap stays.
    let hintTime = Duration.seconds(2)

    package enum Fires: String, Hashable, Sendable, CaseIterable {
      /// At the mark; the rest fills by itself (the seed).
      case fraction
      case full
      /// On release beyond the mark: one can still slide off.
      case release
    }

    private static let leastTime = Duration.milliseconds(150)

    /// - Parameters:
    ///   - time: from empty to full; at least 150 ms, to differ from a click.
    ///   - fraction: the mark, limited to 0.05…1.
    package init(
      time: Duration = .seconds(2), fraction: Double = 0.8, fires: Fires = .fraction,
      wait: Duration = .milliseconds(200), fall: Duration = .milliseconds(200)
    ) {
      self.time = max(Rules.leastTime, time)
      self.fraction = min(1, max(0.05, fraction))
      (self.fires, self.wait, self.fall) = (fires, wait, fall)
    }

    package static let standard = Rules()
    /// Drops an abandoned hold at once; the seed only suggests its reset.
    package static let seed = Rules(wait: .zero, fall: .zero)

    fileprivate var goal: Double { fires == .full ? 1 : fraction }
  }
}
