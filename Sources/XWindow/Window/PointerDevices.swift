internal import CX11
internal import ColourClock

/// The first finger acts as the pointer. A second finger cancels the press; then nothing happens until all fingers
/// are lifted.
struct PointerDevices {
  var wheels = Wheels()
  private var down: Set<Finger> = []
  /// `window` gets the finger's events.
  private var acting: (finger: Finger, window: Window)?

  fileprivate struct Finger: Hashable {
    let source: UInt16
    let number: UInt32
  }

  typealias Answer = (events: [Event], window: Window)

  mutating func handle(_ event: XInputEvent) -> Answer? {
    switch event.kind {
    case .touchBegan: return begin(event, event.finger, isFirst: event.isFirst)
    case .touchMoved: return move(event, event.finger)
    case .touchEnded: return end(event, event.finger)
    // During a grab, the first finger comes as an emulated pointer.
    case .pressed where event.isEmulated && !event.isWheel: return begin(event, event.pointingFinger, isFirst: true)
    case .moved where event.isEmulated:
      // A wheel's button presses already scroll, so only the axis values are stored.
      _ = wheels.turn(event)
      return move(event, event.pointingFinger)
    case .released where event.isEmulated && !event.isWheel: return end(event, event.pointingFinger)
    case .pressed where event.isWheel: return wheels.notch(event).map { ([$0], event.window) }
    case .released where event.isWheel: return nil
    case .pressed: return ([.pointerPressed(event.place, event.button)], event.window)
    case .released: return ([.pointerReleased(event.place, event.button)], event.window)
    case .moved: return point(event)
    }
  }

  /// Drops a mouse's motion while a finger drags.
  private mutating func point(_ event: XInputEvent) -> Answer? {
    if let scroll = wheels.turn(event) { return ([scroll], event.window) }
    return acting == nil ? ([.pointerMoved(event.place)], event.window) : nil
  }

  private mutating func begin(_ event: XInputEvent, _ finger: Finger, isFirst: Bool) -> Answer? {
    // No other finger is down: another client may have got the lifts of older fingers.
    if isFirst { down = down.filter { $0.source != finger.source } }
    if let acting, !down.contains(acting.finger) { self.acting = nil }
    let isAlone = down.isEmpty
    down.insert(finger)
    guard isAlone else {
      defer { acting = nil }
      return acting.map { ([.interrupted], $0.window) }
    }
    acting = (finger, event.window)
    return ([.pointerPressed(event.place, .finger)], event.window)
  }

  private func move(_ event: XInputEvent, _ finger: Finger) -> Answer? {
    acting?.finger == finger ? ([.pointerMoved(event.place)], event.window) : nil
  }

  private mutating func end(_ event: XInputEvent, _ finger: Finger) -> Answer? {
    down.remove(finger)
    guard acting?.finger == finger else { return nil }
    acting = nil
    return ([.pointerReleased(event.place, .finger)], event.window)
  }
}

extension XInputEvent {
  fileprivate var finger: PointerDevices.Finger { PointerDevices.Finger(source: source, number: detail) }
  /// Touches are numbered from 1, so 0 is the emulated pointer.
  fileprivate var pointingFinger: PointerDevices.Finger { PointerDevices.Finger(source: source, number: 0) }
  fileprivate var isWheel: Bool { Event.notch(ofButton: detail) != nil }
  fileprivate var button: Button { Button(number: detail) }
}
