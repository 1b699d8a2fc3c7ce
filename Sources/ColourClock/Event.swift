/// What has happened to the wall: facts, told by the clock, the surface and the program.
package enum Event: Hashable, Sendable {
  /// The moment waited for has come.
  case ticked
  case resized(Size)
  /// At least a part of the surface can be seen again.
  case appeared
  /// Nobody can see the surface: it is covered, or not on the screen.
  case disappeared
  /// Once, however long the key is held.
  case pressed(Key)
  /// The keyboard says it again, since the key is still held.
  case repeated(Key)
  case released(Key)
  case pointerPressed(Point, Button)
  case pointerMoved(Point)
  case pointerReleased(Point, Button)
  /// Notches of a wheel, or what a touchpad makes of two fingers: towards the right edge and the upper edge are positive.
  case scrolled(right: Int, up: Int)
  /// Keyboard or pointer are somebody else's now: whatever was held down counts as let go without effect.
  case interrupted
  /// What came of asking the feed; `nil` if it says nothing new.
  case fed(Feed.Answer?)
  /// Other options hold from now on.
  case arranged(Setup)
  /// What a refresh has to do at once is done, and whether it went well.
  case refreshed(Bool)
  /// The window manager was asked to close the window.
  case closed
  /// Somebody else has taken the surface away.
  case destroyed
}

/// A button of a pointer. A touch screen's first finger is the primary one.
package enum Button: Hashable, Sendable {
  case primary, other
}

/// A key, by what it means.
package enum Key: Hashable, Sendable {
  case character(Character)
  case escape, enter, backspace
  case left, right, up, down, home, end
  /// F1 is 1.
  case function(Int)
  /// One without a meaning here.
  case other
}
