package import ColourClock
private import System

package struct WindowDescription {
  package var title = "Colour Clock"
  /// The user's instance of `WM_CLASS`.
  package var name: String?
  /// Session managers read this command line.
  package var command: [String] = []
  package var mode = RunMode.fullScreen
  package var geometry: WindowGeometry?
  package var isOverride = false
  package var isAbove = false
  package var isIconic = false
  /// The colour before the first frame.
  package var background = Colour.black

  package init() {}

  /// The instance of `WM_CLASS` (ICCCM 2.0 §4.1.2.5).
  static func instance(_ name: String?) -> String { name ?? Process.environment("RESOURCE_NAME") ?? "colourclock" }

  /// The size when not full screen.
  package func size(on monitor: Size) -> Size {
    geometry?.size ?? Size(width: max(1, monitor.width * 2 / 3), height: max(1, monitor.height * 2 / 3))
  }

  /// The place when not full screen.
  func placement(on monitor: PixelRect, of screen: Size) -> PixelRect {
    let size = size(on: monitor.size)
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
    /// A window manager that supports full screen is in charge.
    case managed
    /// Without such a manager, the clock itself sets the monitor's size.
    case unmanaged
    case override
  }
}

extension TopLevel.Form {
  /// Windows that stay on top bypass the manager, because it keeps managed windows below others, such as notifications.
  init(of options: WindowDescription, on display: Display) {
    let staysOnTop = options.mode.staysOnTop || options.isAbove && options.mode.coversMonitors
    if options.isOverride || staysOnTop {
      self = .override
    } else {
      self = WindowManager(display: display).supported.contains(.fullScreen) ? .managed : .unmanaged
    }
  }
}
