internal import CX11

/// Power saving of monitors, by a server or in a test.
protocol MonitorPower {
  /// The time from the last input to its first level; `nil` if none is set.
  var timeout: Duration? { get }
  /// True if power saving is on; true if the monitors are lit.
  var state: (isEnabled: Bool, isLit: Bool) { get }
  func enable(_ isEnabled: Bool)
  /// Switches the light while power saving is on.
  func force(isLit: Bool)
}

extension MonitorPower {
  /// Wakes sleeping monitors. A reset of the server's saver does not.
  func wake() {
    let (isEnabled, isLit) = state
    // While DPMS is off the server answers BadMatch.
    if isEnabled, !isLit { force(isLit: true) }
  }
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
    // A time of 0 means that the level is off.
    return [standby, suspend, off].filter { $0 > 0 }.min().map { .seconds(Int($0)) }
  }

  func enable(_ isEnabled: Bool) {
    guard isThere else { return }
    _ = isEnabled ? DPMSEnable(display) : DPMSDisable(display)
    XFlush(display)
  }

  func force(isLit: Bool) {
    guard isThere else { return }
    DPMSForceLevel(display, CARD16(isLit ? DPMSModeOn : DPMSModeOff))
    XFlush(display)
  }

  var state: (isEnabled: Bool, isLit: Bool) {
    var (level, isEnabled): (CARD16, BOOL) = (0, 0)
    guard isThere, DPMSInfo(display, &level, &isEnabled) != 0 else { return (false, true) }
    return (isEnabled != 0, level == CARD16(DPMSModeOn))
  }
}

/// Switches the monitors' light for a blank wall, and restores power saving afterwards.
struct ScreenLight {
  private var isDark = false
  /// True if power saving is on only for that.
  private var isLent = false

  mutating func set(_ isOn: Bool, by power: @autoclosure () -> any MonitorPower) {
    guard isOn == isDark else { return }
    isDark = !isOn
    let power = power()
    if isOn {
      power.wake()
      if isLent { power.enable(false) }
    } else {
      isLent = !power.state.isEnabled
      if isLent { power.enable(true) }
      power.force(isLit: false)
    }
  }
}
