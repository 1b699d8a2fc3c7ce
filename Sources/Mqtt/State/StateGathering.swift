import CompanionSupport

/// Each new connection gathers the retained values again; earlier ones count until all have come.
struct StateGathering {
  private let scopes: [Scope]
  /// `nil` before the first gathering is complete.
  private var present: RetainedStates?
  private var gathering: RetainedStates?
  private var reconciler: Reconciler
  private let memory: WallMemory
  /// The ticket of the subscription to this companion's own availability, which comes after all retained values.
  var lastSubscription: Int?
  /// The gathering then ends even without the availability. Each value postpones this.
  private var gatheringDeadline: Double?

  private static let quietTime = 1.0

  init(_ scopes: [Scope], _ memory: WallMemory) {
    (self.scopes, self.memory) = (scopes, memory)
    reconciler = Reconciler(shown: memory.kinds)
  }

  // MARK: From the broker

  mutating func gather() { (gathering, gatheringDeadline) = (RetainedStates(scopes), nil) }

  var isGathering: Bool { gathering != nil }

  mutating func interrupt() { (gathering, gatheringDeadline, lastSubscription) = (nil, nil, nil) }

  mutating func set(_ kind: StateKind, in scope: Scope, to value: StateValue?, at uptime: Double) {
    if gathering == nil {
      present?.set(kind, in: scope, to: value)
      // A message that is published again is shown even if a viewer dismissed it.
      if kind == .message, let value, present?.effective(kind, at: .now) == value { reconciler.sendAgain(kind) }
    } else {
      gathering?.set(kind, in: scope, to: value)
      if gatheringDeadline != nil { gatheringDeadline = uptime + StateGathering.quietTime }
    }
  }

  mutating func subscribed(_ id: Int, at uptime: Double) {
    if id == lastSubscription, gathering != nil { gatheringDeadline = uptime + StateGathering.quietTime }
  }

  /// From now on, the gathered values count. Returns false if no gathering was under way.
  mutating func endGathering() -> Bool {
    guard let gathering else { return false }
    (present, self.gathering, gatheringDeadline) = (gathering, nil, nil)
    return true
  }

  /// Returns true if the values may have changed.
  mutating func settle(at uptime: Double, _ now: Timestamp = .now) -> Bool {
    if let gatheringDeadline, uptime >= gatheringDeadline { return endGathering() }
    // If the machine's clock was set back, expired values may count again.
    guard nextChange.map({ $0 <= now }) ?? false || now < computedAt else { return false }
    computeNextChange(at: now)
    return true
  }

  private var nextChange: Timestamp?
  private var computedAt = Timestamp(milliseconds: .min)

  private mutating func computeNextChange(at now: Timestamp) {
    (nextChange, computedAt) = (present?.nextChange(after: now), now)
  }

  func deadline(at uptime: Double) -> Double {
    let next = nextChange.map { uptime + Double($0.milliseconds - Timestamp.now.milliseconds + 1) / 1000 }
    return min(gatheringDeadline ?? .infinity, next ?? .infinity)
  }

  // MARK: To the wall

  mutating func begin() {
    reconciler.begin()
    present?.forgetRefusals()
  }

  mutating func orders(at now: Timestamp = .now) -> [Reconciler.Order] {
    guard let present else { return [] }
    computeNextChange(at: now)
    defer { memory.kinds = reconciler.shown }
    return reconciler.orders(for: present.effective(at: now), ended: present.ended(at: now))
  }

  func scope(of kind: StateKind, _ value: StateValue) -> Scope { present?.scope(of: kind, value) ?? .own }

  mutating func finish(_ order: Reconciler.Order, isRefused: Bool = false) {
    reconciler.finish(order, isRefused: isRefused)
    if isRefused, let value = order.value { present?.refuse(order.kind, value) }
    memory.kinds = reconciler.shown
  }
}
