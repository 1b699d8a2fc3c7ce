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

  /// All but sizes and states.
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
    set(atoms[.icon], type: Atom(XA_CARDINAL), values: icon)
    set(Atom(XA_WM_CLIENT_MACHINE), type: Atom(XA_STRING), bytes: Array(Process.hostName.utf8))
    set(atoms[.process], type: Atom(XA_CARDINAL), values: [UInt(getpid())])
    var hints = XWMHints()
    hints.flags = InputHint | StateHint
    hints.input = True
    hints.initial_state = options.isIconic ? IconicState : NormalState
    XSetWMHints(display.pointer, window, &hints)
  }

  /// Size and place that the user asked for, and how small it may get.
  func size(_ geometry: WindowGeometry?, isPlaced: Bool) {
    var hints = XSizeHints()
    let hasPlace = isPlaced || geometry?.offset != nil
    hints.flags = PMinSize | PWinGravity | (geometry?.size == nil ? 0 : USSize) | (hasPlace ? USPosition : 0)
    (hints.min_width, hints.min_height) = (1, 1)
    hints.win_gravity = Properties.gravity(geometry?.offset)
    XSetWMNormalHints(display.pointer, window, &hints)
  }

  func start(isFullScreen: Bool, isAbove: Bool) {
    let states = [isFullScreen ? Atoms.Name.fullScreen : nil, isAbove ? .above : nil].compactMap(\.self)
    guard !states.isEmpty else { return }
    set(display.atoms[.state], type: Atom(XA_ATOM), values: states.map { UInt(display.atoms[$0]) })
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

  private var icon: [UInt] {
    Icon.sizes.flatMap { size in [UInt(size), UInt(size)] + Icon.pixels(size: size).map(UInt.init) }
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
