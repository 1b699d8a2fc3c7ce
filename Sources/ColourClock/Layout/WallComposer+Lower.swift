extension WallComposer {
  /// Parts below the subject: one or two columns, and the agenda's band.
  struct Lower {
    var block = Block()
    /// A second column, at the right of both the subject and `block`.
    var tallSecondColumn = Block()
    var band: Rect?
    /// The gap above `block`, in pixels; `nil` for the usual gap.
    var gap: Double?
    /// The second column's width; `nil` unless the column beside the subject has the same edges.
    var secondColumnWidth: Double?

    var isEmpty: Bool { block.isEmpty && band == nil }
  }

  func lower(_ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale, _ isFlushLeft: Bool) -> Lower? {
    var wanted = wanted
    if !hasRing, !isPortrait, !arrangement.isColumn { wanted.zoneEdge = timeEdge(scale, arrangement) }
    guard var lower = lines(arrangement, wanted, scale) else { return nil }
    // A column already has the agenda's texts, so `addAgenda` adds only the band.
    if arrangement.below.contains(.agenda) || arrangement.beside.contains(.agenda) { wanted.extras.remove(.agenda) }
    if contents.agenda != nil, !addAgenda(to: &lower, wanted, scale, isFlushLeft || hasRing) { return nil }
    addDescenderRoom(to: &lower, scale)
    return lower
  }

  private func lines(_ arrangement: Arrangement, _ wanted: Wanted, _ scale: TypeScale) -> Lower? {
    let subject = subjectWidth(rows(arrangement)) * scale.first
    guard !arrangement.secondColumn.isEmpty else {
      let inset = ringMargin(arrangement, scale)
      return column(arrangement.below, wanted, scale, width: area.width - 2 * inset).map { lines in
        var lower = Lower()
        lower.block.add(lines, atRight: inset)
        return lower
      }
    }
    var narrow = wanted
    narrow.isInSecondColumn = true
    let date = arrangement.beside == [.date] ? contents.labels.widestDate : nil
    narrow.zoneEdge = date.map { Line.realShare * Line.width($0) * scale.third }
    let isFeed = arrangement.secondColumn == [.feed]
    var room = (isFeed ? Self.secondColumn.feed : Self.secondColumn.usual) * area.width
    let isBesideSubject = sharesColumnEdges(arrangement) || arrangement.isSecondColumnTall
    if isBesideSubject { room = min(room, area.width - subject - 2 * scale.groupGap) }
    let least = arrangement.isSecondColumnTall ? Self.leastTallFeed * scale.third : 0
    guard room > least, let right = column(arrangement.secondColumn, narrow, scale, width: room) else { return nil }
    let width = isFeed ? min(room, Line.spare * Line.realShare * right.width) : right.width
    guard let left = column(arrangement.below, wanted, scale, width: area.width - width - 2 * scale.groupGap)
    else { return nil }
    var lower = Lower(block: left, secondColumnWidth: sharesColumnEdges(arrangement) ? width : nil)
    let place = arrangement.isSecondColumnTall ? \Lower.tallSecondColumn : \Lower.block
    lower[keyPath: place].add(right.trimmed(to: width), atRight: area.width - width)
    return lower
  }

  private static let leastTallFeed = 10.0

  private func sharesColumnEdges(_ arrangement: Arrangement) -> Bool {
    !arrangement.secondColumn.isEmpty && !arrangement.beside.isEmpty && !arrangement.hasDateOnTimeBaseline
  }

  /// The margin on each side, in pixels, if the lines are as wide as the ring; otherwise 0.
  private func ringMargin(_ arrangement: Arrangement, _ scale: TypeScale) -> Double {
    let diameter = scale.first / RingPlan.unit
    return arrangement.isAsWideAsRing ? (area.width - diameter) / 2 + ringInset(diameter) : 0
  }

  private static let secondColumn = (usual: 0.45, feed: 0.5)

  /// The right edge of the digits, measured from the left margin.
  private func timeEdge(_ scale: TypeScale, _ arrangement: Arrangement) -> Double? {
    if arrangement.isSpanning { return area.width }
    guard contents.labels.time, let row = mainRow.first else { return nil }
    return min(area.width, Self.realTime * row.row.width * scale.first)
  }

  /// The real width of a time that has a single narrow digit 1, as a share of `Line.width`.
  static let realTime = 0.927

  private func addDescenderRoom(to lower: inout Lower, _ scale: TypeScale) {
    guard let last = lower.block.slots.last, last.box.height > scale.third else { return }
    lower.block.extend(toHeight: lower.block.height + scale.step)
  }
}

extension Layout.Composition {
  mutating func add(_ lower: WallComposer.Lower, at origin: Point) {
    slots += lower.block.placed(at: origin)
    band = lower.band?.moved(by: origin)
  }
}
