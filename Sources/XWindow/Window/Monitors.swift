internal import CX11
package import ColourClock
private import System

/// The monitors of the screen as they come and go.
///
/// Give every event to `handle`, and call `receive` when one of `descriptors` is readable.
final class Monitors {
  /// Never empty: the whole screen if the server knows no monitor.
  private(set) var list: [Monitor] = []
  /// The size of the root window with this layout.
  private(set) var rootSize: Size
  let descriptors: [Int32]
  private let display: Display
  private let randr: RandR?
  /// True if the list comes from the server.
  private var areKnown = false
  /// True while all monitors are gone.
  private var areOff = false
  private let timer = KernelTimer(.boot)
  private var debouncer = Debouncer()

  /// Selects the server's reports of changes, and reads the monitors. The structure events of the root window must stay
  /// selected.
  init(_ display: Display) {
    self.display = display
    randr = RandR(display)
    rootSize = display.size
    descriptors = [timer.descriptor]
    // Each client has its own event mask on the root window.
    XSelectInput(display.pointer, display.root, StructureNotifyMask)
    randr?.selectInput()
    _ = read()
  }

  /// Returns true if an event concerns the layout. The layout is read at the end of a burst of such events.
  @discardableResult
  func handle(_ event: inout XEvent) -> Bool {
    guard isAboutLayout(event) else { return false }
    // Updates Xlib's record of the screen's size.
    XRRUpdateConfiguration(&event)
    debouncer.record(at: Now.boot)
    timer.arm(at: debouncer.due)
    return true
  }

  /// Reads the monitors at the end of a burst of events.
  /// - Returns: true if the layout has changed, or is back after every monitor was off, as a window manager may have
  ///   moved windows then.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    debouncer.end()
    return read()
  }

  private func isAboutLayout(_ event: XEvent) -> Bool {
    if event.type == ConfigureNotify { return event.xconfigure.window == display.root }
    return randr?.owns(event) ?? false
  }

  /// Keeps the last layout while every monitor is off: a server then shrinks its screen to almost nothing.
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

  /// Asked from the server: Xlib's record is as old as the last event.
  private var currentRootSize: Size? {
    var (root, x, y): (Window, Int32, Int32) = (0, 0, 0)
    var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    let isKnown = display.ignoringErrors {
      XGetGeometry(display.pointer, display.root, &root, &x, &y, &width, &height, &border, &depth) != 0
    }
    return isKnown ? Size(width: Int(width), height: Int(height)) : nil
  }
}

/// Finds the end of a burst of events. Only the state after it matters.
struct Debouncer {
  /// The silence that ends a burst. A change of mode sends all its events within it: the monitor goes, its outputs
  /// change, the screen gets its size, the monitor comes back.
  static let quiet = Duration.milliseconds(250)
  /// A longer burst is handled after this time.
  static let longest = Duration.seconds(1)

  private var span: (first: Duration, last: Duration)?

  mutating func record(at uptime: Duration) { span = (span?.first ?? uptime, uptime) }

  mutating func end() { span = nil }

  /// When to handle the burst; `nil` between bursts.
  var due: Duration? { span.map { min($0.last + Debouncer.quiet, $0.first + Debouncer.longest) } }
}

extension Display {
  /// The present monitors, for programs that show nothing on them; the whole screen if the server knows none.
  package var presentMonitors: [Monitor] {
    let found = (RandR(self)?.monitors ?? []).distinct(on: size)
    return found.isEmpty ? [.whole(size)] : found
  }
}
