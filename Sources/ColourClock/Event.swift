package enum Event: Hashable, Sendable {
  case ticked
  /// The size is in pixels, the resolution in pixels per millimetre.
  case resized(Size, resolution: Double = Monitor.usualResolution)
  case appeared
  /// The window is covered, or is not on the screen.
  case disappeared
  /// The event comes once, even if the key is held.
  case pressed(Key)
  case repeated(Key)
  case released(Key)
  /// The user has typed this text. The event comes only while `Surface.takesText` is true.
  case wrote(String)
  case pointerPressed(Point, Button)
  case pointerMoved(Point)
  case pointerReleased(Point, Button)
  /// Notches of a wheel, or fractions from a touchpad. Positive values are right and up.
  case scrolled(right: Double, up: Double)
  /// Another X client took keyboard or pointer, or a second finger touches. Keys and buttons count as released, without
  /// effect.
  case interrupted
  /// Answers `Effect.feed`; `nil` if there is nothing new.
  case fed(Feed.Answer?)
  case setupChanged(Setup)
  case told(Command)
  /// A client has sent `identify`. The wall shows these texts (`Surface.names`).
  case identified([String])
  /// The options file and the zone were read; false if reading failed.
  case refreshed(Bool)
  case unwell(HealthProblem?)
  /// True if sounds cannot be played, false if they can be played again.
  case soundFailed(Bool)
  /// The companion that pairs phones has come (true) or gone.
  case pairingOffered(Bool)
  /// The user has closed the window.
  case closed
  case destroyed

  package var isInput: Bool {
    switch self {
    case .pressed, .repeated, .released, .wrote, .pointerPressed, .pointerMoved, .pointerReleased, .scrolled: true
    case .ticked, .resized, .appeared, .disappeared, .interrupted, .closed, .destroyed, .fed, .refreshed, .setupChanged,
      .told, .identified, .unwell, .soundFailed, .pairingOffered:
      false
    }
  }

  var mayAct: Bool { if case .pointerMoved = self { false } else { isInput } }

  var isTick: Bool { if case .ticked = self { true } else { false } }

  var isKey: Bool {
    switch self {
    case .pressed, .repeated, .released, .wrote: true
    default: false
    }
  }
}

/// A pointer button, or the first finger. While the finger touches, all pointer events come from it.
package enum Button: Hashable, Sendable {
  case primary, other, finger
}

package enum Key: Hashable, Sendable {
  case character(Character)
  case escape, enter, backspace, tab, backTab
  case left, right, up, down, home, end
  /// F1 is 1.
  case function(Int)
  /// A key that would give a digit with other modifiers, such as a keypad key without Num Lock. It counts as the digit
  /// while a number is typed or can begin, else as `otherwise`.
  indirect case digit(Int, otherwise: Key)
  case leaveKiosk
  case other
}

package enum Effect: Hashable, Sendable {
  case quit
  /// Another program has destroyed the window. If the clock had made the window, the clock exits with a failure, so
  /// that a service manager restarts it.
  case giveUp
  case toggleFullScreen
  /// True turns the screen on. The options may forbid this.
  case powerScreen(Bool)
  case feed
  /// Reads options file and zone again, and runs the user's refresh command. `setupChanged` and `refreshed` answer.
  case refresh
  /// A countdown or a program's step has ended, or an alarm rings. Runs the user's command for this.
  case reachedZero
  case sound(SoundCue)
  case silence
  case saveMute(Bool)
  /// Runs the user's command of the hold button.
  case command
  case saveTimers
  /// Runs the user's command for a message that appears.
  case announce(Message)
  /// Stores that the hint for the first use was shown.
  case saveHint
  case saveCard(String)
  case saveLook(LookChoice)
  case pair(PairingRequest)
}
