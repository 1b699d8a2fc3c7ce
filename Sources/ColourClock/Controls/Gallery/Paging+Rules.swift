extension Paging {
  /// How cards follow a pointer.
  package struct Rules: Hashable, Sendable {
    var landing = Landing.following
    /// The last part of a drag, which decides its velocity. As in libadwaita: long enough for a late event.
    let velocityWindow = Duration.milliseconds(150)
    /// The least velocity of a flick, in pixels per second.
    let flick = 300.0
    /// The greatest velocity after a release, in pages per second. It keeps the overshoot below a quarter of a page.
    let greatestVelocity = 20.0
    /// How far a drag can go beyond the ends, in pages.
    let give = 0.5
    /// How long notches of the wheel are ignored after a page, as in libadwaita.
    let notchPause = Duration.milliseconds(150)
    /// The longest jump that is shown completely, in pages. Longer jumps show only their last page, as the others would
    /// flicker.
    let longestSlide = 2.0

    package static let standard = Rules()
    /// The rules of `--preset seed`.
    package static let seed = Rules(landing: .leadingEdge)

    enum Landing: Hashable, Sendable {
      /// A flick lands on the next page, a slower drag on the nearest.
      case following
      /// The page nearest to the end of a free scroll. Of two that are equally near, the first.
      case leadingEdge
    }
  }
}

extension Paging.Rules {
  /// A drag at its release, in pages.
  struct Fling: Hashable, Sendable {
    /// The page before the drag.
    var home: Int
    /// The way of the pointer, positive towards later pages.
    var moved: Double
    var position: Double
    /// The velocity in pages per second, not yet limited to `greatestVelocity`.
    var velocity: Double
    var isFlick: Bool
  }

  func page(of fling: Fling) -> Int {
    switch landing {
    case .leadingEdge: Int((fling.position + fling.velocity * Paging.Rules.coast - 0.5).rounded(.up))
    case .following: fling.isFlick ? flicked(fling) : fling.home + followed(fling)
    }
  }

  /// The distance of a free scroll divided by its first velocity, in seconds. UIKit keeps 0.998 of the velocity each
  /// millisecond: 0.998 / (1 - 0.998) = 499 ms.
  private static let coast = 0.499

  /// The drag in whole pages from `home`; half a page rounds towards `home`.
  private func followed(_ fling: Fling) -> Int {
    let distance = fling.position - Double(fling.home)
    return Int((abs(distance) - 0.5).rounded(.up)) * (distance < 0 ? -1 : 1)
  }

  /// A flick in the direction of the drag goes one page from `home`, or as far as the drag. A flick against the drag
  /// goes to the next page in its own direction.
  private func flicked(_ fling: Fling) -> Int {
    // The coordinates of a flick towards earlier pages are flipped, so that each flick goes towards greater numbers.
    let sign = fling.velocity < 0 ? -1 : 1
    let (home, dragged) = (sign * fling.home, sign * followed(fling))
    let (moved, position) = (Double(sign) * fling.moved, Double(sign) * fling.position)
    let next = Int(position.rounded(.down)) + 1
    return sign * (moved > 0 ? home + max(1, dragged) : next)
  }
}
