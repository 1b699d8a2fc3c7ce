/// The scene may refuse it.
package enum Command: Hashable, Sendable {
  /// A card of the gallery.
  case face(String)
  /// `nil`: the chosen countdown.
  case countdown(CountdownOrder, of: CountdownName? = nil)
  case stopwatch(StopwatchOrder)
  /// Brings back what was lost last, such as a reset time or a removed message.
  case undo
  case program(ProgramOrder)
  case gallery(GalleryOrder)
  case refresh
  /// Until the feed's next text. An empty text brings back the options' feed at once.
  case feed(String)
  /// The light left, 0.05…1; 1 ends the dimming. `lasting` is `nil` without an end.
  case dim(Double, lasting: Duration?)
  case blank(Bool)
  case message(Message)
  /// An alarm's title or time, a countdown's title or ID, or a message's name. `nil`: all that rings, else the most
  /// urgent message.
  case dismiss(String?)
  /// An alarm rings again after this span; a countdown runs for it.
  case snooze(Duration)
  case alarm(AlarmOrder)
  /// Until the agenda's file changes. An empty list is a day without periods.
  case agenda([Period])
  case sound(SoundOrder)
  case identify
  case pair(PairingOrder)

  package enum CountdownOrder: Hashable, Sendable {
    /// `nil` keeps the length or title.
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
    case choose(CountdownName)
    /// Neighbours in the order of the ends.
    case chooseNext, choosePrevious
  }

  package enum CountdownName: Hashable, Sendable {
    case id(Int)
    /// Case does not count. Only one countdown may have the title.
    case title(String)
  }

  package enum ProgramOrder: Hashable, Sendable {
    case load(TimerProgram)
    /// Starts at the first step, or as if started at `from`; `nil` starts or continues the present program.
    case start(TimerProgram?, from: WrittenInstant? = nil)
    case next, back
    /// Added to the present step; may be negative.
    case add(Duration)
    /// With a planned end from now.
    case restart
    case stop
  }

  package enum AlarmOrder: Hashable, Sendable {
    case add(DailyAlarm)
    case remove(String)
  }

  /// From a client or the companion that pairs phones.
  package enum PairingOrder: Hashable, Sendable {
    case begin
    case revoke(String)
    case show(PairingOffer)
    case end
    case devices([PairedDevice])
  }

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
