/// What a pull looks like at a time, worked out from where it began.
extension Pull {
  /// In pixels: what nobody sees any more.
  static let tolerance = 0.25
  /// How long the spinner takes to grow.
  static let spinnerTime = Duration.milliseconds(400)
  /// How long each of the three dots stands that are the spinner without movement.
  static let dotTime = Duration.milliseconds(500)

  /// How far the sheet has moved down, in pixels.
  package func offset(at uptime: Duration) -> Double { settled(at: uptime).sheet(at: uptime) }

  package func isRefreshing(at uptime: Duration) -> Bool {
    if case .refreshing = settled(at: uptime).work { true } else { false }
  }

  /// Whether nothing is to be seen of it and nobody pulls.
  package func isAtRest(at uptime: Duration) -> Bool {
    let now = settled(at: uptime)
    return now.work == .none && now.tug == nil && now.spring == nil
  }

  /// When the picture or the state changes next by itself; `nil` at rest, and while it is held still.
  package func nextChange(after uptime: Duration) -> Duration? {
    let now = settled(at: uptime)
    return [now.due, now.nextPicture(after: uptime)].compactMap(\.self).min()
  }

  func settled(at uptime: Duration) -> Pull {
    var copy = self
    _ = copy.advance(to: uptime)
    return copy
  }
}

/// The present, as it stands when nothing more is due.
extension Pull {
  var threshold: Double { rules.threshold(in: size) }
  var header: Double { rules.header(in: size) }
  var scale: Double { rules.scale(in: size) }

  /// Whether letting go (or staying) now makes the pull count.
  var isArmed: Bool {
    guard let tug, work == .none else { return false }
    return tug.over != nil && !tug.isSpent
  }

  /// While it refreshes or says how that ended.
  var isBusy: Bool {
    switch work {
    case .refreshing, .ended: true
    case .none, .closing: false
    }
  }

  /// Where the sheet goes when nobody holds it.
  var resting: Double { isBusy && !isReduced ? header : 0 }

  /// Where the tug has the sheet.
  var stretched: Double { rules.stretched(tug?.raw ?? 0, in: size) }

  /// What happens next by time alone.
  var due: Duration? {
    switch work {
    case .refreshing(let since, _): since + rules.timeOut
    case .ended(_, let since): since + rules.markTime
    case .none, .closing: tugDue
    }
  }

  private var tugDue: Duration? {
    guard let tug else { return nil }
    if tug.source == .scroll { return tug.last + Rules.pause }
    guard isArmed, rules.fires == .dwell, let over = tug.over else { return nil }
    return over + rules.dwell
  }

  func sheet(at uptime: Duration) -> Double {
    if isReduced { return 0 }
    if tug?.source == .finger { return max(resting, stretched) }
    return max(0, spring?.value(at: uptime) ?? resting)
  }

  /// Between the centres of the gum's circles, in points: 0 while it only slides into view. It is longest where the pull
  /// begins to count, or as much before it as in the seeds (in `head` a point).
  func stretch(at uptime: Duration) -> Double {
    guard work == .none, !isReduced else { return 0 }
    let share = (sheet(at: uptime) - header) / (threshold - header)
    return min(rules.gum.longest, max(0, share * (rules.trigger - rules.header)))
  }

  /// Since when the gum is torn, if it is.
  var torn: Duration? {
    if case .refreshing(_, let torn) = work { return torn }
    return isArmed ? tug?.over : nil
  }

  private func nextPicture(after uptime: Duration) -> Duration? {
    if isReduced { return nextDot(after: uptime) }
    let isTearing = torn.map { uptime < $0 + Pull.spinnerTime } ?? false
    var isSpinning = false
    if case .refreshing = work { isSpinning = true }
    return isTearing || isSpinning || spring != nil ? Motion.nextFrame(after: uptime) : nil
  }

  private func nextDot(after uptime: Duration) -> Duration? {
    guard case .refreshing(let since, _) = work else { return nil }
    let next = since + Pull.dotTime * (dot(at: uptime) + 1)
    return next > uptime ? next : next + Pull.dotTime
  }

  /// How many dots have had their turn.
  func dot(at uptime: Duration) -> Int {
    guard case .refreshing(let since, _) = work else { return 0 }
    return Int(max(0, (uptime - since) / Pull.dotTime))
  }
}
