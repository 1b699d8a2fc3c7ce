internal import CX11
internal import ColourClock

/// The X window of a `WallWindow`: our own, or a window of another program (the host).
protocol BackingWindow: AnyObject {
  var window: Window { get }
  var format: PixelFormat { get }
  /// The window's place on the screen, as far as known.
  var box: PixelRect { get }
  /// True if the window's background may have the wall's colour. With this background the server fills the new areas of
  /// a growing window.
  var followsColour: Bool { get }
  /// True if the window was mapped when it was created or adopted.
  var isMapped: Bool { get }
  /// True if the window and its parents were mapped when it was created or adopted.
  var isShown: Bool { get }
  /// Shows the pointer while at least one surface wants it.
  func showPointer(_ isShown: Bool, for surface: ObjectIdentifier)
  func open()
  /// Call this when the user has pressed a button or a finger on the window.
  func pressed()
  /// Handles an event of the server, and returns events for the scene.
  func handle(_ event: inout XEvent) -> [Event]
  /// Call this when the monitors have changed.
  /// - Parameter monitor: the main window's monitor.
  func follow(_ monitor: PixelRect)
  /// Call this when a frame has been painted where it can be seen.
  func appeared()
}

/// A window and its surfaces. Passes the server's events to the surfaces.
final class WallWindow {
  let backing: any BackingWindow
  private(set) var surfaces: [XSurface] = []
  private let display: Display
  private let typeface: Typeface
  private let takesAllInput: Bool
  private var input: Input
  private(set) var isMapped: Bool
  private var isObscured = false
  private var isOpen = false
  private var pending: [Event] = []
  private var reported: State?
  /// The held button, and the surface where it was pressed. This surface gets all pointer events.
  private var held: (surface: XSurface, button: Button)?
  /// The surface on which the pointer was last. This surface gets the events of wheels.
  private weak var pointed: XSurface?

  private struct State: Equatable {
    let parts: [WallLayout.Part]
    let isVisible: Bool
  }

  init(_ backing: any BackingWindow, on display: Display, typeface: Typeface, takesAllInput: Bool) {
    (self.backing, self.display, self.typeface, self.takesAllInput) = (backing, display, typeface, takesAllInput)
    isMapped = backing.isMapped
    input = Input(display: display.pointer, text: display.textInput, reportsAllKeys: takesAllInput)
  }

  var isVisible: Bool { isMapped && !isObscured }
  var isDisplaced: Bool { (backing as? TopLevel)?.isDisplaced ?? false }

  func forEachShown(_ body: (String, Frame) -> Void) {
    guard isVisible else { return }
    for surface in surfaces {
      if let frame = surface.wanted { body(surface.names.first ?? "", frame) }
    }
  }

  /// Divides the window into surfaces. An unchanged part keeps its surface.
  func divide(into parts: [WallLayout.Part]) {
    if surfaces.count == 1, parts.count == 1, let surface = surfaces.first, let part = parts.first,
      surface.role == part.role, surface.box.isAtOrigin, part.box.isAtOrigin
    {
      return surface.resize(to: part.box.size, resolution: part.resolution)
    }
    guard parts != surfaces.map(\.part) else { return }
    surfaces = parts.map { part in
      surfaces.first { $0.part == part }
        ?? XSurface(part, of: backing, on: display, typeface: typeface)
    }
    if isMapped { surfaces.forEach { $0.exposed() } }
    (reported, held) = (nil, nil)
  }

  var showsText: Bool { surfaces.contains { $0.takesText } }

  /// True if the last event may begin or end text input, which changes the meaning of the next key.
  var mayBeginText: Bool {
    switch pending.last {
    case .pressed(.enter), .pressed(.escape): true
    default: false
    }
  }

  func takeText(_ takesText: Bool) { input.takesText = takesText }

  /// Call `report` when all queued events are handled.
  func handle(_ event: inout XEvent) {
    pending += backing.handle(&event)
    switch event.type {
    case ButtonPress:
      backing.pressed()
      input.handle(&event, into: &pending)
    case Expose: surfaces.forEach { $0.exposed() }
    case MapNotify: isMapped = true
    case UnmapNotify: (isMapped, held) = (false, nil)
    case DestroyNotify:
      isMapped = false
      surfaces.forEach { $0.lost() }
    case VisibilityNotify: isObscured = event.xvisibility.state == VisibilityFullyObscured
    default: input.handle(&event, into: &pending)
    }
  }

