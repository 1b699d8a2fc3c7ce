internal import CX11
internal import ColourClock

/// The X window of a `WallWindow`: this program's own, or another program's (the host's).
protocol BackingWindow: AnyObject {
  var window: Window { get }
  var format: PixelFormat { get }
  var box: PixelRect { get }
  /// True if the window's background may have the wall's colour.
  var followsColour: Bool { get }
  /// True if the window was mapped when created or adopted.
  var wasMapped: Bool { get }
  /// True if then all parents were mapped too.
  var wasShown: Bool { get }
  /// The pointer is shown while any surface wants it.
  func showPointer(_ isShown: Bool, for surface: ObjectIdentifier)
  func open()
  func pressed()
  func handle(_ event: inout XEvent) -> [Event]
  /// Call when monitors have changed. `monitor` is the main window's monitor.
  func follow(_ monitor: PixelRect)
  func appeared()
}

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
  private var reportedParts: [WallLayout.Part]?
  /// While a button is held, its surface gets all pointer events.
  private var held: (surface: XSurface, button: Button)?
  /// Scrolls go where the pointer was last.
  private weak var pointed: XSurface?

  init(_ backing: any BackingWindow, on display: Display, typeface: Typeface, takesAllInput: Bool) {
    (self.backing, self.display, self.typeface, self.takesAllInput) = (backing, display, typeface, takesAllInput)
    isMapped = backing.wasMapped
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
    (reportedParts, held) = (nil, nil)
  }

  var showsText: Bool { surfaces.contains { $0.takesText } }

  var mayBeginText: Bool {
    // The event before the last counts too: a key that an input method returns late is released at once.
    pending.suffix(2).contains { [.pressed(.enter), .pressed(.escape)].contains($0) }
  }

  func takeText(_ takesText: Bool) { input.takesText = takesText }

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

  var isToBeRenewed: Bool { (backing as? TopLevel).map { $0.isGone && $0.isRenewable } ?? false }

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

  /// Call when a touch screen was removed.
  func cancelLift() {
    pending = pending.map { if case .pointerReleased(_, .finger) = $0 { .interrupted } else { $0 } }
  }

  /// Call when all queued events are read.
  func report() {
    let parts = surfaces.map(\.part)
    let (events, isDivided) = (pending.map { (event: $0, recipient: route($0)) }, parts != reportedParts)
    // The delegate may call `report`.
    (pending, reportedParts) = ([], parts)
    for surface in surfaces {
      var own = events.filter { $0.recipient.includes(surface) }.map { $0.event.seen(from: surface.box) }
      if isDivided { own.insert(.resized(surface.box.size, resolution: surface.resolution), at: 0) }
      own += surface.visibilityEvents(isVisible: isVisible)
      if !own.isEmpty { surface.report(own) }
    }
    if isVisible { surfaces.forEach { $0.repaint() } }
  }

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

  private func route(_ event: Event) -> Recipient {
    // The release may never be reported.
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

  /// During a grab, presses outside of the window arrive too.
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
