internal import CX11
package import ColourClock
private import System

/// The screen's monitors. Pass all events to `handle`, and call `receive` when a descriptor is readable.
final class Monitors {
  /// Never empty: without reported monitors, one for the whole screen.
  private(set) var list: [Monitor] = []
  private(set) var rootSize: Size
  let descriptors: [Int32]
  private let display: Display
  private let randr: RandR?
  /// True if the server reported monitors at the last reading.
  private var areKnown = false
  /// True if the server reported no monitors after it had reported some: all are off.
  private var areOff = false
  private let timer = KernelTimer(.boot)
  private var debouncer = Debouncer()

  /// Selects StructureNotify on the root window: keep it selected.
  init(_ display: Display) {
    self.display = display
    randr = RandR(display)
    rootSize = display.size
    descriptors = [timer.descriptor]
    // Each client has a mask of its own, so this does not disturb the window manager's.
    XSelectInput(display.pointer, display.root, StructureNotifyMask)
    randr?.selectInput()
    _ = read()
  }

  /// True for events about monitors. `receive` reads the monitors when the burst has ended.
  @discardableResult
  func handle(_ event: inout XEvent) -> Bool {
    guard isAboutLayout(event) else { return false }
    // This updates Xlib's record of the size.
    XRRUpdateConfiguration(&event)
    debouncer.record(at: Now.boot)
    timer.arm(at: debouncer.due)
    return true
  }

  /// Returns true if the monitors have changed, or are on again: a window manager may have moved windows meanwhile.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    debouncer.end()
    return read()
  }

  private func isAboutLayout(_ event: XEvent) -> Bool {
    if event.type == ConfigureNotify { return event.xconfigure.window == display.root }
    return randr?.owns(event) ?? false
  }

  /// Returns true if the monitors have changed, or are on again. With all monitors off, the server reports a tiny
  /// screen: `list` stays.
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

  /// The size of the root window now. Xlib knows only the size in the last event.
  private var currentRootSize: Size? {
    var (root, x, y): (Window, Int32, Int32) = (0, 0, 0)
    var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    let isKnown = display.ignoringErrors {
      XGetGeometry(display.pointer, display.root, &root, &x, &y, &width, &height, &border, &depth) != 0
    }
    return isKnown ? Size(width: Int(width), height: Int(height)) : nil
  }
}

/// Finds the end of a burst of events.
struct Debouncer {
  /// A burst ends after this time without an event. The events of a mode change follow each other faster.
  static let quiet = Duration.milliseconds(250)
  /// The longest burst.
  static let longest = Duration.seconds(1)

  private var span: (first: Duration, last: Duration)?

  mutating func record(at uptime: Duration) { span = (span?.first ?? uptime, uptime) }

  mutating func end() { span = nil }

  /// The uptime at which the burst ends; `nil` between bursts.
  var due: Duration? { span.map { min($0.last + Debouncer.quiet, $0.first + Debouncer.longest) } }
}

extension Display {
  /// Monitors for programs without windows; never empty.
  package var presentMonitors: [Monitor] {
    let found = (RandR(self)?.monitors ?? []).distinct(on: size)
    return found.isEmpty ? [.whole(size)] : found
  }
}
