/// What keys do.
extension Scene {
  mutating func press(_ key: Key, at moment: Moment) -> [Effect] {
    let noticed = notice(at: moment)
    // Nothing may come of a gesture that a key disturbs; Escape is made for that.
    guard gesture.isOver else { return noticed + cancel(at: moment) }
    if gallery.isOpen(at: moment.uptime) { return noticed + pressInGallery(key, at: moment) }
    return noticed + pressOnWall(key, at: moment)
  }

  /// Only keys that count on repeat; pages are leafed no faster than by a wheel.
  mutating func `repeat`(_ key: Key, at moment: Moment) -> [Effect] {
    let noticed = notice(at: moment)
    guard gesture.isOver else { return noticed }
    switch key {
    case .left, .right: gallery.notch(key == .right ? 1 : -1, at: moment)
    case .up, .down, .character("+"), .character("-"), .character("="): return noticed + press(key, at: moment)
    default: break
    }
    return noticed
  }

  mutating func release(_ key: Key, at moment: Moment) -> [Effect] {
    switch gesture {
    case .holdingKey(let held) where held == key:
      gesture = .idle
      let effects = perform(hold.release(at: moment.uptime), at: moment)
      // A tap is the first half of the untimed way.
      guard !needsHold, hold.hint(at: moment.uptime) else { return effects }
      return effects + perform(hold.confirm(at: moment.uptime), at: moment)
    case .spent: gesture = .idle
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
    case .character("r"), .function(5): return begin(pull.start(at: moment.uptime))
    case .character("g"), .left, .right: return openGallery(by: key, at: moment)
    case .character("c"): return toggleCountdown(at: moment)
    case .backspace: return resetCountdown()
    case .up, .down: return step(by: key == .up ? 1 : -1, at: moment)
    case .character("+"), .character("="): return add(.seconds(60), at: moment)
    case .character("-"): return add(.seconds(-60), at: moment)
    default: return []
    }
  }

  private mutating func pressInGallery(_ key: Key, at moment: Moment) -> [Effect] {
    switch key {
    case .character("g"), .character("q"): gallery.close(at: moment.uptime)
    case .character(" "): return gallery.choose(at: moment.uptime).map { choose($0) } ?? []
    case .character("f"), .function(11): return fullScreenToggle
    default: return gallery.press(key, at: moment).map { choose($0) } ?? []
    }
    return []
  }

  private var fullScreenToggle: [Effect] { setup.isLocked ? [] : [.toggleFullScreen] }

  private mutating func openGallery(by key: Key, at moment: Moment) -> [Effect] {
    openGallery(at: moment)
    if key != .character("g") { _ = gallery.press(key, at: moment) }
    return []
  }

  /// A wall without a button has nothing to hold: there keys act at once.
  private mutating func holdKey(_ key: Key, _ action: HoldAction, at moment: Moment) -> [Effect] {
    let isAsked = hold.says(at: moment.uptime) == .again && askedBy == key
    guard !isAsked, setup.hold.mode != .never else { return confirm(by: key, action, at: moment) }
    (holdAction, askedBy, gesture) = (action, key, .holdingKey(key))
    return perform(hold.press(at: moment.uptime), at: moment)
  }

  /// For those who cannot hold: the same key twice, or Enter after any.
  private mutating func confirm(by key: Key, _ action: HoldAction, at moment: Moment) -> [Effect] {
    if hold.says(at: moment.uptime) != .again { (holdAction, askedBy) = (action, key) }
    if needsHold { return [] }
    guard setup.hold.mode != .never else { return perform(key != .enter, at: moment) }
    return perform(hold.confirm(at: moment.uptime), at: moment)
  }
}

extension Scene {
  /// Whether the button's way out is one that only holding it opens: a key pressed twice in passing must not.
  private var needsHold: Bool { setup.isLocked && presentHoldAction == .quit }
}

/// The countdown by keys and wheel.
extension Scene {
  /// The first time it is shown, set but not running.
  private mutating func toggleCountdown(at moment: Moment) -> [Effect] {
    guard let countdown else {
      self.countdown = Countdown(
        Countdown.Rules(period: setup.countdownLength, overtime: setup.hasOvertime), length: setup.countdownLength)
      return [.keepCountdown]
    }
    // One that has ended is dismissed by a hold, so that nobody does it in passing.
    if case .over = countdown.state { return [] }
    self.countdown?.toggle(at: moment)
    return [.keepCountdown]
  }

  /// Back to its length; from there, away.
  private mutating func resetCountdown() -> [Effect] {
    guard let countdown else { return [] }
    if case .idle = countdown.state { self.countdown = nil } else { self.countdown?.reset() }
    return [.keepCountdown]
  }

  /// Sensible steps of what is left.
  mutating func step(by count: Int, at moment: Moment) -> [Effect] {
    guard let countdown else { return [] }
    // From the number that is shown: between two of them the next step up would be the one it has just left.
    set(Winding.stepped(.seconds(max(0, countdown.number(at: moment))), by: count), at: moment)
    return pass(to: moment) + [.keepCountdown]
  }

  private mutating func add(_ span: Duration, at moment: Moment) -> [Effect] {
    guard countdown != nil else { return [] }
    countdown?.add(span, at: moment)
    return pass(to: moment) + [.keepCountdown]
  }

  /// A ring set by hand is as full as the hand has wound it.
  mutating func set(_ length: Duration, at moment: Moment) {
    guard let countdown else { return }
    let isIdle: Bool = if case .idle = countdown.state { true } else { false }
    self.countdown?.set(length, period: isIdle ? Winding.turn(of: length) : nil, at: moment)
  }
}
