/// Computes the orders that bring a wall to the shared state. One order of each kind is pending at a time, so of many
/// quick changes only the last is sent.
struct Reconciler {
  /// The values that this wall has accepted since it connected.
  private var applied: [StateKind: StateValue] = [:]
  private var underWay: [StateKind: Attempt] = [:]
  /// The kinds for which the wall shows a value from this companion, perhaps from an earlier run.
  private(set) var shown: Set<StateKind>

  private struct Attempt {
    let order: Order
    let wasShown: Bool
  }

  init(shown: Set<StateKind>) { self.shown = shown }

  /// An order to set or clear a state on the wall.
  struct Order: Hashable {
    let kind: StateKind
    /// The new value; `nil` to clear it.
    let value: StateValue?
    /// The value that the companion has set before, if known.
    var before: StateValue?
  }

  /// A wall has connected and may have none of these values.
  mutating func begin() { (applied, underWay) = ([:], [:]) }

  /// Sends this state again with the next orders, because it was published again.
  mutating func repeats(_ kind: StateKind) { applied[kind] = nil }

  /// The orders to send now.
  /// - Parameter ended: expired values, which may stay on the wall.
  mutating func orders(
    for effective: [StateKind: StateValue], ended: [StateKind: StateValue] = [:]
  ) -> [Order] {
    StateKind.allCases.compactMap { kind in
      guard underWay[kind] == nil else { return nil }
      let value = effective[kind]
      // A value that has expired may stay on the wall.
      if value == nil, let last = ended[kind], shown.contains(kind), applied[kind] == nil || applied[kind] == last {
        applied[kind] = last
        return nil
      }
      // Clears a value that the wall shows, or sends one that it does not have.
      guard value == nil ? shown.contains(kind) : applied[kind] != value else { return nil }
      let order = Order(kind: kind, value: value, before: applied[kind])
      underWay[kind] = Attempt(order: order, wasShown: shown.contains(kind))
      // Recorded when sent, since the answer may be lost.
      if value != nil { shown.insert(kind) }
      return order
    }
  }

  /// Handles the wall's answer. A refused value leaves the wall unchanged. A refused clearing means there was nothing
  /// to clear.
  mutating func finish(_ order: Order, isRefused: Bool = false) {
    guard let attempt = underWay.removeValue(forKey: order.kind) else { return }
    if isRefused, order.value != nil {
      if !attempt.wasShown { shown.remove(order.kind) }
    } else {
      applied[order.kind] = order.value
      if order.value == nil { shown.remove(order.kind) }
    }
  }
}
