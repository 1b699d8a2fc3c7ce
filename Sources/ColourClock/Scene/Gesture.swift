enum Gesture: Sendable {
  case idle
  /// The direction of a drag will choose the control.
  case undecided(from: Point)
  case press(any Press)
  case holdKey(Key)
  case ignoredUntilRelease

  var isOver: Bool { self == .idle || self == .ignoredUntilRelease }

  var ringDrag: RingDrag? { press() }

  var isTurningRing: Bool { ringDrag?.isTurning ?? false }

  func press<P: Press>(_ type: P.Type = P.self) -> P? {
    if case .press(let press) = self { press as? P } else { nil }
  }

  /// A press that moves this many pixels is a drag.
  static let slop = 12.0
  /// The `slop` of a finger, in millimetres.
  static let fingerSlop = 2.5
}

extension Gesture: Equatable {
  static func == (one: Gesture, other: Gesture) -> Bool {
    switch (one, other) {
    case (.idle, .idle), (.ignoredUntilRelease, .ignoredUntilRelease): true
    case (.undecided(let start), .undecided(let other)): start == other
    case (.press(let press), .press(let other)): AnyHashable(press) == AnyHashable(other)
    case (.holdKey(let key), .holdKey(let other)): key == other
    default: false
    }
  }
}
