internal import CX11
private import System

/// The `_NET_WM_STATE` of a managed window.
final class ManagedStates {
  var descriptor: Int32 { timer.descriptor }
  private(set) var present: Set<WindowState> = []
  private(set) var hasBegun = false
  private let manager: WindowManager
  private let window: Window
  private var requested = RequestedStates()
  private let timer = KernelTimer(.boot)

  init(of window: Window, by manager: WindowManager) { (self.window, self.manager) = (window, manager) }

  var refused: Set<WindowState> { requested.refused }

  func isPending(_ state: WindowState) -> Bool { requested.pending.contains(state) }

  /// Call when the manager has mapped the window.
  func begin(_ states: Set<WindowState>) {
    hasBegun = true
    read()
    requested.begin(states, at: Now.boot)
    timer.arm(at: requested.due)
  }

  func set(_ state: WindowState, _ isWanted: Bool) {
    manager.set(state, isWanted, window)
    if isWanted { requested.begin([state], at: Now.boot) } else { requested.withdraw(state) }
    timer.arm(at: requested.due)
  }

  func read() { present = manager.states(of: window) }

  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    read()
    return true
  }

  /// Requests missing states again, or gives up and reports them.
  /// - Parameter isAnswer: true if the manager has just written the states.
  /// - Returns: the states given up now.
  func check(coversNoMonitor: Bool, isAnswer: Bool = false) -> Set<WindowState> {
    let pending = requested.pending
    guard !pending.isEmpty || !refused.isEmpty else { return [] }
    let step = requested.step(
      lacking: pending.union(refused).subtracting(present),
      unfit: coversNoMonitor ? present.intersection([.fullScreen]) : [], isAnswer: isAnswer, at: Now.boot)
    defer { timer.arm(at: requested.due) }
    switch step {
    case .wait: return []
    case .ask(let states):
      ask(for: states)
      return []
    case .giveUp(let states):
      report(states)
      return states
    }
  }

  private func ask(for states: Set<WindowState>) {
    let known = manager.supported
    for state in states {
      if known.contains(state) { manager.set(state, true, window) } else { requested.withdraw(state) }
    }
  }

  private func report(_ states: Set<WindowState>) {
    let count = RequestedStates.attempts
    for state in WindowState.allCases where states.contains(state) {
      let wish =
        switch state {
        case .fullScreen: "show the wall full screen"
        case .above: "keep the wall above other windows"
        }
      Process.report(
        "the window manager was asked \(count) times, but it does not \(wish); --override bypasses the window manager")
    }
  }
}
