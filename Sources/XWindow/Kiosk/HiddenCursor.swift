internal import CX11

/// The pointer's picture, hidden on the whole screen: over any window, also when a touch moves it (XFIXES protocol 4.0,
/// HideCursor). The server shows it again when our connection ends, however that comes.
///
/// Without XFIXES 4 nothing is hidden here: a window then has to have an empty cursor of its own.
final class HiddenCursor {
  private let display: Display
  private(set) var isHidden = false

  /// Must end before `display` is closed.
  init(on display: Display) {
    self.display = display
    guard HiddenCursor.isSupported(by: display.pointer) else { return }
    XFixesHideCursor(display.pointer, display.root)
    XFlush(display.pointer)
    isHidden = true
  }

  deinit { show() }

  /// Shows it again; a second time would be an error to the server.
  func show() {
    guard isHidden else { return }
    isHidden = false
    XFixesShowCursor(display.pointer, display.root)
    XFlush(display.pointer)
  }

  private static func isSupported(by display: OpaquePointer) -> Bool {
    var (major, minor): (Int32, Int32) = (0, 0)
    guard XFixesQueryExtension(display, &major, &minor) != 0 else { return false }
    return XFixesQueryVersion(display, &major, &minor) != 0 && major >= 4
  }
}
