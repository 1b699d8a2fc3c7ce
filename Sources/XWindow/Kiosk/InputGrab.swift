internal import CX11

/// Keyboard and pointer, held by one window so that no key of a window manager's works.
///
/// Another client may hold either for a while (a menu, a window being dragged, a screen locker that starts), so whatever
/// is refused is asked for again, for as long as it takes. Each request waits for its reply; none is made while both are
/// held. Replies bring events with them into Xlib's own queue: look there after each call.
final class InputGrab {
  private let server: any GrabServer
  private let now: () -> Duration
  private let report: (String) -> Void
  private let timer = KernelTimer(.boot)
  private var window: Window?
  private var missing: [GrabDevice: GrabAnswer] = [:]
  /// When something was missing first.
  private var start = Duration.zero
  private var hasReported = false
  /// The boot time of the next request.
  private(set) var nextTry: Duration? {
    didSet { timer.arm(at: nextTry) }
  }

  /// A menu is open for seconds, so that is how long we are quick about it.
  private static let quickTime = Duration.seconds(3)
  private static let quickPause = Duration.milliseconds(100)
  private static let pause = Duration.seconds(1)

  init(
    _ server: any GrabServer, now: @escaping () -> Duration = { Now.boot },
    report: @escaping (String) -> Void = Process.report
  ) {
    (self.server, self.now, self.report) = (server, now, report)
  }

  /// What to poll for reading.
  var descriptors: [Int32] { [timer.descriptor] }

  /// To be called when a descriptor is readable.
  func receive() {
    if timer.acknowledge() { tryMissing() }
  }

  func isHeld(_ device: GrabDevice) -> Bool { window != nil && missing[device] == nil }

  /// Takes both for `window`, now or as soon as they are to be had.
  func hold(window: Window) {
    self.window = window
    missing = [:]
    lost()
  }

  /// To be called when the grabs may be gone, which the server does not tell: it drops them when the window is not
  /// viewable (XGrabKeyboard(3)), so at MapNotify, and at FocusOut with NotifyGrab or NotifyUngrab.
  func lost() {
    guard window != nil else { return }
    if missing.isEmpty { start = now() }
    for device in GrabDevice.allCases where missing[device] == nil { missing[device] = .taken }
    tryMissing()
  }

  /// Asks for what is missing, and sets the time of the next request.
  func tryMissing() {
    guard let window else { return }
    for device in GrabDevice.allCases where missing[device] != nil {
      let answer = server.grab(device, for: window)
      missing[device] = answer == .granted ? nil : answer
    }
    guard !missing.isEmpty else { return nextTry = nil }
    let isQuick = now() - start < InputGrab.quickTime
    if !isQuick { reportOnce() }
    nextTry = now() + (isQuick ? InputGrab.quickPause : InputGrab.pause)
  }

  private func reportOnce() {
    guard !hasReported else { return }
    hasReported = true
    let device = missing[.keyboard] == nil ? "pointer" : "keyboard"
    let reason = missing.values.contains(.taken) ? "somebody else holds" : "the window is not on the screen to take"
    report("\(reason) the \(device); trying on")
  }
}
