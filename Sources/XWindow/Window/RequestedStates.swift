/// The states that a window manager was asked for, and whether it has granted them.
///
/// A window names them before it is mapped (EWMH 1.5, `_NET_WM_STATE`), and some managers overwrite that when they take the
/// window: Sway 1.7 does. Such a manager is asked again by messages. It is not asked for what it has once granted: who takes
/// that back is its user.
struct RequestedStates {
  /// What is to be done now.
  enum Step: Equatable {
    case wait
    case ask(Set<WindowState>)
    /// The manager has not granted these, however often it was asked.
    case giveUp(Set<WindowState>)
  }

  /// What was asked for and is neither granted nor given up.
  private(set) var pending: Set<WindowState> = []
  /// What the manager has not granted.
  private(set) var refused: Set<WindowState> = []
  /// The uptime at which to look again, if no event comes before; `nil` where nothing is pending.
  private(set) var due: Duration?
  private var asked = 0

  /// How often a manager is asked by a message.
  static let attempts = 3
  /// How long it has for what the window said before it was mapped.
  private static let patience = Duration.seconds(2)
  /// How long it has for a message.
  private static let pause = Duration.seconds(1)

  /// The manager was just asked for these, by a property or by a message.
  mutating func begin(_ states: Set<WindowState>, at uptime: Duration) {
    guard !states.isEmpty else { return }
    pending.formUnion(states)
    refused.subtract(states)
    (asked, due) = (0, uptime + RequestedStates.patience)
  }

  /// The state is wanted no longer, or the manager does not know it.
  mutating func withdraw(_ state: WindowState) {
    pending.remove(state)
    refused.remove(state)
    if pending.isEmpty { due = nil }
  }

  /// - Parameters:
  ///   - lacking: the states that the manager does not say the window has.
  ///   - unfit: the states that it says, while the window's place says otherwise.
  ///   - isAnswer: whether the manager has just written the states, so that a lack is its answer.
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
