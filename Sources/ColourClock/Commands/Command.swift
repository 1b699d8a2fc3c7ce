/// A command from outside the wall, such as from the control socket. The scene may refuse it.
package enum Command: Hashable, Sendable {
  /// The name of a card of the gallery.
  case face(String)
  /// The name is `nil` for the chosen countdown.
  case countdown(CountdownOrder, of: CountdownName? = nil)
  case stopwatch(StopwatchOrder)
  /// Brings back what was lost last: a timer's time, for example after a reset, or a message that a viewer removed.
  case undo
  case program(ProgramOrder)
  case gallery(GalleryOrder)
  case refresh
  /// Text in place of the feed's text, until the feed has a new text. An empty text brings back the feed of the
  /// options, and reads the feed at once.
  case feed(String)
  /// How bright all walls are, as a share of their full light, 0.05…1; 1 ends the dimming. `lasting` is `nil` for a
  /// dimming without an end.
  case dim(Double, lasting: Duration?)
  case blank(Bool)
  case message(Message)
  /// Silences an alarm (by its title or time) or a countdown (by its title or ID), or removes a message (by its name). `nil`
  /// silences whatever rings; if nothing rings, it removes the most urgent message.
  case dismiss(String?)
  /// Silences whatever rings. An alarm rings again after this span; a countdown runs for this span.
  case snooze(Duration)
  case alarm(AlarmOrder)
  /// Periods in place of the agenda's file, until the file changes. An empty list means a day without periods.
  case agenda([Period])
  case sound(SoundOrder)
  case identify
  case pair(PairingOrder)

  package enum CountdownOrder: Hashable, Sendable {
    /// Starts a countdown from its full length. A length or title that is `nil` stays as it is.
    case start(Duration?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// Runs a countdown to a point of wall time. A countdown that already runs to this point goes on.
    case until(
      WrittenInstant, from: WrittenInstant?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// Changes the countdown's own phases. A phase without a value does not change.
    case warn(CountdownPhases)
    case pause, resume, toggle
    /// Stops the countdown, and takes it back to its full length.
    case reset
    /// A negative span makes the remaining time shorter.
    case add(Duration)
    /// Sets the remaining time, or the length if the countdown is not under way.
    case set(Duration)
    case clear
    /// An empty `title` means no title, not the set-up's title.
    case new(Duration, title: String, phases: CountdownPhases = CountdownPhases())
    case newUntil(WrittenInstant, title: String, phases: CountdownPhases = CountdownPhases())
    /// An empty text means the set-up's title.
    case title(String)
    /// Brings this countdown to the ring.
    case choose(CountdownName)
    /// Chooses a neighbour in the order of the countdowns' ends.
    case chooseNext, choosePrevious
  }

  package enum CountdownName: Hashable, Sendable {
    case id(Int)
    /// The only countdown with this title. Capital and small letters count as equal.
    case title(String)
  }

  package enum ProgramOrder: Hashable, Sendable {
    case load(TimerProgram)
    /// Starts a program at its first step. `nil` starts or continues the present program.
    case start(TimerProgram?)
    case next, back
    /// A negative span makes the present step shorter.
    case add(Duration)
    /// Starts the program again at its first step. Its planned end is computed anew, from now.
    case restart
    case stop
  }

  package enum AlarmOrder: Hashable, Sendable {
    case add(DailyAlarm)
    case remove(String)
  }

  /// An order from a client of the control socket, or from the companion that pairs phones.
  package enum PairingOrder: Hashable, Sendable {
    case begin
    case revoke(String)
    case show(PairingOffer)
    case end
    case devices([PairedDevice])
  }

  /// `reset` sets the stopwatch to zero, `clear` removes it.
  package enum StopwatchOrder: String, Hashable, Sendable, CaseIterable {
    case start, stop, toggle, lap, reset, clear
  }

  package enum SoundOrder: String, Hashable, Sendable, CaseIterable {
    case on, off, toggle
  }

  package enum GalleryOrder: String, Hashable, Sendable, CaseIterable {
    case open, close, next, previous, choose
  }
}
