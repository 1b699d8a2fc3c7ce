/// What time brings about by itself.
extension Scene {
  /// A hold, a pull or a drag without events for so long was none: the machine slept, or the program was stopped.
  private static let longestPause = Duration.seconds(3)
  /// The same of what counts as held.
  private static let longestStep = Duration.milliseconds(400)

  /// Ends a gesture during which the machine slept, as of the time at which it fell asleep. A release that waits to be read since
  /// the machine stood still comes before a hold completes.
  mutating func endGestureAfterPause(before moment: Moment) {
    defer { wall.last = moment }
    guard let last = wall.last, gesture != .idle, case let pause = moment.uptime - last.uptime,
      pause > Scene.longestStep
    else { return }
    guard pause > Scene.longestPause else { return wall.hold.leaveOut(pause) }
    _ = wall.hold.cancel(at: last)
    _ = wall.pull.cancel(at: last)
    wall.gallery.cancel(at: last)
    if case .ring(let drag) = gesture { drag.cancel(&clock.countdown) }
    setGesture(.spent)
  }

  /// What has become due happens.
  mutating func advance(to moment: Moment) -> [Effect] {
    var effects: [Effect] = []
    let action = presentHoldAction
    if setup.night != nil { keepNight(at: moment) }
    // Even `nil?.advance()` counts as a change, after which the layout would be worked out again.
    if countdown != nil, clock.countdown?.advance(to: moment) == true {
      effects += reveal(at: moment)
      // A repeating one is restored from any of its deadlines: a disk need not be written each time.
      effects += countdown?.rules.repeats == true ? [.zero] : [.zero, .keepTimers]
    }
    effects += advancePlans(to: moment)
    endHold(ifNot: action, at: moment)
    offerHold(after: effects, at: moment)
    if wall.hold.advance(to: moment) {
      // A key that is released while another window has the keyboard is not reported.
      if case .holdKey = gesture { setGesture(.idle) } else { setGesture(.spent) }
      effects += completeHold(if: true, at: moment)
    }
    // Once it is at rest the button is again for what the options say, and not for what a key has asked for.
    if !hasOwnRequest, gesture == .idle, hold.prompt(at: moment) == .hold, hold.level(at: moment) == 0 {
      wall.request = HoldRequest(setup.hold.action)
    }
    wall.help.advance(to: moment.uptime)
    effects += refresh(if: wall.pull.advance(to: moment))
    if feed == nil, let rules = setup.feed { clock.feed = Feed(rules, at: moment) }
    if feed != nil, clock.feed?.advance(to: moment) == true { effects.append(.feed) }
    return effects
  }

  /// The countdown has become another one under the hand that turns its ring: the hand lets go of it.
  mutating func dropRing() {
    if case .ring = gesture { setGesture(.spent) }
  }

  /// A button that was to dismiss something must not quit because that has gone meanwhile.
  mutating func endHold(ifNot action: HoldAction, at moment: Moment) {
    guard presentHoldAction != action else { return }
    if hold.isHeld { setGesture(.spent) }
    wall.hold.beginAnew(at: moment)
  }

  /// What has just begun to ring can be dismissed while its signal lasts, by who does not know how to bring the button.
  mutating func offerHold(after effects: [Effect], at moment: Moment) {
    if hold.isOffered(at: moment), !isRinging { wall.hold.endOffer(at: moment) }
    guard !effects.isEmpty, effects.contains(.zero), isRinging, let alarm = shownCountdown?.alarm else { return }
    wall.hold.offer(until: alarm.end, at: moment)
  }

  /// What is to be taken notice of now must not be hidden by what lies over the wall.
  mutating func reveal(at moment: Moment) -> [Effect] {
    wall.help.close(at: moment.uptime)
    wall.gallery.close(at: moment)
    wall.nameplate = nil
    // A key that has asked once to quit has asked it of another wall.
    wall.hold.withdraw()
    if gesture == .idle { wall.request = HoldRequest(setup.hold.action) }
    guard displayOverride.isBlank else { return [] }
    clock.displayOverride.isBlank = false
    return [.powerScreen(true)]
  }

  /// Whether the button does what it is set up for, and not what a key has asked for.
  var hasOwnRequest: Bool { request == HoldRequest(setup.hold.action) }

  /// What follows when a pull acts.
  func refresh(if acts: Bool) -> [Effect] { acts ? [.refresh] : [] }

  /// What follows when the hold button acts.
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

  /// What rings is dismissed before anything else is done, then an urgent message, but not by visitors of a kiosk.
  var presentHoldAction: HoldAction { holdAction(of: clock) }

  /// The same for another state of the clock.
  func holdAction(of clock: ClockState) -> HoldAction {
    let isDismissible = clock.isRinging || clock.plans.messages.isUrgent && !clock.setup.isLocked
    return request.isOfButton && isDismissible ? .dismiss : request.action
  }

