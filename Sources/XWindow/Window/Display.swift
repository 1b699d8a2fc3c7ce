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

  package func close() { XCloseDisplay(pointer) }

  var root: Window { XDefaultRootWindow(pointer) }

  /// The whole screen.
  var size: Size {
    let screen = XDefaultScreen(pointer)
    return Size(width: Int(XDisplayWidth(pointer, screen)), height: Int(XDisplayHeight(pointer, screen)))
  }

  /// What to poll for reading.
  package var descriptor: Int32 { XConnectionNumber(pointer) }

  /// Runs `body`, whose requests all wait for their replies, without a word about protocol errors.
  func ignoringErrors<Result>(_ body: () -> Result) -> Result {
    let usual = XSetErrorHandler { _, _ in 0 }
    defer { XSetErrorHandler(usual) }
    return body()
  }

  /// The protocol errors told so far; each kind is told once, so that a repeated one does not fill a log in a year.
  private static let told = Mutex<Set<[UInt8]>>([])

  private static func report(_ error: XErrorEvent) -> Int32 {
    let isNew = told.withLock { $0.insert([error.error_code, error.request_code, error.minor_code]).inserted }
    guard isNew else { return 0 }
    var text = [CChar](repeating: 0, count: 128)
    XGetErrorText(error.display, Int32(error.error_code), &text, Int32(text.count))
    let message = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    Process.report("X error \(message), request \(error.request_code).\(error.minor_code); going on")
    return 0
  }
}
