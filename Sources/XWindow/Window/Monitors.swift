internal import CX11
package import ColourClock
private import System

/// Pass all events to `handle`.
final class Monitors {
  /// Never empty: one monitor stands for the screen if none is reported.
  private(set) var list: [Monitor] = []
  private(set) var rootSize: Size
  let descriptors: [Int32]
  private let display: Display
  private let randr: RandR?
  private var areKnown = false
  private var areOff = false
  private let timer = KernelTimer(.boot)
  private var debouncer = Debouncer()

  /// This selects StructureNotify on the root window, which must stay selected.
  init(_ display: Display) {
    self.display = display
    randr = RandR(display)
    rootSize = display.size
    descriptors = [timer.descriptor]
    XSelectInput(display.pointer, display.root, StructureNotifyMask)
    randr?.selectInput()
    _ = read()
  }

  /// Returns true for events about monitors.
  @discardableResult
  func handle(_ event: inout XEvent) -> Bool {
    guard isAboutLayout(event) else { return false }
    // Updates Xlib's record of the size.
    XRRUpdateConfiguration(&event)
    debouncer.record(at: Now.boot)
    timer.arm(at: debouncer.due)
    return true
  }

  /// True if monitors have changed, or are on again.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    debouncer.end()
    return read()
  }

  private func isAboutLayout(_ event: XEvent) -> Bool {
    if event.type == ConfigureNotify { return event.xconfigure.window == display.root }
    return randr?.owns(event) ?? false
  }

  /// Leaves `list` unchanged while all monitors are off: the server then reports a tiny screen.
  private func read() -> Bool {
    // Xlib knows only the size in the last event.
    let size = display.size(of: display.root) ?? rootSize
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
}

struct Debouncer {
  /// Events of one mode change follow each other faster.
  static let quiet = Duration.milliseconds(250)
  static let longest = Duration.seconds(1)

  private var span: (first: Duration, last: Duration)?

  mutating func record(at uptime: Duration) { span = (span?.first ?? uptime, uptime) }

  mutating func end() { span = nil }

  var due: Duration? { span.map { min($0.last + Debouncer.quiet, $0.first + Debouncer.longest) } }
}

extension Display {
  /// The list is never empty.
  package var presentMonitors: [Monitor] {
    let found = (RandR(self)?.monitors ?? []).distinct(on: size)
    return found.isEmpty ? [.whole(size)] : found
  }
}
