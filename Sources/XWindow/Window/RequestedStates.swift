/// The states that were requested from a window manager.
///
/// A window lists its states before it is mapped (EWMH 1.5, `_NET_WM_STATE`). Some managers, such as Sway 1.7,
/// overwrite the list, so messages request the states again. If a granted state disappears later, the user has removed
/// it, so it is not requested again.
struct RequestedStates {
  enum Step: Equatable {
    case wait
    /// Send a message for each state.
    case ask(Set<WindowState>)
    /// The manager has not granted these states after the last request.
    case giveUp(Set<WindowState>)
  }

  /// The states that were requested, and are neither granted nor given up.
  private(set) var pending: Set<WindowState> = []
  private(set) var refused: Set<WindowState> = []
  /// The uptime of the next check, if no event comes before that.
  private(set) var due: Duration?
  /// The number of messages sent for each pending state.
  private var asked = 0

  static let attempts = 3
  /// The time for granting the states that the window listed before it was mapped.
  private static let patience = Duration.seconds(2)
  /// The time for granting the states in a message.
  private static let pause = Duration.seconds(1)

  mutating func begin(_ states: Set<WindowState>, at uptime: Duration) {
    guard !states.isEmpty else { return }
    pending.formUnion(states)
    refused.subtract(states)
    (asked, due) = (0, uptime + RequestedStates.patience)
  }

  mutating func withdraw(_ state: WindowState) {
    pending.remove(state)
    refused.remove(state)
    if pending.isEmpty { due = nil }
  }

  /// Records the manager's present list, and returns what to do next.
  /// - Parameters:
  ///   - lacking: requested states that are missing in the list.
  ///   - unfit: states in the list that the window's place does not fit, such as full screen.
  ///   - isAnswer: true if the manager has just written the list. A state that its first list lacks is requested at
  ///     once.
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
