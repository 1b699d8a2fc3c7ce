/// A place among pages, as a fraction of a page: at rest on one, under a hand, or on its way to one by a spring.
///
/// All times are uptimes. With no page at all it stands at 0 and nothing moves it.
package struct Paging: Hashable, Sendable {
  package let count: Int
  package let rules: Rules
  /// Steps and landings are done at once; a hand is still followed.
  package let reducedMotion: Bool
  /// From one page to the next, in pixels, greater than 0.
  package var pitch: Double
  var state: State
  var lastNotch: Duration?

  enum State: Hashable, Sendable {
    case rest(Int)
    case dragged(Drag)
    case settling(Spring)
  }

  /// How far from its page it counts as there, in pixels: what nobody sees any more.
  private static let tolerance = 0.25

  /// - Parameter page: where it begins; brought between the first and the last.
  /// - Precondition: `count` is not negative and `pitch` positive.
  package init(count: Int, on page: Int = 0, pitch: Double, rules: Rules = .standard, reducedMotion: Bool = false) {
    precondition(count >= 0 && pitch > 0, "pages are counted from nothing and have a width")
    (self.count, self.pitch, self.rules, self.reducedMotion) = (count, pitch, rules, reducedMotion)
    state = .rest(min(max(page, 0), max(count - 1, 0)))
  }

  private var last: Int { max(count - 1, 0) }
  /// In pages.
  private var tolerance: Double { min(Paging.tolerance / pitch, 0.01) }

  /// The page it rests on, is on its way to, or is nearest to under a hand.
  package var page: Int {
    switch state {
    case .rest(let page): page
    case .dragged(let drag): clamped(Int(position(under: drag).rounded()))
    case .settling(let spring): Int(spring.target)
    }
  }

  package var isDragged: Bool { if case .dragged = state { true } else { false } }

  /// Where it is, in pages: whole numbers are pages, and up to `rules.give` lies beyond the ends.
  package func position(at uptime: Duration) -> Double {
    switch state {
    case .rest(let page): Double(page)
    case .dragged(let drag): position(under: drag)
    case .settling(let spring): isSettled(at: uptime) ? spring.target : spring.value(at: uptime)
    }
  }

  /// In pages a second; zero under a hand.
  package func velocity(at uptime: Duration) -> Double {
    guard case .settling(let spring) = state, !isSettled(at: uptime) else { return 0 }
    return spring.velocity(at: uptime)
  }

  /// Whether it stands on a page, with no hand on it.
  package func isSettled(at uptime: Duration) -> Bool {
    switch state {
    case .rest: true
    case .dragged: false
    case .settling(let spring): spring.isAtRest(at: uptime, within: tolerance)
    }
  }

  /// The next frame of its motion; `nil` at rest and under a hand, which says itself when it moves.
  package func nextChange(after uptime: Duration) -> Duration? {
    guard case .settling = state, !isSettled(at: uptime) else { return nil }
    return Motion.nextFrame(after: uptime)
  }

  func clamped(_ page: Int) -> Int { min(max(page, 0), last) }

  /// Where a hand has brought it.
  func position(under drag: Drag) -> Double { resisted(drag.start - drag.pixels / pitch) }
}

/// Beyond the ends the pages follow a hand ever less: x pages of it move them by x·g/(x + g), which begins one to one and
/// never reaches the give g.
extension Paging {
  private func resisted(_ position: Double) -> Double {
    let excess = excess(of: position)
    return position - excess + excess * rules.give / (abs(excess) + rules.give)
  }

  /// The inverse of `resisted`.
  func unresisted(_ position: Double) -> Double {
    let excess = excess(of: position)
    return position - excess + excess * rules.give / max(rules.give - abs(excess), rules.give / 100)
  }

  /// How much the pages move for a little of the hand.
  func slope(at position: Double) -> Double {
    let share = rules.give / (abs(excess(of: position)) + rules.give)
    return share * share
  }

  /// What of a position lies beyond the first or last page.
  private func excess(of position: Double) -> Double {
    position - min(max(position, 0), Double(last))
  }
}
