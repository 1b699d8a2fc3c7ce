package import ColourClock
private import System

/// How to create the windows, with their properties for window and session managers.
package struct WindowDescription {
  package var title = "Colour Clock"
  /// The instance of `WM_CLASS`, if the user gave one.
  package var name: String?
  /// The argument vector, for session managers.
  package var command: [String] = []
  package var mode = RunMode.fullScreen
  /// The user's `--geometry`.
  package var geometry: WindowGeometry?
  /// Whether to bypass every window manager (override-redirect).
  package var isOverride = false
  /// Whether to keep the window above others.
  package var isAbove = false
  /// Whether to start as an icon.
  package var isIconic = false
  /// The window's background before its first frame.
  package var background = Colour.black

  package init() {}

  /// The instance of `WM_CLASS` (ICCCM 2.0 §4.1.2.5), which is the user's `name`, `$RESOURCE_NAME` or the program's
  /// name.
  static func instance(_ name: String?) -> String { name ?? Process.environment("RESOURCE_NAME") ?? "colourclock" }

  /// The window's place while not full screen. By default, two thirds of the monitor's width and height, centred.
  func placement(on monitor: PixelRect, of screen: Size) -> PixelRect {
    let whole = monitor.size
    let size = geometry?.size ?? Size(width: max(1, whole.width * 2 / 3), height: max(1, whole.height * 2 / 3))
    guard let geometry, geometry.offset != nil else { return PixelRect(centring: size, in: monitor) }
    let (x, y) = geometry.origin(of: size, on: screen)
    return PixelRect(x: x, y: y, size: size)
  }
}

extension PixelRect {
  /// A rectangle of `size` in the middle of `whole`.
  init(centring size: Size, in whole: PixelRect) {
    let (x, y) = WindowGeometry.centre(size, on: whole.size)
    self.init(x: whole.left + x, y: whole.top + y, size: size)
  }
}

extension TopLevel {
  /// How the window becomes full screen.
  enum Form {
    /// The window manager makes the window full screen.
    case managed
    /// No manager supports full screen, so the clock gives the window the size of the monitor.
    case bare
    /// The clock gives the window the size of the monitor and bypasses every window manager.
    case override
  }
}

extension TopLevel.Form {
  /// Chooses the form. A window that must stay above all others bypasses the window manager. A manager keeps its
  /// windows below unmanaged windows such as notifications, and a full screen below the focused window. Some managers
  /// have no full screen, or choose the monitor themselves. All may refuse `_NET_WM_STATE_ABOVE`, `_NET_RESTACK_WINDOW`
  /// or a raise.
  init(of options: WindowDescription, on display: Display) {
    let staysOnTop = options.mode.staysOnTop || options.isAbove && options.mode.coversMonitors
    if options.isOverride || staysOnTop {
      self = .override
    } else {
      self = WindowManager(display: display).supported.contains(.fullScreen) ? .managed : .bare
    }
  }
}
