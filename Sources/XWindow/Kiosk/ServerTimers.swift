internal import CX11

/// The X server's own screen saver and its power saving, both of which count from the last input.
///
/// With MIT-SCREEN-SAVER 1.1 both are suspended until our connection ends (XScreenSaverSuspend(3)). Without it the time of
/// the last input is reset again and again, so that no setting has to be restored after a crash.
final class ServerTimers: Inhibitor {
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
    if canSuspend { XScreenSaverSuspend(display.pointer, True) }
    // Suspending does not light a screen that is already dark.
    reset()
    power.wake()
    beat()
  }

  func beat() {
    guard !canSuspend else { return }
    // Asked each time, as the user may have changed it.
    let timeout = [ServerTimers.timeout(display.pointer), power.timeout].compactMap(\.self).min()
    interval = min(KeepAwake.pause, timeout.map { $0 / 2.5 } ?? KeepAwake.pause)
    reset()
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

  /// How long the server's saver waits for input; `nil` if it is off.
  private static func timeout(_ display: OpaquePointer) -> Duration? {
    var (timeout, period, blanking, exposures): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    XGetScreenSaver(display, &timeout, &period, &blanking, &exposures)
    return timeout > 0 ? .seconds(Int(timeout)) : nil
  }
}

/// Power saving of monitors: a server's, or a test's.
protocol MonitorPower {
  /// How long after the last input its first level begins; `nil` if none is set.
  var timeout: Duration? { get }
  /// Wakes sleeping monitors, which a reset of the server's saver does not.
  func wake()
}

/// VESA's Display Power Management Signaling (DPMSQueryExtension(3)), which most servers without real monitors lack.
struct ServerPower: MonitorPower {
  private let display: OpaquePointer
  private let isThere: Bool

  init(_ display: Display) {
    self.display = display.pointer
    var (event, error): (Int32, Int32) = (0, 0)
    isThere = DPMSQueryExtension(display.pointer, &event, &error) != 0 && DPMSCapable(display.pointer) != 0
  }

  var timeout: Duration? {
    guard state.isEnabled else { return nil }
    var (standby, suspend, off): (CARD16, CARD16, CARD16) = (0, 0, 0)
    guard DPMSGetTimeouts(display, &standby, &suspend, &off) != 0 else { return nil }
    // A level with a time of 0 is off.
    return [standby, suspend, off].filter { $0 > 0 }.min().map { .seconds(Int($0)) }
  }

  func wake() {
    let (isEnabled, level) = state
    // While DPMS is off the server answers BadMatch.
    if isEnabled, level != DPMSModeOn { DPMSForceLevel(display, CARD16(DPMSModeOn)) }
  }

  /// Switches the light off until input or the opposite.
  /// - Returns: whether power saving had to be switched on for that.
  func darken() -> Bool {
    guard isThere else { return false }
    let wasEnabled = state.isEnabled
    if !wasEnabled { DPMSEnable(display) }
    DPMSForceLevel(display, CARD16(DPMSModeOff))
    XFlush(display)
    return !wasEnabled
  }

  /// - Parameter disables: whether power saving was off before.
  func lighten(_ disables: Bool) {
    guard isThere else { return }
    wake()
    if disables { DPMSDisable(display) }
    XFlush(display)
  }

  private var state: (isEnabled: Bool, level: Int32) {
    var (level, isEnabled): (CARD16, BOOL) = (0, 0)
    guard isThere, DPMSInfo(display, &level, &isEnabled) != 0 else { return (false, DPMSModeOn) }
    return (isEnabled != 0, Int32(level))
  }
}
