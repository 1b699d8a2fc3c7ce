internal import CX11
package import ColourClock
private import System

/// The present monitors of the screen. Pass every event to `handle`, and call `receive` when one of `descriptors` is
/// readable.
final class Monitors {
  /// The present monitors; never empty. Until the server reports a monitor, one monitor stands for the whole screen.
  private(set) var list: [Monitor] = []
  private(set) var rootSize: Size
  let descriptors: [Int32]
  private let display: Display
  private let randr: RandR?
  private var areKnown = false
  private var areOff = false
  private let timer = KernelTimer(.boot)
  private var debouncer = Debouncer()

  /// Selects StructureNotify on the root window. Other code must keep this event selected.
  init(_ display: Display) {
    self.display = display
    randr = RandR(display)
    rootSize = display.size
    descriptors = [timer.descriptor]
    // The root window has an event mask for each client, so this does not affect other clients.
    XSelectInput(display.pointer, display.root, StructureNotifyMask)
    randr?.selectInput()
    _ = read()
  }

  /// Returns true if the event is about the monitors. After a burst of these events, `receive` reads the monitors.
  @discardableResult
  func handle(_ event: inout XEvent) -> Bool {
    guard isAboutLayout(event) else { return false }
    // This call updates Xlib's record of the screen's size.
    XRRUpdateConfiguration(&event)
    debouncer.record(at: Now.boot)
    timer.arm(at: debouncer.due)
    return true
  }

  /// Call this when a descriptor is readable. Returns true if the monitors have changed, or are on again after all were
  /// off. While they were off, a window manager may have moved windows.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    debouncer.end()
    return read()
  }

  private func isAboutLayout(_ event: XEvent) -> Bool {
    if event.type == ConfigureNotify { return event.xconfigure.window == display.root }
    return randr?.owns(event) ?? false
  }

  /// Returns true as `receive` does. While all monitors are off, the server reports a tiny screen, so `list` stays.
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

  /// The screen's present size from the server. Xlib only knows the size of the last event.
  private var currentRootSize: Size? {
    var (root, x, y): (Window, Int32, Int32) = (0, 0, 0)
    var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    let isKnown = display.ignoringErrors {
      XGetGeometry(display.pointer, display.root, &root, &x, &y, &width, &height, &border, &depth) != 0
    }
    return isKnown ? Size(width: Int(width), height: Int(height)) : nil
  }
}

/// Finds the end of a burst of events. Only the state after the burst matters.
struct Debouncer {
  /// A burst ends after this time without an event. The events of one mode change follow each other faster.
  static let quiet = Duration.milliseconds(250)
  static let longest = Duration.seconds(1)

  private var span: (first: Duration, last: Duration)?

  mutating func record(at uptime: Duration) { span = (span?.first ?? uptime, uptime) }

  mutating func end() { span = nil }

  /// The uptime at which the burst ends; `nil` between bursts.
  var due: Duration? { span.map { min($0.last + Debouncer.quiet, $0.first + Debouncer.longest) } }
}

extension Display {
  /// The monitors, for programs without windows. Never empty, like `Monitors.list`.
  package var presentMonitors: [Monitor] {
    let found = (RandR(self)?.monitors ?? []).distinct(on: size)
    return found.isEmpty ? [.whole(size)] : found
  }
}
