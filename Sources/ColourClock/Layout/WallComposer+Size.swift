/// The largest size at which an arrangement fits, and the score of what was found.
extension WallComposer {
  /// The composition with the highest score; `nil` if no arrangement fits. If two have the same score, the first wins.
  func best(_ wanted: Wanted) -> Layout.Composition? {
    var best: (composition: Layout.Composition, score: Double)?
    for arrangement in arrangements(wanted) {
      guard let found = largest(arrangement, wanted, above: best?.score ?? 0) else { continue }
      let score = score(found, arrangement)
      if score > best?.score ?? 0 { best = (found, score) }
    }
    return best?.composition
  }

  /// The score of the sizes, corrected for the composition. On a wide wall, a narrow subject with all lines below it
  /// scores less. On an upright wall without a ring, a composition that uses more of the height scores more.
  private func score(_ found: Layout.Composition, _ arrangement: Arrangement) -> Double {
    let isNarrow =
      !isUpright && arrangement.beside.isEmpty && arrangement.hasLines && found.kept.width < Self.narrow * area.width
    let gain = isNarrow ? Self.narrowGain : 1
    return score(found.scale, arrangement) / (gain * gain)
      * (isUpright && !hasRing ? usedHeight(found).squareRoot() : 1)
  }

  /// The height from the first line to the last, as a share of the area's height. The code does not count.
  private func usedHeight(_ found: Layout.Composition) -> Double {
    let lines = found.slots.filter { $0.part != .code }.map(\.box) + [found.band].compactMap(\.self)
    let (top, bottom) = (lines.map(\.y).min() ?? 0, lines.map(\.maxY).max() ?? 0)
    return min(1, max(0.01, (bottom - top) / area.height))
  }

  /// The first size times the size of the other lines, divided by the square of `neededGain`. This is an upper
  /// limit: corrections for the composition only reduce it.
  private func score(_ scale: TypeScale, _ arrangement: Arrangement) -> Double {
    // The size of the other lines counts too: in proportion to the digits, they are smaller with a column of digits
    // than with a row. On an upright wall with large zones, the second size counts in place of the third.
    let hasLargeZones = isUpright && !hasRing && arrangement.hasLargeZones
    let lines = hasLargeZones ? scale.second * TypeScale.share.third / TypeScale.share.second : scale.third
    return scale.first * lines / (arrangement.neededGain * arrangement.neededGain)
  }

  /// With all lines below a narrow subject, the sides of the wall are empty. The subject is narrow if it takes less
  /// than the share `narrow` of the width. Another arrangement then wins even if its text is smaller by the factor
  /// `narrowGain`.
  private static let (narrow, narrowGain) = (0.6, 1.1)

  /// The composition at the largest size that fits; `nil` if no size that fits can score more than `score`. The search
  /// is a bisection with the geometric mean: 8 steps, or until the sizes differ by less than 0.4 %.
  private func largest(_ arrangement: Arrangement, _ wanted: Wanted, above score: Double) -> Layout.Composition? {
    let (least, most) = limits(arrangement)
    var wanted = wanted
    (wanted.hasLargeZones, wanted.isAiry) = (arrangement.hasLargeZones, arrangement.isAiry)
    wanted.listForm = arrangement.listForm
    wanted.zonesAreCells = arrangement.zonesAreCells
    wanted.hasWholeLines = arrangement.hasWholeLines
    guard least <= most, let needed = needed(arrangement, above: score, from: least, to: most) else { return nil }
    // `needed` is the least size that can win. Most arrangements do not fit even there, so it is tried first.
    guard var found = compose(arrangement, wanted, needed) else {
      // Some contents have a minimum size of their own. If a ring of the least size is too small for them, a larger
      // ring may fit.
      guard hasRing, needed == least || compose(arrangement, wanted, least) == nil,
        // A larger ring leaves less room for the lines below it, so they must fit at the least size.
        lower(arrangement, wanted, scale(least, arrangement), isFlush(arrangement)) != nil
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
      if let better = compose(arrangement, wanted, middle) { (found, low) = (better, middle) } else { high = middle }
    }
    return found
  }

