extension Hold {
  package struct Rules: Hashable, Sendable {
    /// The time in which an empty button fills.
    package var time: Duration
    /// The fill at which a hold acts, 0.05…1, unless `fires` is `full`.
    package var fraction: Double
    package var fires: Fires
    /// How long the fill waits after a release that came too early, before it falls.
    package let wait: Duration
    /// The time in which a full button empties.
    package let fall: Duration
    /// A shorter press never completes a hold.
    let leastPress = Rules.leastTime
    /// One shorter gap does not interrupt a press, because keys bounce and touches get lost.
    static let bounce = Duration.milliseconds(40)
    /// How long the button shows that it has acted. No hold begins meanwhile.
    let reset = Duration.seconds(2)
    /// The time within which the second of two presses must come.
    package let window = Duration.seconds(4)
    /// A shorter press is a tap and shows the hint.
    let tap = Duration.milliseconds(300)
    let hintTime = Duration.seconds(2)

    package enum Fires: String, Hashable, Sendable, CaseIterable {
      /// The hold acts at `Rules.fraction`. The rest fills without a press.
      case fraction
      case full
      /// The hold acts on a release after `Rules.fraction`. Moving off the button avoids it.
      case release
    }

    private static let leastTime = Duration.milliseconds(150)

    package init(
      time: Duration = .seconds(2), fraction: Double = 0.8, fires: Fires = .fraction,
      wait: Duration = .milliseconds(200), fall: Duration = .milliseconds(200)
    ) {
      self.time = max(Rules.leastTime, time)
      self.fraction = fraction.clamped(to: 0.05...1)
      (self.fires, self.wait, self.fall) = (fires, wait, fall)
    }

    package static let standard = Rules()
    /// `--preset seed`: the fill of a hold released too early is empty at once.
    package static let seed = Rules(wait: .zero, fall: .zero)

    var goal: Double { fires == .full ? 1 : fraction }
  }
}
