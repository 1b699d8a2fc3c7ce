internal import CX11
private import System

/// Grabs keyboard and pointer, so that no key binding of the window manager works. Each request waits for a reply. Xlib
/// may queue events meanwhile, which callers must handle.
final class InputGrab {
  private let request: (GrabDevice, Window) -> GrabAnswer
  private let now: () -> Duration
  private let report: (String) -> Void
  private let timer = KernelTimer(.boot)
  let descriptors: [Int32]
  private var window: Window?
  /// The server's last answers for devices that are not held.
  private var missing: [GrabDevice: GrabAnswer] = [:]
  private var missingSince = Duration.zero
  private var hasReported = false
  /// The time of the next attempt; `nil` if no device is missing.
  private(set) var nextTry: Duration? {
    didSet { timer.arm(at: nextTry) }
  }

  /// A menu that holds a grab usually closes within this time.
  private static let quickTime = Duration.seconds(3)
  private static let quickPause = Duration.milliseconds(100)
  private static let pause = Duration.seconds(1)

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

  func isTaken(_ device: GrabDevice) -> Bool { missing[device] == .taken }

  /// The window must be viewable.
  func hold(window: Window) {
    self.window = window
    missing = [:]
    lost()
  }

  /// Call when the window is no longer viewable, which ends both grabs without an event.
  func letGo() {
    (window, missing, nextTry) = (nil, [:], nil)
  }

  /// Call when a grab may have ended.
  func lost() {
    guard window != nil else { return }
    if missing.isEmpty { missingSince = now() }
    for device in GrabDevice.allCases where missing[device] == nil { missing[device] = .taken }
    tryMissing()
  }

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
    let (device, answer) = missing[.keyboard].map { ("keyboard", $0) } ?? ("pointer", missing[.pointer])
    let reason = answer == .taken ? "another client holds it" : "the window is not visible"
    report("cannot grab the \(device): \(reason); trying again")
  }
}

enum GrabDevice: CaseIterable {
  case keyboard
  case pointer
}

/// See XGrabKeyboard(3) and XGrabPointer(3).
enum GrabAnswer {
  case granted
  /// AlreadyGrabbed or GrabFrozen.
  case taken
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
  /// Errors are ignored, because an event also reports a destroyed window.
  func grab(_ device: GrabDevice, for window: Window, confinesPointer: Bool) -> GrabAnswer {
    GrabAnswer(ignoringErrors { request(device, for: window, confinesPointer: confinesPointer) })
  }

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
      // XGrabPointer(3) allows only pointer events.
      let mask = UInt32(Input.eventMask & ~(KeyPressMask | KeyReleaseMask | FocusChangeMask))
      return XGrabPointer(
        pointer, window, True, mask, GrabModeAsync, GrabModeAsync, confinesPointer ? window : Window(None),
        Cursor(None), Time(CurrentTime))
    }
  }
}
