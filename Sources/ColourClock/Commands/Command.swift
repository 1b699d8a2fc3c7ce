/// A command from outside the wall, such as from the control socket. The scene may refuse it.
package enum Command: Hashable, Sendable {
  /// Chooses the card of the gallery with this name, as a viewer does.
  case face(String)
  /// An order for the countdown with an ID; `nil` for the chosen countdown.
  case countdown(CountdownOrder, id: Int? = nil)
  case stopwatch(StopwatchOrder)
  /// Undoes the last reset, removal, dismissal or step of a countdown.
  case undo
  case program(ProgramOrder)
  case gallery(GalleryOrder)
  case refresh
  /// Shows a text in place of the feed's own text, until the feed has a new text. An empty text asks the feed at once.
  case feed(String)
  /// Dims all walls to a share of their light, 0.05…1; 1 ends the dimming. `lasting` is `nil` for no end.
  case dim(Double, lasting: Duration?)
  /// Makes all walls black (true), or shows them again (false).
  case blank(Bool)
  case message(Message)
  /// Silences what rings, or removes a message. The text is the title or time of an alarm, the title of a countdown, or
  /// the name of a message. `nil` means what rings; if nothing rings, the most urgent message.
  case dismiss(String?)
  /// Silences what rings for a span. Then an alarm rings again; a countdown runs for that span.
  case snooze(Duration)
  case alarm(AlarmOrder)
  /// Shows periods in place of the agenda's file, until the file changes. An empty list means a day without periods.
  case agenda([Period])
  case sound(SoundOrder)
  /// Shows on each wall its own name.
  case identify
  case pair(PairingOrder)

  package enum CountdownOrder: Hashable, Sendable {
    /// Starts from the full length. A length or title that is `nil` stays as it is.
    case start(Duration?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// Runs to a point of wall time. A countdown that already runs to this point goes on.
    case until(
      WrittenInstant, from: WrittenInstant?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// Sets the countdown's own phases, in place of the set-up's. A phase without a value does not change.
    case warn(CountdownPhases)
    case pause, resume, toggle
    /// Stops, and goes back to its full length.
    case reset
    /// Makes the remaining time longer, or shorter by a negative span.
    case add(Duration)
    /// Sets the remaining time, or the length if the countdown is not under way.
    case set(Duration)
    /// Removes the countdown from the wall.
    case clear
    /// Adds another countdown. An empty `title` means no title, not the set-up's title.
    case new(Duration, title: String, phases: CountdownPhases = CountdownPhases())
    /// Sets the title. An empty text means the set-up's title.
    case title(String)
    /// Chooses the countdown for later orders, keys and the bar.
    case choose(CountdownChoice)
  }

  /// A countdown by its ID, or a neighbour of the chosen countdown.
  package enum CountdownChoice: Hashable, Sendable {
    case id(Int)
    /// The neighbour in the order of the countdowns' ends.
    case next, previous
  }

  package enum ProgramOrder: Hashable, Sendable {
    /// Shows a program at its first step without starting it.
    case load(TimerProgram)
    /// Starts a program at its first step. `nil` starts or continues the present program.
    case start(TimerProgram?)
    case next, back
    /// Makes the present step longer, or shorter by a negative span.
    case add(Duration)
    /// Starts the program again at its first step. Its planned end counts from now.
    case restart
    /// Removes the program from the wall.
    case stop
  }

  package enum AlarmOrder: Hashable, Sendable {
    case add(DailyAlarm)
    /// Removes all alarms with this title or this time.
    case remove(String)
  }

  /// An order for the pairing of phones, from a client or from the companion program.
  package enum PairingOrder: Hashable, Sendable {
    /// Asks the companion to make a code and show it.
    case begin
    /// Asks the companion to remove a device.
    case revoke(String)
    /// The companion has made a code: shows it.
    case show(PairingOffer)
    /// The code was used or has expired: hides it.
    case end
    /// The devices that are paired now.
    case devices([PairedDevice])
  }

  /// An order for the stopwatch. `reset` sets it to zero, `clear` removes it.
  package enum StopwatchOrder: String, Hashable, Sendable, CaseIterable {
    case start, stop, toggle, lap, reset, clear
  }

  /// An order for the sounds: unmute, mute, or change from one to the other.
  package enum SoundOrder: String, Hashable, Sendable, CaseIterable {
    case on, off, toggle
  }

  /// An order for the gallery. `choose` chooses the card in the middle.
  package enum GalleryOrder: String, Hashable, Sendable, CaseIterable {
    case open, close, next, previous, choose
  }
}
