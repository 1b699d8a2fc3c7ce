private import func Glibc.exp2

/// Pulling by wheel and touchpad, which say neither when they begin nor when they end.
extension Pull {
  /// - Parameter notches: downwards if positive.
  package mutating func scroll(by notches: Int, at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    let isTail = ignoredScroll.map { uptime - $0 < Rules.pause } ?? false
    guard work == .none, tug?.source != .finger, !isTail else {
      ignoredScroll = uptime
      return fires
    }
    let (old, pulled) = (sheet(at: uptime), scrolled(by: notches, at: uptime))
    guard tug != nil || pulled > 0 else { return fires }
    var tug = self.tug ?? PullDrag(source: .scroll, base: 0, last: uptime, isSpent: isSpent)
    tug.update(to: min(2 * threshold, max(0, pulled)), threshold: threshold, at: uptime)
    let velocity = spring?.velocity(at: uptime) ?? 0
    self.tug = tug
    spring = isReduced ? nil : Spring(from: old, velocity: velocity, to: stretched, at: uptime)
    return scrolledAcross(at: uptime) || fires
  }

  /// How far it is pulled after so many notches, in pixels: what was scrolled before counts for less, and no single step
  /// pulls as far as the threshold, however far it says it went.
  private func scrolled(by notches: Int, at uptime: Duration) -> Double {
    let left = (tug ?? lastScroll).map { $0.raw * exp2(-((uptime - $0.last) / Rules.halfLife)) }
    let old = isReduced ? 0 : rules.pulled(sheet(at: uptime), in: size)
    let step = Double(min(1, notches)) * (Rules.notch * threshold)
    return (tug == nil && lastScroll != nil ? min(left ?? 0, old) : left ?? old) + step
  }

  private mutating func scrolledAcross(at uptime: Duration) -> Bool {
    guard isArmed, rules.fires == .crossing else { return false }
    fire(at: uptime)
    letGo(at: uptime)
    ignoredScroll = uptime
    return true
  }
}
