/// Where the company of a subject stands.
struct Arrangement {
  /// Company comes in groups of lines.
  enum Group: Hashable {
    case title, time, countdowns, stopwatch, date, zones, feed
  }

  /// In a second column beside the subject.
  var beside: [Group] = []
  /// Below the subject.
  var below: [Group] = []
  /// Hours, minutes and seconds below each other.
  var isColumn = false
  /// How much larger the digits of a column are than those of a row with the same company.
  var columnShare = 1.5
  /// The times of further zones are of the second size.
  var hasLargeZones = false
  /// The lines beside a ring are of the third size of its number, and no larger.
  var hasSmallLines = false
  /// The lines of a board stand further apart.
  var isAiry = false
  /// The date stands below the time, and what is beside both on the same lines.
  var hasDateBelow = false
  /// No line of a feed goes on in a second one.
  var hasWholeLines = false
  /// Where nothing else has room: title and time may be of any size.
  var isForced = false
  /// How much larger than in the calmest arrangement subject and company must be.
  var gain = 1.0

  var withLargeZones: Arrangement {
    var arrangement = self
    arrangement.hasLargeZones = true
    return arrangement
  }

  func demanding(_ more: Double) -> Arrangement {
    var arrangement = self
    arrangement.gain *= more
    return arrangement
  }

  var hasCompany: Bool { !beside.isEmpty || !below.isEmpty }
  var groups: [Group] { beside + below }
  /// A column of digits whose company has the wall's whole height.
  var isColumnBeside: Bool { isColumn && !beside.isEmpty }
}

extension WallComposer {
  /// The first one is the calmest.
  func arrangements(_ wanted: Wanted) -> [Arrangement] {
    let (groups, alone) = (groups(wanted), Arrangement())
    if isUpright {
      let row = Arrangement(below: groups)
      if hasRing { return withSmallLines(withLargeZones([row], groups)) }
      guard !mainColumn.isEmpty else { return withLargeZones([row], groups) }
      let columns = Self.columnShares.map {
        Arrangement(below: groups, isColumn: true, columnShare: $0, gain: Self.columnGain)
      }
      return withAir(withLargeZones([row] + columns, groups))
    }
    guard !groups.isEmpty else { return [alone] }
    if hasRing { return withSmallLines(withLargeZones(ringed(groups), groups)) }
    return withAir(withLargeZones(besideList(groups) + timed(groups), groups))
  }

  /// More lines than a time in a row leaves height for: the digits stand in a column beside them.
  private func besideList(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let isFeed = groups.contains(.feed) && (contents.feed?.count ?? 0) > Self.fewLines
    guard isFeed || groups.contains(.zones) && hasBoard, !mainColumn.isEmpty else { return [] }
    guard contents.feedStyle.place == nil || contents.feedStyle.place == .beside || !groups.contains(.feed) else {
      return []
    }
    return Self.listShares.flatMap { share in
      let wrapped = Arrangement(beside: groups, isColumn: true, columnShare: share, gain: Self.listGain)
      guard isFeed else { return [wrapped] }
      var whole = wrapped
      whole.hasWholeLines = true
      return [whole, wrapped.demanding(Self.wrapGain)]
    }
  }

  /// The lines of a feed that stand below a time in a row.
  private static let fewLines = 6
  private static let listShares = [1.2, 1.6, 2.4]
  /// It is taken unless another arrangement is far larger.
  private static let listGain = 0.5
  private static let wrapGain = 1.15

  /// Lines of a board stand further apart where that makes nothing much smaller.
  private func withAir(_ found: [Arrangement]) -> [Arrangement] {
    guard hasBoard else { return found }
    let airy = found.map { arrangement in
      var arrangement = arrangement
      arrangement.isAiry = true
      return arrangement
    }
    return airy + found.map { $0.demanding(Self.airGain) }
  }

  private static let airGain = 1.1

  /// Beside a ring, lines are a little larger than its number asks for, where they fit.
  private func withSmallLines(_ found: [Arrangement]) -> [Arrangement] {
    found
      + found.map { arrangement in
        var small = arrangement.demanding(Self.smallLinesGain)
        small.hasSmallLines = true
        return small
      }
  }

  private func withLargeZones(_ found: [Arrangement], _ groups: [Arrangement.Group]) -> [Arrangement] {
    guard groups.contains(.zones), isUpright || !hasBoard else { return found }
    return found.map(\.withLargeZones) + found.map { $0.demanding(Self.zonesGain) }
  }

  /// What small times of zones must gain.
  private static let zonesGain = 2.0

  /// What lines of the usual third size must gain beside a ring.
  private static let smallLinesGain = 1.3

  /// At equal size a row reads more easily than a column.
  private static let columnGain = 1.15
  private static let columnShares = [1.5, 2.4]
  /// A subject in the middle is calmer.
  private static let besideGain = 1.15

  private func groups(_ wanted: Wanted) -> [Arrangement.Group] {
    var groups: [Arrangement.Group] = []
    if hasRing {
      let ring = contents.ring.map { RingPlan(contents: contents, style: $0) }
      if ring?.fitsTitle == false, !isUpright || hasCompany(wanted) { groups.append(.title) }
      if ring?.fitsTime == false { groups.append(.time) }
      if wanted.has(.countdowns) { groups.append(.countdowns) }
      if contents.hasStopwatch { groups.append(.stopwatch) }
      if wanted.has(.date) { groups.append(.date) }
    } else if wanted.has(.date), wanted.has(.zones) || wanted.has(.feed) {
      // Without these the date stands below the time.
      groups.append(.date)
    }
    if !hasRing, wanted.has(.countdowns) { groups.append(.countdowns) }
    if wanted.has(.zones) { groups.append(.zones) }
    if wanted.has(.feed) { groups.append(.feed) }
    return groups
  }

  private func hasCompany(_ wanted: Wanted) -> Bool {
    contents.hasStopwatch || contents.agenda != nil || [.date, .zones, .feed, .countdowns].contains(where: wanted.has)
  }

  private func timed(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let others = groups.filter { $0 != .feed }
    var found: [Arrangement] = []
    let hasBoth = groups.contains(.feed) && !others.isEmpty
    if contents.feedStyle.place != .beside || !groups.contains(.feed) {
      found.append(Arrangement(below: groups))
      if hasBoth { found.append(apart(others)) }
    }
    if contents.feedStyle.place == nil || !groups.contains(.feed) {
      found.append(Arrangement(beside: groups, gain: Self.besideGain))
    } else if contents.feedStyle.place == .beside {
      found.append(Arrangement(beside: groups))
    }
    return found
  }

  /// The time with its date at the left, further zones at the right, the feed below both.
  private func apart(_ others: [Arrangement.Group]) -> Arrangement {
    let beside = others.filter { $0 != .date }
    guard !beside.isEmpty, others.contains(.date) else {
      return Arrangement(beside: others, below: [.feed], gain: Self.apartGain)
    }
    var arrangement = Arrangement(beside: beside, below: [.feed], gain: Self.apartGain)
    arrangement.hasDateBelow = true
    return arrangement
  }

  private static let apartGain = 1.05

  private func ringed(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let others = groups.filter { $0 != .feed }
    if contents.feedStyle.place == .below || contents.feedStyle.place == .bottom, groups.contains(.feed) {
      let apart = Arrangement(beside: others, below: [.feed])
      return [others.isEmpty ? Arrangement(below: groups) : apart]
    }
    return [Arrangement(beside: groups), Arrangement(below: groups, gain: Self.besideGain)]
  }
}
