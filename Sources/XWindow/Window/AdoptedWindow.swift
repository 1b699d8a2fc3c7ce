internal import CX11
internal import ColourClock

/// Why a window cannot be drawn in.
package enum AdoptionRefusal: Error {
  case missing, inputOnly, onOtherScreen
}

/// A window that a screensaver daemon, its settings dialog or a locker has made for the clock to draw in.
///
/// Of its properties, cursor and place nothing is changed; only its background becomes the clock's colour, for what the
/// server fills by itself. It keeps its own visual, depth and colormap, which are often not those of the screen.
final class AdoptedWindow: BackingWindow {
  let window: Window
  let format: PixelFormat
  private(set) var box: PixelRect
  let isMapped: Bool
  let isShown: Bool
  private let display: Display

  /// `nil` as `window` stands for the root, or for the window that a virtual window manager has put in its place.
  init(_ window: Window?, on display: Display, wantsInput: Bool) throws(AdoptionRefusal) {
    let window = window ?? display.virtualRoot
    var attributes = XWindowAttributes()
    let isThere = display.ignoringErrors { XGetWindowAttributes(display.pointer, window, &attributes) != 0 }
    guard isThere else { throw .missing }
    guard attributes.class == InputOutput else { throw .inputOnly }
    guard attributes.root == display.root else { throw .onOtherScreen }
    (self.display, self.window) = (display, window)
    format = PixelFormat(display: display, of: attributes)
    display.watch(window)
    guard AdoptedWindow.selectInput(on: window, attributes, display, wantsInput: wantsInput) else { throw .missing }
    // Asked again: the server reports no changes from before the selection.
    let isStillThere = display.ignoringErrors { XGetWindowAttributes(display.pointer, window, &attributes) != 0 }
    guard isStillThere else { throw .missing }
    (isMapped, isShown) = (attributes.map_state != IsUnmapped, attributes.map_state == IsViewable)
    box = PixelRect(x: 0, y: 0, size: Size(width: Int(attributes.width), height: Int(attributes.height)))
    updatePlace()
  }

  /// The root window's background shows in other programs too, between their windows.
  var followsColour: Bool { window != display.root }

  func open() {}
  func pressed() {}
  func appeared() {}
  /// The host may have moved a window that this one lies in, which the server does not report.
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

  /// Some events only one client may select, and the host may have selected them: then BadAccess is an answer, not an
  /// error. Input is selected step by step, so that a refusal costs only what it is about.
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
  /// Window managers with a desktop larger than the screen put a window of their own in the root's place and mark it
  /// (vroot.h, the convention of swm, tvtwm and their successors).
  fileprivate var virtualRoot: Window {
    let marked = children(of: root).lazy.compactMap { child in
      self.ignoringErrors { self.longs(of: child, self.atoms[.virtualRoot], type: Atom(XA_WINDOW)) }.first
    }
    return marked.first.map { Window($0) } ?? root
  }
}

extension XConfigureEvent {
  /// `nil` where another client has sent it: window managers do so to tell a place (ICCCM 4.2.3), and any client can. The
  /// server itself tells of each new size.
  var size: Size? { send_event == False ? Size(width: Int(width), height: Int(height)) : nil }
}
