/// What has happened to the wall: facts, told by the clock and the surface.
package enum Event: Hashable, Sendable {
  /// The moment waited for has come.
  case ticked
  case resized(Size)
  /// At least a part of the surface can be seen again.
  case appeared
  /// Nobody can see the surface: it is covered, or not on the screen.
  case disappeared
  case pressed(Key)
  /// The window manager was asked to close the window.
  case closed
  /// Somebody else has taken the surface away.
  case destroyed
}

/// A key, by what it means.
package enum Key: Hashable, Sendable {
  case character(Character)
  case escape
  /// F1 is 1.
  case function(Int)
}
