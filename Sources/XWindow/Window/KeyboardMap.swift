internal import CX11

/// Xlib reads the keyboard map at first need, and only then asks for reports of changes. A change in between would be
/// lost, so `prepare` reads the map again.
final class KeyboardMap {
  private let display: OpaquePointer
  private var isCurrent = false

  init(_ display: OpaquePointer) { self.display = display }

  /// Call before a key is looked up. The first call waits for the server.
  func prepare() {
    guard !isCurrent else { return }
    isCurrent = true
    var (operation, event, error, major, minor) = (CInt(), CInt(), CInt(), XkbMajorVersion, XkbMinorVersion)
    guard XkbQueryExtension(display, &operation, &event, &error, &major, &minor) != 0 else { return }
    // Any lookup makes Xlib read the map.
    _ = XkbKeycodeToKeysym(display, KeyCode(KeyboardMap.firstCode), 0, 0)
    var change = XkbMapNotifyEvent()
    (change.type, change.display, change.xkb_type) = (event, display, XkbNewKeyboardNotify)
    XkbRefreshKeyboardMapping(&change)
  }

  /// The X protocol's least keycode.
  private static let firstCode = 8

  func follow(_ change: inout XMappingEvent) { XRefreshKeyboardMapping(&change) }
}
