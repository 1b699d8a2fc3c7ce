/// Computes the orders that give the wall the shared states. Only one order of each kind waits for an answer. If
/// several changes come meanwhile, only the last change is sent.
struct Reconciler {
  /// The values that this wall has accepted since it connected, and the expired values that were left on it.
  private var applied: [StateKind: StateValue] = [:]
  /// The order of each kind that waits for its answer.
  private var underWay: [StateKind: Attempt] = [:]
  /// The kinds whose values on the wall come from this program, perhaps from an earlier run.
  private(set) var shown: Set<StateKind>

  private struct Attempt {
    let order: Order
    let wasShown: Bool
  }

  init(shown: Set<StateKind>) { self.shown = shown }

  /// An order to give the wall a value, or to clear it.
  struct Order: Hashable {
    let kind: StateKind
    /// `nil` to clear the value.
    let value: StateValue?
    /// The value that the wall had before, if it came from this program.
    var before: StateValue?
  }

  /// Call this when a wall connects: the wall may have none of the values.
  mutating func begin() { (applied, underWay) = ([:], [:]) }

  /// Call this when the state was published again: the next orders send it again, unless an order for it is under way.
  mutating func sendAgain(_ kind: StateKind) { applied[kind] = nil }

  /// - Parameters:
  ///   - effective: the values that the wall should have now.
  ///   - ended: expired values that may stay on the wall.
  mutating func orders(
    for effective: [StateKind: StateValue], ended: [StateKind: StateValue] = [:]
  ) -> [Order] {
    StateKind.allCases.compactMap { kind in
      guard underWay[kind] == nil else { return nil }
      let value = effective[kind]
      // An ended value may stay on the wall.
      if value == nil, let last = ended[kind], shown.contains(kind), applied[kind] == nil || applied[kind] == last {
        applied[kind] = last
        return nil
      }
      guard value == nil ? shown.contains(kind) : applied[kind] != value else { return nil }
      let order = Order(kind: kind, value: value, before: applied[kind])
      underWay[kind] = Attempt(order: order, wasShown: shown.contains(kind))
      // Record the kind now, because the answer may be lost.
      if value != nil { shown.insert(kind) }
      return order
    }
  }

  /// Call this when the wall has answered. A refused value leaves the wall unchanged. A refused clearing means that
  /// there was nothing to clear.
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
