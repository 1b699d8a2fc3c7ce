/// The three sizes of type of an arrangement.
extension WallComposer {
  func scale(_ first: Double, _ arrangement: Arrangement) -> TypeScale {
    let least = arrangement.isSizeFree ? TypeScale.least(in: short) : leastThird(isList: arrangement.hasTimeAbove)
    if hasRing {
      let scale = RingPlan.scale(
        first, second: ringFit?.second ?? 0, least: (Self.leastTime * short, least), lines: arrangement.otherLines)
      return withProgramInOneLine(
        arrangement.hasLargeZones ? scale : withTitle(scale), arrangement, least: least)
    }
    if arrangement.isSpanning {
      let share = hasStopwatchAlone ? TypeScale.watchShare : TypeScale.share
      let others = TypeScale(first: first, share: share, least: (0, least))
      let second = arrangement.hasCells ? arrangement.timeInCell * others.third : others.second
      return TypeScale(first: spanningHeight, second: second, third: others.third)
    }
    if hasStopwatchAlone { return TypeScale(first: first, share: TypeScale.watchShare, least: (0, least)) }
    let scale = TypeScale(first: first, least: (0, least))
    return hasWideList(arrangement) ? scale.with(first: arrangement.timeShare * first) : scale
  }

  /// On a small wall, title and time are raised to `leastTime`. If the title then has no room in one line, both have
  /// the greatest second size at which it has room, so that the title is not smaller than the time.
  private func withTitle(_ scale: TypeScale) -> TypeScale {
    guard let style = contents.ring, ringFit?.title == true, !texts.title.text.isEmpty else { return scale }
    let second = known.second(of: scale) {
      let sizes = Self.timesWithTitle.map { $0 * short }.filter { $0 < scale.second }
      return ([scale.second] + sizes).first { second in
        let other = TypeScale(first: scale.first, second: second, third: scale.third)
        return RingPlan(contents: contents, texts: texts, style: style, scale: other).fitsTitle
      } ?? scale.second
    }
    return TypeScale(first: scale.first, second: second, third: scale.third)
  }

  /// The least digit height of the time of day, as a share of the shorter side.
  static let leastTime = 0.05
  /// Smaller heights of the time to try in a small ring with a title, as shares of the shorter side.
  private static let timesWithTitle = [0.0475, 0.045, 0.0425, 0.04]
}
