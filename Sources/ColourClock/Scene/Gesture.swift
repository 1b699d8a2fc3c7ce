/// What the user is doing: one thing at a time. A new control that is pressed adds its case here, and in Scene+Pointer.swift the
/// call of its `press`, `move`, `release` or `cancel`; what of it time changes is asked for in Scene+Time.swift (`advance`,
/// `nextChange`, `isPredictable`, `isStill`), what it shows in Scene+Frame.swift.
///
/// All controls have these functions as far as they make sense, and `advance(to:)`, `nextChange(after:)` and `items`.
/// Those that can make a control act return whether it acts now: true once for every hold, pull, choice or zero that
/// counts. All of them first let happen what time alone has brought about, so that a late event finds the right state.
enum Gesture: Hashable, Sendable {
  case idle
  /// Pressed; the direction of the move will tell what for.
  case undecided(from: Point)
  case hold
  /// A control of the bar.
  case bar(ControlBar.Command)
  /// The hold button by a key.
  case holdKey(Key)
  case pull
  /// In the gallery.
  case gallery
  case ring(RingDrag)
  /// It has come to nothing, and means nothing until it is let go.
  case spent

  /// Whether nothing more comes of it.
  var isOver: Bool { self == .idle || self == .spent }

  var isTurningRing: Bool { if case .ring(let drag) = self { drag.isTurning } else { false } }

  /// How far a pointer strays before it is a drag, in pixels: libadwaita takes 16, Embla 10. A finger that rolls strays
  /// as far as Android's 8 dp and iOS's 10 pt on any screen, some two millimetres and a half.
  static let slop = 12.0
  static let fingerSlop = 2.5
}
