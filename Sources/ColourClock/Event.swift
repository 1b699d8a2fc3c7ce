/// Something that has happened to a wall. The clock, the surface and the program report events.
package enum Event: Hashable, Sendable {
  /// The clock has reached a wake-up: time has passed.
  case ticked
  /// The new size in pixels; `resolution` in pixels per millimetre.
  case resized(Size, resolution: Double = Monitor.usualResolution)
  /// At least a part of the surface is visible again.
  case appeared
  /// The surface is not visible: covered, or not on the screen.
  case disappeared
  /// A key was pressed. Sent once, however long the key is held.
  case pressed(Key)
  /// The keyboard repeats a key that is held.
  case repeated(Key)
  case released(Key)
  /// Text from the keyboard or an input method, while `Surface.takesText`.
  case wrote(String)
  case pointerPressed(Point, Button)
  case pointerMoved(Point)
  case pointerReleased(Point, Button)
  /// Notches of a wheel, or fractions of a notch from a touchpad. Positive towards the right and the upper edge.
  case scrolled(right: Double, up: Double)
  /// Another client has taken keyboard or pointer, or a second finger touches the screen. All keys and buttons count as
  /// released, without effect.
  case interrupted
  /// The feed's answer to `Effect.feed`; `nil` if there is nothing new.
  case fed(Feed.Answer?)
  /// The options have changed.
  case arranged(Setup)
  /// A command of a client of the control socket.
  case told(Command)
  /// The wall shows these lines, so that a viewer can identify it.
  case identified([String])
  /// The program has read options and zone again; true if it succeeded.
  case refreshed(Bool)
  /// The worst health problem now; `nil` if there is none any more.
  case unwell(HealthProblem?)
  /// Whether the last sound could not be played.
  case soundFailed(Bool)
  /// The companion program that pairs phones has come (true) or gone (false).
  case pairingOffered(Bool)
  /// The user has closed the window through the window manager.
  case closed
  /// The surface was destroyed from outside.
  case destroyed

  /// Whether the event comes from keyboard, pointer or finger.
  package var isInput: Bool {
    switch self {
    case .pressed, .repeated, .released, .wrote, .pointerPressed, .pointerMoved, .pointerReleased, .scrolled: true
    case .ticked, .resized, .appeared, .disappeared, .interrupted, .closed, .destroyed, .fed, .refreshed, .arranged,
      .told, .identified, .unwell, .soundFailed, .pairingOffered:
      false
    }
  }

  /// True for an event that says only that time has passed.
  var isTick: Bool { if case .ticked = self { true } else { false } }

  /// Whether the event comes from the keyboard.
  var isKey: Bool {
    switch self {
    case .pressed, .repeated, .released, .wrote: true
    default: false
    }
  }
}

/// A button of the pointer, or a finger on a touch screen. Only one finger counts. While the finger touches the screen,
/// events of the pointer are events of the finger.
package enum Button: Hashable, Sendable {
  case primary, other, finger
}

package enum Key: Hashable, Sendable {
  case character(Character)
  case escape, enter, backspace, tab, backTab
  case left, right, up, down, home, end
  /// A function key: F1 is 1.
  case function(Int)
  /// A key with a digit and another meaning, as on a keypad without Num Lock. While a number is typed, the digit
  /// counts.
  indirect case digit(Int, otherwise: Key)
  /// Ctrl+Alt+q: the owner's way out of a kiosk.
  case leaveKiosk
  /// Any other key.
  case other
}

/// A task that a scene gives to the program.
package enum Effect: Hashable, Sendable {
  case quit
  /// End the program: there is no window left. If the window was the clock's own, end with a failure, so that the
  /// service manager starts the program again.
  case giveUp
  case toggleFullScreen
  /// Switch the screen's power on or off, if the options allow it.
  case powerScreen(Bool)
  /// Ask the feed for text; the event `fed` answers.
  case feed
  /// Read options file and zone again and run the user's command for a refresh. The events `arranged` and `refreshed`
  /// answer.
  case refresh
  /// Run the user's command for a countdown that reaches zero.
  case zero
  case sound(SoundCue)
  /// Stop the sounds that play.
  case silence
  /// Save for the next start whether the wall is muted.
  case keepMute(Bool)
  /// Run the user's command of the hold button.
  case command
  /// Save countdowns and stopwatch for the next start.
  case keepTimers
  /// Run the user's command for a message that is shown for the first time.
  case announce(Message)
  /// Save that this user has seen the hint for beginners.
  case keepHint
  /// Save for the next start the name of the chosen card of the gallery.
  case keepCard(String)
  /// Save for the next start how a viewer has changed the look.
  case keepLook(LookChoice)
  /// Send a request to the companion program that pairs phones.
  case pair(PairingRequest)
}
