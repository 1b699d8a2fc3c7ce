internal import CX11

/// Inhibits the X server's screen saver and power saving. MIT-SCREEN-SAVER 1.1 does so until the connection ends
/// (XScreenSaverSuspend(3)); without it, each `beat` resets the timers. The timeouts are not changed, because a change
/// would outlive a crash.
final class ServerTimers: Inhibitor {
  /// Empty on Xwayland: the Wayland compositor controls the screen.
  var holding: [String] { isOn && !display.isXwayland ? ["X server"] : [] }
  private var isOn = false
  private let display: Display
  private let power: any MonitorPower
  private let canSuspend: Bool
  private(set) var interval = KeepAwake.pause

  init(_ display: Display, power: (any MonitorPower)? = nil) {
    self.display = display
    self.power = power ?? ServerPower(display)
    canSuspend = ServerTimers.canSuspend(display.pointer)
  }

  func start() {
    isOn = true
    if canSuspend { XScreenSaverSuspend(display.pointer, True) }
    // A suspension does not switch the screen on.
    reset()
    power.wake()
    beat()
  }

  func beat() {
    guard !canSuspend else { return }
    let timeout = [ServerTimers.timeout(display.pointer), power.timeout].compactMap(\.self).min()
    // The timers are reset at least twice within the shortest timeout.
    interval = min(KeepAwake.pause, timeout.map { $0 / 2.5 } ?? KeepAwake.pause)
    reset()
  }

  func stop() {
    isOn = false
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

  private static func timeout(_ display: OpaquePointer) -> Duration? {
    var (timeout, period, blanking, exposures): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    XGetScreenSaver(display, &timeout, &period, &blanking, &exposures)
    return timeout > 0 ? .seconds(Int(timeout)) : nil
  }
}
