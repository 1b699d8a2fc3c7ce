/// Composes a wall: the subject, its company, and at the lower edge the agenda and a foot line. It tries a few
/// arrangements and takes the one with the largest subject. What does not fit at the least size is left out in the
/// order of `Layout.Extra`.
struct WallComposer {
  let contents: Layout.Contents
  /// The room within the margins.
  let area: Rect
  /// The area in whose middle a subject without company stands.
  let stage: Rect
  /// The upper edge of the controls; `nil` without any.
  let ceiling: Double?
  /// The least diameter of a ring, as a share of the wall's shorter side.
  var leastRing = RingPlan.least

  /// What is to be placed.
  struct Wanted {
    var extras: Set<Layout.Extra>
    var feedLines = Int.max
    /// The number of further zones; a sign tells how many others there are.
    var zones = Int.max
    /// The lines of a board stand further apart.
    var isAiry = false
    /// No line of the feed goes on in a second one.
    var hasWholeLines = false
    /// The most lines of countdowns.
    var countdowns = Int.max
    /// In the second size.
    var hasLargeZones = false

    func has(_ extra: Layout.Extra) -> Bool { extras.contains(extra) }
  }

  typealias Found = (composition: Layout.Composition, hidden: [Layout.Extra])

  var short: Double { contents.size.shortSide - 2 * contents.margin }
  var isUpright: Bool { stage.height > stage.width }
  var hasRing: Bool { contents.ring?.place == .around }
  /// The stopwatch is the subject where there is no ring.
  var hasStopwatchAlone: Bool { contents.hasStopwatch && !hasRing }

  func composition() -> Found {
    var wanted = Wanted(extras: asked)
    var hidden: [Layout.Extra] = []
    while true {
      let arrangements = arrangements(wanted)
      if let best = best(of: arrangements, wanted) { return (best, hidden) }
      guard let next = Layout.Extra.allCases.first(where: wanted.has) else { break }
      hidden.append(next)
      if next == .zones, let cut = withFewerZones(wanted) { return (cut, hidden) }
      if next == .feed, let cut = withFewerLines(wanted) { return (cut, hidden) }
      if next == .countdowns, let cut = withFewerCountdowns(wanted) { return (cut, hidden) }
      wanted.extras.remove(next)
    }
    return (bare, hidden)
  }

  private var asked: Set<Layout.Extra> {
    var asked: Set<Layout.Extra> = []
    if contents.labels.hex, !isCodeSubject, contents.headline == nil { asked.insert(.code) }
    if contents.labels.date, !isDateSubject { asked.insert(.date) }
    if hasStopwatchAlone, contents.hasLaps { asked.insert(.laps) }
    if !contents.zones.isEmpty { asked.insert(.zones) }
    if contents.feed != nil { asked.insert(.feed) }
    if contents.agenda != nil { asked.insert(.agenda) }
    if contents.program != nil { asked.insert(.program) }
    if !contents.countdowns.isEmpty { asked.insert(.countdowns) }
    return asked
  }

  /// As many zones of a board as fit.
  private func withFewerZones(_ wanted: Wanted) -> Layout.Composition? {
    guard hasBoard else { return nil }
    var wanted = wanted
    for count in (Self.leastZones..<contents.zones.count).reversed() {
      wanted.zones = count
      if let best = best(of: arrangements(wanted), wanted) { return best }
    }
    return nil
  }

  private static let leastZones = 2

  /// As many lines of the feed as fit.
  private func withFewerLines(_ wanted: Wanted) -> Layout.Composition? {
    let count = contents.feed?.count ?? 0
    var wanted = wanted
    for lines in (1..<max(1, count)).reversed() {
      wanted.feedLines = lines
      if let best = best(of: arrangements(wanted), wanted) { return best }
    }
    return nil
  }

