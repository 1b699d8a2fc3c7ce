extension Pull {
  /// Somebody pulling: a finger, from taking hold to letting go, or a scroll, from its first step to its end.
  struct PullDrag: Hashable {
    let source: Source
    /// How far it was already pulled when it was taken hold of, in pixels.
    let base: Double
    /// How far it is pulled, in pixels.
    private(set) var raw = 0.0
    private(set) var last: Duration
    /// Since when it is beyond the threshold.
    private(set) var over: Duration?
    /// Whether it can no longer count: it has, or it began before the sheet was at rest.
    var isSpent: Bool

    enum Source: Hashable {
      case finger, scroll
    }

    init(source: Source, base: Double, last: Duration, isSpent: Bool) {
      (self.source, self.base, self.last, self.isSpent) = (source, base, last, isSpent)
    }

    mutating func update(by distance: Double, threshold: Double, at uptime: Duration) {
      update(to: max(0, base + distance), threshold: threshold, at: uptime)
    }

    mutating func update(to raw: Double, threshold: Double, at uptime: Duration) {
      (self.raw, last) = (raw, uptime)
      over = raw >= threshold ? over ?? uptime : nil
    }
  }
}
