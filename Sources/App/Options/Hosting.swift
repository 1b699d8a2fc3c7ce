import ColourClock
import XWindow

/// Whose window the wall is in, over which monitors, and how far it keeps others away.
struct Hosting {
  var mode = WindowMode.fullscreen
  /// Whether the command line itself says the mode: then no host is asked.
  var isModeGiven = false
  var windowID: UInt?
  var isRoot = false
  var endsOnInput = false
  /// `nil` where the default goes by the mode.
  var monitors: MonitorChoice?
  var others: OtherMonitors?
  var grabs: Bool?
  var inhibits: Bool?
  var isAbove = false
  var isOverride = false
  var isIconic = false
  var name: String?
  var showsRate = false

  /// A geometry alone asks for a window.
  mutating func lay(_ options: Options) {
    if options.window.geometry != nil { mode = .window }
    mode = options.window.mode ?? mode
    windowID = options.saver.windowId ?? windowID
    isRoot = isRoot || options.saver.root
    endsOnInput = endsOnInput || options.saver.exitOnInput
    monitors = options.window.monitor ?? monitors
    others = options.window.otherMonitors ?? others
    grabs = options.kiosk.grab ?? grabs
    inhibits = options.kiosk.inhibit ?? inhibits
    isAbove = isAbove || options.window.above
    isOverride = isOverride || options.window.override
    isIconic = isIconic || options.window.iconic
    name = options.window.name ?? name
    showsRate = options.window.fps ?? showsRate
  }

  /// The one switch in which options become a run mode.
  func runMode() throws(Failure) -> RunMode {
    var run: RunMode =
      switch (try target(), mode) {
      case (.own, .window): .window
      case (.own, .fullscreen): .fullScreen
      case (.own, .kiosk): .kiosk
      case (let target, _): .saver(in: target)
      }
    if endsOnInput { (run.endsOnInput, run.monitors) = (true, .all) }
    run.monitors = monitors ?? run.monitors
    run.otherMonitors = others ?? run.otherMonitors
    guard run.isOwn else { return run }
    run.grabsInput = grabs ?? run.grabsInput
    run.keepsAwake = inhibits ?? run.keepsAwake
    return run
  }

  /// A settings dialog names its window both ways, and means the option; a daemon may only set the variable. A variable
  /// that cannot be read is an error: the root window instead would cover the user's desktop.
  private func target() throws(Failure) -> RunMode.Target {
    if let windowID { return .adopted(windowID) }
    if !isModeGiven, let text = Process.environment("XSCREENSAVER_WINDOW") {
      guard let id = Value.windowID(text) else {
        throw .unusableWindow("XSCREENSAVER_WINDOW=\(text) is no window: it takes a number, such as 0x400008")
      }
      return .adopted(id)
    }
    return isRoot && !isModeGiven ? .root : .own
  }
}

extension Settings {
  /// What the windows are told, beside what they show.
  var description: WindowDescription {
    var description = WindowDescription()
    (description.mode, description.geometry, description.name) = (mode, geometry, hosting.name)
    description.isAbove = hosting.isAbove
    (description.isOverride, description.isIconic) = (hosting.isOverride, hosting.isIconic)
    return description
  }

  /// Fits a wall to how it runs.
  func fit(_ setup: inout Setup) {
    (setup.endsOnInput, setup.showsRate) = (mode.endsOnInput, hosting.showsRate)
    setup.isLocked = mode.isLocked
    guard !mode.hasControls else { return }
    setup.hold.mode = .never
    setup.pull = nil
  }
}
