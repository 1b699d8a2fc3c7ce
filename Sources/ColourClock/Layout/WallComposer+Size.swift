extension WallComposer {
  func best(_ wanted: Wanted) -> Layout.Composition? {
    var best: (composition: Layout.Composition, score: Double)?
    for arrangement in arrangements(wanted) {
      guard let found = largest(arrangement, wanted, above: best?.score ?? 0) else { continue }
      let score = score(found, arrangement)
      if score > best?.score ?? 0 { best = (found, score) }
    }
    return best?.composition
  }

  private func score(_ found: Layout.Composition, _ arrangement: Arrangement) -> Double {
    let isNarrow =
      !isPortrait && arrangement.beside.isEmpty && !arrangement.isSecondColumnTall && arrangement.hasLines
      && found.protectedArea.width < Self.narrow * area.width
    let gain = isNarrow ? Self.narrowGain : 1
    let heightFactor = isPortrait && !hasRing ? usedHeight(found).squareRoot() : 1
    return score(found.scale, arrangement) / (gain * gain) * heightFactor
  }

  private func usedHeight(_ found: Layout.Composition) -> Double {
    let lines = found.slots.filter { $0.part != .code }.map(\.box) + [found.band].compactMap(\.self)
    let (top, bottom) = (lines.map(\.y).min() ?? 0, lines.map(\.maxY).max() ?? 0)
    return min(1, max(0.01, (bottom - top) / area.height))
  }

  private func score(_ scale: TypeScale, _ arrangement: Arrangement) -> Double {
    // The second size counts in place of the third.
    let hasLargeZones = isPortrait && !hasRing && arrangement.hasLargeZones
    let lines = hasLargeZones ? scale.second * TypeScale.share.third / TypeScale.share.second : scale.third
    return scale.first * lines / (arrangement.neededGain * arrangement.neededGain)
  }

  /// A subject narrower than this share of the area's width needs `narrowGain`.
  private static let narrow = 0.6
  private static let narrowGain = 1.1

  /// The largest size that fits; `nil` if none can score more than `score`.
  private func largest(_ arrangement: Arrangement, _ wanted: Wanted, above score: Double) -> Layout.Composition? {
    let (least, most) = limits(arrangement)
    var wanted = wanted
    wanted.hasLargeZones = arrangement.hasLargeZones
    wanted.hasLargeDate = arrangement.hasLargeDate
    wanted.isAiry = arrangement.isAiry
    wanted.listForm = arrangement.listForm
    wanted.zonesAreCells = arrangement.zonesAreCells
    wanted.hasTitleApart = arrangement.hasTitleApart
    wanted.linesPerItem = arrangement.linesPerItem
    guard least <= most, let needed = needed(arrangement, above: score, from: least, to: most) else { return nil }
    guard var found = compose(arrangement, wanted, needed) else {
      // A larger ring may have room for its contents. The lines below it must fit at the least size.
      guard hasRing, needed == least || compose(arrangement, wanted, least) == nil,
        lower(arrangement, wanted, scale(least, arrangement), isFlushLeft(arrangement)) != nil
      else { return nil }
      return inLargestRing(arrangement, wanted, from: needed, to: most)
    }
    if let whole = compose(arrangement, wanted, most) { return whole }
    var (low, high) = (least, most)
    for _ in 0..<8 where high / low > 1.004 {
      let middle = (low * high).squareRoot()
      guard middle > needed else {
        low = middle
        continue
      }
      if let better = compose(arrangement, wanted, middle) {
        found = better
        low = middle
      } else {
        high = middle
      }
    }
    return found
  }

  /// The least size that can score more than `score`; `nil` if `most` is too small.
  /// A composition never scores more than its scale.
  private func needed(
    _ arrangement: Arrangement, above score: Double, from least: Double, to most: Double
  ) -> Double? {
    // A headline has its own size, so `scale` does not give the score.
    guard score > 0, contents.headline == nil else { return least }
    func isEnough(_ first: Double) -> Bool { self.score(scale(first, arrangement), arrangement) > score }
    if isEnough(least) { return least }
    guard isEnough(most) else { return nil }
    var (low, high) = (least, most)
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if isEnough(middle) { high = middle } else { low = middle }
    }
    return low
  }

  /// Smaller rings have no room for their contents, larger ones none for the lines beside them. A list as wide as the
  /// ring is not found if it needs a ring larger than `smallest`.
  private func inLargestRing(
    _ arrangement: Arrangement, _ wanted: Wanted, from least: Double, to most: Double
  ) -> Layout.Composition? {
    let sizes = Array(sequence(first: most) { $0 * 0.95 }.prefix { $0 >= least })
    let isFlushLeft = isFlushLeft(arrangement)
    let smallest = Self.first(of: sizes.reversed()) { size in
      subject(arrangement, wanted, scale(size, arrangement), isFlushLeft).map { _ in size }
    }
    guard let smallest, let found = compose(arrangement, wanted, smallest) else { return nil }
    return Self.first(of: sizes.filter { $0 > smallest }) { compose(arrangement, wanted, $0) } ?? found
  }

  /// Bisection: sizes without a result must come first.
  private static func first<Result>(of sizes: [Double], _ result: (Double) -> Result?) -> Result? {
    var (low, high) = (0, sizes.count)
    var found: Result?
    while low < high {
      let middle = (low + high) / 2
      if let other = result(sizes[middle]) { (found, high) = (other, middle) } else { low = middle + 1 }
    }
    return found
  }

  /// The least and greatest first size, in pixels.
  func limits(_ arrangement: Arrangement) -> (least: Double, most: Double) {
    if hasRing { return ringLimits(arrangement) }
    if arrangement.isSpanning { return spanningLimits(arrangement) }
    let limit = subjectLimit(arrangement)
    let least = min(leastThird(), leastThird(isLongFeed: true)) / TypeScale.share.third
    let most = limit / arrangement.timeShare
    return (min(least, most), most)
  }

  private func ringLimits(_ arrangement: Arrangement) -> (least: Double, most: Double) {
    let unit = RingPlan.unit
    let wish = contents.ring?.diameter.pixels(of: shortSide) ?? 0
    let mayBeCovered = arrangement.hasLines && clearDiameter < Self.leastClear * stage.height
    let clear = mayBeCovered ? max(clearDiameter, Self.clearShare * stage.height) : clearDiameter
    let most = min(wish, area.width, stage.height, max(clear, leastRing * shortSide))
    return (min(leastRing(for: arrangement) * shortSide, most) * unit, most * unit)
  }

  /// The limits for the other sizes. The digits themselves have `spanningHeight`.
  private func spanningLimits(_ arrangement: Arrangement) -> (least: Double, most: Double) {
    let share = hasStopwatchAlone ? TypeScale.watchShare.third : TypeScale.share.third
    // Cells of many zones may be smaller, and so may lists on a small wall unless a "pm" would hang into them.
    let isSmallList = shortSide < Self.smallList && (hasBoard || arrangement.isLongFeedBelowTime)
    let isBoard = hasBoard && arrangement.zonesAreCells || isSmallList && contents.labels.widestSuffix.isEmpty
    let mayBeSmall = !hasStopwatchAlone && (isPortrait || isBoard)
    let third = mayBeSmall ? leastThird(isLongFeed: arrangement.isLongFeed) : leastSpanned * shortSide
    let most = (isPortrait ? Self.mostSpanned : 1) * spanningHeight
    return (max(third, TypeScale.least(in: shortSide)) / share, most)
  }

  private var leastSpanned: Double {
    if hasStopwatchAlone { return 0.033 }
    return contents.agenda == nil ? 0.04 : 0.03
  }

  /// The greatest third size, as a multiple of its usual size.
  private static let mostSpanned = 2.4

  /// The least third size, in pixels.
  func leastThird(isLongFeed: Bool = false) -> Double {
    let isSmallList = isLongFeed && shortSide < Self.smallList
    let landscape = isSmallList ? Self.least.smallList : Self.least.landscape
    return max((isPortrait ? Self.least.portrait : landscape) * shortSide, TypeScale.least(in: shortSide))
  }

  /// Shares of the shorter side. `landscape` is a font size of 1/24.
  private static let least = (portrait: 0.036, smallList: 1.0 / 30, landscape: 0.0295)

  /// The shorter side below which lists have larger lines, in pixels.
  static let smallList = 400.0
}
