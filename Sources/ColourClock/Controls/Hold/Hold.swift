/// A button that acts when it is held.
///
/// Every event first lets happen what time alone has brought about, so that a late one finds the right state. Each
/// returns whether the action is to be done now: `true` once for every hold that counts.
package struct Hold: Hashable, Sendable {
  package let rules: Rules
  var phase = Phase.idle
  var presence: AutoHide
  /// When it was last only tapped.
  var tapped: Duration?

  enum Phase: Hashable {
    case idle
    case filling(from: Double, since: Duration)
    case falling(from: Double, since: Duration)
    /// Confirmed once; waits for the second time.
    case asked(since: Duration)
    /// Has acted, and fills what is left in `over`.
    case done(from: Double, since: Duration, over: Duration)
  }

  /// Which of its labels it bears.
  package enum Prompt: Hashable, Sendable, CaseIterable {
    case hold, hint, again, done
  }

  package init(rules: Rules = .standard, mode: AutoHide.Mode = .auto, isReduced: Bool = false) {
    self.rules = rules
    presence = AutoHide(mode: mode, isReduced: isReduced)
  }

  // MARK: Events

  /// A move, a touch or a key: somebody is there.
  package mutating func activity(at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    if !isHeld { presence.activity(at: uptime) }
    return fires
  }

  /// The first button, touch or key that presses owns it until its release.
  package mutating func press(at uptime: Duration) -> Bool {
    let fires = activity(at: uptime)
    switch phase {
    case .idle, .falling, .asked: phase = .filling(from: present(at: uptime), since: uptime)
    case .filling, .done: break
    }
    return fires
  }

  /// Let go on the button; elsewhere it is `cancel`.
  package mutating func release(at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    guard case .filling(_, let since) = phase else { return fires }
    let (level, held) = (present(at: uptime), uptime - since)
    if rules.fires == .release, level >= rules.goal, held >= rules.minimum {
      act(from: level, at: uptime)
      return true
    }
    tapped = held < rules.tap ? uptime : tapped
    giveUp(at: uptime)
    return fires
  }

  /// Anything else that ends a hold: sliding off, another button, focus lost, Escape, unmapped, a grab broken.
  package mutating func cancel(at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    tapped = nil
    if isHeld { giveUp(at: uptime) }
    if case .asked = phase { phase = .idle }
    return fires
  }

  /// The way for those who cannot hold: confirming twice. Keys that repeat must have been filtered out.
  package mutating func confirm(at uptime: Duration) -> Bool {
    let fires = activity(at: uptime)
    switch phase {
    case .idle, .falling: phase = .asked(since: uptime)
    case .asked:
      act(from: 0, at: uptime)
      return true
    case .filling, .done: break
    }
    return fires
  }

  private mutating func giveUp(at uptime: Duration) {
    presence.hold(until: uptime)
    phase = .falling(from: present(at: uptime), since: uptime)
  }

  private mutating func act(from level: Double, at uptime: Duration) {
    presence.hold(until: uptime)
    tapped = nil
    let rest = rules.time * (1 - (level > 0 ? level : rules.fraction))
    phase = .done(from: level, since: uptime, over: rest)
  }

  // MARK: Time

  /// Lets happen what is due: the mark reached, the fall ended, the label at rest again.
  package mutating func advance(to uptime: Duration) -> Bool {
    var fires = false
    while let due, due <= uptime {
      if case .filling = phase {
        act(from: present(at: due), at: due)
        fires = true
      } else {
        phase = .idle
      }
    }
    return fires
  }

  /// What happens next by time alone.
  var due: Duration? {
    switch phase {
    case .idle: nil
    case .filling(let level, let since): rules.fires == .release ? nil : since + fillTime(from: level)
    case .falling(_, let since): since + rules.wait + rules.fall
    case .asked(let since): since + rules.window
    case .done(_, let since, _): since + rules.reset
    }
  }

  private func fillTime(from level: Double) -> Duration {
    max(rules.minimum, rules.time * max(0, rules.goal - level))
  }
}
