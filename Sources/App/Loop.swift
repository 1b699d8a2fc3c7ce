import ColourClock
import XWindow

/// One turn: sleep until the clock or the server has something, let each tell its delegate. One thread does it all.
struct Loop {
  let clock: SystemClock
  let display: Display
  let surface: XSurface

  /// Runs the scene until it asks to quit.
  func run(_ scene: Scene) throws(Failure) {
    var (isOver, isLost) = (false, false)
    let session = Session(scene: scene, clock: clock, surface: surface) { effect in
      switch effect {
      case .quit: isOver = true
      case .giveUp: (isOver, isLost) = (true, true)
      case .toggleFullScreen: surface.toggleFullScreen()
      }
    }
    surface.open()
    var hasSettled = false
    while true {
      surface.receive()
      if isOver { break }
      Poll.wait(for: [clock.descriptor, display.descriptor])
      let hasTicked = clock.receive()
      if hasTicked && !hasSettled {
        Memory.releaseStartUp()
        hasSettled = true
      }
    }
    withExtendedLifetime(session) {}
    if isLost { throw .unable("somebody has destroyed the window") }
  }
}
