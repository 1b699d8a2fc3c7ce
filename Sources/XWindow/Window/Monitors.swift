internal import CX11
internal import ColourClock

/// The monitors of the screen, as they come and go.
///
/// `take` is to be given every event, and `receive` is to be called when one of `descriptors` is readable.
final class Monitors {
  /// What the caller is to select on the root window, beside what else it wants of it.
  static let rootMask = StructureNotifyMask

  /// Never empty: the whole screen where the server knows of none.
  private(set) var list: [Monitor] = []
  /// The size of the root window in that layout.
  private(set) var rootSize: Size
  private let display: Display
  private let randr: RandR?
  /// Whether the list is the server's.
  private var areKnown = false
  /// Whether they have all gone since.
  private var areOff = false
  private let timer = KernelTimer(.boot)
  private var burst = Debouncer()

  init(_ display: Display) {
    self.display = display
    randr = RandR(display)
    rootSize = display.size
    _ = read()
  }

  /// Has the server tell of changes, and looks again, since there may have been some before; after `rootMask` is
  /// selected.
  func selectInput() {
    randr?.selectInput()
    _ = read()
  }

  var descriptors: [Int32] { [timer.descriptor] }

  /// Whether an event was about the layout. What it says is only noted: it is one of many.
  @discardableResult
  func take(_ event: inout XEvent) -> Bool {
    guard isAboutLayout(event) else { return false }
    // For Xlib's own idea of the size of the screen.
    XRRUpdateConfiguration(&event)
    burst.note(at: Now.boot)
    timer.arm(at: burst.due)
    return true
  }

  /// Looks at the monitors once a burst of events is over: whether the layout has changed, or is back as it was after
  /// every monitor was off, when a window manager may have moved windows.
  func receive() -> Bool {
    guard timer.acknowledge() else { return false }
    burst.end()
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

  /// Asked for: what Xlib remembers is as old as the last event.
  private var currentRootSize: Size? {
    var (root, x, y): (Window, Int32, Int32) = (0, 0, 0)
    var (width, height, border, depth): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
    let isKnown = display.ignoringErrors {
      XGetGeometry(display.pointer, display.root, &root, &x, &y, &width, &height, &border, &depth) != 0
    }
    return isKnown ? Size(width: Int(width), height: Int(height)) : nil
  }
}
