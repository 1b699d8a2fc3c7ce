internal import CX11

/// The window manager, as far as it can be talked to; many walls have none.
struct WindowManager {
  let display: Display

  /// Whether one that speaks EWMH runs and can show a window full screen: the check window must name itself (EWMH 1.5,
  /// `_NET_SUPPORTING_WM_CHECK`), since a dead manager leaves its property behind.
  var supportsFullScreen: Bool {
    let atoms = display.atoms
    guard let check = display.longs(of: display.root, atoms[.managerCheck], type: Atom(XA_WINDOW)).first, check != 0
    else {
      return false
    }
    let named = display.ignoringErrors { display.longs(of: check, atoms[.managerCheck], type: Atom(XA_WINDOW)).first }
    guard named == check else { return false }
    return display.longs(of: display.root, atoms[.supported], type: Atom(XA_ATOM)).contains(atoms[.fullScreen])
  }

  /// Whether the manager shows the window full screen.
  func isFullScreen(_ window: Window) -> Bool {
    display.longs(of: window, display.atoms[.state], type: Atom(XA_ATOM)).contains(display.atoms[.fullScreen])
  }

  /// Asks for a state: `_NET_WM_STATE_ADD` or `_REMOVE` from an application.
  func setFullScreen(_ isWanted: Bool, _ window: Window) {
    let application = 1
    send(display.atoms[.state], of: window, [isWanted ? 1 : 0, Int(display.atoms[.fullScreen]), 0, application])
  }

  /// Answers a ping by sending it on to the root window, all else untouched.
  func answer(_ ping: XClientMessageEvent) {
    var event = XEvent()
    event.xclient = ping
    event.xclient.window = display.root
    XSendEvent(display.pointer, display.root, False, WindowManager.managerMask, &event)
  }

  /// Ends the launch feedback of the desktop that started us (startup-notification specification): the message, cut
  /// into pieces of twenty bytes.
  func endStartup(_ identifier: String, from window: Window) {
    let escaped = identifier.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    let message = Array("remove: ID=\"\(escaped)\"".utf8) + [0]
    for start in stride(from: 0, to: message.count, by: 20) {
      var event = XEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type = display.atoms[start == 0 ? .startupBegin : .startupMore]
      event.xclient.format = 8
      withUnsafeMutableBytes(of: &event.xclient.data.b) { $0.copyBytes(from: message[start...].prefix(20)) }
      XSendEvent(display.pointer, display.root, False, PropertyChangeMask, &event)
    }
  }

  private static let managerMask = SubstructureRedirectMask | SubstructureNotifyMask

  private func send(_ type: Atom, of window: Window, _ values: [Int]) {
    var event = XEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = type
    event.xclient.format = 32
    withUnsafeMutableBytes(of: &event.xclient.data.l) { $0.copyBytes(from: values.withUnsafeBytes(Array.init)) }
    XSendEvent(display.pointer, display.root, False, WindowManager.managerMask, &event)
  }
}
