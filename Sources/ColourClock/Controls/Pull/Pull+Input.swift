private import func Glibc.exp2

/// A `Bool` result is true if a refresh begins.
extension Pull {
  /// - Parameter counts: false if the pull only brings a partly hidden ring into view.
  mutating func press(_ place: Point, counts: Bool = true, at moment: Moment) -> Bool {
    let (acts, uptime) = (advance(to: moment), moment.uptime)
    guard !isBusy, drag?.source != .finger else { return acts }
    let base = rules.pulled(offset(uptime), in: size)
    drag = Drag(source: .finger, start: place.y, base: base, last: uptime, cannotRefresh: cannotRefresh || !counts)
    (work, spring, lastScroll) = (.none, nil, nil)
    return move(by: 0, at: uptime) || acts
  }

  mutating func move(to place: Point, at moment: Moment) -> Bool {
    let acts = advance(to: moment)
    guard let drag, drag.source == .finger, place.y.isFinite else { return acts }
    return move(by: place.y - drag.start, at: moment.uptime) || acts
  }

  mutating func release(at moment: Moment) -> Bool {
    let acts = advance(to: moment)
    guard drag?.source == .finger else { return acts }
    let isFired = isArmed && rules.refreshTrigger == .release
    if isFired { fire(at: moment.uptime) }
    letGo(at: moment.uptime)
    return isFired || acts
  }

  mutating func cancel(at moment: Moment) -> Bool {
    let acts = advance(to: moment)
    if drag != nil { letGo(at: moment.uptime) }
    return acts
  }

  /// Positive `notches` move the content down.
  mutating func scroll(by notches: Double, counts: Bool = true, at moment: Moment) -> Bool {
    let (acts, uptime) = (advance(to: moment), moment.uptime)
    let isTail = ignoredScroll.map { uptime - $0 < Rules.pause } ?? false
    guard work == .none, self.drag?.source != .finger, !isTail else {
      ignoredScroll = uptime
      return acts
    }
    let (old, pulled) = (offset(uptime), scrolled(by: notches, at: uptime))
    guard self.drag != nil || pulled > 0 else { return acts }
    var drag = self.drag ?? Drag(source: .scroll, last: uptime, cannotRefresh: cannotRefresh || !counts)
    drag.update(to: min(2 * threshold, pulled), threshold: threshold, at: uptime)
    let velocity = spring?.velocity(at: uptime) ?? 0
    self.drag = drag
    spring = isReduced ? nil : Spring(from: old, velocity: velocity, to: dampedPull, at: uptime)
    guard isArmed, rules.refreshTrigger == .crossing else { return acts }
    fire(at: uptime)
    letGo(at: uptime)
    ignoredScroll = uptime
    return true
  }

  /// The new pull, in pixels. Older notches count less.
  private func scrolled(by notches: Double, at uptime: Duration) -> Double {
    let left = (drag ?? lastScroll).map { $0.raw * exp2(-((uptime - $0.last) / Rules.halfLife)) }
    let old = isReduced ? 0 : rules.pulled(offset(uptime), in: size)
    let step = min(1, notches) * (Rules.pullPerNotch * threshold)
    return (drag == nil && lastScroll != nil ? min(left ?? 0, old) : left ?? old) + step
  }

  mutating func resize(to size: Size, at moment: Moment) -> Bool {
    let acts = advance(to: moment)
    (drag, spring, self.size) = (nil, nil, size)
    return acts
  }

  mutating func start(at moment: Moment) -> Bool {
    let (acts, uptime) = (advance(to: moment), moment.uptime)
    if case .refreshing = work { return acts }
    let old = offset(uptime)
    fire(at: uptime)
    if drag?.source != .finger {
      drag = nil
      glide(from: old, at: uptime)
    }
    return true
  }

  mutating func end(ok: Bool, at moment: Moment) -> Bool {
    let acts = advance(to: moment)
    if case .refreshing = work { work = .ended(ok: ok, since: moment.uptime) }
    return acts
  }

  private mutating func move(by distance: Double, at uptime: Duration) -> Bool {
    let (base, threshold) = (drag?.base ?? 0, threshold)
    drag?.update(to: base + distance, threshold: threshold, at: uptime)
    guard isArmed, rules.refreshTrigger == .crossing else { return false }
    fire(at: uptime)
    return true
  }

  private mutating func fire(at uptime: Duration) {
    work = .refreshing(since: uptime, torn: isArmed ? drag?.crossed ?? uptime : uptime)
    drag?.cannotRefresh = true
    cannotRefresh = true
  }

  private mutating func letGo(at uptime: Duration) {
    let (old, velocity) = (offset(uptime), spring?.velocity(at: uptime) ?? 0)
    lastScroll = drag?.source == .scroll ? drag : nil
    drag = nil
    glide(from: old, velocity: velocity, at: uptime)
  }

  private mutating func glide(from old: Double, velocity: Double = 0, at uptime: Duration) {
    spring = isReduced ? nil : Spring(from: old, velocity: velocity, to: resting, at: uptime)
  }
}

extension Pull {
  mutating func advance(to moment: Moment) -> Bool {
    var acts = false
    while let due, due <= moment.uptime {
      // `endIfSettled` is called first, so that the result does not depend on how often `advance` is called.
      endIfSettled(at: due)
      acts = passed(due) || acts
    }
    endIfSettled(at: moment.uptime)
    return acts
  }

  private mutating func passed(_ due: Duration) -> Bool {
    switch work {
    case .refreshing: work = .ended(ok: false, since: due)
    case .ended(let ok, _):
      let (old, velocity) = (offset(due), spring?.velocity(at: due) ?? 0)
      work = .closing(ok: ok)
      if drag == nil { glide(from: old, velocity: velocity, at: due) }
    case .none, .closing: return dragPassed(due)
    }
    return false
  }

  private mutating func dragPassed(_ due: Duration) -> Bool {
    let isFired = isArmed && rules.refreshTrigger != .crossing
    if isFired { fire(at: due) }
    if drag?.source == .scroll {
      ignoredScroll = isFired ? due : ignoredScroll
      letGo(at: due)
    }
    return isFired
  }

  private mutating func endIfSettled(at uptime: Duration) {
    guard drag == nil, spring?.isAtRest(at: uptime, within: Pull.tolerance) ?? true else { return }
    spring = nil
    guard !isBusy else { return }
    (work, cannotRefresh, lastScroll) = (.none, false, nil)
  }
}
