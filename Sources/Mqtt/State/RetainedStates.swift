import CompanionSupport

/// The broker's retained values. For each kind, the first scope with a currently valid value decides.
struct RetainedStates {
  private let scopes: [Scope]
  private var entries: [StateKind: [Scope: Entry]] = [:]

  private struct Entry {
    let value: StateValue
    var isRefused = false

    /// True if the value is valid at this time, and no wall has refused it.
    func counts(at now: Timestamp) -> Bool {
      !isRefused && value.due.map { $0 <= now } ?? true && value.until.map { $0 > now } ?? true
    }
  }

  init(_ scopes: [Scope]) { self.scopes = scopes }

  mutating func set(_ kind: StateKind, in scope: Scope, to value: StateValue?) {
    entries[kind, default: [:]][scope] = value.map { Entry(value: $0) }
  }

  mutating func refuse(_ kind: StateKind, _ value: StateValue) {
    for (scope, entry) in entries[kind] ?? [:] where entry.value == value { entries[kind]?[scope]?.isRefused = true }
  }

  /// Call this when a wall connects: another wall may accept the refused values.
  mutating func forgetRefusals() {
    for (kind, known) in entries { entries[kind] = known.mapValues { Entry(value: $0.value) } }
  }

  func effective(_ kind: StateKind, at now: Timestamp) -> StateValue? {
    guard let known = entries[kind] else { return nil }
    return scopes.lazy.compactMap { known[$0] }.first { $0.counts(at: now) }?.value
  }

  func effective(at now: Timestamp) -> [StateKind: StateValue] {
    StateKind.allCases.reduce(into: [:]) { $0[$1] = effective($1, at: now) }
  }

  /// The countdown and the program that have ended, unless other values replace them.
  func ended(at now: Timestamp) -> [StateKind: StateValue] {
    StateKind.stayingAfterEnd.reduce(into: [:]) { ended, kind in
      guard let known = entries[kind], effective(kind, at: now) == nil else { return }
      ended[kind] = scopes.compactMap { known[$0]?.value }.first { $0.until.map { $0 <= now } ?? false }
    }
  }

  func scope(of kind: StateKind, _ value: StateValue) -> Scope? { scopes.first { entries[kind]?[$0]?.value == value } }

  func nextChange(after now: Timestamp) -> Timestamp? {
    entries.values.flatMap(\.values).flatMap { [$0.value.due, $0.value.until] }.compactMap(\.self).filter { $0 > now }
      .min()
  }
}
