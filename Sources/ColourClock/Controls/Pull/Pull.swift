/// Pulling the wall down to refresh what it shows.
///
/// Every event first lets happen what time alone has brought about, so that a late one finds the right state. Each
/// returns whether a refresh is to be begun: `true` once for every pull that counts.
package struct Pull: Hashable, Sendable {
  package let rules: Rules
  /// Without gum and movement.
  package let isReduced: Bool
  package private(set) var size: Size
  var work = Work.none
  var tug: PullDrag?
  /// The sheet on its way, if nobody holds it.
  var spring: Spring?
  /// Whether there was a firing since the sheet was last at rest.
  var isSpent = false
  /// The last step of a scroll that came when none was wanted: its tail must not count later.
  var ignoredScroll: Duration?
  /// The scroll that has just ended: another one goes on from what is left of it.
  var lastScroll: PullDrag?

  enum Work: Hashable {
    case none
    /// `torn`: when the gum tore.
    case refreshing(since: Duration, torn: Duration)
    case ended(ok: Bool, since: Duration)
    /// On the way back to rest, the mark still on it.
    case closing(ok: Bool)
  }

  package init(rules: Rules = .standard, size: Size, isReduced: Bool = false) {
    (self.rules, self.size, self.isReduced) = (rules, size, isReduced)
  }

  /// A new size ends every gesture; an open sheet is open by the new header.
  package mutating func resize(to size: Size, at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    (tug, spring, self.size) = (nil, nil, size)
    return fires
  }

  // MARK: By hand

  /// A finger or button has taken hold of the wall to drag it down; while it refreshes, nothing can be taken hold of.
  package mutating func begin(at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    guard !isBusy, tug?.source != .finger else { return fires }
    let base = rules.pulled(sheet(at: uptime), in: size)
    tug = PullDrag(source: .finger, base: base, last: uptime, isSpent: isSpent)
    (work, spring, lastScroll) = (.none, nil, nil)
    return update(by: 0, at: uptime) || fires
  }

  /// - Parameter distance: from where it was taken hold of, in pixels, downwards if positive.
  package mutating func drag(to distance: Double, at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    guard tug?.source == .finger, distance.isFinite else { return fires }
    return update(by: distance, at: uptime) || fires
  }

  package mutating func release(at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    guard tug?.source == .finger else { return fires }
    let isFired = isArmed && rules.fires == .release
    if isFired { fire(at: uptime) }
    letGo(at: uptime)
    return isFired || fires
  }

  /// Anything but letting go has ended the gesture: it does not count.
  package mutating func cancel(at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    if tug != nil { letGo(at: uptime) }
    return fires
  }

  private mutating func update(by distance: Double, at uptime: Duration) -> Bool {
    let threshold = threshold
    tug?.update(by: distance, threshold: threshold, at: uptime)
    guard isArmed, rules.fires == .crossing else { return false }
    fire(at: uptime)
    return true
  }

  // MARK: By code

  /// Opens the sheet as if pulled.
  ///
  /// - Returns: whether a refresh is to be begun, which it is not while one runs.
  package mutating func start(at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    if case .refreshing = work { return fires }
    let old = sheet(at: uptime)
    fire(at: uptime)
    if tug?.source != .finger {
      tug = nil
      glide(from: old, at: uptime)
    }
    return true
  }

  /// The refresh has ended; without one this does nothing.
  package mutating func end(ok: Bool, at uptime: Duration) -> Bool {
    let fires = advance(to: uptime)
    if case .refreshing = work { work = .ended(ok: ok, since: uptime) }
    return fires
  }

  // MARK: Steps

  mutating func fire(at uptime: Duration) {
    work = .refreshing(since: uptime, torn: isArmed ? tug?.over ?? uptime : uptime)
    tug?.isSpent = true
    isSpent = true
  }

  mutating func letGo(at uptime: Duration) {
    let (old, velocity) = (sheet(at: uptime), spring?.velocity(at: uptime) ?? 0)
    lastScroll = tug?.source == .scroll ? tug : nil
    tug = nil
    glide(from: old, velocity: velocity, at: uptime)
  }

  mutating func glide(from old: Double, velocity: Double = 0, at uptime: Duration) {
    spring = isReduced ? nil : Spring(from: old, velocity: velocity, to: resting, at: uptime)
  }
}
