internal import CX11
internal import ColourClock

/// A window to show walls on: one of our own, or one that a host has created.
protocol BackingWindow: AnyObject {
  var window: Window { get }
  var format: PixelFormat { get }
  /// Where it is on the screen, as far as is known.
  var box: PixelRect { get }
  /// Whether its background may follow the wall's colour, for what the server fills by itself when it grows.
  var followsColour: Bool { get }
  /// Whether it was mapped when it was created or adopted.
  var isMapped: Bool { get }
  /// Whether it was on the screen then: the window that it lies in may not be mapped.
  var isShown: Bool { get }
  /// Shows the pointer as long as any surface wants it.
  func showPointer(_ isShown: Bool, for surface: ObjectIdentifier)
  /// Puts it on the screen.
  func open()
  /// The user has pressed on it.
  func pressed()
  /// Handles an event of the window: what the scene must be told.
  func handle(_ event: inout XEvent) -> [Event]
  /// The monitors have changed, and this is the one that the main window is for.
  func follow(_ monitor: PixelRect)
  /// A frame has been painted where it can be seen.
  func appeared()
}

/// A window and the surfaces on it, to which it hands on the events of the server.
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
  /// Events since the last report.
  private var pending: [Event] = []
  /// The state that was reported last.
  private var reported: State?
  /// The surface that a button was pressed on, which has the pointer until that button is released.
  private var held: (surface: XSurface, button: Button)?
  /// The surface that the pointer was on last, whose wheel it turns.
  private weak var pointed: XSurface?

  private struct State: Equatable {
    let parts: [WallLayout.Part]
    let isVisible: Bool
  }

  init(_ backing: any BackingWindow, on display: Display, typeface: Typeface, takesAllInput: Bool) {
    (self.backing, self.display, self.typeface, self.takesAllInput) = (backing, display, typeface, takesAllInput)
    isMapped = backing.isMapped
    input = Input(display: display.pointer, reportsAllKeys: takesAllInput)
  }

  var isVisible: Bool { isMapped && !isObscured }
  /// Whether a kiosk's window is not where it belongs.
  var isAway: Bool { (backing as? TopLevel)?.isAway ?? false }

  /// What can be seen on it, with the names of the monitors.
  func forEachShown(_ body: (String, Frame) -> Void) {
    guard isVisible else { return }
    for surface in surfaces {
      if let frame = surface.wanted { body(surface.names.first ?? "", frame) }
    }
  }

  /// Divides the window anew; parts that stay keep their surfaces.
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

  /// Whether another client has destroyed its window, and it is to get a new one.
  var isToBeRenewed: Bool { (backing as? TopLevel).map { $0.isGone && $0.isRenewable } ?? false }

  /// Creates a new window for the same surfaces: it shows what they showed as soon as it is mapped. A key that is still
  /// held goes on repeating there, which is no new press.
  func renew() {
    guard let topLevel = backing as? TopLevel else { return }
    isObscured = false
    topLevel.renew(background: surfaces.first?.background)
  }

  /// Puts it on the screen, once.
  func open() {
    if !isOpen { backing.open() }
    isOpen = true
  }

  /// Adds events that do not come from the window.
  func enqueue(_ events: [Event]) {
    for event in events {
      if case .pointerPressed = event { backing.pressed() }
      pending.add(event)
    }
  }

  /// The finger that has just been lifted was not: its screen has gone.
  func takeBackLifting() {
    pending = pending.map { if case .pointerReleased(_, .finger) = $0 { .interrupted } else { $0 } }
  }

  /// Reports the events once all of them have been read: of many sizes only the last counts.
  func report() {
    let state = State(parts: surfaces.map(\.part), isVisible: isVisible)
    let (events, before) = (pending.map { (event: $0, recipient: recipient(of: $0)) }, reported)
    // Set first, as a delegate's answer may lead here again.
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

  /// Paints it anew, also where other windows cover it, but not while it is not mapped.
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

  /// The pointer belongs to the surface it is on or was pressed on, a key to one surface, any other event to all.
  private func recipient(of event: Event) -> Recipient {
    // The release may happen where the server does not report it.
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

  /// The surface that gets keys.
  private var controlled: XSurface? { held?.surface ?? surfaces.first { $0.role == .whole } ?? surfaces.first }

  /// A grab also brings presses elsewhere on the screen, which count only where all input does.
  private func surface(at place: Point) -> XSurface? {
    surfaces.first { $0.box.contains(place) } ?? (takesAllInput ? surfaces.first : nil)
  }
}

extension PixelRect {
  fileprivate var isAtOrigin: Bool { left == 0 && top == 0 }
}

extension Event {
  fileprivate var isScroll: Bool { if case .scrolled = self { true } else { false } }

  /// Where the pointer is, if the event has it.
  fileprivate var place: Point? {
    switch self {
    case .pointerPressed(let place, _), .pointerMoved(let place), .pointerReleased(let place, _): place
    default: nil
    }
  }

  /// With places relative to a part of the window.
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
