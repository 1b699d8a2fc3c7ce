package enum Command: Hashable, Sendable {
  case face(String)
  /// `nil` means the chosen countdown.
  case countdown(CountdownOrder, of: CountdownName? = nil)
  case stopwatch(StopwatchOrder)
  /// Restores what was lost last, such as a reset time or a removed message.
  case undo
  case program(ProgramOrder)
  case gallery(GalleryOrder)
  case refresh
  /// Shows this text until the feed's command or file gives a new one. An empty text reads the options' feed at once.
  case feed(String)
  /// The remaining light, 0.05…1; a `nil` span has no end.
  case dim(Double, lasting: Duration?)
  case blank(Bool)
  case message(Message)
  /// An alarm's title or time, a countdown's title or ID, or a message's name. `nil` means all that rings, or else the
  /// most urgent message.
  case dismiss(String?)
  /// An alarm rings again after this span; a countdown runs on for it.
  case snooze(Duration)
  case alarm(AlarmOrder)
  /// The periods are valid until the agenda's file changes.
  case agenda([Period])
  case sound(SoundOrder)
  case identify
  case pair(PairingOrder)

  package enum CountdownOrder: Hashable, Sendable {
    /// `nil` keeps the length or title.
    case start(Duration?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// Counts down to this instant. A countdown that already runs to it is kept. The ring is full at `from`; `nil`
    /// means now.
    case until(
      ParsedInstant, from: ParsedInstant?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// A phase that is `nil` stays unchanged.
    case warn(CountdownPhases)
    case pause, resume, toggle
    case reset
    case add(Duration)
    /// Sets the remaining time, or the length if the countdown is not under way.
    case set(Duration)
    case clear
    /// An empty title means none, not the set-up's.
    case new(Duration, title: String, phases: CountdownPhases = CountdownPhases())
    case newUntil(ParsedInstant, title: String, phases: CountdownPhases = CountdownPhases())
    /// An empty title means the set-up's title.
    case title(String)
    case choose(CountdownName)
    /// The order is that of the countdowns' ends.
    case chooseNext, choosePrevious
  }

  package enum CountdownName: Hashable, Sendable {
    case id(Int)
    /// Case does not count. Only one countdown may have the title.
    case title(String)
  }

  package enum ProgramOrder: Hashable, Sendable {
    case load(TimerProgram)
    /// Starts from the first step, or as if started at `from`. A `nil` program starts or continues the present one.
    case start(TimerProgram?, from: ParsedInstant? = nil)
    case next, back
    /// A negative span shortens the present step.
    case add(Duration)
    /// Starts from the first step. The planned end counts from now.
    case restart
    case stop
  }

  package enum AlarmOrder: Hashable, Sendable {
    case add(DailyAlarm)
    case remove(String)
  }

  /// Users send `begin` and `revoke`. The companion that pairs phones sends `show`, `end` and `devices`.
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
