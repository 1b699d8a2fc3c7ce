/// The arrangements to try for a wall.
extension WallComposer {
  /// The arrangements to try. The first is preferred: any other wins only with larger text.
  func arrangements(_ wanted: Wanted) -> [Arrangement] {
    let (groups, alone) = (groups(wanted), Arrangement())
    if hasList(wanted) { return withAir(listed(groups, wanted)) }
    if isUpright {
      let row = Arrangement(below: groups)
      if hasRing { return withSmallLines(groups.contains(.countdowns) ? withListForms([row]) : [row]) }
      if hasStopwatchAlone { return spanningWall([row]) + withLargeZones([row], groups) }
      guard !groups.isEmpty || contents.agenda?.hasBand == true else {
        return [row] + (mainColumn.isEmpty ? [] : [Arrangement(isColumn: true, neededGain: Self.columnGain)])
      }
      return withAir(withLargeZones(withSpanning(row), groups))
    }
    guard !groups.isEmpty else {
      return hasStopwatchAlone || contents.agenda?.hasBand == true ? spanningWall([alone]) + [alone] : [alone]
    }
    if hasRing {
      let found = withProgramApart(ringed(groups, wanted), wanted)
      return withSmallLines(groups.contains(.countdowns) ? withListForms(found) : withLargeZones(found, groups))
    }
    return withAir(spanningWall(timed(groups)) + withLargeZones(timed(groups), groups))
  }

  /// The same arrangements with digits that span the wall, without those that have lines beside the digits. Also
  /// without a feed below an agenda, since the lines of the feed would become too small. On a wide wall, the zones may
  /// be cells.
  private func spanningWall(_ found: [Arrangement]) -> [Arrangement] {
    found.filter { arrangement in
      arrangement.beside.isEmpty && arrangement.aside.isEmpty
        && (contents.agenda == nil || !arrangement.below.contains(.feed))
    }.flatMap { arrangement in
      let listed = with(arrangement) { $0.isSpanning = true }
      if contents.zones.isEmpty || isUpright { return [listed] }
      let largeCells = with(listed.demanding(Self.cellGain.large)) { $0.zonesAreCells = true }
      let smallCells = with(listed.demanding(Self.cellGain.small)) {
        ($0.zonesAreCells, $0.timeInCell) = (true, Arrangement.smallTimeInCell)
      }
      return [largeCells, smallCells, listed]
    }
  }

  /// On an upright wall the time spans the wall. The same arrangement with smaller digits is for walls that have no
  /// room for a spanning time.
  private func withSpanning(_ row: Arrangement) -> [Arrangement] {
    guard contents.labels.time else { return [row] }
    return [with(row) { $0.isSpanning = true }, row.demanding(Self.usualDigitsGain)]
  }

  // The constants below are values of `Arrangement.neededGain`, or factors of it.

  /// For digits that do not span an upright wall.
  private static let usualDigitsGain = 1.5

  /// For zones in cells. Cells are read at a glance, so a list of zones wins only with much larger text.
  private static let cellGain = (large: 0.5, small: 0.7)

  /// The lines of a long feed fill the wall below the time, or on a wide wall beside a column of digits. Lines are
  /// broken only if the text then becomes much larger.
  private func listed(_ groups: [Arrangement.Group], _ wanted: Wanted) -> [Arrangement] {
    var wrapped = Arrangement(below: groups)
    wrapped.hasTimeAbove = true
    var whole = wrapped
    whole.hasWholeLines = true
    let both = [whole, wrapped.demanding(Self.wrapGain)]
    if isUpright { return both.flatMap(withSpanning) }
    // On a small wall that leaves out lines anyway, the time spans the wall.
    if short < Self.smallList, wanted.feedLines < texts.feed.count {
      return both.map { with($0) { $0.isSpanning = true } }
    }
    func sized(_ arrangement: Arrangement, _ shares: [Double]) -> [Arrangement] {
      shares.map { share in
        with(share < Self.smallTime.share ? arrangement.demanding(Self.smallTime.gain) : arrangement) {
          $0.timeShare = share
        }
      }
    }
    // If some lines are left out anyway, the time is not made smaller than 0.7.
    let shares = wanted.feedLines < texts.feed.count ? [1, 0.85, 0.7] : Self.timeShares.above
    let beside = mainColumn.isEmpty ? [] : [Arrangement(beside: groups, isColumn: true, hasWholeLines: true)]
    return beside.flatMap { sized($0, Self.timeShares.beside) } + both.flatMap { sized($0, shares) }
  }

