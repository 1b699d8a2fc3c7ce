/// What a hand is doing: one thing at a time.
enum Gesture: Hashable, Sendable {
  case idle
  /// It is not yet told what this will become.
  case pressed(at: Point)
  case holding
  /// The hold button by a key.
  case holdingKey(Key)
  case pulling(from: Point)
  /// In the gallery, which knows what a pointer does there.
  case leafing
  /// On the ring, not yet far enough from where it was pressed to turn it.
  case gripping(Winding, at: Point)
  /// With the countdown as it was before.
  case winding(Winding, before: Countdown)
  /// It has come to nothing, and means nothing until it is let go.
  case spent

  /// Whether nothing more comes of it.
  var isOver: Bool { self == .idle || self == .spent }

  /// Whether a hand turns the ring.
  var isWinding: Bool { if case .winding = self { true } else { false } }

  /// How far a pointer strays before it is a drag, in pixels: libadwaita takes 16, Embla 10.
  static let slop = 12.0

  /// How close to the ring a press grabs it, in pixels: a fingertip.
  static let reach = 24.0
}
