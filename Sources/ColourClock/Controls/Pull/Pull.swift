package struct Pull: Hashable, Sendable {
  let rules: Rules
  /// With reduced motion, the content does not move, and no gum is drawn.
  let isReduced: Bool
  var size: Size
  var work = Work.none
  var drag: Drag?
  /// The spring moves the content, except under a finger.
  var spring: Spring?
  /// True after a refresh until the content is at rest.
  var cannotRefresh = false
  /// The uptime of the last ignored step of a scroll. After a refresh, the scroll that began it is ignored.
  var ignoredScroll: Duration?
  /// A scroll that has just ended; a new scroll continues its pull.
  var lastScroll: Drag?

  enum Work: Hashable {
    case none
    case refreshing(since: Duration, torn: Duration)
    case ended(ok: Bool, since: Duration)
    case closing(ok: Bool)
  }

  struct Drag: Hashable {
    let source: Source
    var start = 0.0
    /// The value of `raw` at the press.
    var base = 0.0
    /// The pull without resistance, in pixels.
    private(set) var raw = 0.0
    private(set) var last: Duration
    /// The uptime at which the pull crossed the threshold; `nil` below the threshold.
    private(set) var crossed: Duration?
    var cannotRefresh: Bool

    enum Source: Hashable {
      case finger, scroll
    }

    mutating func update(to raw: Double, threshold: Double, at uptime: Duration) {
      (self.raw, last) = (max(0, raw), uptime)
      crossed = self.raw >= threshold ? crossed ?? uptime : nil
    }
  }

  static let tolerance = 0.25
  static let spinnerTime = Duration.milliseconds(400)
  /// The time for which each dot is large, with reduced motion.
  private static let dotTime = Duration.milliseconds(500)

  init(rules: Rules = .standard, size: Size, isReduced: Bool = false) {
    (self.rules, self.size, self.isReduced) = (rules, size, isReduced)
  }

  /// The content's downward offset, in pixels.
  func offset(at moment: Moment) -> Double { isUntouched ? 0 : settled(at: moment).offset(moment.uptime) }

  func isRefreshing(at moment: Moment) -> Bool {
    if case .refreshing = settled(at: moment).work { true } else { false }
  }

  func isAtRest(at moment: Moment) -> Bool { isUntouched || settled(at: moment).isUntouched }

  private var isUntouched: Bool { work == .none && drag == nil && spring == nil }

  func nextChange(after moment: Moment) -> Wake {
    let now = settled(at: moment)
    return Wake(uptime: now.due).or(uptime: now.nextPicture(after: moment.uptime))
  }

  func settled(at moment: Moment) -> Pull { with(self) { _ = $0.advance(to: moment) } }
}

/// Call these members only after `advance` to the same time.
extension Pull {
  var threshold: Double { rules.threshold(in: size) }
  var header: Double { rules.header(in: size) }
  var scale: Double { rules.scale(in: size) }

  var isArmed: Bool {
    guard let drag, work == .none else { return false }
    return drag.crossed != nil && !drag.cannotRefresh
  }

  var isBusy: Bool {
    switch work {
    case .refreshing, .ended: true
    case .none, .closing: false
    }
  }

  var resting: Double { isBusy && !isReduced ? header : 0 }

  var dampedPull: Double { rules.damped(drag?.raw ?? 0, in: size) }

  var due: Duration? {
    switch work {
    case .refreshing(let since, _): return since + rules.timeOut
    case .ended(_, let since): return since + Rules.resultTime
    case .none, .closing: break
    }
    guard let drag else { return nil }
    if drag.source == .scroll { return drag.last + Rules.pause }
    guard isArmed, rules.refreshTrigger == .dwell, let crossed = drag.crossed else { return nil }
    return crossed + Rules.dwell
  }

  func offset(_ uptime: Duration) -> Double {
    if isReduced { return 0 }
    if drag?.source == .finger { return max(resting, dampedPull) }
    return max(0, spring?.value(at: uptime) ?? resting)
  }

  /// The gum's stretch, in points.
  func stretch(at uptime: Duration) -> Double {
    guard work == .none, !isReduced else { return 0 }
    let share = (offset(uptime) - header) / (threshold - header)
    return (share * rules.stretch).clamped(to: 0...rules.gum.tearDistance)
  }

  /// The uptime at which the drop tore off; `nil` before.
  var torn: Duration? {
    if case .refreshing(_, let torn) = work { return torn }
    return isArmed ? drag?.crossed : nil
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

  func dot(at uptime: Duration) -> Int {
    guard case .refreshing(let since, _) = work else { return 0 }
    return Int(max(0, (uptime - since) / Pull.dotTime))
  }
}
