/// The hold button on the wall, by pointer, finger or key.
enum HoldControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    guard scene.isOnButton(place, at: moment) else { return nil }
    let isSettled = scene.wall.barGuard.takes(scene.onContent(place, at: moment), at: moment.uptime)
    return HoldPress(request: scene.requestOfButton, mayTap: isSettled && scene.hold.hasBeenSeen(at: moment))
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    let setup = scene.setup
    switch key {
    case .leaveKiosk: return setup.isLocked && setup.hold.presence != .never ? scene.hold(key, .quit, at: moment) : []
    // An Escape just after a card has closed was meant for the card, not to quit.
    case .escape where scene.hasJustClosedCard(at: moment): return []
    case .escape, .character("q"):
      let isQuit = key != .escape || !scene.isDismissible
      return isQuit && setup.isLocked ? [] : scene.hold(key, .quit, at: moment)
    case .character(" "): return scene.keysReachButton ? scene.hold(key, setup.hold.action, at: moment) : []
    case .enter: return scene.keysReachButton ? scene.confirm(by: key, setup.hold.action, at: moment) : []
    default: return nil
    }
  }

  static func cancel(on scene: inout Scene, at moment: Moment) -> [Effect] {
    scene.completeHold(if: scene.wall.hold.cancel(at: moment), at: moment)
  }

  static func advance(_ scene: inout Scene, to moment: Moment, _ due: inout Due) {
    scene.endHold(ifNot: due.action, at: moment)
    scene.offerHold(after: due.effects, at: moment)
    if scene.wall.hold.advance(to: moment) {
      // A key's gesture ends here: if another window gets the keyboard, the release of the key is never reported.
      if case .holdKey = scene.gesture { scene.setGesture(.idle) } else { scene.setGesture(.spent) }
      due.add(scene.completeHold(if: true, at: moment))
    }
    // At rest the button returns from a key's action to its own action.
    let hold = scene.hold
    if !scene.hasOwnRequest, scene.gesture == .idle, hold.prompt(at: moment) == .hold, hold.level(at: moment) == 0 {
      scene.wall.request = HoldRequest(scene.setup.hold.action)
    }
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.hold.due) }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    guard !scene.hold.isAtRest(at: moment) else { return .never }
    let steps = scene.fillSteps ?? Int((scene.button?.growth ?? 0).rounded())
    return scene.hold.nextChange(after: moment, pixels: steps)
  }

  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool { scene.hold.isAtRest(at: moment) }
  static func isStill(in scene: Scene) -> Bool { scene.hasOwnRequest }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    let hold = scene.setup.hold
    if hold.isShownForItself {
      contents.button = HoldButton.Contents(position: hold.position, action: hold.action, label: hold.label)
    } else if hold.presence != .never, scene.isDismissible {
      contents.button = HoldButton.Contents(action: scene.clock.dismissal)
    }
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    let opacity = scene.holdOpacity(at: moment)
    guard opacity > 0, let button = scene.button else { return [] }
    // A button for its own action must stand out from the wall. With `nil` it has the colour of the opposite ink.
    let wall = scene.setup.hold.isShownForItself ? nil : backdrop.colour
    // A visitor most likely wants to end the ringing, so the button is filled.
    let isFilled = scene.isRinging && [.dismiss, .next].contains(scene.shownHoldAction)
    return button.items(
      scene.hold, at: moment, opacity: opacity, steps: scene.fillSteps, ink: backdrop.ink, wall: wall,
      isFilled: isFilled)
  }
}

/// A press on the hold button, or on Quit in the bar.
struct HoldPress: Press {
  let request: HoldRequest
  /// True if a viewer can have seen the button, so that a tap is meant for it.
  var mayTap = false

  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    let isAsked = button == .finger && scene.hold.prompt(at: moment) == .again && scene.request.key == request.key
    scene.wall.request = request
    if isAsked, !scene.needsHold { return scene.completeHold(if: scene.wall.hold.confirm(at: moment), at: moment) }
    let acts = scene.wall.hold.press(at: moment, isInOnePress: scene.takesOnePress)
    return scene.completeHold(if: acts, at: moment)
  }

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    let isOnButton = scene.isOnButton(place, at: moment)
    if !isOnButton { scene.setGesture(.spent) }
    return scene.completeHold(if: scene.wall.hold.move(isOnButton: isOnButton, at: moment), at: moment)
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    let effects = scene.completeHold(if: scene.wall.hold.release(at: moment), at: moment)
    // A tap must not dismiss a countdown that has just come to the ring.
    let isTaken = scene.takesTap(nil, at: place, moment) && scene.wall.taps.takes(part: 0, moment)
    if mayTap, scene.actsByTap, effects.isEmpty, isTaken {
      scene.wall.hold.act(at: moment)
      scene.wall.taps.note(nil, at: place, moment)
      return scene.completeHold(if: true, at: moment)
    }
    // A tap that came too soon gets no advice to hold the button, because the next tap acts.
    if scene.actsByTap {
      scene.wall.hold.forgetTap()
      return effects
    }
    return effects + (button == .finger ? scene.confirmTap(at: moment) : [])
  }
}

