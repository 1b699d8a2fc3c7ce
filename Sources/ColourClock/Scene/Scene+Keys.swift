/// What keys do.
extension Scene {
  mutating func press(_ key: Key, at moment: Moment) -> [Effect] {
    let effects = showButton(at: moment)
    // Only the same key confirms, or Enter.
    if key != request.key, key != .enter { wall.hold.withdraw() }
    // A key cancels a gesture: that is what Escape is for.
    guard gesture.isOver else { return effects + cancel(at: moment) }
    // One that a client has opened may be for that client alone.
    if gallery.isOpen(at: moment) { return allows(.gallery) ? effects + pressInGallery(key, at: moment) : effects }
    // The key that closes the help does nothing else, whichever it is: two Escapes must not end the program.
    if wall.help.close(at: moment.uptime) { return effects }
    return effects + (pressInBar(key, at: moment) ?? pressOnWall(key, at: moment))
  }

  /// Only keys that step have an effect again; pages turn no faster than by a wheel.
  mutating func `repeat`(_ key: Key, at moment: Moment) -> [Effect] {
    let effects = showButton(at: moment)
    guard gesture.isOver else { return effects }
    switch key {
    case .left, .right:
      if allows(.gallery) { wall.gallery.scroll(by: (key == .right ? 1 : -1) * Int(gallery.way), at: moment) }
    case .tab, .backTab: return effects + press(key, at: moment)
    case .up, .down, .character("+"), .character("-"), .character("="): return effects + press(key, at: moment)
    default: break
    }
    return effects
  }

  mutating func release(_ key: Key, at moment: Moment) -> [Effect] {
    switch gesture {
    case .holdKey(let held) where held == key:
      setGesture(.idle)
      let effects = completeHold(if: wall.hold.release(at: moment), at: moment)
      return effects + confirmTap(at: moment)
    case .spent: setGesture(.idle)
    default: break
    }
    return []
  }

  private mutating func pressOnWall(_ key: Key, at moment: Moment) -> [Effect] {
    switch key {
    case .escape, .character("q"): return setup.isLocked ? [] : holdKey(key, .quit, at: moment)
    case .character(" "): return holdKey(key, setup.hold.action, at: moment)
    case .enter: return confirm(by: key, setup.hold.action, at: moment)
    case .character("f"), .function(11): return fullScreenToggle
    case .character("r"), .function(5): return allows(.refresh) ? refresh(if: wall.pull.start(at: moment)) : []
    case .character("g"), .left, .right: return openGallery(by: key, at: moment)
    case .character("?"), .character("h"), .function(1): wall.help.open(at: moment.uptime)
    case .tab, .backTab: moveFocus(by: key == .tab ? 1 : -1, at: moment)
    default: return pressForStopwatch(key, at: moment) ?? (allows(.countdown) ? pressForCountdown(key, at: moment) : [])
    }
    return []
  }

  private mutating func pressInGallery(_ key: Key, at moment: Moment) -> [Effect] {
    if key == .character("f") || key == .function(11) { return fullScreenToggle }
    return accept(wall.gallery.press(key, at: moment))
  }

  private var fullScreenToggle: [Effect] { setup.isLocked ? [] : [.toggleFullScreen] }

  private mutating func openGallery(by key: Key, at moment: Moment) -> [Effect] {
    openGallery(at: moment)
    if key != .character("g") { _ = wall.gallery.press(key, at: moment) }
    return []
  }

  /// A wall without a button has nothing to hold: there keys act at once.
  private mutating func holdKey(_ key: Key, _ action: HoldAction, at moment: Moment) -> [Effect] {
    let isAsked = hold.prompt(at: moment) == .again && request.key == key
    guard !isAsked, setup.hold.mode != .never else { return confirm(by: key, action, at: moment) }
    wall.request = HoldRequest(action, by: key)
    setGesture(.holdKey(key))
    return completeHold(if: wall.hold.press(at: moment, isInOnePress: takesOnePress), at: moment)
  }

  /// A tap, instead of a hold, is the first of the two that confirm.
  mutating func confirmTap(at moment: Moment) -> [Effect] {
    guard !needsHold, hold.prompt(at: moment) == .hint else { return [] }
    return completeHold(if: wall.hold.confirm(at: moment), at: moment)
  }

  /// For users who cannot hold: the same key twice, or Enter after any.
  private mutating func confirm(by key: Key, _ action: HoldAction, at moment: Moment) -> [Effect] {
    if hold.prompt(at: moment) != .again { wall.request = HoldRequest(action, by: key) }
    if needsHold { return [] }
    guard setup.hold.mode != .never else { return completeHold(if: key != .enter, at: moment) }
    return completeHold(if: wall.hold.confirm(at: moment), at: moment)
  }

  /// Whether presses do not add up: several taps by chance must do nothing that cannot be undone.
  var takesOnePress: Bool { setup.isLocked || [.quit, .command].contains(presentHoldAction) }

  /// Whether only a full hold ends the program: a key pressed twice by chance must not.
  var needsHold: Bool { setup.isLocked && presentHoldAction == .quit }
}

/// The countdown by keys and wheel.
extension Scene {
  private mutating func pressForCountdown(_ key: Key, at moment: Moment) -> [Effect] {
    switch key {
    case .character("c"): toggleCountdown(at: moment)
    case .backspace: resetCountdown()
    case .up, .down: step(by: key == .up ? 1 : -1, at: moment)
    case .character("+"), .character("="): add(.seconds(60), at: moment)
    case .character("-"): add(.seconds(-60), at: moment)
    default: []
    }
  }

  /// Of a finger or a key on what is there: pauses, goes on, starts.
  mutating func tapRing(at moment: Moment) -> [Effect] {
    countdown == nil || !allows(.countdown) ? [] : toggleCountdown(at: moment)
  }

  /// The first time it is shown, set but not running.
  private mutating func toggleCountdown(at moment: Moment) -> [Effect] {
    guard let countdown else {
      clock.countdown = newCountdown(setup.countdownLength)
      return [.keepTimers]
    }
    // One that has ended is dismissed by a hold, so that it does not happen by chance.
    if case .over = countdown.state { return [] }
    clock.countdown?.toggle(at: moment)
    return [.keepTimers]
  }

  /// Back to its length; from there, away.
  mutating func resetCountdown() -> [Effect] {
    guard let countdown else { return [] }
    if case .idle = countdown.state { clock.countdown = nil } else { clock.countdown?.reset() }
    return [.keepTimers]
  }

  /// Sensible steps of what is left.
  mutating func step(by count: Int, at moment: Moment) -> [Effect] {
    guard let countdown else { return count > 0 ? add(.seconds(60), at: moment) : [] }
    // From the number that is shown: from between two of them the next step up would be the one just left.
    let length = RingDrag.stepped(.seconds(max(0, countdown.number(at: moment))), by: count)
    clock.countdown?.set(length, at: moment)
    return advance(to: moment) + [.keepTimers]
  }

  /// Where there is no countdown yet, one of that span is set.
  mutating func add(_ span: Duration, at moment: Moment) -> [Effect] {
    guard countdown != nil else {
      if span > .zero { clock.countdown = newCountdown(span) }
      return span > .zero ? [.keepTimers] : []
    }
    clock.countdown?.add(span, at: moment)
    return advance(to: moment) + [.keepTimers]
  }
}
