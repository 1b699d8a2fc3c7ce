/// The countdowns from before the last change that threw time away: a reset, a removal, a dismissal, a cut, a step of a
/// program, or a new countdown or program in the place of another. Kept for ten seconds.
struct Undo: Hashable, Sendable {
  fileprivate let countdowns: Countdowns
  /// The uptime at which the countdowns are forgotten.
  let end: Duration

  static let span = Duration.seconds(10)
}

extension Countdowns {
  /// Whether a change to `other` throws time away.
  fileprivate func loses(to other: Countdowns, at moment: Moment) -> Bool {
    all.contains { entry in
      guard let after = other.all.first(where: { $0.id == entry.id })?.countdown else { return true }
      return entry.countdown.loses(to: after, at: moment)
    }
  }

  /// These countdowns, and the countdowns that were added to `present` since then.
  fileprivate func restored(over present: Countdowns) -> Countdowns {
    var restored = self
    restored.adopt(from: present)
    return restored
  }
}

extension Countdown {
  /// Whether a change to `other` throws time away. A loss of a minute does not count, because `+` brings the minute
  /// back.
  fileprivate func loses(to other: Countdown, at moment: Moment) -> Bool {
    if self == other || state == .idle && program == nil { return false }
    let isOtherProgram = program?.program != other.program?.program || program?.index != other.program?.index
    if state == .idle { return isOtherProgram }
    if other.state == .idle || isOtherProgram || isOver != other.isOver { return true }
    // A countdown that replaces another countdown usually has another length.
    return rules.period != other.rules.period || other.remaining(at: moment) < remaining(at: moment) - .seconds(60)
  }
}

extension Scene {
  /// Makes a change. If the change throws time away, `undo` can bring that time back.
  mutating func losing<Failure: Error>(
    at moment: Moment, _ change: (inout Scene) throws(Failure) -> [Effect]
  ) throws(Failure) -> [Effect] {
    let before = countdowns
    let effects = try change(&self)
    if before != countdowns, before.loses(to: countdowns, at: moment) {
      clock.undo = Undo(countdowns: before, end: moment.uptime + Undo.span)
      wall.bar.stay(until: moment.uptime + Undo.span, at: moment)
    }
    return effects
  }

  mutating func replaceCountdown(by fresh: Countdown, at moment: Moment) {
    _ = losing(at: moment) { scene in
      scene.clock.countdown = fresh
      return []
    }
  }

  /// Brings back the countdowns from before the last loss. A countdown that ran has run on meanwhile.
  /// - Returns: `nil` if there is nothing to bring back.
  mutating func undo(at moment: Moment) -> [Effect]? {
    guard let undo = clock.undo else { return nil }
    clock.undo = nil
    dropRing()
    clock.countdowns = undo.countdowns.restored(over: countdowns)
    return advance(to: moment) + [.keepTimers]
  }
}
