import CompanionSupport

/// Each new connection gathers the retained values again; earlier ones count until all have come.
struct StateGathering {
  private let scopes: [Scope]
  /// `nil` before the first gathering is complete.
  private var present: RetainedStates?
  /// `nil` if no gathering is under way.
  private var gathering: RetainedStates?
  private var reconciler: Reconciler
  private let memory: WallMemory
  /// The last subscription, for this companion's availability. Answers come in order: after the availability, all
  /// retained values have come.
  var marker: Int?
  /// The uptime at which the gathering ends even without the availability. Each value postpones it.
  private var quiet: Double?

  /// Seconds.
  private static let quietTime = 1.0

  init(_ scopes: [Scope], _ memory: WallMemory) {
    (self.scopes, self.memory) = (scopes, memory)
    reconciler = Reconciler(shown: memory.kinds)
  }

  // MARK: From the broker

  mutating func gather() { (gathering, quiet) = (RetainedStates(scopes), nil) }

  var isGathering: Bool { gathering != nil }

  mutating func interrupt() { (gathering, quiet, marker) = (nil, nil, nil) }

  mutating func set(_ kind: StateKind, in scope: Scope, to value: StateValue?, at uptime: Double) {
    if gathering == nil {
      present?.set(kind, in: scope, to: value)
      // Show a message that is published again, such as a daily reminder, even if a viewer dismissed it, unless another
      // scope's message has priority.
      if kind == .message, let value, present?.effective(kind, at: .now) == value { reconciler.sendAgain(kind) }
    } else {
      gathering?.set(kind, in: scope, to: value)
      if quiet != nil { quiet = uptime + StateGathering.quietTime }
    }
  }

  /// After the last SUBACK, the quiet time begins, in case the availability does not come.
  mutating func subscribed(_ id: Int, at uptime: Double) {
    if id == marker, gathering != nil { quiet = uptime + StateGathering.quietTime }
  }

  /// From now on the gathered values count. False if no gathering was under way.
  mutating func reachMarker() -> Bool {
    guard let gathering else { return false }
    (present, self.gathering, quiet) = (gathering, nil, nil)
    return true
  }

  /// Ends the gathering after a quiet time. True if the values may have changed.
  mutating func settle(at uptime: Double, _ now: Timestamp = .now) -> Bool {
    if let quiet, uptime >= quiet { return reachMarker() }
    // If the machine's clock was set back, expired values may count again.
    guard change.map({ $0 <= now }) ?? false || now < computedAt else { return false }
    computeNextChange(at: now)
    return true
  }

  /// As computed at `computedAt`; `nil` if nothing changes.
  private var change: Timestamp?
  private var computedAt = Timestamp(milliseconds: .min)

  private mutating func computeNextChange(at now: Timestamp) {
    (change, computedAt) = (present?.nextChange(after: now), now)
  }

  func deadline(at uptime: Double) -> Double {
    let next = change.map { uptime + Double($0.milliseconds - Timestamp.now.milliseconds + 1) / 1000 }
    return min(quiet ?? .infinity, next ?? .infinity)
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
