/// A command from a client of the control socket. The scene may refuse it.
package enum Command: Hashable, Sendable {
  /// A card of the gallery.
  case face(String)
  /// An order for a countdown; `nil` means the chosen one.
  case countdown(CountdownOrder, of: CountdownName? = nil)
  case stopwatch(StopwatchOrder)
  /// Brings back what was lost last, such as a reset time or a removed message.
  case undo
  case program(ProgramOrder)
  case gallery(GalleryOrder)
  case refresh
  /// A text in place of the feed, until the feed's next text. An empty text brings back the options' feed at once.
  case feed(String)
  /// The remaining light, 0.05…1; 1 ends the dimming. `lasting` is `nil` without an end.
  case dim(Double, lasting: Duration?)
  case blank(Bool)
  case message(Message)
  /// An alarm's title or time, a countdown's title or ID, or a message's name. `nil`: all that rings, else the most
  /// urgent message.
  case dismiss(String?)
  /// Snoozes what rings. An alarm rings again after this span. A countdown runs on for this span.
  case snooze(Duration)
  case alarm(AlarmOrder)
  /// The periods of the agenda, until its file changes. An empty list is a day without periods.
  case agenda([Period])
  case sound(SoundOrder)
  case identify
  case pair(PairingOrder)

  package enum CountdownOrder: Hashable, Sendable {
    /// `nil` keeps the length or title.
    case start(Duration?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// A countdown that already runs to this instant goes on. The ring is full at `from`; `nil` means now.
    case until(
      WrittenInstant, from: WrittenInstant?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// `nil` keeps a phase.
    case warn(CountdownPhases)
    case pause, resume, toggle
    /// Stops the countdown, and sets it back to its full length.
    case reset
    /// A negative span makes the countdown shorter.
    case add(Duration)
    /// Sets the remaining time; the length if the countdown is not under way.
    case set(Duration)
    /// Removes the countdown.
    case clear
    /// With an empty `title`, the countdown has no title, not even that of the set-up.
    case new(Duration, title: String, phases: CountdownPhases = CountdownPhases())
    case newUntil(WrittenInstant, title: String, phases: CountdownPhases = CountdownPhases())
    /// Empty for the set-up's title.
    case title(String)
    case choose(CountdownName)
    /// The next or the previous countdown, in the order of the ends.
    case chooseNext, choosePrevious
  }

  package enum CountdownName: Hashable, Sendable {
    case id(Int)
    /// Case does not count. Only one countdown may have the title.
    case title(String)
  }

  package enum ProgramOrder: Hashable, Sendable {
    case load(TimerProgram)
    /// Starts a program at its first step, or as if it had started at `from`. `nil` starts or continues the present
    /// program.
    case start(TimerProgram?, from: WrittenInstant? = nil)
    case next, back
    /// Makes the present step longer, or shorter if the span is negative.
    case add(Duration)
    /// Starts at the first step again. The planned end counts from now.
    case restart
    case stop
  }

  package enum AlarmOrder: Hashable, Sendable {
    case add(DailyAlarm)
    case remove(String)
  }

  /// An order of a user (`begin`, `revoke`), or of the companion that pairs phones.
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
