extension Scene {
  /// The longest pause within a gesture. A longer pause means that the machine slept or the program was stopped.
  private static let longestPause = Duration.seconds(3)
  /// The longest pause that counts as part of a hold.
  private static let longestStep = Duration.milliseconds(400)

  /// After a pause over `longestPause`, the gesture ends at the time of the last event. A pause over `longestStep` does
  /// not count as holding: the viewer may have let go during it. This release must be read before the hold can
  /// complete.
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

  /// Closes everything that covers the wall, for something that a viewer must not miss.
  /// - Parameter isRing: true for an alarm or the end of a countdown. Typed text then stays, and the pad comes back
  ///   after the ring. If nothing must be dismissed, as at the next step of a program, all cards stay.
  mutating func reveal(isRing: Bool = false, at moment: Moment) -> [Effect] {
    let staysOpen = isRing && !isRinging
    let effects = staysOpen ? endTypingForFormerStep(at: moment) : closeCards(isRing: isRing, at: moment)
    wall.identifyLabel = nil
    // A quit key must be pressed twice. The picture changes now, so an earlier press no longer counts.
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

  /// Closes what covers the wall if one of these effects must be seen.
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

  /// The next time at which a control is due, also on an invisible wall.
  var due: Wake { Scene.controls.reduce(.never) { $0.or($1.due(in: self)) } }

  /// The longest time between two wake-ups during a gesture. To notice every pause, the time is shorter than
  /// `longestPause`, and during a hold shorter than `longestStep`.
  private var heartbeat: Duration { hold.isHeld ? .milliseconds(200) : .seconds(1) }

  private func nextPicture(after moment: Moment) -> Wake {
    let uptime = moment.uptime
    var next = Wake(instant: style.fade.nextChange(of: face, after: moment), uptime: pointer.nextChange(after: uptime))
      .or(uptime: displayOverride.nextChange(after: uptime)).or(uptime: absenceChange(after: uptime))
    if let identifyLabel, identifyLabel.end > uptime { next = next.or(uptime: identifyLabel.end) }
    for control in Scene.controls { next = next.or(control.nextChange(of: self, after: moment)) }
    return next
  }

  /// True without a gesture or motion: the next frame can then be composed in advance.
  func isPredictable(at moment: Moment) -> Bool {
    gesture == .idle && Scene.controls.allSatisfy { $0.isAtRest(in: self, at: moment) }
  }

  /// True if a frame composed in advance stays right until it is shown.
  var isStill: Bool { Scene.controls.allSatisfy { $0.isStill(in: self) } }

  func showsPointer(at moment: Moment) -> Bool { pointer.isShown(at: moment.uptime) }
}

extension Wake {
  /// At most one wake-up for each frame, if simulated time runs fast.
  fileprivate func paced(_ pace: Pace, after moment: Moment) -> Wake {
    guard pace.speed > 1, let instant else { return self }
    return Wake(instant: max(instant, moment.instant + pace.frame), uptime: uptime)
  }
}
