extension Paging {
  /// How pages answer a hand: a plain value, of which two are named.
  package struct Rules: Hashable, Sendable {
    /// What decides where a drag comes to rest.
    package var landing = Landing.projected
    /// The end of a gesture over which its velocity is measured: libadwaita's, long enough to outlast a late event.
    package var velocityWindow = Duration.milliseconds(150)
    /// From this on letting go is a flick, in pixels a second.
    package var flick = 300.0
    /// How far a flick would coast: so many seconds of its velocity, 0.998/(1 - 0.998) ms with a velocity that loses
    /// 0.2 % each millisecond.
    package var coast = 0.499
    /// How many pages one flick turns at most; 1 or more.
    package var pagesPerFlick = 1
    /// What is faster counts as this, in pages a second: it keeps the spring's swing past its target under a quarter page.
    package var greatestVelocity = 20.0
    /// How far beyond the first and last page a hand may pull at most, in pages.
    package var give = 0.5
    /// A wheel turns one page, and then none for so long: libadwaita's lock-out.
    package var notchPause = Duration.milliseconds(150)
    /// From farther away than so many pages a jump shows the last page of its way only: the others would flicker past.
    package var longestSlide = 2.0

    package init() {}

    /// What pages do unless somebody asks for the seed.
    package static let standard = Rules()

    /// The seed's way to stop: the card whose leading edge is nearest to the place proposed, at any velocity. Beyond the
    /// ends and without pages it stays as safe as the other.
    package static let seed = {
      var rules = Rules()
      rules.landing = .leadingEdge
      return rules
    }()

    package enum Landing: Hashable, Sendable {
      /// A flick turns a page, a slower hand is followed to the nearest one.
      case projected
      /// The nearest one whatever the velocity; of two equally near, the first.
      case leadingEdge
    }
  }
}

extension Paging.Rules {
  /// The way of a hand at the time it lets go, in pages.
  struct Fling: Hashable, Sendable {
    /// Where it began, as a page.
    var home: Int
    /// What the hand has moved, towards higher pages positive.
    var moved: Double
    /// Where it lets go.
    var position: Double
    /// In pages a second.
    var velocity: Double
    var isFlick: Bool
  }

  /// The page a throw comes to rest on, which may lie beyond the ends.
  func page(of hand: Fling) -> Int {
    switch landing {
    case .leadingEdge: Int((hand.position - 0.5).rounded(.up))
    case .projected: hand.isFlick ? flicked(hand) : hand.home + followed(hand)
    }
  }

  /// The pages from home to the one under the hand; half a page is not yet the next one.
  private func followed(_ hand: Fling) -> Int {
    let distance = hand.position - Double(hand.home)
    return Int((abs(distance) - 0.5).rounded(.up)) * (distance < 0 ? -1 : 1)
  }

  /// Where it would coast to, but from the next page on its way at most as many pages as a flick may turn. The next page
  /// is home's neighbour, or the one that the hand itself has carried farther; for a flick back it is the next one to
  /// the hand.
  private func flicked(_ hand: Fling) -> Int {
    let sign = hand.velocity < 0 ? -1 : 1
    let way = Double(sign)
    let isOnward = hand.moved * way > 0
    let beside = Int((hand.position * way).rounded(.down)) + 1
    let least = isOnward ? hand.home * sign + max(1, followed(hand) * sign) : beside
    let coasted = Int(((hand.position + hand.velocity * coast) * way).rounded())
    return min(max(coasted, least), least + pagesPerFlick - 1) * sign
  }
}
