/// Brings a wall to what the shared state says: one order of each kind at a time, so that of many changes in a row only
/// the last ones are sent.
struct Reconciler {
  /// The values that this wall has taken since it came.
  private var told: [StateKind: StateValue] = [:]
  private var underWay: [StateKind: Attempt] = [:]
  /// The kinds of which the wall has a value from here, also from an earlier run of this program.
  private(set) var shown: Set<StateKind>

  private struct Attempt {
    let order: Order
    let wasShown: Bool
  }

  init(shown: Set<StateKind>) { self.shown = shown }

  struct Order: Hashable {
    let kind: StateKind
    /// `nil` to clear it.
    let value: StateValue?
    /// The value that the wall has from here, if known.
    var before: StateValue?
  }

  /// A wall has come, which may have none of these values.
  mutating func begin() { (told, underWay) = ([:], [:]) }

  /// The state was published again, so the wall gets it again.
  mutating func repeats(_ kind: StateKind) { told[kind] = nil }

  /// The orders to send now.
  /// - Parameter ended: values that may stay on the wall, though they do not count any more.
  mutating func orders(
    for effective: [StateKind: StateValue], ended: [StateKind: StateValue] = [:]
  ) -> [Order] {
    StateKind.allCases.compactMap { kind in
      guard underWay[kind] == nil else { return nil }
      let value = effective[kind]
      if value == nil, let last = ended[kind], shown.contains(kind), told[kind] == nil || told[kind] == last {
        told[kind] = last
        return nil
      }
      guard value == nil ? shown.contains(kind) : told[kind] != value else { return nil }
      let order = Order(kind: kind, value: value, before: told[kind])
      underWay[kind] = Attempt(order: order, wasShown: shown.contains(kind))
      // Whether or not the answer will be heard.
      if value != nil { shown.insert(kind) }
      return order
    }
  }

  /// The wall has answered. What it refuses leaves it as it was; what it refuses to clear is not there any more.
  mutating func finish(_ order: Order, isRefused: Bool = false) {
    guard let attempt = underWay.removeValue(forKey: order.kind) else { return }
    if isRefused, order.value != nil {
      if !attempt.wasShown { shown.remove(order.kind) }
    } else {
      told[order.kind] = order.value
      if order.value == nil { shown.remove(order.kind) }
    }
  }
}
