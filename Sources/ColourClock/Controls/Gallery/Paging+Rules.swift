extension Paging {
  package struct Rules: Hashable, Sendable {
    var landing = Landing.following
    /// The last part of a drag, from which the velocity is computed, as in libadwaita.
    let velocityWindow = Duration.milliseconds(150)
    /// The least velocity of a flick, in pixels per second.
    let flick = 300.0
    /// Pages per second. A greater velocity would overshoot by over a quarter of a page.
    let greatestVelocity = 20.0
    /// How far a drag can go beyond the ends, in pages.
    let give = 0.5
    /// Wheel notches are ignored for this time after a page, as in libadwaita.
    let notchPause = Duration.milliseconds(150)
    /// Longer jumps, in pages, show only their last page.
    let longestSlide = 2.0

    package static let standard = Rules()
    package static let seed = Rules(landing: .leadingEdge)

    enum Landing: Hashable, Sendable {
      /// A flick lands on the next page, a slower drag on the nearest.
      case following
      /// Lands on the page nearest to the end of a free scroll. Of two, it is the first.
      case leadingEdge
    }
  }
}

extension Paging.Rules {
  struct Fling: Hashable, Sendable {
    var home: Int
    /// The pointer's way in pages, positive towards later pages.
    var moved: Double
    var position: Double
    /// The velocity in pages per second, not yet limited.
    var velocity: Double
    var isFlick: Bool
  }

  func page(of fling: Fling) -> Int {
    switch landing {
    case .leadingEdge: Int((fling.position + fling.velocity * Paging.Rules.coast - 0.5).rounded(.up))
    case .following: fling.isFlick ? flicked(fling) : fling.home + followed(fling)
    }
  }

  /// A free scroll's distance divided by its first velocity, in seconds. UIKit keeps 0.998 of the velocity each
  /// millisecond: 0.998 / (1 - 0.998) = 499 ms.
  private static let coast = 0.499

  /// The drag in whole pages from `home`. Half a page rounds towards `home`.
  private func followed(_ fling: Fling) -> Int {
    let distance = fling.position - Double(fling.home)
    return Int((abs(distance) - 0.5).rounded(.up)) * (distance < 0 ? -1 : 1)
  }

  /// A flick along the drag goes one page from `home`, or as far as the drag. A flick back goes to the next page.
  private func flicked(_ fling: Fling) -> Int {
    let sign = fling.velocity < 0 ? -1 : 1
    let (home, dragged) = (sign * fling.home, sign * followed(fling))
    let (moved, position) = (Double(sign) * fling.moved, Double(sign) * fling.position)
    let next = Int(position.rounded(.down)) + 1
    return sign * (moved > 0 ? home + max(1, dragged) : next)
  }
}
