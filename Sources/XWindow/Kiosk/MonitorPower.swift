internal import CX11

/// Who puts monitors to sleep when there is no input for a while: a server with DPMS, or a test.
protocol MonitorPower {
  /// After how long without input the first of its levels comes; `nil` if none ever does.
  var patience: Duration? { get }
  /// Wakes monitors that sleep, which a reset of the server's saver does not.
  func wake()
}

/// VESA's Display Power Management Signaling as the server offers it, if it does: most servers without real monitors do
/// not (DPMSQueryExtension(3)).
struct ServerPower: MonitorPower {
  private let display: OpaquePointer
  private let isThere: Bool

  init(_ display: Display) {
    self.display = display.pointer
    var (event, error): (Int32, Int32) = (0, 0)
    isThere = DPMSQueryExtension(display.pointer, &event, &error) != 0 && DPMSCapable(display.pointer) != 0
  }

  var patience: Duration? {
    guard state.isEnabled else { return nil }
    var (standby, suspend, off): (CARD16, CARD16, CARD16) = (0, 0, 0)
    guard DPMSGetTimeouts(display, &standby, &suspend, &off) != 0 else { return nil }
    // A level with no time is left out.
    return [standby, suspend, off].filter { $0 > 0 }.min().map { .seconds(Int($0)) }
  }

  func wake() {
    let (isEnabled, level) = state
    // The server answers BadMatch where it is switched off.
    if isEnabled, level != DPMSModeOn { DPMSForceLevel(display, CARD16(DPMSModeOn)) }
  }

  private var state: (isEnabled: Bool, level: Int32) {
    var (level, isEnabled): (CARD16, BOOL) = (0, 0)
    guard isThere, DPMSInfo(display, &level, &isEnabled) != 0 else { return (false, DPMSModeOn) }
    return (isEnabled != 0, Int32(level))
  }
}