// MARK: The action of the button

extension Scene {
  /// `nil` if there is no hold button. A button for Quit is usually at the end of the bar.
  var button: HoldButton? {
    guard setup.hold.presence != .never, let layout else { return nil }
    let action = shownHoldAction
    let label = action == setup.hold.action ? setup.hold.label : nil
    let isAtEnd = action == .quit && !(setup.hold.isShownForItself && setup.hold.action == .quit)
    guard let plate = isAtEnd ? layout.quitPlate : layout.button else { return nil }
    let labels = action.labels(
      setup.words, key: request.key.name(setup.words), isTouched: pointer.isTouched, isHeldOnly: needsHold,
      isTapped: actsByTap, label: label ?? dismissLabel(of: action, in: plate))
    return HoldButton(
      plate: plate, labels: labels, colours: setup.hold.colours, runsLeft: setup.words.runsLeft,
      hasLargeLabel: [.dismiss, .next].contains(action))
  }

  /// The label that names what rings, where that is not plain: beside other countdowns, or under an urgent message.
  /// `nil` elsewhere, and if the name has no room.
  private func dismissLabel(of action: HoldAction, in plate: Rect) -> String? {
    guard action == .dismiss, actsByTap, schedule.alarms.ringing == nil,
      countdowns.hasSeveral || schedule.messages.isUrgent,
      let countdown = countdowns.ringing?.countdown
    else { return nil }
    let room = HoldButton.labelRoom(in: plate) - Line.width(setup.words["Dismiss %s", ""])
    let name = listTitle(of: countdown)
    guard min(Line.width(name), Scene.leastName) <= room else { return nil }
    return setup.words["Dismiss %s", Line.cut(name, to: room)]
  }

  /// The least width of a cut name on the button, in digit heights.
  private static let leastName = 5.0

  /// The opacity of the button. Without `isShownForItself`, the button is visible only while it is active, while there
  /// is something to dismiss, and while Quit in the bar has the focus.
  func holdOpacity(at moment: Moment) -> Double {
    if setup.hold.presence == .never { return 0 }
    // After a dismissal the button disappears at once.
    let hasActed = hold.prompt(at: moment) == .done && !setup.hold.isShownForItself
    if hold.isActive(at: moment), !hasActed { return 1 }
    if bar.focus(at: moment) == .quit { return bar.opacity(at: moment) }
    return setup.hold.isShownForItself || isDismissible ? hold.opacity(at: moment) : 0
  }

  /// The present action, or Quit if the button is idle and Quit has the focus in the bar.
  fileprivate var shownHoldAction: HoldAction {
    let isIdle = wall.request == HoldRequest(setup.hold.action) && !hold.isHeld
    return isIdle && bar.hasFocus(on: .quit) ? .quit : presentHoldAction
  }

  /// False in a kiosk, without a hold button, and if the button is shown and its own action is Quit.
  var hasQuitInBar: Bool {
    let hasButton = setup.hold.isShownForItself && setup.hold.action == .quit
    return !setup.isLocked && setup.hold.presence != .never && !hasButton
  }

  /// The number of steps of a fill with reduced motion; `nil` for a smooth fill.
  fileprivate var fillSteps: Int? { setup.isReduced ? 10 : nil }

  func isOnButton(_ place: Point, at moment: Moment) -> Bool {
    holdOpacity(at: moment) > 0 && button?.contains(onContent(place, at: moment)) == true
  }

  fileprivate var requestOfButton: HoldRequest {
    shownHoldAction == .quit && hasQuitInBar ? .quitInBar : HoldRequest(setup.hold.action)
  }

  /// True if the button has its own action, and not an action that a key has asked for.
  fileprivate var hasOwnRequest: Bool { request == HoldRequest(setup.hold.action) }

  var presentHoldAction: HoldAction { holdAction(of: clock) }

  /// Usually the requested action. While there is something to dismiss, some keys dismiss it instead
  /// (`yieldsToRinging`).
  func holdAction(of clock: ClockState) -> HoldAction {
    request.yieldsToRinging && clock.isDismissible ? clock.dismissal : request.action
  }

  fileprivate var isDismissible: Bool { clock.isDismissible }

  fileprivate var keysReachButton: Bool { !setup.isLocked || setup.hold.isShownForItself || isDismissible }

  /// True if one press must complete the hold. Several accidental presses must not add up to an action that cannot be
  /// undone.
  fileprivate var takesOnePress: Bool { setup.isLocked || [.quit, .command].contains(presentHoldAction) }

  /// True if a tap acts, as on the ring. While something rings, a tap does no harm.
  fileprivate var actsByTap: Bool { isRinging && [.dismiss, .next].contains(presentHoldAction) }

  /// True if two presses do not act. In a kiosk, a key pressed twice by chance must not quit.
  fileprivate var needsHold: Bool { setup.isLocked && presentHoldAction == .quit }

