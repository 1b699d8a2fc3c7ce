/// The countdowns of a clock, in the order of their ends (`precedes`). The wall shows the first countdown, the subject,
/// in the middle. Keys and bar act on the chosen countdown, which is usually the subject. A countdown that a viewer or
/// a command begins is chosen.
package struct Countdowns: Hashable, Sendable {
  package private(set) var all: [Entry] = []
  /// The ID of the countdown that was chosen last. `nil` if none was: then the subject counts as chosen, whichever it
  /// is. `chosenID` has the answer for both.
  package private(set) var choice: Int?
  /// The ID of a paused subject. While this countdown is chosen and paused, it stays the subject, so that a second tap
  /// resumes it.
  private(set) var held: Int?
  /// The ID of the countdown that was chosen before another countdown ended. It is chosen again when nothing rings.
  private var former: Int?
  /// The ID of the last countdown that came to the ring by `bringToRing`.
  package private(set) var brought: Int?
  private var lastID = 0
  /// How often countdowns have reached zero so far.
  private var zeros = 0
  /// For each ID, the value of `zeros` after the last zero of this countdown.
  private var zeroNumbers: [Int: Int] = [:]

  package struct Entry: Hashable, Sendable {
    /// The ID is greater than 0. A clock gives each ID only once.
    package let id: Int
    package internal(set) var countdown: Countdown
  }

  package static let most = 8

  package init(_ countdowns: [Countdown] = []) {
    for countdown in countdowns.prefix(Countdowns.most) { append(countdown) }
  }

  package var isEmpty: Bool { all.isEmpty }
  var hasSeveral: Bool { all.count > 1 }
  var hasRoom: Bool { all.count < Countdowns.most }

  var subject: Countdown? { all.first?.countdown }

  /// The countdown that ended first of those that ring. A countdown whose sound is over comes after those that sound.
  var ringing: Entry? { all.first(where: \.countdown.isOver) }
  var isRinging: Bool { ringing != nil }

  package var chosenID: Int? { chosenIndex.map { all[$0].id } }

  /// The chosen countdown. Setting `nil` removes it; if there are no countdowns, a new value is added. A changed
  /// countdown stays chosen even if another countdown becomes the subject.
  package internal(set) var chosen: Countdown? {
    get { chosenIndex.map { all[$0].countdown } }
    set {
      switch (chosenIndex, newValue) {
      case (let index?, let countdown?):
        let (wasPaused, id) = (all[index].countdown.isPaused, all[index].id)
        all[index].countdown = countdown
        choice = hasSeveral ? id : nil
        if index == 0, countdown.isPaused, !wasPaused { held = id }
        if held == id, !countdown.isPaused { held = nil }
      case (let index?, nil): remove(at: index)
      case (nil, let countdown?): append(countdown)
      case (nil, nil): break
      }
    }
  }

  private var chosenIndex: Int? {
    if all.isEmpty { return nil }
    return choice.flatMap(index) ?? 0
  }

  private func index(of id: Int) -> Int? { all.firstIndex { $0.id == id } }

  private mutating func append(_ countdown: Countdown) {
    lastID += 1
    all.append(Entry(id: lastID, countdown: countdown))
  }

  private mutating func remove(at index: Int) {
    if choice == all[index].id { choice = nil }
    if brought == all[index].id { brought = nil }
    zeroNumbers[all[index].id] = nil
    all.remove(at: index)
  }

  // MARK: Choice

  /// Chooses the subject. This countdown stays chosen even if another countdown becomes the subject.
  mutating func chooseSubject() { choice = hasSeveral ? all.first?.id : nil }

  /// Chooses the countdown. A countdown under way, or a program, also comes to the ring, unless another countdown has
  /// ended or has its ring turned.
  /// - Returns: false if no countdown has this ID.
  @discardableResult
  mutating func bringToRing(_ id: Int) -> Bool {
    guard choose(id) else { return false }
    brought = id
    return true
  }

  /// Chooses a countdown that has just begun. The countdown in the ring stays there while it runs or rings. Otherwise
  /// the begun countdown comes to the ring: if it runs, by its place in the order; if it is a program that waits for
  /// its start, because it is brought there.
  mutating func showBegun(_ id: Int) {
    let inRing = all.first { $0.id == brought && $0.id != id } ?? all.first
    guard choose(id), let inRing, !inRing.countdown.isRunning, !inRing.countdown.isOver else { return }
    let waits = all.contains { $0.id == id && !$0.countdown.isRunning }
    brought = waits ? id : nil
  }

  package mutating func showBegunProgram() {
    if let programIndex { showBegun(all[programIndex].id) }
  }

  mutating func choose(_ id: Int) -> Bool {
    guard index(of: id) != nil else { return false }
    if choice != id { held = nil }
    (choice, former) = (hasSeveral ? id : nil, nil)
    return true
  }

  /// Brings the next countdown to the ring, or the previous one if `step` is -1. The order is that of the ends, and
  /// wraps around. `brought` and `held` do not change this order, so repeated calls show all countdowns.
  mutating func moveChoice(by step: Int, at moment: Moment) {
    guard hasSeveral, let chosenID else { return }
    let order = all.sorted { precedes(($0, $0.countdown.rank), ($1, $1.countdown.rank), at: moment) }.map(\.id)
    guard let index = order.firstIndex(of: chosenID) else { return }
    held = nil
    bringToRing(order[(index + step + order.count) % order.count])
  }

  /// Adds a countdown and chooses it. Returns false if there is no room.
  mutating func add(_ countdown: Countdown) -> Bool {
    guard hasRoom else { return false }
    append(countdown)
    return choose(lastID)
  }

  /// Changes a countdown as if it were chosen. Choice and ring stay, unless a countdown ends by the change.
  /// - Returns: the effects of `change`; `nil` if no countdown has this ID.
  static func change<Failure: Error>(
    _ id: Int, of scene: inout Scene, _ change: (inout Scene) throws(Failure) -> [Effect]
  ) throws(Failure) -> [Effect]? {
    let before = scene.clock.countdowns
    guard scene.clock.countdowns.choose(id) else { return nil }
    func restore() { scene.clock.countdowns.restoreChoice(of: before, changed: id) }
    do throws(Failure) {
      let effects = try change(&scene)
      if !effects.contains(.zero) { restore() }
      return effects
    } catch {
      restore()
      throw error
    }
  }

  /// Chooses again what was chosen before a change of the countdown `id`, if it still exists.
  private mutating func restoreChoice(of before: Countdowns, changed id: Int) {
    let isThere = before.choice.flatMap(index) != nil
    (choice, held) = isThere ? (before.choice, before.held) : (nil, nil)
    former = before.former
    if brought == id, before.brought != id { brought = before.brought.flatMap(index).map { all[$0].id } }
  }

  /// For an undo. These are the countdowns before a change, and `present` those after it. Keeps the countdowns with
  /// these IDs as they are here. All others become as in `present`, or are removed if they are not there. Adds the
  /// countdowns that are newer, as far as there is room. No ID is used twice.
  mutating func adopt(from present: Countdowns, except ids: Set<Int>) {
    all = all.compactMap { entry in
      ids.contains(entry.id) ? entry : present.all.first { $0.id == entry.id }
    }
    all += present.all.filter { $0.id > lastID }.prefix(Countdowns.most - all.count)
    lastID = max(lastID, present.lastID)
    zeros = max(zeros, present.zeros)
    zeroNumbers.merge(present.zeroNumbers.filter { !ids.contains($0.key) }) { $1 }
  }

  /// The IDs of the countdowns that have ended since `other`. An end that an undo brings back does not count again.
  func ended(since other: Countdowns) -> [Int] {
    all.filter { $0.countdown.isOver && zeroNumbers[$0.id] ?? 0 > other.zeros }.map(\.id)
  }

  // MARK: Restart

  /// Adds the countdowns of options beside restored ones, as far as there is room.
  package mutating func append(contentsOf countdowns: [Countdown]) {
    for countdown in countdowns.prefix(Countdowns.most - all.count) { append(countdown) }
  }

  /// An ID that is not valid, or that is used twice, is replaced by a new ID, greater than all valid ones.
  package init(restored entries: [(id: Int?, countdown: Countdown)], chosen: Int?, brought: Int? = nil) {
    var withoutID: [Countdown] = []
    for (id, countdown) in entries.prefix(Countdowns.most) {
      if let id, Countdowns.ids.contains(id), index(of: id) == nil {
        all.append(Entry(id: id, countdown: countdown))
        lastID = max(lastID, id)
      } else {
        withoutID.append(countdown)
      }
    }
    for countdown in withoutID { append(countdown) }
    all.sort { $0.id < $1.id }
    choice = hasSeveral ? chosen.flatMap { index(of: $0).map { all[$0].id } } : nil
    self.brought = brought.flatMap { index(of: $0) == nil ? nil : $0 }
  }

  /// The IDs that are valid in a saved record. No clock reaches a higher ID.
  private static let ids = 1...1_000_000_000

  /// Call this when a viewer begins or stops turning the ring of the chosen countdown. In between, the countdown does
  /// not end and is the first in the list.
  mutating func setBeingSet(_ isBeingSet: Bool) {
    if isBeingSet { chosen?.isBeingSet = true }
    guard !isBeingSet else { return }
    for index in all.indices where all[index].countdown.isBeingSet { all[index].countdown.isBeingSet = false }
  }

  /// Gives a countdown a title. Returns false if no countdown has this ID.
  mutating func name(_ id: Int, _ title: String) -> Bool {
    guard let index = index(of: id) else { return false }
    all[index].countdown.title = title
    return true
  }

  /// Gives a title to each countdown that has the title of the set-up.
  mutating func nameUntitled(_ title: String) {
    for index in all.indices where all[index].countdown.title == nil { all[index].countdown.title = title }
  }

  /// Changes the countdown that `ringing` names. If nothing rings any more, the former countdown is chosen again.
  mutating func changeRinging(_ change: (inout Countdown) -> Void) {
    if let index = all.firstIndex(where: \.countdown.isOver) { change(&all[index].countdown) }
    chooseFormer()
  }

  /// Once nothing rings, chooses the countdown that was chosen before.
  private mutating func chooseFormer() {
    guard !isRinging, let former, index(of: former) != nil else { return }
    (choice, self.former) = (hasSeveral ? former : nil, nil)
  }

  /// Dismisses the countdown that ended first, or the countdown with `id`. A program that waits begins its next step.
  /// Any other program is removed, and so is one of several countdowns.
  mutating func dismiss(_ id: Int? = nil, at moment: Moment) {
    guard let index = all.firstIndex(where: { $0.countdown.isOver && (id == nil || $0.id == id) }) else { return }
    let countdown = all[index].countdown
    if countdown.waitsInProgram {
      all[index].countdown.dismiss(at: moment)
      showBegun(all[index].id)
    } else if hasSeveral || countdown.program != nil {
      remove(at: index)
    } else {
      all[index].countdown.dismiss(at: moment)
    }
    chooseFormer()
  }

  /// A new program replaces the old program, and `nil` removes it. Without an old program, the new program replaces a
  /// chosen countdown that is not under way. If there is no room, any chosen countdown is replaced. In all other cases
  /// the program is added and chosen.
  var program: Countdown? {
    get { programIndex.map { all[$0].countdown } }
    set {
      if let index = programIndex {
        if let newValue { all[index].countdown = newValue } else { remove(at: index) }
      } else if let newValue {
        guard chosen?.isUnderWay ?? true, hasRoom else { return chosen = newValue }
        append(newValue)
        choice = hasSeveral ? lastID : nil
      }
    }
  }

  private var programIndex: Int? {
    if let chosenIndex, all[chosenIndex].countdown.program != nil { return chosenIndex }
    return all.firstIndex { $0.countdown.program != nil }
  }
}

