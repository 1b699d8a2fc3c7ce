/// The hold button on the wall, by pointer, finger or key.
enum HoldControl: Control {
  static func press(at place: Point, in scene: Scene, at moment: Moment) -> (any Press)? {
    scene.isOnButton(place, at: moment) ? HoldPress() : nil
  }

  static func press(_ key: Key, on scene: inout Scene, at moment: Moment) -> [Effect]? {
    let action = scene.setup.hold.action
    switch key {
    case .escape, .character("q"): return scene.setup.isLocked ? [] : scene.hold(key, .quit, at: moment)
    case .character(" "): return scene.hold(key, action, at: moment)
    case .enter: return scene.confirm(by: key, action, at: moment)
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
      // A key that is released while another window has the keyboard is not reported.
      if case .holdKey = scene.gesture { scene.setGesture(.idle) } else { scene.setGesture(.spent) }
      due.add(scene.completeHold(if: true, at: moment))
    }
    // At rest the button returns from the key's action to its own.
    let hold = scene.hold
    if !scene.hasOwnRequest, scene.gesture == .idle, hold.prompt(at: moment) == .hold, hold.level(at: moment) == 0 {
      scene.wall.request = HoldRequest(scene.setup.hold.action)
    }
  }

  static func due(in scene: Scene) -> Wake { Wake(uptime: scene.hold.due) }

  static func nextChange(of scene: Scene, after moment: Moment) -> Wake {
    guard !scene.hold.isAtRest(at: moment) else { return .never }
    let steps = scene.fillSteps ?? Int((scene.button?.bowl.width ?? 0).rounded())
    return scene.hold.nextChange(after: moment, pixels: steps)
  }

  static func isAtRest(in scene: Scene, at moment: Moment) -> Bool { scene.hold.isAtRest(at: moment) }
  static func isStill(in scene: Scene) -> Bool { scene.hasOwnRequest }

  /// The room stays free also where nothing can be held, as in a saver: a wall looks the same in every mode.
  static func reserve(in contents: inout Layout.Contents, of scene: Scene) {
    let (hold, setup) = (scene.setup.hold, scene.setup)
    guard hold.mode != .never || setup.allowed.isEmpty else { return }
    contents.button = HoldButton.Contents(position: hold.position, action: hold.action, label: hold.label)
  }

  static func items(of scene: Scene, in layout: Layout, on backdrop: Backdrop, at moment: Moment) -> [Item] {
    guard scene.hold.opacity(at: moment) > 0, let button = scene.button else { return [] }
    return button.items(scene.hold, at: moment, steps: scene.fillSteps, ink: backdrop.ink, wall: backdrop.colour)
  }
}

struct HoldPress: Press {
  func begin(at place: Point, by button: Button, on scene: inout Scene, at moment: Moment) -> [Effect] {
    let isAsked = button == .finger && scene.hold.prompt(at: moment) == .again && scene.request.key == .enter
    scene.wall.request = HoldRequest(scene.setup.hold.action)
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
    return effects + (button == .finger ? scene.confirmTap(at: moment) : [])
  }
}

// MARK: What it is for

extension Scene {
  var button: HoldButton? {
    guard setup.hold.mode != .never, let plate = layout?.button else { return nil }
    let action = presentHoldAction
    let label = action == setup.hold.action ? setup.hold.label : nil
    let labels = action.labels(
      setup.words, key: request.key.name(setup.words), isTouched: pointer.isTouched, isHeldOnly: needsHold, label: label
    )
    return HoldButton(plate: plate, labels: labels, colours: setup.hold.colours, runsLeft: setup.words.runsLeft)
  }

  fileprivate var fillSteps: Int? { setup.isReduced ? 10 : nil }

  func isOnButton(_ place: Point, at moment: Moment) -> Bool {
    hold.opacity(at: moment) > 0 && button?.contains(onContent(place, at: moment)) == true
  }

