internal import CX11
internal import ColourClock

/// The windows over those monitors that the main window does not cover and that are to show something.
final class Covers {
  private let options: WindowDescription
  private let display: Display
  private let typeface: Typeface
  private var covers: [(part: MonitorRoles.Part, window: WallWindow)] = []

  init(_ options: WindowDescription, on display: Display, typeface: Typeface) {
    (self.options, self.display, self.typeface) = (options, display, typeface)
  }

  var windows: [WallWindow] { covers.map(\.window) }

  /// Covers just these monitors; a cover of the same role on the same monitor in the same place keeps its
  /// window. `background` is the colour that the other windows show now, if there is one.
  func update(to wanted: [MonitorRoles.Part], background: Colour?) {
    guard wanted != covers.map(\.part) else { return }
    covers = wanted.map { part in
      (part, covers.first { $0.part.isSame(as: part) }?.window ?? window(over: part, background: background))
    }
  }

  /// Restacks the covers as the main window was restacked.
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
  /// Whichever number it has among the others, and whether or not it is the primary one.
  fileprivate func isSame(as other: MonitorRoles.Part) -> Bool {
    role == other.role && monitor.name == other.monitor.name && monitor.box == other.monitor.box
      && monitor.resolution == other.monitor.resolution
  }
}

/// How the place of the main window in the stack has changed. No window manager restacks the covers, so they follow the
/// main window: above other windows with it, and out of their way with it.
enum StackingChange {
  case up
  case down

  /// `nil` for an event of the main window that says nothing of its place.
  init?(_ event: XEvent) {
    switch event.type {
    case FocusIn where StackingChange.movesFocus(event.xfocus): self = .up
    case FocusOut where StackingChange.movesFocus(event.xfocus): self = .down
    case VisibilityNotify where event.xvisibility.state == VisibilityUnobscured: self = .up
    default: return nil
    }
  }

  /// Another client's grab of the keyboard does not move the focus, nor does a pointer that moves.
  private static func movesFocus(_ event: XFocusChangeEvent) -> Bool {
    [NotifyNormal, NotifyWhileGrabbed].contains(event.mode) && event.detail != NotifyPointer
  }
}
