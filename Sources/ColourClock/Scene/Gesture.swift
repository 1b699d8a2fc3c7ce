/// What the user is doing on a wall: one thing at a time.
enum Gesture: Sendable {
  case idle
  /// A press on no control; the direction of its drag will decide.
  case undecided(from: Point)
  case press(any Press)
  /// A key that holds the hold button.
  case holdKey(Key)
  /// It has come to nothing, and means nothing until its release.
  case spent

  /// Whether nothing more comes of it.
  var isOver: Bool { self == .idle || self == .spent }

  var ringDrag: RingDrag? { press() }

  var isTurningRing: Bool { ringDrag?.isTurning ?? false }

  /// The press on the control that has presses of that type.
  func press<P: Press>(_ type: P.Type = P.self) -> P? {
    if case .press(let press) = self { press as? P } else { nil }
  }

  /// How far a pointer strays before it is a drag, in pixels: libadwaita takes 16, Embla 10.
  static let slop = 12.0
  /// The same for a finger that rolls, in millimetres: Android's 8 dp and iOS's 10 pt are about that on any screen.
  static let fingerSlop = 2.5
}

extension Gesture: Equatable {
  static func == (one: Gesture, other: Gesture) -> Bool {
    switch (one, other) {
    case (.idle, .idle), (.spent, .spent): true
    case (.undecided(let start), .undecided(let other)): start == other
    case (.press(let press), .press(let other)): AnyHashable(press) == AnyHashable(other)
    case (.holdKey(let key), .holdKey(let other)): key == other
    default: false
    }
  }
}
