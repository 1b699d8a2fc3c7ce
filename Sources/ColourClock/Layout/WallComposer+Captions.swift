/// Captions: the colour's code, and a feed's age.
extension WallComposer {
  static let code = Block.Row(part: .code, template: "#000000", figures: .hexadecimal)

  var feedStatus: Block.Row { Block.Row(part: .status, template: Layout.widestFeedStatus(contents.words)) }

  /// The greatest digit height, as a share of the shorter side (a font size of 1/22).
  private static let mostCode = 1.0 / 30

  func codeHeight(_ scale: TypeScale) -> Double {
    let least = TypeScale.least(in: shortSide)
    // An animation may change the size of a lone ring, but not its code.
    if contents.hasOnlyRingAndMessages, !isPortrait {
      return min(scale.third, max(least, Self.codeBesideRing * shortSide))
    }
    return min(feedStatusHeight(scale), max(least, Self.mostCode * shortSide))
  }

  private static let codeBesideRing = 0.0245

  func feedStatusHeight(_ scale: TypeScale) -> Double { scale.caption(in: shortSide) }

  /// False if the code is below the time or its date.
  func hasCodeInCorner(_ arrangement: Arrangement) -> Bool {
    hasRing || hasStopwatchAlone || arrangement.hasLines || contents.agenda != nil
  }

  func cornerCode(_ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale) -> Block {
    guard wanted.has(.code), hasCodeInCorner(arrangement) else { return Block() }
    return Block(Self.code, height: codeHeight(scale), room: area.width, alignment: .right)
  }

  /// Counts lines left out, unless a feed's sign counts them.
  func withCount(_ found: (attempt: Attempt, hidden: [Layout.Extra])) -> Found {
    var composition = found.attempt.composition
    let wanted = found.attempt.wanted
    if !wanted.has(.feed) || omittedInFeed(wanted).isEmpty {
      for extra in found.hidden where !wanted.has(extra) { composition.omitted.add(lines(of: extra), extra) }
    }
    return (composition, found.hidden)
  }

  private func lines(of extra: Layout.Extra) -> Int {
    switch extra {
    case .zones: contents.zones.count
    case .feed: contents.feed?.count ?? 0
    case .date: 1
    case .countdowns: contents.countdowns.count
    case .code, .laps, .agenda, .program: 0
    }
  }

  func addCode(to subject: inout Subject, room: Double, alignment: Text.Alignment) {
    let (scale, isLarge) = (subject.scale, contents.labels.hasLargeCode)
    if subject.footer.isEmpty, !isLarge || subject.isColumn { subject.footerGap = Self.codeGap * scale.step }
    subject.footer.add(
      Self.code, height: isLarge ? scale.third : codeHeight(scale), gap: scale.lineGap, room: room,
      alignment: alignment)
  }

  private static let codeGap = 3.0
}
