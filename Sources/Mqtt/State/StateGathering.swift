import CompanionSupport

/// The shared states over the life of the program: what a broker has retained is gathered anew with each connection,
/// and counts when all of it is there; until then, and without a broker, that of before does.
struct StateGathering {
  private let scopes: [Scope]
  private var present: RetainedStates?
  private var gathering: RetainedStates?
  private var reconciler: Reconciler
  private let memory: WallMemory
  /// The subscription after whose own message all has come.
  var marker: Int?
  /// Where that message is not delivered: when it has been quiet for so long.
  private var quiet: Double?

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
      // The bell of every day rings also where yesterday's was taken away; not what another message left as it is.
      if kind == .message, let value, present?.effective(kind, at: .now) == value { reconciler.repeats(kind) }
    } else {
      gathering?.set(kind, in: scope, to: value)
      if quiet != nil { quiet = uptime + StateGathering.quietTime }
    }
  }

  mutating func subscribed(_ id: Int, at uptime: Double) {
    if id == marker, gathering != nil { quiet = uptime + StateGathering.quietTime }
  }

  /// - Returns: whether what was gathered counts from now on.
  mutating func reachMarker() -> Bool {
    guard let gathering else { return false }
    (present, self.gathering, quiet) = (gathering, nil, nil)
    return true
  }

  /// The same when it has been quiet for long enough, or when one of them is due or over.
  mutating func settle(at uptime: Double, _ now: Timestamp = .now) -> Bool {
    if let quiet, uptime >= quiet { return reachMarker() }
    // Where the machine's clock is set back, what was over may count again.
    guard change.map({ $0 <= now }) ?? false || now < reckoned else { return false }
    reckon(at: now)
    return true
  }

  /// When the next of them is due or over, as it was known at that moment.
  private var change: Timestamp?
  private var reckoned = Timestamp(milliseconds: .min)

  private mutating func reckon(at now: Timestamp) { (change, reckoned) = (present?.nextChange(after: now), now) }

  func deadline(at uptime: Double) -> Double {
    let next = change.map { uptime + Double($0.milliseconds - Timestamp.now.milliseconds + 1) / 1000 }
    return min(quiet ?? .infinity, next ?? .infinity)
  }

  // MARK: To the wall

  mutating func begin() {
    reconciler.begin()
    present?.pardon()
  }

  mutating func orders(at now: Timestamp = .now) -> [Reconciler.Order] {
    guard let present else { return [] }
    reckon(at: now)
    defer { memory.kinds = reconciler.shown }
    return reconciler.orders(for: present.effective(at: now), ended: present.ended(at: now))
  }

  /// Where it comes from.
  func scope(of kind: StateKind, _ value: StateValue) -> Scope { present?.scope(of: kind, value) ?? .own }

  mutating func finish(_ order: Reconciler.Order, isRefused: Bool = false) {
    reconciler.finish(order, isRefused: isRefused)
    if isRefused, let value = order.value { present?.refuse(order.kind, value) }
    memory.kinds = reconciler.shown
  }
}
