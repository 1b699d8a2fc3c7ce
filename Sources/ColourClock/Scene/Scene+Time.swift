/// What time brings about by itself.
extension Scene {
  /// A hold, a pull or a page that nobody has followed for so long was not held: the machine slept, or was stopped.
  private static let longestPause = Duration.seconds(3)

  /// Ends a gesture over which the machine has slept, as of the time at which it fell asleep.
  mutating func notePause(before moment: Moment) {
    defer { last = moment.uptime }
    guard let last, gesture != .idle, moment.uptime - last > Scene.longestPause else { return }
    _ = hold.cancel(at: last)
    _ = pull.cancel(at: last)
    gallery.cancel(at: last)
    gesture = .spent
  }

  /// Lets happen all that has become due.
  mutating func pass(to moment: Moment) -> [Effect] {
    var effects: [Effect] = []
    if countdown?.advance(to: moment) == true {
      // One that repeats finds its way from any of its deadlines: a disk need not be written each time.
      effects += countdown?.rules.repeats == true ? [.zero] : [.zero, .keepCountdown]
    }
    if hold.advance(to: moment.uptime) {
      // A key that is let go while another window has the keyboard is never heard of again.
      if case .holdingKey = gesture { gesture = .idle } else { gesture = .spent }
      effects += perform(true, at: moment)
    }
    settleHold(at: moment)
    effects += begin(pull.advance(to: moment.uptime))
    if feed == nil, let rules = setup.feed { feed = Feed(rules, at: moment.uptime) }
    if feed?.advance(to: moment.uptime) == true { effects.append(.feed) }
    return effects
  }

  /// A button that nobody has asked for anything any more is the one that was set up.
  private mutating func settleHold(at moment: Moment) {
    guard gesture == .idle, hold.says(at: moment.uptime) == .hold, hold.level(at: moment.uptime) == 0 else { return }
    (holdAction, askedBy) = (setup.hold.action, .enter)
  }

  /// The orders of a pull that fires.
  func begin(_ fires: Bool) -> [Effect] { fires ? [.refresh] : [] }

  /// Does what a completed hold is for, if it is complete.
  mutating func perform(_ fires: Bool, at moment: Moment) -> [Effect] {
    guard fires else { return [] }
    switch presentHoldAction {
    case .quit: return [.quit]
    case .none: return []
    case .command: return [.command]
    case .refresh: return begin(pull.start(at: moment.uptime))
    case .reset:
      countdown?.reset()
      return [.keepCountdown]
    case .dismiss:
      countdown?.dismiss(at: moment)
      return [.keepCountdown]
    }
  }

  /// A countdown that has ended is dismissed before anything else is done.
  var presentHoldAction: HoldAction {
    let isButton = askedBy == .enter || askedBy == .character(" ")
    if case .over = countdown?.state, isButton { return .dismiss }
    return holdAction
  }

  /// Takes an answer of the feed; a refresh that waited for it has ended.
  mutating func receive(_ answer: Feed.Answer?, at moment: Moment) -> [Effect] {
    feed?.receive(answer, at: moment.uptime)
    return begin(pull.end(ok: isRefreshGood && feed?.failure == nil, at: moment.uptime))
  }

  /// Options and zone have been read again: a refresh has ended, unless the feed is still to come.
  mutating func endRefresh(_ isGood: Bool, at moment: Moment) -> [Effect] {
    isRefreshGood = isGood
    guard feed != nil else { return begin(pull.end(ok: isGood, at: moment.uptime)) }
    return feed?.start(at: moment.uptime) == true ? [.feed] : []
  }
}

extension Scene {
  /// When the picture will next look different or something will be due.
  package func nextChange(after moment: Moment) -> Wake {
    let due = Wake(uptime: feed?.due).or(zero(after: moment)).or(uptime: hold.due).or(uptime: pull.due)
      .or(uptime: gesture.isOver ? nil : moment.uptime + Scene.watch)
    let next = size != nil && isVisible && role != .black ? due.or(nextPicture(after: moment)) : due
    return next.paced(style.fade.pace, after: moment)
  }

  /// How often a gesture is looked after at least, so that `longestPause` is noticed.
  private static let watch = Duration.seconds(1)

  private func nextPicture(after moment: Moment) -> Wake {
    let uptime = moment.uptime
    let button = fillSteps ?? Int((button?.bowl.height ?? 0).rounded())
    let moves = [
      hold.nextChange(after: uptime, pixels: button), pull.nextChange(after: uptime),
      feed?.nextChange(after: uptime), pointerEnd.flatMap { $0 > uptime ? $0 : nil },
      dialChange(after: uptime), leavingChange(after: uptime),
    ]
    let soonest = moves.compactMap(\.self).min()
    return Wake(instant: style.fade.nextChange(of: face, after: moment), uptime: soonest).or(nextTip(after: moment))
      .or(gallery.nextChange(after: moment))
  }

  /// Also a wall that nobody sees tells of zero.
  private func zero(after moment: Moment) -> Wake {
    guard let countdown, case .running(let deadline) = countdown.state, !countdown.isInHand else { return .never }
    switch deadline {
    case .uptime(let uptime): return Wake(uptime: uptime)
    case .wall(let instant): return Wake(instant: instant)
    }
  }

  /// The countdown to the next refresh can be seen while the wall is pulled down.
  private func dialChange(after uptime: Duration) -> Duration? {
    guard !pull.isAtRest(at: uptime), let rest = feed?.untilDue(at: uptime), rest > .zero else { return nil }
    return uptime + rest - .seconds(rest.secondsRoundedUp - 1)
  }

  /// Whether what comes next can be composed ahead: nobody's hand is in it, and nothing swings.
  func isPredictable(at moment: Moment) -> Bool {
    gesture == .idle && !gallery.isVisible(at: moment.uptime) && pull.isAtRest(at: moment.uptime)
      && hold.isAtRest(at: moment.uptime)
  }

  /// Whether a pointer is to be seen.
  func showsPointer(at moment: Moment) -> Bool { pointerEnd.map { moment.uptime < $0 } ?? false }
}

extension Wake {
  /// No more than a frame's wake-ups where a fast wall crowds many instants into one.
  fileprivate func paced(_ pace: Pace, after moment: Moment) -> Wake {
    guard pace.speed > 1, let instant else { return self }
    return Wake(instant: max(instant, moment.instant + pace.frame), uptime: uptime)
  }
}
