extension Scene {
  /// The second press of the same key confirms. Without a button, the key acts at once, unless a hold is needed.
  mutating func hold(_ key: Key, _ action: HoldAction, at moment: Moment) -> [Effect] {
    let isAsked = hold.prompt(at: moment) == .again && request.key == key
    guard !isAsked, setup.hold.presence != .never else { return confirm(by: key, action, at: moment) }
    wall.request = HoldRequest(action, by: key)
    setGesture(.holdKey(key))
    return completeHold(if: wall.hold.press(at: moment, mustBeOnePress: takesOnePress), at: moment)
  }

  mutating func holdQuit(by key: Key, at moment: Moment) -> [Effect] {
    key == .enter ? confirm(by: key, .quit, at: moment) : hold(key, .quit, at: moment)
  }

  mutating func releaseHoldKey(at moment: Moment) -> [Effect] {
    setGesture(.idle)
    return completeHold(if: wall.hold.release(at: moment), at: moment) + confirmTap(at: moment)
  }

  mutating func confirmTap(at moment: Moment) -> [Effect] {
    guard !needsHold, !isTooSoonToQuit(at: moment), hold.prompt(at: moment) == .hint else { return [] }
    return completeHold(if: wall.hold.confirm(at: moment), at: moment)
  }

  /// Users who cannot hold press the same key twice, or any key and then Enter.
  mutating func confirm(by key: Key, _ action: HoldAction, at moment: Moment) -> [Effect] {
    if hold.prompt(at: moment) != .again { wall.request = HoldRequest(action, by: key) }
    if needsHold || isTooSoonToQuit(at: moment) { return [] }
    guard setup.hold.presence != .never else { return completeHold(if: key != .enter, at: moment) }
    return completeHold(if: wall.hold.confirm(at: moment), at: moment)
  }

  mutating func completeHold(if acts: Bool, at moment: Moment) -> [Effect] {
    guard acts else { return [] }
    switch currentHoldAction {
    case .quit: return [.quit]
    case .none: return []
    case .command: return [.command]
    case .refresh: return refreshEffects(if: wall.pull.start(at: moment))
    case .reset:
      return undoably(at: moment) { scene in
        scene.clock.countdown?.reset()
        return [.saveTimers]
      }
    case .dismiss: return undoably(at: moment) { $0.dismissMostUrgent(at: moment) }
    case .next: return undoably(at: moment) { $0.dismissRinging(at: moment) }
    }
  }

  /// A hold that began as a dismissal must not quit when the alarm ends by itself.
  mutating func endHold(ifActionChangedFrom action: HoldAction, at moment: Moment) {
    guard currentHoldAction != action else { return }
    if hold.isHeld { setGesture(.ignoredUntilRelease) }
    wall.hold.beginAnew(at: moment)
  }

  /// While something rings, button and bar are shown. Without permission for countdowns, only the button is shown,
  /// during the flashes.
  mutating func offerHold(after effects: [Effect], at moment: Moment) {
    endOffer(at: moment)
    guard isRinging else { return }
    if allows(.countdown) {
      if !hold.isOffered(at: moment), !hold.isActive(at: moment) { wall.hold.offer(at: moment) }
      if !bar.isOffered, !barPlaces.isEmpty { wall.bar.offer(at: moment) }
    } else if effects.contains(.reachedZero), let flashes = shownCountdown?.flashes {
      wall.hold.offer(until: flashes.end, at: moment)
    }
  }

  /// After a ringing, lets the button and the bar disappear that `offerHold` showed.
  mutating func endOffer(at moment: Moment) {
    guard bar.isOffered || hold.isOffered(at: moment), !isRinging else { return }
    if hold.isOffered(at: moment) { wall.hold.endOffer(at: moment) }
    wall.bar.endOffer(until: clock.undo?.end, at: moment)
  }
}
