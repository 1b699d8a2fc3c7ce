/// Decides which states to request again. A window lists its states before it is mapped (EWMH 1.5, `_NET_WM_STATE`).
/// Some managers, such as Sway 1.7, overwrite the list, so messages repeat the request. A user has removed states that
/// disappear later.
struct RequestedStates {
  enum Step: Equatable {
    case wait
    /// Send a message for each of these states.
    case ask(Set<WindowState>)
    /// These states were not granted after the last request.
    case giveUp(Set<WindowState>)
  }

  /// States that are neither granted nor given up.
  private(set) var pending: Set<WindowState> = []
  private(set) var refused: Set<WindowState> = []
  /// The uptime of the next step, unless an event comes first.
  private(set) var due: Duration?
  /// The number of repeated requests for the pending states.
  private var asked = 0

  /// The most repeated requests.
  static let attempts = 3
  /// The time for granting the first request.
  private static let patience = Duration.seconds(2)
  /// The time for granting a repeated request.
  private static let pause = Duration.seconds(1)

  /// Call this when states are requested for the first time.
  mutating func begin(_ states: Set<WindowState>, at uptime: Duration) {
    guard !states.isEmpty else { return }
    pending.formUnion(states)
    refused.subtract(states)
    (asked, due) = (0, uptime + RequestedStates.patience)
  }

  /// Call this when a state is no longer wanted.
  mutating func withdraw(_ state: WindowState) {
    pending.remove(state)
    refused.remove(state)
    if pending.isEmpty { due = nil }
  }

  /// Records the manager's list.
  /// - Parameters:
  ///   - lacking: the requested states that are not in the list.
  ///   - unfit: the listed states that the window's place contradicts.
  ///   - isAnswer: true if the manager has just written the list. States missing in its first list are requested at
  ///     once.
  /// - Returns: what to do next.
  mutating func step(lacking: Set<WindowState>, unfit: Set<WindowState>, isAnswer: Bool, at uptime: Duration) -> Step {
    refused.formIntersection(lacking)
    pending.formIntersection(lacking.union(unfit))
    guard let due, !pending.isEmpty else {
      self.due = nil
      return .wait
    }
    let hasBeenDenied = isAnswer && asked == 0 && !pending.isDisjoint(with: lacking)
    guard uptime >= due || hasBeenDenied else { return .wait }
    if asked < RequestedStates.attempts {
      (asked, self.due) = (asked + 1, uptime + RequestedStates.pause)
      return .ask(pending)
    }
    let denied = pending.intersection(lacking)
    (pending, self.due) = ([], nil)
    refused.formUnion(denied)
    return denied.isEmpty ? .wait : .giveUp(denied)
  }
}
