/// Something that has happened to a wall.
package enum Event: Hashable, Sendable {
  /// A wake-up of the clock: time has passed.
  case ticked
  /// A new size in pixels; `resolution` is in pixels per millimetre.
  case resized(Size, resolution: Double = Monitor.usualResolution)
  /// The surface is visible, at least in part.
  case appeared
  /// The surface is covered, or not on the screen.
  case disappeared
  /// A key was pressed. The event is sent once, however long the key is held.
  case pressed(Key)
  case repeated(Key)
  case released(Key)
  /// Text from the keyboard.
  case wrote(String)
  case pointerPressed(Point, Button)
  case pointerMoved(Point)
  case pointerReleased(Point, Button)
  /// Notches of a wheel, or fractions of a notch from a touchpad. Positive values are to the right and upwards.
  case scrolled(right: Double, up: Double)
  /// Another X client has taken keyboard or pointer, or a second finger touches the screen. All keys and buttons count
  /// as released, without effect.
  case interrupted
  /// The feed's answer to `Effect.feed`; `nil` if there is nothing new.
  case fed(Feed.Answer?)
  /// The options have changed.
  case setupChanged(Setup)
  /// A client has sent a command.
  case told(Command)
  /// The command `identify`: the wall shows these lines.
  case identified([String])
  /// The options file and the zone were read again; false if that failed.
  case refreshed(Bool)
  /// The worst problem; `nil` if there is none.
  case unwell(HealthProblem?)
  /// True if the last sound could not be played.
  case soundFailed(Bool)
  /// True if the companion program that pairs phones has come, false if it has gone.
  case pairingOffered(Bool)
  /// The user has closed the window.
  case closed
  /// The window is gone.
  case destroyed

  package var isInput: Bool {
    switch self {
    case .pressed, .repeated, .released, .wrote, .pointerPressed, .pointerMoved, .pointerReleased, .scrolled: true
    case .ticked, .resized, .appeared, .disappeared, .interrupted, .closed, .destroyed, .fed, .refreshed, .setupChanged,
      .told, .identified, .unwell, .soundFailed, .pairingOffered:
      false
    }
  }

  /// True for each input but a movement of the pointer, which does not act by itself.
  var mayAct: Bool { if case .pointerMoved = self { false } else { isInput } }

  var isTick: Bool { if case .ticked = self { true } else { false } }

  var isKey: Bool {
    switch self {
    case .pressed, .repeated, .released, .wrote: true
    default: false
    }
  }
}

/// A button of the pointer, or the first finger on a touch screen (no other finger counts). While the finger touches,
/// all pointer events come from it.
package enum Button: Hashable, Sendable {
  case primary, other, finger
}

package enum Key: Hashable, Sendable {
  case character(Character)
  case escape, enter, backspace, tab, backTab
  case left, right, up, down, home, end
  /// F1 is 1, F2 is 2, and so on.
  case function(Int)
  /// A key with a digit and another meaning, as on a keypad without Num Lock. The digit counts while a number is typed.
  indirect case digit(Int, otherwise: Key)
  /// The keys Ctrl+Alt+q, which end a kiosk.
  case leaveKiosk
  case other
}

/// A task that a scene gives to the program.
package enum Effect: Hashable, Sendable {
  case quit
  /// End the program, because there is no window left. If the clock had made the window itself, end with a failure, so
  /// that the service manager starts the clock again.
  case giveUp
  case toggleFullScreen
  /// Switch the screen on (true) or off (false). The options may forbid it.
  case powerScreen(Bool)
  /// Ask the feed for text; the event `fed` answers.
  case feed
  /// Read the options file and the zone again, and run the user's refresh command. The events `arranged` and
  /// `refreshed` answer.
  case refresh
  /// Run the user's command for the end of a countdown.
  case zero
  case sound(SoundCue)
  case silence
  /// Save for the next start whether the sound is off.
  case keepMute(Bool)
  /// Run the user's command of the hold button.
  case command
  /// Save countdowns and stopwatch for the next start.
  case keepTimers
  /// Run the user's command for a message that appears.
  case announce(Message)
  /// Save that the hint for the first use was shown.
  case keepHint
  /// Save the gallery's card for the next start.
  case keepCard(String)
  /// Save how a viewer has changed the look.
  case keepLook(LookChoice)
  case pair(PairingRequest)
}
