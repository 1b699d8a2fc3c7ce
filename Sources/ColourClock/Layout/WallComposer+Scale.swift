extension WallComposer {
  func scale(_ first: Double, _ arrangement: Arrangement) -> TypeScale {
    let least =
      arrangement.allowsAnySize ? TypeScale.least(in: shortSide) : leastThird(isLongFeed: arrangement.isLongFeed)
    if hasRing {
      let scale = RingPlan.scale(
        first, second: ringFit?.second ?? 0, least: (Self.leastTime * shortSide, least), lines: arrangement.otherLines)
      let others = hasFixedThird(arrangement) ? scale.with(third: fixedThird(arrangement)) : scale
      return arrangement.hasLargeZones ? others : withTitle(others)
    }
    if arrangement.isSpanning {
      let share = hasStopwatchAlone ? TypeScale.watchShare : TypeScale.share
      let others = TypeScale(first: first, share: share, least: (0, least))
      let second = arrangement.zonesAreCells ? arrangement.timeInCell * others.third : others.second
      return withDate(TypeScale(first: spanningHeight, second: second, third: others.third), arrangement)
    }
    if hasStopwatchAlone { return TypeScale(first: first, share: TypeScale.watchShare, least: (0, least)) }
    let scale = TypeScale(first: first, least: (0, least))
    return withDate(arrangement.timeShare == 1 ? scale : scale.with(first: arrangement.timeShare * first), arrangement)
  }

  /// Reduces the second size so that a date above a feed fits.
  private func withDate(_ scale: TypeScale, _ arrangement: Arrangement) -> TypeScale {
    guard contents.agenda == nil, !arrangement.zonesAreCells, arrangement.below.contains(.date),
      arrangement.below.contains(.feed)
    else { return scale }
    let date = contents.labels.widestDate
    let lines = isPortrait ? Labels.dateLines(date, width: .infinity) : [date]
    let width = isPortrait ? area.width : Self.dateAboveFeed * area.width
    return scale.with(second: min(scale.second, width / Line.width(Line.widest(lines))))
  }

  /// The date's greatest width above a feed on a wide wall. A date as wide as the digits would rival them.
  private static let dateAboveFeed = 0.8

  /// On a small wall, `leastTime` may have made the second size too large for the ring's title.
  private func withTitle(_ scale: TypeScale) -> TypeScale {
    guard let style = contents.ring, ringFit?.title == true, !texts.title.text.isEmpty else { return scale }
    let second = cache.secondSizes.value(of: scale) {
      let sizes = Self.timesWithTitle.map { $0 * shortSide }.filter { $0 < scale.second }
      return ([scale.second] + sizes).first { second in
        RingPlan(contents: contents, texts: texts, style: style, scale: scale.with(second: second)).fitsTitle
      } ?? scale.second
    }
    return scale.with(second: second)
  }

  private func hasFixedThird(_ arrangement: Arrangement) -> Bool {
    !arrangement.allowsAnySize && (arrangement.groups.contains(.countdowns) || contents.program != nil)
  }

  /// With countdowns or a program, the third size does not depend on the ring.
  private func fixedThird(_ arrangement: Arrangement) -> Double {
    switch arrangement.listForm {
    case _ where arrangement.otherLines == .small: leastThird()
    case .small: leastThird()
    case .low: lowRow
    default: usualRow
    }
  }

  /// The third size beside countdowns, in pixels.
  var usualRow: Double {
    let landscape = shortSide < Self.smallList ? Self.row.small : Self.row.landscape
    let portrait = contents.countdowns.count > Self.fewRows ? Self.row.portraitMany : Self.row.portrait
    return max(leastThird(), (isPortrait ? portrait : landscape) * shortSide)
  }

  var lowRow: Double {
    min(usualRow, max(leastThird(), (isPortrait ? Self.row.portrait : Self.row.small) * shortSide))
  }

  /// Shares of the shorter side, all less than `leastTime`. `portrait` is for up to `fewRows` countdowns, `small` for a
  /// small wide wall.
  private static let row = (landscape: 0.04, portrait: 0.039, portraitMany: 0.046, small: 0.036)

  /// The least second size with a ring, as a share of the shorter side.
  static let leastTime = 0.05
  /// Second sizes to try, as shares of the shorter side.
  private static let timesWithTitle = [0.0475, 0.045, 0.0425, 0.04]
}
