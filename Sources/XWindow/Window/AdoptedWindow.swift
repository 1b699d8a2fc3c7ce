internal import CX11
internal import ColourClock

/// Why a window cannot be drawn in.
package enum AdoptionRefusal: Error {
  case missing, inputOnly, onOtherScreen
}

/// A window that a screensaver daemon, its settings dialog or a locker has made for us to draw in.
///
/// Nothing of it is changed, no property, no cursor, no place, but its background, which is the wall's colour for what the
/// server fills by itself. It is drawn on with its own visual, depth and colormap, which are often not those of the screen.
final class AdoptedWindow: BackingWindow {
  let window: Window
  let format: PixelFormat
  private(set) var box: PixelRect
  let isMapped: Bool
  let isShown: Bool
  private let display: Display

  /// `nil` as `window` stands for the root, or the first of its children that says it stands for it.
  init(_ window: Window?, on display: Display, wantsInput: Bool) throws(AdoptionRefusal) {
    let window = window ?? VirtualRoot.window(of: display)
    var attributes = XWindowAttributes()
    let isThere = display.ignoringErrors { XGetWindowAttributes(display.pointer, window, &attributes) != 0 }
    guard isThere else { throw .missing }
    guard attributes.class == InputOutput else { throw .inputOnly }
    guard attributes.root == display.root else { throw .onOtherScreen }
    (self.display, self.window) = (display, window)
    format = PixelFormat(display: display, of: attributes)
    display.watch(window)
    guard AdoptedWindow.selectInput(on: window, attributes, display, wantsInput: wantsInput) else { throw .missing }
    // Asked again: of what has changed before it was selected nobody tells.
    let isStillThere = display.ignoringErrors { XGetWindowAttributes(display.pointer, window, &attributes) != 0 }
    guard isStillThere else { throw .missing }
    (isMapped, isShown) = (attributes.map_state != IsUnmapped, attributes.map_state == IsViewable)
    box = PixelRect(x: 0, y: 0, size: Size(width: Int(attributes.width), height: Int(attributes.height)))
    findPlace()
  }

  /// What lies behind the windows of a desktop belongs to others too.
  var followsColour: Bool { window != display.root }

  func open() {}
  func appeared() {}
  /// What it lies in may have been moved, of which nobody tells.
  func follow(_ monitor: PixelRect) { findPlace() }
  func showPointer(_ isShown: Bool, for wall: ObjectIdentifier) {}

  func take(_ event: inout XEvent) -> [Event] {
    switch event.type {
    case ConfigureNotify:
      box = PixelRect(x: box.left, y: box.top, size: event.xconfigure.size)
      findPlace()
    case DestroyNotify: return [.destroyed]
    default: break
    }
    return []
  }

  /// Of the events that only one client may select, the daemon has taken those it wants: BadAccess is an answer, not an
  /// error. The rest is asked for step by step, so that a refusal costs only what it is about.
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

  private func findPlace() {
    guard window != display.root else { return }
    if let place = display.place(of: window) { box = PixelRect(x: place.x, y: place.y, size: box.size) }
  }
}

/// Window managers with a desktop larger than the screen put a window of their own in the root's place and mark it
/// (vroot.h, the convention of swm, tvtwm and their heirs).
enum VirtualRoot {
  static func window(of display: Display) -> Window {
    let mark = display.atoms[.virtualRoot]
    let marked = display.children(of: display.root).lazy.compactMap { child in
      display.ignoringErrors { display.longs(of: child, mark, type: Atom(XA_WINDOW)) }.first
    }
    return marked.first.map { Window($0) } ?? display.root
  }
}

extension XConfigureEvent {
  var size: Size { Size(width: Int(width), height: Int(height)) }
}
