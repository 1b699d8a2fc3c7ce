/// A command from outside the wall, such as from the control socket. The scene may refuse it.
package enum Command: Hashable, Sendable {
  /// Shows a card of the gallery by its name, as if it had been chosen in the gallery.
  case face(String)
  /// An order for the countdown with an ID; `nil` for the chosen countdown.
  case countdown(CountdownOrder, id: Int? = nil)
  case stopwatch(StopwatchOrder)
  /// Brings back the countdowns from before the last loss.
  case undo
  case program(ProgramOrder)
  case gallery(GalleryOrder)
  case refresh
  /// Shows a text in place of the feed's own text, until the feed has a new text. An empty text ends that at once.
  case feed(String)
  /// Dims the wall to a share of its light, 0.05…1; 1 ends the dimming. `lasting` is `nil` for no end.
  case dim(Double, lasting: Duration?)
  /// Whether the wall is black.
  case blank(Bool)
  case message(Message)
  /// Silences what rings, or removes a message. A name means an alarm or countdown that rings, or a message. `nil`
  /// means what rings. If nothing rings, `nil` means the most urgent message.
  case dismiss(String?)
  /// Silences what rings, and lets it ring again after a span.
  case snooze(Duration)
  case alarm(AlarmOrder)
  /// Shows periods in place of the agenda's file, until the file changes. An empty list means a day without periods.
  case agenda([Period])
  /// Mutes or unmutes the sounds.
  case sound(SoundOrder)
  /// Shows the name of each wall on it.
  case identify
  case pair(PairingOrder)

  /// An order for a countdown.
  package enum CountdownOrder: Hashable, Sendable {
    /// Starts from the beginning. If length or title is `nil`, it stays as it is.
    case start(Duration?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// Runs to a point of the wall time. A countdown that already runs to this point continues.
    case until(
      WrittenInstant, from: WrittenInstant?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// Sets the countdown's own phases, in place of the set-up's. Phases without a value do not change.
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
    /// Adds another countdown. Without a title it has none.
    case new(Duration, title: String, phases: CountdownPhases = CountdownPhases())
    /// Sets the title. An empty text means the set-up's title.
    case title(String)
    /// Chooses the countdown for later orders, keys and the bar.
    case choose(CountdownChoice)
  }

  /// A countdown by its ID, or a neighbour of the chosen one.
  package enum CountdownChoice: Hashable, Sendable {
    case id(Int)
    /// In the order of their ends.
    case next, previous
  }

  /// An order for a program of timers.
  package enum ProgramOrder: Hashable, Sendable {
    /// Shows a program at its first step without starting it.
    case load(TimerProgram)
    /// Starts a program at its first step. `nil` starts or continues the present program.
    case start(TimerProgram?)
    case next, back
    /// Makes the present step longer, or shorter by a negative span.
    case add(Duration)
    /// Starts the program again at its first step, with a new plan.
    case restart
    /// Removes the program from the wall.
    case stop
  }

  /// An order for the daily alarms.
  package enum AlarmOrder: Hashable, Sendable {
    case add(DailyAlarm)
    /// Removes all alarms with a title or time.
    case remove(String)
  }

  /// An order for the pairing of phones, from a client or from the companion program that pairs.
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