  /// True if the action is Quit and something has just been dismissed. Two presses then do not quit, as they were
  /// perhaps meant for what rang. A hold still quits.
  fileprivate func isTooSoonToQuit(at moment: Moment) -> Bool {
    guard presentHoldAction == .quit, let end = wall.dismissalEnd else { return false }
    return moment.uptime < end + Scene.dismissalFarewell
  }

  private static let dismissalFarewell = Duration.seconds(5)
}

extension ClockState {
  /// True if something rings, or, outside a kiosk, if a message is urgent.
  var isDismissible: Bool { isRinging || schedule.messages.isUrgent && !setup.isLocked }

  /// The action of a hold that dismisses. For a waiting step of a program, the hold begins the next step.
  fileprivate var dismissal: HoldAction {
    let isStep =
      schedule.alarms.ringing == nil && countdowns.ringing?.countdown.waitsInProgram == true
    return isStep ? .next : .dismiss
  }
}

// MARK: Changes of the button

extension Scene {
  /// Begins a hold with a key. A second press of the same key confirms the first press. If there is no hold button, the
  /// key acts at once, unless only a hold may act.
  fileprivate mutating func hold(_ key: Key, _ action: HoldAction, at moment: Moment) -> [Effect] {
    let isAsked = hold.prompt(at: moment) == .again && request.key == key
    guard !isAsked, setup.hold.presence != .never else { return confirm(by: key, action, at: moment) }
    wall.request = HoldRequest(action, by: key)
    setGesture(.holdKey(key))
    return completeHold(if: wall.hold.press(at: moment, isInOnePress: takesOnePress), at: moment)
  }

  /// Quits by a key of the bar: Space must be held, or Enter must be pressed twice.
  mutating func holdQuit(by key: Key, at moment: Moment) -> [Effect] {
    key == .enter ? confirm(by: key, .quit, at: moment) : hold(key, .quit, at: moment)
  }

  mutating func releaseHoldKey(at moment: Moment) -> [Effect] {
    setGesture(.idle)
    return completeHold(if: wall.hold.release(at: moment), at: moment) + confirmTap(at: moment)
  }

  /// A tap that was too short for a hold counts as the first of two presses.
  fileprivate mutating func confirmTap(at moment: Moment) -> [Effect] {
    guard !needsHold, !isTooSoonToQuit(at: moment), hold.prompt(at: moment) == .hint else { return [] }
    return completeHold(if: wall.hold.confirm(at: moment), at: moment)
  }

  /// Confirms an action by keys, for users who cannot hold a key: the same key twice, or any key and then Enter.
  fileprivate mutating func confirm(by key: Key, _ action: HoldAction, at moment: Moment) -> [Effect] {
    if hold.prompt(at: moment) != .again { wall.request = HoldRequest(action, by: key) }
    if needsHold || isTooSoonToQuit(at: moment) { return [] }
    guard setup.hold.presence != .never else { return completeHold(if: key != .enter, at: moment) }
    return completeHold(if: wall.hold.confirm(at: moment), at: moment)
  }

  mutating func completeHold(if acts: Bool, at moment: Moment) -> [Effect] {
    guard acts else { return [] }
    switch presentHoldAction {
    case .quit: return [.quit]
    case .none: return []
    case .command: return [.command]
    case .refresh: return refreshEffects(if: wall.pull.start(at: moment))
    case .reset:
      return losing(at: moment) { scene in
        scene.clock.countdown?.reset()
        return [.keepTimers]
      }
    case .dismiss, .next: return losing(at: moment) { $0.dismissMostUrgent(at: moment) }
    }
  }

  /// Ends a hold if its action has changed. A hold that dismisses an alarm must not quit when the alarm has ended by
  /// itself.
  mutating func endHold(ifNot action: HoldAction, at moment: Moment) {
    guard presentHoldAction != action else { return }
    if hold.isHeld { setGesture(.spent) }
    wall.hold.beginAnew(at: moment)
  }

  /// Shows button and bar for as long as something rings. If viewers may not use the countdown, shows only the button
  /// while the alarm flashes.
  mutating func offerHold(after effects: [Effect], at moment: Moment) {
    endOffer(at: moment)
    guard isRinging else { return }
    if allows(.countdown) {
      if !hold.isOffered(at: moment), !hold.isActive(at: moment) { wall.hold.offer(at: moment) }
      if !bar.isOffered, !barPlaces.isEmpty { wall.bar.offer(at: moment) }
    } else if effects.contains(.zero), let alarm = shownCountdown?.alarm {
      wall.hold.offer(until: alarm.end, at: moment)
    }
  }

  mutating func endOffer(at moment: Moment) {
    guard bar.isOffered || hold.isOffered(at: moment), !isRinging else { return }
    if hold.isOffered(at: moment) { wall.hold.endOffer(at: moment) }
    wall.bar.endOffer(until: clock.undo?.end, at: moment)
  }
}
