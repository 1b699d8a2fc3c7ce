import Companion

/// The shared states over the life of the program: what a broker has retained is gathered anew with each connection, and counts
/// when all of it is there; until then, and without a broker, that of before does.
struct SharedStates {
  private let scopes: [Scope]
  private var present: SharedState?
  private var gathering: SharedState?
  private var reconciler: Reconciler
  private let memory: ShownStates
  /// The subscription after whose own message all has come.
  var marker: Int32?
  /// Where that message is not delivered: when it has been quiet for so long.
  private var quiet: Double?

  private static let quietTime = 1.0

  init(_ topics: Topics) {
    scopes = topics.scopes
    memory = ShownStates(topics)
    reconciler = Reconciler(shown: memory.kinds)
  }

  // MARK: From the broker

  mutating func gather() { (gathering, quiet) = (SharedState(scopes), nil) }

  var isGathering: Bool { gathering != nil }

  mutating func interrupt() { (gathering, quiet, marker) = (nil, nil, nil) }

  mutating func set(_ kind: StateKind, in scope: Scope, to value: StateValue?, at uptime: Double) {
    if gathering == nil {
      present?.set(kind, in: scope, to: value)
    } else {
      gathering?.set(kind, in: scope, to: value)
      if quiet != nil { quiet = uptime + SharedStates.quietTime }
    }
  }

  mutating func subscribed(_ id: Int32, at uptime: Double) {
    if id == marker, gathering != nil { quiet = uptime + SharedStates.quietTime }
  }

  /// - Returns: whether what was gathered counts from now on.
  mutating func reachMarker() -> Bool {
    guard let gathering else { return false }
    (present, self.gathering, quiet) = (gathering, nil, nil)
    return true
  }

  /// The same when it has been quiet for long enough, or when one of them is over.
  mutating func settle(at uptime: Double) -> Bool {
    if let quiet, uptime >= quiet { return reachMarker() }
    guard let end, end <= .now else { return false }
    self.end = present?.nextEnd(after: .now)
    return true
  }

  /// When the next of them is over, as it was known last.
  private var end: Timestamp?

  func deadline(at uptime: Double) -> Double {
    let over = end.map { uptime + Double($0.milliseconds - Timestamp.now.milliseconds + 1) / 1000 }
    return min(quiet ?? .infinity, over ?? .infinity)
  }

  // MARK: To the wall

  mutating func begin() { reconciler.begin() }

  mutating func orders() -> [Reconciler.Order] {
    guard let present else { return [] }
    let now = Timestamp.now
    end = present.nextEnd(after: now)
    defer { memory.save(reconciler.shown) }
    return reconciler.orders(for: present.effective(at: now))
  }

  /// Where the one comes from that counts.
  func scope(of kind: StateKind) -> Scope { present?.scope(of: kind, at: .now) ?? .own }

  mutating func finish(_ order: Reconciler.Order) {
    reconciler.finish(order)
    memory.save(reconciler.shown)
  }
}

extension Timestamp {
  static var now: Timestamp { Timestamp(milliseconds: System.unixMilliseconds) }
}
