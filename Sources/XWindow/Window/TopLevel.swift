internal import CX11
internal import ColourClock
private import System

final class TopLevel: BackingWindow {
  private(set) var window: Window = 0
  let format: PixelFormat
  let form: Form
  let followsColour = true
  let wasMapped = false
  let wasShown = false
  var box: PixelRect
  /// True as soon as full screen is requested.
  var isFullScreen: Bool
  private let options: WindowDescription
  let display: Display
  let manager: WindowManager
  /// `nil` without a manager in charge.
  var managed: ManagedStates?
  var wishes: Set<WindowState> = []
  var monitors: [Monitor] = []
  /// True for a window of `CoverWindows`, which covers another monitor.
  private let isCover: Bool
  private var blankCursor: Cursor = 0
  private var surfacesWithPointer: Set<ObjectIdentifier> = []
  /// Kiosks always return to this place.
  var home: PixelRect
  private var isReparented = false
  /// True if another client prevents a kiosk from filling `home` (ResizeRedirect).
  private(set) var isDisplaced = false
  /// The place when not full screen.
  var restored: PixelRect
  /// True for a managed window that was always full screen.
  var wasAlwaysFullScreen: Bool
  var hasBeenExposed = false
  /// `DESKTOP_STARTUP_ID`, until the launch feedback has ended.
  private var startup: String?
  private var hasIcon = false
  private(set) var isGone = false
  private var hasFocus = false
  /// Until this uptime, the window requests full screen again if it ends (`keepFullScreen`).
  var keepsFullScreenUntil = Duration.zero

  init(
    _ options: WindowDescription, on display: Display, form: Form, monitor: PixelRect, isCover: Bool = false
  ) {
    (self.options, self.display, self.form, self.isCover) = (options, display, form, isCover)
    manager = WindowManager(display: display)
    format = PixelFormat(display: display)
    isFullScreen = options.mode.coversMonitors
    wasAlwaysFullScreen = form == .managed && isFullScreen
    restored = options.placement(on: monitor, of: display.size)
    (home, box) = (monitor, form != .managed && isFullScreen ? monitor : restored)
    startup = isCover ? nil : Process.takeEnvironment("DESKTOP_STARTUP_ID")
    create(options.background)
  }

  private func create(_ background: Colour) {
    window = makeWindow(background)
    blankCursor = display.blankCursor(for: window, format.render)
    if !isCover || isRenewable { display.watch(window) }
    managed = form == .managed ? ManagedStates(of: window, by: manager) : nil
    wishes = options.isAbove ? [.above] : []
    let properties = Properties(display: display, window: window)
    properties.identify(options)
    properties.setSizeHints(options.geometry, isPlaced: isFullScreen || options.mode.monitors != .primary)
    // Weston 10 aborts if an override-redirect window has these properties.
    if form != .override { properties.setStates(wishes.union(isFullScreen ? [.fullScreen] : [])) }
    if let startup { properties.setStartup(startup) }
    if options.isIconic { addIcon() }
    updateCursor()
  }

  deinit {
    XFreeCursor(display.pointer, blankCursor)
    if !isGone { XDestroyWindow(display.pointer, window) }
  }

