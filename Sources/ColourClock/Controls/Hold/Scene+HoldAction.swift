extension Scene {
  /// For Quit, the button is usually at the end of the bar.
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
      plate: plate, labels: labels, colours: setup.hold.colours, isRightToLeft: setup.words.isRightToLeft,
      hasLargeLabel: [.dismiss, .next].contains(action))
  }

  /// Names the countdown if other countdowns or an urgent message make it unclear what rings.
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

  /// The least width of a cut name, in digit heights.
  private static let leastName = 5.0

  func holdOpacity(at moment: Moment) -> Double {
    if setup.hold.presence == .never { return 0 }
    let hasActed = hold.prompt(at: moment) == .done && !setup.hold.isShownForItself
    if hold.isActive(at: moment), !hasActed { return 1 }
    if bar.focus(at: moment) == .quit { return bar.opacity(at: moment) }
    return setup.hold.isShownForItself || isDismissible ? hold.opacity(at: moment) : 0
  }

  var shownHoldAction: HoldAction {
    let isIdle = wall.request == HoldRequest(setup.hold.action) && !hold.isHeld
    return isIdle && bar.hasFocus(on: .quit) ? .quit : currentHoldAction
  }

  var hasQuitInBar: Bool {
    let hasButton = setup.hold.isShownForItself && setup.hold.action == .quit
    return !setup.isLocked && setup.hold.presence != .never && !hasButton
  }

  var fillSteps: Int? { setup.isReduced ? 10 : nil }

  func isOnButton(_ place: Point, at moment: Moment) -> Bool {
    holdOpacity(at: moment) > 0 && button?.contains(onContent(place, at: moment)) == true
  }

  var requestOfButton: HoldRequest {
    shownHoldAction == .quit && hasQuitInBar ? .quitInBar : HoldRequest(setup.hold.action)
  }

  var requestsUsualAction: Bool { request == HoldRequest(setup.hold.action) }

  var currentHoldAction: HoldAction { holdAction(of: clock) }

  func holdAction(of clock: ClockState) -> HoldAction {
    request.yieldsToRinging && clock.isDismissible ? clock.dismissal : request.action
  }

  var isDismissible: Bool { clock.isDismissible }

  /// In a kiosk, the keys act only on a visible button.
  var keysReachButton: Bool { !setup.isLocked || setup.hold.isShownForItself || isDismissible }

  /// Accidental presses must not add up to an action without undo.
  var takesOnePress: Bool { setup.isLocked || [.quit, .command].contains(currentHoldAction) }

  var actsByTap: Bool { isRinging && [.dismiss, .next].contains(currentHoldAction) }

  /// In a kiosk, a key pressed twice by chance must not quit.
  var needsHold: Bool { setup.isLocked && currentHoldAction == .quit }

  /// Just after a dismissal, two presses must not quit, because they may have been meant for what rang.
  func isTooSoonToQuit(at moment: Moment) -> Bool {
    guard currentHoldAction == .quit, let end = wall.dismissalEnd else { return false }
    return moment.uptime < end + Scene.dismissalFarewell
  }

  private static let dismissalFarewell = Duration.seconds(5)
}

extension ClockState {
  var isDismissible: Bool { isRinging || schedule.messages.isUrgent && !setup.isLocked }

  /// An urgent message is dismissed before a step, except in a kiosk.
  var dismissal: HoldAction {
    onlyStepWaits && (!schedule.messages.isUrgent || setup.isLocked) ? .next : .dismiss
  }

  var onlyStepWaits: Bool {
    schedule.alarms.ringing == nil && countdowns.ringing?.countdown.waitsInProgram == true
  }
}
