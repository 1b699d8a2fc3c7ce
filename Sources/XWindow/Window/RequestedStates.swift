/// The states that were requested from a window manager, and its grants.
///
/// A window lists them before it is mapped (EWMH 1.5, `_NET_WM_STATE`). Some managers overwrite the list when they take
/// the window; Sway 1.7 does. Such a manager is asked again by messages. A state that was once granted is not requested
/// again: its user has taken it back.
struct RequestedStates {
  /// The next step.
  enum Step: Equatable {
    case wait
    case ask(Set<WindowState>)
    /// The manager has not granted these after all requests.
    case giveUp(Set<WindowState>)
  }

  /// Requested states that are neither granted nor given up.
  private(set) var pending: Set<WindowState> = []
  /// States that were given up.
  private(set) var refused: Set<WindowState> = []
  /// The uptime of the next check if no event comes before; `nil` if nothing is pending.
  private(set) var due: Duration?
  private var asked = 0

  /// Most requests by message.
  static let attempts = 3
  /// The time limit for states listed before the map.
  private static let patience = Duration.seconds(2)
  /// The time limit for a message.
  private static let pause = Duration.seconds(1)

  /// Records a request by property or by message.
  mutating func begin(_ states: Set<WindowState>, at uptime: Duration) {
    guard !states.isEmpty else { return }
    pending.formUnion(states)
    refused.subtract(states)
    (asked, due) = (0, uptime + RequestedStates.patience)
  }

  /// Drops a state that is no longer wanted or that the manager does not know.
  mutating func withdraw(_ state: WindowState) {
    pending.remove(state)
    refused.remove(state)
    if pending.isEmpty { due = nil }
  }

  /// - Parameters:
  ///   - lacking: states that are missing in the manager's list.
  ///   - unfit: states that the list has although the window's place contradicts them.
  ///   - isAnswer: true if the manager has just written the list, so that a missing state is its answer.
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
