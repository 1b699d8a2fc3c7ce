/// The countdowns of a clock, in the order of their ends. The first one is the subject of the wall. Keys and bar act on
/// the chosen one: the subject, unless a viewer or a command has chosen another.
package struct Countdowns: Hashable, Sendable {
  package private(set) var all: [Entry] = []
  /// The ID of a choice; `nil` while the subject is chosen, whichever that is.
  private var choice: Int?
  private var lastID = 0

  package struct Entry: Hashable, Sendable {
    /// Greater than zero, and never used again by the same clock.
    package let id: Int
    package internal(set) var countdown: Countdown
  }

  package static let most = 8

  package init(_ countdowns: [Countdown] = []) {
    for countdown in countdowns.prefix(Countdowns.most) { append(countdown) }
  }

  package var isEmpty: Bool { all.isEmpty }
  var hasSeveral: Bool { all.count > 1 }

  /// The nearest to its end.
  var subject: Countdown? { all.first?.countdown }

  /// Whether one has ended and waits to be dismissed.
  var isRinging: Bool { all.contains(where: \.countdown.isOver) }

  package var chosenID: Int? { chosenIndex.map { all[$0].id } }

  /// `nil` removes it; without any, a new value is the first one.
  package internal(set) var chosen: Countdown? {
    get { chosenIndex.map { all[$0].countdown } }
    set {
      switch (chosenIndex, newValue) {
      case (let index?, let countdown?): all[index].countdown = countdown
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
    all.remove(at: index)
  }

  mutating func chooseSubject() { choice = hasSeveral ? all.first?.id : nil }

  /// A ring that is being turned keeps its countdown, the chosen one, from ending, and from losing its place.
  mutating func setBeingSet(_ isBeingSet: Bool) {
    if isBeingSet { chosen?.isBeingSet = true }
    guard !isBeingSet else { return }
    for index in all.indices where all[index].countdown.isBeingSet { all[index].countdown.isBeingSet = false }
  }

  /// Changes the one that ended first.
  mutating func changeRinging(_ change: (inout Countdown) -> Void) {
    if let index = all.firstIndex(where: \.countdown.isOver) { change(&all[index].countdown) }
  }

  /// Dismisses the one that ended first. Beside others it goes from the wall, but a program with a next step goes on.
  mutating func dismiss(at moment: Moment) {
    guard let index = all.firstIndex(where: \.countdown.isOver) else { return }
    let goesAway = hasSeveral && !all[index].countdown.waitsInProgram
    if goesAway { remove(at: index) } else { all[index].countdown.dismiss(at: moment) }
  }

  /// The one with a program; `nil` without one. A new program takes the place of the one before, or of a chosen
  /// countdown that is not under way; else it stands beside the others and is chosen.
  var program: Countdown? {
    get { programIndex.map { all[$0].countdown } }
    set {
      if let index = programIndex {
        if let newValue { all[index].countdown = newValue } else { remove(at: index) }
      } else if let newValue {
        let isUnderWay = chosen.map { $0.state != .idle && !$0.isOver } ?? true
        guard isUnderWay, all.count < Countdowns.most else { return chosen = newValue }
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
  /// - Returns: those whose zero has come since the last call, each once. What rings becomes the chosen one.
  mutating func advance(to moment: Moment) -> [Entry] {
    var ended: [Int] = []
    let shown = subject?.alarm
    // A change where nothing is due would copy the list at each tick.
    for index in all.indices where all[index].countdown.isDue(at: moment) {
      if all[index].countdown.advance(to: moment, after: shown) { ended.append(all[index].id) }
    }
    sort(at: moment)
    guard !ended.isEmpty else { return [] }
    choice = nil
    let entries = all.filter { ended.contains($0.id) }
    // The flash is seen at the subject, also if that has ended before.
    if let first = all.first, first.countdown.isOver, !ended.contains(first.id) {
      all[0].countdown.alarm = entries.last?.countdown.alarm
    }
    return entries
  }

  /// Restores the order of ends after a change.
  mutating func sort(at moment: Moment) {
    guard hasSeveral, !isSorted(at: moment) else { return }
    all.sort { $0.precedes($1, at: moment) }
  }

  func isSorted(at moment: Moment) -> Bool {
    all.indices.dropFirst().allSatisfy { !all[$0].precedes(all[$0 - 1], at: moment) }
  }

  /// The first zero to come.
  var due: Wake { all.reduce(.never) { $0.or($1.countdown.due) } }
}

extension Countdowns.Entry {
  /// By the end. Those that run come before paused and idle ones; of two alike, the older one comes first.
  fileprivate func precedes(_ other: Countdowns.Entry, at moment: Moment) -> Bool {
    let (own, others) = (countdown.rank, other.countdown.rank)
    if own != others { return own < others }
    let (rest, otherRest) = (countdown.distance(at: moment), other.countdown.distance(at: moment))
    return rest == otherRest ? id < other.id : rest < otherRest
  }
}

extension Countdown {
  var isOver: Bool { if case .over = state { true } else { false } }

  fileprivate var rank: Int {
    if isBeingSet { return 0 }
    switch state {
    case .over: return 1
    case .running: return 2
    case .paused: return 3
    case .idle: return 4
    }
  }

  /// What is left until its zero; negative since then.
  fileprivate func distance(at moment: Moment) -> Duration {
    switch state {
    case .idle: length
    case .paused(let rest): rest
    case .running(let deadline), .over(let deadline): deadline.remaining(at: moment)
    }
  }
}
