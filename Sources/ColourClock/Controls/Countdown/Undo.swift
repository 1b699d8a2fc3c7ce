/// What `Scene.undo` can bring back for ten seconds: lost time of timers, or a message that a viewer took away. Time is
/// lost by a reset, a removal, a dismissal, a step or a change of a program. A countdown also loses time if it is
/// replaced, or shortened by more than a minute, and a stopwatch if it is stopped. A turn of the ring and a snooze can be
/// undone as well. After an undo, the change before it can be undone for ten seconds more.
struct Undo: Hashable, Sendable {
  /// The countdowns before the change; `nil` if no countdown has lost time.
  fileprivate let countdowns: Countdowns?
  /// The stopwatch before the change; `nil` if the stopwatch has lost no time.
  fileprivate let stopwatch: Stopwatch?
  fileprivate var message: Messages.Taken?
  /// The alarm that rang before the change.
  fileprivate var alarm: Alarms.Ringing?
  fileprivate var isByWheel = false
  /// The uptime at which this record is forgotten.
  fileprivate(set) var end: Duration

  static let span = Duration.seconds(10)
  /// Notches of the wheel within this time are one change.
  fileprivate static let turn = Duration.seconds(2)
  /// The most changes that can be undone one after the other.
  fileprivate static let most = 8

  /// True if it brings back no more than the stopwatch.
  fileprivate var isOfStopwatch: Bool { countdowns == nil && message == nil && alarm == nil }
}

extension Countdowns {
  fileprivate func loses(to other: Countdowns, at moment: Moment) -> Bool {
    all.contains { entry in
      guard let after = other.all.first(where: { $0.id == entry.id })?.countdown else { return true }
      return entry.countdown.loses(to: after, at: moment)
    }
  }

  /// These countdowns, with the countdowns that were added to `present` since the change.
  fileprivate func restored(over present: Countdowns) -> Countdowns {
    var restored = self
    restored.adopt(from: present)
    return restored
  }
}

extension Countdown {
  /// True if the change to `other` loses time. A loss of up to a minute does not count, because `+` brings the minute
  /// back.
  fileprivate func loses(to other: Countdown, at moment: Moment) -> Bool {
    if self == other || state == .idle && program == nil { return false }
    let isOtherProgram = program?.program != other.program?.program || program?.index != other.program?.index
    if state == .idle { return isOtherProgram }
    if other.state == .idle || isOtherProgram || isOver != other.isOver { return true }
    // A countdown with another period is a new countdown, which has replaced the old one.
    return rules.period != other.rules.period || other.remaining(at: moment) < remaining(at: moment) - .seconds(60)
  }
}

extension Stopwatch {
  /// A stop loses time as a reset does: the stopwatch does not count until it runs again.
  fileprivate func loses(to other: Stopwatch?) -> Bool {
    !isZero && other?.isZero != false || isRunning && other?.isRunning == false
  }
}

extension Scene {
  /// True if a viewer may undo the last change.
  var canUndo: Bool {
    guard let undo = clock.undo else { return false }
    return allows(.countdown) || allows(.stopwatch) && undo.isOfStopwatch
  }

  /// Makes a change. If the change throws time away, `undo` can bring the time back.
  mutating func losing<Failure: Error>(
    at moment: Moment, _ change: (inout Scene) throws(Failure) -> [Effect]
  ) throws(Failure) -> [Effect] {
    let (countdowns, stopwatch, alarm) = (countdowns, stopwatch, schedule.alarms.ringing)
    let effects = try change(&self)
    let hasLost = countdowns != self.countdowns && countdowns.loses(to: self.countdowns, at: moment)
    let lost = stopwatch.flatMap { $0.loses(to: self.stopwatch) ? $0 : nil }
    let ended = schedule.alarms.ringing == nil ? alarm : nil
    if hasLost || lost != nil || ended != nil {
      let end = moment.uptime + Undo.span
      remember(Undo(countdowns: hasLost ? countdowns : nil, stopwatch: lost, alarm: ended, end: end), at: moment)
    }
    return effects
  }

  /// Call this after a viewer has turned the ring of the chosen countdown, which was `old` before.
  mutating func rememberTurn(from old: Countdown, byWheel isByWheel: Bool = false, at moment: Moment) {
    var before = countdowns
    guard let present = before.chosen, present != old else { return }
    let end = moment.uptime + Undo.span
    if isByWheel, let last = clock.undos.last, last.isByWheel, last.end + Undo.turn > end {
      clock.undos[clock.undos.count - 1].end = end
      return wall.bar.stay(until: end, at: moment)
    }
    before.chosen = old
    remember(Undo(countdowns: before, stopwatch: nil, isByWheel: isByWheel, end: end), at: moment)
  }

  /// Takes away the message with this number. `undo` can bring it back.
  mutating func takeMessage(_ number: Int, at moment: Moment) -> [Effect] {
    guard let taken = clock.schedule.messages.take(number, at: moment.uptime) else { return [] }
    let end = moment.uptime + Undo.span
    remember(Undo(countdowns: nil, stopwatch: nil, message: taken, end: end), at: moment)
    return advanceSchedule(to: moment)
  }

  private mutating func remember(_ undo: Undo, at moment: Moment) {
    // A command may note the same loss twice, because a change is a part of another change.
    if clock.undos.last != undo { clock.undos = clock.undos.suffix(Undo.most - 1) + [undo] }
    wall.bar.stay(until: undo.end, at: moment)
  }

  /// Puts a new countdown in the place of the chosen countdown. If that is a program under way, adds the new countdown
  /// beside it. Returns false if there is no room beside the program.
  mutating func put(_ fresh: Countdown, at moment: Moment) -> Bool {
    if countdown?.isProgramUnderWay == true { return add(fresh) }
    _ = losing(at: moment) { scene in
      scene.clock.countdown = fresh
      return []
    }
    showBegun()
    return true
  }

  /// Adds a countdown that begins now. Returns false if there is no room.
  mutating func add(_ fresh: Countdown) -> Bool {
    guard clock.countdowns.add(fresh) else { return false }
    showBegun()
    return true
  }

  /// Call this function after a viewer or a command has begun the chosen countdown.
  mutating func showBegun() {
    if let id = countdowns.chosenID { clock.countdowns.showBegun(id) }
    wall.bar.choose(stopwatch: false)
  }

  /// Brings back what the last change took away. A timer that ran before the change goes on as if it had never stopped.
  /// `nil` if there is nothing to bring back.
  mutating func undo(at moment: Moment) -> [Effect]? {
    guard let undo = clock.undos.popLast() else { return nil }
    clock.undone += 1
    if var earlier = clock.undos.popLast() {
      earlier.end = moment.uptime + Undo.span
      remember(earlier, at: moment)
    }
    dropRing()
    if let lost = undo.countdowns { clock.countdowns = lost.restored(over: countdowns) }
    if let lost = undo.stopwatch { clock.stopwatch = lost.restored(over: stopwatch, at: moment) }
    if let alarm = undo.alarm { clock.schedule.alarms.ringAgain(alarm) }
    if let taken = undo.message { clock.schedule.messages.putBack(taken, at: moment.uptime) }
    return advance(to: moment) + [.keepTimers]
  }
}
