/// The state of the hold button. A press fills the button; it acts when the fill is large enough.
///
/// A mutating function that returns `Bool` returns true if the button acts.
package struct Hold: Hashable, Sendable {
  let rules: Rules
  private var phase = Phase.idle
  private var visibility: AutoHide
  /// The last tap's uptime; `nil` after a cancelled press or an action.
  private var tapped: Duration?

  /// `from` is the fill at uptime `since`, 0…1.
  private enum Phase: Hashable {
    case idle
    /// `isResumed`: the press continues a hold that was released too early.
    case filling(from: Double, since: Duration, isResumed: Bool = false)
    /// The hold was released too early: the fill waits, then falls.
    case falling(from: Double, since: Duration, wasResumed: Bool)
    /// The button was pressed once; a second press acts.
    case asked(since: Duration)
    /// The button has acted. The fill reaches 1 after `duration`.
    case done(from: Double, since: Duration, duration: Duration)
  }

  enum Prompt: Hashable, Sendable, CaseIterable {
    case hold, hint, again, done
  }

  init(rules: Rules = .standard, mode: AutoHide.Mode = .auto, isReduced: Bool = false) {
    self.rules = rules
    visibility = AutoHide(mode: mode, isReduced: isReduced)
  }

  // MARK: Input

  /// Call at a movement or a key press.
  mutating func appear(at moment: Moment) -> Bool {
    let acts = advance(to: moment)
    if !isHeld, !isOffered(at: moment) { visibility.appear(at: moment.uptime) }
    return acts
  }

  /// Keeps the button visible without input, as while something rings.
  mutating func offer(until end: Duration, at moment: Moment) { visibility.appear(at: moment.uptime, until: end) }

  mutating func offer(at moment: Moment) { visibility.showEndlessly(at: moment.uptime) }

  func isOffered(at moment: Moment) -> Bool { visibility.staysOn(at: moment.uptime) }

  mutating func endOffer(at moment: Moment) {
    if isHeld { visibility.restartLinger(from: moment.uptime) } else { visibility.disappear(at: moment.uptime) }
  }

  /// - Parameter mustBeOnePress: True if several short presses must not add up to a hold.
  mutating func press(at moment: Moment, mustBeOnePress: Bool = false) -> Bool {
    let acts = appear(at: moment)
    let uptime = moment.uptime
    switch phase {
    case .idle, .asked: phase = .filling(from: 0, since: uptime)
    case .falling(_, let since, let wasResumed) where mustBeOnePress && (wasResumed || uptime - since >= Rules.bounce):
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
    if rules.fires == .release, level >= rules.goal, held >= rules.leastPress {
      finish(from: level, at: uptime)
      return true
    }
    tapped = held < rules.tap ? uptime : tapped
    giveUp(at: uptime)
    return acts
  }

  mutating func cancel(at moment: Moment) -> Bool {
    let acts = advance(to: moment)
    tapped = nil
    if isHeld { giveUp(at: moment.uptime) }
    withdraw()
    return acts
  }

  mutating func beginAnew(at moment: Moment) {
    _ = cancel(at: moment)
    if case .falling = phase { phase = .idle }
  }

  /// Two presses act. The caller must drop repeated keys.
  mutating func confirm(at moment: Moment) -> Bool {
    let acts = appear(at: moment)
    switch phase {
    case .idle, .falling: phase = .asked(since: moment.uptime)
    case .asked:
      finish(from: 0, at: moment.uptime)
      return true
    case .filling, .done: break
    }
    return acts
  }

  mutating func actByTap(at moment: Moment) {
    visibility.restartLinger(from: moment.uptime)
    (phase, tapped) = (.idle, nil)
  }

  func hasBeenSeen(at moment: Moment) -> Bool { visibility.hasBeenSeen(at: moment.uptime) }

  /// Call after other input.
  mutating func withdraw() { if case .asked = phase { (phase, tapped) = (.idle, nil) } }

  mutating func forgetTap() { tapped = nil }

  /// Does not count a pause of the program, in which the button may have been released.
  mutating func leaveOut(_ span: Duration) {
    guard case .filling(let level, let since, let isResumed) = phase else { return }
    phase = .filling(from: level, since: since + span, isResumed: isResumed)
  }

  private mutating func giveUp(at uptime: Duration) {
    visibility.extend(lingeringFrom: uptime)
    let wasResumed = if case .filling(_, _, true) = phase { true } else { false }
    phase = .falling(from: level(uptime), since: uptime, wasResumed: wasResumed)
  }

  private mutating func finish(from level: Double, at uptime: Duration) {
    visibility.restartLinger(from: uptime)
    tapped = nil
    let rest = rules.time * (1 - (level > 0 ? level : rules.fraction))
    phase = .done(from: level, since: uptime, duration: rest)
  }

  // MARK: Time

  mutating func advance(to moment: Moment) -> Bool { advance(to: moment.uptime) }

  private mutating func advance(to uptime: Duration) -> Bool {
    var acts = false
    while let due, due <= uptime {
      if case .filling = phase {
        finish(from: level(due), at: due)
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
      rules.fires == .release ? nil : since + max(rules.leastPress, rules.time * max(0, rules.goal - level))
    case .falling(_, let since, _): since + rules.wait + rules.fall
    case .asked(let since): since + rules.window
    case .done(_, let since, _): since + rules.reset
    }
  }

  /// - Parameter pixels: The number of steps from empty to full.
  func nextChange(after moment: Moment, pixels: Int) -> Wake {
    let (now, uptime) = (settled(at: moment), moment.uptime)
    let appearing = now.opacity(at: moment) < 1 && visibility.mode == .auto ? Motion.nextFrame(after: uptime) : nil
    let hintEnd = tapped.map { $0 + rules.hintTime }.flatMap { $0 > uptime ? $0 : nil }
    return Wake(uptime: now.due).or(uptime: now.nextLevel(after: uptime, pixels: pixels)).or(uptime: hintEnd)
      .or(uptime: now.isHeld ? appearing : now.visibility.nextChange(after: uptime))
  }

  private func nextLevel(after uptime: Duration, pixels: Int) -> Duration? {
    let level = level(uptime)
    switch phase {
    case .idle, .asked: return nil
    case .filling: return level < 1 ? nextPixel(after: uptime, level, pixels, over: rules.time) : nil
    case .falling(_, let since, _):
      return uptime < since + rules.wait ? since + rules.wait : Motion.nextFrame(after: uptime)
    case .done(let from, _, let duration):
      return level < 1 && from < 1 ? nextPixel(after: uptime, level, pixels, over: duration / (1 - from)) : nil
    }
  }

  private func nextPixel(after uptime: Duration, _ level: Double, _ pixels: Int, over span: Duration) -> Duration {
    let full = Double(max(1, pixels))
    // Rounding can leave a level just below a pixel's edge.
    let next = ((level * full + 0.001).rounded(.down) + 1) / full
    return max(Motion.nextFrame(after: uptime), uptime + span * (min(1, next) - level))
  }

  // MARK: Appearance

  func level(at moment: Moment) -> Double { settled(at: moment).level(moment.uptime) }

  func opacity(at moment: Moment) -> Double {
    var now = settled(at: moment)
    if now.isHeld { now.visibility.extend(lingeringFrom: moment.uptime) }
    return now.visibility.opacity(at: moment.uptime)
  }

  func prompt(at moment: Moment) -> Prompt {
    switch settled(at: moment).phase {
    case .done: .done
    case .asked: .again
    case .idle, .filling, .falling: isHinting(at: moment.uptime) ? .hint : .hold
    }
  }

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

  private func settled(at moment: Moment) -> Hold { with(self) { _ = $0.advance(to: moment.uptime) } }

  var isHeld: Bool { if case .filling = phase { true } else { false } }

  private func level(_ uptime: Duration) -> Double {
    switch phase {
    case .idle, .asked: return 0
    case .filling(let level, let since, _): return min(1, level + max(.zero, uptime - since) / rules.time)
    case .falling(let level, let since, _):
      return level * (1 - Motion.progress(from: since + rules.wait, to: uptime, over: rules.fall))
    case .done(let level, let since, let duration):
      return Motion.mix(level, 1, Motion.progress(from: since, to: uptime, over: duration))
    }
  }
}
