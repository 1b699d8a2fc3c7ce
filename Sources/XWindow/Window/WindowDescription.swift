package import ColourClock

/// How the windows are obtained, and what they are told of the outside.
package struct WindowDescription {
  package var title = "Colour Clock"
  /// The instance of `WM_CLASS`, if it was asked for.
  package var name: String?
  /// The program's argument vector, for session managers.
  package var command: [String] = []
  package var mode = RunMode.fullScreen
  package var geometry: WindowGeometry?
  /// Past every window manager (override-redirect).
  package var isOverride = false
  package var isAbove = false
  package var isIconic = false
  /// What the server fills a window with before its first frame is there: that frame's own colour.
  package var background = Colour.black

  package init() {}

  /// The instance of `WM_CLASS`: what was asked for, `$RESOURCE_NAME`, or the program's own name (ICCCM 2.0 §4.1.2.5).
  static func instance(_ name: String?) -> String { name ?? Process.environment("RESOURCE_NAME") ?? "colourclock" }

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
