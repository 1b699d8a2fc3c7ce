extension WallComposer {
  /// Enlarges gaps on a portrait wall without feed, agenda or ring.
  /// - Returns: also the room, which ends higher if the colour code needs more distance from the last line.
  func spread(_ subject: Subject, _ lower: Lower, in room: Rect) -> (subject: Subject, lower: Lower, room: Rect) {
    guard isPortrait, !hasRing, contents.agenda == nil, !lower.block.endsWithFeedStatus else {
      return (subject, lower, room)
    }
    for factor in Self.spreads {
      let wide = spread(subject, lower, by: factor)
      let height = wide.subject.size.height + wide.subject.footerRoom + body(wide.subject, wide.lower)
      let last = wide.lower.isEmpty ? wide.subject.footer : wide.lower.block
      let tall = room.maxY < area.maxY ? min(room.height, area.height - last.codePitch) : room.height
      guard height <= min(Self.mostSpread * area.height, tall) else { continue }
      return (wide.subject, wide.lower, Rect(x: room.x, y: room.y, width: room.width, height: tall))
    }
    return (subject, lower, room)
  }

  private func spread(_ subject: Subject, _ lower: Lower, by factor: Double) -> (subject: Subject, lower: Lower) {
    let step = subject.scale.step
    func gap(_ old: Double, _ isList: Bool) -> Double {
      // Gaps grow by whole steps; 0.001 absorbs rounding errors.
      let more = (isList ? Self.inLists : 1) * (factor - 1) * old
      return old + (more / step + 0.001).rounded(.down) * step
    }
    var (subject, lower) = (subject, lower)
    subject.footerGap = gap(subject.footerGap, false)
    subject.footer = subject.footer.withGaps(gap)
    lower.block = lower.block.withGaps(gap)
    lower.gap = gap(lowerGap(subject, lower), false)
    return (subject, lower)
  }

  /// Factors for the gaps, in the order in which they are tried.
  private static let spreads = [3, 2.75, 2.5, 2.25, 2, 1.75, 1.5, 1.25]
  /// Gaps within a list grow by this share of what other gaps grow by.
  private static let inLists = 0.5
  /// A share of the area's height.
  private static let mostSpread = 0.8
}

extension Block {
  /// - Parameter gap: `isList` is true between two rows of one list, and between two rows without a list.
  func withGaps(_ gap: (_ old: Double, _ isList: Bool) -> Double) -> Block {
    // Lines of one row have equal lower edges, except for rounding.
    let byEdge = Dictionary(grouping: slots.indices) { (1000 * slots[$0].box.maxY).rounded() }
    let rows = byEdge.sorted { $0.key < $1.key }.map(\.value)
    var offset = 0.0
    var offsets = [0.0]
    for (upper, lower) in zip(rows, rows.dropFirst()) {
      let old = (lower.map { slots[$0].box.y }.min() ?? 0) - (upper.map { slots[$0].box.maxY }.max() ?? 0)
      let kinds = Set((upper + lower).map { slots[$0].part.list })
      // The lines of one date or title stay together.
      let isWrapped = Set(lower.map { slots[$0].part }).isSubset(of: upper.map { slots[$0].part })
      if kinds != [.date], !isWrapped { offset += gap(old, kinds.count == 1) - old }
      offsets.append(offset)
    }
    return moved(zip(rows, offsets).map { (lines: $0, offset: $1) })
  }
}

extension Layout.Part {
  fileprivate enum List { case zones, laps, date, none }

  fileprivate var list: List {
    switch self {
    case .zone, .zoneName, .zoneDays: .zones
    case .omitted(let omitted) where omitted.extra == .zones: .zones
    // `words` are also the column headings of the table of laps.
    case .lap, .lapSplit, .lapTotal, .lapRange, .words: .laps
    case .date, .dateLine: .date
    default: .none
    }
  }
}
