/// Where the company of a subject stands.
struct Arrangement {
  /// Company comes in groups of lines.
  enum Group: Hashable {
    case title, time, stopwatch, date, zones, feed
  }

  /// In a second column beside the subject.
  var beside: [Group] = []
  /// Below the subject, in one column or two.
  var below: [[Group]] = []
  /// Hours, minutes and seconds below each other.
  var isColumn = false
  /// The times of further zones are of the second size.
  var hasLargeZones = false
  /// Where nothing else has room: title and time may be of any size.
  var isForced = false
  /// How much larger it must make the subject than the arrangements before it.
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
  var groups: [Group] { beside + below.flatMap(\.self) }
}

extension WallComposer {
  /// The first one is the calmest.
  func arrangements(_ wanted: Wanted) -> [Arrangement] {
    let (groups, alone) = (groups(wanted), Arrangement(isColumn: false))
    if isUpright {
      let below = groups.isEmpty ? [] : [groups]
      let row = Arrangement(below: below)
      guard !hasRing, !mainColumn.isEmpty else { return [row] }
      return [row, Arrangement(below: below, isColumn: true, gain: Self.columnGain)]
    }
    guard !groups.isEmpty else { return [alone] }
    if hasRing { return ringed(groups) }
    let found = timed(groups)
    guard groups.contains(.zones), contents.zones.count <= Self.fewZones else { return found }
    return found.map(\.withLargeZones) + found.map { $0.demanding(Self.zonesGain) }
  }

  /// Up to so many may have times of the second size.
  private static let fewZones = 4
  /// What small times of zones must gain.
  private static let zonesGain = 1.25

  /// At equal size a row reads more easily than a column.
  private static let columnGain = 1.25
  /// A subject in the middle is calmer.
  private static let besideGain = 1.15

  private func groups(_ wanted: Wanted) -> [Arrangement.Group] {
    var groups: [Arrangement.Group] = []
    if hasRing {
      let ring = contents.ring.map { RingPlan(contents: contents, style: $0) }
      // On an upright wall the title stands close to the ring.
      if ring?.fitsTitle == false, !isUpright { groups.append(.title) }
      if ring?.fitsTime == false { groups.append(.time) }
      if contents.hasStopwatch { groups.append(.stopwatch) }
      if wanted.has(.date) { groups.append(.date) }
    } else if wanted.has(.date), wanted.has(.zones) || wanted.has(.feed) {
      // Without these the date stands below the time.
      groups.append(.date)
    }
    if wanted.has(.zones) { groups.append(.zones) }
    if wanted.has(.feed) { groups.append(.feed) }
    return groups
  }

  private func timed(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let others = groups.filter { $0 != .feed }
    var found: [Arrangement] = []
    let hasBoth = groups.contains(.feed) && !others.isEmpty
    if contents.feedStyle.place != .beside || !groups.contains(.feed) {
      found.append(Arrangement(below: [groups]))
      if hasBoth { found.append(Arrangement(beside: others, below: [[.feed]], gain: 1.05)) }
    }
    if contents.feedStyle.place == nil || !groups.contains(.feed) {
      if hasBoth { found.append(Arrangement(below: [others, [.feed]])) }
      found.append(Arrangement(beside: groups, gain: Self.besideGain))
    } else if contents.feedStyle.place == .beside {
      found.append(Arrangement(beside: groups))
    }
    return found
  }

  private func ringed(_ groups: [Arrangement.Group]) -> [Arrangement] {
    let others = groups.filter { $0 != .feed }
    if contents.feedStyle.place == .below || contents.feedStyle.place == .bottom, groups.contains(.feed) {
      let apart = Arrangement(beside: others, below: [[.feed]])
      return [others.isEmpty ? Arrangement(below: [groups]) : apart]
    }
    return [Arrangement(beside: groups), Arrangement(below: [groups], gain: Self.besideGain)]
  }
}
