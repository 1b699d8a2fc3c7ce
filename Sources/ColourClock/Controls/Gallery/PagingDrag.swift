extension Paging {
  /// A hand on the pages: where it took hold, how far it has come, how fast it is.
  struct Drag: Hashable, Sendable {
    /// The page to go back to.
    let home: Int
    /// The position at which it took hold, as if there were no resistance beyond the ends.
    let start: Double
    /// From where it took hold, to the right positive.
    private(set) var pixels = 0.0
    private var samples: [Sample]

    private struct Sample: Hashable, Sendable {
      let uptime: Duration
      let pixels: Double
    }

    /// Samples closer than this are one: a mouse may send a thousand a second.
    private static let grain = Duration.milliseconds(5)
    /// No velocity is measured over less: events that were handled together carry the same time.
    private static let shortestSpan = Duration.seconds(1 / Motion.frameRate)

    init(home: Int, start: Double, at uptime: Duration) {
      self.home = home
      self.start = start
      samples = [Sample(uptime: uptime, pixels: 0)]
    }

    mutating func move(to pixels: Double, at uptime: Duration, keeping window: Duration) {
      self.pixels = pixels
      samples.removeAll { uptime - $0.uptime > window }
      if samples.count > 1, uptime - samples[samples.count - 2].uptime < Drag.grain { samples.removeLast() }
      samples.append(Sample(uptime: uptime, pixels: pixels))
    }

    /// In pixels a second, to the right positive: zero for a hand that has rested for the whole window.
    func velocity(at uptime: Duration, over window: Duration) -> Double {
      guard let first = samples.first(where: { uptime - $0.uptime <= window }) else { return 0 }
      return (pixels - first.pixels) / max(uptime - first.uptime, Drag.shortestSpan).inSeconds
    }
  }
}
