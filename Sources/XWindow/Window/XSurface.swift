internal import CX11
package import ColourClock

/// A window of the X server as the surface of a scene.
package final class XSurface: Surface {
  package weak var delegate: (any SurfaceDelegate)?
  private let display: Display
  private let topLevel: TopLevel
  private let painter: Painter
  private var size: Size
  /// What the window shows; `nil` when that is not known.
  private var shown: Frame?
  /// What was asked for last.
  private var wanted: (frame: Frame, ahead: Frame?)?
  /// Whether the window has been exposed: before that a copy would go nowhere.
  private var isExposed = false
  private var input: Input
  private var isMapped = false
  private var isObscured = false

  /// Creates the window; `open` puts it on the screen.
  package init(_ options: WindowDescription, on display: Display, typeface: Typeface) {
    self.display = display
    painter = Painter(
      display: display.pointer, drawable: display.root, format: PixelFormat(display: display), typeface: typeface)
    topLevel = TopLevel(options, on: display, format: painter.format)
    size = topLevel.expectedSize
    input = Input(display: display.pointer)
  }

  /// Has the first frame composed, then maps the window, so that it is there from the first moment on.
  package func open() {
    delegate?.surface(self, didReceive: [.resized(size), .disappeared])
    topLevel.map()
  }

  package var showsPointer: Bool {
    get { topLevel.showsPointer }
    set { topLevel.showsPointer = newValue }
  }

  /// The keyboard's bell, at its usual volume.
  package func ringBell() { XBell(display.pointer, 0) }

  package func toggleFullScreen() { topLevel.toggleFullScreen() }

  package func show(_ frame: Frame, ahead: Frame?) {
    wanted = (frame, ahead)
    painter.compose(frame, for: topLevel.window)
    guard isExposed else { return }
    let isFirst = shown == nil
    present(frame)
    XFlush(display.pointer)
    guard let ahead else { return }
    painter.compose(ahead, for: topLevel.window)
    // Not yet while a window is new or being resized: its picture comes first.
    if !isFirst { painter.prepareFigures() }
  }

  /// Sends all that is still to be sent, and takes in all that the server has sent, until there is neither. Answering an
  /// event can bring in more, which poll(2) would not see, because it waits in Xlib's own queue.
  package func receive() {
    while XPending(display.pointer) > 0 { receiveOnce() }
  }

  /// Reports what has come once it is all in: of many sizes only the last counts.
  private func receiveOnce() {
    let before = (size: size, isVisible: isVisible)
    var events: [Event] = []
    while XEventsQueued(display.pointer, QueuedAlready) > 0 {
      var event = XEvent()
      XNextEvent(display.pointer, &event)
      take(&event, into: &events)
    }
    if size != before.size { events.insert(.resized(size), at: 0) }
    if isVisible != before.isVisible { events.append(isVisible ? .appeared : .disappeared) }
    if !events.isEmpty { delegate?.surface(self, didReceive: events) }
    if shown == nil { repaint() }
  }

  private var isVisible: Bool { isMapped && !isObscured }

  /// Notes what an event says, and adds what the scene must know.
  private func take(_ event: inout XEvent, into events: inout [Event]) {
    switch event.type {
    case Expose:
      (isExposed, shown) = (true, nil)
    case ConfigureNotify: size = Size(width: Int(event.xconfigure.width), height: Int(event.xconfigure.height))
    case MapNotify:
      isMapped = true
      topLevel.mapped()
    case UnmapNotify: isMapped = false
    case VisibilityNotify: isObscured = event.xvisibility.state == VisibilityFullyObscured
    case MappingNotify: XRefreshKeyboardMapping(&event.xmapping)
    case PropertyNotify: if event.xproperty.atom == display.atoms[.state] { topLevel.stateChanged() }
    case ClientMessage: if isCloseRequest(event.xclient) { events.append(.closed) }
    case DestroyNotify: events.append(.destroyed)
    default: input.take(&event, into: &events)
    }
  }

  /// Answers the other protocol, the ping, at once.
  private func isCloseRequest(_ message: XClientMessageEvent) -> Bool {
    guard message.message_type == display.atoms[.protocols], message.format == 32 else { return false }
    // Xlib hands 32 bits on as a signed long.
    let name = Atom(UInt32(truncatingIfNeeded: message.data.l.0))
    if name == display.atoms[.ping] { topLevel.answer(message) }
    return name == display.atoms[.deleteWindow]
  }

  /// The window has lost what it showed, or parts of it, and no event has led to a new frame.
  private func repaint() {
    if let wanted, wanted.frame.size == size { show(wanted.frame, ahead: wanted.ahead) }
  }

  /// All at once; and the background follows, for what the server fills by itself when the window grows.
  private func present(_ frame: Frame) {
    painter.show(on: topLevel.window, showing: shown)
    if shown?.background != frame.background {
      XSetWindowBackground(display.pointer, topLevel.window, painter.format.palette.pixel(for: frame.background))
    }
    shown = frame
    topLevel.appeared()
  }
}
