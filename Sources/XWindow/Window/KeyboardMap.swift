internal import CX11

/// Xlib's copy of the keyboard map, which gives keys their meanings.
///
/// Xlib reads the map when it needs it first, and only then asks the server to report changes. A change in between
/// would be lost, so `prepare` reads the map once more.
final class KeyboardMap {
  private let display: OpaquePointer
  /// True when the server reports every change after the copy.
  private var isCurrent = false

  init(_ display: OpaquePointer) { self.display = display }

  /// Call this before a key is looked up. Waits for the server at the first key.
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

  /// The least keycode (X protocol, Keyboards).
  private static let firstCode = 8

  /// Call this at MappingNotify.
  func follow(_ change: inout XMappingEvent) { XRefreshKeyboardMapping(&change) }
}
