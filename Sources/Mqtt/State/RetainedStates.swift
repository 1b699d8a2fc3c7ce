import CompanionSupport

/// The values of the retained topics of all scopes. The nearest scope with a value wins. A value that is over, not due
/// yet or refused does not count, on a wall that has seen it come and on one that comes late.
struct RetainedStates {
  private let scopes: [Scope]
  private var entries: [StateKind: [Scope: Entry]] = [:]

  private struct Entry {
    let value: StateValue
    var isRefused = false

    func counts(at now: Timestamp) -> Bool {
      !isRefused && value.due.map { $0 <= now } ?? true && value.until.map { $0 > now } ?? true
    }
  }

  init(_ scopes: [Scope]) { self.scopes = scopes }

  mutating func set(_ kind: StateKind, in scope: Scope, to value: StateValue?) {
    entries[kind, default: [:]][scope] = value.map { Entry(value: $0) }
  }

  /// The wall does not take that value: the next scope's counts.
  mutating func refuse(_ kind: StateKind, _ value: StateValue) {
    for (scope, entry) in entries[kind] ?? [:] where entry.value == value { entries[kind]?[scope]?.isRefused = true }
  }

  /// Another wall may take what one has refused.
  mutating func pardon() {
    for (kind, known) in entries { entries[kind] = known.mapValues { Entry(value: $0.value) } }
  }

  func effective(_ kind: StateKind, at now: Timestamp) -> StateValue? {
    guard let known = entries[kind] else { return nil }
    return scopes.lazy.compactMap { known[$0] }.first { $0.counts(at: now) }?.value
  }

  func effective(at now: Timestamp) -> [StateKind: StateValue] {
    StateKind.allCases.reduce(into: [:]) { $0[$1] = effective($1, at: now) }
  }

  /// Values that are over and may stay on the wall: a countdown after zero, until it is cleared or another one counts.
  func ended(at now: Timestamp) -> [StateKind: StateValue] {
    guard let known = entries[.countdown], effective(.countdown, at: now) == nil else { return [:] }
    let passed = scopes.compactMap { known[$0]?.value }.first { $0.until.map { $0 <= now } ?? false }
    return passed.map { [.countdown: $0] } ?? [:]
  }

  /// Where a value comes from.
  func scope(of kind: StateKind, _ value: StateValue) -> Scope? { scopes.first { entries[kind]?[$0]?.value == value } }

  /// When the next of them is due, or over.
  func nextChange(after now: Timestamp) -> Timestamp? {
    entries.values.flatMap(\.values).flatMap { [$0.value.due, $0.value.until] }.compactMap(\.self).filter { $0 > now }
      .min()
  }
}
