/// A change that viewers can undo for ten seconds. Each undo gives the previous change ten more seconds.
struct Undo: Hashable, Sendable {
  /// The countdowns before the change; `nil` if none is to be restored.
  fileprivate let countdowns: Countdowns?
  /// The IDs of changed or removed countdowns.
  fileprivate let changed: Set<Int>
  fileprivate let stopwatch: Stopwatch?
  fileprivate var message: Messages.Taken?
  fileprivate var alarm: Alarms.Ringing?
  /// True if further wheel notches join this change.
  fileprivate var isByWheel = false
  /// The uptime at which the undo expires.
  fileprivate(set) var end: Duration

  static let span = Duration.seconds(10)
  /// Wheel notches within this time are one change.
  fileprivate static let turn = Duration.seconds(2)
  fileprivate static let most = 8

  fileprivate var isOfStopwatch: Bool { countdowns == nil && message == nil && alarm == nil }
}

extension Countdowns {
  fileprivate func loses(to other: Countdowns, at moment: Moment) -> Bool {
    all.contains { entry in
      guard let after = other.all.first(where: { $0.id == entry.id })?.countdown else { return true }
      return entry.countdown.loses(to: after, at: moment)
    }
  }

  fileprivate func changed(in other: Countdowns) -> Set<Int> {
    Set(all.filter { !other.all.contains($0) }.map(\.id))
  }

  fileprivate func restored(_ ids: Set<Int>, over present: Countdowns) -> Countdowns {
    with(self) { $0.adopt(from: present, except: ids) }
  }
}

extension Countdown {
  fileprivate func loses(to other: Countdown, at moment: Moment) -> Bool {
    if self == other || state == .idle && program == nil { return false }
    let isOtherProgram = program?.program != other.program?.program || program?.index != other.program?.index
    if state == .idle { return isOtherProgram }
    if other.state == .idle || isOtherProgram || isOver != other.isOver { return true }
    return rules.period != other.rules.period || other.remaining(at: moment) < remaining(at: moment) - .seconds(60)
  }
}

extension Stopwatch {
  fileprivate func loses(to other: Stopwatch?) -> Bool {
    !isZero && other?.isZero != false || isRunning && other?.isRunning == false
  }
}

extension Scene {
  var canUndo: Bool {
    guard let undo = clock.undo else { return false }
    return allows(.countdown) || allows(.stopwatch) && undo.isOfStopwatch
  }

  /// - Parameter isReplaced: True if a new countdown replaces the old one, which is then lost even if both are equally
  ///   long.
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

  /// - Parameter old: the chosen countdown before a viewer turned its ring.
  mutating func rememberTurn(from old: Countdown, byWheel isByWheel: Bool = false, at moment: Moment) {
    var before = countdowns
    guard let present = before.chosen, present != old else { return }
    before.chosen = old
    let (changed, end) = (before.changed(in: countdowns), moment.uptime + Undo.span)
    // Two countdowns may take turns in the ring while the wheel turns. Each has one change.
    let recent = clock.undos.indices.reversed().prefix {
      clock.undos[$0].isByWheel && clock.undos[$0].end + Undo.turn > end
    }
    if isByWheel, let index = recent.first(where: { clock.undos[$0].changed == changed }) {
      for later in clock.undos.indices[index...] { clock.undos[later].end = end }
      return wall.bar.stay(until: end, at: moment)
    }
    remember(
      Undo(countdowns: before, changed: changed, stopwatch: nil, isByWheel: isByWheel, end: end), at: moment)
  }

  mutating func takeMessage(_ number: Int, at moment: Moment) -> [Effect] {
    guard let taken = clock.schedule.messages.take(number, at: moment.uptime) else { return [] }
    let end = moment.uptime + Undo.span
    remember(Undo(countdowns: nil, changed: [], stopwatch: nil, message: taken, end: end), at: moment)
    return advanceSchedule(to: moment)
  }

  private mutating func remember(_ undo: Undo, at moment: Moment) {
    // Nested changes may record the same loss twice.
    if clock.undos.last != undo { clock.undos = clock.undos.suffix(Undo.most - 1) + [undo] }
    wall.bar.stay(until: undo.end, at: moment)
  }

  /// Replaces the chosen countdown, or adds `fresh` if a program is under way. Returns false without room.
  mutating func put(_ fresh: Countdown, at moment: Moment) -> Bool {
    if countdown?.hasUnfinishedProgram == true { return add(fresh) }
    _ = undoably(at: moment, isReplaced: countdown?.isUnderWay == true) { scene in
      scene.clock.countdown = fresh
      return []
    }
    showBegun()
    return true
  }

  mutating func add(_ fresh: Countdown) -> Bool {
    guard clock.countdowns.add(fresh) else { return false }
    showBegun()
    return true
  }

  mutating func showBegun() {
    if let id = countdowns.chosenID { clock.countdowns.showBegun(id) }
    wall.bar.choose(stopwatch: false)
  }

  mutating func undo(at moment: Moment) -> [Effect]? {
    guard let undo = clock.undos.popLast() else { return nil }
    clock.undoCount += 1
    if var earlier = clock.undos.popLast() {
      earlier.end = moment.uptime + Undo.span
      earlier.isByWheel = false
      remember(earlier, at: moment)
    }
    endRingDrag()
    if let lost = undo.countdowns { clock.countdowns = lost.restored(undo.changed, over: countdowns) }
    if let lost = undo.stopwatch { clock.stopwatch = lost.restored(over: stopwatch, at: moment) }
    if let alarm = undo.alarm { clock.schedule.alarms.ringAgain(alarm) }
    if let taken = undo.message { clock.schedule.messages.putBack(taken, at: moment.uptime) }
    return advance(to: moment) + [.saveTimers]
  }
}
