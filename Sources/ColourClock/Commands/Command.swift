/// A command from outside the wall; the scene may refuse it.
package enum Command: Hashable, Sendable {
  /// A card of the gallery.
  case face(String)
  /// `nil`: the chosen countdown.
  case countdown(CountdownOrder, of: CountdownName? = nil)
  case stopwatch(StopwatchOrder)
  /// Brings back what was lost last, such as the time before a reset or a removed message.
  case undo
  case program(ProgramOrder)
  case gallery(GalleryOrder)
  case refresh
  /// Replaces the feed's text until the next. An empty text brings back the options' feed, read at once.
  case feed(String)
  /// A share of the full light, 0.05…1; 1 ends the dimming. `lasting` is `nil` without an end.
  case dim(Double, lasting: Duration?)
  case blank(Bool)
  case message(Message)
  /// An alarm (by title or time), a countdown (by title or ID) or a message (by name). `nil`: whatever rings, else the
  /// most urgent message.
  case dismiss(String?)
  /// An alarm rings again after this span; a countdown runs for it.
  case snooze(Duration)
  case alarm(AlarmOrder)
  /// Replaces the agenda's file until the file changes. An empty list is a day without periods.
  case agenda([Period])
  case sound(SoundOrder)
  case identify
  case pair(PairingOrder)

  package enum CountdownOrder: Hashable, Sendable {
    /// From the full length; `nil` keeps the length or title.
    case start(Duration?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// A countdown to the same point goes on.
    case until(
      WrittenInstant, from: WrittenInstant?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// `nil` keeps a phase.
    case warn(CountdownPhases)
    case pause, resume, toggle
    /// Stops at the full length.
    case reset
    /// May be negative.
    case add(Duration)
    /// The remaining time; the length if it is not under way.
    case set(Duration)
    case clear
    /// An empty `title` means none, not the set-up's.
    case new(Duration, title: String, phases: CountdownPhases = CountdownPhases())
    case newUntil(WrittenInstant, title: String, phases: CountdownPhases = CountdownPhases())
    /// Empty for the set-up's title.
    case title(String)
    /// Brings the countdown to the ring.
    case choose(CountdownName)
    /// A neighbour in the order of the ends.
    case chooseNext, choosePrevious
  }

  package enum CountdownName: Hashable, Sendable {
    case id(Int)
    /// The title of only one countdown, in any case.
    case title(String)
  }

  package enum ProgramOrder: Hashable, Sendable {
    case load(TimerProgram)
    /// Starts at the first step; `nil` starts or continues the present program.
    case start(TimerProgram?)
    case next, back
    /// Added to the present step; may be negative.
    case add(Duration)
    /// Begins at the first step again, with a planned end from now.
    case restart
    case stop
  }

  package enum AlarmOrder: Hashable, Sendable {
    case add(DailyAlarm)
    case remove(String)
  }

  /// An order from a client, or from the companion that pairs phones.
  package enum PairingOrder: Hashable, Sendable {
    case begin
    case revoke(String)
    case show(PairingOffer)
    case end
    case devices([PairedDevice])
  }

  /// `reset` sets it to zero, `clear` removes it.
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
