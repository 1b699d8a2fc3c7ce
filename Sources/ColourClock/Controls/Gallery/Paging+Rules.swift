extension Paging {
  package struct Rules: Hashable, Sendable {
    var landing = Landing.onePagePerFlick
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
    /// The longest slide, in pages. A longer jump slides by only one page.
    let longestSlide = 2.0

    package static let standard = Rules()
    package static let seed = Rules(landing: .coasting)

    enum Landing: Hashable, Sendable {
      /// A flick goes to the next page, a slower drag to the nearest.
      case onePagePerFlick
      /// The pages go on as in a free scroll, to the page nearest to its end. Half a page rounds down.
      case coasting
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
    case .coasting: Int((fling.position + fling.velocity * Paging.Rules.coast - 0.5).rounded(.up))
    case .onePagePerFlick: fling.isFlick ? flickGoal(fling) : fling.home + draggedPages(fling)
    }
  }

  /// A free scroll's distance divided by its first velocity, in seconds. UIKit keeps 0.998 of the velocity each
  /// millisecond: 0.998 / (1 - 0.998) = 499 ms.
  private static let coast = 0.499

  /// The drag in whole pages from `home`. Half a page rounds towards `home`.
  private func draggedPages(_ fling: Fling) -> Int {
    let distance = fling.position - Double(fling.home)
    return Int((abs(distance) - 0.5).rounded(.up)) * (distance < 0 ? -1 : 1)
  }

  /// A flick in the drag's direction goes at least one page from `home`, and as far as the drag. A flick back goes to
  /// the next page in its own direction.
  private func flickGoal(_ fling: Fling) -> Int {
    let sign = fling.velocity < 0 ? -1 : 1
    let (home, dragged) = (sign * fling.home, sign * draggedPages(fling))
    let (moved, position) = (Double(sign) * fling.moved, Double(sign) * fling.position)
    let next = Int(position.rounded(.down)) + 1
    return sign * (moved > 0 ? home + max(1, dragged) : next)
  }
}
