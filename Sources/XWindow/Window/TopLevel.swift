internal import CX11
package import ColourClock

/// How a window is obtained.
package struct WindowDescription {
  package var title = "Colour Clock"
  /// The program's argument vector, for session managers.
  package var command: [String] = []
  package var isFullScreen = true
  package var geometry: WindowGeometry?
  /// What the server fills the window with before its first frame is there: that frame's own colour.
  package var background = Colour.black

  package init() {}

  /// Where the window is while it is not full screen: two thirds of the screen, in its middle, if nothing was asked for.
  func placement(on screen: Size) -> PixelBox {
    let size = geometry?.size ?? Size(width: max(1, screen.width * 2 / 3), height: max(1, screen.height * 2 / 3))
    let (x, y) = geometry?.origin(of: size, on: screen) ?? WindowGeometry.centre(size, on: screen)
    return PixelBox(left: x, top: y, right: x + size.width, bottom: y + size.height)
  }
}

/// A window of our own on the root window, with or without somebody to manage it.
final class TopLevel {
  let window: Window
  private let display: Display
  private let manager: WindowManager
  private let blankCursor: Cursor
  private let restored: PixelBox
  private var isFullScreen: Bool
  var showsPointer = false {
    didSet { if showsPointer != oldValue { updateCursor() } }
  }
  private var startup = Process.takeEnvironment("DESKTOP_STARTUP_ID")

  /// Creates it, not yet mapped, with all that a window manager wants to know of it.
  init(_ options: WindowDescription, on display: Display, format: PixelFormat) {
    self.display = display
    manager = WindowManager(display: display)
    isFullScreen = options.isFullScreen
    restored = options.placement(on: display.size)
    let isManaged = !isFullScreen || manager.supportsFullScreen
    window = TopLevel.create(
      isManaged ? restored : PixelBox(display.size), on: display, depth: format.depth,
      background: format.palette.pixel(for: options.background))
    blankCursor = TopLevel.blankCursor(display, window)
    let properties = Properties(display: display, window: window)
    properties.identify(title: options.title, command: options.command)
    properties.size(options.geometry)
    if isFullScreen { properties.startFullScreen() }
    if let startup { properties.startedBy(startup) }
    updateCursor()
  }

  /// The size to compose the first frame for: a guess, until the server has said what it is.
  var expectedSize: Size { isFullScreen ? display.size : restored.size }

  func map() { XMapRaised(display.pointer, window) }

  /// Told when the window has come onto the screen: without a manager nobody else gives it the keyboard.
  func mapped() {
    if isFullScreen && !manager.supportsFullScreen {
      XSetInputFocus(display.pointer, window, Int32(RevertToPointerRoot), UInt(CurrentTime))
    }
  }

  /// Told when the first frame can be seen.
  func appeared() {
    if let startup { manager.endStartup(startup, from: window) }
    startup = nil
  }

  func toggleFullScreen() {
    guard !manager.supportsFullScreen else { return manager.toggleFullScreen(window) }
    isFullScreen.toggle()
    let box = isFullScreen ? PixelBox(display.size) : restored
    XMoveResizeWindow(
      display.pointer, window, Int32(box.left), Int32(box.top), UInt32(box.size.width), UInt32(box.size.height))
    updateCursor()
  }

  /// Told when the manager has changed the window's state, which it does by itself too.
  func stateChanged() {
    guard manager.supportsFullScreen else { return }
    isFullScreen = manager.isFullScreen(window)
    updateCursor()
  }

  func answer(_ ping: XClientMessageEvent) { manager.answer(ping) }

  /// A wall has no pointer but while it is being moved; a window has.
  private func updateCursor() {
    if isFullScreen && !showsPointer {
      XDefineCursor(display.pointer, window, blankCursor)
    } else {
      XUndefineCursor(display.pointer, window)
    }
  }

  private static func create(
    _ box: PixelBox, on display: Display, depth: Int, background: UInt
  ) -> Window {
    var attributes = XSetWindowAttributes()
    attributes.background_pixel = background
    attributes.bit_gravity = NorthWestGravity
    attributes.event_mask =
      StructureNotifyMask | ExposureMask | VisibilityChangeMask | PropertyChangeMask | Input.eventMask
    return XCreateWindow(
      display.pointer, display.root, Int32(box.left), Int32(box.top), UInt32(box.size.width),
      UInt32(box.size.height), 0, Int32(depth), UInt32(InputOutput), nil,
      UInt(CWBackPixel | CWBitGravity | CWEventMask), &attributes)
  }

  private static func blankCursor(_ display: Display, _ window: Window) -> Cursor {
    let empty = XCreateBitmapFromData(display.pointer, window, [0], 1, 1)
    var (ink, ground) = (XColor(), XColor())
    defer { XFreePixmap(display.pointer, empty) }
    return XCreatePixmapCursor(display.pointer, empty, empty, &ink, &ground, 0, 0)
  }
}
