/// What the wall is told from outside, as over its control socket: orders to the scene, which may refuse them.
package enum Command: Hashable, Sendable {
  /// Shows a card of the gallery on the whole wall, by its name, as if it had been chosen there.
  case face(String)
  /// To the countdown of that ID; `nil` for the chosen one.
  case countdown(CountdownOrder, id: Int? = nil)
  case stopwatch(StopwatchOrder)
  case program(ProgramOrder)
  case gallery(GalleryOrder)
  case refresh
  /// In place of the feed's own text, until that has another; an empty text gives its place back.
  case feed(String)
  /// How much light the wall gives, 0…1; 1 is as without the command.
  case dim(Double, lasting: Duration?)
  /// Whether nothing at all is drawn.
  case blank(Bool)
  case message(Message)
  /// Ends what rings, or takes a message away: that of the name, or what is most urgent.
  case dismiss(String?)
  /// Lets what rings ring again after that span.
  case snooze(Duration)
  case alarm(AlarmOrder)
  /// In place of the periods that the agenda's file has, until that changes; an empty list for a day without any.
  case agenda([Period])
  /// Lets sounds be heard, or not.
  case sound(SoundOrder)
  /// Says on each wall which one it is.
  case identify
  case pair(PairingOrder)

  package enum CountdownOrder: Hashable, Sendable {
    /// From the beginning; `nil` for the length that it has.
    case start(Duration?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// Up to a point of the wall time; one that runs up to it already goes on.
    case until(
      WrittenInstant, from: WrittenInstant?, title: String?, phases: CountdownPhases = CountdownPhases())
    /// Its own, in place of those of the set-up; what is left open stays as it is.
    case warn(CountdownPhases)
    case pause, resume, toggle
    /// Back to its length, not running.
    case reset
    /// Less, if it is negative.
    case add(Duration)
    /// What is left, or the length of one that is not under way.
    case set(Duration)
    /// Away from the wall.
    case clear
    /// Another one beside those there are.
    case new(Duration, title: String)
    /// An empty text gives it that of the set-up.
    case title(String)
    /// The countdown that further orders, keys and bar act on.
    case choose(CountdownChoice)
  }

  package enum CountdownChoice: Hashable, Sendable {
    case id(Int)
    /// In the order of ends.
    case next, previous
  }

  package enum ProgramOrder: Hashable, Sendable {
    /// At its first step, not running.
    case load(TimerProgram)
    /// From its first step, or on; `nil` for the program that is there.
    case start(TimerProgram?)
    case next, back
    /// Makes the present step longer or, by a negative span, shorter.
    case add(Duration)
    /// From its first step, with a new plan.
    case restart
    /// Away from the wall.
    case stop
  }

  package enum AlarmOrder: Hashable, Sendable {
    case add(DailyAlarm)
    /// All of that title or time.
    case remove(String)
  }

  package enum PairingOrder: Hashable, Sendable {
    /// Let the companion make a code and show it.
    case begin
    case revoke(String)
    /// The companion has made a code.
    case show(PairingOffer)
    /// The code was used, or is void.
    case end
    /// These devices are paired now.
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