  /// The feed has answered: a refresh that waited for it has ended.
  mutating func receive(_ answer: Feed.Answer?, at moment: Moment) -> [Effect] {
    clock.feed?.receive(answer, at: moment)
    return refresh(if: wall.pull.end(ok: isRefreshGood && feed?.failure == nil, at: moment))
  }

  /// Options and zone have been read again: a refresh has ended, unless the feed is still to come.
  mutating func endRefresh(_ isGood: Bool, at moment: Moment) -> [Effect] {
    clock.isRefreshGood = isGood
    guard feed != nil else { return refresh(if: wall.pull.end(ok: isGood, at: moment)) }
    return clock.feed?.start(at: moment) == true ? [.feed] : []
  }
}

extension Scene {
  /// When the picture will next look different or something will be due.
  package func nextChange(after moment: Moment) -> Wake {
    let due = due.or(
      uptime: gesture.isOver ? nil : moment.uptime + (hold.isHeld ? Scene.holdHeartbeat : Scene.gestureHeartbeat))
    let next = size != nil && isVisible && role != .black ? due.or(nextPicture(after: moment)) : due
    return next.paced(style.fade.pace, after: moment)
  }

  /// When something will be due, whatever can be seen.
  var due: Wake {
    Wake(uptime: feed?.due).or(countdown?.due ?? .never).or(uptime: hold.due).or(uptime: pull.due).or(plans.due)
      .or(uptime: help.due)
  }

  /// How often there is an event during a gesture at least, so that `longestPause` is noticed.
  private static let gestureHeartbeat = Duration.seconds(1)
  /// The same for `longestStep`.
  private static let holdHeartbeat = Duration.milliseconds(200)

  private func nextPicture(after moment: Moment) -> Wake {
    let uptime = moment.uptime
    var next = Wake(
      instant: style.fade.nextChange(of: face, after: moment),
      uptime: hand.nextChange(after: uptime))
    // Most seconds find all of these at rest, and need not ask them when they move.
    if !hold.isAtRest(at: moment) {
      let steps = fillSteps ?? Int((button?.bowl.width ?? 0).rounded())
      next = next.or(hold.nextChange(after: moment, pixels: steps))
    }
    if !bar.isAtRest(at: moment) { next = next.or(uptime: bar.nextChange(after: moment)) }
    next = next.or(uptime: displayOverride.nextChange(after: uptime))
    if let nameplate, nameplate.end > uptime { next = next.or(uptime: nameplate.end) }
    if let hint { next = next.or(uptime: hint.nextChange(after: moment)) }
    next = next.or(uptime: help.nextChange(after: uptime))
    if !pull.isAtRest(at: moment) {
      next = next.or(pull.nextChange(after: moment)).or(uptime: dialChange(after: moment))
    }
    if let feed { next = next.or(feed.nextChange(after: moment)) }
    if shownCountdown != nil { next = next.or(ringChange(after: moment)) }
    if let stopwatch { next = next.or(uptime: stopwatch.nextChange(after: moment)) }
    return next.or(uptime: absenceChange(after: uptime)).or(gallery.nextChange(after: moment))
  }

  /// The time to the next refresh can be seen while the wall is pulled down.
  private func dialChange(after moment: Moment) -> Duration? {
    guard let rest = feed?.untilDue(at: moment), rest > .zero else { return nil }
    return moment.uptime + rest - .seconds(rest.secondsRoundedUp - 1)
  }

  /// Whether what comes next can be composed ahead: no gesture is under way, and nothing moves.
  func isPredictable(at moment: Moment) -> Bool {
    gesture == .idle && !gallery.isVisible(at: moment) && pull.isAtRest(at: moment) && hold.isAtRest(at: moment)
      && bar.isAtRest(at: moment) && hint?.nextChange(after: moment) == nil
  }

  /// Whether time alone changes nothing of a predictable scene: neither countdown nor stopwatch runs, no feed is asked, no
  /// frame is counted, no `?` looked at, and the button already does what it is set up for.
  var isStill: Bool {
    countdown == nil && stopwatch == nil && feed == nil && !setup.showsRate && hasOwnRequest && help.due == nil
      && plans.areStill
  }

  /// Whether the pointer is to be visible.
  func showsPointer(at moment: Moment) -> Bool { hand.isShown(at: moment.uptime) }
}

extension Wake {
  /// No more than a frame's wake-ups where a fast wall crowds many instants into one.
  fileprivate func paced(_ pace: Pace, after moment: Moment) -> Wake {
    guard pace.speed > 1, let instant else { return self }
    return Wake(instant: max(instant, moment.instant + pace.frame), uptime: uptime)
  }
}
