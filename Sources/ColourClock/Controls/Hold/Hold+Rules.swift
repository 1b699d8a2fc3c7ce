extension Hold {
  package struct Rules: Hashable, Sendable {
    /// The time from empty to full.
    package var time: Duration
    /// A hold acts at this level of the fill, 0.05…1, unless `fires` is `full`.
    package var fraction: Double
    package var fires: Fires
    /// How long the fill of an abandoned hold waits before it falls.
    package let wait: Duration
    /// How long a full button takes to empty.
    package let fall: Duration
    /// A press that is shorter than this cannot complete a hold, even if the button is nearly full.
    let leastPress = Rules.leastTime
    /// A hold in one press may have one gap that is shorter than this. Keys bounce, and touches get lost for a moment.
    static let bounce = Duration.milliseconds(40)
    /// How long the button shows that it has acted. No hold begins in this time.
    let reset = Duration.seconds(2)
    /// After a first short press, the second press acts only within this time.
    package let window = Duration.seconds(4)
    /// A press that is shorter than this is a tap. A tap shows the hint, because a user who only taps has not read the
    /// label.
    let tap = Duration.milliseconds(300)
    let hintTime = Duration.seconds(2)

    /// The moment at which a hold acts (`--hold-fires`).
    package enum Fires: String, Hashable, Sendable, CaseIterable {
      /// The hold acts at `Rules.fraction`; the rest fills by itself.
      case fraction
      case full
      /// The hold acts on release after `Rules.fraction`, so that the user can still move off the button.
      case release
    }

    /// Longer than a click.
    private static let leastTime = Duration.milliseconds(150)

    /// Limits `time` to at least 150 ms, and `fraction` to 0.05…1.
    package init(
      time: Duration = .seconds(2), fraction: Double = 0.8, fires: Fires = .fraction,
      wait: Duration = .milliseconds(200), fall: Duration = .milliseconds(200)
    ) {
      self.time = max(Rules.leastTime, time)
      self.fraction = min(1, max(0.05, fraction))
      (self.fires, self.wait, self.fall) = (fires, wait, fall)
    }

    package static let standard = Rules()
    /// The rules of `--preset seed`: an abandoned hold is empty at once.
    package static let seed = Rules(wait: .zero, fall: .zero)

    var goal: Double { fires == .full ? 1 : fraction }
  }
}
