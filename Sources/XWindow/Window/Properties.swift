internal import CX11
internal import ColourClock
private import Glibc

/// What a window manager is told of a top-level window before it is mapped (ICCCM 2.0 §4.1.2, EWMH 1.5).
struct Properties {
  let display: Display
  let window: Window

  /// Sets a property of eight-bit units.
  func set(_ property: Atom, type: Atom, bytes: [UInt8]) {
    XChangeProperty(display.pointer, window, property, type, 8, PropModeReplace, bytes, Int32(bytes.count))
  }

  /// Sets a property of 32-bit units, which Xlib wants as longs.
  func set(_ property: Atom, type: Atom, values: [UInt]) {
    values.withUnsafeBytes {
      _ = XChangeProperty(
        display.pointer, window, property, type, 32, PropModeReplace,
        $0.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(values.count))
    }
  }

  /// All that does not depend on how the window is shown. `command` is the program's argument vector.
  func identify(title: String, command: [String]) {
    let atoms = display.atoms
    let text = Array(title.utf8)
    for name in [Atom(XA_WM_NAME), Atom(XA_WM_ICON_NAME)] { set(name, type: Atom(XA_STRING), bytes: text) }
    for name in [atoms[.name], atoms[.iconName]] { set(name, type: atoms[.utf8String], bytes: text) }
    set(Atom(XA_WM_CLASS), type: Atom(XA_STRING), bytes: Array("\(instance)\0ColourClock\0".utf8))
    set(Atom(XA_WM_COMMAND), type: Atom(XA_STRING), bytes: command.flatMap { Array($0.utf8) + [0] })
    set(atoms[.protocols], type: Atom(XA_ATOM), values: [atoms[.deleteWindow], atoms[.ping]])
    set(atoms[.windowType], type: Atom(XA_ATOM), values: [atoms[.normalType]])
    set(atoms[.icon], type: Atom(XA_CARDINAL), values: icon)
    set(Atom(XA_WM_CLIENT_MACHINE), type: Atom(XA_STRING), bytes: Array(hostName.utf8))
    set(atoms[.process], type: Atom(XA_CARDINAL), values: [UInt(getpid())])
    var hints = XWMHints()
    hints.flags = InputHint | StateHint
    hints.input = True
    hints.initial_state = NormalState
    XSetWMHints(display.pointer, window, &hints)
  }

  /// Size and place that the user asked for, and how small it may get.
  func size(_ geometry: WindowGeometry?) {
    var hints = XSizeHints()
    hints.flags =
      PMinSize | PWinGravity | (geometry?.size == nil ? 0 : USSize) | (geometry?.offset == nil ? 0 : USPosition)
    (hints.min_width, hints.min_height) = (1, 1)
    hints.win_gravity = Properties.gravity(geometry?.offset)
    XSetWMNormalHints(display.pointer, window, &hints)
  }

  func startFullScreen() {
    set(display.atoms[.state], type: Atom(XA_ATOM), values: [display.atoms[.fullScreen]])
  }

  /// The launch that led to the window, and the time of the user's click within its identifier (startup-notification
  /// specification: `…_TIME` and a decimal number).
  func startedBy(_ startup: String) {
    set(display.atoms[.startup], type: display.atoms[.utf8String], bytes: Array(startup.utf8))
    guard let marker = startup.split(separator: "_TIME").last, let time = UInt32(marker), marker != startup else {
      return
    }
    set(display.atoms[.userTime], type: Atom(XA_CARDINAL), values: [UInt(time)])
  }

  /// ICCCM §4.1.2.5 leaves the instance to the user: `$RESOURCE_NAME`, else the program's own name.
  private var instance: String { Process.environment("RESOURCE_NAME") ?? "colourclock" }

  private var icon: [UInt] {
    Icon.sizes.flatMap { size in [UInt(size), UInt(size)] + Icon.pixels(size: size).map(UInt.init) }
  }

  private var hostName: String {
    var name = utsname()
    uname(&name)
    return withUnsafeBytes(of: &name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The corner that stays where it is when a frame is put around the window.
  private static func gravity(_ offset: WindowGeometry.Offset?) -> Int32 {
    switch (offset?.isFromRight ?? false, offset?.isFromBottom ?? false) {
    case (false, false): NorthWestGravity
    case (true, false): NorthEastGravity
    case (false, true): SouthWestGravity
    case (true, true): SouthEastGravity
    }
  }
}
