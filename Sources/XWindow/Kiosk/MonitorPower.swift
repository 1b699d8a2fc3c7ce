internal import CX11

/// The power saving of monitors. A protocol, so that tests need no monitors.
protocol MonitorPower {
  /// The time from the last input until the first level of power saving; `nil` without power saving.
  var timeout: Duration? { get }
  var state: (isEnabled: Bool, isLit: Bool) { get }
  func enable(_ isEnabled: Bool)
  /// Switches the monitors on or off. Power saving must be enabled before.
  func force(isLit: Bool)
}

extension MonitorPower {
  /// Switches sleeping monitors on, which a reset of the server's screen saver does not do.
  func wake() {
    let (isEnabled, isLit) = state
    // While DPMS is disabled, `force` would cause a BadMatch error.
    if isEnabled, !isLit { force(isLit: true) }
  }
}

/// The DPMS extension (DPMSQueryExtension(3)). Most servers without real monitors lack it. The monitors then count as
/// on.
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

/// Switches the monitors off for a blank wall, and on again. Leaves power saving disabled if it was disabled before.
struct ScreenLight {
  private var isDark = false
  private var isEnabledForThis = false

  /// Does nothing if the monitors have this state already. At first they count as on.
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
