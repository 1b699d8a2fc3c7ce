extension Paging {
  /// How cards follow a pointer.
  package struct Rules: Hashable, Sendable {
    var landing = Landing.following
    /// The velocity is measured in this time, as in libadwaita. Long enough for a late event.
    let velocityWindow = Duration.milliseconds(150)
    /// The least velocity of a flick, in pixels per second.
    let flick = 300.0
    /// In pages per second. This limit keeps the overshoot below a quarter of a page.
    let greatestVelocity = 20.0
    /// How far a drag can go beyond the ends, in pages.
    let give = 0.5
    /// The pause after each page turned with a wheel, as in libadwaita.
    let notchPause = Duration.milliseconds(150)
    /// A jump over more pages shows only the last page of the way, because the others would flicker.
    let longestSlide = 2.0

    package static let standard = Rules()
    /// `--preset seed`: the card whose leading edge is nearest to the end of a free scroll.
    package static let seed = Rules(landing: .leadingEdge)

    enum Landing: Hashable, Sendable {
      /// After a flick the next page; after a slower drag the nearest page.
      case following
      /// The page nearest to the end of a free scroll; of two equally near pages, the first.
      case leadingEdge
    }
  }
}

extension Paging.Rules {
  /// A drag at its release, in pages.
  struct Fling: Hashable, Sendable {
    var home: Int
    /// Positive towards later pages.
    var moved: Double
    var position: Double
    /// In pages per second, before it is limited.
    var velocity: Double
    var isFlick: Bool
  }

  func page(of fling: Fling) -> Int {
    switch landing {
    case .leadingEdge: Int((fling.position + fling.velocity * Paging.Rules.coast - 0.5).rounded(.up))
    case .following: fling.isFlick ? flicked(fling) : fling.home + followed(fling)
    }
  }

  /// The distance of a free scroll divided by its velocity, in seconds. UIKit keeps 0.998 of the velocity each
  /// millisecond: 0.998 / (1 - 0.998) ms in all.
  private static let coast = 0.499

  /// Exactly half a page is rounded towards `home`.
  private func followed(_ fling: Fling) -> Int {
    let distance = fling.position - Double(fling.home)
    return Int((abs(distance) - 0.5).rounded(.up)) * (distance < 0 ? -1 : 1)
  }

  /// A flick in the direction of the drag goes to the page after `home`, or further if the drag went further. A flick
  /// against the drag goes to the next page in its direction.
  private func flicked(_ fling: Fling) -> Int {
    let sign = fling.velocity < 0 ? -1 : 1
    let way = Double(sign)
    let isOnward = fling.moved * way > 0
    let beside = Int((fling.position * way).rounded(.down)) + 1
    return sign * (isOnward ? fling.home * sign + max(1, followed(fling) * sign) : beside)
  }
}
