internal import CX11
package import ColourClock
private import Synchronization
private import System

package final class Display {
  let pointer: OpaquePointer
  let connection: OpaquePointer
  let atoms: Atoms
  let textInput: TextInput
  let keyboardMap: KeyboardMap
  var knownXwayland: Bool?
  var server: PrivateServer?

  /// - Parameter name: `nil` for `$DISPLAY`.
  package init(_ name: String?) throws(Refusal) {
    _ = XSetErrorHandler { _, event in event.map { Display.report($0.pointee) } ?? 0 }
    _ = XSetIOErrorHandler { _ in
      // `silently` may still discard messages.
      Process.endSilence()
      Process.report("lost the connection to the X server", as: .error)
      Process.exit(1)
    }
    // libxcb writes refusals to standard error.
    guard let pointer = Process.silently({ XOpenDisplay(name) }) else {
      guard let name = name ?? Process.environment("DISPLAY") else {
        throw Refusal("no X server: set DISPLAY or give --display")
      }
      throw Refusal("cannot reach the X server '\(name)': is it running, and may you use it?")
    }
    self.pointer = pointer
    connection = XGetXCBConnection(pointer)
    atoms = Atoms(pointer)
    textInput = TextInput(pointer)
    keyboardMap = KeyboardMap(pointer)
  }

  /// The name, such as `:0`, or `:0.1` for screen 1.
  package var name: String {
    let (name, screen) = (String(cString: XDisplayString(pointer)), XDefaultScreen(pointer))
    let end = name.lastIndex(of: ".").flatMap { name[$0...].dropFirst().isAllDigits ? $0 : nil }
    return name[..<(end ?? name.endIndex)] + (screen > 0 ? ".\(screen)" : "")
  }

  package func waitUntilDone() { XSync(pointer, False) }

  /// Taking the socket makes Xlib send its buffer; XFlush would also look for events. `XNextRequest` in `hasSent` gives
  /// the socket back.
  func send() {
    guard XNextRequest(pointer) != firstUnsentRequest else { return }
    var sent: UInt64 = 0
    _ = xcb_take_socket(connection, { _ in }, nil, 0, &sent)
    hasSent()
  }

  /// Call when libxcb has sent requests and Xlib's buffer is empty.
  func hasSent() { firstUnsentRequest = XNextRequest(pointer) }

  /// Events that libxcb has read go to Xlib's queue too, because poll(2) does not see them.
  func flush() {
    send()
    if xcb_total_read(connection) != bytesRead { _ = receive() }
  }

  /// Reads if the queue is empty. Returns the queue's length.
  func receive() -> Int {
    let queued = XEventsQueued(pointer, QueuedAlready)
    guard queued == 0 else { return Int(queued) }
    defer { bytesRead = xcb_total_read(connection) }
    return Int(XEventsQueued(pointer, QueuedAfterReading))
  }

  var hasRead: Bool { xcb_total_read(connection) != bytesRead }

  var isUnsettled: Bool { XNextRequest(pointer) != firstUnsentRequest || hasRead }

  private var firstUnsentRequest: UInt = 0
  /// What libxcb had read at the last `receive`.
  private var bytesRead: UInt64 = 0

  package func close() { XCloseDisplay(pointer) }

  var root: Window { XDefaultRootWindow(pointer) }

  var size: Size {
    let screen = XDefaultScreen(pointer)
    return Size(width: Int(XDisplayWidth(pointer, screen)), height: Int(XDisplayHeight(pointer, screen)))
  }

  package var descriptor: Int32 { XConnectionNumber(pointer) }

  // MARK: Queries that wait for a reply

  /// The property's 32-bit values; empty if the type differs.
  func longs(of window: Window, _ property: Atom, type: Atom) -> [UInt] {
    var (actual, format, count, rest): (Atom, Int32, UInt, UInt) = (0, 0, 0, 0)
    var bytes: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      pointer, window, property, 0, 1024, False, type, &actual, &format, &count, &rest, &bytes)
    guard status == Success, let bytes else { return [] }
    defer { XFree(bytes) }
    guard format == 32, actual == type else { return [] }
    return bytes.withMemoryRebound(to: UInt.self, capacity: Int(count)) {
      Array(UnsafeBufferPointer(start: $0, count: Int(count)))
    }
  }

  /// Children from bottom to top.
  func children(of window: Window) -> [Window] {
    var (root, parent, children, count): (Window, Window, UnsafeMutablePointer<Window>?, UInt32) = (0, 0, nil, 0)
    let isKnown = ignoringErrors { XQueryTree(pointer, window, &root, &parent, &children, &count) != 0 }
    guard isKnown, let children else { return [] }
    defer { XFree(children) }
    return Array(UnsafeBufferPointer(start: children, count: Int(count)))
  }

  /// `nil` if the window is gone.
  func place(of window: Window) -> (x: Int, y: Int)? {
    var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
    let isKnown = ignoringErrors { XTranslateCoordinates(pointer, window, root, 0, 0, &x, &y, &child) != 0 }
    return isKnown ? (Int(x), Int(y)) : nil
  }

  /// `nil` if the drawable does not exist.
  func size(of drawable: Drawable) -> Size? {
    var (root, x, y): (Window, Int32, Int32) = (0, 0, 0)
    var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    let isKnown = ignoringErrors {
      XGetGeometry(pointer, drawable, &root, &x, &y, &width, &height, &border, &depth) != 0
    }
    return isKnown ? Size(width: Int(width), height: Int(height)) : nil
  }

  func name(of atom: Atom) -> String? {
    guard let name = XGetAtomName(pointer, atom) else { return nil }
    defer { XFree(name) }
    return String(cString: name)
  }

  // MARK: Errors

  /// Hides errors of `body`, whose last request must have a reply or be XSync.
  func ignoringErrors<Result>(_ body: () -> Result) -> Result {
    let first = XNextRequest(pointer)
    Display.firstIgnored.withLock { $0 = first }
    let usual = XSetErrorHandler { _, event in
      guard let error = event?.pointee else { return 0 }
      if error.serial < Display.firstIgnored.withLock(\.self) { return Display.report(error) }
      _ = Display.isLoss(error)
      Display.recordMemoryFailure(error)
      Display.hasRefused.withLock { $0 = true }
      return 0
    }
    defer { XSetErrorHandler(usual) }
    return body()
  }

  private static let firstIgnored = Mutex<UInt>(0)

  /// Waits for the server. Returns false after an error.
  func accepts(_ body: () -> Void) -> Bool {
    Display.hasRefused.withLock { $0 = false }
    ignoringErrors {
      body()
      XSync(pointer, False)
    }
    return !Display.hasRefused.withLock(\.self)
  }

  private static let hasRefused = Mutex(false)

  /// The number of BadAlloc errors (lack of memory).
  static var memoryFailures: Int { memoryFailureCount.withLock(\.self) }

  private static let memoryFailureCount = Mutex(0)

  private static func recordMemoryFailure(_ error: XErrorEvent) {
    if error.error_code == UInt8(BadAlloc) { memoryFailureCount.withLock { $0 += 1 } }
  }

  /// Hides errors about a window that another client may destroy.
  func watch(_ window: Window) { Display.watched.withLock { $0[window] = false } }

  func unwatch(_ window: Window) {
    waitUntilDone()
    Display.watched.withLock { $0[window] = nil }
  }

  func hasLost(_ window: Window) -> Bool { Display.watched.withLock { $0[window] ?? false } }

  /// A window's value is true after a failed request.
  private static let watched = Mutex<[Window: Bool]>([:])

  private static func isLoss(_ error: XErrorEvent) -> Bool {
    // A watched window's colormap may have ended with the window.
    if error.error_code == UInt8(BadColor) { return watched.withLock { !$0.isEmpty } }
    guard [UInt8(BadWindow), UInt8(BadDrawable)].contains(error.error_code) else { return false }
    return watched.withLock { watched in
      guard watched[error.resourceid] != nil else { return false }
      watched[error.resourceid] = true
      return true
    }
  }

  private static let reported = Mutex<Set<[UInt8]>>([])

  private static func report(_ error: XErrorEvent) -> Int32 {
    if isLoss(error) { return 0 }
    recordMemoryFailure(error)
    let isNew = reported.withLock { $0.insert([error.error_code, error.request_code, error.minor_code]).inserted }
    guard isNew else { return 0 }
    var text = [CChar](repeating: 0, count: 128)
    XGetErrorText(error.display, Int32(error.error_code), &text, Int32(text.count))
    let message = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    Process.report("X error \(message), request \(error.request_code).\(error.minor_code); continuing")
    return 0
  }
}

