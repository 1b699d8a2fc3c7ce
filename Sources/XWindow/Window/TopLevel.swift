internal import CX11
internal import ColourClock

/// A window of our own on the root window, with or without somebody to manage it.
final class TopLevel: BackingWindow {
  let window: Window
  let format: PixelFormat
  let followsColour = true
  let isMapped = false
  let isShown = false
  private(set) var box: PixelRect
  /// Whether it covers its monitor, or is to as soon as the manager has come round to it.
  private(set) var isFullScreen: Bool
  /// The walls on it that show a pointer.
  private var pointers: Set<ObjectIdentifier> = []
  private let display: Display
  private let form: Form
  private let manager: WindowManager
  private let blankCursor: Cursor
  private let restored: PixelRect
  private var startup: String?
  /// Whether somebody else has destroyed it.
  private var isGone = false
  private let isCover: Bool
  private let staysOnTop: Bool
  private let hidesPointer: Bool
  private var hasFocus = false
  /// Until when a change of state is rather the manager's answer to a change of monitors than somebody's wish.
  private var unrest = Duration.zero

  /// Creates it, not yet mapped, with all that a window manager wants to know of it.
  init(
    _ options: WindowDescription, on display: Display, form: Form, monitor: PixelRect, isCover: Bool = false
  ) {
    (self.display, self.form) = (display, form)
    manager = WindowManager(display: display)
    format = PixelFormat(display: display)
    (isFullScreen, self.isCover) = (options.mode.coversMonitors, isCover)
    (staysOnTop, hidesPointer) = (options.mode.staysOnTop, options.mode.hidesPointer)
    restored = options.placement(on: monitor, of: display.size)
    box = form != .managed && isFullScreen ? monitor : restored
    startup = isCover ? nil : Process.takeEnvironment("DESKTOP_STARTUP_ID")
    window = TopLevel.create(
      box, on: display, depth: format.depth, background: format.palette.pixel(for: options.background),
      isOverride: form == .override)
    blankCursor = TopLevel.blankCursor(display, window)
    let properties = Properties(display: display, window: window)
    properties.identify(options)
    properties.size(options.geometry, isPlaced: isFullScreen || options.mode.monitors != .primary)
    properties.start(isFullScreen: isFullScreen, isAbove: options.isAbove)
    if let startup { properties.startedBy(startup) }
    updateCursor()
  }

  deinit {
    XFreeCursor(display.pointer, blankCursor)
    if !isGone { XDestroyWindow(display.pointer, window) }
  }

  func open() { XMapRaised(display.pointer, window) }

  /// Above windows that have come over it; only where nobody else decides about that. A kiosk comes back too when somebody
  /// has unmapped it.
  func raise() {
    guard form != .managed, !isGone else { return }
    if staysOnTop { open() } else { XRaiseWindow(display.pointer, window) }
  }

  /// Out of the way of others.
  func lower() { if form != .managed { XLowerWindow(display.pointer, window) } }

  func appeared() {
    if let startup { manager.endStartup(startup, from: window) }
    startup = nil
  }

  func take(_ event: inout XEvent) -> [Event] {
    switch event.type {
    case MapNotify: takeFocus()
    case ButtonPress: if !hasFocus { takeFocus() }
    case FocusIn: hasFocus = true
    case FocusOut: hasFocus = false
    case ConfigureNotify:
      let place = display.place(of: window) ?? (box.left, box.top)
      box = PixelRect(x: place.x, y: place.y, size: event.xconfigure.size)
    case PropertyNotify: if event.xproperty.atom == display.atoms[.state] { stateChanged() }
    case ClientMessage: if isCloseRequest(event.xclient) { return [.closed] }
    case DestroyNotify:
      isGone = true
      return [.destroyed]
    default: break
    }
    return []
  }

  func showPointer(_ isShown: Bool, for wall: ObjectIdentifier) {
    let before = pointers.isEmpty
    if isShown { pointers.insert(wall) } else { pointers.remove(wall) }
    if pointers.isEmpty != before, !isGone { updateCursor() }
  }

  func toggleFullScreen(on monitor: PixelRect) {
    isFullScreen.toggle()
    if form == .managed {
      manager.setFullScreen(isFullScreen, window)
    } else {
      move(to: isFullScreen ? monitor : restored)
    }
  }

  /// To be called at the first news of the monitors: a manager does not wait until they have settled.
  func noteUnrest() { unrest = Now.boot + .seconds(2) }

  /// Covers the monitor as it was before, whatever has become of the window meanwhile.
  func follow(_ monitor: PixelRect) {
    noteUnrest()
    guard isFullScreen, box != monitor else { return }
    guard form == .managed else { return move(to: monitor) }
    // A manager moves no window that is full screen.
    manager.setFullScreen(false, window)
    let size = restored.size
    let (x, y) = WindowGeometry.centre(size, on: monitor.size)
    move(to: PixelRect(x: monitor.left + x, y: monitor.top + y, size: size))
    manager.setFullScreen(true, window)
  }

  /// The manager changes the state by itself too: when its user says so, or when a monitor goes away, and then it is to be
  /// as before.
  private func stateChanged() {
    guard form == .managed else { return }
    let isNow = manager.isFullScreen(window)
    if isFullScreen, !isNow, Now.boot < unrest {
      manager.setFullScreen(true, window)
    } else {
      isFullScreen = isNow
    }
  }

  /// Without a manager nobody else gives it the keyboard, which a cover leaves to the main window.
  private func takeFocus() {
    guard form != .managed, isFullScreen, !isCover else { return }
    // A manager that has just come may have unmapped it again, to put a frame around it: then the focus is refused.
    _ = display.accepts { XSetInputFocus(display.pointer, window, Int32(RevertToPointerRoot), UInt(CurrentTime)) }
  }

  private func move(to box: PixelRect) {
    XMoveResizeWindow(
      display.pointer, window, Int32(box.left), Int32(box.top), UInt32(box.size.width), UInt32(box.size.height))
  }

  /// Answers the other protocol, the ping, at once.
  private func isCloseRequest(_ message: XClientMessageEvent) -> Bool {
    guard message.message_type == display.atoms[.protocols], message.format == 32 else { return false }
    // Xlib hands 32 bits on as a signed long.
    let name = Atom(UInt32(truncatingIfNeeded: message.data.l.0))
    if name == display.atoms[.ping] { manager.answer(message) }
    return name == display.atoms[.deleteWindow]
  }

  /// There is no pointer but while it is being moved, and none at all in a kiosk, also where the server cannot hide it.
  private func updateCursor() {
    if hidesPointer || pointers.isEmpty {
      XDefineCursor(display.pointer, window, blankCursor)
    } else {
      XUndefineCursor(display.pointer, window)
    }
  }
}
