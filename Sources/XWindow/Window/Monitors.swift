internal import CX11
package import ColourClock
private import System

/// The monitors of the screen, as they come and go.
///
/// `handle` is to be given every event, and `receive` is to be called when one of `descriptors` is readable.
final class Monitors {
  /// Never empty: the whole screen where the server knows of none.
  private(set) var list: [Monitor] = []
  /// The size of the root window in that layout.
  private(set) var rootSize: Size
  let descriptors: [Int32]
  private let display: Display
  private let randr: RandR?
  /// Whether the list is the server's.
  private var areKnown = false
  /// Whether all of them have gone since.
  private var areOff = false
  private let timer = KernelTimer(.boot)
  private var debouncer = Debouncer()

  /// Has the server report changes, and reads the monitors. The events of the root window that are selected for that,
  /// those of its structure, are to stay selected.
  init(_ display: Display) {
    self.display = display
    randr = RandR(display)
    rootSize = display.size
    descriptors = [timer.descriptor]
    // Each client has an event mask of its own on the root window.
    XSelectInput(display.pointer, display.root, StructureNotifyMask)
    randr?.selectInput()
    _ = read()
  }

  /// Whether an event was about the layout. The layout itself is read when the burst of such events is over.
  @discardableResult
  func handle(_ event: inout XEvent) -> Bool {
    guard isAboutLayout(event) else { return false }
    // For Xlib's own record of the size of the screen.
    XRRUpdateConfiguration(&event)
    debouncer.record(at: Now.boot)
    timer.arm(at: debouncer.due)
    return true
  }

  /// Reads the monitors once a burst of events is over: whether the layout has changed, or is back as it was after
  /// every monitor was off, when a window manager may have moved windows.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    debouncer.end()
    return read()
  }

  private func isAboutLayout(_ event: XEvent) -> Bool {
    if event.type == ConfigureNotify { return event.xconfigure.window == display.root }
    return randr?.owns(event) ?? false
  }

  /// With every monitor off, the last layout stays as it was: a server then shrinks its screen to next to nothing.
  private func read() -> Bool {
    let size = currentRootSize ?? rootSize
    let found = (randr?.monitors ?? []).distinct(on: size)
    guard !found.isEmpty || !areKnown else {
      areOff = true
      return false
    }
    let before = (list, rootSize, areOff)
    areKnown = !found.isEmpty
    (list, rootSize, areOff) = (found.isEmpty ? [.whole(size)] : found, size, false)
    return before != (list, rootSize, areOff)
  }

  /// The server's answer: Xlib's own record is as old as the last event.
  private var currentRootSize: Size? {
    var (root, x, y): (Window, Int32, Int32) = (0, 0, 0)
    var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    let isKnown = display.ignoringErrors {
      XGetGeometry(display.pointer, display.root, &root, &x, &y, &width, &height, &border, &depth) != 0
    }
    return isKnown ? Size(width: Int(width), height: Int(height)) : nil
  }
}

/// The end of a burst of events, of which only the last state matters.
struct Debouncer {
  /// How long there must have been no event. A mode that is set sends all its events within this time: the monitor goes,
  /// its outputs change, the screen gets its size, the monitor comes back.
  static let quiet = Duration.milliseconds(250)
  /// A burst that does not end is handled after this time all the same.
  static let longest = Duration.seconds(1)

  private var span: (first: Duration, last: Duration)?

  mutating func record(at uptime: Duration) { span = (span?.first ?? uptime, uptime) }

  mutating func end() { span = nil }

  /// When to handle the burst; `nil` between bursts.
  var due: Duration? { span.map { min($0.last + Debouncer.quiet, $0.first + Debouncer.longest) } }
}

extension Display {
  /// The monitors as they are now, for those who show nothing on them; the whole screen where the server knows of none.
  package var presentMonitors: [Monitor] {
    let found = (RandR(self)?.monitors ?? []).distinct(on: size)
    return found.isEmpty ? [.whole(size)] : found
  }
}
