/// What moves the pages: a hand, a wheel, steps and jumps.
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
    let hand = Rules.Fling(
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
