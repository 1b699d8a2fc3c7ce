/// What one Undo brings back, for ten seconds: lost time of timers, or a removed message. Time is lost by a reset,
/// removal, dismissal or step, a changed program, a replaced countdown, a countdown shortened by over a minute, or a
/// stop of the stopwatch. Turns of the ring and snoozes count too. An undo gives the change before it ten seconds more.
struct Undo: Hashable, Sendable {
  /// The countdowns before the change; `nil` if none has lost time.
  fileprivate let countdowns: Countdowns?
  /// The IDs of the countdowns that the change has changed or removed. The others stay as they are now.
  fileprivate let changed: Set<Int>
  /// The stopwatch before the change; `nil` if it has lost no time.
  fileprivate let stopwatch: Stopwatch?
  fileprivate var message: Messages.Taken?
  /// The alarm before the change.
  fileprivate var alarm: Alarms.Ringing?
  /// True if the wheel has turned the ring.
  fileprivate var isByWheel = false
  /// The uptime at which the undo ends.
  fileprivate(set) var end: Duration

  static let span = Duration.seconds(10)
  /// Notches of the wheel within this time are one change.
  fileprivate static let turn = Duration.seconds(2)
  /// The most changes that can be undone.
  fileprivate static let most = 8

  /// True if the undo brings back only the stopwatch.
  fileprivate var isOfStopwatch: Bool { countdowns == nil && message == nil && alarm == nil }
}

extension Countdowns {
  /// True if a countdown loses time by a change to `other`.
  fileprivate func loses(to other: Countdowns, at moment: Moment) -> Bool {
    all.contains { entry in
      guard let after = other.all.first(where: { $0.id == entry.id })?.countdown else { return true }
      return entry.countdown.loses(to: after, at: moment)
    }
  }

  /// The IDs of the countdowns that are not the same in `other`.
  fileprivate func changed(in other: Countdowns) -> Set<Int> {
    Set(all.filter { !other.all.contains($0) }.map(\.id))
  }

  /// The countdowns with these IDs as they are here, and all others as in `present`.
  fileprivate func restored(_ ids: Set<Int>, over present: Countdowns) -> Countdowns {
    with(self) { $0.adopt(from: present, except: ids) }
  }
}

extension Countdown {
  /// True if time is lost by a change to `other`. A loss of up to a minute does not count: `+` brings it back.
  fileprivate func loses(to other: Countdown, at moment: Moment) -> Bool {
    if self == other || state == .idle && program == nil { return false }
    let isOtherProgram = program?.program != other.program?.program || program?.index != other.program?.index
    if state == .idle { return isOtherProgram }
    if other.state == .idle || isOtherProgram || isOver != other.isOver { return true }
    // Another period is another countdown.
    return rules.period != other.rules.period || other.remaining(at: moment) < remaining(at: moment) - .seconds(60)
  }
}

extension Stopwatch {
  /// True if time is lost by a change to `other`. A stop counts too: from then on, time is not measured.
  fileprivate func loses(to other: Stopwatch?) -> Bool {
    !isZero && other?.isZero != false || isRunning && other?.isRunning == false
  }
}

extension Scene {
  var canUndo: Bool {
    guard let undo = clock.undo else { return false }
    return allows(.countdown) || allows(.stopwatch) && undo.isOfStopwatch
  }

  /// Makes a change, and records the time that it loses, so that `undo` brings the time back.
  /// - Parameter isReplaced: a countdown under way is replaced, so it is lost even if the new one is as long.
  mutating func undoably<Failure: Error>(
    at moment: Moment, isReplaced: Bool = false, _ change: (inout Scene) throws(Failure) -> [Effect]
  ) throws(Failure) -> [Effect] {
    let (countdowns, stopwatch, alarm) = (countdowns, stopwatch, schedule.alarms.ringing)
    let effects = try change(&self)
    let hasLost =
      countdowns != self.countdowns && (isReplaced || countdowns.loses(to: self.countdowns, at: moment))
    let lost = stopwatch.flatMap { $0.loses(to: self.stopwatch) ? $0 : nil }
    let ended = schedule.alarms.ringing == nil ? alarm : nil
    if hasLost || lost != nil || ended != nil {
      let changed = hasLost ? countdowns.changed(in: self.countdowns) : []
      remember(
        Undo(
          countdowns: hasLost ? countdowns : nil, changed: changed, stopwatch: lost, alarm: ended,
          end: moment.uptime + Undo.span),
        at: moment)
    }
    return effects
  }

  /// Call after a viewer has turned the chosen ring from `old`.
  mutating func rememberTurn(from old: Countdown, byWheel isByWheel: Bool = false, at moment: Moment) {
    var before = countdowns
    guard let present = before.chosen, present != old else { return }
    let end = moment.uptime + Undo.span
    if isByWheel, let last = clock.undos.last, last.isByWheel, last.end + Undo.turn > end {
      clock.undos[clock.undos.count - 1].end = end
      return wall.bar.stay(until: end, at: moment)
    }
    before.chosen = old
    let changed = before.changed(in: countdowns)
    remember(
      Undo(countdowns: before, changed: changed, stopwatch: nil, isByWheel: isByWheel, end: end), at: moment)
  }

  /// Removes the message with this number; `undo` can bring it back.
  mutating func takeMessage(_ number: Int, at moment: Moment) -> [Effect] {
    guard let taken = clock.schedule.messages.take(number, at: moment.uptime) else { return [] }
    let end = moment.uptime + Undo.span
    remember(Undo(countdowns: nil, changed: [], stopwatch: nil, message: taken, end: end), at: moment)
    return advanceSchedule(to: moment)
  }

  private mutating func remember(_ undo: Undo, at moment: Moment) {
    // A change inside another one may record the same loss twice.
    if clock.undos.last != undo { clock.undos = clock.undos.suffix(Undo.most - 1) + [undo] }
    wall.bar.stay(until: undo.end, at: moment)
  }

  /// Replaces the chosen countdown, or adds one beside a program under way. Returns false without room.
  mutating func put(_ fresh: Countdown, at moment: Moment) -> Bool {
    if countdown?.hasUnfinishedProgram == true { return add(fresh) }
    _ = undoably(at: moment, isReplaced: countdown?.isUnderWay == true) { scene in
      scene.clock.countdown = fresh
      return []
    }
    showBegun()
    return true
  }

  /// Returns false without room.
  mutating func add(_ fresh: Countdown) -> Bool {
    guard clock.countdowns.add(fresh) else { return false }
    showBegun()
    return true
  }

  /// Call after the chosen countdown was begun.
  mutating func showBegun() {
    if let id = countdowns.chosenID { clock.countdowns.showBegun(id) }
    wall.bar.choose(stopwatch: false)
  }

  /// Takes back the last change. A timer that ran goes on as if it had not been stopped. `nil` if there is nothing to
  /// undo.
  mutating func undo(at moment: Moment) -> [Effect]? {
    guard let undo = clock.undos.popLast() else { return nil }
    clock.undone += 1
    if var earlier = clock.undos.popLast() {
      earlier.end = moment.uptime + Undo.span
      remember(earlier, at: moment)
    }
    endRingDrag()
    if let lost = undo.countdowns { clock.countdowns = lost.restored(undo.changed, over: countdowns) }
    if let lost = undo.stopwatch { clock.stopwatch = lost.restored(over: stopwatch, at: moment) }
    if let alarm = undo.alarm { clock.schedule.alarms.ringAgain(alarm) }
    if let taken = undo.message { clock.schedule.messages.putBack(taken, at: moment.uptime) }
    return advance(to: moment) + [.keepTimers]
  }
}
