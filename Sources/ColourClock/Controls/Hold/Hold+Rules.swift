extension Hold {
  package struct Rules: Hashable, Sendable {
    /// Time from empty to full.
    package var time: Duration
    /// A hold acts at this fill, 0.05…1, unless `fires` is `full`.
    package var fraction: Double
    package var fires: Fires
    /// How long the fill of an abandoned hold waits before it falls.
    package let wait: Duration
    /// Time from full to empty.
    package let fall: Duration
    /// A shorter press never completes a hold.
    let leastPress = Rules.leastTime
    /// A single press may have one shorter gap: keys bounce, touches get lost.
    static let bounce = Duration.milliseconds(40)
    /// How long the button shows that it has acted. No hold begins meanwhile.
    let reset = Duration.seconds(2)
    /// The time for the second of two presses.
    package let window = Duration.seconds(4)
    /// A shorter press is a tap and shows the hint.
    let tap = Duration.milliseconds(300)
    let hintTime = Duration.seconds(2)

    package enum Fires: String, Hashable, Sendable, CaseIterable {
      /// Acts at `Rules.fraction`; the rest fills by itself.
      case fraction
      case full
      /// Acts on release after `Rules.fraction`, so the user can still move off.
      case release
    }

    private static let leastTime = Duration.milliseconds(150)

    /// Limits `time` to 150 ms or more, `fraction` to 0.05…1.
    package init(
      time: Duration = .seconds(2), fraction: Double = 0.8, fires: Fires = .fraction,
      wait: Duration = .milliseconds(200), fall: Duration = .milliseconds(200)
    ) {
      self.time = max(Rules.leastTime, time)
      self.fraction = fraction.clamped(to: 0.05...1)
      (self.fires, self.wait, self.fall) = (fires, wait, fall)
    }

    package static let standard = Rules()
    /// `--preset seed`: an abandoned hold is empty at once.
    package static let seed = Rules(wait: .zero, fall: .zero)

    var goal: Double { fires == .full ? 1 : fraction }
  }
}
