import CompanionSupport

/// The values of the retained topics in all scopes. The first scope with a value that counts wins.
struct RetainedStates {
  private let scopes: [Scope]
  private var entries: [StateKind: [Scope: Entry]] = [:]

  private struct Entry {
    let value: StateValue
    var isRefused = false

    /// True if the value is due, has not expired and was not refused.
    func counts(at now: Timestamp) -> Bool {
      !isRefused && value.due.map { $0 <= now } ?? true && value.until.map { $0 > now } ?? true
    }
  }

  init(_ scopes: [Scope]) { self.scopes = scopes }

  /// - Parameter value: `nil` for an empty topic.
  mutating func set(_ kind: StateKind, in scope: Scope, to value: StateValue?) {
    entries[kind, default: [:]][scope] = value.map { Entry(value: $0) }
  }

  /// Marks a value as refused, so that the value of the next scope counts.
  mutating func refuse(_ kind: StateKind, _ value: StateValue) {
    for (scope, entry) in entries[kind] ?? [:] where entry.value == value { entries[kind]?[scope]?.isRefused = true }
  }

  /// Call this when a wall connects, because another wall may accept the refused values.
  mutating func forgetRefusals() {
    for (kind, known) in entries { entries[kind] = known.mapValues { Entry(value: $0.value) } }
  }

  /// The value of the first scope whose value counts.
  func effective(_ kind: StateKind, at now: Timestamp) -> StateValue? {
    guard let known = entries[kind] else { return nil }
    return scopes.lazy.compactMap { known[$0] }.first { $0.counts(at: now) }?.value
  }

  func effective(at now: Timestamp) -> [StateKind: StateValue] {
    StateKind.allCases.reduce(into: [:]) { $0[$1] = effective($1, at: now) }
  }

  /// Expired values that may stay on the wall. A countdown or program that has ended stays until it is cleared or
  /// replaced.
  func ended(at now: Timestamp) -> [StateKind: StateValue] {
    StateKind.staying.reduce(into: [:]) { ended, kind in
      guard let known = entries[kind], effective(kind, at: now) == nil else { return }
      ended[kind] = scopes.compactMap { known[$0]?.value }.first { $0.until.map { $0 <= now } ?? false }
    }
  }

  /// The first scope with this value; `nil` if none has it.
  func scope(of kind: StateKind, _ value: StateValue) -> Scope? { scopes.first { entries[kind]?[$0]?.value == value } }

  /// The time of the next change; `nil` if no value becomes due or expires.
  func nextChange(after now: Timestamp) -> Timestamp? {
    entries.values.flatMap(\.values).flatMap { [$0.value.due, $0.value.until] }.compactMap(\.self).filter { $0 > now }
      .min()
  }
}
