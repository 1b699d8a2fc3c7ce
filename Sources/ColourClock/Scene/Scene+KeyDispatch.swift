extension Scene {
  mutating func press(_ key: Key, at moment: Moment) -> [Effect] {
    let effects = showControls(at: moment)
    if wall.swallowStrayText(key, at: moment.uptime) { return effects }
    // Only the same key or Enter confirms a request for the hold button.
    if key != request.key, key != .enter { wall.hold.withdraw() }
    guard gesture.isOver else { return effects + cancel(at: moment) }
    if let others = firstAnswer({ $0.press(key, on: &$1, at: moment) }) { return effects + others }
    return key.isFullScreen && !setup.isLocked ? effects + [.toggleFullScreen] : effects
  }

  mutating func `repeat`(_ key: Key, at moment: Moment) -> [Effect] {
    let effects = showControls(at: moment)
    guard gesture.isOver else { return effects }
    if takesText(at: moment) { return effects + press(key, at: moment) }
    switch key {
    case .left where showsPad(at: moment), .right where showsPad(at: moment): return effects + press(key, at: moment)
    case .left, .right:
      if allows(.gallery) { wall.gallery.repeatArrow(key, at: moment) }
    case .tab, .backTab, .up, .down, .character("+"), .character("-"), .character("="):
      return effects + press(key, at: moment)
    default: break
    }
    return effects
  }

  /// True if letters are text, not commands.
  package func takesText(at moment: Moment) -> Bool {
    SettingsControl.takesText(in: self, at: moment) || TypingControl.takesText(in: self, at: moment)
  }

  mutating func write(_ text: String, at moment: Moment) -> [Effect] {
    showControls(at: moment) + (firstAnswer { $0.write(text, on: &$1, at: moment) } ?? [])
  }

  mutating func release(_ key: Key, at moment: Moment) -> [Effect] {
    switch gesture {
    case .holdKey(let held) where held == key: return releaseHoldKey(at: moment)
    case .ignoredUntilRelease: setGesture(.idle)
    default: break
    }
    return []
  }
}

extension Key {
  var isFullScreen: Bool { self == .character("f") || self == .function(11) }

  func name(_ words: Words) -> String? {
    switch self {
    case .enter: words["Enter"]
    case .escape: words["Escape"]
    case .character(" "): words["Space"]
    case .character(let character): String(character)
    default: nil
    }
  }
}