  /// True if another client has destroyed the window. Then call `renew`.
  var isToBeRenewed: Bool { (backing as? TopLevel).map { $0.isGone && $0.isRenewable } ?? false }

  /// Creates a new window for the same surfaces. A held key continues to repeat.
  func renew() {
    guard let topLevel = backing as? TopLevel else { return }
    isObscured = false
    topLevel.renew(background: surfaces.first?.background)
  }

  func open() {
    if !isOpen { backing.open() }
    isOpen = true
  }

  func enqueue(_ events: [Event]) {
    for event in events {
      if case .pointerPressed = event { backing.pressed() }
      pending.add(event)
    }
  }

  /// Call this when a touch screen was removed. The viewer has not lifted the fingers, so their releases become
  /// interruptions.
  func cancelLift() {
    pending = pending.map { if case .pointerReleased(_, .finger) = $0 { .interrupted } else { $0 } }
  }

  /// Passes the pending events to the surfaces. Call this when all queued events are read, so that only the last of
  /// many sizes is reported.
  func report() {
    let state = State(parts: surfaces.map(\.part), isVisible: isVisible)
    let (events, before) = (pending.map { (event: $0, recipient: recipient(of: $0)) }, reported)
    // Reset these first: the delegate may cause another call of `report`.
    (pending, reported) = ([], state)
    for surface in surfaces {
      var own = events.filter { $0.recipient.includes(surface) }.map { $0.event.seen(from: surface.box) }
      if state.parts != before?.parts {
        own.insert(.resized(surface.box.size, resolution: surface.resolution), at: 0)
      }
      // A scene begins as visible.
      if state.isVisible != before?.isVisible ?? true { own.append(isVisible ? .appeared : .disappeared) }
      if !own.isEmpty { surface.report(own) }
    }
    if isVisible { surfaces.forEach { $0.repaint() } }
  }

  /// Paints all surfaces again if the window is mapped, even if other windows cover this window.
  func repaint() {
    guard isMapped else { return }
    surfaces.forEach { $0.exposed() }
    surfaces.forEach { $0.repaint() }
  }

  private enum Recipient {
    case all
    case one(XSurface?)

    func includes(_ surface: XSurface) -> Bool { if case .one(let one) = self { one === surface } else { true } }
  }

  /// A pointer event goes to the surface of a held button, or else to the surface under the pointer. A scroll goes to
  /// the surface on which the pointer was last, a key to `controlled`. Other events go to all surfaces.
  private func recipient(of event: Event) -> Recipient {
    // After an interruption, the server may not report the release of the button.
    if event == .interrupted { held = nil }
    guard event.isInput else { return .all }
    guard let place = event.place else { return .one(event.isScroll ? pointed ?? controlled : controlled) }
    let surface = held?.surface ?? surface(at: place)
    pointed = surface
    switch event {
    case .pointerPressed(_, let button) where held == nil: held = surface.map { ($0, button) }
    case .pointerReleased(_, let button) where button == held?.button: held = nil
    default: break
    }
    return .one(surface)
  }

  private var controlled: XSurface? { held?.surface ?? surfaces.first { $0.role == .whole } ?? surfaces.first }

  /// While the pointer is grabbed, presses outside the window arrive too. With `takesAllInput`, they go to the first
  /// surface.
  private func surface(at place: Point) -> XSurface? {
    surfaces.first { $0.box.contains(place) } ?? (takesAllInput ? surfaces.first : nil)
  }
}

extension PixelRect {
  fileprivate var isAtOrigin: Bool { left == 0 && top == 0 }
}

extension Event {
  fileprivate var isScroll: Bool { if case .scrolled = self { true } else { false } }

  fileprivate var place: Point? {
    switch self {
    case .pointerPressed(let place, _), .pointerMoved(let place), .pointerReleased(let place, _): place
    default: nil
    }
  }

  fileprivate func seen(from box: PixelRect) -> Event {
    let origin = Point(x: Double(box.left), y: Double(box.top))
    return switch self {
    case .pointerPressed(let place, let button): .pointerPressed(place - origin, button)
    case .pointerMoved(let place): .pointerMoved(place - origin)
    case .pointerReleased(let place, let button): .pointerReleased(place - origin, button)
    default: self
    }
  }
}
