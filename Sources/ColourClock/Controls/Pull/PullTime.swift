/// What time alone brings about.
extension Pull {
  /// Lets happen what is due: the end of a dwell, of a scroll, of the mark, of the patience with a refresh.
  package mutating func advance(to uptime: Duration) -> Bool {
    var fires = false
    while let due, due <= uptime {
      // First, so that it makes no difference whether anybody looked in between.
      rest(at: due)
      fires = passed(due) || fires
    }
    rest(at: uptime)
    return fires
  }

  private mutating func passed(_ due: Duration) -> Bool {
    switch work {
    case .refreshing: work = .ended(ok: false, since: due)
    case .ended(let ok, _): close(ok: ok, at: due)
    case .none, .closing: return tugPassed(due)
    }
    return false
  }

  private mutating func close(ok: Bool, at uptime: Duration) {
    let (old, velocity) = (sheet(at: uptime), spring?.velocity(at: uptime) ?? 0)
    work = .closing(ok: ok)
    if tug == nil { glide(from: old, velocity: velocity, at: uptime) }
  }

  private mutating func tugPassed(_ due: Duration) -> Bool {
    let isFired = isArmed && rules.fires != .crossing
    if isFired { fire(at: due) }
    if tug?.source == .scroll {
      ignoredScroll = isFired ? due : ignoredScroll
      letGo(at: due)
    }
    return isFired
  }

  mutating func rest(at uptime: Duration) {
    guard tug == nil, spring?.isAtRest(at: uptime, within: Pull.tolerance) ?? true else { return }
    spring = nil
    guard !isBusy else { return }
    (work, isSpent, lastScroll) = (.none, false, nil)
  }
}
