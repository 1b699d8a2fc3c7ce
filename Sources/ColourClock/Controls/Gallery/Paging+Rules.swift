extension Paging {
  /// How pages follow a pointer.
  package struct Rules: Hashable, Sendable {
    var landing = Landing.following
    /// The span before a release in which velocity is measured: libadwaita's, long enough for a late event.
    let velocityWindow = Duration.milliseconds(150)
    /// The least velocity of a flick, in pixels a second.
    let flick = 300.0
    /// The greatest velocity, in pages a second: it keeps the overshoot under a quarter page.
    let greatestVelocity = 20.0
    /// How far one can drag beyond the ends, in pages.
    let give = 0.5
    /// The pause of a wheel after each page: libadwaita's.
    let notchPause = Duration.milliseconds(150)
    /// A jump over more pages shows only the last of its way: the others would flicker past.
    let longestSlide = 2.0

    package static let standard = Rules()
    /// The seed: lands on the card whose leading edge is nearest to where a scroll would end.
    package static let seed = Rules(landing: .leadingEdge)

    enum Landing: Hashable, Sendable {
      /// A flick turns a page; a slower drag lands on the nearest page.
      case following
      /// The page nearest to where a free scroll would end; of two, the first.
      case leadingEdge
    }
  }
}

extension Paging.Rules {
  /// A drag at its release, in pages.
  struct Fling: Hashable, Sendable {
    /// The page before the drag.
    var home: Int
    /// The way of the pointer, positive towards higher pages.
    var moved: Double
    var position: Double
    /// In pages a second, unlimited.
    var velocity: Double
    var isFlick: Bool
  }

  /// May lie beyond the ends.
  func page(of fling: Fling) -> Int {
    switch landing {
    case .leadingEdge: Int((fling.position + fling.velocity * Paging.Rules.coast - 0.5).rounded(.up))
    case .following: fling.isFlick ? flicked(fling) : fling.home + followed(fling)
    }
  }

  /// How long a free scroll continues its velocity, in seconds: UIKit keeps 0.998 of it each millisecond, 0.998 / (1 -
  /// 0.998) ms in all.
  private static let coast = 0.499

  /// Half a page is not yet the next one.
  private func followed(_ fling: Fling) -> Int {
    let distance = fling.position - Double(fling.home)
    return Int((abs(distance) - 0.5).rounded(.up)) * (distance < 0 ? -1 : 1)
  }

  /// The neighbour of home, or a farther page under the pointer; for a flick back, the page next to the pointer.
  private func flicked(_ fling: Fling) -> Int {
    let sign = fling.velocity < 0 ? -1 : 1
    let way = Double(sign)
    let isOnward = fling.moved * way > 0
    let beside = Int((fling.position * way).rounded(.down)) + 1
    return sign * (isOnward ? fling.home * sign + max(1, followed(fling) * sign) : beside)
  }
}
