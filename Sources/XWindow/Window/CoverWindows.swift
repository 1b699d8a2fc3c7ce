internal import CX11
internal import ColourClock

/// Windows on the monitors that the main window does not cover.
final class CoverWindows {
  private let options: WindowDescription
  private let display: Display
  private let typeface: Typeface
  private var covers: [(part: MonitorRoles.Part, window: WallWindow)] = []

  init(_ options: WindowDescription, on display: Display, typeface: Typeface) {
    (self.options, self.display, self.typeface) = (options, display, typeface)
  }

  var windows: [WallWindow] { covers.map(\.window) }

  func update(to wanted: [MonitorRoles.Part], background: Colour?) {
    guard wanted != covers.map(\.part) else { return }
    covers = wanted.map { part in
      (part, covers.first { $0.part.isSame(as: part) }?.window ?? window(over: part, background: background))
    }
  }

  func follow(_ change: StackingChange) {
    for cover in windows.compactMap({ $0.backing as? TopLevel }) {
      switch change {
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
    let backing = TopLevel(options, on: display, form: .override, monitor: part.monitor.box, isCover: true)
    let window = WallWindow(backing, on: display, typeface: typeface, takesAllInput: options.mode.endsOnInput)
    window.divide(into: [
      WallLayout.Part(box: PixelRect(part.monitor.box.size), role: part.role, resolution: part.monitor.resolution)
    ])
    return window
  }
}

extension MonitorRoles.Part {
  /// Ignores the monitor's index and primacy.
  fileprivate func isSame(as other: MonitorRoles.Part) -> Bool {
    role == other.role && monitor.name == other.monitor.name && monitor.box == other.monitor.box
      && monitor.resolution == other.monitor.resolution
  }
}

/// A move of the main window in the stack, which the covers follow.
enum StackingChange {
  case up
  case down

  init?(_ event: XEvent) {
    switch event.type {
    case FocusIn where StackingChange.movesFocus(event.xfocus): self = .up
    case FocusOut where StackingChange.movesFocus(event.xfocus): self = .down
    case VisibilityNotify where event.xvisibility.state == VisibilityUnobscured: self = .up
    default: return nil
    }
  }

  /// False for grabs and moving pointers.
  private static func movesFocus(_ event: XFocusChangeEvent) -> Bool {
    [NotifyNormal, NotifyWhileGrabbed].contains(event.mode) && event.detail != NotifyPointer
  }
}
