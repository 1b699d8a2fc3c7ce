/// How the clock runs: its window, its monitors, its input, and who may end it.
///
/// `Options.runMode` builds the mode. All other code asks for a property, never for `name`.
package struct RunMode: Hashable, Sendable {
  /// The name for users.
  package private(set) var name = "full screen"

  /// The window in which the clock draws.
  package enum Target: Hashable, Sendable {
    /// A window that the clock creates.
    case own
    /// A host's window, by its identifier.
    case adopted(UInt)
    /// The root window, or the virtual root window of a window manager.
    case root
  }

  package var target = Target.own
  /// Whether the clock's own window covers monitors at the start.
  package var coversMonitors = true
  package var monitors = MonitorChoice.primary
  package var otherMonitors = OtherMonitors.leave
  /// Whether the window stays above all others. If another client unmaps or destroys the window, the clock maps or
  /// creates it again.
  package var staysOnTop = false
  /// Whether the pointer is hidden on all windows of the screen.
  package var hidesPointer = false
  package var grabsInput = false
  /// Whether the clock stops screen saver and power saving.
  package var keepsAwake = false
  /// Whether the wall has controls. A window of a host gets no input, so it has none.
  package var hasControls = true
  /// Whether any input ends the program.
  package var endsOnInput = false
  /// Whether only a completed hold ends the program.
  package var isLocked = false
  /// The movement of the labels against burn-in, unless the options set it.
  package var shift = Shift.off
  /// Whether the wall shows that the system's clock is not synchronised, unless the options set it.
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

  /// A screen saver, in a window of its host.
  package static func saver(in target: Target) -> RunMode {
    var mode = RunMode()
    mode.name = "saver"
    (mode.target, mode.coversMonitors, mode.monitors) = (target, false, .all)
    (mode.hasControls, mode.shift) = (false, .subtle)
    return mode
  }

  package var isOwn: Bool { target == .own }

  /// The name for users at present. A user may have switched between full screen and window.
  package func name(isFullScreen: Bool) -> String {
    guard isOwn, !isLocked else { return name }
    return (isFullScreen ? RunMode.fullScreen : RunMode.window).name
  }

  /// True if the pointer must stay in the window: in a kiosk that leaves the desktop on other monitors.
  package var confinesPointer: Bool { isLocked && otherMonitors == .leave && monitors != .all }
}
