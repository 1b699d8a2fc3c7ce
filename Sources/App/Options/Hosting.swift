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

  /// A settings dialog names its window both ways, and means the option; a daemon may only set the variable. What is said
  /// there and cannot be read is never passed over: the root window instead would cover the user's desktop.
  func place() throws(Failure) -> WindowDescription.Place {
    if let windowID { return .adopted(windowID) }
    if !isModeGiven, let text = Process.environment("XSCREENSAVER_WINDOW") {
      guard let id = Value.windowID(text) else {
        throw .unusableWindow("XSCREENSAVER_WINDOW=\(text) is no window: it takes a number, such as 0x400008")
      }
      return .adopted(id)
    }
    return isRoot && !isModeGiven ? .root : .own(ownMode)
  }

  private var ownMode: WindowDescription.Mode {
    switch mode {
    case .window: .window
    case .fullscreen: .fullScreen
    case .kiosk: .kiosk
    }
  }
}

extension Settings {
  /// Whether the screen is kept on: never from within somebody's saver.
  var inhibits: Bool { place.isOwn && (hosting.inhibits ?? place.isKiosk) }

  /// What the windows are told, beside what they show.
  var description: WindowDescription {
    var description = WindowDescription()
    (description.place, description.geometry, description.name) = (place, geometry, hosting.name)
    description.monitors = hosting.monitors ?? (place.isKiosk || !place.isOwn || hosting.endsOnInput ? .all : .primary)
    description.others = hosting.others ?? (place.isKiosk ? .black : .leave)
    description.isAbove = hosting.isAbove
    (description.isOverride, description.isIconic) = (hosting.isOverride, hosting.isIconic)
    description.grabs = place.isOwn && (hosting.grabs ?? place.isKiosk)
    description.wantsInput = hosting.endsOnInput
    return description
  }

  /// Fits a wall to where it is shown: in somebody else's window there are no hands.
  func fit(_ setup: inout Setup) {
    (setup.endsOnInput, setup.showsRate) = (hosting.endsOnInput, hosting.showsRate)
    setup.isLocked = place.isKiosk
    guard !place.isOwn else { return }
    setup.hold.mode = .never
    setup.pull = nil
  }
}
