internal import CX11
internal import ColourClock
private import Glibc
private import System

struct WindowManager {
  let display: Display

  /// Empty without a manager. The root's property outlives its manager, so the check window must have the same
  /// property, with its own ID (EWMH 1.5, `_NET_SUPPORTING_WM_CHECK`).
  var supported: Set<WindowState> {
    let atoms = display.atoms
    guard let check = display.longs(of: display.root, atoms[.managerCheck], type: Atom(XA_WINDOW)).first, check != 0
    else { return [] }
    let named = display.ignoringErrors { display.longs(of: check, atoms[.managerCheck], type: Atom(XA_WINDOW)).first }
    guard named == check else { return [] }
    return states(in: display.root, atoms[.supported])
  }

  func states(of window: Window) -> Set<WindowState> {
    display.ignoringErrors { states(in: window, display.atoms[.state]) }
  }

  private func states(in window: Window, _ property: Atom) -> Set<WindowState> {
    let found = display.longs(of: window, property, type: Atom(XA_ATOM))
    return Set(WindowState.allCases.filter { found.contains(display.atoms[$0.name]) })
  }

  func set(_ state: WindowState, _ isWanted: Bool, _ window: Window) {
    let application = 1
    let values = [isWanted ? 1 : 0, Int(display.atoms[state.name]), 0, application]
    var event = clientMessage(display.atoms[.state], of: window, format: 32)
    withUnsafeMutableBytes(of: &event.xclient.data.l) { $0.copyBytes(from: values.withUnsafeBytes(Array.init)) }
    XSendEvent(display.pointer, display.root, False, WindowManager.managerMask, &event)
  }

  /// Sends `_NET_WM_PING` on to the root.
  func answer(_ ping: XClientMessageEvent) {
    var event = XEvent()
    event.xclient = ping
    event.xclient.window = display.root
    XSendEvent(display.pointer, display.root, False, WindowManager.managerMask, &event)
  }

  /// Sends pieces of 20 bytes (startup-notification specification).
  func endStartup(_ identifier: String, from window: Window) {
    let escaped = identifier.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
    let message = Array("remove: ID=\"\(escaped)\"".utf8) + [0]
    for start in stride(from: 0, to: message.count, by: 20) {
      let type = display.atoms[start == 0 ? .startupBegin : .startupMore]
      var event = clientMessage(type, of: window, format: 8)
      withUnsafeMutableBytes(of: &event.xclient.data.b) { $0.copyBytes(from: message[start...].prefix(20)) }
      XSendEvent(display.pointer, display.root, False, PropertyChangeMask, &event)
    }
  }

  private func clientMessage(_ type: Atom, of window: Window, format: Int32) -> XEvent {
    var event = XEvent()
    event.xclient.type = ClientMessage
    (event.xclient.window, event.xclient.message_type, event.xclient.format) = (window, type, format)
    return event
  }

  private static let managerMask = SubstructureRedirectMask | SubstructureNotifyMask
}

/// The window manager decides about these states (EWMH 1.5, `_NET_WM_STATE`).
enum WindowState: CaseIterable {
  case fullScreen
  case above

  fileprivate var name: Atoms.Name { self == .fullScreen ? .fullScreen : .above }
}

/// A window's properties, which window managers read at mapping (ICCCM 2.0 §4.1.2, EWMH 1.5).
struct Properties {
  let display: Display
  let window: Window

  private func set(_ property: Atom, type: Atom, bytes: [UInt8]) {
    XChangeProperty(display.pointer, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }

  /// Xlib takes 32-bit units as longs.
  private func set(_ property: Atom, type: Atom, values: [UInt]) {
    values.withUnsafeBytes {
      _ = XChangeProperty(
        display.pointer, window, property, type, 32, PropModeReplace,
        $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(values.count))
    }
  }

  func identify(_ options: WindowDescription) {
    let atoms = display.atoms
    let text = Array(options.title.utf8)
    for name in [Atom(XA_WM_NAME), Atom(XA_WM_ICON_NAME)] { set(name, type: Atom(XA_STRING), bytes: text) }
    for name in [atoms[.name], atoms[.iconName]] { set(name, type: atoms[.utf8String], bytes: text) }
    let names = [WindowDescription.instance(options.name), Resource.className]
    set(Atom(XA_WM_CLASS), type: Atom(XA_STRING), bytes: names.flatMap { Array($0.utf8) + [0] })
    set(Atom(XA_WM_COMMAND), type: Atom(XA_STRING), bytes: options.command.flatMap { Array($0.utf8) + [0] })
    set(atoms[.protocols], type: Atom(XA_ATOM), values: [atoms[.deleteWindow], atoms[.ping]])
    set(atoms[.windowType], type: Atom(XA_ATOM), values: [atoms[.normalType]])
    set(Atom(XA_WM_CLIENT_MACHINE), type: Atom(XA_STRING), bytes: Array(Process.hostName.utf8))
    set(atoms[.process], type: Atom(XA_CARDINAL), values: [UInt(getpid())])
    var hints = XWMHints()
    hints.flags = InputHint | StateHint
    hints.input = True
    hints.initial_state = options.isIconic ? IconicState : NormalState
    XSetWMHints(display.pointer, window, &hints)
  }

  func setSizeHints(_ geometry: WindowGeometry?, isPlaced: Bool) {
    var hints = XSizeHints()
    let hasPlace = isPlaced || geometry?.offset != nil
    hints.flags = PMinSize | PWinGravity | (geometry?.size == nil ? 0 : USSize) | (hasPlace ? USPosition : 0)
    (hints.min_width, hints.min_height) = (1, 1)
    hints.win_gravity = Properties.gravity(geometry?.offset)
    XSetWMNormalHints(display.pointer, window, &hints)
  }

  func setStates(_ states: Set<WindowState>) {
    guard !states.isEmpty else { return }
    let atoms = WindowState.allCases.filter(states.contains).map { UInt(display.atoms[$0.name]) }
    set(display.atoms[.state], type: Atom(XA_ATOM), values: atoms)
  }

  /// The time of the user's click follows `_TIME` (startup-notification specification). There 0 means unknown, but as a
  /// user time 0 would refuse the focus.
  func setStartup(_ startup: String) {
    set(display.atoms[.startup], type: display.atoms[.utf8String], bytes: Array(startup.utf8))
    guard let marker = startup.split(separator: "_TIME").last, let time = UInt32(marker), time > 0, marker != startup
    else {
      return
    }
    set(display.atoms[.userTime], type: Atom(XA_CARDINAL), values: [UInt(time)])
  }

  func setIcon() {
    let values = Icon.sizes.flatMap { size in [UInt(size), UInt(size)] + Icon.pixels(size: size).map(UInt.init) }
    set(display.atoms[.icon], type: Atom(XA_CARDINAL), values: values)
  }

  /// The window's corner that decorations do not move.
  private static func gravity(_ offset: WindowGeometry.Offset?) -> Int32 {
    switch (offset?.isFromRight ?? false, offset?.isFromBottom ?? false) {
    case (false, false): NorthWestGravity
    case (true, false): NorthEastGravity
    case (false, true): SouthWestGravity
    case (true, true): SouthEastGravity
    }
  }
}
