/// Pages follow a drag, then settle on one page. Positions are in pages, from 0.
package struct Paging: Hashable, Sendable {
  let count: Int
  let rules: Rules
  /// True if pages jump without animation. They still follow a drag.
  let isReduced: Bool
  /// The distance between pages in pixels, above 0.
  var pitch: Double
  private var state: State
  private var lastNotch: Duration?

  private enum State: Hashable, Sendable {
    case rest(Int)
    case dragged(Drag)
    case settling(Spring)
  }

  init(count: Int, on page: Int = 0, pitch: Double, rules: Rules = .standard, isReduced: Bool = false) {
    precondition(count >= 0 && pitch > 0, "the count must not be negative, and the pitch must be greater than 0")
    (self.count, self.pitch, self.rules, self.isReduced) = (count, pitch, rules, isReduced)
    state = .rest(page.clamped(to: 0...max(count - 1, 0)))
  }

  private var last: Int { max(count - 1, 0) }
  private var tolerance: Double { min(0.25 / pitch, 0.01) }

  var page: Int {
    switch state {
    case .rest(let page): page
    case .dragged(let drag): Int(position(under: drag).rounded()).clamped(to: 0...last)
    case .settling(let spring): Int(spring.target)
    }
  }

  var isDragged: Bool { if case .dragged = state { true } else { false } }

  func position(at uptime: Duration) -> Double {
    switch state {
    case .rest(let page): Double(page)
    case .dragged(let drag): position(under: drag)
    case .settling(let spring): isSettled(at: uptime) ? spring.target : spring.value(at: uptime)
    }
  }

  /// Pages per second; zero at rest and in a drag.
  func velocity(at uptime: Duration) -> Double {
    guard case .settling(let spring) = state, !isSettled(at: uptime) else { return 0 }
    return spring.velocity(at: uptime)
  }

  func isSettled(at uptime: Duration) -> Bool {
    switch state {
    case .rest: true
    case .dragged: false
    case .settling(let spring): spring.isAtRest(at: uptime, within: tolerance)
    }
  }

  func nextChange(after uptime: Duration) -> Duration? {
    guard case .settling = state, !isSettled(at: uptime) else { return nil }
    return Motion.nextFrame(after: uptime)
  }

  // MARK: Input

  mutating func press(at uptime: Duration) {
    guard count > 0, !isDragged else { return }
    let position = position(at: uptime)
    let home = abs(Double(page) - position) <= 1 ? page : Int(position.rounded()).clamped(to: 0...last)
    state = .dragged(Drag(home: home, start: unresisted(position), at: uptime))
  }

  /// - Parameter pixels: Positive to the right, towards the first page.
  mutating func move(to pixels: Double, at uptime: Duration) {
    guard case .dragged(var drag) = state else { return }
    drag.move(to: pixels, at: uptime, keeping: rules.velocityWindow)
    state = .dragged(drag)
  }

  mutating func release(at uptime: Duration) {
    guard case .dragged(let drag) = state else { return }
    let speed = drag.velocity(at: uptime, over: rules.velocityWindow)
    let fling = Rules.Fling(
      home: drag.home, moved: -drag.pixels / pitch, position: position(under: drag), velocity: -speed / pitch,
      isFlick: abs(speed) >= rules.flick)
    let limit = rules.greatestVelocity
    let velocity = fling.velocity.clamped(to: -limit...limit) * slope(at: drag.start - drag.pixels / pitch)
    settle(on: rules.page(of: fling), from: fling.position, velocity: velocity, at: uptime)
  }

  mutating func cancel(at uptime: Duration) {
    guard case .dragged(let drag) = state else { return }
    settle(on: drag.home, from: position(under: drag), velocity: 0, at: uptime)
  }

  mutating func step(by pages: Int, at uptime: Duration) {
    go(to: page + pages.clamped(to: -count...count), at: uptime)
  }

  /// - Parameter direction: Positive towards later pages.
  mutating func scroll(by direction: Int, at uptime: Duration) {
    if let lastNotch, uptime - lastNotch < rules.notchPause { return }
    lastNotch = uptime
    step(by: direction.signum(), at: uptime)
  }

  /// Also ends a drag.
  mutating func go(to page: Int, at uptime: Duration) {
    guard count > 0 else { return }
    let (goal, position) = (Double(page.clamped(to: 0...last)), position(at: uptime))
    let isFar = abs(goal - position) > rules.longestSlide
    let start = isFar ? goal + (position < goal ? -1 : 1) : position
    settle(on: page, from: start, velocity: isFar ? 0 : velocity(at: uptime), at: uptime)
  }

  private mutating func settle(on page: Int, from position: Double, velocity: Double, at uptime: Duration) {
    let page = page.clamped(to: 0...last)
    let isThere = position == Double(page) && velocity == 0
    state =
      isReduced || isThere
      ? .rest(page) : .settling(Spring(from: position, velocity: velocity, to: Double(page), at: uptime))
  }

  private func position(under drag: Drag) -> Double { resisted(drag.start - drag.pixels / pitch) }

  // MARK: Beyond the ends

  /// x pages beyond an end become x·g/(x + g), which never reaches g (`rules.give`).
  private func resisted(_ position: Double) -> Double {
    let excess = excess(of: position)
    return position - excess + excess * rules.give / (abs(excess) + rules.give)
  }

  private func unresisted(_ position: Double) -> Double {
    let excess = excess(of: position)
    return position - excess + excess * rules.give / max(rules.give - abs(excess), rules.give / 100)
  }

  /// The derivative of `resisted`.
  private func slope(at position: Double) -> Double {
    let share = rules.give / (abs(excess(of: position)) + rules.give)
    return share * share
  }

  /// Pages beyond an end; negative before the first.
  private func excess(of position: Double) -> Double { position - position.clamped(to: 0...Double(last)) }
}

extension Paging {
  private struct Drag: Hashable, Sendable {
    let home: Int
    let start: Double
    private(set) var pixels = 0.0
    private var samples: [Sample]

    private struct Sample: Hashable, Sendable {
      let uptime: Duration
      let pixels: Double
    }

    /// Within this time after a sample, later ones replace each other.
    private static let samplePause = Duration.milliseconds(5)

    init(home: Int, start: Double, at uptime: Duration) {
      (self.home, self.start, samples) = (home, start, [Sample(uptime: uptime, pixels: 0)])
    }

    mutating func move(to pixels: Double, at uptime: Duration, keeping window: Duration) {
      self.pixels = pixels
      samples.removeAll { uptime - $0.uptime > window }
      if samples.count > 1, uptime - samples[samples.count - 2].uptime < Drag.samplePause { samples.removeLast() }
      samples.append(Sample(uptime: uptime, pixels: pixels))
    }

    /// Pixels per second. The time counts as a frame at least: between events handled together it is 0.
    func velocity(at uptime: Duration, over window: Duration) -> Double {
      guard let first = samples.first(where: { uptime - $0.uptime <= window }) else { return 0 }
      return (pixels - first.pixels) / max(uptime - first.uptime, .seconds(1 / Motion.frameRate)).inSeconds
    }
  }
}
