/// What has happened to the wall: facts, reported by the clock, the surface and the program.
package enum Event: Hashable, Sendable {
  /// The moment waited for has come.
  case ticked
  /// In pixels, and how many of them a millimetre has.
  case resized(Size, resolution: Double = Monitor.usualResolution)
  /// At least a part of the surface can be seen again.
  case appeared
  /// The surface cannot be seen: it is covered, or not on the screen.
  case disappeared
  /// Once, however long the key is held.
  case pressed(Key)
  /// Sent again by the keyboard while the key is held.
  case repeated(Key)
  case released(Key)
  /// Text that the keyboard has entered where the wall takes text, by whichever input method.
  case wrote(String)
  case pointerPressed(Point, Button)
  case pointerMoved(Point)
  case pointerReleased(Point, Button)
  /// Notches of a wheel, or parts of them, as two fingers on a touchpad make them: towards the right edge and the upper
  /// edge are positive.
  case scrolled(right: Double, up: Double)
  /// Another client has taken keyboard or pointer, or a second finger has come: what is pressed counts as released
  /// without effect.
  case interrupted
  /// The feed has answered; `nil` if it has nothing new.
  case fed(Feed.Answer?)
  /// The options have changed.
  case arranged(Setup)
  /// A client of the control socket asks for it.
  case told(Command)
  /// The wall is to say which one it is, in these lines.
  case identified([String])
  /// Options and zone have been read again; whether that succeeded.
  case refreshed(Bool)
  /// This is wrong with the wall now, the worst of it, or nothing any more.
  case unwell(HealthProblem?)
  /// A companion that pairs phones has come or gone.
  case pairingOffered(Bool)
  /// The window manager was asked to close the window.
  case closed
  /// The surface was destroyed from outside.
  case destroyed

  /// Whether it is the user's doing.
  package var isInput: Bool {
    switch self {
    case .pressed, .repeated, .released, .wrote, .pointerPressed, .pointerMoved, .pointerReleased, .scrolled: true
    case .ticked, .resized, .appeared, .disappeared, .interrupted, .closed, .destroyed, .fed, .refreshed, .arranged,
      .told, .identified, .unwell, .pairingOffered:
      false
    }
  }

  /// Whether only time has passed.
  var isTick: Bool { if case .ticked = self { true } else { false } }

  /// Whether it comes from the keyboard.
  var isKey: Bool {
    switch self {
    case .pressed, .repeated, .released, .wrote: true
    default: false
    }
  }
}

/// What presses: a button of a pointer, or a finger on a touch screen, of which there is one. The pointer's moves are
/// the finger's as long as that presses.
package enum Button: Hashable, Sendable {
  case primary, other, finger
}

/// A key, by what it means.
package enum Key: Hashable, Sendable {
  case character(Character)
  case escape, enter, backspace, tab, backTab
  case left, right, up, down, home, end
  /// F1 is 1.
  case function(Int)
  /// A key with a digit on it that is not what the layout has now, as on a keypad without Num Lock: it is the digit where
  /// one is wanted.
  indirect case digit(Int, otherwise: Key)
  /// Ctrl, Alt and q together: the owner's way out of a kiosk.
  case leaveKiosk
  /// Any other.
  case other
}

/// What is to be done in response to an event: orders, carried out by the program around the scene.
package enum Effect: Hashable, Sendable {
  case quit
  /// There is nothing left to show on: ends the program; if the window was its own, as a failure, so that
  /// the service manager starts it again.
  case giveUp
  case toggleFullScreen
  /// Let the screen's light be on or off, where it may be switched.
  case powerScreen(Bool)
  /// Ask the feed; `fed` answers.
  case feed
  /// Read options file and zone again and run what the user wants run then; `arranged` and `refreshed` answer.
  case refresh
  /// Run what the user wants run at zero.
  case zero
  /// Play a sound.
  case sound(SoundCue)
  /// End the sounds that play.
  case silence
  /// Save whether the wall is muted for the next start.
  case keepMute(Bool)
  /// Run the user's command of the hold button.
  case command
  /// Save countdown and stopwatch as they are now for the next start.
  case keepTimers
  /// A message is seen for the first time: run what the user wants run then.
  case announce(Message)
  /// Save that this user knows how to begin.
  case keepHint
  /// Save the name of the card that was chosen for the next start.
  case keepCard(String)
  /// The same of what was changed of the look.
  case keepLook(LookChoice)
  /// Ask the companion that pairs phones.
  case pair(PairingRequest)
}
