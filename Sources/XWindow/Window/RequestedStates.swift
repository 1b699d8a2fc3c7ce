/// A window lists its states before mapping (EWMH 1.5, `_NET_WM_STATE`), but managers such as Sway 1.7 overwrite the
/// list. If a granted state disappears later, the user removed it, so it is not requested again.
struct RequestedStates {
  enum Step: Equatable {
    case wait
    case ask(Set<WindowState>)
    case giveUp(Set<WindowState>)
  }

  /// States neither granted nor given up.
  private(set) var pending: Set<WindowState> = []
  private(set) var refused: Set<WindowState> = []
  /// The uptime of the next step, unless an event comes first.
  private(set) var due: Duration?
  private var asked = 0

  static let attempts = 3
  /// The time for granting the first request.
  private static let patience = Duration.seconds(2)
  /// The time for granting a repeated request.
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

  /// - Parameters:
  ///   - lacking: states requested but not listed.
  ///   - unfit: states listed, but contradicted by the window's place.
  ///   - isAnswer: true if the manager has just written its list. States missing in its first list are requested at
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
