extension Paging {
  /// How cards follow a pointer.
  package struct Rules: Hashable, Sendable {
    var landing = Landing.following
    /// As in libadwaita: long enough for a late event.
    let velocityWindow = Duration.milliseconds(150)
    /// The least velocity, in pixels per second.
    let flick = 300.0
    /// Pages per second; keeps the overshoot below a quarter of a page.
    let greatestVelocity = 20.0
    /// Pages beyond the ends.
    let give = 0.5
    /// After each page by wheel, as in libadwaita.
    let notchPause = Duration.milliseconds(150)
    /// In pages. Longer jumps show only their last page, as others would flicker.
    let longestSlide = 2.0

    package static let standard = Rules()
    /// For `--preset seed`: the nearest leading edge to a free scroll's end.
    package static let seed = Rules(landing: .leadingEdge)

    enum Landing: Hashable, Sendable {
      /// A flick lands on the next page, a slower drag on the nearest.
      case following
      /// Nearest to a free scroll's end; the first of two equals.
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
    /// Pages per second, before the limit.
    var velocity: Double
    var isFlick: Bool
  }

  func page(of fling: Fling) -> Int {
    switch landing {
    case .leadingEdge: Int((fling.position + fling.velocity * Paging.Rules.coast - 0.5).rounded(.up))
    case .following: fling.isFlick ? flicked(fling) : fling.home + followed(fling)
    }
  }

  /// A free scroll's distance by its velocity, in seconds. UIKit keeps 0.998 a millisecond: 0.998 / (1 - 0.998) = 499
  /// ms.
  private static let coast = 0.499

  /// Whole pages from `home`; half a page rounds towards `home`.
  private func followed(_ fling: Fling) -> Int {
    let distance = fling.position - Double(fling.home)
    return Int((abs(distance) - 0.5).rounded(.up)) * (distance < 0 ? -1 : 1)
  }

  /// With the drag: one page from `home`, or as far as the drag. Against it: the next page that way.
  private func flicked(_ fling: Fling) -> Int {
    let sign = fling.velocity < 0 ? -1 : 1
    let way = Double(sign)
    let isOnward = fling.moved * way > 0
    let beside = Int((fling.position * way).rounded(.down)) + 1
    return sign * (isOnward ? fling.home * sign + max(1, followed(fling) * sign) : beside)
  }
}
