internal import CX11
private import System

/// Grabs keyboard and pointer for one window, so that no key binding of a window manager works.
///
/// Another client may hold either for a while (a menu, a dragged window, a screen locker that starts). A refused
/// request is repeated until it is granted. Each request waits for its reply, which may bring events into Xlib's queue;
/// the caller handles those afterwards. No request is made while both are held.
final class InputGrab {
  private let request: (GrabDevice, Window) -> GrabAnswer
  private let now: () -> Duration
  private let report: (String) -> Void
  private let timer = KernelTimer(.boot)
  /// What to poll for reading.
  let descriptors: [Int32]
  private var window: Window?
  private var missing: [GrabDevice: GrabAnswer] = [:]
  /// The boot time since when a device has been missing.
  private var missingSince = Duration.zero
  private var hasReported = false
  /// The boot time of the next request.
  private(set) var nextTry: Duration? {
    didSet { timer.arm(at: nextTry) }
  }

  /// A menu is open for some seconds. During this time requests come quickly.
  private static let quickTime = Duration.seconds(3)
  private static let quickPause = Duration.milliseconds(100)
  private static let pause = Duration.seconds(1)

  /// - Parameter request: asks the server for a device once.
  init(
    now: @escaping () -> Duration = { Now.boot }, report: @escaping (String) -> Void = Process.report,
    request: @escaping (GrabDevice, Window) -> GrabAnswer
  ) {
    (self.request, self.now, self.report) = (request, now, report)
    descriptors = [timer.descriptor]
  }

  /// Call this when a descriptor is readable.
  func receive() {
    if timer.acknowledge() { tryMissing() }
  }

  func isHeld(_ device: GrabDevice) -> Bool { window != nil && missing[device] == nil }

  /// True if another client had it at the last request.
  func isTaken(_ device: GrabDevice) -> Bool { missing[device] == .taken }

  /// Grabs both for `window` as soon as they are free.
  func hold(window: Window) {
    self.window = window
    missing = [:]
    lost()
  }

  /// Call this when the window has left the screen. The server has released both.
  func letGo() {
    (window, missing, nextTry) = (nil, [:], nil)
  }

  /// Call this when the grabs may be gone. The server does not report that: it ends them when the window is not
  /// viewable (XGrabKeyboard(3)). So at MapNotify, and at FocusOut with NotifyGrab or NotifyUngrab.
  func lost() {
    guard window != nil else { return }
    if missing.isEmpty { missingSince = now() }
    for device in GrabDevice.allCases where missing[device] == nil { missing[device] = .taken }
    tryMissing()
  }

  /// Requests what is missing, and sets the time of the next request.
  func tryMissing() {
    guard let window else { return }
    for device in GrabDevice.allCases where missing[device] != nil {
      let answer = request(device, window)
      missing[device] = answer == .granted ? nil : answer
    }
    guard !missing.isEmpty else { return nextTry = nil }
    let isQuick = now() - missingSince < InputGrab.quickTime
    if !isQuick { reportOnce() }
    nextTry = now() + (isQuick ? InputGrab.quickPause : InputGrab.pause)
  }

  private func reportOnce() {
    guard !hasReported else { return }
    hasReported = true
    let device = missing[.keyboard] == nil ? "pointer" : "keyboard"
    let reason = missing.values.contains(.taken) ? "another client holds it" : "the window is not visible"
    report("cannot grab the \(device): \(reason); trying again")
  }
}

enum GrabDevice: CaseIterable {
  case keyboard
  case pointer
}

/// The server's answer to a request for a grab (XGrabKeyboard(3), XGrabPointer(3)).
enum GrabAnswer {
  case granted
  /// Another client has grabbed or frozen it: AlreadyGrabbed, GrabFrozen.
  case taken
  /// The window is not viewable: GrabNotViewable.
  case unseen

  init(_ status: Int32) {
    switch status {
    case GrabSuccess: self = .granted
    case GrabNotViewable: self = .unseen
    default: self = .taken
    }
  }
}

extension Display {
  /// Requests a grab once. Events arrive as without it, but no other client gets them. An event tells if the window is
  /// gone.
  func grab(_ device: GrabDevice, for window: Window, confinesPointer: Bool) -> GrabAnswer {
    GrabAnswer(ignoringErrors { request(device, for: window, confinesPointer: confinesPointer) })
  }

  /// True if another client has grabbed the keyboard. It is grabbed for a moment to find out.
  func isKeyboardTaken(from window: Window) -> Bool {
    let answer = grab(.keyboard, for: window, confinesPointer: false)
    if answer == .granted { XUngrabKeyboard(pointer, Time(CurrentTime)) }
    return answer == .taken
  }

  private func request(_ device: GrabDevice, for window: Window, confinesPointer: Bool) -> Int32 {
    switch device {
    case .keyboard:
      return XGrabKeyboard(pointer, window, True, GrabModeAsync, GrabModeAsync, Time(CurrentTime))
    case .pointer:
      // The pointer's part of the events that windows select. No cursor is set: the pointer looks the same over all
      // windows.
      let mask = UInt32(Input.eventMask & ~(KeyPressMask | KeyReleaseMask | FocusChangeMask))
      return XGrabPointer(
        pointer, window, True, mask, GrabModeAsync, GrabModeAsync, confinesPointer ? window : Window(None),
        Cursor(None), Time(CurrentTime))
    }
  }
}
