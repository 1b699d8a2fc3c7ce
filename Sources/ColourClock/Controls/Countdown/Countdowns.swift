/// Several countdowns, sorted by end (`precedes`). The first is in the ring. Keys and bar act on the chosen one,
/// usually the one in the ring.
package struct Countdowns: Hashable, Sendable {
  package private(set) var all: [Entry] = []
  /// The ID last chosen; `nil` means that of the countdown in the ring.
  package private(set) var choice: Int?
  /// The ID of a countdown paused in the ring. It stays there while it is chosen, so that a second tap resumes it.
  private(set) var pausedInRing: Int?
  /// An ID that is chosen again when nothing rings.
  private var chosenBeforeRinging: Int?
  /// The ID last brought to the ring.
  package private(set) var broughtToRing: Int?
  private var lastID = 0
  private var zeros = 0
  /// The number of zeros that all countdowns had reached at each ID's last zero.
  private var zeroNumbers: [Int: Int] = [:]

  package struct Entry: Hashable, Sendable {
    /// An ID is above 0 and is never used again.
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

  var inRing: Countdown? { all.first?.countdown }

  /// The countdown that ended first, unless its sound was over when another ended.
  var ringing: Entry? { all.first(where: \.countdown.isOver) }
  var isRinging: Bool { ringing != nil }

  package var chosenID: Int? { chosenIndex.map { all[$0].id } }

  /// Setting `nil` removes the countdown. A changed countdown stays chosen, even if another comes to the ring.
  package internal(set) var chosen: Countdown? {
    get { chosenIndex.map { all[$0].countdown } }
    set {
      switch (chosenIndex, newValue) {
      case (let index?, let countdown?):
        let (wasPaused, id) = (all[index].countdown.isPaused, all[index].id)
        all[index].countdown = countdown
        choice = hasSeveral ? id : nil
        if index == 0, countdown.isPaused, !wasPaused { pausedInRing = id }
        if pausedInRing == id, !countdown.isPaused { pausedInRing = nil }
      case (let index?, nil): remove(at: index)
      case (nil, let countdown?): append(countdown)
      case (nil, nil): break
      }
    }
  }

  var chosenIndex: Int? {
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
    if broughtToRing == all[index].id { broughtToRing = nil }
    zeroNumbers[all[index].id] = nil
    all.remove(at: index)
  }

  // MARK: Choice

  mutating func chooseInRing() { choice = hasSeveral ? all.first?.id : nil }

  /// Chooses the countdown. If under way or a program, it also comes to the ring, unless another one has ended or is
  /// being turned.
  @discardableResult
  mutating func bringToRing(_ id: Int) -> Bool {
    guard choose(id) else { return false }
    broughtToRing = id
    return true
  }

  /// Chooses a countdown that has just begun. It comes to the ring unless the countdown there runs or rings.
  mutating func showBegun(_ id: Int) {
    let shown = all.first { $0.id == broughtToRing && $0.id != id } ?? all.first
    guard choose(id), let shown, !shown.countdown.isRunning, !shown.countdown.isOver else { return }
    let waits = all.contains { $0.id == id && !$0.countdown.isRunning }
    broughtToRing = waits ? id : nil
  }

  package mutating func showBegunProgram() {
    if let programIndex { showBegun(all[programIndex].id) }
  }

  mutating func choose(_ id: Int) -> Bool {
    guard index(of: id) != nil else { return false }
    if choice != id { pausedInRing = nil }
    (choice, chosenBeforeRinging) = (hasSeveral ? id : nil, nil)
    return true
  }

  /// Brings the next countdown by end to the ring, or the previous for -1.
  mutating func moveChoice(by step: Int, at moment: Moment) {
    guard hasSeveral, let chosenID else { return }
    let order = all.sorted { precedes(($0, $0.countdown.rank), ($1, $1.countdown.rank), at: moment) }.map(\.id)
    guard let index = order.firstIndex(of: chosenID) else { return }
    pausedInRing = nil
    bringToRing(order[(index + step + order.count) % order.count])
  }

  /// Also chooses the countdown. Returns false without room.
  mutating func add(_ countdown: Countdown) -> Bool {
    guard hasRoom else { return false }
    append(countdown)
    return choose(lastID)
  }

  /// Chooses a countdown for one change. The former choice then returns, unless the change ends a countdown.
  static func change<Failure: Error>(
    _ id: Int, of scene: inout Scene, _ change: (inout Scene) throws(Failure) -> [Effect]
  ) throws(Failure) -> [Effect]? {
    let before = scene.clock.countdowns
    guard scene.clock.countdowns.choose(id) else { return nil }
    func restore() { scene.clock.countdowns.restoreChoice(of: before, changed: id) }
    do throws(Failure) {
      let effects = try change(&scene)
      if !effects.contains(.reachedZero) { restore() }
      return effects
    } catch {
      restore()
      throw error
    }
  }

  private mutating func restoreChoice(of before: Countdowns, changed id: Int) {
    let isThere = before.choice.flatMap(index) != nil
    (choice, pausedInRing) = isThere ? (before.choice, before.pausedInRing) : (nil, nil)
    chosenBeforeRinging = before.chosenBeforeRinging
    if broughtToRing == id, before.broughtToRing != id {
      broughtToRing = before.broughtToRing.flatMap(index).map { all[$0].id }
    }
  }

  /// This value is from before a change, `present` from after it. Countdowns in `ids` stay; all others come from
  /// `present`.
  mutating func adopt(from present: Countdowns, except ids: Set<Int>) {
    all = all.compactMap { entry in
      ids.contains(entry.id) ? entry : present.all.first { $0.id == entry.id }
    }
    all += present.all.filter { $0.id > lastID }.prefix(Countdowns.most - all.count)
    lastID = max(lastID, present.lastID)
    zeros = max(zeros, present.zeros)
    zeroNumbers.merge(present.zeroNumbers.filter { !ids.contains($0.key) }) { $1 }
  }

  /// An end that an undo brings back does not count.
  func ended(since other: Countdowns) -> [Int] {
    all.filter { $0.countdown.isOver && zeroNumbers[$0.id] ?? 0 > other.zeros }.map(\.id)
  }

  // MARK: Restart

  package mutating func append(contentsOf countdowns: [Countdown]) {
    for countdown in countdowns.prefix(Countdowns.most - all.count) { append(countdown) }
  }

  package init(restored entries: [(id: Int?, countdown: Countdown)], chosen: Int?, broughtToRing: Int? = nil) {
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
    self.broughtToRing = broughtToRing.flatMap { index(of: $0) == nil ? nil : $0 }
  }

  private static let ids = 1...1_000_000_000

  mutating func setBeingTurned(_ isBeingTurned: Bool) {
    if isBeingTurned { chosen?.isBeingTurned = true }
    guard !isBeingTurned else { return }
    for index in all.indices where all[index].countdown.isBeingTurned { all[index].countdown.isBeingTurned = false }
  }

  mutating func name(_ id: Int, _ title: String) -> Bool {
    guard let index = index(of: id) else { return false }
    all[index].countdown.title = title
    return true
  }

  mutating func nameUntitled(_ title: String) {
    for index in all.indices where all[index].countdown.title == nil { all[index].countdown.title = title }
  }

  mutating func changeRinging(_ change: (inout Countdown) -> Void) {
    if let index = all.firstIndex(where: \.countdown.isOver) { change(&all[index].countdown) }
    chooseAsBeforeRinging()
  }

  private mutating func chooseAsBeforeRinging() {
    guard !isRinging, let chosenBeforeRinging, index(of: chosenBeforeRinging) != nil else { return }
    (choice, self.chosenBeforeRinging) = (hasSeveral ? chosenBeforeRinging : nil, nil)
  }

  /// Without `id`, dismisses the countdown that ended first.
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
    chooseAsBeforeRinging()
  }

  /// Setting `nil` removes the program. A new program may replace the chosen countdown.
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
  /// Returns the countdowns that reached zero, also at the end of a program's step.
  mutating func advance(to moment: Moment) -> [Entry] {
    var ended: [Int] = []
    let (shownFlashes, wasRinging, chosenID) = (inRing?.flashes, isRinging, chosenID)
    for index in all.indices where all[index].countdown.isDue(at: moment) {
      guard all[index].countdown.advance(to: moment, keepingRhythmOf: shownFlashes) else { continue }
      ended.append(all[index].id)
      zeros += 1
      zeroNumbers[all[index].id] = zeros
    }
    sort(at: moment)
    guard !ended.isEmpty else { return [] }
    let entries = all.filter { ended.contains($0.id) }
    if entries.contains(where: \.countdown.isOver) {
      if !wasRinging { chosenBeforeRinging = chosenID }
      if let chosenBeforeRinging, ended.contains(chosenBeforeRinging) { self.chosenBeforeRinging = nil }
      (choice, pausedInRing) = (nil, nil)
    }
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
