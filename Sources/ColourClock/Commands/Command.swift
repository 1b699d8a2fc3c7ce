package enum Command: Hashable, Sendable {
  case face(String)
  /// `nil` means the chosen countdown.
  case countdown(CountdownOrder, of: CountdownName? = nil)
  case stopwatch(StopwatchOrder)
  /// Brings back the last loss, such as a reset time or a removed message.
  case undo
  case program(ProgramOrder)
  case gallery(GalleryOrder)
  case refresh
  /// Replaces the feed until its next text. An empty text brings the options' feed back at once.
  case feed(String)
  /// The remaining light, 0.05…1; 1 ends the dimming. `lasting`: `nil` without an end.
  case dim(Double, lasting: Duration?)
  case blank(Bool)
  case message(Message)
  /// An alarm's title or time, a countdown's title or ID, or a message's name. `nil`: all that rings, else the most
  /// urgent message.
  case dismiss(String?)
  /// An alarm rings again after this span; a countdown runs on for it.
  case snooze(Duration)
  case alarm(AlarmOrder)
  /// Valid until the agenda's file changes. Empty: no periods.
  case agenda([Period])
  case sound(SoundOrder)
  case identify
  case pair(PairingOrder)

  package enum CountdownOrder: Hashable, Sendable {
    /// `nil` keeps the length or title.
    case start(Duration?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// Keeps a countdown that already runs to this instant. The ring is full at `from`; `nil` means now.
    case until(
      WrittenInstant, from: WrittenInstant?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// `nil` keeps a phase.
    case warn(CountdownPhases)
    case pause, resume, toggle
    /// Stops the countdown at its full length.
    case reset
    case add(Duration)
    /// Remaining time; the length if not under way.
    case set(Duration)
    case clear
    /// An empty title means none, not the set-up's.
    case new(Duration, title: String, phases: CountdownPhases = CountdownPhases())
    case newUntil(WrittenInstant, title: String, phases: CountdownPhases = CountdownPhases())
    /// Empty for the set-up's title.
    case title(String)
    case choose(CountdownName)
    /// In the order of the ends.
    case chooseNext, choosePrevious
  }

  package enum CountdownName: Hashable, Sendable {
    case id(Int)
    /// Case does not count. Only one countdown may have the title.
    case title(String)
  }

  package enum ProgramOrder: Hashable, Sendable {
    case load(TimerProgram)
    /// From the first step, or as if started at `from`. Program `nil`: starts or continues the present one.
    case start(TimerProgram?, from: WrittenInstant? = nil)
    case next, back
    /// Changes the present step; negative shortens it.
    case add(Duration)
    /// From the first step. The planned end counts from now.
    case restart
    case stop
  }

  package enum AlarmOrder: Hashable, Sendable {
    case add(DailyAlarm)
    case remove(String)
  }

  /// Users `begin` and `revoke`; the companion that pairs phones sends the rest.
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