struct Atoms {
  enum Name: String, CaseIterable {
    case utf8String = "UTF8_STRING"
    case protocols = "WM_PROTOCOLS"
    case deleteWindow = "WM_DELETE_WINDOW"
    case ping = "_NET_WM_PING"
    case name = "_NET_WM_NAME"
    case iconName = "_NET_WM_ICON_NAME"
    case icon = "_NET_WM_ICON"
    case process = "_NET_WM_PID"
    case windowType = "_NET_WM_WINDOW_TYPE"
    case normalType = "_NET_WM_WINDOW_TYPE_NORMAL"
    case state = "_NET_WM_STATE"
    case fullScreen = "_NET_WM_STATE_FULLSCREEN"
    case above = "_NET_WM_STATE_ABOVE"
    case virtualRoot = "__SWM_VROOT"
    case userTime = "_NET_WM_USER_TIME"
    case startup = "_NET_STARTUP_ID"
    case startupBegin = "_NET_STARTUP_INFO_BEGIN"
    case startupMore = "_NET_STARTUP_INFO"
    case managerCheck = "_NET_SUPPORTING_WM_CHECK"
    case supported = "_NET_SUPPORTED"
    case screenSaverStatus = "_SCREENSAVER_STATUS"
  }

  private let atoms: [Name: Atom]

  init(_ display: OpaquePointer) {
    var values = [Atom](repeating: 0, count: Name.allCases.count)
    var names = Name.allCases.map { strdup($0.rawValue) }
    defer { names.forEach { free($0) } }
    XInternAtoms(display, &names, Int32(names.count), False, &values)
    atoms = Dictionary(uniqueKeysWithValues: zip(Name.allCases, values))
  }

  subscript(name: Name) -> Atom { atoms[name] ?? 0 }
}

extension PixelRect {
  var rectangle: XRectangle {
    XRectangle(
      x: Int16(clamping: left), y: Int16(clamping: top), width: UInt16(clamping: right - left),
      height: UInt16(clamping: bottom - top))
  }
}
