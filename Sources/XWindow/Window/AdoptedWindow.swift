internal import CX11
internal import ColourClock

/// A window that a screensaver daemon, its settings dialog or a locker has made for the clock.
///
/// Its properties, cursor and place stay as they are. Only its background becomes the clock's colour, for areas that
/// the server fills. It keeps its visual, depth and colormap, which are often not those of the screen.
final class AdoptedWindow: BackingWindow {
  let window: Window
  let format: PixelFormat
  private(set) var box: PixelRect
  let isMapped: Bool
  let isShown: Bool
  private let display: Display

  /// - Parameter window: `nil` for the root, or for the virtual root that a window manager has put in its place.
  /// - Throws: why the clock cannot draw in it.
  init(_ window: Window?, on display: Display, wantsInput: Bool) throws(Refusal) {
    let name = window.map { "0x\(String($0, radix: 16))" } ?? "the root"
    let missing = Refusal("there is no window \(name) to draw in")
    let window = window ?? display.virtualRoot
    var attributes = XWindowAttributes()
    let isThere = display.ignoringErrors { XGetWindowAttributes(display.pointer, window, &attributes) != 0 }
    guard isThere else { throw missing }
    guard attributes.class == InputOutput else {
      throw Refusal("window \(name) takes only input: it cannot be drawn in")
    }
    guard attributes.root == display.root else {
      throw Refusal("window \(name) is on another screen: give that one with --display")
    }
    (self.display, self.window) = (display, window)
    format = PixelFormat(display: display, of: attributes)
    display.watch(window)
    guard AdoptedWindow.selectInput(on: window, attributes, display, wantsInput: wantsInput) else { throw missing }
    // Checked again, as the server reports no change from before the selection.
    let isStillThere = display.ignoringErrors { XGetWindowAttributes(display.pointer, window, &attributes) != 0 }
    guard isStillThere else { throw missing }
    (isMapped, isShown) = (attributes.map_state != IsUnmapped, attributes.map_state == IsViewable)
    box = PixelRect(x: 0, y: 0, size: Size(width: Int(attributes.width), height: Int(attributes.height)))
    updatePlace()
  }

  /// The root window's background also shows between windows of other programs.
  var followsColour: Bool { window != display.root }

  func open() {}
  func pressed() {}
  func appeared() {}
  /// The host may have moved a parent of this window, which the server does not report.
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

  /// Only one client may select some events, and the host may have. BadAccess is an answer then, no error. Events are
  /// selected in steps, so that a refusal costs one step only.
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
  /// Window managers with a desktop larger than the screen mark a window in the root's place (vroot.h, the convention
  /// of swm, tvtwm and their successors).
  fileprivate var virtualRoot: Window {
    let marked = children(of: root).lazy.compactMap { child in
      self.ignoringErrors { self.longs(of: child, self.atoms[.virtualRoot], type: Atom(XA_WINDOW)) }.first
    }
    return marked.first.map { Window($0) } ?? root
  }
}

extension XConfigureEvent {
  /// The new size; `nil` if another client has sent the event. Window managers do so to report a place (ICCCM 4.2.3),
  /// and any client can. The server itself reports each size.
  var size: Size? { send_event == False ? Size(width: Int(width), height: Int(height)) : nil }
}
