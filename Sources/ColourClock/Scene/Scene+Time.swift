/// What time brings about by itself.
extension Scene {
  /// A hold, a pull or a drag without events for so long was none: the machine slept, or the program was stopped.
  private static let longestPause = Duration.seconds(3)
  /// The longest pause that counts as held.
  private static let longestStep = Duration.milliseconds(400)

  /// Ends a gesture during which the machine slept, as of the time at which it fell asleep. A release that waits to be
  /// read since the machine stood still comes before a hold completes.
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
    if due.hasHappened { arrange() }
    return due.effects
  }

  /// Uncovers the wall for something that a viewer must not miss.
  mutating func reveal(at moment: Moment) -> [Effect] {
    wall.help.close(at: moment.uptime)
    let effects = closeSettings(at: moment) + endTyping()
    wall.gallery.close(at: moment)
    wall.identifyLabel = nil
    // A key that has asked once to quit has asked it of another picture.
    wall.hold.withdraw()
    if gesture == .idle { wall.request = HoldRequest(setup.hold.action) }
    guard displayOverride.isBlank else { return effects }
    clock.displayOverride.isBlank = false
    return effects + [.powerScreen(true)]
  }
}

extension Scene {
  /// When the picture will next look different or something will be due.
  package func nextChange(after moment: Moment) -> Wake {
    var next = due
    if !gesture.isOver { next = next.or(uptime: moment.uptime + heartbeat) }
    if size != nil, isVisible, role != .black { next = next.or(nextPicture(after: moment)) }
    return next.paced(style.fade.pace, after: moment)
  }

  /// When something will be due, whatever can be seen.
  var due: Wake { Scene.controls.reduce(.never) { $0.or($1.due(in: self)) } }

  /// How often there is an event during a gesture at least, so that `longestPause` and `longestStep` are noticed.
  private var heartbeat: Duration { hold.isHeld ? .milliseconds(200) : .seconds(1) }

  private func nextPicture(after moment: Moment) -> Wake {
    let uptime = moment.uptime
    var next = Wake(instant: style.fade.nextChange(of: face, after: moment), uptime: pointer.nextChange(after: uptime))
      .or(uptime: displayOverride.nextChange(after: uptime)).or(uptime: absenceChange(after: uptime))
    if let identifyLabel, identifyLabel.end > uptime { next = next.or(uptime: identifyLabel.end) }
    for control in Scene.controls { next = next.or(control.nextChange(of: self, after: moment)) }
    return next
  }

  /// Whether the coming frame can be composed ahead: no gesture is under way, and nothing moves.
  func isPredictable(at moment: Moment) -> Bool {
    gesture == .idle && Scene.controls.allSatisfy { $0.isAtRest(in: self, at: moment) }
  }

  /// Whether a coming frame that was composed ahead is shown as it is: time alone changes nothing of a predictable
  /// scene.
  var isStill: Bool { Scene.controls.allSatisfy { $0.isStill(in: self) } }

  func showsPointer(at moment: Moment) -> Bool { pointer.isShown(at: moment.uptime) }
}

extension Wake {
  /// No more than a frame's wake-ups where a fast wall crowds many instants into one.
  fileprivate func paced(_ pace: Pace, after moment: Moment) -> Wake {
    guard pace.speed > 1, let instant else { return self }
    return Wake(instant: max(instant, moment.instant + pace.frame), uptime: uptime)
  }
}
