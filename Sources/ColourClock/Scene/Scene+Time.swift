extension Scene {
  /// After a longer pause within a gesture, the machine slept or the program was stopped.
  private static let longestPause = Duration.seconds(3)
  /// A longer pause does not count as part of a hold.
  private static let longestStep = Duration.milliseconds(400)

  /// After a pause over `longestPause`, the gesture ends at the last event. A pause over `longestStep` is not part of a
  /// hold: the viewer may have let go, and that release must be read first.
  mutating func endGestureAfterPause(before moment: Moment) {
    defer { wall.last = moment }
    guard let last = wall.last, gesture != .idle, case let pause = moment.uptime - last.uptime,
      pause > Scene.longestStep
    else { return }
    guard pause > Scene.longestPause else { return wall.hold.leaveOut(pause) }
    _ = cancelControls(at: last)
    setGesture(.spent)
  }

  mutating func advance(to moment: Moment) -> [Effect] {
    if setup.night != nil { computeNight(at: moment) }
    var due = Due(presentHoldAction)
    for control in Scene.controls.reversed() { control.advance(&self, to: moment, &due) }
    if due.mayChangeLayout { arrange(at: moment) }
    return due.effects
  }

  /// Closes what covers the wall, for something that a viewer must not miss.
  /// - Parameter isRing: an alarm or a countdown's end. Typed text then stays, and the pad returns after the ring.
  ///   Cards stay if nothing must be dismissed, as at a program's next step.
  mutating func reveal(isRing: Bool = false, at moment: Moment) -> [Effect] {
    let staysOpen = isRing && !isRinging
    let effects = staysOpen ? endTypingForFormerStep(at: moment) : closeCards(isRing: isRing, at: moment)
    wall.identifyLabel = nil
    // The picture changes, so an earlier press of a quit key no longer counts.
    wall.hold.withdraw()
    if gesture == .idle { wall.request = HoldRequest(setup.hold.action) }
    guard displayOverride.isBlank else { return effects }
    clock.displayOverride.isBlank = false
    return effects + [.powerScreen(true)]
  }

  private mutating func closeCards(isRing: Bool, at moment: Moment) -> [Effect] {
    wall.help.close(at: moment.uptime)
    wall.order.close(at: moment.uptime)
    wall.expectStrayText(ifTyping: settings.draft != nil, at: moment.uptime)
    wall.gallery.close(at: moment)
    let effects = closeSettings(at: moment)
    if isRing, typing.hasPad { setPadAside(at: moment) }
    return effects + (isRing && !typing.hasPad ? [] : closeTyping(at: moment))
  }

  /// Closes what covers the wall if an effect must be seen.
  mutating func reveal(for effects: [Effect], at moment: Moment) -> [Effect] {
    let isUrgent = effects.contains(where: \.isUrgentMessage)
    return isUrgent || effects.contains(.zero) ? reveal(isRing: !isUrgent, at: moment) : []
  }
}

extension Scene {
  package func nextChange(after moment: Moment) -> Wake {
    var next = due
    if !gesture.isOver { next = next.or(uptime: moment.uptime + heartbeat) }
    if size != nil, isVisible, role != .black { next = next.or(nextPicture(after: moment)) }
    return next.paced(style.fade.pace, after: moment)
  }

  /// Of controls, also on an invisible wall.
  var due: Wake { Scene.controls.reduce(.never) { $0.or($1.due(in: self)) } }

  /// Between wake-ups in a gesture: shorter than `longestPause`, and in a hold than `longestStep`, to notice pauses.
  private var heartbeat: Duration { hold.isHeld ? .milliseconds(200) : .seconds(1) }

  private func nextPicture(after moment: Moment) -> Wake {
    let uptime = moment.uptime
    var next = Wake(instant: style.fade.nextChange(of: face, after: moment), uptime: pointer.nextChange(after: uptime))
      .or(uptime: displayOverride.nextChange(after: uptime)).or(uptime: absenceChange(after: uptime))
    if let identifyLabel, identifyLabel.end > uptime { next = next.or(uptime: identifyLabel.end) }
    for control in Scene.controls { next = next.or(control.nextChange(of: self, after: moment)) }
    return next
  }

  /// True if the next frame can be composed in advance: no gesture or motion.
  func isPredictable(at moment: Moment) -> Bool {
    gesture == .idle && Scene.controls.allSatisfy { $0.isAtRest(in: self, at: moment) }
  }

  /// True if that frame stays right until it is shown.
  var isStill: Bool { Scene.controls.allSatisfy { $0.isStill(in: self) } }

  func showsPointer(at moment: Moment) -> Bool { pointer.isShown(at: moment.uptime) }
}

extension Wake {
  /// At most one wake-up a frame, if simulated time runs fast.
  fileprivate func paced(_ pace: Pace, after moment: Moment) -> Wake {
    guard pace.speed > 1, let instant else { return self }
    return Wake(instant: max(instant, moment.instant + pace.frame), uptime: uptime)
  }
}