  /// A time with less than this share of its usual size wins only with much larger lines.
  private static let smallTime = (share: 0.7, gain: 1.3)

  /// The values of `timeShare` to try.
  private static let timeShares = (above: [1, 0.85, 0.7, 0.55, 0.45], beside: [1.25, 1.1, 1, 0.85, 0.7])

  func hasList(_ wanted: Wanted) -> Bool {
    !hasRing && !contents.hasStopwatch && contents.labels.time && wanted.has(.feed)
      && (contents.feed?.count ?? 0) > Self.fewLines
  }

  private static let fewLines = 6
  private static let wrapGain = 1.15

  /// Adds arrangements in which the lines of a board or of a long feed are further apart. They are preferred, unless
  /// their text is much smaller.
  private func withAir(_ found: [Arrangement]) -> [Arrangement] {
    guard hasBoard || found.contains(where: \.hasTimeAbove) else { return found }
    let airy = found.map { arrangement in
      var arrangement = arrangement
      arrangement.isAiry = true
      return arrangement
    }
    return airy + found.map { $0.demanding(hasBoard || !isUpright ? Self.airGain.usual : Self.airGain.broken) }
  }

  /// For arrangements that are not airy. `broken`: for a feed on an upright wall, where most lines are broken.
  private static let airGain = (usual: 1.1, broken: 1.3)

  /// Adds arrangements whose lines beside or below the ring are as small as the third size may be. They win only with
  /// much larger text.
  private func withSmallLines(_ found: [Arrangement]) -> [Arrangement] {
    found
      + found.map { arrangement in
        var small = arrangement.demanding(Self.smallLinesGain)
        small.otherLines = .small
        return small
      }
  }

  private func withLargeZones(_ found: [Arrangement], _ groups: [Arrangement.Group]) -> [Arrangement] {
    guard groups.contains(.zones) else { return found }
    let isBusy = hasRing || contents.agenda != nil || groups.contains(.feed)
    // On an upright wall, zones are not larger than the agenda or the feed.
    if isUpright, isBusy, !hasRing { return found }
    let gain = isBusy || !isUpright ? Self.busyGain : Self.zonesGain
    return found.map(\.withLargeZones) + found.map { $0.demanding(gain) }
  }

  /// For arrangements whose zones are not large. `busyGain`: on a wide wall, with a ring, or with an agenda or a feed.
  /// `zonesGain`: on other walls.
  private static let (zonesGain, busyGain) = (2.0, 1.3)

  private static let smallLinesGain = 1.3

  /// For digits in a column. At the same size a row is easier to read.
  private static let columnGain = 1.15
  /// For lines beside the time of day, because a time in the middle looks calmer. Also for lines below a ring, which
  /// belong beside it.
  private static let besideGain = 1.15

  private func groups(_ wanted: Wanted) -> [Arrangement.Group] {
    var groups: [Arrangement.Group] = []
    if hasRing {
      // A title that does not fit inside the ring is outside it. Without other lines, a small title inside is enough.
      let isTitleOutside = hasLines(wanted) ? ringFit?.title == false : !isUpright && ringFit?.smallTitle == false
      if isTitleOutside, !hasListBesideRing { groups.append(.title) }
      if ringFit?.time == false { groups.append(.time) }
      if wanted.has(.countdowns) { groups.append(.countdowns) }
      if contents.hasStopwatch, !contents.isStopwatchIdle { groups.append(.stopwatch) }
      if wanted.has(.date) { groups.append(.date) }
    } else if wanted.has(.date), wanted.has(.zones) || wanted.has(.feed) {
      // The date is one of the other lines only if there are zones or a feed. Otherwise it belongs to the time.
      groups.append(.date)
    }
    if !hasRing, wanted.has(.countdowns) { groups.append(.countdowns) }
    // Without a feed, the agenda's texts are next to its band.
    if wanted.has(.agenda), wanted.has(.feed), contents.agenda?.hasBand == true { groups.append(.agenda) }
    if wanted.has(.zones) { groups.append(.zones) }
    if wanted.has(.feed) { groups.append(.feed) }
    if hasRing, contents.hasStopwatch, contents.isStopwatchIdle { groups.append(.stopwatch) }
    return groups
  }

  private func hasLines(_ wanted: Wanted) -> Bool {
    contents.hasStopwatch || contents.agenda != nil || [.date, .zones, .feed, .countdowns].contains(where: wanted.has)
  }

