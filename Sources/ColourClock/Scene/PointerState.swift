struct PointerState: Hashable, Sendable {
  private(set) var place: Point?
  private(set) var device = InputDevice.key
  private(set) var hasMouse = false
  private(set) var isFingerDown = false
  private var scrollRemainder = ScrollRemainder()
  /// The uptime at which the pointer hides; `nil` if hidden.
  private var end: Duration?

  private static let linger = Duration.seconds(3)

  mutating func record(_ input: Event) {
    switch input {
    case .pointerPressed(_, .finger): (device, isFingerDown) = (.finger, true)
    case .pointerMoved, .pointerReleased: if !isFingerDown { device = .pointer }
    case .pointerPressed, .scrolled: device = .pointer
    default: device = .key
    }
    if device != .key { hasMouse = device == .pointer }
  }

  mutating func follow(_ place: Point, at uptime: Duration) {
    (self.place, end) = (place, isFingerDown ? nil : uptime + PointerState.linger)
  }

  /// Returns the stored place. If there is none, stores `place` before.
  mutating func firstPlace(orSet place: Point) -> Point {
    let first = self.place ?? place
    self.place = first
    return first
  }

  mutating func liftFinger() { isFingerDown = false }

  /// Takes notches of a wheel, also fractions. Returns whole notches in one direction, and 0 for the other.
  mutating func scroll(right: Double, up: Double, at uptime: Duration) -> (right: Int, up: Int) {
    scrollRemainder.add(right: right, up: up, at: uptime)
  }

  /// How far a press may move and still be a tap, in pixels. `resolution` is in pixels per millimetre.
  func slop(_ resolution: Double) -> Double {
    isFingerDown ? max(Gesture.slop, Gesture.fingerSlop * resolution) : Gesture.slop
  }

  var isTouched: Bool { device == .finger }

  func isShown(at uptime: Duration) -> Bool { end.map { uptime < $0 } ?? false }

  func nextChange(after uptime: Duration) -> Duration? { end.flatMap { $0 > uptime ? $0 : nil } }
}

enum InputDevice: Hashable, Sendable, CaseIterable {
  case key, pointer, finger
}

private struct ScrollRemainder: Hashable, Sendable {
  private var right = 0.0
  private var up = 0.0
  private var last = Duration.zero

  private static let pause = Duration.milliseconds(300)

  mutating func add(right: Double, up: Double, at uptime: Duration) -> (right: Int, up: Int) {
    if uptime - last > ScrollRemainder.pause { (self.right, self.up) = (0, 0) }
    last = uptime
    (self.right, self.up) = (self.right + right, self.up + up)
    // Rounding errors must not lose a whole notch.
    let notches = (right: Int(self.right + 1e-6 * self.right), up: Int(self.up + 1e-6 * self.up))
    guard notches.right != 0 || notches.up != 0 else { return (0, 0) }
    // Only the larger distance counts, because fingers never scroll straight.
    if abs(self.right) > abs(self.up) {
      (self.right, self.up) = (self.right - Double(notches.right), 0)
      return (notches.right, 0)
    }
    (self.right, self.up) = (0, self.up - Double(notches.up))
    return (0, notches.up)
  }
}
