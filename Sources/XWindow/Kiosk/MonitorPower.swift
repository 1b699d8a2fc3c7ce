internal import CX11

protocol MonitorPower {
  /// The idle time before power saving; `nil` without power saving.
  var timeout: Duration? { get }
  /// `isEnabled` is about power saving, `isLit` about the monitors.
  var state: (isEnabled: Bool, isLit: Bool) { get }
  func enable(_ isEnabled: Bool)
  /// Without power saving, this request causes BadMatch.
  func force(isLit: Bool)
}

extension MonitorPower {
  /// Switches the monitors on, which a screen saver reset does not.
  func wake() {
    let (isEnabled, isLit) = state
    if isEnabled, !isLit { force(isLit: true) }
  }
}

/// Without DPMS (DPMSQueryExtension(3)), the monitors count as on.
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

struct ScreenLight {
  private var isDark = false
  private var hasEnabledPowerSaving = false

  mutating func set(_ isOn: Bool, by power: @autoclosure () -> any MonitorPower) {
    guard isOn == isDark else { return }
    isDark = !isOn
    let power = power()
    if isOn {
      power.wake()
      if hasEnabledPowerSaving { power.enable(false) }
    } else {
      hasEnabledPowerSaving = !power.state.isEnabled
      if hasEnabledPowerSaving { power.enable(true) }
      power.force(isLit: false)
    }
  }
}
