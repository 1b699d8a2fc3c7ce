/// What a hold looks like at a time, worked out from where it began.
extension Hold {
  /// How full it is, 0…1.
  package func level(at uptime: Duration) -> Double { settled(at: uptime).present(at: uptime) }

  /// 0 (hidden) to 1.
  package func opacity(at uptime: Duration) -> Double {
    var now = settled(at: uptime)
    if now.isHeld { now.presence.hold(until: uptime) }
    return now.presence.opacity(at: uptime)
  }

  /// Whether it only says how it is meant, because it was tapped.
  package func hint(at uptime: Duration) -> Bool { settled(at: uptime).saying(at: uptime) == .hint }

  package func says(at uptime: Duration) -> Prompt { settled(at: uptime).saying(at: uptime) }

  /// Whether it is empty and will stay as it is, shown or hidden, until the next event.
  package func isAtRest(at uptime: Duration) -> Bool {
    let now = settled(at: uptime)
    return now.phase == .idle && now.saying(at: uptime) == .hold && now.presence.nextChange(after: uptime) == nil
  }

  /// When the picture or the state changes next by itself; `nil` if it does not.
  ///
  /// - Parameter pixels: the height that the fill rises over: it is shown again when it has moved by one.
  package func nextChange(after uptime: Duration, pixels: Int) -> Duration? {
    let now = settled(at: uptime)
    let shown = now.isHeld ? now.nextFadeIn(after: uptime) : now.presence.nextChange(after: uptime)
    let untapped = tapped.map { $0 + rules.hintTime }.flatMap { $0 > uptime ? $0 : nil }
    return [now.due, now.nextLevel(after: uptime, pixels: pixels), shown, untapped].compactMap(\.self).min()
  }

  func settled(at uptime: Duration) -> Hold {
    var copy = self
    _ = copy.advance(to: uptime)
    return copy
  }

  var isHeld: Bool { if case .filling = phase { true } else { false } }

  func present(at uptime: Duration) -> Double {
    switch phase {
    case .idle, .asked: return 0
    case .filling(let level, let since): return min(1, level + max(.zero, uptime - since) / rules.time)
    case .falling(let level, let since):
      return level * (1 - Motion.progress(from: since + rules.wait, to: uptime, over: rules.fall))
    case .done(let level, let since, let over):
      return Motion.mix(level, 1, Motion.progress(from: since, to: uptime, over: over))
    }
  }

  private func saying(at uptime: Duration) -> Prompt {
    switch phase {
    case .done: return .done
    case .asked: return .again
    case .idle, .filling, .falling: return tapped.map { uptime < $0 + rules.hintTime } ?? false ? .hint : .hold
    }
  }

  private func nextFadeIn(after uptime: Duration) -> Duration? {
    opacity(at: uptime) < 1 && presence.mode == .auto ? Motion.nextFrame(after: uptime) : nil
  }

  private func nextLevel(after uptime: Duration, pixels: Int) -> Duration? {
    let level = present(at: uptime)
    switch phase {
    case .idle, .asked: return nil
    case .filling: return level < 1 ? nextPixel(after: uptime, level, pixels, over: rules.time) : nil
    case .falling(_, let since):
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
}
