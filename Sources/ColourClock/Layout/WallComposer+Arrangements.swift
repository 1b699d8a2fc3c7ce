extension WallComposer {
  /// With equal scores, the first arrangement wins.
  func arrangements(_ wanted: Wanted) -> [Arrangement] {
    let groups = groups(wanted)
    return withTitleApart(withLargeDate(arrangements(groups, wanted), groups), wanted)
  }

  private func arrangements(_ groups: [Arrangement.Group], _ wanted: Wanted) -> [Arrangement] {
    let alone = Arrangement()
    if hasLongFeed(wanted) { return withAir(longFeedArrangements(groups, wanted)) }
    if isPortrait {
      let row = Arrangement(below: groups)
      if hasRing { return withSmallLines(groups.contains(.countdowns) ? withListForms(belowRing(groups)) : [row]) }
      if hasStopwatchAlone { return spanningWall([row]) + withLargeZones([row], groups) }
      guard !groups.isEmpty || contents.agenda?.hasBand == true else {
        return [row] + (mainColumn.isEmpty ? [] : [Arrangement(isColumn: true, neededGain: Self.columnGain)])
      }
      return withAir(withLargeZones(withSpanning(row), groups))
    }
    guard !groups.isEmpty else {
      if wanted.agendaForm == .list, contents.agenda?.hasBand == true { return aboveList(alone) }
      return hasStopwatchAlone || contents.agenda?.hasBand == true ? spanningWall([alone]) + [alone] : [alone]
    }
    if hasRing {
      let found = withProgramApart(ringArrangements(groups, wanted), wanted)
      return withSmallLines(groups.contains(.countdowns) ? withListForms(found) : withLargeZones(found, groups))
    }
    return withAir(spanningWall(timeArrangements(groups)) + withLargeZones(timeArrangements(groups), groups))
  }

  /// A large date is a heading for the lines around a ring. Small walls have no room for it.
  private func withLargeDate(_ found: [Arrangement], _ groups: [Arrangement.Group]) -> [Arrangement] {
    guard hasRing, shortSide >= Self.smallList, groups.contains(.date), !groups.contains(.countdowns) else {
      return found
    }
    return found.map { with($0) { $0.hasLargeDate = true } } + found.map { $0.demanding(Self.smallDateGain) }
  }

  private static let smallDateGain = 1.12

  private func withTitleApart(_ found: [Arrangement], _ wanted: Wanted) -> [Arrangement] {
    guard wanted.agendaForm == .list else { return found }
    return found.map { with($0) { $0.hasTitleApart = true } } + found.map { $0.demanding(Self.joinedGain) }
  }

  /// Title and rest in one text need this gain.
  private static let joinedGain = 1.3

  /// A time as wide as the wall would leave little room for the agenda's list.
  private func aboveList(_ alone: Arrangement) -> [Arrangement] {
    let large = with(alone) { $0.timeShare = Self.timeAboveList }
    return [large] + (spanningWall([alone]) + [alone]).map { $0.demanding(Self.otherTimeGain) }
  }

  private static let (timeAboveList, otherTimeGain) = (1.45, 1.6)

  private func spanningWall(_ found: [Arrangement]) -> [Arrangement] {
    let usable = found.filter { arrangement in
      let hasFeedBelowAgenda = contents.agenda != nil && arrangement.below.contains(.feed)
      return arrangement.beside.isEmpty && arrangement.secondColumn.isEmpty && !hasFeedBelowAgenda
    }
    return usable.flatMap { arrangement in
      let listed = with(arrangement) { $0.isSpanning = true }
      if contents.zones.isEmpty || isPortrait { return [listed] }
      let largeCells = with(listed.demanding(Self.cellGain.large)) { $0.zonesAreCells = true }
      let smallCells = with(listed.demanding(Self.cellGain.small)) {
        $0.zonesAreCells = true
        $0.timeInCell = Arrangement.smallTimeInCell
      }
      return [largeCells, smallCells, listed]
    }
  }

  private func withSpanning(_ row: Arrangement) -> [Arrangement] {
    guard contents.labels.time else { return [row] }
    let found = [with(row) { $0.isSpanning = true }, row.demanding(Self.usualDigitsGain)]
    guard row.below.contains(.feed), row.linesPerItem > Self.shortItem else { return found }
    return found.map { with($0) { $0.linesPerItem = Self.shortItem } } + found.map { $0.demanding(Self.longItemGain) }
  }

  /// On a portrait wall, smaller text in at most this many lines per item is better than larger text in more lines.
  private static let shortItem = 3
  private static let longItemGain = 1.4

  // The constants …Gain are values or factors of `neededGain`.

  private static let usualDigitsGain = 1.5

  /// Cells win even if they are much smaller.
  private static let cellGain = (large: 0.5, small: 0.7)

  /// A few countdowns alone are as wide as the ring, unless ring and list are then too small.
  private func belowRing(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let row = Arrangement(below: groups)
    guard groups == [.countdowns], contents.countdowns.count <= Self.fewRows else { return [row] }
    return [with(row) { $0.isAsWideAsRing = true }, row.demanding(Self.marginGain)]
  }

  private static let marginGain = 1.1

  private func longFeedArrangements(_ groups: [Arrangement.Group], _ wanted: Wanted) -> [Arrangement] {
    let wrapped = Arrangement(below: groups, isLongFeedBelowTime: true)
    let whole = with(wrapped) { $0.linesPerItem = 1 }
    let both = [whole, wrapped.demanding(Self.wrapGain)]
    if isPortrait { return both.flatMap(withSpanning) }
    let leavesOutLines = wanted.feedLines < texts.feed.count
    if shortSide < Self.smallList, leavesOutLines {
      return both.map { with($0) { $0.isSpanning = true } }
    }
    func sized(_ arrangement: Arrangement, _ shares: [Double]) -> [Arrangement] {
      shares.map { share in
        let gain = share < Self.smallTimeShare ? Self.smallTimeGain : 1
        return with(arrangement.demanding(gain)) { $0.timeShare = share }
      }
    }
    let shares = leavesOutLines ? Self.timeShares.aboveFewLines : Self.timeShares.above
    let beside = mainColumn.isEmpty ? [] : [Arrangement(beside: groups, isColumn: true, linesPerItem: 1)]
    return beside.flatMap { sized($0, Self.timeShares.beside) } + both.flatMap { sized($0, shares) }
  }

  private static let smallTimeGain = 1.3
  private static let smallTimeShare = 0.7

  private static let timeShares = (
    above: [1, 0.85, 0.7, 0.55, 0.45], beside: [1.25, 1.1, 1, 0.85, 0.7], aboveFewLines: [1, 0.85, 0.7]
  )

  func hasLongFeed(_ wanted: Wanted) -> Bool {
    !hasRing && !contents.hasStopwatch && contents.labels.time && wanted.has(.feed)
      && (contents.feed?.count ?? 0) > Self.fewLines
  }

  private static let fewLines = 6
  private static let wrapGain = 1.15

  private func withAir(_ found: [Arrangement]) -> [Arrangement] {
    guard hasBoard || found.contains(where: \.isLongFeedBelowTime) else { return found }
    let airy = found.map { with($0) { $0.isAiry = true } }
    let gain = hasBoard || !isPortrait ? Self.denseGain.usual : Self.denseGain.broken
    return airy + found.map { $0.demanding(gain) }
  }

  /// `broken` is for a feed on a portrait wall, where most lines are broken.
  private static let denseGain = (usual: 1.1, broken: 1.3)

  private func withSmallLines(_ found: [Arrangement]) -> [Arrangement] {
    let small = found.map { arrangement in
      with(arrangement.demanding(Self.smallLinesGain)) { $0.otherLines = .small }
    }
    return found + small
  }

  private static let smallLinesGain = 1.3

  private func withLargeZones(_ found: [Arrangement], _ groups: [Arrangement.Group]) -> [Arrangement] {
    guard groups.contains(.zones) else { return found }
    let isBusy = hasRing || contents.agenda != nil || groups.contains(.feed)
    if isPortrait, isBusy, !hasRing { return found }
    let gain = isBusy || !isPortrait ? Self.busyGain : Self.zonesGain
    return found.map(\.withLargeZones) + found.map { $0.demanding(gain) }
  }

  private static let (zonesGain, busyGain) = (2.0, 1.3)

  private static let columnGain = 1.15
  /// Lines beside a time, or below a ring, need this gain.
  private static let besideGain = 1.15

  private func groups(_ wanted: Wanted) -> [Arrangement.Group] {
    var groups: [Arrangement.Group] = []
    if hasRing {
      let isTitleOutside = hasLines(wanted) ? ringFit?.title == false : !isPortrait && ringFit?.smallTitle == false
      if isTitleOutside, !hasListBesideRing { groups.append(.title) }
      if ringFit?.time == false { groups.append(.time) }
      if wanted.has(.countdowns) { groups.append(.countdowns) }
      if contents.hasStopwatch, !contents.isStopwatchIdle { groups.append(.stopwatch) }
      if wanted.has(.date) { groups.append(.date) }
    } else if wanted.has(.date), wanted.has(.zones) || wanted.has(.feed) {
      groups.append(.date)
    }
    if !hasRing, wanted.has(.countdowns) { groups.append(.countdowns) }
    if wanted.has(.agenda), wanted.has(.feed), contents.agenda?.hasBand == true { groups.append(.agenda) }
    if wanted.has(.zones) { groups.append(.zones) }
    if wanted.has(.feed) { groups.append(.feed) }
    if hasRing, contents.hasStopwatch, contents.isStopwatchIdle { groups.append(.stopwatch) }
    return groups
  }

  private func hasLines(_ wanted: Wanted) -> Bool {
    contents.hasStopwatch || contents.agenda != nil || [.date, .zones, .feed, .countdowns].contains(where: wanted.has)
  }

  private func timeArrangements(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let place = groups.contains(.feed) ? contents.feedStyle.place : nil
    return switch place {
    case nil: belowTime(groups) + [Arrangement(beside: groups, neededGain: Self.besideGain)]
    case .beside: [Arrangement(beside: groups), Arrangement(below: groups, neededGain: Self.lastGain)]
    case .below, .bottom: belowTime(groups)
    }
  }

  /// Without a feed, all lines are below the time, otherwise at least the feed is.
  private func belowTime(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let below = Arrangement(below: groups)
    guard groups.contains(.feed) else { return [below] }
    var found = [with(below) { $0.linesPerItem = 1 }, below.demanding(Self.wrapGain)]
    let lines = groups.filter { $0 == .feed || $0 == .agenda }
    let others = groups.filter { !lines.contains($0) }
    if !others.isEmpty { found += splitArrangements(others, lines) + zoneColumnArrangements(groups) }
    return found + feedColumnArrangements(groups)
  }

  /// `others` are at the right of the time, `lines` below both.
  private func splitArrangements(_ others: [Arrangement.Group], _ lines: [Arrangement.Group]) -> [Arrangement] {
    let beside = others.filter { $0 != .date }
    guard !beside.isEmpty else { return [] }
    let arrangement = Arrangement(beside: beside, below: lines, neededGain: Self.apartGain)
    guard others.contains(.date) else { return [arrangement] }
    return [
      with(arrangement) { $0.hasDateBelow = true },
      Arrangement(beside: beside, below: [.date] + lines, neededGain: Self.apartGain),
    ]
  }

  private func zoneColumnArrangements(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let rest = groups.filter { $0 != .date && $0 != .zones }
    guard groups.contains(.zones) else { return [] }
    let columns = Arrangement(below: rest, secondColumn: [.zones], neededGain: Self.apartGain)
    guard groups.contains(.date) else { return [columns] }
    let withDateAbove = with(columns) { $0.below = [.date] + rest }
    let withDateOnBaseline = with(columns) {
      $0.beside = [.date]
      $0.hasDateOnTimeBaseline = true
    }
    let whole = with(withDateOnBaseline) { $0.linesPerItem = 1 }
    return [whole, withDateOnBaseline.demanding(Self.brokenGain), withDateAbove]
  }

  /// The feed is at the right of date and agenda, and zones are at the right of the time.
  private func feedColumnArrangements(_ groups: [Arrangement.Group]) -> [Arrangement] {
    guard groups.contains(.agenda), groups.contains(.feed) else { return [] }
    let left = groups.filter { $0 == .date || $0 == .agenda }
    if groups.contains(.zones) {
      let both = Arrangement(beside: [.zones], below: left, secondColumn: [.feed])
      return [both, with(both.demanding(Self.wholeFeedGain)) { $0.timeShare = Self.besideFeed }]
    }
    let columns = Arrangement(below: left, secondColumn: [.feed], neededGain: Self.apartGain)
    return [with(columns.demanding(Self.tallGain)) { $0.isSecondColumnTall = true }, columns]
  }

  private static let besideFeed = 0.8
  private static let wholeFeedGain = 0.7
  /// A value below 1 prefers a feed beside both the time and the lines below it.
  private static let tallGain = 0.85
  private static let lastGain = 1000.0
  private static let brokenGain = 1.08
  /// Lines both beside and below the subject need this gain.
  private static let apartGain = 1.05

  private func ringArrangements(_ groups: [Arrangement.Group], _ wanted: Wanted) -> [Arrangement] {
    let others = groups.filter { $0 != .feed }
    if contents.feedStyle.place == .below || contents.feedStyle.place == .bottom, groups.contains(.feed) {
      return [others.isEmpty ? Arrangement(below: groups) : Arrangement(beside: others, below: [.feed])]
    }
    let found = [Arrangement(beside: groups), Arrangement(below: groups, neededGain: Self.besideGain)]
    guard wanted.has(.agenda), contents.agenda?.hasBand == true, !groups.contains(.agenda) else { return found }
    // On a small wall, the agenda's texts may have room only beside the ring.
    let start = groups.firstIndex(of: .zones) ?? groups.endIndex
    let withAgenda: [Arrangement.Group] = groups[..<start] + [.agenda] + groups[start...]
    return found + [Arrangement(beside: withAgenda, neededGain: Self.apartGain)]
  }
}
