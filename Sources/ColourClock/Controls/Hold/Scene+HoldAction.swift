/// What the hold button does, and what it says.
extension Scene {
  /// The hold button with its present labels; `nil` if there is none. A button for Quit is usually at the end of the
  /// bar.
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

  /// A label with the name of what rings, if a viewer could not tell: beside other countdowns, or under an urgent
  /// message. `nil` in all other cases, and if the name has no room.
  private func dismissLabel(of action: HoldAction, in plate: Rect) -> String? {
    guard action == .dismiss, actsByTap, schedule.alarms.ringing == nil, !clock.onlyStepWaits,
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
  var shownHoldAction: HoldAction {
    let isIdle = wall.request == HoldRequest(setup.hold.action) && !hold.isHeld
    return isIdle && bar.hasFocus(on: .quit) ? .quit : presentHoldAction
  }

  /// False in a kiosk, without a hold button, and if the button is shown and its own action is Quit.
  var hasQuitInBar: Bool {
    let hasButton = setup.hold.isShownForItself && setup.hold.action == .quit
    return !setup.isLocked && setup.hold.presence != .never && !hasButton
  }

  /// The number of steps of a fill with reduced motion; `nil` for a smooth fill.
  var fillSteps: Int? { setup.isReduced ? 10 : nil }

  func isOnButton(_ place: Point, at moment: Moment) -> Bool {
    holdOpacity(at: moment) > 0 && button?.contains(onContent(place, at: moment)) == true
  }

  /// The action that a press on the button asks for.
  var requestOfButton: HoldRequest {
    shownHoldAction == .quit && hasQuitInBar ? .quitInBar : HoldRequest(setup.hold.action)
  }

  /// True if the button has its own action, and not an action that a key has asked for.
  var hasOwnRequest: Bool { request == HoldRequest(setup.hold.action) }

  var presentHoldAction: HoldAction { holdAction(of: clock) }

  /// The action of the button: usually the requested one. While there is something to dismiss, some keys dismiss it
  /// instead (`yieldsToRinging`).
  func holdAction(of clock: ClockState) -> HoldAction {
    request.yieldsToRinging && clock.isDismissible ? clock.dismissal : request.action
  }

  var isDismissible: Bool { clock.isDismissible }

  /// True if Space and Enter act on the button. In a kiosk they do so only if the button can be seen.
  var keysReachButton: Bool { !setup.isLocked || setup.hold.isShownForItself || isDismissible }

  /// True if one press must complete the hold. Several accidental presses must not add up to an action that cannot be
  /// undone.
  var takesOnePress: Bool { setup.isLocked || [.quit, .command].contains(presentHoldAction) }

  /// True if a tap acts, as on the ring. While something rings, a tap does no harm.
  var actsByTap: Bool { isRinging && [.dismiss, .next].contains(presentHoldAction) }

  /// True if two presses do not act. In a kiosk, a key pressed twice by chance must not quit.
  var needsHold: Bool { setup.isLocked && presentHoldAction == .quit }

  /// True if the action is Quit and something has just been dismissed. Two presses then do not quit, as they were
  /// perhaps meant for what rang. A hold still quits.
  func isTooSoonToQuit(at moment: Moment) -> Bool {
    guard presentHoldAction == .quit, let end = wall.dismissalEnd else { return false }
    return moment.uptime < end + Scene.dismissalFarewell
  }

  /// How long after a dismissal two presses do not quit.
  private static let dismissalFarewell = Duration.seconds(5)
}

extension ClockState {
  /// True if something rings, or, outside a kiosk, if a message is urgent.
  var isDismissible: Bool { isRinging || schedule.messages.isUrgent && !setup.isLocked }

  /// The action of a hold that dismisses. If a program waits, the hold begins its next step, but an urgent message goes
  /// first, outside a kiosk.
  var dismissal: HoldAction {
    onlyStepWaits && (!schedule.messages.isUrgent || setup.isLocked) ? .next : .dismiss
  }

  /// True if no alarm rings, and the first countdown that rings is a program that waits for its next step.
  var onlyStepWaits: Bool {
    schedule.alarms.ringing == nil && countdowns.ringing?.countdown.waitsInProgram == true
  }
}
