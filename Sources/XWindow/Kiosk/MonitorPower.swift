internal import CX11

/// The power saving of the monitors. A protocol, so that tests need no monitors.
protocol MonitorPower {
  /// The idle time before the first power-saving state (standby, suspend or off); `nil` without power saving.
  var timeout: Duration? { get }
  /// `isEnabled`: power saving is enabled. `isLit`: the monitors are on.
  var state: (isEnabled: Bool, isLit: Bool) { get }
  func enable(_ isEnabled: Bool)
  /// Power saving must be enabled.
  func force(isLit: Bool)
}

extension MonitorPower {
  /// Switches the monitors on if power saving has switched them off. A reset of the screen saver does not do this.
  func wake() {
    let (isEnabled, isLit) = state
    // Without DPMS, `force` causes BadMatch.
    if isEnabled, !isLit { force(isLit: true) }
  }
}

/// Power saving by DPMS (DPMSQueryExtension(3)). Without DPMS, the monitors count as on.
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

/// Switches the monitors off for a blank wall. If power saving was disabled before, disables it again afterwards.
struct ScreenLight {
  private var isDark = false
  /// True if power saving is enabled only to switch the monitors off.
  private var isEnabledForThis = false

  /// Does nothing if the state is the same. At first the monitors count as on.
  mutating func set(_ isOn: Bool, by power: @autoclosure () -> any MonitorPower) {
    guard isOn == isDark else { return }
    isDark = !isOn
    let power = power()
    if isOn {
      power.wake()
      if isEnabledForThis { power.enable(false) }
    } else {
      isEnabledForThis = !power.state.isEnabled
      if isEnabledForThis { power.enable(true) }
      power.force(isLit: false)
    }
  }
}
