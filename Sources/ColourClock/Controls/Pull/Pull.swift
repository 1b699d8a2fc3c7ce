/// Pulling the wall down to refresh what it shows.
package struct Pull: Hashable, Sendable {
  let rules: Rules
  /// Without gum and movement.
  let isReduced: Bool
  var size: Size
  var work = Work.none
  var drag: Drag?
  /// The wall's content on its way, while nothing pulls it.
  var spring: Spring?
  /// Whether a refresh has begun since the content was last at rest.
  var isSpent = false
  /// The last step of a scroll that came when none was wanted: its tail must not count later.
  var ignoredScroll: Duration?
  /// The scroll that has just ended: another one goes on from what is left of it.
  var lastScroll: Drag?

  enum Work: Hashable {
    case none
    /// `torn`: when the gum tore.
    case refreshing(since: Duration, torn: Duration)
    case ended(ok: Bool, since: Duration)
    /// On the way back to rest, the mark still on it.
    case closing(ok: Bool)
  }

  /// A pull by a finger, from press to release, or by a scroll, from its first step to its end.
  struct Drag: Hashable {
    let source: Source
    /// The height in the window at which the finger began.
    var start = 0.0
    /// How far it was already pulled then, in pixels.
    var base = 0.0
    /// How far it is pulled, in pixels.
    private(set) var raw = 0.0
    private(set) var last: Duration
    /// Since when it is beyond the threshold.
    private(set) var over: Duration?
    /// Whether it can no longer count: it has, or it began before the content was at rest.
    var isSpent: Bool

    enum Source: Hashable {
      case finger, scroll
    }

    mutating func update(to raw: Double, threshold: Double, at uptime: Duration) {
      (self.raw, last) = (max(0, raw), uptime)
      over = self.raw >= threshold ? over ?? uptime : nil
    }
  }

  /// In pixels: under what can be seen.
  static let tolerance = 0.25
  /// How long the spinner takes to grow.
  static let spinnerTime = Duration.milliseconds(400)
  /// With reduced motion three dots are the spinner; each is the large one for so long.
  private static let dotTime = Duration.milliseconds(500)

  init(rules: Rules = .standard, size: Size, isReduced: Bool = false) {
    (self.rules, self.size, self.isReduced) = (rules, size, isReduced)
  }

  /// How far the content has moved down, in pixels.
  func offset(at moment: Moment) -> Double { settled(at: moment).offset(moment.uptime) }

  func isRefreshing(at moment: Moment) -> Bool {
    if case .refreshing = settled(at: moment).work { true } else { false }
  }

  /// Whether nothing is to be seen of it and nothing pulls.
  func isAtRest(at moment: Moment) -> Bool {
    let now = settled(at: moment)
    return now.work == .none && now.drag == nil && now.spring == nil
  }

  /// When the picture or the state changes next by itself: never at rest, and while it is held still.
  func nextChange(after moment: Moment) -> Wake {
    let now = settled(at: moment)
    return Wake(uptime: now.due).or(uptime: now.nextPicture(after: moment.uptime))
  }

  func settled(at moment: Moment) -> Pull {
    var copy = self
    _ = copy.advance(to: moment)
    return copy
  }
}

/// The present, when `advance` has let happen what was due.
extension Pull {
  var threshold: Double { rules.threshold(in: size) }
  var header: Double { rules.header(in: size) }
  var scale: Double { rules.scale(in: size) }

  /// Whether letting go (or staying) now makes the pull count.
  var isArmed: Bool {
    guard let drag, work == .none else { return false }
    return drag.over != nil && !drag.isSpent
  }

  /// While it refreshes or shows how that ended.
  var isBusy: Bool {
    switch work {
    case .refreshing, .ended: true
    case .none, .closing: false
    }
  }

  /// Where the content goes when nothing pulls it.
  var resting: Double { isBusy && !isReduced ? header : 0 }

  /// Where the drag has the content.
  var stretched: Double { rules.stretched(drag?.raw ?? 0, in: size) }

  /// The uptime at which time alone changes its state next.
  var due: Duration? {
    switch work {
    case .refreshing(let since, _): return since + rules.timeOut
    case .ended(_, let since): return since + rules.markTime
    case .none, .closing: break
    }
    guard let drag else { return nil }
    if drag.source == .scroll { return drag.last + Rules.pause }
    guard isArmed, rules.fires == .dwell, let over = drag.over else { return nil }
    return over + rules.dwell
  }

  func offset(_ uptime: Duration) -> Double {
    if isReduced { return 0 }
    if drag?.source == .finger { return max(resting, stretched) }
    return max(0, spring?.value(at: uptime) ?? resting)
  }

  /// Between the centres of the gum's circles, in points: 0 while it only slides into view. It is longest where the pull
  /// begins to count, or as much before it as in the seeds (in `head` a point).
  func stretch(at uptime: Duration) -> Double {
    guard work == .none, !isReduced else { return 0 }
    let share = (offset(uptime) - header) / (threshold - header)
    return min(rules.gum.longest, max(0, share * (rules.trigger - rules.header)))
  }

  /// Since when the gum is torn, if it is.
  var torn: Duration? {
    if case .refreshing(_, let torn) = work { return torn }
    return isArmed ? drag?.over : nil
  }

  private func nextPicture(after uptime: Duration) -> Duration? {
    var refreshing: Duration?
    if case .refreshing(let since, _) = work { refreshing = since }
    if isReduced {
      guard let refreshing else { return nil }
      let next = refreshing + Pull.dotTime * (dot(at: uptime) + 1)
      return next > uptime ? next : next + Pull.dotTime
    }
    let isTearing = torn.map { uptime < $0 + Pull.spinnerTime } ?? false
    return isTearing || refreshing != nil || spring != nil ? Motion.nextFrame(after: uptime) : nil
  }

  /// How many dots have had their turn.
  func dot(at uptime: Duration) -> Int {
    guard case .refreshing(let since, _) = work else { return 0 }
    return Int(max(0, (uptime - since) / Pull.dotTime))
  }
}
