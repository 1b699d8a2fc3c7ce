package import ColourClock
private import System

/// How to create the windows, and their properties for window and session managers.
package struct WindowDescription {
  package var title = "Colour Clock"
  /// The instance of `WM_CLASS`; `nil` if the user gave none.
  package var name: String?
  /// The argument vector, for session managers.
  package var command: [String] = []
  package var mode = RunMode.fullScreen
  package var geometry: WindowGeometry?
  /// Override-redirect: bypass every window manager.
  package var isOverride = false
  package var isAbove = false
  package var isIconic = false
  /// The background before the first frame.
  package var background = Colour.black

  package init() {}

  /// The instance of `WM_CLASS` (ICCCM 2.0 §4.1.2.5): the user's `name`, `$RESOURCE_NAME` or the program's name.
  static func instance(_ name: String?) -> String { name ?? Process.environment("RESOURCE_NAME") ?? "colourclock" }

  /// The window's place while the window is not full screen. The default is centred, with two thirds of the monitor's
  /// width and height.
  func placement(on monitor: PixelRect, of screen: Size) -> PixelRect {
    let whole = monitor.size
    let size = geometry?.size ?? Size(width: max(1, whole.width * 2 / 3), height: max(1, whole.height * 2 / 3))
    guard let geometry, geometry.offset != nil else { return PixelRect(centring: size, in: monitor) }
    let (x, y) = geometry.origin(of: size, on: screen)
    return PixelRect(x: x, y: y, size: size)
  }
}

extension PixelRect {
  init(centring size: Size, in whole: PixelRect) {
    let (x, y) = WindowGeometry.centre(size, on: whole.size)
    self.init(x: whole.left + x, y: whole.top + y, size: size)
  }
}

extension TopLevel {
  enum Form {
    /// A window manager that supports full screen is in charge of the window.
    case managed
    /// No manager supports full screen, so the clock gives the window the monitor's size.
    case bare
    /// Like `bare`, but the window bypasses every window manager.
    case override
  }
}

extension TopLevel.Form {
  /// The form of the main window. A window that must stay above all others bypasses the window manager, because managed
  /// windows stay below unmanaged ones such as notifications. A manager may also keep a full-screen window below the
  /// focused window.
  init(of options: WindowDescription, on display: Display) {
    let staysOnTop = options.mode.staysOnTop || options.isAbove && options.mode.coversMonitors
    if options.isOverride || staysOnTop {
      self = .override
    } else {
      self = WindowManager(display: display).supported.contains(.fullScreen) ? .managed : .bare
    }
  }
}
