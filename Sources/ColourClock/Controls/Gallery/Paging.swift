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
  private var state: State
  private var lastNotch: Duration?

  private enum State: Hashable, Sendable {
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

  private func clamped(_ page: Int) -> Int { min(max(page, 0), last) }

  private func position(under drag: Drag) -> Double { resisted(drag.start - drag.pixels / pitch) }
}

extension Paging {
  /// A hand takes hold of the pages, moving ones too. A second hand is ignored.
  package mutating func grab(at uptime: Duration) {
    guard count > 0, !isDragged else { return }
    let position = position(at: uptime)
    let home = abs(Double(page) - position) <= 1 ? page : clamped(Int(position.rounded()))
    state = .dragged(Drag(home: home, start: unresisted(position), at: uptime))
  }

  /// The hand has moved: `pixels` from where it took hold, to the right positive, which is towards the first page.
  package mutating func drag(to pixels: Double, at uptime: Duration) {
    guard case .dragged(var drag) = state else { return }
    drag.move(to: pixels, at: uptime, keeping: rules.velocityWindow)
    state = .dragged(drag)
  }

  /// The hand lets go: from here on a spring carries on with its velocity.
  package mutating func release(at uptime: Duration) {
    guard case .dragged(let drag) = state else { return }
    let speed = drag.velocity(at: uptime, over: rules.velocityWindow)
    let limit = rules.greatestVelocity
    let velocity = min(max(-speed / pitch, -limit), limit)
    let hand = Rules.Throw(
      home: drag.home, moved: -drag.pixels / pitch, position: position(under: drag), velocity: velocity,
      isFlick: abs(speed) >= rules.flick)
    let slope = slope(at: drag.start - drag.pixels / pitch)
    settle(on: rules.page(of: hand), from: hand.position, velocity: velocity * slope, at: uptime)
  }

  /// As if the hand had never come: back to the page it took hold of.
  package mutating func cancel(at uptime: Duration) {
    guard case .dragged(let drag) = state else { return }
    settle(on: drag.home, from: position(under: drag), velocity: 0, at: uptime)
  }

  /// So many pages on from the one it rests on or is on its way to. It ends a drag.
  package mutating func step(by pages: Int, at uptime: Duration) {
    go(to: page + min(max(pages, -count), count), at: uptime)
  }

  /// A notch of a wheel: one page at most, and none while the pause after the last one lasts.
  /// - Parameter direction: its sign counts.
  package mutating func notch(_ direction: Int, at uptime: Duration) {
    if let lastNotch, uptime - lastNotch < rules.notchPause { return }
    lastNotch = uptime
    step(by: direction.signum(), at: uptime)
  }

  /// To a page, brought between the first and the last. It ends a drag.
  package mutating func go(to page: Int, at uptime: Duration) {
    guard count > 0 else { return }
    let (goal, position) = (Double(clamped(page)), position(at: uptime))
    let isFar = abs(goal - position) > rules.longestSlide
    let start = isFar ? goal + (position < goal ? -1 : 1) : position
    settle(on: page, from: start, velocity: isFar ? 0 : velocity(at: uptime), at: uptime)
  }

  private mutating func settle(on page: Int, from position: Double, velocity: Double, at uptime: Duration) {
    let page = clamped(page)
    let isThere = position == Double(page) && velocity == 0
    state =
      reducedMotion || isThere
      ? .rest(page) : .settling(Spring(from: position, velocity: velocity, to: Double(page), at: uptime))
  }
}

/// Beyond the ends the pages follow a hand ever less: x pages of it move them by x·g/(x + g), which begins one to one and
/// never reaches the give g.
extension Paging {
  private func resisted(_ position: Double) -> Double {
    let excess = excess(of: position)
    return position - excess + excess * rules.give / (abs(excess) + rules.give)
  }

  /// The inverse of `resisted`.
  private func unresisted(_ position: Double) -> Double {
    let excess = excess(of: position)
    return position - excess + excess * rules.give / max(rules.give - abs(excess), rules.give / 100)
  }

  /// How much the pages move for a little of the hand.
  private func slope(at position: Double) -> Double {
    let share = rules.give / (abs(excess(of: position)) + rules.give)
    return share * share
  }

  /// What of a position lies beyond the first or last page.
  private func excess(of position: Double) -> Double {
    position - min(max(position, 0), Double(last))
  }
}
