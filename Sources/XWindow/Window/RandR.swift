internal import CX11
internal import ColourClock

/// The extension by which a server tells of its monitors, which may be missing: from an old server, from one started
/// without it, or for an untrusted client.
///
/// Xinerama is not asked instead: servers since 2007 have RandR 1.2, which says the same and tells of changes.
struct RandR {
  let display: Display
  let version: (major: Int32, minor: Int32)
  private let eventBase: Int32

  init?(_ display: Display) {
    var (events, errors, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard XRRQueryExtension(display.pointer, &events, &errors) != 0,
      display.ignoringErrors({ XRRQueryVersion(display.pointer, &major, &minor) }) != 0
    else { return nil }
    (self.display, version, eventBase) = (display, (major, minor), events)
  }

  /// Has the server tell of changes. That monitors were defined by hand (`xrandr --setmonitor`) it tells by a
  /// `ConfigureNotify` of the root window alone.
  func selectInput() {
    let mask = RRScreenChangeNotifyMask | RRCrtcChangeNotifyMask | RROutputChangeNotifyMask
    XRRSelectInput(display.pointer, display.root, Int32(mask))
  }

  func owns(_ event: XEvent) -> Bool { [RRScreenChangeNotify, RRNotify].contains(event.type - eventBase) }

  /// The monitors as the server lists them; `nil` if it has no notion of them (before RandR 1.2).
  var monitors: [Monitor]? {
    if has(1, 5) { return defined }
    return has(1, 2) ? driven : nil
  }

  func has(_ major: Int32, _ minor: Int32) -> Bool { version >= (major, minor) }

  /// RandR 1.5: those made of outputs and those defined by hand.
  var defined: [Monitor] {
    var count: Int32 = 0
    let found = display.ignoringErrors { XRRGetMonitors(display.pointer, display.root, True, &count) }
    guard let found else { return [] }
    defer { XRRFreeMonitors(found) }
    return UnsafeBufferPointer(start: found, count: Int(count)).enumerated().map { number, monitor in
      Monitor(
        name: name(monitor.name), box: PixelRect(monitor.x, monitor.y, UInt32(monitor.width), UInt32(monitor.height)),
        isPrimary: monitor.primary != 0, number: number)
    }
  }

  private func name(_ atom: Atom) -> String {
    guard let text = display.ignoringErrors({ XGetAtomName(display.pointer, atom) }) else { return "" }
    defer { XFree(text) }
    return String(cString: text)
  }
}
