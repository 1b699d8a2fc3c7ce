import ColourClock
import XWindow

/// One turn: sleep until the clock, the server or a command has something, let each tell its delegate. One thread does
/// it all.
struct Loop {
  let clock: SystemClock
  let display: Display
  let surface: XSurface
  let outside: Outside

  /// Runs the scene until it asks to quit. `first` is what has happened before there was anybody to see it.
  func run(_ scene: Scene, first: [Effect]) throws(Failure) {
    var (isOver, isLost) = (false, false)
    weak var current: Session?
    let perform = { (effect: Effect) in
      switch effect {
      case .quit: isOver = true
      case .giveUp: (isOver, isLost) = (true, true)
      case .toggleFullScreen: surface.toggleFullScreen()
      case .feed, .refresh, .zero, .command, .keepCountdown, .keepCard:
        if effect == .zero { surface.ringBell() }
        if let current { outside.perform(effect, for: current) }
      }
    }
    let session = Session(scene: scene, clock: clock, surface: surface, perform: perform)
    current = session
    surface.open()
    first.forEach(perform)
    var hasSettled = false
    while true {
      surface.receive()
      if isOver { break }
      Poll.wait(for: clock.descriptors + [display.descriptor] + outside.descriptors)
      let hasTicked = clock.receive()
      outside.receive(for: session)
      guard hasTicked else { continue }
      outside.tick(for: session)
      if !hasSettled { Memory.releaseStartUp() }
      hasSettled = true
    }
    outside.end()
    withExtendedLifetime(session) {}
    if isLost { throw .unable("somebody has destroyed the window") }
  }
}
