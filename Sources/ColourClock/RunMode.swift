/// Other code reads the properties, not `name`.
package struct RunMode: Hashable, Sendable {
  package private(set) var name = "full screen"

  package enum Target: Hashable, Sendable {
    case own
    /// A window of a host, such as a screensaver daemon.
    case adopted(UInt)
    case root
  }

  package var target = Target.own
  package var coversMonitors = true
  package var monitors = MonitorChoice.primary
  package var otherMonitors = OtherMonitors.leave
  /// The window bypasses the window manager, and the clock raises it above all windows.
  package var staysOnTop = false
  package var hidesPointer = false
  package var grabsInput = false
  package var keepsAwake = false
  /// False for a screen saver, which gets no input.
  package var hasControls = true
  package var endsOnInput = false
  /// True if only a completed hold ends the program.
  package var isLocked = false
  package var shift = Shift.off
  package var showsSynchronisation = false

  private init() {}

  package static let fullScreen = RunMode()

  package static let window = {
    var mode = RunMode()
    (mode.name, mode.coversMonitors) = ("window", false)
    return mode
  }()

  package static let kiosk = {
    var mode = RunMode()
    mode.name = "kiosk"
    (mode.monitors, mode.otherMonitors, mode.shift) = (.all, .black, .subtle)
    (mode.staysOnTop, mode.hidesPointer, mode.grabsInput, mode.keepsAwake) = (true, true, true, true)
    (mode.isLocked, mode.showsSynchronisation) = (true, true)
    return mode
  }()

  package static func saver(in target: Target) -> RunMode {
    var mode = RunMode()
    mode.name = "saver"
    (mode.target, mode.coversMonitors, mode.monitors) = (target, false, .all)
    (mode.hasControls, mode.shift) = (false, .subtle)
    return mode
  }

  package var hasOwnWindow: Bool { target == .own }

  package func name(isFullScreen: Bool) -> String {
    guard hasOwnWindow, !isLocked else { return name }
    return (isFullScreen ? RunMode.fullScreen : RunMode.window).name
  }

  package func roles(of list: [Monitor]) -> MonitorRoles { MonitorRoles(monitors, others: otherMonitors, of: list) }

  package var confinesPointer: Bool { isLocked && otherMonitors == .leave && monitors != .all }
}
