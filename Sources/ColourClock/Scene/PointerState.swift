/// The pointer or finger of a user, and the device of the last input.
struct PointerState: Hashable, Sendable {
  /// The last place in the window; `nil` before the first.
  private(set) var place: Point?
  /// The device of the last input.
  private(set) var device = InputDevice.key
  /// Whether the last device that points was a mouse, and not a finger.
  private(set) var hasMouse = false
  /// Whether a finger presses now.
  private(set) var isFingerDown = false
  /// The part of the next notch that is scrolled already.
  private var scrolled = ScrollRest()
  /// Until when a pointer is shown where it covers the wall.
  private var end: Duration?

  private static let linger = Duration.seconds(3)

  /// To be called with each input. A finger that presses owns the moves.
  mutating func record(_ input: Event) {
    switch input {
    case .pointerPressed(_, .finger): (device, isFingerDown) = (.finger, true)
    case .pointerMoved, .pointerReleased: if !isFingerDown { device = .pointer }
    case .pointerPressed, .scrolled: device = .pointer
    default: device = .key
    }
    if device != .key { hasMouse = device == .pointer }
  }

  /// The pointer was moved or pressed. A finger needs no picture of a pointer.
  mutating func follow(_ place: Point, at uptime: Duration) {
    (self.place, end) = (place, isFingerDown ? nil : uptime + PointerState.linger)
  }

  /// The place from which it has moved: the last one, or else this one.
  mutating func start(at place: Point) -> Point {
    let start = self.place ?? place
    self.place = start
    return start
  }

  mutating func liftFinger() { isFingerDown = false }

  /// - Returns: the complete notches, of one direction.
  mutating func scroll(right: Double, up: Double, at uptime: Duration) -> (right: Int, up: Int) {
    scrolled.add(right: right, up: up, at: uptime)
  }

  /// How far it strays before it is a drag, in pixels.
  /// - Parameter resolution: pixels to a millimetre.
  func slop(_ resolution: Double) -> Double {
    isFingerDown ? max(Gesture.slop, Gesture.fingerSlop * resolution) : Gesture.slop
  }

  var isTouched: Bool { device == .finger }

  func isShown(at uptime: Duration) -> Bool { end.map { uptime < $0 } ?? false }

  func nextChange(after uptime: Duration) -> Duration? { end.flatMap { $0 > uptime ? $0 : nil } }
}

/// An input device. The words on the wall name its actions: press, click, tap.
enum InputDevice: Hashable, Sendable, CaseIterable {
  case key, pointer, finger
}

/// Parts of notches, where only whole ones count.
private struct ScrollRest: Hashable, Sendable {
  private var right = 0.0
  private var up = 0.0
  private var last = Duration.zero

  /// After such a pause the count begins anew.
  private static let pause = Duration.milliseconds(300)

  /// - Returns: the complete notches, of one direction.
  mutating func add(right: Double, up: Double, at uptime: Duration) -> (right: Int, up: Int) {
    if uptime - last > ScrollRest.pause { (self.right, self.up) = (0, 0) }
    last = uptime
    (self.right, self.up) = (self.right + right, self.up + up)
    // Rounding must not lose a whole notch.
    let notches = (right: Int(self.right + 1e-6 * self.right), up: Int(self.up + 1e-6 * self.up))
    guard notches.right != 0 || notches.up != 0 else { return (0, 0) }
    // Fingers never scroll quite straight.
    if abs(self.right) > abs(self.up) {
      (self.right, self.up) = (self.right - Double(notches.right), 0)
      return (notches.right, 0)
    }
    (self.right, self.up) = (0, self.up - Double(notches.up))
    return (0, notches.up)
  }
}
