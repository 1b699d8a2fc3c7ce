/// What the retained topics of all scopes hold, and what of that counts: the nearest scope that has a state wins.
struct SharedState {
  private let scopes: [Scope]
  private var values: [StateKind: [Scope: StateValue]] = [:]

  init(_ scopes: [Scope]) { self.scopes = scopes }

  mutating func set(_ kind: StateKind, in scope: Scope, to value: StateValue?) {
    values[kind, default: [:]][scope] = value
  }

  /// Those that are over count as if they were not there.
  func effective(_ kind: StateKind, at now: Timestamp) -> StateValue? {
    scope(of: kind, at: now).flatMap { values[kind]?[$0] }
  }

  /// Where it comes from.
  func scope(of kind: StateKind, at now: Timestamp) -> Scope? {
    guard let known = values[kind] else { return nil }
    return scopes.first { known[$0].map { value in value.until.map { $0 > now } ?? true } ?? false }
  }

  func effective(at now: Timestamp) -> [StateKind: StateValue] {
    StateKind.allCases.reduce(into: [:]) { $0[$1] = effective($1, at: now) }
  }

  /// When the next of them is over.
  func nextEnd(after now: Timestamp) -> Timestamp? {
    values.values.flatMap(\.values).compactMap(\.until).filter { $0 > now }.min()
  }
}

/// Brings a wall to what the shared state says: one order of each kind at a time, so that of many changes in a row only the
/// last ones are sent.
struct Reconciler {
  /// What this wall has been told since it was there last; a kind that is missing was not told of.
  private var told: [StateKind: StateValue?] = [:]
  private var underWay: [StateKind: StateValue?] = [:]
  /// Of what kinds the wall has something from here, also from before this program was started.
  private(set) var shown: Set<StateKind>

  init(shown: Set<StateKind>) { self.shown = shown }

  struct Order: Hashable {
    let kind: StateKind
    /// `nil` to clear it.
    let value: StateValue?
  }

  /// A wall has come that may know nothing of all this.
  mutating func begin() { (told, underWay) = ([:], [:]) }

  /// What is to be sent now.
  mutating func orders(for effective: [StateKind: StateValue]) -> [Order] {
    StateKind.allCases.compactMap { kind in
      let value = effective[kind]
      guard underWay[kind] == nil, isNews(kind, value) else { return nil }
      underWay[kind] = .some(value)
      // Whether or not the answer will be heard.
      if value != nil { shown.insert(kind) }
      return Order(kind: kind, value: value)
    }
  }

  private func isNews(_ kind: StateKind, _ value: StateValue?) -> Bool {
    if let last = told[kind] { return last != value }
    return value != nil || shown.contains(kind)
  }

  /// The wall has answered, perhaps with a refusal: it is not asked again.
  mutating func finish(_ order: Order) {
    guard underWay.removeValue(forKey: order.kind) != nil else { return }
    told[order.kind] = .some(order.value)
    if order.value == nil { shown.remove(order.kind) }
  }
}
