extension Paging {
  /// How cards follow a pointer.
  package struct Rules: Hashable, Sendable {
    var landing = Landing.following
    /// The span over which the velocity is measured, as in libadwaita: long enough for a late event.
    let velocityWindow = Duration.milliseconds(150)
    /// The least velocity of a flick, in pixels per second.
    let flick = 300.0
    /// The greatest velocity, in pages per second. This limit keeps the overshoot below a quarter of a page.
    let greatestVelocity = 20.0
    /// How far a drag can go beyond the ends, in pages.
    let give = 0.5
    /// The pause after each page turned with a wheel, as in libadwaita.
    let notchPause = Duration.milliseconds(150)
    /// A jump over more pages than this shows only the movement over the last page, because other pages would flicker.
    let longestSlide = 2.0

    package static let standard = Rules()
    /// The rules of `--preset seed`: a drag lands on the card whose leading edge is nearest to where a free scroll
    /// would end.
    package static let seed = Rules(landing: .leadingEdge)

    enum Landing: Hashable, Sendable {
      /// A flick lands on the next page; a slower drag lands on the nearest page.
      case following
      /// A drag lands on the page nearest to the end of a free scroll. Of two equally near pages, it lands on the
      /// first.
      case leadingEdge
    }
  }
}

extension Paging.Rules {
  /// A drag at its release, in pages.
  struct Fling: Hashable, Sendable {
    var home: Int
    /// How far the drag has moved; positive towards later pages.
    var moved: Double
    var position: Double
    /// The velocity in pages per second, before it is limited.
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
  /// millisecond: the sum is 0.998 / (1 - 0.998) = 499 ms.
  private static let coast = 0.499

  /// The distance from `home` in whole pages. Exactly half a page is rounded towards `home`.
  private func followed(_ fling: Fling) -> Int {
    let distance = fling.position - Double(fling.home)
    return Int((abs(distance) - 0.5).rounded(.up)) * (distance < 0 ? -1 : 1)
  }

  /// A flick in the direction of the drag goes one page from `home` in that direction, or further if the drag went
  /// further. A flick against the drag goes to the next page in the flick's direction.
  private func flicked(_ fling: Fling) -> Int {
    let sign = fling.velocity < 0 ? -1 : 1
    let way = Double(sign)
    let isOnward = fling.moved * way > 0
    let beside = Int((fling.position * way).rounded(.down)) + 1
    return sign * (isOnward ? fling.home * sign + max(1, followed(fling) * sign) : beside)
  }
}
