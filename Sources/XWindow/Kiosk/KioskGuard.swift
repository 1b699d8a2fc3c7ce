internal import CX11
internal import ColourClock

/// Keeps a wall to itself: keyboard and pointer are its own, the pointer's picture is away, and where no manager sees to
/// it, nothing stays above it.
final class KioskGuard {
  /// Whether the windows are to be above all others.
  let keepsAbove: Bool
  private let display: Display
  private let grab: InputGrab?
  private let cursor: HiddenCursor?
  private let window: Window
  private let timer = KernelTimer(.boot)
  private var lastRaise: Duration?
  /// Whether somebody else has the keyboard where it is left to others: a menu, or a screen locker, which has to stay
  /// above.
  private var givesWay = false

  /// Two programs that both want to be on top must not flood the server with it.
  private static let raisePause = Duration.seconds(1)
  /// What brings a window above another; a compositor keeps the server from telling that a window is obscured.
  private static let rises = [MapNotify, ConfigureNotify, ReparentNotify, CirculateNotify]

  /// `window` is the main one; `nil` where nothing is to be guarded.
  init?(of window: Window, _ options: WindowDescription, form: TopLevel.Form, on display: Display) {
    let mode = options.mode
    guard mode.isOwn, mode.grabsInput || mode.staysOnTop || options.isOverride || options.isAbove else {
      return nil
    }
    (self.display, self.window) = (display, window)
    keepsAbove = form != .managed
    cursor = mode.hidesPointer ? HiddenCursor(on: display) : nil
    let grabs = RealGrabs(display: display.pointer, confinesPointer: mode.confinesPointer)
    grab = mode.grabsInput ? InputGrab(grabs) : nil
  }

  /// What to poll for reading.
  var descriptors: [Int32] { [timer.descriptor] + (grab?.descriptors ?? []) }

  /// Has the server tell what becomes of all top-level windows, beside what else is selected on the root.
  func selectInput() {
    guard keepsAbove else { return }
    var attributes = XWindowAttributes()
    XGetWindowAttributes(display.pointer, display.root, &attributes)
    XSelectInput(display.pointer, display.root, attributes.your_event_mask | SubstructureNotifyMask)
  }

  /// Notes what has become of our `windows` and of others.
  func take(_ event: XEvent, windows: [Window]) {
    if event.xany.window == display.root { noteTopLevel(event, windows: windows) }
    guard event.xany.window == window else { return }
    switch event.type {
    case MapNotify: grab?.hold(window: window)
    // The server drops a grab when its window cannot be seen any more.
    case FocusOut where [NotifyGrab, NotifyUngrab].contains(event.xfocus.mode):
      givesWay = grab == nil && event.xfocus.mode == NotifyGrab
      grab?.lost()
    case FocusIn where givesWay:
      givesWay = false
      riseSoon()
    default: break
    }
  }

  /// To be called when a descriptor is readable: whether the windows are to be raised now.
  func receive() -> Bool {
    grab?.receive()
    guard timer.acknowledge(), !givesWay else { return false }
    lastRaise = Now.boot
    return true
  }

  /// Another window may have come above ours, or somebody has put ours away.
  private func noteTopLevel(_ event: XEvent, windows: [Window]) {
    // All these events have it at the same place.
    let isOurs = windows.contains(event.xmap.window)
    if isOurs ? event.type == UnmapNotify : KioskGuard.rises.contains(event.type) { riseSoon() }
  }

  private func riseSoon() {
    guard keepsAbove else { return }
    timer.arm(at: max(Now.boot, lastRaise.map { $0 + KioskGuard.raisePause } ?? .zero))
  }
}
