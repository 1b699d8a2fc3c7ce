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
    case .escape where scene.hasJustClosedCard(at: moment): return []
    case .escape, .character("q"):
      // While something rings, Escape dismisses it, also in a kiosk (`HoldRequest.yieldsToRinging`).
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

  static func advance(_ scene: inout Scene, to moment: Moment, _ result: inout AdvanceResult) {
    scene.endHold(ifActionChangedFrom: result.action, at: moment)
    scene.offerHold(after: result.effects, at: moment)
    if scene.wall.hold.advance(to: moment) {
      // Another window may have got the key's release, so the next gesture may begin at once.
      if case .holdKey = scene.gesture { scene.setGesture(.idle) } else { scene.setGesture(.ignoredUntilRelease) }
      result.add(scene.completeHold(if: true, at: moment))
    }
    // At rest, the button gets its usual action back.
    let hold = scene.hold
    if !scene.requestsUsualAction, scene.gesture == .idle, hold.prompt(at: moment) == .hold, hold.level(at: moment) == 0
    {
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
  static func composedFrameStaysValid(in scene: Scene) -> Bool { scene.requestsUsualAction }

  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    let hold = scene.setup.hold
    if hold.isShownForItself {
      contents.button = HoldButton.Contents(place: hold.position, action: hold.action, label: hold.label)
    } else if hold.presence != .never, scene.isDismissible {
      contents.button = HoldButton.Contents(action: scene.clock.dismissal)
    }
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    let opacity = scene.holdOpacity(at: moment)
    guard opacity > 0, let button = scene.button else { return [] }
    let wall = scene.setup.hold.isShownForItself ? nil : backdrop.colour
    let isFilled = scene.isRinging && [.dismiss, .next].contains(scene.shownHoldAction)
    return button.items(
      scene.hold, at: moment, opacity: opacity, steps: scene.fillSteps, ink: backdrop.ink, wall: wall,
      isFilled: isFilled)
  }
}

struct HoldPress: Press {
  let request: HoldRequest
  /// True if the button was visible long enough for a tap to act.
  var mayTap = false

  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    let isAsked = button == .finger && scene.hold.prompt(at: moment) == .again && scene.request.key == request.key
    scene.wall.request = request
    if isAsked, !scene.needsHold { return scene.completeHold(if: scene.wall.hold.confirm(at: moment), at: moment) }
    let acts = scene.wall.hold.press(at: moment, mustBeOnePress: scene.takesOnePress)
    return scene.completeHold(if: acts, at: moment)
  }

  func move(to place: Point, on scene: inout Scene, at moment: Moment) -> [Effect] {
    let isOnButton = scene.isOnButton(place, at: moment)
    if !isOnButton { scene.setGesture(.ignoredUntilRelease) }
    return scene.completeHold(if: scene.wall.hold.move(isOnButton: isOnButton, at: moment), at: moment)
  }

  func release(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    let effects = scene.completeHold(if: scene.wall.hold.release(at: moment), at: moment)
    // A tap must not dismiss a countdown that has just come to the ring.
    let isTaken = scene.takesTap(nil, at: place, moment) && scene.wall.taps.acceptsTap(onPart: 0, moment)
    if mayTap, scene.actsByTap, effects.isEmpty, isTaken {
      scene.wall.hold.actByTap(at: moment)
      scene.wall.taps.record(nil, at: place, moment)
      return scene.completeHold(if: true, at: moment)
    }
    if scene.actsByTap {
      scene.wall.hold.forgetTap()
      return effects
    }
    return effects + (button == .finger ? scene.confirmTap(at: moment) : [])
  }
}
