extension Hold {
  /// How long one has to hold and what happens when one does not: all in one value that an option can change.
  package struct Rules: Hashable, Sendable {
    /// From empty to full.
    package let time: Duration
    /// Where the mark is: what is held so far completes itself.
    package let fraction: Double
    package var fires: Fires
    /// How long a hold that was given up waits to be taken up again, before it falls.
    package var wait: Duration
    /// How long it falls.
    package var fall: Duration
    /// Shorter presses never count, so that a nearly complete hold cannot be finished by a tap.
    package var minimum = Rules.leastTime
    /// From the action to the next possible one.
    package var reset = Duration.seconds(2)
    /// The untimed way: within which the second confirmation must come.
    package var window = Duration.seconds(4)
    /// A press shorter than this is a tap, by somebody who has not read the label.
    package var tap = Duration.milliseconds(300)
    /// How long a tap's hint stands.
    package var hintTime = Duration.seconds(2)

    /// When the action happens.
    package enum Fires: String, Hashable, Sendable, CaseIterable {
      /// At the mark, the rest filling by itself (the seed).
      case fraction
      /// When it is full.
      case full
      /// On letting go beyond the mark: one can still slide off.
      case release
    }

    package static let leastTime = Duration.milliseconds(150)

    /// - Parameters:
    ///   - time: from empty to full; under 150 ms, where nobody could tell a hold from a click, taken as that.
    ///   - fraction: where the mark is; outside 0.05…1 taken as the nearer end.
    package init(
      time: Duration = .seconds(2), fraction: Double = 0.8, fires: Fires = .fraction,
      wait: Duration = .milliseconds(200), fall: Duration = .milliseconds(200)
    ) {
      self.time = max(Rules.leastTime, time)
      self.fraction = min(1, max(0.05, fraction))
      (self.fires, self.wait, self.fall) = (fires, wait, fall)
    }

    package static let standard = Rules()
    /// What is given up is gone at once; the seed's own reset, which it only suggests.
    package static let seed = Rules(wait: .zero, fall: .zero)

    /// How full it must be.
    var goal: Double { fires == .full ? 1 : fraction }
  }
}