  /// The arrangements of lines around the time of day on a wide wall.
  private func timed(_ groups: [Arrangement.Group]) -> [Arrangement] {
    // Without a feed, its place does not count.
    switch groups.contains(.feed) ? contents.feedStyle.place : nil {
    case nil: belowTime(groups) + [Arrangement(beside: groups, neededGain: Self.besideGain)]
    // A feed without room beside a wide time is below it.
    case .beside: [Arrangement(beside: groups), Arrangement(below: groups, neededGain: Self.lastGain)]
    case .below, .bottom: belowTime(groups)
    }
  }

  /// The arrangements that have at least a feed below the time. Without a feed, all lines are below the time.
  private func belowTime(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let below = Arrangement(below: groups)
    guard groups.contains(.feed) else { return [below] }
    // A line of a feed is broken only if the text then becomes much larger.
    var found = [with(below) { $0.hasWholeLines = true }, below.demanding(Self.wrapGain)]
    let lines = groups.filter { $0 == .feed || $0 == .agenda }
    let others = groups.filter { !lines.contains($0) }
    if !others.isEmpty { found += apart(others, lines) + paired(groups) }
    return found + filled(groups)
  }

  /// The time is at the left, the other lines at the right, and `lines` (feed and agenda) below both. The date is below
  /// the time or above the feed.
  private func apart(_ others: [Arrangement.Group], _ lines: [Arrangement.Group]) -> [Arrangement] {
    let beside = others.filter { $0 != .date }
    guard !beside.isEmpty else { return [] }
    var arrangement = Arrangement(beside: beside, below: lines, neededGain: Self.apartGain)
    guard others.contains(.date) else { return [arrangement] }
    arrangement.hasDateBelow = true
    return [arrangement, Arrangement(beside: beside, below: [.date] + lines, neededGain: Self.apartGain)]
  }

  /// The zones are in a second column at the right of the feed. The date is at the right of the time, or above the
  /// feed.
  private func paired(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let rest = groups.filter { $0 != .date && $0 != .zones }
    guard groups.contains(.zones) else { return [] }
    var arrangement = Arrangement(below: rest, aside: [.zones], neededGain: Self.apartGain)
    guard groups.contains(.date) else { return [arrangement] }
    var other = arrangement
    other.below = [.date] + rest
    (arrangement.beside, arrangement.hasHead) = ([.date], true)
    var whole = arrangement
    whole.hasWholeLines = true
    return [whole, arrangement.demanding(Self.brokenGain), other]
  }

  /// The zones are at the right of the time, and the feed is at the right of date and agenda, so that no side is empty.
  private func filled(_ groups: [Arrangement.Group]) -> [Arrangement] {
    guard groups.contains(.agenda), groups.contains(.feed) else { return [] }
    let left = groups.filter { $0 == .date || $0 == .agenda }
    if groups.contains(.zones) {
      let both = Arrangement(beside: [.zones], below: left, aside: [.feed])
      // A smaller time leaves the column at its right more width, so that fewer lines of the feed are broken.
      return [both, with(both.demanding(Self.wholeFeedGain)) { $0.timeShare = Self.besideFeed }]
    }
    return [Arrangement(below: left, aside: [.feed], neededGain: Self.apartGain)]
  }

  /// The size of a time with a column of zones and feed at its right, as a share of its usual size.
  private static let besideFeed = 0.8
  /// The gain of such a time, below 1: the wider column is preferred although the time is smaller.
  private static let wholeFeedGain = 0.7
  /// For an arrangement that wins only if no other fits.
  private static let lastGain = 1000.0
  /// For broken lines beside zones.
  private static let brokenGain = 1.08
  /// For lines both beside and below the subject.
  private static let apartGain = 1.05

  private func ringed(_ groups: [Arrangement.Group], _ wanted: Wanted) -> [Arrangement] {
    let others = groups.filter { $0 != .feed }
    if contents.feedStyle.place == .below || contents.feedStyle.place == .bottom, groups.contains(.feed) {
      return [others.isEmpty ? Arrangement(below: groups) : Arrangement(beside: others, below: [.feed])]
    }
    let found = [Arrangement(beside: groups), Arrangement(below: groups, neededGain: Self.besideGain)]
    guard wanted.has(.agenda), contents.agenda?.hasBand == true, !groups.contains(.agenda) else { return found }
    // On a small wall the agenda's texts have no room above the band, so they stand beside the ring.
    let start = groups.firstIndex(of: .zones) ?? groups.endIndex
    return found + [
      Arrangement(beside: groups[..<start] + [.agenda] + groups[start...], neededGain: Self.apartGain)
    ]
  }
}
