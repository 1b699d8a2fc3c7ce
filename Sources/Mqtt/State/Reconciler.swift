/// Computes the orders that give the wall the shared states. At most one order per kind is under way. When it ends,
/// only the newest value follows.
struct Reconciler {
  /// The values known to be on the wall. The wall accepted them on this connection, or they have expired and nothing
  /// replaces them.
  private var applied: [StateKind: StateValue] = [:]
  private var underWay: [StateKind: Attempt] = [:]
  /// The kinds of which the wall may show a shared value.
  private(set) var shown: Set<StateKind>

  private struct Attempt {
    let order: Order
    let wasShown: Bool
  }

  init(shown: Set<StateKind>) { self.shown = shown }

  struct Order: Hashable {
    let kind: StateKind
    let value: StateValue?
    /// The wall's earlier value, if it came from this program.
    var before: StateValue?
  }

  /// Call this when a wall connects: it may have no values.
  mutating func begin() { (applied, underWay) = ([:], [:]) }

  /// A state that was published again is also sent again, unless an order is under way.
  mutating func sendAgain(_ kind: StateKind) { applied[kind] = nil }

  /// - Parameter ended: expired values that no other value replaces; the wall may keep them.
  mutating func orders(
    for effective: [StateKind: StateValue], ended: [StateKind: StateValue] = [:]
  ) -> [Order] {
    StateKind.allCases.compactMap { kind in
      guard underWay[kind] == nil else { return nil }
      let value = effective[kind]
      if value == nil, let last = ended[kind], shown.contains(kind), applied[kind] == nil || applied[kind] == last {
        applied[kind] = last
        return nil
      }
      guard value == nil ? shown.contains(kind) : applied[kind] != value else { return nil }
      let order = Order(kind: kind, value: value, before: applied[kind])
      underWay[kind] = Attempt(order: order, wasShown: shown.contains(kind))
      // The kind is recorded now, because the answer may be lost.
      if value != nil { shown.insert(kind) }
      return order
    }
  }

  /// A refused value leaves the wall unchanged; a refused clearing had nothing to clear.
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
