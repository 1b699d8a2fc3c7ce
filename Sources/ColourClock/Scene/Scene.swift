package struct Scene: Sendable {
  package internal(set) var clock: ClockState
  var wall: WallState

  /// - Parameters:
  ///   - countdown: The only countdown; ignored if there are `countdowns`.
  ///   - alarms: Alarms that commands added in an earlier run.
  ///   - saysHint: True on the first run.
  package init(
    _ setup: Setup, countdown: Countdown? = nil, countdowns: Countdowns? = nil, stopwatch: Stopwatch? = nil,
    alarms: [DailyAlarm] = [], snoozed: [SnoozedAlarm] = [], isMuted: Bool = false, role: Role = .whole,
    saysHint: Bool = false, recents: Recents = Recents()
  ) {
    clock = ClockState(
      setup, countdowns: countdowns ?? Countdowns(countdown.map { [$0] } ?? []), stopwatch: stopwatch, alarms: alarms,
      snoozed: snoozed, isMuted: isMuted, saysHint: saysHint, recents: recents)
    wall = WallState(setup, role: role)
  }

  package enum Role: Hashable, Sendable {
    /// The wall shows the whole clock, with controls.
    case whole
    /// The wall shows only the colour; another monitor shows the clock.
    case colour
    case black
  }

  var face: Face { setup.face }
  package var style: Style { setup.style }

  /// Effects of passed time come first in the result.
  /// - Throws: A command's `Refusal`. The effects of passed time are then lost, so send `ticked` before a command.
  package mutating func handle(_ event: Event, at moment: Moment) throws(Refusal) -> [Effect] {
    let (hadCard, wasDismissible) = (wall.lastEvent.map(hasCard) ?? false, clock.isDismissible)
    endGestureAfterPause(before: moment)
    let due = advance(to: moment)
    followBar(at: moment)
    defer {
      if hadCard, !hasCard(at: moment) { wall.cardEnd = moment.uptime }
      if !event.isTick {
        clock.countdowns.sort(at: moment)
        endOffer(at: moment)
        arrange(at: moment)
      }
      settle(wasDismissible: wasDismissible, byHand: event.mayAct, at: moment)
    }
    guard !event.isInput || takesInput else { return due + settleSound(after: due, at: moment) }
    recordActivity(event, at: moment)
    let effects = try due + (event.isInput ? handleInput(event, at: moment) : apply(event, at: moment))
    return effects + settleSound(after: effects, at: moment)
  }

  /// Handles any event but `told`, the only one that can be refused.
  package mutating func handle(fact event: Event, at moment: Moment) -> [Effect] {
    do throws(Refusal) { return try handle(event, at: moment) } catch {
      preconditionFailure(error.text)
    }
  }

  /// A countdown must not end while its ring is turned.
  mutating func setGesture(_ gesture: Gesture) {
    let isTurning = gesture.isTurningRing
    if isTurning != wall.gesture.isTurningRing { clock.countdowns.setBeingTurned(isTurning) }
    wall.gesture = gesture
  }

  private mutating func apply(_ event: Event, at moment: Moment) throws(Refusal) -> [Effect] {
    switch event {
    case .resized(let size, let resolution):
      wall.screen = WallState.Screen(size: size, resolution: resolution)
      wall.gallery.resize(to: size, resolution: resolution, at: moment)
      return cancel(at: moment) + refreshEffects(if: wall.pull.resize(to: size, at: moment))
    case .appeared: wall.isVisible = true
    case .disappeared:
      wall.isVisible = false
      return cancel(at: moment)
    case .interrupted:
      let effects = cancel(at: moment)
      // No release will follow an interruption.
      setGesture(.idle)
      return effects
    case .closed: return setup.isLocked ? [] : [.quit]
    case .destroyed:
      wall.isVisible = false
      return [.giveUp]
    case .fed(let answer): return receive(answer, at: moment)
    case .refreshed(let isGood): return finishReading(isGood, at: moment)
    case .setupChanged(let setup):
      let old = clock.setup
      clock.adopt(setup, at: moment)
      wall.adapt(from: old, to: setup, at: moment)
      return reviseProgram(given: old.given.program, at: moment) + advanceSchedule(to: moment)
    case .identified(let lines): wall.identifyLabel = IdentifyLabel(lines, at: moment)
    case .unwell(let healthProblem): clock.healthProblem = healthProblem
    case .soundFailed(let hasFailed): clock.sound.hasFailed = hasFailed
    case .pairingOffered(let isOffered): offerPairing(isOffered)
    case .told(let command): return try obeyDuringGesture(command, at: moment)
    case .ticked, .pressed, .repeated, .released, .wrote, .pointerPressed, .pointerMoved, .pointerReleased, .scrolled:
      break
    }
    return []
  }

  private mutating func obeyDuringGesture(_ command: Command, at moment: Moment) throws(Refusal) -> [Effect] {
    let (action, old) = (currentHoldAction, countdown)
    let effects = try obey(command, at: moment)
    if countdown != old { endRingDrag() }
    endHold(ifActionChangedFrom: action, at: moment)
    return effects
  }

  private mutating func handleInput(_ input: Event, at moment: Moment) -> [Effect] {
    wall.pointer.record(input)
    if setup.endsOnInput { return ends(on: input) ? [.quit] : [] }
    if displayOverride.isBlank { return wake(by: input) }
    wall.identifyLabel = nil
    clock.hint?.leave(at: moment)
    return respond(to: input, at: moment)
  }

  private mutating func respond(to input: Event, at moment: Moment) -> [Effect] {
    switch input {
    case .pressed(let key): press(meaning(of: key, at: moment), at: moment)
    case .repeated(let key): `repeat`(meaning(of: key, at: moment), at: moment)
    case .released(let key): release(meaning(of: key, at: moment), at: moment)
    case .wrote(let text): write(text, at: moment)
    case .pointerPressed(let place, let button): press(button, at: place, moment)
    case .pointerMoved(let place): move(to: place, moment)
    case .pointerReleased(let place, let button): release(button, at: place, moment)
    case .scrolled(let right, let up): scroll(right: right, up: up, at: moment)
    case .ticked, .resized, .appeared, .disappeared, .interrupted, .closed, .destroyed, .fed, .refreshed, .setupChanged,
      .told, .identified, .unwell, .soundFailed, .pairingOffered:
      []
    }
  }

  private var takesInput: Bool { role == .whole || setup.endsOnInput }

  /// A shorter movement of the pointer, in pixels, does not end the program.
  private static let exitThreshold = 10.0

  /// A release does not count: the key that started the program may cause one.
  private mutating func ends(on event: Event) -> Bool {
    switch event {
    case .pressed, .repeated, .wrote, .pointerPressed, .scrolled: return true
    case .pointerMoved(let place):
      return (place - wall.pointer.firstPlace(orSet: place)).length > Scene.exitThreshold
    default: return false
    }
  }
}

extension Scene {
  mutating func follow(changeFrom old: ClockState, after effects: [Effect], at moment: Moment) {
    let action = holdAction(of: old)
    if clock.countdown != old.countdown, wall.gesture.ringDrag != nil { wall.gesture = .ignoredUntilRelease }
    if clock.setup != old.setup { wall.adapt(from: old.setup, to: clock.setup, at: moment) }
    _ = reveal(for: effects, at: moment)
    endHold(ifActionChangedFrom: action, at: moment)
    offerHold(after: effects, at: moment)
    arrange(at: moment)
    settle(wasDismissible: old.isDismissible, byHand: false, at: moment)
  }

  /// Must be the last call for each event.
  private mutating func settle(wasDismissible: Bool, byHand: Bool, at moment: Moment) {
    resumeInterruptedTyping(at: moment)
    followForTaps(at: moment)
    followBar(byHand: byHand, at: moment)
    if wasDismissible, !clock.isDismissible { wall.dismissalEnd = moment.uptime }
  }

  package func sceneForAnotherWall(_ role: Role, at moment: Moment) -> Scene {
    var scene = self
    scene.wall = WallState(setup, role: role)
    scene.offerHold(after: isRinging ? [.reachedZero] : [], at: moment)
    return scene
  }
}
