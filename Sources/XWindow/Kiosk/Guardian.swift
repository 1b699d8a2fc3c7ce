internal import CX11
internal import ColourClock

/// Keeps a wall to itself: keyboard and pointer are its own, the pointer's picture is away, and where no manager sees to
/// it, nothing stays above it.
final class Guardian {
  private let display: Display
  private let grab: InputGrab?
  private let keepsAbove: Bool
  private let cursor: HiddenCursor?
  private let window: Window
  private let timer = WallTimer(.boot)
  private var lastRaise: Duration?

  /// Two programs that both want to be on top must not flood the server with it.
  private static let raisePause = Duration.seconds(1)

  /// `window` is the main one; `nil` where nothing is to be guarded.
  init?(of window: Window, _ options: WindowDescription, form: TopLevel.Form, on display: Display) {
    guard case .own = options.place, options.grabs || options.isKiosk || options.isOverride else { return nil }
    (self.display, self.window) = (display, window)
    keepsAbove = form != .managed
    cursor = options.isKiosk ? HiddenCursor(on: display) : nil
    grab = options.grabs ? InputGrab(RealGrabs(display: display.pointer, cursor: 0)) : nil
  }

  /// What to poll for reading.
  var descriptors: [Int32] { [timer.descriptor] + (grab?.descriptors ?? []) }

  /// Notes what has become of one of the windows.
  func take(_ event: XEvent, isMain: Bool) {
    if event.type == VisibilityNotify, event.xvisibility.state != VisibilityUnobscured { riseSoon() }
    guard isMain else { return }
    switch event.type {
    case MapNotify: grab?.hold(window: window)
    // The server drops a grab when its window cannot be seen any more.
    case FocusOut where [NotifyGrab, NotifyUngrab].contains(event.xfocus.mode): grab?.lost()
    default: break
    }
  }

  /// To be called when a descriptor is readable: whether the windows are to be raised now.
  func receive() -> Bool {
    grab?.receive()
    guard timer.acknowledge() else { return false }
    lastRaise = Now.boot
    return true
  }

  private func riseSoon() {
    guard keepsAbove else { return }
    timer.arm(at: max(Now.boot, lastRaise.map { $0 + Guardian.raisePause } ?? .zero))
  }
}
