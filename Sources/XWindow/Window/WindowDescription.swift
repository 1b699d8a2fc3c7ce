package import ColourClock

/// How the windows are obtained, and what they are told of the outside.
package struct WindowDescription {
  package var title = "Colour Clock"
  /// The instance of `WM_CLASS`, if it was asked for.
  package var name: String?
  /// The program's argument vector, for session managers.
  package var command: [String] = []
  package var place = Place.own(.fullScreen)
  package var geometry: WindowGeometry?
  package var monitors = MonitorChoice.primary
  package var others = OtherMonitors.leave
  /// Past every window manager (override-redirect).
  package var isOverride = false
  package var isAbove = false
  package var isIconic = false
  /// Whether keyboard and pointer are kept from everybody else.
  package var grabs = false
  /// Whether input matters in somebody else's window too.
  package var wantsInput = false
  /// What the server fills a window with before its first frame is there: that frame's own colour.
  package var background = Colour.black

  /// Whose window it is.
  package enum Place: Hashable, Sendable {
    case own(Mode)
    /// Somebody else's, by its identifier.
    case adopted(UInt)
    /// The root window, or what a virtual window manager has put in its place.
    case root

    package var isOwn: Bool { if case .own = self { true } else { false } }
    package var isKiosk: Bool { self == .own(.kiosk) }
  }

  package enum Mode: Hashable, Sendable {
    case window, fullScreen, kiosk
  }

  package init() {}

  /// The instance of `WM_CLASS`: what was asked for, `$RESOURCE_NAME`, or the program's own name (ICCCM 2.0 §4.1.2.5).
  static func instance(_ name: String?) -> String { name ?? Process.environment("RESOURCE_NAME") ?? "colourclock" }

  /// Whether it begins by covering monitors.
  var coversMonitors: Bool { place == .own(.fullScreen) || place.isKiosk }

  /// Whether the pointer is kept from the desktop beside a kiosk, which has one window then. Where there are several, each
  /// is to be touched.
  var confinesPointer: Bool { place.isKiosk && others == .leave && monitors != .all }

  /// Where the window is while it is not full screen: two thirds of its monitor, in the middle, if nothing was asked for.
  func placement(on monitor: PixelRect, of screen: Size) -> PixelRect {
    let whole = monitor.size
    let size = geometry?.size ?? Size(width: max(1, whole.width * 2 / 3), height: max(1, whole.height * 2 / 3))
    if let geometry, geometry.offset != nil {
      let (x, y) = geometry.origin(of: size, on: screen)
      return PixelRect(x: x, y: y, size: size)
    }
    let (x, y) = WindowGeometry.centre(size, on: whole)
    return PixelRect(x: monitor.left + x, y: monitor.top + y, size: size)
  }
}
