internal import CX11
internal import ColourClock

/// What people do: the server's input events as the scene's.
struct Input {
  static let eventMask =
    KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | LeaveWindowMask
    | FocusChangeMask | KeymapStateMask

  private let display: OpaquePointer
  private let tellsAll: Bool
  /// Whether the server itself leaves out the releases between the repeated presses of a held key.
  private let hidesRepeats: Bool
  /// The keys that are held, by their codes: what a key means may change while it is held, when a modifier goes.
  private var held: [UInt32: Key] = [:]

  /// `tellsAll`: also keys that mean nothing here, such as Shift.
  init(display: OpaquePointer, tellsAll: Bool = false) {
    (self.display, self.tellsAll) = (display, tellsAll)
    var isSupported = False
    hidesRepeats = XkbSetDetectableAutoRepeat(display, True, &isSupported) != 0 && isSupported != 0
  }

  /// Adds what an event says that people have done; of several movements in a row only the last.
  mutating func take(_ event: inout XEvent, into events: inout [Event]) {
    switch event.type {
    case KeyPress:
      if let key = Key(&event.xkey) ?? (tellsAll ? .other : nil) {
        events.append(press(key, code: event.xkey.keycode))
      }
    case KeyRelease:
      if !isRepeat(event.xkey), let key = held.removeValue(forKey: event.xkey.keycode) { events.append(.released(key)) }
    case ButtonPress: events.append(press(event.xbutton))
    case ButtonRelease: if let release = release(event.xbutton) { events.append(release) }
    case MotionNotify:
      if case .pointerMoved = events.last { events.removeLast() }
      events.append(.pointerMoved(Point(x: Double(event.xmotion.x), y: Double(event.xmotion.y))))
    // Somebody has grabbed the pointer.
    case LeaveNotify: if event.xcrossing.mode == NotifyGrab { events.append(.interrupted) }
    case FocusOut where event.xfocus.detail != NotifyPointer: events.append(.interrupted)
    case KeymapNotify: keepHeld(of: event.xkeymap)
    default: break
    }
  }

  /// Follows every FocusIn with the keys that are down at that moment. Of those that were let go elsewhere nobody has told;
  /// one that is still held goes on repeating.
  private mutating func keepHeld(of keymap: XKeymapEvent) {
    withUnsafeBytes(of: keymap.key_vector) { down in
      held = held.filter { code, _ in down[Int(code) / 8] & 1 << UInt8(code % 8) != 0 }
    }
  }

  private mutating func press(_ key: Key, code: UInt32) -> Event {
    if held[code] == key { return .repeated(key) }
    held[code] = key
    return .pressed(key)
  }

  /// Wheels and touchpads that scroll speak as buttons: 4 up, 5 down, 6 left, 7 right.
  private func press(_ event: XButtonEvent) -> Event {
    switch event.button {
    case 4: .scrolled(right: 0, up: 1)
    case 5: .scrolled(right: 0, up: -1)
    case 6: .scrolled(right: -1, up: 0)
    case 7: .scrolled(right: 1, up: 0)
    default: .pointerPressed(Input.place(event), Input.button(event))
    }
  }

  private func release(_ event: XButtonEvent) -> Event? {
    (4...7).contains(event.button) ? nil : .pointerReleased(Input.place(event), Input.button(event))
  }

  private static func button(_ event: XButtonEvent) -> Button { event.button == 1 ? .primary : .other }

  private static func place(_ event: XButtonEvent) -> Point { Point(x: Double(event.x), y: Double(event.y)) }

  /// A server that cannot hide repeats sends each as a release and a press of the same time.
  private func isRepeat(_ release: XKeyEvent) -> Bool {
    guard !hidesRepeats, XEventsQueued(display, QueuedAfterReading) > 0 else { return false }
    var next = XEvent()
    XPeekEvent(display, &next)
    return next.type == KeyPress && next.xkey.keycode == release.keycode && next.xkey.time == release.time
  }
}
