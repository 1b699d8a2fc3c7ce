/// How the clock runs: which window it draws in, which monitors it covers, which input counts and who may end it.
///
/// It is built in one place, from the options. All other code asks for one of its properties, never for its name.
package struct RunMode: Hashable, Sendable {
  /// What users call it.
  package private(set) var name = "full screen"

  /// The window that the clock draws in.
  package enum Target: Hashable, Sendable {
    /// One that it creates.
    case own
    /// One that a host has created, by its identifier.
    case adopted(UInt)
    /// The root window, or the window that a virtual window manager has put in its place.
    case root
  }

  package var target = Target.own
  /// Whether its own window starts by covering monitors.
  package var coversMonitors = true
  /// The monitors that get a clock, and what happens to the others.
  package var monitors = MonitorChoice.primary
  package var otherMonitors = OtherMonitors.leave
  /// Whether the window stays above all others, is mapped again after another client has unmapped it, and created anew
  /// after one has destroyed it.
  package var staysOnTop = false
  /// Whether the pointer is never shown, on any window of the screen.
  package var hidesPointer = false
  /// Whether keyboard and pointer are kept from all other clients.
  package var grabsInput = false
  /// Whether the screen is kept from going dark.
  package var keepsAwake = false
  /// Whether there are controls: a host's window gets no input.
  package var hasControls = true
  /// Whether any input ends the program.
  package var endsOnInput = false
  /// Whether only a completed hold ends the program.
  package var isLocked = false
  /// How labels move against burn-in, unless the options say otherwise.
  package var shift = Shift.off
  /// Whether the wall says that the system's clock is not synchronised, unless the options say otherwise.
  package var showsSynchronisation = false

  private init() {}

  package static let fullScreen = RunMode()

  package static let window = {
    var mode = RunMode()
    (mode.name, mode.coversMonitors) = ("window", false)
    return mode
  }()

  /// An unattended appliance: all monitors, on top of everything, ended by its owner's keys or a signal.
  package static let kiosk = {
    var mode = RunMode()
    mode.name = "kiosk"
    (mode.monitors, mode.otherMonitors, mode.shift) = (.all, .black, .subtle)
    (mode.staysOnTop, mode.hidesPointer, mode.grabsInput, mode.keepsAwake) = (true, true, true, true)
    (mode.isLocked, mode.showsSynchronisation) = (true, true)
    return mode
  }()

  /// The saver of a host, in a window that the host owns.
  package static func saver(in target: Target) -> RunMode {
    var mode = RunMode()
    mode.name = "saver"
    (mode.target, mode.coversMonitors, mode.monitors) = (target, false, .all)
    (mode.hasControls, mode.shift) = (false, .subtle)
    return mode
  }

  package var isOwn: Bool { target == .own }

  /// What users call what is there now: a full screen may have become a window, and a window a full screen.
  package func name(isFullScreen: Bool) -> String {
    guard isOwn, !isLocked else { return name }
    return (isFullScreen ? RunMode.fullScreen : RunMode.window).name
  }

  /// Whether the pointer is confined to the window: where a desktop beside it stays in use and there is only one
  /// window.
  package var confinesPointer: Bool { isLocked && otherMonitors == .leave && monitors != .all }
}
