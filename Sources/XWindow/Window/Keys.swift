internal import CX11
internal import ColourClock

extension Key {
  /// The key of a press, in the present keyboard layout; letters in lower case. `nil` for one without a meaning here, and
  /// for chords, which belong to the window manager.
  init?(_ event: inout XKeyEvent) {
    guard event.state & UInt32(ControlMask | Mod1Mask | Mod4Mask) == 0 else { return nil }
    var symbol = KeySym()
    var text = [CChar](repeating: 0, count: 8)
    let count = XLookupString(&event, &text, Int32(text.count), &symbol, nil)
    switch Int32(truncatingIfNeeded: symbol) {
    case XK_Escape: self = .escape
    case XK_Return, XK_KP_Enter, XK_ISO_Enter: self = .enter
    case XK_BackSpace, XK_Delete: self = .backspace
    case XK_Left, XK_KP_Left: self = .left
    case XK_Right, XK_KP_Right: self = .right
    case XK_Up, XK_KP_Up: self = .up
    case XK_Down, XK_KP_Down: self = .down
    case XK_Home, XK_KP_Home: self = .home
    case XK_End, XK_KP_End: self = .end
    case XK_F1...XK_F35: self = .function(Int(symbol) - Int(XK_F1) + 1)
    default:
      guard count == 1, (0x20..<0x7f).contains(text[0]) else { return nil }
      self = .character(Character(Character(Unicode.Scalar(UInt8(text[0]))).lowercased()))
    }
  }
}