  private func makeWindow(_ background: Colour) -> Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixel = format.palette.pixel(for: background)
    attributes.bit_gravity = NorthWestGravity
    attributes.override_redirect = form == .override ? True : False
    attributes.event_mask =
      StructureNotifyMask | ExposureMask | VisibilityChangeMask | PropertyChangeMask | Input.eventMask
      | (options.mode.staysOnTop ? SubstructureNotifyMask : 0)
    return XCreateWindow(
      display.pointer, display.root, Int32(box.left), Int32(box.top), UInt32(box.size.width),
      UInt32(box.size.height), 0, Int32(format.depth), UInt32(InputOutput), nil,
      UInt(CWBackPixel | CWBitGravity | CWOverrideRedirect | CWEventMask), &attributes)
  }

  var isRenewable: Bool { options.mode.staysOnTop }
  private var hidesPointer: Bool { options.mode.hidesPointer }
  private var staysHome: Bool { options.mode.staysOnTop && form != .managed }

  /// The new window is not mapped.
  func renew(background: Colour?) {
    precondition(form != .managed, "a managed window is not renewed: the loop still polls its timer")
    display.unwatch(window)
    XFreeCursor(display.pointer, blankCursor)
    (isGone, isReparented, isDisplaced) = (false, false, false)
    (hasFocus, hasIcon) = (false, false)
    box = home
    create(background ?? options.background)
  }

  func open() { XMapRaised(display.pointer, window) }

  func raise(below sibling: Window? = nil) {
    guard !isGone else { return }
    // Subwindows belong to other clients, and cover the wall.
    if options.mode.staysOnTop { XUnmapSubwindows(display.pointer, window) }
    guard form != .managed else { return }
    if options.mode.staysOnTop { returnHome() }
    var place = XWindowChanges()
    (place.sibling, place.stack_mode) = (sibling ?? Window(None), sibling == nil ? Above : Below)
    XConfigureWindow(display.pointer, window, UInt32(CWStackMode | (sibling == nil ? 0 : CWSibling)), &place)
    if options.mode.staysOnTop { XMapWindow(display.pointer, window) }
  }

  private func returnHome() {
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = True
    XChangeWindowAttributes(display.pointer, window, UInt(CWOverrideRedirect), &attributes)
    if isReparented { XReparentWindow(display.pointer, window, display.root, Int32(home.left), Int32(home.top)) }
    XSetWindowBorderWidth(display.pointer, window, 0)
    move(to: home)
  }

  func lower() { if form != .managed, !isGone { XLowerWindow(display.pointer, window) } }

  func appeared() {
    if let startup { manager.endStartup(startup, from: window) }
    startup = nil
  }

  /// Call after the first frame, which would otherwise come twice as late.
  func addIcon() {
    guard !hasIcon else { return }
    hasIcon = true
    Properties(display: display, window: window).setIcon()
  }

  /// Kiosks must fill `home`. For other windows only the size counts: managers may move them without a report.
  func isInPlace(_ found: PixelRect) -> Bool {
    if staysHome { return found == home }
    // With queued events, `box` may be outdated.
    return found.size == box.size || XEventsQueued(display.pointer, QueuedAlready) > 0
  }

  func pressed() { if !hasFocus { takeFocus() } }

  func handle(_ event: inout XEvent) -> [Event] {
    switch event.type {
    case MapNotify:
      takeFocus()
      beginRequests()
    case FocusIn: hasFocus = true
    case FocusOut: hasFocus = false
    case ConfigureNotify: handle(event.xconfigure)
    case ReparentNotify: isReparented = event.xreparent.parent != display.root
    case PropertyNotify: if event.xproperty.atom == display.atoms[.state] { stateChanged() }
    case ClientMessage: if isCloseRequest(event.xclient) { return [.closed] }
    case DestroyNotify:
      isGone = true
      return isRenewable ? [] : [.destroyed]
    default: break
    }
    return []
  }

  private func handle(_ event: XConfigureEvent) {
    if staysHome, event.send_event == False { isDisplaced = !event.fills(home) }
    // `KioskGuard` restores the size, so this one is ignored: painting 32767 × 32767 pixels would take seconds.
    if staysHome, event.size != home.size { return }
    let place = display.place(of: window) ?? (box.left, box.top)
    box = PixelRect(x: place.x, y: place.y, size: event.size ?? box.size)
    // A slow manager may grant full screen late.
    if refusedStates.contains(.fullScreen), managed?.present.contains(.fullScreen) == true, isFitting {
      isFullScreen = true
    }
    checkStates()
  }

  /// Without a manager, a full-screen window must take the focus itself.
  private func takeFocus() {
    guard form != .managed, isFullScreen, !isCover else { return }
    // The server refuses if a new manager has unmapped the window.
    _ = display.accepts { XSetInputFocus(display.pointer, window, Int32(RevertToPointerRoot), UInt(CurrentTime)) }
  }

  /// Also answers pings.
  private func isCloseRequest(_ message: XClientMessageEvent) -> Bool {
    guard message.message_type == display.atoms[.protocols], message.format == 32 else { return false }
    // Xlib passes 32 bits as a signed long.
    let name = Atom(UInt32(truncatingIfNeeded: message.data.l.0))
    if name == display.atoms[.ping] { manager.answer(message) }
    return name == display.atoms[.deleteWindow]
  }

  func move(to box: PixelRect) {
    XMoveResizeWindow(
      display.pointer, window, Int32(box.left), Int32(box.top), UInt32(box.size.width), UInt32(box.size.height))
  }

  // MARK: Pointer

  func showPointer(_ isShown: Bool, for surface: ObjectIdentifier) {
    let before = surfacesWithPointer.isEmpty
    if isShown { surfacesWithPointer.insert(surface) } else { surfacesWithPointer.remove(surface) }
    if surfacesWithPointer.isEmpty != before, !isGone { updateCursor() }
  }

  private func updateCursor() {
    if hidesPointer || surfacesWithPointer.isEmpty {
      XDefineCursor(display.pointer, window, blankCursor)
    } else {
      XUndefineCursor(display.pointer, window)
    }
  }
}

extension XConfigureEvent {
  fileprivate func fills(_ place: PixelRect) -> Bool {
    (Int(x), Int(y), border_width) == (place.left, place.top, 0) && size == place.size
  }
}
