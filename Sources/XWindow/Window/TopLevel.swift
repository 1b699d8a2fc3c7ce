internal import CX11
internal import ColourClock
private import System

/// A window of our own on the root window, with or without a window manager.
final class TopLevel: BackingWindow {
  private(set) var window: Window
  let format: PixelFormat
  let form: Form
  let followsColour = true
  let isMapped = false
  let isShown = false
  private(set) var box: PixelRect
  /// Whether it covers its monitor, or will once the window manager has carried out the request.
  private(set) var isFullScreen: Bool
  private let options: WindowDescription
  private let display: Display
  private let manager: WindowManager
  /// `nil` where no manager has a say in it.
  private var managed: ManagedStates?
  /// What a manager is still to be asked for when the window is mapped, beside the full screen.
  private var wishes: Set<WindowState> = []
  /// The monitors as they are now.
  var monitors: [Monitor] = []
  private let isCover: Bool
  private var blankCursor: Cursor
  /// The surfaces on it that show a pointer.
  private var pointers: Set<ObjectIdentifier> = []
  /// The monitor that it covers in a kiosk, whatever other clients do with it.
  private var home: PixelRect
  /// Whether another client has put it into a window of its own.
  private var isElsewhere = false
  /// Whether a kiosk's window has another size, place or border than it asked for: the server tells of each change of these, but
  /// not of the end of a client that kept them from being changed (ResizeRedirect).
  private(set) var isAway = false
  /// Its place while it is not full screen.
  private var restored: PixelRect
  /// Whether the window manager has had it only in the full screen so far: then it may know no other place.
  private var needsPlace: Bool
  private var hasBeenExposed = false
  private var startup: String?
  private var hasIcon = false
  /// Whether another client has destroyed it.
  private(set) var isGone = false
  private var hasFocus = false
  /// Until when leaving the full screen is taken for the manager's answer to changing monitors, not for its user's wish.
  private var keepsStateUntil = Duration.zero

  /// Creates it, not yet mapped, with the properties that a window manager reads.
  init(
    _ options: WindowDescription, on display: Display, form: Form, monitor: PixelRect, isCover: Bool = false
  ) {
    (self.options, self.display, self.form, self.isCover) = (options, display, form, isCover)
    manager = WindowManager(display: display)
    format = PixelFormat(display: display)
    isFullScreen = options.mode.coversMonitors
    needsPlace = form == .managed && isFullScreen
    restored = options.placement(on: monitor, of: display.size)
    (home, box) = (monitor, form != .managed && isFullScreen ? monitor : restored)
    startup = isCover ? nil : Process.takeEnvironment("DESKTOP_STARTUP_ID")
    window = TopLevel.create(
      box, on: display, depth: format.depth, background: format.palette.pixel(for: options.background),
      isOverride: form == .override, staysOnTop: options.mode.staysOnTop)
    blankCursor = display.blankCursor(for: window, format.render)
    describe()
  }

  /// Says of a new window all that a window manager reads.
  private func describe() {
    if !isCover || isRenewable { display.watch(window) }
    managed = form == .managed ? ManagedStates(of: window, by: manager) : nil
    wishes = options.isAbove ? [.above] : []
    let properties = Properties(display: display, window: window)
    properties.identify(options)
    properties.setSizeHints(options.geometry, isPlaced: isFullScreen || options.mode.monitors != .primary)
    // Weston 10 reads the states of override windows too, and aborts.
    if form != .override { properties.setStates(wishes.union(isFullScreen ? [.fullScreen] : [])) }
    if let startup { properties.setStartup(startup) }
    if options.isIconic { addIcon() }
    updateCursor()
  }

  deinit {
    XFreeCursor(display.pointer, blankCursor)
    if !isGone { XDestroyWindow(display.pointer, window) }
  }

