/// How the clock runs: its window, its monitors, its input, and who may end it.
///
/// `Options.runMode` builds the mode. Other code asks for the properties instead of `name`.
package struct RunMode: Hashable, Sendable {
  package private(set) var name = "full screen"

  package enum Target: Hashable, Sendable {
    case own
    /// The host's window.
    case adopted(UInt)
    case root
  }

  package var target = Target.own
  /// At the start.
  package var coversMonitors = true
  package var monitors = MonitorChoice.primary
  package var otherMonitors = OtherMonitors.leave
  /// If another client unmaps or destroys the window, the clock maps it or makes a new one.
  package var staysOnTop = false
  /// On all windows of the screen.
  package var hidesPointer = false
  package var grabsInput = false
  /// The clock stops screen saver and power saving.
  package var keepsAwake = false
  /// A window of a host gets no input, so the wall has no controls.
  package var hasControls = true
  package var endsOnInput = false
  /// Only a completed hold ends the program.
  package var isLocked = false
  /// The default shift against burn-in.
  package var shift = Shift.off
  /// The default for showing that the system's clock is not synchronised.
  package var showsSynchronisation = false

  private init() {}

  package static let fullScreen = RunMode()

  package static let window = {
    var mode = RunMode()
    (mode.name, mode.coversMonitors) = ("window", false)
    return mode
  }()

  /// An unattended wall: on all monitors, above all windows. Visitors cannot end it.
  package static let kiosk = {
    var mode = RunMode()
    mode.name = "kiosk"
    (mode.monitors, mode.otherMonitors, mode.shift) = (.all, .black, .subtle)
    (mode.staysOnTop, mode.hidesPointer, mode.grabsInput, mode.keepsAwake) = (true, true, true, true)
    (mode.isLocked, mode.showsSynchronisation) = (true, true)
    return mode
  }()

  /// A screen saver in a host's window.
  package static func saver(in target: Target) -> RunMode {
    var mode = RunMode()
    mode.name = "saver"
    (mode.target, mode.coversMonitors, mode.monitors) = (target, false, .all)
    (mode.hasControls, mode.shift) = (false, .subtle)
    return mode
  }

  package var isOwn: Bool { target == .own }

  /// A user may have switched between full screen and window.
  package func name(isFullScreen: Bool) -> String {
    guard isOwn, !isLocked else { return name }
    return (isFullScreen ? RunMode.fullScreen : RunMode.window).name
  }

  /// A kiosk that leaves the desktop on other monitors keeps the pointer in its window.
  package var confinesPointer: Bool { isLocked && otherMonitors == .leave && monitors != .all }
}
