/// How the clock runs: its window, its monitors, its input, and who may end it.
///
/// `Options.runMode` builds the mode. Other code asks for the properties instead of `name`.
package struct RunMode: Hashable, Sendable {
  package private(set) var name = "full screen"

  package enum Target: Hashable, Sendable {
    case own
    /// A window of a host, such as a screensaver daemon.
    case adopted(UInt)
    case root
  }

  package var target = Target.own
  /// True if the clock covers its monitors at the start.
  package var coversMonitors = true
  package var monitors = MonitorChoice.primary
  package var otherMonitors = OtherMonitors.leave
  /// True if the window stays above all others. It bypasses the window manager, and the clock raises it. The clock maps
  /// it again, or makes a new window, after another X client has unmapped or destroyed it.
  package var staysOnTop = false
  /// True if the pointer is hidden on all windows of the screen.
  package var hidesPointer = false
  package var grabsInput = false
  /// True if the clock stops screen saver and power saving.
  package var keepsAwake = false
  /// False for a screen saver, which gets no input.
  package var hasControls = true
  package var endsOnInput = false
  /// True if only a completed hold ends the program.
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

  /// A screen saver in a host's window or on the root window.
  package static func saver(in target: Target) -> RunMode {
    var mode = RunMode()
    mode.name = "saver"
    (mode.target, mode.coversMonitors, mode.monitors) = (target, false, .all)
    (mode.hasControls, mode.shift) = (false, .subtle)
    return mode
  }

  package var isOwn: Bool { target == .own }

  /// The name of the present mode. A user may have switched between full screen and window.
  package func name(isFullScreen: Bool) -> String {
    guard isOwn, !isLocked else { return name }
    return (isFullScreen ? RunMode.fullScreen : RunMode.window).name
  }

  /// True for a kiosk that leaves the desktop on other monitors: the pointer stays in the kiosk's window.
  package var confinesPointer: Bool { isLocked && otherMonitors == .leave && monitors != .all }
}