  /// The least digit height at which an arrangement can score more than `score`, by bisection; `nil` if even `most` is
  /// too small.
  private func needed(
    _ arrangement: Arrangement, above score: Double, from least: Double, to most: Double
  ) -> Double? {
    // While something rings, the headline has a size of its own, so `scale` does not give the score.
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

  /// The composition with the largest ring that fits, by bisection over steps of 5 %. A ring that is too small has no
  /// room for its contents. A ring that is too large leaves no room for the lines beside it.
  private func inLargestRing(
    _ arrangement: Arrangement, _ wanted: Wanted, from least: Double, to most: Double
  ) -> Layout.Composition? {
    let sizes = Array(sequence(first: most) { $0 * 0.95 }.prefix { $0 >= least })
    var (low, high, found) = (0, sizes.count, nil as Layout.Composition?)
    while low < high {
      let middle = (low + high) / 2
      if let composition = compose(arrangement, wanted, sizes[middle]) {
        (found, high) = (composition, middle)
      } else if subject(arrangement, wanted, scale(sizes[middle], arrangement), isFlush(arrangement)) != nil {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return found
  }

  /// The least and the greatest digit height to try, in pixels. For digits that span the wall it is the height from
  /// which the other sizes follow: the digits themselves have `spanningHeight`.
  func limits(_ arrangement: Arrangement) -> (Double, Double) {
    if hasRing {
      let unit = RingPlan.unit
      let wish = contents.ring?.diameter.pixels(of: short) ?? 0
      // High controls leave little room above them. With other lines, the ring may then be so large that the controls
      // cover a part of it.
      let isCovered = arrangement.hasLines && clearDiameter < Self.leastClear * stage.height
      let clear = isCovered ? max(clearDiameter, Self.clearShare * stage.height) : clearDiameter
      let most = min(wish, area.width, stage.height, max(clear, leastRing * short))
      return (min(leastRing(for: arrangement) * short, most) * unit, most * unit)
    }
    if arrangement.isSpanning {
      let share = hasStopwatchAlone ? TypeScale.watchShare.third : TypeScale.share.third
      let least = Self.leastSpanned
      let spanned = (hasStopwatchAlone ? least.watch : contents.agenda == nil ? least.usual : least.agenda) * short
      // The zones of a board are many, so that they may be smaller: in cells, and on a small wall in lists, but not below
      // letters, which reach below the digits.
      let isSmallList = short < Self.smallList && (hasBoard || arrangement.hasTimeAbove)
      let isBoard = hasBoard && arrangement.zonesAreCells || isSmallList && contents.labels.widestSuffix.isEmpty
      let mayBeSmall = !hasStopwatchAlone && (isUpright || isBoard)
      let third = mayBeSmall ? leastThird(isList: arrangement.isList) : spanned
      let most = (isUpright ? Self.mostSpanned : 1) * spanningHeight
      return (max(third, TypeScale.least(in: short)) / share, most)
    }
    let limit = subjectLimit(arrangement)
    // The smaller limit; `scale(_:_:)` applies the one that is right for this arrangement.
    let least = min(leastThird(), leastThird(isList: true)) / TypeScale.share.third
    let most = limit / arrangement.timeShare
    // Beside a wide row, as of digits on an upright wall or of a sentence in the time's format, the other lines may be
    // larger in proportion.
    return (min(least, most), most)
  }

  /// The limits of the third size below digits that span the wall. `leastSpanned`: its least value, as a share of the
  /// shorter side; `watch` is for the laps of a stopwatch. `mostSpanned`: its greatest value on an upright wall, as a
  /// multiple of its usual value.
  private static let (leastSpanned, mostSpanned) = ((usual: 0.04, agenda: 0.03, watch: 0.033), 2.4)

  /// The least third size, in pixels. `isList` is true if a list fills the wall.
  func leastThird(isList: Bool = false) -> Double {
    let isSmall = isList && short < Self.smallList
    let share = isUpright ? Self.least.upright : isSmall ? Self.least.small : Self.least.wide
    return max(share * short, TypeScale.least(in: short))
  }

  /// The least digit heights of the third size, as shares of the shorter side. `wide` is a font size of 1/24 of that
  /// side. `small`: of a list on a small wall, where fewer lines are better than lines that are hard to read. On an
  /// upright wall the shorter side is the width, and larger text has room.
  private static let least = (upright: 0.036, small: 1.0 / 30, wide: 0.0295)

  /// The shorter side of a wall with larger lines in lists, in pixels.
  static let smallList = 400.0
}
