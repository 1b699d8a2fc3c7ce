internal import CX11
internal import ColourClock

/// The windows over those monitors that the main window does not cover, and that are not to be left alone.
final class Covers {
  private let options: WindowDescription
  private let display: Display
  private let typeface: Typeface
  private var covers: [Cover] = []

  /// A window over a monitor, with what that is for.
  private struct Cover {
    let part: MonitorRoles.Part
    let window: WallWindow
  }

  init(_ options: WindowDescription, on display: Display, typeface: Typeface) {
    (self.options, self.display, self.typeface) = (options, display, typeface)
  }

  var windows: [WallWindow] { covers.map(\.window) }

  /// Covers just these; what stays keeps its window. `background` is the colour of the walls that are there, if there is one.
  func update(to wanted: [MonitorRoles.Part], background: Colour?) {
    guard wanted != covers.map(\.part) else { return }
    covers = wanted.map { part in
      covers.first { $0.part == part } ?? Cover(part: part, window: window(over: part, background: background))
    }
  }

  /// Goes where the main window has gone.
  func follow(_ way: StackingChange) {
    for cover in windows.compactMap({ $0.host as? TopLevel }) {
      switch way {
      case .up: cover.raise()
      case .down: cover.lower()
      }
    }
  }

  private func window(over part: MonitorRoles.Part, background: Colour?) -> WallWindow {
    var options = options
    (options.geometry, options.isIconic) = (nil, false)
    options.mode.coversMonitors = true
    options.background = part.role == .black ? .black : background ?? options.background
    let host = TopLevel(options, on: display, form: .override, monitor: part.monitor.box, isCover: true)
    let window = WallWindow(host, on: display, typeface: typeface, takesAllInput: options.mode.endsOnInput)
    window.divide(into: [WallLayout.Part(box: PixelRect(part.monitor.box.size), role: part.role)])
    return window
  }
}
