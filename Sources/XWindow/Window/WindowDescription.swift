package import ColourClock
private import System

/// How the windows are obtained, and what window managers and session managers are told of them.
package struct WindowDescription {
  package var title = "Colour Clock"
  /// The instance of `WM_CLASS`, if it was asked for.
  package var name: String?
  /// The program's argument vector, for session managers.
  package var command: [String] = []
  package var mode = RunMode.fullScreen
  package var geometry: WindowGeometry?
  /// Unknown to every window manager (override-redirect).
  package var isOverride = false
  package var isAbove = false
  package var isIconic = false
  /// What the server fills a window with before its first frame is painted: the colour of that frame.
  package var background = Colour.black

  package init() {}

  /// The instance of `WM_CLASS`: what was asked for, `$RESOURCE_NAME`, or the program's own name (ICCCM 2.0 §4.1.2.5).
  static func instance(_ name: String?) -> String { name ?? Process.environment("RESOURCE_NAME") ?? "colourclock" }

  /// Where the window is while it is not full screen: two thirds of its monitor, in the middle, if nothing was asked for.
  func placement(on monitor: PixelRect, of screen: Size) -> PixelRect {
    let whole = monitor.size
    let size = geometry?.size ?? Size(width: max(1, whole.width * 2 / 3), height: max(1, whole.height * 2 / 3))
    guard let geometry, geometry.offset != nil else { return PixelRect(centring: size, in: monitor) }
    let (x, y) = geometry.origin(of: size, on: screen)
    return PixelRect(x: x, y: y, size: size)
  }
}

extension PixelRect {
  /// A rectangle of `size` in the middle of another.
  init(centring size: Size, in whole: PixelRect) {
    let (x, y) = WindowGeometry.centre(size, on: whole.size)
    self.init(x: whole.left + x, y: whole.top + y, size: size)
  }
}

extension TopLevel {
  /// How a window is brought to the full screen.
  enum Form {
    /// By the window manager.
    case managed
    /// By itself, since no window manager supports it: it is made as large as the monitor.
    case bare
    /// By itself, past every window manager.
    case override
  }
}

extension TopLevel.Form {
  /// A window that has to stay above all others goes past the window manager. A manager keeps its own windows below
  /// those that it does not manage, such as notifications, and a full screen below the window that has the focus; some
  /// know no full screen, or choose the monitor themselves; and what a client asks for (`_NET_WM_STATE_ABOVE`,
  /// `_NET_RESTACK_WINDOW`, to be raised) any manager may refuse.
  init(of options: WindowDescription, on display: Display) {
    let staysOnTop = options.mode.staysOnTop || options.isAbove && options.mode.coversMonitors
    if options.isOverride || staysOnTop {
      self = .override
    } else {
      self = WindowManager(display: display).supported.contains(.fullScreen) ? .managed : .bare
    }
  }
}