  private static func create(
    _ box: PixelRect, on display: Display, depth: Int, background: UInt, isOverride: Bool, staysOnTop: Bool
  ) -> Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixel = background
    attributes.bit_gravity = NorthWestGravity
    attributes.override_redirect = isOverride ? True : False
    attributes.event_mask =
      StructureNotifyMask | ExposureMask | VisibilityChangeMask | PropertyChangeMask | Input.eventMask
      | (staysOnTop ? SubstructureNotifyMask : 0)
    return XCreateWindow(
      display.pointer, display.root, Int32(box.left), Int32(box.top), UInt32(box.size.width),
      UInt32(box.size.height), 0, Int32(depth), UInt32(InputOutput), nil,
      UInt(CWBackPixel | CWBitGravity | CWOverrideRedirect | CWEventMask), &attributes)
  }

  /// Whether it gets a new window when another client has destroyed the old one.
  var isRenewable: Bool { options.mode.staysOnTop }
  private var hidesPointer: Bool { options.mode.hidesPointer }

  /// Creates a new window in place of the one that another client has destroyed, not yet mapped.
  /// - Parameter background: what it shows before its first frame.
  func renew(background: Colour?) {
    precondition(form != .managed, "a window of a manager's is not renewed: its timer is polled")
    display.forget(window)
    XFreeCursor(display.pointer, blankCursor)
    (isGone, isElsewhere, isAway, hasFocus, hasIcon, box) = (false, false, false, false, false, home)
    window = TopLevel.create(
      box, on: display, depth: format.depth, background: format.palette.pixel(for: background ?? options.background),
      isOverride: form == .override, staysOnTop: options.mode.staysOnTop)
    blankCursor = display.blankCursor(for: window, format.render)
    describe()
  }

  func open() { XMapRaised(display.pointer, window) }

  /// Raises it above windows that have come over it, unless a window manager decides about that: to the top, or just below
  /// another of ours. A kiosk is also brought back to where it belongs.
  func raise(below sibling: Window? = nil) {
    guard !isGone else { return }
    // None of those is ours.
    if options.mode.staysOnTop { XUnmapSubwindows(display.pointer, window) }
    guard form != .managed else { return }
    if options.mode.staysOnTop { returnHome() }
    var place = XWindowChanges()
    (place.sibling, place.stack_mode) = (sibling ?? Window(None), sibling == nil ? Above : Below)
    XConfigureWindow(display.pointer, window, UInt32(CWStackMode | (sibling == nil ? 0 : CWSibling)), &place)
    if options.mode.staysOnTop { XMapWindow(display.pointer, window) }
  }

  /// Undoes what other clients have done with it. Where nothing is to be undone the server changes nothing.
  private func returnHome() {
    var attributes = XSetWindowAttributes()
    attributes.override_redirect = True
    XChangeWindowAttributes(display.pointer, window, UInt(CWOverrideRedirect), &attributes)
    if isElsewhere { XReparentWindow(display.pointer, window, display.root, Int32(home.left), Int32(home.top)) }
    XSetWindowBorderWidth(display.pointer, window, 0)
    move(to: home)
  }

  /// Puts it below all other windows.
  func lower() { if form != .managed, !isGone { XLowerWindow(display.pointer, window) } }

  func appeared() {
    if let startup { manager.endStartup(startup, from: window) }
    startup = nil
  }

  /// Sets the icon, once. Not before the first frame, which takes no longer to draw, unless the icon is all there is.
  func addIcon() {
    guard !hasIcon else { return }
    hasIcon = true
    Properties(display: display, window: window).setIcon()
  }

  /// Whether what was drawn fits where the server has it. What a manager does not tell of is only the place.
  func isInPlace(_ found: PixelRect) -> Bool {
    if isRenewable, form != .managed { return found == home }
    return found.size == box.size || XEventsQueued(display.pointer, QueuedAlready) > 0
  }

  func pressed() { if !hasFocus { takeFocus() } }

  func handle(_ event: inout XEvent) -> [Event] {
    switch event.type {
    case MapNotify:
      takeFocus()
      beginAsking()
    case FocusIn: hasFocus = true
    case FocusOut: hasFocus = false
    case ConfigureNotify:
      if options.mode.staysOnTop, form != .managed, event.xany.send_event == False {
        isAway = !event.xconfigure.fills(home)
      }
      // Until the guard brings it back, it goes on as it is: for 32767 by 32767 pixels the wall would stand still for seconds.
      guard form == .managed || !options.mode.staysOnTop || event.xconfigure.size == home.size else { break }
      let place = display.place(of: window) ?? (box.left, box.top)
      box = PixelRect(x: place.x, y: place.y, size: event.xconfigure.size ?? box.size)
      review()
    case ReparentNotify: isElsewhere = event.xreparent.parent != display.root
    case PropertyNotify: if event.xproperty.atom == display.atoms[.state] { stateChanged() }
    case ClientMessage: if isCloseRequest(event.xclient) { return [.closed] }
    case DestroyNotify:
      isGone = true
      return isRenewable ? [] : [.destroyed]
    default: break
    }
    return []
  }

  /// Without a manager no other client gives it the keyboard. A cover leaves the keyboard to the main window.
  private func takeFocus() {
    guard form != .managed, isFullScreen, !isCover else { return }
    // A manager that has just started may have unmapped it again, to put a frame around it: then the focus is refused.
    _ = display.accepts { XSetInputFocus(display.pointer, window, Int32(RevertToPointerRoot), UInt(CurrentTime)) }
  }

  /// Answers the other protocol, the ping, at once.
  private func isCloseRequest(_ message: XClientMessageEvent) -> Bool {
    guard message.message_type == display.atoms[.protocols], message.format == 32 else { return false }
    // Xlib hands 32 bits on as a signed long.
    let name = Atom(UInt32(truncatingIfNeeded: message.data.l.0))
    if name == display.atoms[.ping] { manager.answer(message) }
    return name == display.atoms[.deleteWindow]
  }

  // MARK: Full screen

  func toggleFullScreen(on monitor: PixelRect) {
    isFullScreen.toggle()
    keepsStateUntil = .zero
    if let managed {
      managed.set(.fullScreen, isFullScreen)
    } else {
      move(to: isFullScreen ? monitor : restored)
    }
  }

  /// To be called at the first event about the monitors: a window manager does not wait until they have settled.
  func monitorsAreChanging() { keepsStateUntil = Now.boot + .seconds(2) }

  /// Covers the monitor as before, whatever the manager has done with the window meanwhile.
  func follow(_ monitor: PixelRect) {
    monitorsAreChanging()
    home = monitor
    guard isFullScreen, box != monitor else { return }
    guard form == .managed else { return move(to: monitor) }
    restored = PixelRect(centring: restored.size, in: monitor)
    reenterFullScreen()
  }

  /// A manager moves no window that is full screen, so it leaves that state for a moment.
  private func reenterFullScreen() {
    manager.set(.fullScreen, false, window)
    move(to: restored)
    manager.set(.fullScreen, true, window)
  }

  /// At the first exposure, when the manager has placed the window, mends a full screen that has the size of a monitor
  /// but lies beside it: awesome 4.3 makes a new window full screen and then moves it out of its panel's way.
  func exposed() {
    guard !hasBeenExposed else { return }
    hasBeenExposed = true
    guard needsPlace, isFullScreen, let place = display.place(of: window) else { return }
    box = PixelRect(x: place.x, y: place.y, size: box.size)
    guard monitors.contains(where: { $0.box.size == box.size }), !monitors.contains(where: { $0.box == box })
    else { return }
    monitorsAreChanging()
    reenterFullScreen()
  }

  /// Whether it covers a monitor, as its place and its manager say.
  var coversMonitor: Bool { managed?.present.contains(.fullScreen) != false && isFitting }

  /// Whether its manager keeps it above others.
  var isManagedAbove: Bool { managed?.present.contains(.above) == true }

  /// What the manager does not grant, however often it was asked.
  var refusedStates: Set<WindowState> { managed?.refused ?? [] }

  private var isFitting: Bool { monitors.contains { box.intersection($0.box) == $0.box } }

  private func beginAsking() {
    guard let managed else { return }
    managed.begin(wishes.union(isFullScreen ? [.fullScreen] : []))
    wishes = []
    // What the window has said itself is not there any more: the manager has written over it.
    review(isAnswer: true)
  }

  private func review(isAnswer: Bool = false) {
    let refused = managed?.review(isUnfit: !isFitting, isAnswer: isAnswer) ?? []
    if refused.contains(.fullScreen) { becomeWindow() }
  }

  /// What to poll for reading.
  var descriptors: [Int32] { managed.map { [$0.descriptor] } ?? [] }

  /// To be called when the descriptor is readable.
  func receive() { if managed?.receive() == true, !isGone { review() } }

  /// The manager also changes the state by itself: when its user says so, or when a monitor goes, and then the window is
  /// to be full screen as before. Before it has mapped the window and while it is asked, it has granted nothing yet that
  /// it could take back.
  private func stateChanged() {
    guard let managed, managed.hasBegun else { return }
    managed.read()
    let isNow = managed.present.contains(.fullScreen)
    if isFullScreen, !isNow, Now.boot < keepsStateUntil { return manager.set(.fullScreen, true, window) }
    review(isAnswer: true)
    if isNow { isFullScreen = true } else if !managed.isPending(.fullScreen) { becomeWindow() }
  }

  private func becomeWindow() {
    isFullScreen = false
    guard needsPlace else { return }
    // icewm leaves a window that was mapped full screen as large as it was.
    needsPlace = false
    move(to: restored)
  }

  private func move(to box: PixelRect) {
    XMoveResizeWindow(
      display.pointer, window, Int32(box.left), Int32(box.top), UInt32(box.size.width), UInt32(box.size.height))
  }

  // MARK: Pointer

  func showPointer(_ isShown: Bool, for surface: ObjectIdentifier) {
    let before = pointers.isEmpty
    if isShown { pointers.insert(surface) } else { pointers.remove(surface) }
    if pointers.isEmpty != before, !isGone { updateCursor() }
  }

  /// The pointer shows only while it is being moved; in a kiosk never, also where the server cannot hide it.
  private func updateCursor() {
    if hidesPointer || pointers.isEmpty {
      XDefineCursor(display.pointer, window, blankCursor)
    } else {
      XUndefineCursor(display.pointer, window)
    }
  }
}

extension XConfigureEvent {
  /// Whether the window covers just that part of the screen.
  fileprivate func fills(_ place: PixelRect) -> Bool {
    (Int(x), Int(y), border_width) == (place.left, place.top, 0) && size == place.size
  }
}
