internal import CX11
private import System

/// The states (`_NET_WM_STATE`) of a managed window. Repeats requests that the window manager has not granted.
final class ManagedStates {
  var descriptor: Int32 { timer.descriptor }
  /// The states as last reported.
  private(set) var present: Set<WindowState> = []
  /// True once the manager has mapped the window.
  private(set) var hasBegun = false
  private let manager: WindowManager
  private let window: Window
  private var requested = RequestedStates()
  private let timer = KernelTimer(.boot)

  init(of window: Window, by manager: WindowManager) { (self.window, self.manager) = (window, manager) }

  /// The states that were given up.
  var refused: Set<WindowState> { requested.refused }

  func isPending(_ state: WindowState) -> Bool { requested.pending.contains(state) }

  /// Call this when the manager has mapped the window.
  /// - Parameter states: the states that the clock asked for before mapping, by `_NET_WM_STATE`.
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

  /// Call this when the property has changed.
  func read() { present = manager.states(of: window) }

  /// Call this when the descriptor is readable. Returns true if `check` is due.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    read()
    return true
  }

  /// Requests missing states again, or gives them up and reports them.
  /// - Parameters:
  ///   - coversNoMonitor: true if the window covers no whole monitor, although its states may include full screen.
  ///   - isAnswer: true if the manager has just written the states. Missing states are requested again at once.
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

  /// Requests states again. Gives up states that the window manager does not support.
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
