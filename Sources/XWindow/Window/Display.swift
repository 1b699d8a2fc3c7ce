internal import CX11
internal import ColourClock
private import Synchronization

/// The connection to an X server. It owns everything the program has there: the server frees it all when it ends.
package final class Display {
  let pointer: OpaquePointer
  let atoms: Atoms

  package enum Failure: Error {
    /// No server answers under that name; `nil` means that there was no name at all.
    case unreachable(name: String?)
  }

  /// Connects to the named display, or to `$DISPLAY` with `nil`.
  package init(_ name: String?) throws(Failure) {
    _ = XSetErrorHandler { _, event in event.map { Display.report($0.pointee) } ?? 0 }
    _ = XSetIOErrorHandler { _ in
      Process.report("lost the connection to the X server")
      Process.exit(1)
    }
    // libxcb writes of its own accord when it is not let in.
    guard let pointer = Process.silently({ XOpenDisplay(name) }) else {
      throw .unreachable(name: name ?? Process.environment("DISPLAY"))
    }
    self.pointer = pointer
    atoms = Atoms(pointer)
  }

  /// Returns when the server has got through with all that it was asked for.
  package func waitUntilDone() { XSync(pointer, False) }

  /// Sends the requests that are still to be sent and reads the events that have come, into Xlib's own queue, which poll(2)
  /// does not see. No system call if nothing was asked since the last time.
  func flush() {
    guard hasUnsent else { return }
    XFlush(pointer)
    flushed = XNextRequest(pointer)
  }

  /// Whether there may be requests that have not been sent, or events that were read along with a reply.
  var hasUnsent: Bool { XNextRequest(pointer) != flushed }

  private var flushed: UInt = 0

  package func close() { XCloseDisplay(pointer) }

  var root: Window { XDefaultRootWindow(pointer) }

  /// The whole screen.
  var size: Size {
    let screen = XDefaultScreen(pointer)
    return Size(width: Int(XDisplayWidth(pointer, screen)), height: Int(XDisplayHeight(pointer, screen)))
  }

  /// What to poll for reading.
  package var descriptor: Int32 { XConnectionNumber(pointer) }

  /// Runs `body`, whose requests all wait for their replies, without a word about their protocol errors. Those of
  /// requests before it may come in meanwhile, and are told as ever.
  func ignoringErrors<Result>(_ body: () -> Result) -> Result {
    let first = XNextRequest(pointer)
    Display.firstIgnored.withLock { $0 = first }
    let usual = XSetErrorHandler { _, event in
      guard let error = event?.pointee else { return 0 }
      if error.serial < Display.firstIgnored.withLock(\.self) { return Display.report(error) }
      _ = Display.isLoss(error)
      return 0
    }
    defer { XSetErrorHandler(usual) }
    return body()
  }

  private static let firstIgnored = Mutex<UInt>(0)

  /// Whether the server takes what `body` asks, which it is waited for.
  func accepts(_ body: () -> Void) -> Bool {
    XSync(pointer, False)
    Display.hasRefused.withLock { $0 = false }
    let usual = XSetErrorHandler { _, _ in
      Display.hasRefused.withLock { $0 = true }
      return 0
    }
    defer { XSetErrorHandler(usual) }
    body()
    XSync(pointer, False)
    return !Display.hasRefused.withLock(\.self)
  }

  private static let hasRefused = Mutex(false)

  /// Takes errors about this window, which is somebody else's, as word that it is gone.
  func watch(_ window: Window) { Display.watched.withLock { $0 = (window, false) } }

  /// Whether the window that is watched was gone when something was drawn on it.
  var hasLostWatched: Bool { Display.watched.withLock { $0?.isLost ?? false } }

  private static let watched = Mutex<(window: Window, isLost: Bool)?>(nil)

  /// Whether an error only says that the watched window is gone.
  private static func isLoss(_ error: XErrorEvent) -> Bool {
    // Its colormap goes with it.
    if error.error_code == UInt8(BadColor) { return watched.withLock { $0 != nil } }
    guard [UInt8(BadWindow), UInt8(BadDrawable)].contains(error.error_code) else { return false }
    return watched.withLock { watched in
      guard let window = watched?.window, window == error.resourceid else { return false }
      watched?.isLost = true
      return true
    }
  }

  /// The protocol errors told so far; each kind is told once, so that a repeated one does not fill a log in a year.
  private static let told = Mutex<Set<[UInt8]>>([])

  private static func report(_ error: XErrorEvent) -> Int32 {
    if isLoss(error) { return 0 }
    let isNew = told.withLock { $0.insert([error.error_code, error.request_code, error.minor_code]).inserted }
    guard isNew else { return 0 }
    var text = [CChar](repeating: 0, count: 128)
    XGetErrorText(error.display, Int32(error.error_code), &text, Int32(text.count))
    let message = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    Process.report("X error \(message), request \(error.request_code).\(error.minor_code); going on")
    return 0
  }
}
