extension Scene {
  /// A longer pause between events means that the machine slept or the program was stopped.
  private static let longestPause = Duration.seconds(3)
  private static let longestStep = Duration.milliseconds(400)

  /// A pause longer than `longestPause` ends the gesture at the last event. A pause longer than `longestStep` does not
  /// count for a hold, because the viewer may have let go meanwhile.
  mutating func endGestureAfterPause(before moment: Moment) {
    defer { wall.lastEvent = moment }
    guard let last = wall.lastEvent, gesture != .idle, case let pause = moment.uptime - last.uptime,
      pause > Scene.longestStep
    else { return }
    guard pause > Scene.longestPause else { return wall.hold.leaveOut(pause) }
    _ = cancelControls(at: last)
    setGesture(.ignoredUntilRelease)
  }

  mutating func advance(to moment: Moment) -> [Effect] {
    if setup.night != nil { computeNight(at: moment) }
    var result = AdvanceResult(currentHoldAction)
    for control in Scene.controls.reversed() { control.advance(&self, to: moment, &result) }
    if result.mayChangeLayout { arrange(at: moment) }
    return result.effects
  }

  /// Closes all that covers the wall.
  /// - Parameter isAtZero: True if a timer has reached zero. Typed text then stays, and the pad comes back after the
  ///   ringing. Cards stay if nothing must be dismissed.
  mutating func reveal(isAtZero: Bool = false, at moment: Moment) -> [Effect] {
    let staysOpen = isAtZero && !isRinging
    let effects = staysOpen ? endTypingForFormerStep(at: moment) : closeCards(isAtZero: isAtZero, at: moment)
    wall.identifyLabel = nil
    // An earlier press of a quit key must not count for the new picture.
    wall.hold.withdraw()
    if gesture == .idle { wall.request = HoldRequest(setup.hold.action) }
    guard displayOverride.isBlank else { return effects }
    clock.displayOverride.isBlank = false
    return effects + [.powerScreen(true)]
  }

  private mutating func closeCards(isAtZero: Bool, at moment: Moment) -> [Effect] {
    wall.closeCards(at: moment.uptime)
    wall.ignoreStrayText(ifTyping: settings.draft != nil, at: moment.uptime)
    wall.gallery.close(at: moment)
    let effects = closeSettings(at: moment)
    if isAtZero, typing.hasPad { interruptTyping(at: moment) }
    let keepsText = isAtZero && !typing.hasPad
    return effects + (keepsText ? [] : closeTyping(at: moment))
  }

  mutating func reveal(for effects: [Effect], at moment: Moment) -> [Effect] {
    let isUrgent = effects.contains(where: \.isUrgentMessage)
    return isUrgent || effects.contains(.reachedZero) ? reveal(isAtZero: !isUrgent, at: moment) : []
  }
}

extension Scene {
  package func nextChange(after moment: Moment) -> Wake {
    var next = due
    if !gesture.isOver { next = next.or(uptime: moment.uptime + heartbeat) }
    if size != nil, isVisible, role != .black { next = next.or(nextPicture(after: moment)) }
    return next.paced(style.fade.pace, after: moment)
  }

  var due: Wake { Scene.controls.reduce(.never) { $0.or($1.due(in: self)) } }

  /// The heartbeat is shorter than `longestPause` (in a hold, than `longestStep`), so that a longer pause is noticed.
  private var heartbeat: Duration { hold.isHeld ? .milliseconds(200) : .seconds(1) }

  private func nextPicture(after moment: Moment) -> Wake {
    let uptime = moment.uptime
    var next = Wake(instant: style.fade.nextChange(of: face, after: moment), uptime: pointer.nextChange(after: uptime))
      .or(uptime: displayOverride.nextChange(after: uptime)).or(uptime: absenceChange(after: uptime))
    if let identifyLabel, identifyLabel.end > uptime { next = next.or(uptime: identifyLabel.end) }
    for control in Scene.controls { next = next.or(control.nextChange(of: self, after: moment)) }
    return next
  }

  /// If true, the next frame can be composed in advance.
  func isPredictable(at moment: Moment) -> Bool {
    gesture == .idle && Scene.controls.allSatisfy { $0.isAtRest(in: self, at: moment) }
  }

  var composedFrameStaysValid: Bool { Scene.controls.allSatisfy { $0.composedFrameStaysValid(in: self) } }

  func showsPointer(at moment: Moment) -> Bool { pointer.isShown(at: moment.uptime) }
}

extension Wake {
  /// Fast simulated time gets at most one wake-up a frame.
  fileprivate func paced(_ pace: Pace, after moment: Moment) -> Wake {
    guard pace.speed > 1, let instant else { return self }
    return Wake(instant: max(instant, moment.instant + pace.frame), uptime: uptime)
  }
}
