internal import CX11
private import System

/// The states of a window as its manager says them, and the asking for those that it does not grant by itself.
final class ManagedStates {
  /// What to poll for reading.
  var descriptor: Int32 { timer.descriptor }
  /// As the manager said last.
  private(set) var present: Set<WindowState> = []
  /// Whether the manager has mapped the window.
  private(set) var hasBegun = false
  private let manager: WindowManager
  private let window: Window
  private var requested = RequestedStates()
  private let timer = KernelTimer(.boot)

  init(of window: Window, by manager: WindowManager) { (self.window, self.manager) = (window, manager) }

  /// What the manager does not grant, however often it was asked.
  var refused: Set<WindowState> { requested.refused }

  func isPending(_ state: WindowState) -> Bool { requested.pending.contains(state) }

  /// The manager has the window now, which has named these states.
  func begin(_ states: Set<WindowState>) {
    hasBegun = true
    read()
    requested.begin(states, at: Now.boot)
    timer.arm(at: requested.due)
  }

  /// Asks the manager to make it so, or otherwise.
  func set(_ state: WindowState, _ isWanted: Bool) {
    manager.set(state, isWanted, window)
    if isWanted { requested.begin([state], at: Now.boot) } else { requested.withdraw(state) }
    timer.arm(at: requested.due)
  }

  /// Asks the server for them. To be called when the property has changed.
  func read() { present = manager.states(of: window) }

  /// To be called when the descriptor is readable: whether it is time to `review`.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    read()
    return true
  }

  /// Asks again where that is due.
  /// - Parameter isUnfit: whether the window's place is not that of a full screen.
  /// - Returns: what the manager does not grant, after all.
  func review(isUnfit: Bool, isAnswer: Bool = false) -> Set<WindowState> {
    let pending = requested.pending
    guard !pending.isEmpty || !refused.isEmpty else { return [] }
    let step = requested.step(
      lacking: pending.union(refused).subtracting(present),
      unfit: isUnfit ? present.intersection([.fullScreen]) : [], isAnswer: isAnswer, at: Now.boot)
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

  /// A manager that has gone, or that does not know a state, is not to blame for it.
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
      Process.report("the window manager does not \(wish), asked \(count) times; --override does without it")
    }
  }
}
