private import CX11

/// The X server's own saver and its power saving, both of which count from the last input.
///
/// With MIT-SCREEN-SAVER 1.1 both are suspended, until our connection ends (XScreenSaverSuspend(3)). Without it the time
/// of the last input is set to now again and again, which leaves no setting to be put back after a crash.
final class ServerTimers: Inhibitor {
  private let display: Display
  private let canSuspend: Bool
  private(set) var interval = Duration.seconds(50)

  init(_ display: Display) {
    self.display = display
    canSuspend = ServerTimers.canSuspend(display.pointer)
  }

  func start() {
    if canSuspend {
      XScreenSaverSuspend(display.pointer, True)
    } else {
      interval = min(interval, ServerTimers.timeout(display.pointer) / 2.5)
    }
    // Suspending does not light a screen that is dark already.
    reset()
  }

  func beat() {
    if !canSuspend { reset() }
  }

  func stop() {
    guard canSuspend else { return }
    XScreenSaverSuspend(display.pointer, False)
    XFlush(display.pointer)
  }

  private func reset() {
    XResetScreenSaver(display.pointer)
    XFlush(display.pointer)
  }

  private static func canSuspend(_ display: OpaquePointer) -> Bool {
    var (first, second): (Int32, Int32) = (0, 0)
    guard XScreenSaverQueryExtension(display, &first, &second) != 0,
      XScreenSaverQueryVersion(display, &first, &second) != 0
    else { return false }
    return (first, second) >= (1, 1)
  }

  /// How long the server waits for input; a day if it never blanks.
  private static func timeout(_ display: OpaquePointer) -> Duration {
    var (timeout, period, blanking, exposures): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    XGetScreenSaver(display, &timeout, &period, &blanking, &exposures)
    return .seconds(timeout > 0 ? Int(timeout) : 86_400)
  }
}
