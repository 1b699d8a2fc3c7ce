internal import CX11
internal import ColourClock

/// Turns core events into the scene's input. `XInput` may report buttons, motion and touches instead.
struct Input {
  static let eventMask =
    KeyPressMask | KeyReleaseMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask | LeaveWindowMask
    | FocusChangeMask | KeymapStateMask

  private let display: OpaquePointer
  private let text: TextInput
  var takesText = false
  private let reportsAllKeys: Bool
  private let hidesRepeats: Bool
  /// The meaning that each held key had at the press: Shift may be released first.
  private var held: [UInt32: Key] = [:]
  /// The times of releases that came before the press, as an input method may cause.
  private var releases: [UInt32: Time] = [:]

  /// - Parameter reportsAllKeys: true for keys without a meaning too, such as Shift.
  init(display: OpaquePointer, text: TextInput, reportsAllKeys: Bool) {
    (self.display, self.text, self.reportsAllKeys) = (display, text, reportsAllKeys)
    var isSupported = False
    hidesRepeats = XkbSetDetectableAutoRepeat(display, True, &isSupported) != 0 && isSupported != 0
  }

  mutating func handle(_ event: inout XEvent, into events: inout [Event]) {
    switch event.type {
    case KeyPress:
      if takesText, let text = text.text(of: &event.xkey) {
        events.append(.wrote(text))
      } else if let key = Key.withDigit(&event.xkey) ?? (reportsAllKeys ? .other : nil) {
        events.append(press(key, code: event.xkey.keycode))
        if wasReleasedFirst(event.xkey) { release(event.xkey, into: &events) }
      }
    case KeyRelease: if !isRepeat(event.xkey) { release(event.xkey, into: &events) }
    case ButtonPress: events.append(press(event.xbutton))
    case ButtonRelease: if let release = release(event.xbutton) { events.append(release) }
    case MotionNotify:
      events.add(.pointerMoved(Point(x: Double(event.xmotion.x), y: Double(event.xmotion.y))))
    // Another client has grabbed the pointer.
    case LeaveNotify: if event.xcrossing.mode == NotifyGrab { events.append(.interrupted) }
    case FocusOut where event.xfocus.detail != NotifyPointer: events.append(.interrupted)
    case KeymapNotify: keepHeld(of: event.xkeymap)
    default: break
    }
  }

  /// Without focus, a window gets no releases. After FocusIn, the server sends the keys that are down.
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

  private mutating func release(_ event: XKeyEvent, into events: inout [Event]) {
    if let key = held.removeValue(forKey: event.keycode) {
      events.append(.released(key))
    } else {
      releases[event.keycode] = event.time
    }
  }

  private mutating func wasReleasedFirst(_ press: XKeyEvent) -> Bool {
    guard let release = releases.removeValue(forKey: press.keycode) else { return false }
    // The server's time has 32 bits of milliseconds, and wraps.
    return Int32(truncatingIfNeeded: Int(release) - Int(press.time)) >= 0
  }

  private func press(_ event: XButtonEvent) -> Event {
    .notch(ofButton: event.button) ?? .pointerPressed(Input.place(event), Button(number: event.button))
  }

  private func release(_ event: XButtonEvent) -> Event? {
    Event.notch(ofButton: event.button) == nil
      ? .pointerReleased(Input.place(event), Button(number: event.button)) : nil
  }

  private static func place(_ event: XButtonEvent) -> Point { Point(x: Double(event.x), y: Double(event.y)) }

  /// A repeat may be a release and a press with the same time.
  private func isRepeat(_ release: XKeyEvent) -> Bool {
    guard !hidesRepeats, XEventsQueued(display, QueuedAfterReading) > 0 else { return false }
    var next = XEvent()
    XPeekEvent(display, &next)
    return next.type == KeyPress && next.xkey.keycode == release.keycode && next.xkey.time == release.time
  }
}

extension Key {
  /// `nil` if the key has no meaning. Keys with Control, Alt or Super are the window manager's, except Ctrl+Alt+Q.
  init?(_ event: inout XKeyEvent) {
    let chord = event.state & UInt32(ControlMask | Mod1Mask | Mod4Mask)
    var symbol = KeySym()
    var text = [CChar](repeating: 0, count: 8)
    let count = XLookupString(&event, &text, Int32(text.count), &symbol, nil)
    guard chord == 0 else {
      guard chord == UInt32(ControlMask | Mod1Mask), [XK_q, XK_Q].contains(Int32(truncatingIfNeeded: symbol)) else {
        return nil
      }
      self = .leaveKiosk
      return
    }
    switch Int32(truncatingIfNeeded: symbol) {
    case XK_Escape: self = .escape
    case XK_Return, XK_KP_Enter, XK_ISO_Enter: self = .enter
    case XK_BackSpace, XK_Delete: self = .backspace
    case XK_ISO_Left_Tab: self = .backTab
    case XK_Tab, XK_KP_Tab: self = event.state & UInt32(ShiftMask) == 0 ? .tab : .backTab
    case XK_Left, XK_KP_Left: self = .left
    case XK_Right, XK_KP_Right: self = .right
    case XK_Up, XK_KP_Up: self = .up
    case XK_Down, XK_KP_Down: self = .down
    case XK_Home, XK_KP_Home: self = .home
    case XK_End, XK_KP_End: self = .end
    case XK_F1...XK_F35: self = .function(Int(symbol) - Int(XK_F1) + 1)
    default:
      guard count == 1, (0x20..<0x7f).contains(text[0]) else { return nil }
      self = .character(Character(Unicode.Scalar(UInt8(text[0]))))
    }
  }

  /// Adds the digit that Num Lock (keypad) or Shift (French top row) would give.
  static func withDigit(_ event: inout XKeyEvent) -> Key? {
    let key = Key(&event)
    guard event.state & UInt32(ControlMask | Mod1Mask | Mod4Mask) == 0 else { return key }
    switch key {
    case .character(let character) where character.isLetter || character.isNumber || character == " ": return key
    case nil, .character, .left, .right, .up, .down, .home, .end: break
    default: return key
    }
    // Bits 13 and 14 are the keyboard group (XKB).
    let group = event.state >> 13 & 3
    for level in 0...1 {
      let symbol = XkbKeycodeToKeysym(
        event.display, KeyCode(truncatingIfNeeded: event.keycode), Int32(group), Int32(level))
      if let digit = Key.digit(of: symbol) { return .digit(digit, otherwise: key ?? .other) }
    }
    return key
  }

  private static func digit(of symbol: KeySym) -> Int? {
    switch Int32(truncatingIfNeeded: symbol) {
    case XK_0...XK_9: Int(symbol) - Int(XK_0)
    case XK_KP_0...XK_KP_9: Int(symbol) - Int(XK_KP_0)
    default: nil
    }
  }
}