  /// Whether the button does what it is set up for, and not what a key has asked for.
  fileprivate var hasOwnRequest: Bool { request == HoldRequest(setup.hold.action) }

  var presentHoldAction: HoldAction { holdAction(of: clock) }

  /// What rings is dismissed first, then an urgent message, but not by visitors of a kiosk.
  func holdAction(of clock: ClockState) -> HoldAction {
    let isDismissible = clock.isRinging || clock.schedule.messages.isUrgent && !clock.setup.isLocked
    return request.isOfButton && isDismissible ? .dismiss : request.action
  }

  /// Whether presses do not add up: several taps by chance must do nothing that cannot be undone.
  fileprivate var takesOnePress: Bool { setup.isLocked || [.quit, .command].contains(presentHoldAction) }

  /// Whether only a full hold ends the program: a key pressed twice by chance must not.
  fileprivate var needsHold: Bool { setup.isLocked && presentHoldAction == .quit }
}

// MARK: What happens to it

extension Scene {
  /// A wall without a button has nothing to hold: there keys act at once.
  fileprivate mutating func hold(_ key: Key, _ action: HoldAction, at moment: Moment) -> [Effect] {
    let isAsked = hold.prompt(at: moment) == .again && request.key == key
    guard !isAsked, setup.hold.mode != .never else { return confirm(by: key, action, at: moment) }
    wall.request = HoldRequest(action, by: key)
    setGesture(.holdKey(key))
    return completeHold(if: wall.hold.press(at: moment, isInOnePress: takesOnePress), at: moment)
  }

  mutating func releaseHoldKey(at moment: Moment) -> [Effect] {
    setGesture(.idle)
    return completeHold(if: wall.hold.release(at: moment), at: moment) + confirmTap(at: moment)
  }

  /// A tap instead of a hold is the first of the two that confirm.
  fileprivate mutating func confirmTap(at moment: Moment) -> [Effect] {
    guard !needsHold, hold.prompt(at: moment) == .hint else { return [] }
    return completeHold(if: wall.hold.confirm(at: moment), at: moment)
  }

  /// For users who cannot hold: the same key twice, or Enter after any.
  fileprivate mutating func confirm(by key: Key, _ action: HoldAction, at moment: Moment) -> [Effect] {
    if hold.prompt(at: moment) != .again { wall.request = HoldRequest(action, by: key) }
    if needsHold { return [] }
    guard setup.hold.mode != .never else { return completeHold(if: key != .enter, at: moment) }
    return completeHold(if: wall.hold.confirm(at: moment), at: moment)
  }

  mutating func completeHold(if acts: Bool, at moment: Moment) -> [Effect] {
    guard acts else { return [] }
    switch presentHoldAction {
    case .quit: return [.quit]
    case .none: return []
    case .command: return [.command]
    case .refresh: return refresh(if: wall.pull.start(at: moment))
    case .reset: clock.countdown?.reset()
    case .dismiss: return dismissMostUrgent(at: moment)
    }
    return [.keepTimers]
  }

  /// Cancels a hold whose action has changed: a button that was to dismiss something must not quit because that has
  /// gone.
  mutating func endHold(ifNot action: HoldAction, at moment: Moment) {
    guard presentHoldAction != action else { return }
    if hold.isHeld { setGesture(.spent) }
    wall.hold.beginAnew(at: moment)
  }

  /// Shows the button while an alarm that has just begun lasts, for viewers who do not know how to bring it.
  mutating func offerHold(after effects: [Effect], at moment: Moment) {
    endOffer(at: moment)
    guard !effects.isEmpty, effects.contains(.zero), isRinging, let alarm = shownCountdown?.alarm else { return }
    wall.hold.offer(until: alarm.end, at: moment)
  }

  /// Hides an offered button when nothing rings any more.
  mutating func endOffer(at moment: Moment) {
    if hold.isOffered(at: moment), !isRinging { wall.hold.endOffer(at: moment) }
  }
}
