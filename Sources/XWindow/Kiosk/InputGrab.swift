internal import CX11
private import System

/// Grabs keyboard and pointer for one window, so that no key binding of a window manager works.
///
/// Another client, such as a menu or a screen locker, may have grabbed a device. So a refused request is repeated until
/// it is granted. Each request waits for its reply, which may bring events into Xlib's queue. The caller handles these
/// events afterwards.
final class InputGrab {
  private let request: (GrabDevice, Window) -> GrabAnswer
  private let now: () -> Duration
  private let report: (String) -> Void
  private let timer = KernelTimer(.boot)
  let descriptors: [Int32]
  private var window: Window?
  /// The devices that are not grabbed, each with the server's last answer.
  private var missing: [GrabDevice: GrabAnswer] = [:]
  /// The time since boot at which a device was first missing.
  private var missingSince = Duration.zero
  private var hasReported = false
  /// The time of the next request, since boot; `nil` if no device is missing.
  private(set) var nextTry: Duration? {
    didSet { timer.arm(at: nextTry) }
  }

  /// For this time the requests follow each other quickly. A menu usually closes within some seconds.
  private static let quickTime = Duration.seconds(3)
  /// The time between two requests during `quickTime`.
  private static let quickPause = Duration.milliseconds(100)
  /// The time between two requests after `quickTime`.
  private static let pause = Duration.seconds(1)

  /// - Parameter request: sends the server one request for a device.
  init(
    now: @escaping () -> Duration = { Now.boot }, report: @escaping (String) -> Void = Process.report,
    request: @escaping (GrabDevice, Window) -> GrabAnswer
  ) {
    (self.request, self.now, self.report) = (request, now, report)
    descriptors = [timer.descriptor]
  }

  func receive() {
    if timer.acknowledge() { tryMissing() }
  }

  func isHeld(_ device: GrabDevice) -> Bool { window != nil && missing[device] == nil }

  /// True if another client had the device at the last request.
  func isTaken(_ device: GrabDevice) -> Bool { missing[device] == .taken }

  /// Grabs both devices for `window` as soon as they are free.
  func hold(window: Window) {
    self.window = window
    missing = [:]
    lost()
  }

  /// Call this when the window has left the screen. Then the server has ended both grabs.
  func letGo() {
    (window, missing, nextTry) = (nil, [:], nil)
  }

  /// Requests both devices again. Call this when the grabs may have ended: at MapNotify, and at FocusOut with
  /// NotifyGrab or NotifyUngrab. The server ends grabs without an event when the window is not viewable
  /// (XGrabKeyboard(3)).
  func lost() {
    guard window != nil else { return }
    if missing.isEmpty { missingSince = now() }
    // A placeholder, which `tryMissing` replaces.
    for device in GrabDevice.allCases where missing[device] == nil { missing[device] = .taken }
    tryMissing()
  }

  /// Requests the missing devices. If one is refused, schedules the next request.
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
  /// Another client has grabbed or frozen the device: AlreadyGrabbed, GrabFrozen.
  case taken
  /// The window is not viewable: GrabNotViewable.
  case notViewable

  init(_ status: Int32) {
    switch status {
    case GrabSuccess: self = .granted
    case GrabNotViewable: self = .notViewable
    default: self = .taken
    }
  }
}

extension Display {
  /// Requests a grab once. During a grab, events arrive as before, but no other client gets them. Errors are ignored,
  /// because an event reports that the window is gone.
  func grab(_ device: GrabDevice, for window: Window, confinesPointer: Bool) -> GrabAnswer {
    GrabAnswer(ignoringErrors { request(device, for: window, confinesPointer: confinesPointer) })
  }

  /// True if another client has grabbed the keyboard. The test grabs the keyboard and releases it at once.
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
      // The pointer events that our windows select. Without a cursor argument, the cursor stays the same.
      let mask = UInt32(Input.eventMask & ~(KeyPressMask | KeyReleaseMask | FocusChangeMask))
      return XGrabPointer(
        pointer, window, True, mask, GrabModeAsync, GrabModeAsync, confinesPointer ? window : Window(None),
        Cursor(None), Time(CurrentTime))
    }
  }
}