// MARK: Time

extension Countdowns {
  /// If a countdown begins to ring, the subject is chosen. Returns the countdowns whose zero has come since the last
  /// call, also programs that went to their next step.
  mutating func advance(to moment: Moment) -> [Entry] {
    var ended: [Int] = []
    let (shownFlashes, wasRinging, chosenID) = (subject?.flashes, isRinging, chosenID)
    // Any change copies the list, so only countdowns that are due are changed.
    for index in all.indices where all[index].countdown.isDue(at: moment) {
      guard all[index].countdown.advance(to: moment, after: shownFlashes) else { continue }
      ended.append(all[index].id)
      zeros += 1
      zeroNumbers[all[index].id] = zeros
    }
    sort(at: moment)
    guard !ended.isEmpty else { return [] }
    let entries = all.filter { ended.contains($0.id) }
    if entries.contains(where: \.countdown.isOver) {
      if !wasRinging { former = chosenID }
      if let former, ended.contains(former) { self.former = nil }
      (choice, held) = (nil, nil)
    }
    // If another countdown ends while an ended subject is first, the subject flashes again.
    if let first = all.first, first.countdown.isOver, !ended.contains(first.id) {
      all[0].countdown.flashes = entries.last?.countdown.flashes
    }
    return entries
  }

  var hasGuessedLength: Bool { all.contains(where: \.countdown.isLengthGuessed) }

  mutating func sort(at moment: Moment) {
    guard hasSeveral, !isSorted(at: moment) else { return }
    let lastZero = lastZero(at: moment)
    all = all.sorted { precedes($0, $1, lastZero, at: moment) }
  }

  var due: Wake { all.reduce(.never) { $0.or($1.countdown.due) } }
}
