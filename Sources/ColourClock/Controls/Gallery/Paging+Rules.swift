extension Paging {
  /// How pages follow a pointer: a plain value, of which two are named.
  package struct Rules: Hashable, Sendable {
    /// What decides where a drag comes to rest.
    var landing = Landing.following
    /// The end of a gesture over which its velocity is measured: libadwaita's, long enough to outlast a late event.
    let velocityWindow = Duration.milliseconds(150)
    /// From this on letting go is a flick, in pixels a second.
    let flick = 300.0
    /// What is faster counts as this, in pages a second: it keeps the spring's swing past its target under a quarter page.
    let greatestVelocity = 20.0
    /// How far beyond the first and last page one can drag at most, in pages.
    let give = 0.5
    /// A wheel turns one page, and then none for so long: libadwaita's lock-out.
    let notchPause = Duration.milliseconds(150)
    /// From farther away than so many pages a jump shows the last page of its way only: the others would flicker past.
    let longestSlide = 2.0

    package static let standard = Rules()
    /// The seed's way to stop: the card whose leading edge is nearest to the place proposed, which is where a scroll would
    /// come to rest by itself. Beyond the ends and without pages it stays as safe as the other.
    package static let seed = Rules(landing: .leadingEdge)

    enum Landing: Hashable, Sendable {
      /// A flick turns a page, a slower drag is followed to the nearest one.
      case following
      /// The one nearest to where a free scroll would end; of two equally near, the first.
      case leadingEdge
    }
  }
}

extension Paging.Rules {
  /// A drag at the time it is let go, in pages.
  struct Fling: Hashable, Sendable {
    /// Where it began, as a page.
    var home: Int
    /// How far the pointer has moved, towards higher pages positive.
    var moved: Double
    /// Where the pages are.
    var position: Double
    /// In pages a second, however fast.
    var velocity: Double
    var isFlick: Bool
  }

  /// The page a fling comes to rest on, which may lie beyond the ends.
  func page(of fling: Fling) -> Int {
    switch landing {
    case .leadingEdge: Int((fling.position + fling.velocity * Paging.Rules.coast - 0.5).rounded(.up))
    case .following: fling.isFlick ? flicked(fling) : fling.home + followed(fling)
    }
  }

  /// For how many seconds of its velocity a free scroll goes on: UIKit's normal deceleration leaves 0.998 of it each
  /// millisecond, which sums up to 0.998 / (1 - 0.998) milliseconds.
  private static let coast = 0.499

  /// The pages from home to the one under the pointer; half a page is not yet the next one.
  private func followed(_ fling: Fling) -> Int {
    let distance = fling.position - Double(fling.home)
    return Int((abs(distance) - 0.5).rounded(.up)) * (distance < 0 ? -1 : 1)
  }

  /// One page on: home's neighbour, or the one that was dragged farther; for a flick back the one next to the pointer.
  private func flicked(_ fling: Fling) -> Int {
    let sign = fling.velocity < 0 ? -1 : 1
    let way = Double(sign)
    let isOnward = fling.moved * way > 0
    let beside = Int((fling.position * way).rounded(.down)) + 1
    return sign * (isOnward ? fling.home * sign + max(1, followed(fling) * sign) : beside)
  }
}