  /// As many lines of countdowns as fit.
  private func withFewerCountdowns(_ wanted: Wanted) -> Layout.Composition? {
    var wanted = wanted
    for lines in (1..<max(1, contents.countdowns.count)).reversed() {
      wanted.countdowns = lines
      if let best = best(of: arrangements(wanted), wanted) { return best }
    }
    return nil
  }

  // MARK: The largest size that fits

  /// The best one; the first of two alike.
  private func best(of arrangements: [Arrangement], _ wanted: Wanted) -> Layout.Composition? {
    var best: (composition: Layout.Composition, score: Double)?
    for arrangement in arrangements {
      guard let found = largest(arrangement, wanted) else { continue }
      let score = score(found, arrangement)
      if score > best?.score ?? 0 { best = (found, score) }
    }
    return best?.composition
  }

  private func score(_ found: Layout.Composition, _ arrangement: Arrangement) -> Double {
    let isNarrow =
      !isUpright && arrangement.beside.isEmpty && arrangement.hasCompany && found.kept.width < Self.narrow * area.width
    // The size of the company counts too: that of a column of digits is smaller.
    let gain = arrangement.gain * (isNarrow ? Self.narrowGain : 1)
    return found.scale.first * found.scale.third / (gain * gain)
  }

  /// Beside a subject over lines the wall is empty. Below this share of the width another arrangement may be smaller.
  private static let (narrow, narrowGain) = (0.6, 1.1)

  private func largest(_ arrangement: Arrangement, _ wanted: Wanted) -> Layout.Composition? {
    let (least, most) = limits(arrangement)
    var wanted = wanted
    (wanted.hasLargeZones, wanted.isAiry) = (arrangement.hasLargeZones, arrangement.isAiry)
    wanted.hasWholeLines = arrangement.hasWholeLines
    guard least <= most else { return nil }
    if let whole = compose(arrangement, wanted, most) { return whole }
    guard var found = compose(arrangement, wanted, least) else {
      // What has a least size of its own may fit in a larger ring alone.
      return hasRing ? first(from: most, to: least, by: 0.95) { compose(arrangement, wanted, $0) } : nil
    }
    var (low, high) = (least, most)
    for _ in 0..<8 where high / low > 1.004 {
      let middle = (low * high).squareRoot()
      if let better = compose(arrangement, wanted, middle) { (found, low) = (better, middle) } else { high = middle }
    }
    return found
  }

  /// What is found first at ever smaller sizes.
  private func first<Found>(
    from most: Double, to least: Double, by ratio: Double, _ find: (Double) -> Found?
  ) -> Found? {
    var size = most
    while size >= least {
      if let found = find(size) { return found }
      size *= ratio
    }
    return nil
  }

  /// The least and the greatest digit height of the subject.
  private func limits(_ arrangement: Arrangement) -> (Double, Double) {
    if hasRing {
      let unit = RingPlan.unit
      let wish = contents.ring?.diameter.pixels(of: short) ?? 0
      let most = min(wish, area.width, stage.height, max(clearDiameter, leastRing * short))
      return (min(leastRing * short, most) * unit, most * unit)
    }
    let least = max(Self.least * short, TypeScale.least(in: short)) / TypeScale.share.third
    return (least, subjectLimit(isColumn: arrangement.isColumn))
  }

  /// The least third size, as a share of the shorter side.
  private static let least = 0.024

  /// The subject alone, whatever its size: where the window is too small for anything else.
  private var bare: Layout.Composition {
    let wanted = Wanted(extras: [])
    for isColumn in isUpright && !hasRing && !mainColumn.isEmpty ? [true, false] : [false] {
      let arrangement = Arrangement(isColumn: isColumn, isForced: true)
      let most = hasRing ? limits(arrangement).1 : subjectLimit(isColumn: isColumn)
      if let found = first(from: most, to: 2, by: 0.9, { compose(arrangement, wanted, $0) }) { return found }
    }
    return Layout.Composition(scale: TypeScale(first: 1), kept: area)
  }
}
