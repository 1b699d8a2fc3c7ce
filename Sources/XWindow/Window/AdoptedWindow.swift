internal import CX11
internal import ColourClock

/// Another program (the host) made this window.
final class AdoptedWindow: BackingWindow {
  let window: Window
  let format: PixelFormat
  private(set) var box: PixelRect
  let wasMapped: Bool
  let wasShown: Bool
  private let display: Display

  /// - Parameter window: `nil` for the (virtual) root window.
  /// - Throws: if the clock cannot draw in the window.
  init(_ window: Window?, on display: Display, wantsInput: Bool) throws(Refusal) {
    let name = window.map { "0x\(String($0, radix: 16))" } ?? "the root"
    let missing = Refusal("there is no window \(name) to draw in")
    let window = window ?? display.virtualRoot
    var attributes = XWindowAttributes()
    let isThere = display.ignoringErrors { XGetWindowAttributes(display.pointer, window, &attributes) != 0 }
    guard isThere else { throw missing }
    guard attributes.class == InputOutput else {
      throw Refusal("window \(name) is input-only: the clock cannot draw in it")
    }
    guard attributes.root == display.root else {
      throw Refusal("window \(name) is on another screen: give that screen with --display")
    }
    (self.display, self.window) = (display, window)
    format = PixelFormat(display: display, of: attributes)
    display.watch(window)
    guard AdoptedWindow.selectInput(on: window, attributes, display, wantsInput: wantsInput) else { throw missing }
    // Changes before the selection were not reported.
    let isStillThere = display.ignoringErrors { XGetWindowAttributes(display.pointer, window, &attributes) != 0 }
    guard isStillThere else { throw missing }
    (wasMapped, wasShown) = (attributes.map_state != IsUnmapped, attributes.map_state == IsViewable)
    box = PixelRect(x: 0, y: 0, size: Size(width: Int(attributes.width), height: Int(attributes.height)))
    updatePlace()
  }

  /// False for the root window, whose background shows between other windows.
  var followsColour: Bool { window != display.root }

  func open() {}
  func pressed() {}
  func appeared() {}
  /// The server does not report a moved parent.
  func follow(_ monitor: PixelRect) { updatePlace() }
  func showPointer(_ isShown: Bool, for wall: ObjectIdentifier) {}

  func handle(_ event: inout XEvent) -> [Event] {
    switch event.type {
    case ConfigureNotify:
      box = PixelRect(x: box.left, y: box.top, size: event.xconfigure.size ?? box.size)
      updatePlace()
    case DestroyNotify: return [.destroyed]
    default: break
    }
    return []
  }

  /// Selects in steps, because the server may refuse one. It refuses buttons if another client has selected them.
  /// - Returns: false if the window is gone.
  private static func selectInput(
    on window: Window, _ attributes: XWindowAttributes, _ display: Display, wantsInput: Bool
  ) -> Bool {
    var mask = StructureNotifyMask | ExposureMask | (window == display.root ? 0 : VisibilityChangeMask)
    guard display.accepts({ XSelectInput(display.pointer, window, mask) }) else { return false }
    guard wantsInput else { return true }
    mask |= KeyPressMask | KeyReleaseMask | PointerMotionMask
    guard display.accepts({ XSelectInput(display.pointer, window, mask) }) else { return true }
    if attributes.all_event_masks & (ButtonPressMask | ButtonReleaseMask) == 0 {
      _ = display.accepts { XSelectInput(display.pointer, window, mask | ButtonPressMask | ButtonReleaseMask) }
    }
    return true
  }

  private func updatePlace() {
    guard window != display.root, let place = display.place(of: window) else { return }
    box = PixelRect(x: place.x, y: place.y, size: box.size)
  }
}

extension Display {
  /// The virtual root of swm and tvtwm (vroot.h), or else the root.
  fileprivate var virtualRoot: Window {
    let marked = children(of: root).lazy.compactMap { child in
      self.ignoringErrors { self.longs(of: child, self.atoms[.virtualRoot], type: Atom(XA_WINDOW)) }.first
    }
    return marked.first.map { Window($0) } ?? root
  }
}

extension XConfigureEvent {
  /// `nil` from a window manager, which only reports a place (ICCCM 2.0 §4.2.3).
  var size: Size? { send_event == False ? Size(width: Int(width), height: Int(height)) : nil }
}
