import ColourClock
import XWindow

/// One turn: sleep until the clock, the server, a command or a signal has something, let each tell its delegate. One thread
/// does it all.
struct Loop {
  let clock: SystemClock
  let walls: WindowSet
  let outside: EffectRunner
  let upkeep: Watchdog
  let wakeups: SignalDescriptor

  /// Whether it is over, and why.
  private final class Ending {
    var isOver = false
    var isLost = false
  }

  /// Runs the scene until it asks to quit: whether it did, rather than lose its window. `first` is what has happened before
  /// there was anybody to see it.
  func run(_ scene: Scene, first: [Effect]) -> Bool {
    let ending = Ending()
    let session = session(of: scene, ending)
    walls.delegate = session
    walls.open()
    upkeep.begin(for: session)
    for effect in first { perform(effect, for: session) }
    var hasSettled = false
    while true {
      walls.finishTurn()
      upkeep.announce()
      if ending.isOver { break }
      if turn(session) && !hasSettled {
        Memory.releaseStartUp()
        hasSettled = true
      }
    }
    outside.end(session)
    upkeep.end()
    return !ending.isLost
  }

  private func session(of scene: Scene, _ ending: Ending) -> Session {
    weak var current: Session?
    let session = Session(scene: scene, clock: clock) { effect in
      switch effect {
      case .quit: ending.isOver = true
      case .giveUp: (ending.isOver, ending.isLost) = (true, true)
      case .toggleFullScreen, .feed, .refresh, .zero, .command, .keepCountdown, .keepCard:
        if let current { perform(effect, for: current) }
      }
    }
    current = session
    return session
  }

  private func perform(_ effect: Effect, for session: Session) {
    if effect == .toggleFullScreen { return walls.toggleFullScreen() }
    if effect == .zero { walls.ringBell() }
    outside.perform(effect, for: session)
  }

  /// Sleeps until there is something to do, and does it: whether the clock has ticked.
  private func turn(_ session: Session) -> Bool {
    let ready = Poll.wait(
      for: clock.descriptors + walls.descriptors + outside.descriptors + upkeep.descriptors + [wakeups.descriptor])
    let hasTicked = clock.receive(ready)
    // What is shown now is sent before anything else is done.
    walls.finishTurn()
    if ready.contains(anyOf: walls.descriptors) { walls.receive(ready) }
    if ready.contains(anyOf: outside.descriptors) { outside.receive(for: session) }
    if ready.contains(anyOf: upkeep.descriptors) { upkeep.receive(for: session) }
    if ready.contains(wakeups.descriptor), wakeups.receive() { walls.repaint(by: session) }
    if hasTicked {
      outside.tick(for: session)
      upkeep.tick(at: clock.now.uptime, for: session)
    }
    return hasTicked
  }
}
