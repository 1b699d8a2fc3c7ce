internal import CX11
internal import ColourClock

/// A window and the surfaces on it: hands on to them what the server says.
final class WallWindow {
  let host: any BackingWindow
  private(set) var surfaces: [XSurface] = []
  private let display: Display
  private let typeface: Typeface
  private let takesAllInput: Bool
  private var input: Input
  private(set) var isMapped: Bool
  private var isObscured = false
  private var isOpen = false
  /// What has come since it was last reported, and what was reported of the window last.
  private var pending: [Event] = []
  private var reported: State?
  /// The surface that the pointer was pressed on has it until it is let go.
  private var held: XSurface?

  private struct State: Equatable {
    let sizes: [Size]
    let isVisible: Bool
  }

  init(_ host: any BackingWindow, on display: Display, typeface: Typeface, takesAllInput: Bool) {
    (self.host, self.display, self.typeface, self.takesAllInput) = (host, display, typeface, takesAllInput)
    isMapped = host.isMapped
    input = Input(display: display.pointer, tellsAll: takesAllInput)
  }

  var isVisible: Bool { isMapped && !isObscured }

  /// Divides the window anew; parts that stay keep their surfaces.
  func divide(into parts: [WallLayout.Part]) {
    if surfaces.count == 1, parts.count == 1, let surface = surfaces.first, let part = parts.first,
      surface.role == part.role, surface.box.isAtOrigin, part.box.isAtOrigin
    {
      return surface.resize(to: part.box.size)
    }
    guard parts != surfaces.map({ WallLayout.Part(box: $0.box, role: $0.role) }) else { return }
    surfaces = parts.map { part in
      XSurface(part.box, role: part.role, of: host, on: display, typeface: typeface)
    }
    if isMapped { surfaces.forEach { $0.exposed() } }
    (reported, held) = (nil, nil)
  }

  /// Notes what an event says.
  func take(_ event: inout XEvent) {
    pending += host.take(&event)
    switch event.type {
    case Expose: surfaces.forEach { $0.exposed() }
    case MapNotify: isMapped = true
    case UnmapNotify: (isMapped, held) = (false, nil)
    case VisibilityNotify: isObscured = event.xvisibility.state == VisibilityFullyObscured
    default: input.take(&event, into: &pending)
    }
  }

  /// Puts it on the screen, once.
  func open() {
    if !isOpen { host.open() }
    isOpen = true
  }

  /// Also that which the server does not say of a window.
  func note(_ event: Event) { pending.append(event) }

  /// Reports what has come once it is all in: of many sizes only the last counts.
  func report() {
    let state = State(sizes: surfaces.map(\.box.size), isVisible: isVisible)
    let (events, before) = (pending.map { (event: $0, owner: claim($0)) }, reported)
    // An answer to what is told may lead here again.
    (pending, reported) = ([], state)
    for surface in surfaces {
      var own = events.filter { $0.owner.includes(surface) }.map { $0.event.seen(from: surface.box) }
      if state.sizes != before?.sizes { own.insert(.resized(surface.box.size), at: 0) }
      // A scene takes itself for visible at first.
      if state.isVisible != before?.isVisible ?? true { own.append(isVisible ? .appeared : .disappeared) }
      if !own.isEmpty { surface.report(own) }
    }
    if isVisible { surfaces.forEach { $0.repaint() } }
  }

  /// Paints it anew, also where others cover it, but not where there is nothing to paint on.
  func repaint() {
    guard isMapped else { return }
    surfaces.forEach { $0.exposed() }
    surfaces.forEach { $0.repaint() }
  }

  /// Whom an event concerns.
  private enum Owner {
    case everybody
    case one(XSurface?)

    func includes(_ surface: XSurface) -> Bool { if case .one(let one) = self { one === surface } else { true } }
  }

  /// Pointers belong to the surface they are on or were pressed on, keys to one; all else is for everybody.
  private func claim(_ event: Event) -> Owner {
    // What was pressed may be let go where nobody tells.
    if event == .interrupted { held = nil }
    guard event.isInput else { return .everybody }
    guard let place = event.place else { return .one(held ?? surfaces.first { $0.role == .whole } ?? surfaces.first) }
    let owner = held ?? surface(at: place)
    switch event {
    case .pointerPressed: held = owner
    case .pointerReleased: held = nil
    default: break
    }
    return .one(owner)
  }

  /// A grab brings also what is pressed elsewhere on the screen; that counts only where all input does.
  private func surface(at place: Point) -> XSurface? {
    surfaces.first { $0.box.contains(place) } ?? (takesAllInput ? surfaces.first : nil)
  }
}

extension PixelRect {
  fileprivate var isAtOrigin: Bool { left == 0 && top == 0 }
}

extension Event {
  /// Where the pointer is, if it says so.
  fileprivate var place: Point? {
    switch self {
    case .pointerPressed(let place, _), .pointerMoved(let place), .pointerReleased(let place, _): place
    default: nil
    }
  }

  /// With places as seen from a part of the window.
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
